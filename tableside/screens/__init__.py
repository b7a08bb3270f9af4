"""What a person sees and presses: draws what it is given, sends what was asked; knows no rule and no game."""
