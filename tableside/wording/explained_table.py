"""Why, in any game: conditions and parts of a sheet that no rulebook speaks of."""

EXPLAINED: dict[str, str] = {
    "condition.dead": "Does not act, and has no turns any more. Only undo or ending it by hand (K) takes it back.",
    "condition.dying": "Does not act. It ends when it is ended by hand (K).",
    "condition.out-of-action": "Does not act. It ends when it is ended by hand (K).",
    "condition.unconscious": "Does not act. It ends with its rounds, or when it is ended by hand (K).",
    "condition.stunned": "Does not act. It ends with its rounds, or when it is ended by hand (K).",
    "condition.own": "A condition of the table's own: what it does is the GM's to say. It ends with its rounds, or by hand (K).",
    "part.name": "What they are called everywhere; Enter changes it.",
    "part.kind": "Which side they are on: it decides the tokens, the list they stand in, and what rules hold for them.",
    "part.conditions": "What holds for them now; k adds one with its rounds, K ends one.",
    "part.dice": "Whether their faces are typed from real dice or rolled by the program; Enter changes it.",
    "part.notes": "Whatever the table wants to remember. No rule reads it.",
    "part.concept": "Who they are in a few words. No rule reads it.",
    "part.background": "What they were before. No rule reads it.",
    "part.age": "How old they are. No rule reads it.",
    "part.traits": "How they look and behave. No rule reads it.",
    # Whose turn it is
    "order.stack": "A token drawn blindly says who acts; End ends the round (TRO-5.2, TRO-5.3).",
    "order.counts": "The highest count acts first, every round (D20-order); of equals the higher modifier, then new checks (D20-tie).",
    "order.sides": "All of one side act, in any order they like, then all of the next (FELL-TURN, HEI-X-turns).",
    "order.list": "The GM's own order: from the top down, unless a turn is handed on.",
    # The oracle
    "explained.ORA-1": "Two d6 are read as a d66. It is a yes from this number on: nearly impossible 66, very unlikely 61, unlikely 51, even 41, likely 31, very likely 21, nearly certain 12.",
    "explained.ORA-2": "The second die shades the answer: for a yes a 6 adds an and, a 1 a but; for a no it is the other way round.",
    # How numbers are read
    "reading.odds": "The chances are exact: of all equally likely rolls so many come to it. An amount is what it comes to on average.",
    "reading.worth": "The lines under the odds tell what the best outcome would be with one input changed.",
}
