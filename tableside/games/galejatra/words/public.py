"""What players are told of Galejatra: what hampers has a name, and its number is the GM's."""

from tableside.wording.public import HEALED, HURT, Told, alike, nothing, of_ours, otherwise, whole

TOLD: Told = {
    # The pool
    **otherwise("{who} tries", "tries", "tries-unskilled"),
    **otherwise("{who} tries against {against}", "tries-against", "tries-unskilled-against"),
    **of_ours("dice-in-all", "dice-base", "dice-base-skill", "dice-base-patch", "dice-skill", "dice-patch"),
    **of_ours("dice-skill-beaten", "dice-patch-beaten", "dice-help", "dice-help-beaten", "dice-item"),
    **of_ours("dice-item-beaten", "dice-edge", "dice-luck", "dice-ailment", "dice-floor"),
    # The opposition
    **whole("aspect-bypassed", "hampers-unnumbered", "opposes-unnumbered", "hindered-unnumbered"),
    **alike("{name} hampers", "hampers"),
    **alike("Something is in the way", "opposes"),
    **alike("Bad circumstances", "hindered"),
    **nothing("may-oppose", "many-may-oppose"),
    **whole("against", "nothing-opposes"),
    **alike("The opposition: easy", "opposed-easy"),
    **alike("The opposition: challenging", "opposed-challenging"),
    **alike("The opposition: hard", "opposed-hard"),
    # The roll
    **whole("reaction", "warned", "warned-of", "declined", "failed-so-far", "nothing-to-flip", "too-hurt"),
    **whole("announced-success", "announced-failure"),
    **of_ours("dice-short", "luck-dice-thrown", "reserve-paid", "matter-spent", "matter-open"),
    **otherwise("{who} exerts", "exerts"),
    **otherwise("{who} pushes", "pushes"),
    **otherwise("{who} succeeds", "survivors-success"),
    **otherwise("{who} fails", "survivors-failure"),
    **whole("price-time", "price-resource", "price-ailment", "price-twist"),
    **otherwise("Together: {names}", "group-tries", "group-tries-unskilled"),
    **whole("group-success", "group-failure", "group-each"),
    # Ailments and rest
    **whole("location-rolled", "location-found"),
    **otherwise(HURT, "ailment-given", "ailment-nowhere", "ailment-worse", "hurt-there-already"),
    **otherwise(HEALED, "ailment-eased", "ailment-gone"),
    **of_ours("ailments-crowd", "ailment-due", "ailment-at-worst", "treats"),
    **otherwise("{who} keeps bleeding", "bleeds-on"),
    **of_ours("reserve-returns", "luck-dice-return", "skill-grown", "skill-new"),
    **otherwise("{who} appears", "comes-into-play", "comes-into-play-with"),
    **alike("{who} is in the way", "obstacle-certain", "obstacle-easy"),
    **alike("{who} is in the way", "obstacle-challenging", "obstacle-hard"),
}
