"""What players see: one document built from a white list, the source of everything shown to them.

`document` defines its contents. `people_met` decides whom the players have met, `entries_told` what they are
told of an entry, a fight or the story, `seen_table` what they see of the table now, in a terminal too, and
`sessions_told` what they are told of a session. Whatever these modules do not include is left out; nothing is
built by removing secrets.
`deeds` and `player_forms` are what players may do.
"""
