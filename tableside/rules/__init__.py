"""The rules core: pure functions of their inputs and of the table's answers.

No clock, no files, no screen, no randomness; the standard library alone.
"""
