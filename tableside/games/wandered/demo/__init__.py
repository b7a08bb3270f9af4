"""The Orchard Past the Map, the demo of If We Wandered Here Long Enough: all of it of our own invention."""

from tableside.demo.story import Act, Story, demo_scene

PARTY: tuple[Act, ...] = (
    (
        "wandered.create",
        "name=Hesper Lune | playbook=wizard | approaches=By lamplight, What the stars owe me",
        *("by-intuition", "by-charm"),
    ),
    ("campaign.edit", "who=Hesper | resources.new=Star lamp 3 refresh 3 (trimmed at dusk)"),
    ("campaign.edit", "who=Hesper | resources.new=Letter of passage worth 2 durability 1"),
    ("campaign.edit", "who=Hesper | limit_break=Every lamp within a mile goes out"),
    (
        "wandered.create",
        "name=Dag Ironmouth | playbook=fighter | approaches=Shoulder first, Nobody behind me",
        *("by-force", "by-skill"),
    ),
    ("campaign.edit", "who=Dag | resources.new=Door shield 2 saves 1 durability 2"),
    ("campaign.edit", "who=Dag | resources.new=Long rope"),
    ("campaign.edit", "who=Dag | limit_break=What stands in the way is not there any more"),
    (
        "wandered.create",
        "name=Pim of the Ferries | playbook=rogue | approaches=I was never here, Fingers like fish",
        *("by-skill", "by-charm"),
    ),
    ("campaign.edit", "who=Pim | resources.new=Borrowed keys 2"),
    ("wandered.pack", "who=Hesper | supply=research | count=2"),
    ("wandered.pack", "who=Dag | supply=cooking | count=1"),
    ("wandered.pack", "who=Pim | supply=shady | count=2"),
)

THE_WALL: tuple[Act, ...] = (
    ("campaign.begin-session", ""),
    (
        "campaign.note",
        "text=The map ends at a wall of pear trees. Somebody has been pruning them, from the other side.",
    ),
    ("wandered.roll-it", "who=Pim | approach=i-was-never-here | move=read-the-room"),
    ("campaign.note", "text=Pim counts nine lanterns moving between the trunks, and no feet."),
    (
        "wandered.roll-it",
        "who=Hesper | approach=by-lamplight | resource=star-lamp | move=research-the-world | any-yes=yes",
    ),
    ("campaign.note", "text=An old surveyor's line: do not eat here, and do not say how many you are."),
    ("wandered.produce", "who=Pim | supply=shady | name=Forged gate pass | uses=1"),
    ("wandered.roll-it", "who=Dag | approach=shoulder-first | resource=long-rope | move=separate"),
    ("campaign.note", "text=The gate gives. Something behind it gave first, and is not pleased."),
    ("wandered.harm", "who=Dag | severity=pain"),
    ("wandered.spend-token", "who=Dag"),
    (
        "campaign.add-clock",
        "name=The orchard wakes | steps=6"
        " | milestones=2 the lanterns turn round; 4 the gate moves; 6 it walks",
    ),
    ("campaign.tick-clock", "clock=the-orchard-wakes | steps=2"),
    ("campaign.end-session", ""),
    ("campaign.pass-days", "days=1"),
)

THE_GARDENER: tuple[Act, ...] = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Morning. The gate has moved a hundred paces to the left while we slept."),
    ("campaign.tick-clock", "clock=the-orchard-wakes | steps=2"),
    ("wandered.rest", ""),
    ("wandered.refresh-resource", "who=Hesper | resource=star-lamp"),
    ("wandered.roll-with", "who=Pim | count=2 | move=risk-everything"),
    (
        "campaign.note",
        "text=Pim leaves the ferry whistle and his left boot under the oldest tree. A door opens.",
    ),
    ("wandered.add-danger", "foe=Root pit | resources= | trap-dice=6"),
    ("wandered.check-trap", "who=Root pit"),
    ("wandered.mark-condition", "who=Pim | condition=afraid"),
    (
        "wandered.add-danger",
        "foe=The Gardener | resources=Shears taller than a man, Bees that listen"
        " | escalations=The trees close the way back",
    ),
    ("turn.begin-list", "who=Dag Ironmouth, The Gardener, Hesper Lune, Pim of the Ferries"),
    ("turn.next", ""),
    ("wandered.roll-it", "who=Dag | approach=nobody-behind-me | resource=door-shield | move=interfere"),
    ("wandered.remove-resource", "who=The Gardener | resource=shears-taller-than-a-man"),
    ("turn.next", ""),
    ("wandered.harm", "who=Dag | severity=wound"),
    ("wandered.defy", "who=Dag | way=by-force"),
    ("campaign.note", "text=The Gardener has more hands than shears. Dag has fewer ribs than this morning."),
    ("turn.next", ""),
    ("wandered.roll-it", "who=Hesper | approach=what-the-stars-owe-me | resource=star-lamp"),
    ("wandered.mark-condition", "who=The Gardener | condition=dazzled | rounds=2"),
    ("wandered.escalate", "who=The Gardener | escalation=the-trees-close-the-way-back"),
    ("campaign.tick-clock", "clock=the-orchard-wakes"),
    ("turn.next", ""),
    ("campaign.note", "text=No way back, one way on. The bees want to know how many we are."),
)

STORY = Story(
    "The Orchard Past the Map",
    "wandered",
    (demo_scene(PARTY, 1), demo_scene(THE_WALL, 1), demo_scene(THE_GARDENER, 2, week=1)),
)
