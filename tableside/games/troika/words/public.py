"""What players are told of Troika!"""

from tableside.wording.public import (
    DOWN,
    HEALED,
    HURT,
    Told,
    Words,
    alike,
    nothing,
    of_ours,
    otherwise,
    whole,
)

_OWN, _DICE = "{dice} + {bonus} = {total}", "{dice} + ?"
_AT_OWN, _AT_DICE = "{their_dice} + {opposing} = {their_total}", "{their_dice} + ?"
"""The sides of a Roll Versus: of the party's the whole, of any other the dice as they fell and that more is added."""


def _versus(how: str, *ids: str) -> Told:
    sides = ((_OWN, _AT_DICE), (_DICE, _AT_DICE), (_OWN, _AT_OWN), (_DICE, _AT_OWN))
    return dict.fromkeys(ids, Words(*(f"{how}: {own} against {other}" for own, other in sides)))


def _damage(how: str, *ids: str) -> Told:
    """Read on the weapon's row it would tell the other's armour."""
    return dict.fromkeys(ids, Words(f"{how} ({{weapon}})", how))


_ROLLS: Told = {
    **of_ours("skill-total", "skill-alone"),
    **otherwise("{who} succeeds", "roll-under-passed"),
    **otherwise("{who} fails", "roll-under-failed"),
    **otherwise("{who} rolls a double 6: that always fails", "double-six-fails"),
    **otherwise("{who} rolls a double 1: that always succeeds", "double-one-succeeds"),
    **otherwise("{who} is lucky", "skill-as-luck-passed", "luck-passed"),
    **otherwise("{who} is unlucky", "skill-as-luck-failed", "luck-failed"),
    **whole("aimed"),
    # Why a roll is easier or harder
    **of_ours("reason-given", "reason-given-against", "reason-overburdened", "reason-carried"),
    **otherwise("{who} is on the floor", "reason-prone"),
    **otherwise("{who} is in cover", "reason-cover"),
    **whole("reason-lucky", "reason-unaware", "reason-fumbled"),
    # An exchange of blows
    **whole("mighty-blow", "their-mighty-blow", "fumble", "their-fumble", "versus-clinch"),
    **whole("versus-both-fumble", "tie-broken", "tie-stands", "shot-mishap", "touch-oops"),
    **_versus("{who} wins", "versus-win"),
    **_versus("{who} loses", "versus-lose"),
    **_versus("{who} ties", "versus-tie", "shot-tie"),
    **_versus("{who} hits", "shot-hit"),
    **_versus("{who} misses", "shot-miss"),
    **_versus("{other} evades and strikes back", "shot-answered"),
    **otherwise("{who}'s weapon breaks", "weapon-shatters", "their-weapon-shatters"),
    **otherwise("{who} has no weapon to break, and is hurt", "clinch-hurts", "their-clinch-hurts"),
    **alike("The shot hits {who}", "victim"),
    **whole("taken-unawares", "counts-as-unaware"),
    **otherwise("{who} strikes {other} unawares: a hit", "unaware-hit"),
    **otherwise("{who} strikes at {other} unawares: a miss", "unaware-miss"),
    **of_ours("attacks-again", "turn-spent"),
    # Damage
    **nothing("armour-protects", "shield-protects", "weapon-pierces"),
    **_damage("{who} rolls {face} for damage", "damage-plain", "damage-changed", "damage-doubled"),
    **_damage("{who} strikes back with {face} for damage", "their-damage-plain", "their-damage-changed"),
    **_damage("{who} strikes back with {face} for damage", "their-damage-doubled"),
    **otherwise("{who} is knocked out", "knocked-out"),
    # Spells
    **otherwise("{who} casts: the spell works", "cast-success"),
    **otherwise("{who} casts: the spell fails", "cast-failure"),
    **otherwise("{who} casts with a double 6: the spell goes wrong", "cast-oops"),
    **_versus("{who} reaches {other}", "touch-success"),
    **_versus("{who} does not reach {other}", "touch-failure"),
    **_versus("{who} ties with {other}", "touch-tie"),
    **whole("oops"),
    **of_ours("spell-paid"),
}
_LIFE: Told = {
    # Burden
    **of_ours("retrieved", "not-retrieved", "double-one-fails", "drop-with-care", "drop-without-care"),
    **of_ours("dropped"),
    **nothing("reached", "not-reached"),
    # Life
    **otherwise(HURT, "wounded"),
    **otherwise(HEALED, "healed"),
    **otherwise(DOWN, "dying-now", "died", "saved-from-death"),
    **whole("back-from-dying", "new-day", "knocked-down", "stood-up", "helped", "not-helped"),
    **of_ours("was-dying"),
    **of_ours("eaten", "stamina-is-full", "lacks-nothing", "luck-regained", "ticked"),
    **otherwise("{who} falls {metres} m", "fallen"),
    **alike("{helper} feeds {who} a provision", "fed"),
    # Perils
    **whole("swims", "keeps-afloat"),
    **otherwise("{who} goes under", "sinks"),
    **otherwise("{who} burns", "suffers-fire", "fails-fire"),
    **otherwise("The poison works on {who}", "suffers-poison", "fails-poison"),
    **otherwise("{who} bleeds", "suffers-bleeding", "fails-bleeding"),
    **of_ours("no-test-drowning", "no-test-fire", "no-test-poison", "no-test-bleeding"),
    **whole("saved-from-drowning", "saved-from-fire", "saved-from-poison", "saved-from-bleeding"),
    **whole("still-drowning", "still-fire", "still-poison", "still-bleeding"),
    # The stack: how many tokens there are is the GM's
    **alike("The tokens are in the stack", "stack-assembled"),
    **nothing("cap-counted", "turns-counted"),
    **alike("{who} acts (round {round})", "turn-of"),
    **whole("shoots-with-care", "end-first-again", "end-of-round", "aims", "aim-kept", "aim-given-up"),
    **whole("token-handed", "left-fight"),
    **alike("Nobody can act on this token, so the next is drawn", "token-passed"),
    **of_ours("tokens-removed"),
    **alike("Round {round}", "round-begins"),
    **alike("{who} waits: the token goes back", "delayed"),
    **alike("{who} joins the fight", "joined"),
    # Growth and creation
    **of_ours("skill-improved", "skill-unchanged", "ticks-erased", "weeks-of-training", "learned"),
    **of_ours("not-learned", "d6-reaches-skill", "d6-below-skill", "created", "background-rolled"),
    **nothing("advanced", "not-advanced", "mien-rolled"),
    **whole("weeks-passed"),
}

TOLD: Told = {**_ROLLS, **_LIFE}
