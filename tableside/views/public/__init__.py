"""What players see: one document, made by a white list, that everything shown to them is made of.

`document` says what there is in it. `people_met` says whom the players have met, `entries_told` what of an
entry, a fight or the story is told, `seen_table` what is seen now, in a terminal too, `sessions_told` what
happened and what a recap tells of a session. What is not named there is not in it: nothing is made by leaving
out.
`deeds` and `player_forms` are what players may do.
"""
