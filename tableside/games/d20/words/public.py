"""What players are told of the d20 order of battle."""

from tableside.wording.public import DOWN, HEALED, HURT, Told, alike, nothing, of_ours, otherwise, whole

TOLD: Told = {
    # The order: of others no number that they act on, since with the face it tells their modifier
    **whole("all-are-aware", "none-is-aware", "surprise-round-first", "caught-unaware"),
    **nothing("initiative-modifiers", "tied-in-initiative", "rolled-off"),
    **of_ours("initiative-rolled"),
    **alike("Tied again: players' characters first", "pcs-go-first"),
    **alike("The order of turns is settled", "order-of-battle"),
    **otherwise("{who} acts (round {round})", "turn-on-count"),
    **otherwise("{who} acts, in surprise: one standard or move action", "turn-in-surprise-round"),
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
    # Hit points
    **otherwise(HURT, "loses-hit-points"),
    **otherwise(HEALED, "regains-hit-points"),
    **of_ours("hit-points-are-full", "now-disabled", "still-bleeds"),
    **whole("now-up"),
    **otherwise(DOWN, "now-dying", "now-dead"),
    **otherwise("{who} appears", "enters-with-hit-points"),
}
