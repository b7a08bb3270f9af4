"""The Salt Stair, the demo of the d20 order of battle: all of it of our own invention."""

from tableside.demo.story import Story, scene

PARTY = (
    ("d20.create", "name=Ysolde Fenn | dexterity=16 | bonus=4 | armour-class=16 | hit-points=17 | uncanny-dodge=yes"),
    ("campaign.edit", "who=Ysolde | spot=7 | listen=5"),
    ("d20.create", "name=Bram Odder | dexterity=9 | armour-class=18 | hit-points=28"),
    ("campaign.edit", "who=Bram | listen=1"),
    ("d20.create", "name=Tamsin Rook | dexterity=14 | armour-class=13 | hit-points=12"),
    ("campaign.edit", "who=Tamsin | spot=2 | listen=2"),
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Four hundred steps of salt go down inside the lighthouse. The lamp is at the bottom."),
    ("d20.check", "who=Ysolde | check=listen | dc=15"),
    ("d20.add-foe", "name=Brine sentry | count=2 | modifier=1 | armour-class=15 | hit-points=9"),
    ("d20.begin-battle", "aware=Ysolde, Brine sentry 1 | unaware=Bram, Tamsin, Brine sentry 2"),
    ("turn.next", ""),
    ("d20.defence", "who=Bram"),
    ("d20.hurt", "who=Brine sentry 2 | hit-points=6"),
    ("turn.next", ""),
    ("d20.hurt", "who=Tamsin | hit-points=5"),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.end", ""),
    ("campaign.note", "text=The second sentry gives us the name of the one who lights the lamp, and then dissolves."),
    ("campaign.end-session", ""),
    ("campaign.pass-days", "days=1"),
)  # fmt: skip

LAMP = (
    ("campaign.begin-session", ""),
    ("d20.heal", "who=Tamsin | hit-points=3"),
    ("d20.check", "who=Tamsin | check=spot | dc=12"),
    ("campaign.note", "text=At the foot of the stair the keeper is feeding the lamp with maps."),
    ("d20.add-foe", "name=The keeper | modifier=2 | armour-class=17 | hit-points=31"),
    ("d20.begin-battle", ""),
    ("turn.next", ""),
    ("d20.hurt", "who=The keeper | hit-points=7"),
    ("turn.next", ""),
    ("d20.delay", ""),
    ("turn.next", ""),
    ("campaign.condition", "who=Bram | condition=stunned | rounds=1"),
    ("turn.next", ""),
    ("turn.next", ""),
)  # fmt: skip

STORY = Story("The Salt Stair", "d20", (scene(PARTY, 4), scene(LAMP, 21, week=1)))
