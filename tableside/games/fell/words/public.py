"""What players are told of Fell: a foe's die is its strength, so of others the numbers alone that fell."""

from tableside.wording.public import DOWN, HEALED, HURT, Told, alike, nothing, of_ours, otherwise, whole

_ROLLS: Told = {
    # Which dice, and why
    **of_ours("die-bod", "die-int", "die-wil", "die-hit-die", "die-skill-die", "die-steel", "die-spell"),
    **of_ours("die-off-hand", "die-bonus", "die-help", "rolls-instead", "sure-hits", "sure-misses"),
    **otherwise("{who} has advantage", "fell-advantage"),
    **otherwise("{who} has disadvantage", "fell-disadvantage"),
    **of_ours("fatigue-weighs", "fell-thrown", "highest-number", "stepped-up"),
    **whole("rolls-nothing"),
    # Tests and spells
    **otherwise("{who} passes", "fell-test-pass"),
    **otherwise("{who} fails", "fell-test-fail"),
    **whole("fell-trouble", "trouble-for-helper", "goal-nearer", "goal-reached"),
    **otherwise("{who} casts a spell", "fell-casts"),
    **of_ours("fell-spell-slips", "fell-spell-paid"),
    **alike("The spell works", "fell-spell-works"),
    **alike("The spell fails", "fell-spell-fails"),
    # Contests and attacks
    **alike("{who} hits: {number} against {their_number}", "pair-hit", "pair-hit-by-size"),
    **alike("{who} misses: {number} against {their_number}", "pair-missed", "pair-missed-by-size"),
    **alike("{who} and {other} are equal at {number}: nobody hits", "pair-equal"),
    **alike("{who} and {other} are equal at {number}: both hit", "pair-both"),
    **alike("{who} hits uncontested: {number}", "pair-uncontested"),
    **alike("{other} hits uncontested: {number}", "pair-they-uncontested"),
    **alike("Nothing stands against {number}: no hit", "pair-dropped"),
    **whole("equal-rolled-again", "contest-rolled-off"),
    **whole("fell-contest-win", "fell-contest-lose", "fell-contest-tie"),
    **of_ours("fell-armour-protects"),
    # Encounters: what somebody feels is played, not printed
    **nothing("fell-reacts-hostile", "fell-reacts-wary", "fell-reacts-indifferent", "fell-reacts-friendly"),
    **nothing("fell-reacts-helpful", "fell-mood-hostile", "fell-mood-wary", "fell-mood-indifferent"),
    **nothing("fell-mood-friendly", "fell-mood-helpful"),
    **nothing("fell-meets-hostile", "fell-meets-wary", "fell-meets-indifferent", "fell-meets-friendly"),
    **nothing("fell-meets-helpful"),
    **whole("fell-foe-retreated", "fell-foe-fled", "fell-foe-surrendered-on-terms", "fell-foe-surrendered"),
    **whole("fell-party-first", "fell-foes-first"),
    **nothing("fell-foes-halved", "fell-lone-foe-halved"),
    **nothing("fell-leader-beaten", "fell-force-halved", "fell-alone-and-halved"),
    **whole("fell-fight-on"),
    **alike("They retreat", "fell-morale-retreat"),
    **alike("They flee", "fell-morale-flee"),
    **alike("They surrender on terms", "fell-morale-conditional-surrender"),
    **alike("They surrender unconditionally", "fell-morale-unconditional-surrender"),
    **whole("luck-die", "fell-time", "fell-time-one-minute", "fell-time-one-hour", "fell-time-six-hours"),
}
_LIFE: Told = {
    **otherwise(HURT, "fell-harmed"),
    **otherwise(HEALED, "fell-healed"),
    **whole("fell-beaten", "fell-back"),
    **otherwise(DOWN, "fell-died", "fell-dying-rounds", "fell-dying-hours", "fell-dying-days"),
    **otherwise("{who} is treated", "fell-treated"),
    **of_ours("fell-no-second-death-roll", "fell-still-dying", "fell-still-dying-in-hours"),
    **of_ours("fell-still-dying-in-days", "fell-was-dying"),
    **of_ours("fell-die-shrunk", "fell-deprived", "fell-satisfied", "fell-eaten", "fell-no-gain"),
    **of_ours("fell-points-are-full", "fell-full", "fell-less-fatigue", "fell-die-restored"),
    **of_ours("fell-die-up", "fell-die-down", "fell-unchanged", "fell-point-lost", "fell-not-learned"),
    **of_ours("fell-skill-learned", "fell-spell-learned", "fell-created", "fell-spells-known"),
    **of_ours("fell-background", "fell-past", "fell-coin", "fell-hired", "fell-paid"),
    **of_ours("fell-hireling-improved", "fell-wages-run-out"),
    **whole("fell-rounds-passed", "fell-hours-passed"),
    **of_ours("fell-rounds-left", "fell-hours-left", "fell-days-left"),
}

TOLD: Told = {**_ROLLS, **_LIFE}
