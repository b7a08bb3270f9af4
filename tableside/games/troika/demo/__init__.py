"""The Drowned Lantern, the demo of Troika!: people, places and events are of our own invention."""

from collections.abc import Iterator

from tableside.campaign.campaign import Campaign
from tableside.demo.story import Act, DemoScene, Story, demo_scene
from tableside.rules.table import Kind

TITLE = "The Drowned Lantern"

PARTY: tuple[Act, ...] = (
    (
        "campaign.add-character",
        "name=Ottoline Vash | kind=pc | skill=5 | stamina=max 19 | stamina.current=19"
        " | luck=max 9 | luck.current=9 | weapon=sword | armour=1 | provisions=6 | silver=11"
        " | background=Cartographer of the Under-Canals",
    ),
    ("campaign.edit", "who=Ottoline | skills.new=Sword Fighting 2"),
    ("campaign.edit", "who=Ottoline | skills.new=Canal Lore 3"),
    ("campaign.edit", "who=Ottoline | skills.new=Swim 2"),
    ("campaign.edit", "who=Ottoline | items.new=Sword"),
    ("campaign.edit", "who=Ottoline | items.new=Waxed maps"),
    ("campaign.edit", "who=Ottoline | items.new=Boat hook = spear"),
    ("campaign.edit", "who=Ottoline | items.new=Lantern and oil"),
    (
        "campaign.add-character",
        "name=Brannoch Pike | kind=pc | skill=6 | stamina=max 22 | stamina.current=22"
        " | luck=max 7 | luck.current=7 | weapon=greatsword | armour=2 | provisions=6 | silver=4"
        " | background=Duellist who lost the one that mattered",
    ),
    ("campaign.edit", "who=Brannoch | skills.new=Greatsword Fighting 3"),
    ("campaign.edit", "who=Brannoch | skills.new=Etiquette 1"),
    ("campaign.edit", "who=Brannoch | skills.new=Strength 2"),
    ("campaign.edit", "who=Brannoch | items.new=Greatsword"),
    ("campaign.edit", "who=Brannoch | items.new=Knife"),
    ("campaign.edit", "who=Brannoch | items.new=Barrel of lamp fish"),
    ("campaign.edit", "who=Brannoch | items.new=Rope"),
    ("campaign.edit", "who=Brannoch | items.new=Rival's glove"),
    (
        "campaign.add-character",
        "name=Sister Quill | kind=pc | skill=4 | stamina=max 17 | stamina.current=17"
        " | luck=max 11 | luck.current=11 | weapon=staff | provisions=6 | silver=8"
        " | background=Bell-keeper of a church under water",
    ),
    ("campaign.edit", "who=Quill | spells.new=Jolt 4 (1)"),
    ("campaign.edit", "who=Quill | spells.new=Hush 3 (2)"),
    ("campaign.edit", "who=Quill | skills.new=Bells 3"),
    ("campaign.edit", "who=Quill | skills.new=Healing 2"),
    ("campaign.edit", "who=Quill | items.new=Staff"),
    ("campaign.edit", "who=Quill | items.new=Hand bell"),
    ("campaign.edit", "who=Quill | items.new=Salves"),
    (
        "campaign.add-character",
        "name=Moss | kind=pc | skill=5 | stamina=max 16 | stamina.current=16"
        " | luck=max 8 | luck.current=8 | weapon=bow | armour=1 | provisions=6 | silver=6"
        " | background=Gardener of statues",
    ),
    ("campaign.edit", "who=Moss | skills.new=Bow Fighting 3"),
    ("campaign.edit", "who=Moss | skills.new=Sneak 2"),
    ("campaign.edit", "who=Moss | skills.new=Climb 2"),
    ("campaign.edit", "who=Moss | items.new=Bow"),
    ("campaign.edit", "who=Moss | items.new=Arrows"),
    ("campaign.edit", "who=Moss | items.new=Pruning knife = knife"),
)

FIRST: tuple[Act, ...] = (
    ("campaign.begin-session", ""),
    (
        "campaign.note",
        "text=The lighthouse went out nine days ago. The harbour guild pays 200 silver to whoever "
        "lights it again, and does not say why the last keeper's boots stood full of water.",
    ),
    ("troika.test", "who=Ottoline | skill=Canal Lore"),
    (
        "campaign.note",
        "text=There is a way in below the water line. Only at the lowest tide, and only for an hour.",
    ),
    ("troika.test", "who=Moss | skill=Climb"),
    ("troika.test", "who=Brannoch | skill=Strength | modifier=-2"),
    ("troika.test-luck", "who=Quill"),
    ("campaign.note", "text=The stair behind the door is older than the lighthouse. Somebody polishes it."),
    ("troika.test", "who=Moss | skill=Sneak"),
    ("troika.cast", "who=Quill | spell=Hush"),
    ("troika.test", "who=Ottoline | skill=skill"),
    ("campaign.note", "text=They sleep in the oil store, the door wedged with the Rival's glove."),
    ("troika.eat", "who=Ottoline"),
    ("campaign.end-session", ""),
    ("troika.rest", ""),
)

SECOND: tuple[Act, ...] = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Morning, or so the bells say. Something walks overhead with three feet."),
    ("troika.add-foe", "foe=gremlin | count=2"),
    ("troika.assemble-stack", ""),
)
AFTER_THE_GREMLINS: tuple[Act, ...] = (
    ("turn.end", ""),
    ("campaign.note", "text=One of them had the keeper's ring on a string, with nine others."),
    ("troika.test", "who=Brannoch | skill=Etiquette"),
    ("troika.test", "who=Quill | skill=Bells"),
    ("troika.cast", "who=Quill | spell=Jolt"),
    ("troika.test", "who=Moss | skill=Climb"),
    (
        "campaign.note",
        "text=The lamp room is full of sea water that does not fall. A lantern burns in the middle of it.",
    ),
    ("campaign.end-session", ""),
)

THIRD: tuple[Act, ...] = (
    ("troika.rest", ""),
    ("campaign.begin-session", ""),
    (
        "campaign.note",
        "text=The keeper is still on duty. He has not breathed for nine days, and he is not alone.",
    ),
    ("troika.add-foe", "foe=lizard-man | count=2 | name=Tide warden"),
    ("troika.add-foe", "foe=living-dead | count=1 | name=The keeper"),
    ("troika.test", "who=Ottoline | skill=Canal Lore | modifier=1"),
    ("troika.assemble-stack", ""),
)
THE_WATER_FALLS: tuple[Act, ...] = (
    ("campaign.condition", "who=Moss | condition=drowning"),
    ("campaign.condition", "who=Sister Quill | condition=bleeding | amount=1"),
    ("campaign.note", "text=The hanging water comes down on Moss, who has an arrow on the string."),
    ("troika.draw", ""),
)


def demo_token_fight(campaign: Campaign, turns: int) -> Iterator[Act]:
    """So many turns of the running fight: whoever acts strikes at the other side, Quill with a spell."""
    for _ in range(turns):
        yield "troika.draw", ""
        table = campaign.table
        acting = next(iter(table.order.now), None) if table.order is not None else None
        if acting is None:
            continue
        who = table[acting]
        kind = Kind.PC if who.kind == Kind.ENEMY else Kind.ENEMY
        foes = [each for each in table.in_play(kind) if not each.has("dead")]
        if not foes:
            return
        if who.name == "Sister Quill":
            yield "troika.cast", "who=Sister Quill | spell=Hush"
        else:
            act = "troika.shoot" if who.name == "Moss" else "troika.fight"
            yield act, f"who={who.name} | against={foes[acting % len(foes)].name} | luck=never"


def demo_skill_improvements(campaign: Campaign) -> Iterator[Act]:
    """Everybody tries up to three of what they have ticked."""
    for who in campaign.table.in_play():
        ticked = [row.name for part in ("skills", "spells") for row in getattr(who.sheet, part).ticked]
        if ticked:
            yield "troika.improve", f"who={who.name} | skills={', '.join(ticked[:3])},"


STORY = Story(
    TITLE,
    "troika",
    (
        demo_scene(PARTY, 1),
        demo_scene(FIRST, 2),
        DemoScene(demo_skill_improvements, 3),
        demo_scene(SECOND, 4, week=1),
        DemoScene(lambda campaign: demo_token_fight(campaign, 9), 7),
        demo_scene(AFTER_THE_GREMLINS, 8),
        DemoScene(demo_skill_improvements, 5),
        demo_scene(THIRD, 6, week=2),
        DemoScene(lambda campaign: demo_token_fight(campaign, 5), 9),
        demo_scene(THE_WATER_FALLS, 10),
    ),
)
