"""Tableside: a session manager for tabletop role-playing games, for the terminal."""

__version__ = "0.1.0"
