"""What players see: one document, made by a white list, that everything shown to them is made of.

`document` says what there is in it. `known` says whom the players have met, `telling` what of an entry is
told, `table` what is seen now, `story` what has happened, `evening` what a recap tells of a session. What is
not named there is not in it: nothing is made by leaving out.
"""
