"""What players see: one document, made by a white list, that everything shown to them is made of.

`document` says what there is in it. `people_met` says whom the players have met, `telling` what of an entry
is told and `fights_told` of a fight, `table` what is seen now and `seen_sheets` of the sheets,
`sessions_told` what has happened and what a recap tells of a session. What is not named there is not in it:
nothing is made by leaving out. `seen_rows` shows it in a terminal; `deeds` and `fields` are what players may
do.
"""
