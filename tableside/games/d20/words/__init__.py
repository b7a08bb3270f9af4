"""The words of d20 SRD 3.5, and of its order of battle in any game."""
