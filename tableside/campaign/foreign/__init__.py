"""Data from other tools: `files` reads records from files that anybody may have written, `spreadsheets` those
from lists, one per row; `packs_from_records` makes kinds and tables of them, using their game's
`other_tools`.
"""
