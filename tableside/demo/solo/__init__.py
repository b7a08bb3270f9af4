"""The Salt Ledger, a story written alone, two scenes in: all of it of our own invention."""

from tableside.demo.story import Act, Story, scene

IRIS: tuple[Act, ...] = (
    ("troika.create", "name=Iris Corrow"),
    ("campaign.begin-session", ""),
    ("campaign.add-track", "name=Find the ledger | difficulty=hard"),
)

THE_COUNTING_HOUSE: tuple[Act, ...] = (
    ("campaign.note", "text=## The counting house"),
    (
        "campaign.note",
        "text=The salt tax was never paid, and the #ledger that says so is gone. @[Old Fum] keeps the house,"
        " and the keys on his belt, all but one.",
    ),
    ("oracle.ask", "question=Does he know me | likelihood=likely"),
    ("campaign.note", "text=He looks at my boots first, as they all do."),
    ("troika.test-luck", "who=Iris"),
    ("oracle.ask", "question=Is the strongroom locked | likelihood=very-likely"),
    (
        "campaign.note",
        "text=There is a ring of wet on the shelf where it stood. Somebody took it in the rain, down ~[The Salt"
        " Stair]. #ledger",
    ),
    ("campaign.tick-clock", "clock=find-the-ledger"),
    ("scene.end", "how=wilder"),
)

THE_SALT_STAIR: tuple[Act, ...] = (
    ("table.roll", "table=scene-check"),
    ("campaign.note", "text=## The Salt Stair"),
    (
        "campaign.note",
        "text=Two hundred steps, cut for the carriers, and the sea at the foot of them. @[Old Fum] said nothing"
        " of a lamp. There is a lamp.",
    ),
    ("oracle.ask", "question=Is somebody waiting there | likelihood=even"),
    ("table.roll", "table=who-is-it"),
    ("campaign.note", "text=I put mine out and count the steps instead. #[the lamp below]"),
    ("troika.test-luck", "who=Iris"),
    (
        "campaign.add-clock",
        "name=The tide | steps=6 | milestones=3 the foot of the stair is wet; 6 no way back",
    ),
    ("campaign.tick-clock", "clock=the-tide | steps=2"),
    ("table.roll", "table=lamp-deck"),
    (
        "campaign.note",
        "text=At the hundred and twelfth step a page is stuck to the wall with salt. It is in my hand.",
    ),
    ("campaign.tick-clock", "clock=find-the-ledger"),
    ("scene.end", "how=as-it-was"),
)

STORY = Story(
    "The Salt Ledger",
    "troika",
    (scene(IRIS, 11), scene(THE_COUNTING_HOUSE, 12), scene(THE_SALT_STAIR, 13)),
)
