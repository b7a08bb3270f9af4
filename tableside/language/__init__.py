"""The command language: typed lines understood as what can be done at a table."""
