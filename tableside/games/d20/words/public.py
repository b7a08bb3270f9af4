"""What players are told of the d20 order of battle."""

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


def _numbered(words: str, *ids: str) -> Told:
    """What an attack or a save came to: of the party with their own total, and never what it had to reach."""
    return dict.fromkeys(ids, Words(f"{words}: {{total}}", words))


TOLD: Told = {
    # The order: of others no number that they act on, since with the face it tells their modifier
    **whole("all-are-aware", "none-is-aware", "surprise-round-first", "caught-unaware"),
    **nothing("initiative-modifiers", "tied-in-initiative", "rolled-off"),
    **of_ours("initiative-rolled"),
    **alike("Tied again: players' characters first", "pcs-go-first"),
    **alike("The order of turns is settled", "order-of-battle"),
    **otherwise("{who} acts (round {round})", "turn-on-count"),
    **otherwise("{who} acts in the surprise round: one standard or move action", "turn-in-surprise-round"),
    **otherwise("{who} is {condition}: no turn", "keeps-number"),
    **whole("delay-lost", "ready-lost", "surprise-round-over", "numbers-rolled-anew", "turn-given-up"),
    **otherwise("{who} joins in", "joins-before-count", "joins-after-count"),
    **otherwise("{who} is back", "back-before-count", "back-after-count"),
    **whole("joins-next-round"),
    **otherwise("{who} delays", "delays"),
    **otherwise("{who} comes in", "comes-in"),
    **whole("readies"),
    **otherwise("{who} readies an action", "readies-for"),
    **otherwise("{who} acts before {other}", "fires-before"),
    # Guard and checks
    **of_ours("on-guard", "dodges-uncannily", "flat-footed-no-less", "no-attacks-of-opportunity"),
    **otherwise("{who} is flat-footed", "is-flat-footed"),
    **of_ours("check-modifier"),
    **otherwise("{who} succeeds", "check-passed"),
    **otherwise("{who} fails", "check-failed"),
    **of_ours("taken", "counts-condition", "counts-option", "armour-counts", "dexterity-counts-not"),
    **of_ours("has-cover", "lies-helpless", "cannot-dodge"),
    **alike("{who} and {other} are equal, and roll again", "opposed-tied"),
    **_numbered("{who} beats {other}", "opposed-won"),
    **_numbered("{who} loses to {other}", "opposed-lost"),
    **_numbered("{who} saves", "save-made", "save-made-by-20"),
    **_numbered("{who} does not save", "save-failed", "save-failed-by-1"),
    # Attacks
    **otherwise("{who} attacks: {name}", "attacks-with"),
    **_numbered("{who} hits {other}", "hits", "hits-by-20"),
    **_numbered("{who} misses {other}", "misses", "misses-by-1"),
    **alike("{who} misses {other}, who is hard to see", "strikes-nothing"),
    **alike("{who} threatens a critical", "threatens"),
    **alike("{who} scores a critical hit", "is-critical"),
    **alike("{who} scores no critical hit", "is-no-critical"),
    **whole("takes-no-criticals", "holds-back", "until-next-turn"),
    **otherwise("{who} hits: {hits}", "full-attack-hits"),
    **otherwise("{who} hits nobody", "full-attack-misses"),
    **whole("ends-the-helpless", "also"),
    **otherwise("", "damage-rolled"),
    **alike("{who} shrugs some of it off", "damage-reduced"),
    # Hit points
    **otherwise(HURT, "takes-nonlethal"),
    **otherwise(HEALED, "nonlethal-passes"),
    **alike("A blow that {who} may die of", "massive-damage"),
    **otherwise(DOWN, "now-unconscious"),
    **otherwise("{who} bleeds", "bleeds"),
    **of_ours("now-staggered", "now-stable", "overexerts"),
    **otherwise(HURT, "loses-hit-points"),
    **otherwise(HEALED, "regains-hit-points"),
    **of_ours("hit-points-are-full", "now-disabled", "still-bleeds"),
    **whole("now-up"),
    **otherwise(DOWN, "now-dying", "now-dead"),
    **otherwise("{who} appears", "enters-with-hit-points"),
}
