"""Tableside: a session manager for tabletop role-playing games, for the terminal."""

from tableside import late_imports

__version__ = "0.1.0"

late_imports.install_late_imports()
