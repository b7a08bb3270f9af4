"""The Salt Stair, the demo of d20: all of it of our own invention."""

from tableside.demo.story import Story, demo_scene

PARTY = (
    (
        "d20.create",
        "name=Ysolde Fenn | dexterity=16 | bonus=4 | armour-class=16 | hit-points=17 | uncanny-dodge=yes"
        " | attacks=rapier +6 1d6+1/18-20, shortbow +6 ranged 1d6/x3",
    ),
    ("campaign.edit", "who=Ysolde | spot=7 | listen=5 | fortitude=1 | reflex=7 | will=2 | skills=Climb 4, Hide 7"),
    ("d20.create", "name=Bram Odder | dexterity=9 | armour-class=18 | hit-points=28 | attacks=warhammer +6 1d8+3/x3"),
    ("campaign.edit", "who=Bram | listen=1 | touch=9 | fortitude=6 | will=4 | strength=16 | skills=Heal 5"),
    ("d20.create", "name=Tamsin Rook | dexterity=14 | armour-class=13 | hit-points=12 | attacks=dagger +3 1d4/19-20"),
    ("campaign.edit", "who=Tamsin | spot=2 | listen=2 | reflex=3 | will=5"),
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Four hundred steps of salt go down inside the lighthouse. The lamp is at the bottom."),
    ("d20.check", "who=Ysolde | check=listen | dc=15"),
    ("d20.add-foe", "name=Brine sentry | count=2 | modifier=1 | dexterity=12 | armour-class=15 | hit-points=9 | attacks=2 claws +4 1d4+1"),
    ("d20.begin-battle", "aware=Ysolde, Brine sentry 1 | unaware=Bram, Tamsin, Brine sentry 2"),
    ("turn.next", ""),
    ("d20.defence", "who=Bram"),
    ("d20.attack", "who=Ysolde | against=Brine sentry 2"),
    ("turn.next", ""),
    ("d20.attack", "who=Brine sentry 1 | against=Tamsin"),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("turn.next", ""),
    ("d20.full-attack", "who=Brine sentry 1 | against=Tamsin, Ysolde"),
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
    ("d20.add-foe", "name=The keeper | modifier=2 | dexterity=14 | armour-class=17 | hit-points=31 | attacks=hook +7/+2 1d8+4/x3, or lamp oil +6 ranged touch 1d6"),
    ("d20.begin-battle", ""),
    ("turn.next", ""),
    ("d20.attack", "who=Tamsin | against=The keeper"),
    ("turn.next", ""),
    ("d20.delay", ""),
    ("turn.next", ""),
    ("campaign.condition", "who=Bram | condition=stunned | rounds=1"),
    ("turn.next", ""),
    ("turn.next", ""),
)  # fmt: skip

STORY = Story("The Salt Stair", "d20", (demo_scene(PARTY, 4), demo_scene(LAMP, 21, week=1)))
