"""The rules core: pure functions of their inputs and of what the table answers.

No clock, no files, no screen, no randomness; the standard library alone.
"""
