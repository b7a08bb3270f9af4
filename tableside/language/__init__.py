"""The command language: lines of words, understood as what can be done at a table."""
