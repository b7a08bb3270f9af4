"""The terminal around the program: what it can do, when it goes away, and what it already shows."""
