"""The Toll Under Greywater, the demo of Fell: all of it of our own invention."""

from tableside.demo.story import Story, demo_scene

PARTY = (
    ("fell.create", "name=Maud Sallow | skill=survival | background=Eel catcher"),
    ("campaign.edit", "who=Maud | items.new=Boat spear = longsword"),
    ("campaign.edit", "who=Maud | shield=yes"),
    ("campaign.edit", "who=Maud | gambeson=yes"),
    ("fell.create", "name=Corin Vetch | skill=lore | background=Clerk of the drowned parish"),
    ("campaign.edit", "who=Corin | spells.new=Still Water"),
    ("campaign.edit", "who=Corin | items.new=Dagger"),
    ("fell.create", "name=Old Hob | skill=skullduggery | background=Bridge burglar"),
    ("campaign.edit", "who=Old Hob | items.new=Shortbow"),
    ("campaign.edit", "who=Old Hob | helmet=yes"),
    ("fell.hire", "name=Nan the Lamp | skill=athletics | days=3 | payer=Old Hob"),
)

DOWN = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=The river under Greywater charges a toll. Nobody remembers agreeing to it."),
    ("fell.do-test", "who=Maud | ability=bod | dn=4 | die=skill-die | helpers=Nan", "no", "no"),
    ("fell.do-test", "who=Old Hob | ability=int | dn=6 | die=skill-die | advantage=1", "no", "no"),
    ("turn.begin-sides", "party=Maud Sallow, Corin Vetch, Old Hob, Nan the Lamp | pace=dungeon"),
    ("turn.next", ""),
    ("fell.work-on", "who=Corin | ability=int | goal=Read the toll board | needed=4 | dn=4 | die=skill-die", "no", "no"),
    ("turn.next", ""),
    ("fell.work-on", "who=Corin | ability=int | goal=Read the toll board | dn=4 | die=skill-die", "no", "no"),
    ("turn.end", ""),
    ("campaign.note", "text=The board says: one breath from each, or one name between them."),
    ("fell.add-foe", "die=d6 | count=3 | name=Toll keeper | protection=1"),
    ("fell.react", "who=Corin | against=Toll keeper 1"),
    ("fell.leverage", "who=Corin | against=Toll keeper 1 | reaction=wary", "no", "no"),
    ("campaign.note", "text=They want the name. Old Hob offers them his, and they know it is not his."),
    ("fell.deprive", "who=Maud | days=1"),
    ("fell.rest", "kind=night"),
    ("campaign.end-session", ""),
)  # fmt: skip

THE_RIVER = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=The keepers come up out of the water in single file, each with a slate around its neck."),
)  # fmt: skip

THE_FIGHT = (
    ("campaign.note", "text=The three slates say the same: Old Hob. He says that he cannot read."),
    ("fell.who-first", "who=Old Hob | against=Toll keeper 1", "no", "no"),
    ("turn.begin-sides", "first=party"),
    ("turn.next", ""),
    ("fell.attack-foe", "who=Maud | against=Toll keeper 1 | helpers=Nan", "no", "no", "no", "no"),
    ("turn.has-acted", "who=Maud"),
    ("fell.attack-foe", "who=Old Hob | against=Toll keeper 2", "no", "no", "no"),
    ("turn.next", ""),
    ("fell.attack-foe", "who=Toll keeper 3 | against=Corin", "no", "no", "no"),
    ("campaign.condition", "who=Corin | condition=knee-deep in the river | rounds=2"),
    ("turn.next", ""),
    ("fell.cast", "who=Corin | spell=still-water | spell-die=d6 | dn=4", "no", "no"),
)  # fmt: skip

STORY = Story(
    "The Toll Under Greywater",
    "fell",
    (
        demo_scene(PARTY, 1),
        demo_scene(DOWN, 3),
        demo_scene(THE_RIVER, 4, week=1),
        demo_scene(THE_FIGHT, 4, week=1),
    ),
)
