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
    "part.notes": "Whatever the table wants to remember. No rule reads it.",
    "part.concept": "Who they are in a few words. No rule reads it.",
    "part.background": "What they were before. No rule reads it.",
    "part.age": "How old they are. No rule reads it.",
    "part.traits": "How they look and behave. No rule reads it.",
}
