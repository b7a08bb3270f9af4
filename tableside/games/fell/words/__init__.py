"""The words of Fell."""
