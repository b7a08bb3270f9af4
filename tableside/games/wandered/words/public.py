"""What players are told of If We Wandered Here Long Enough."""

from tableside.wording.public import HEALED, HURT, Told, alike, nothing, of_ours, otherwise, whole

TOLD: Told = {
    # The pool
    **of_ours("pool-base", "pool-base-of-move", "pool-begin", "pool-approach", "pool-resource"),
    **of_ours("pool-special-resource", "pool-move-dice", "pool-fewer-dice", "pool-any-yes"),
    **of_ours("pool-any-yes-advantage", "pool-count", "pool-sacrifices", "pool-exactly", "pool-advantage"),
    **of_ours("pool-disadvantage", "pool-afraid", "pool-obvious", "weary-goes-without", "exactly-so-many"),
    **of_ours("one-die-at-least", "one-of-each", "distracted-cap", "pool-size", "no-dice-left"),
    **of_ours("kept-worse", "hits-changed"),
    **whole("sacrifices-happen", "came-to-full", "came-to-mixed", "came-to-worst", "clauses-hit"),
    **whole("clauses-every-hit-only", "clauses-miss", "secret-found", "paranoid-worst-too"),
    # Traps
    **nothing("trap-expected", "trap-checked"),
    **whole("trap-springs"),
    # Harm
    **otherwise(HURT, "marked-pain", "marked-wound", "marked-break"),
    **of_ours("no-room-pain", "no-room-wound", "no-room-break"),
    **whole("harm-is-fatal"),
    **otherwise(HEALED, "treated-wound", "treated-break"),
    **of_ours("untreated", "no-pains", "pains-rested", "limits-broken", "conditions-erased"),
    **otherwise("{who} is {condition} now", "condition-marked"),
    **of_ours("defied", "defied-by-resource", "refreshed-oneself"),
    # Resources
    **of_ours("resource-ticked", "resource-used-up", "resource-used", "resource-damaged"),
    **of_ours("resource-destroyed", "resource-refreshed", "supplies-packed", "resource-produced"),
    # Those whom the GM plays
    **alike("{who} comes in", "danger-added"),
    **alike("{who} loses {name}", "resource-removed"),
    **alike("{who} is overcome", "danger-overcome"),
    **alike("{who} escalates: {name}", "escalated"),
    # Growth
    **whole("tokens-handed-out"),
    **of_ours("token-handed-late"),
    **of_ours("token-spent", "experience-for-tokens", "made", "approaches-to-pick"),
}
