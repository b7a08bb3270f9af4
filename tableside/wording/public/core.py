"""What players are told of what any campaign can do."""

from tableside.wording.public.words import Told, nothing, of_ours, otherwise, whole

HOUSEKEEPING = (
    *("campaign-archived", "campaign-taken-out", "repaired", "edit-accepted", "entries-lost"),
    *("real-dice-usually-typed", "real-dice-usually-rolled"),
)
"""Facts of how the program is used: no secret, and told to nobody."""

WORDS: Told = {
    # Sheets and people
    **of_ours("edited", "edited-in-vain", "edited-row", "row-added", "row-removed"),
    **otherwise("{who} appears", "added"),
    **otherwise("{who} is out of it", "retired"),
    **otherwise("{who} is back", "called-back"),
    **whole("revived"),
    **of_ours("called-back-as", "told-apart", "kind-changed"),
    # The campaign
    **whole("note", "campaign-renamed", "house-rule-set"),
    **nothing(*HOUSEKEEPING, "played-again"),
    # Sessions
    **whole("session-begun", "session-missed", "session-ended", "days-passed", "arrived", "departed"),
    **of_ours("real-dice-typed", "real-dice-rolled"),
    # Clocks: what is not open is secret of its own, or has words of its own
    **whole("clock-added", "clock-ticked", "clock-wound-back", "clock-dropped", "clock-full", "milestone"),
    **whole("clock-known", "clock-moves-on", "clock-moves-back", "clock-gone"),
    # Dice, tables and the oracle
    **whole("dice-thrown", "die-thrown", "table-rolled", "oracle-answered", "oracle-said", "oracle-twist"),
    # Turns
    **whole(
        "round-over", "acts-now", "turn-put-off", "place-changed", "side-acts", "has-acted", "acts-again"
    ),
    **whole("turn-taken-back", "joins-order", "leaves-order", "list-begun", "handing-begun", "sides-begun"),
    **whole("fight-finished", "turn-passed", "changes-sides"),
    **otherwise("{who} is out of it", "put-away"),
    **of_ours("still-dying"),
    # Conditions: how long they last is the GM's, of others
    **otherwise("{who}: {condition}", "condition-put", "condition-for-rounds"),
    **otherwise("{who}: {condition}", "condition-put-counted", "condition-for-rounds-counted"),
    **otherwise("{who}: still {condition}", "condition-stays", "condition-stays-for-rounds"),
    **of_ours("condition-last-round"),
    **whole("condition-ended", "condition-relieved"),
}

OPEN_DICE = frozenset(("oracle", "thrown", "luck-die", "progress", "opposition-dice", "equal-dice"))
"""Why dice are thrown that are nobody's in particular, and that everybody sees fall."""
