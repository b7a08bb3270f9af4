"""Random tables and the oracle: their data, how they are written, and rolling on them.

A table is data: dice, rows, and texts that may lead to other tables, dice and sheets. The tables that a
campaign has rolled on are part of it, so that every result can be replayed whatever becomes of the files.
"""
