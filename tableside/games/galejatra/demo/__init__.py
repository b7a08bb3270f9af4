"""The Bell at Kaarnavaara, the demo of Galejatra: all of it of our own invention."""

from tableside.demo.story import Story, demo_scene

PARTY = (
    ("campaign.house-rule", "rule=HEI-AMB-9 | option=reserve-in-play"),
    ("campaign.house-rule", "rule=HEI-X-onni | option=luck-in-play"),
    ("campaign.house-rule", "rule=HEI-X-vaiva | option=ailments-in-play"),
    ("galejatra.create", "name=Aino | concept=Bell founder's last apprentice | skills=Climbing 2, Metalwork 3"),
    ("campaign.edit", "who=Aino | items.new=Forged pitons 2"),
    ("galejatra.create", "name=Väinö Musta | concept=Smuggler of winter roads | skills=Sneaking 3, Skis 2"),
    ("campaign.edit", "who=Väinö | items.new=White cloak 1"),
    ("galejatra.create", "name=Sister Irja | concept=Reads the dead their letters | skills=Lore 3, Healing 1"),
    ("galejatra.obstacle", "name=The bell cliff | aspects=Slippery 3, Steep 2"),
    ("galejatra.obstacle", "name=Ringers in iron masks | aspects=Many 4, Deaf 2"),
    ("campaign.add-clock", "name=The bell is rung | steps=6 | milestones=3 the snow begins to slide; 6 the valley is gone | sight=hidden"),
)  # fmt: skip

CLIMB = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Kaarnavaara has no church and no rope, and every night the bell sounds once more than before."),
    ("galejatra.attempt", "who=Irja | skill=lore | opposition=2 | edge=1"),
    ("galejatra.attempt", "who=Aino | skill=climbing | against=The bell cliff | bypass=slippery | item=forged-pitons | danger=a fall", "yes"),
    ("campaign.note", "text=The pitons hold. Somebody has hammered others here before, and filed off the maker's mark."),
    ("campaign.tick-clock", "clock=the-bell-is-rung"),
    ("galejatra.group-attempt", "members=Aino, Väinö, Irja | skill=sneaking | opposition=2"),
    ("galejatra.attempt", "who=Väinö | skill=sneaking | opposition=3 | item=white-cloak | secret=yes"),
    ("campaign.tick-clock", "clock=the-bell-is-rung | steps=2"),
    ("galejatra.ail", "who=Aino | ailment=sprain | location=left-leg"),
    ("galejatra.rest", ""),
    ("campaign.end-session", ""),
)  # fmt: skip

BELL = (
    ("campaign.begin-session", ""),
    ("campaign.note", "text=Up close the bell has a mouth on the inside. It is learning our names from the people below."),
    ("turn.begin-sides", ""),
    ("turn.next", ""),
    ("galejatra.attempt", "who=Väinö | skill=sneaking | against=Ringers in iron masks | bypass=many | edge=1"),
    ("turn.has-acted", "who=Väinö"),
    ("galejatra.attempt", "who=Aino | skill=metalwork | opposition=4 | help=1"),
    ("turn.next", ""),
    ("campaign.tick-clock", "clock=the-bell-is-rung"),
    ("campaign.condition", "who=Irja | condition=deafened | rounds=2"),
    ("turn.next", ""),
)  # fmt: skip

STORY = Story(
    "The Bell at Kaarnavaara",
    "galejatra",
    (demo_scene(PARTY, 1), demo_scene(CLIMB, 2), demo_scene(BELL, 3, week=1)),
)
