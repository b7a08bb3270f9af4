"""The command line: the same procedures as the screens, from a shell."""
