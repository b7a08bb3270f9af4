"""What comes from other tools: `files` takes records out of files that anybody may have written, `records`
makes kinds and people of them by what their game's `other_tools` says, `rows` are lists as spreadsheets hold
them, and `packs_made` puts kinds into packs that are there already or anew.
"""
