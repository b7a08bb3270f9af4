"""Taking turns, in any order."""
