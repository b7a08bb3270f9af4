"""Taking turns, in whichever order."""
