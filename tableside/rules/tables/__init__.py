"""Random tables and the oracle: what can be rolled on, how it is written, and what comes of it.

A table is data: dice, rows, and texts that may lead into other tables, dice and sheets. What a campaign has
rolled on is part of the campaign, so that every result can be played again whatever becomes of the files.
"""
