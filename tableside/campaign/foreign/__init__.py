"""What comes from other tools: `files` takes records out of files that anybody may have written,
`spreadsheets` out of lists, a row each; `packs_from_records` makes kinds and tables of them by what their
game's `other_tools` says.
"""
