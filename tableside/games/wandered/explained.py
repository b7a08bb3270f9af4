"""Explanations of If We Wandered Here Long Enough for the GM, and what players are told of its facts."""

from tableside.wording.told_to_players import (
    HEALED,
    HURT,
    Told,
    told_players_alike,
    told_players_nothing,
    told_players_of_ours,
    told_players_otherwise,
    told_players_whole,
)

EXPLAINED: dict[str, str] = {
    "explained.PBT-when": "A move has to say that dice are rolled; that something is difficult is no reason.",
    "explained.PBT-hit": "All dice are rolled at once, and each 5 or 6 is a hit. Pools are usually of 1 to 4 dice.",
    "explained.PBT-tier": "2 hits or more: full success. 1: success with a complication or a hard choice. 0: something very bad comes, though the aim may still be met.",
    "explained.PBT-pool": "The pool is 1 die, +1 if an approach matches, +1 for using a resource, and what bonuses and the move's questions add.",
    "explained.PBT-min": "At least one die is always rolled.",
    "explained.PBT-rollit": "Roll it: the usual pool, unchanged.",
    "explained.PBT-with": "Roll with something: how much there is of it decides the dice instead of the usual pool, such as a die for each yes.",
    "explained.PBT-n": "Roll N dice: exactly so many.",
    "explained.PBT-plus": "+1 is one die more.",
    "explained.PBT-minus": "-1 is one die fewer.",
    "explained.PBT-onhit": "What is said on a hit happens once if any die hit; on every hit, once for each. Misses likewise, and both may happen.",
    "explained.PBT-adv": "Advantage adds a hit to the result, not a die to the pool.",
    "explained.PBT-dis": "Disadvantage takes a hit off the result, if there is one.",
    "explained.PBT-cat": "Results are named 2+, 1, 1- (1 or 0) and 0.",
    "explained.PBT-d6": "There are only d6.",
    "explained.PBT-nodiff": "Nothing is added or taken for difficulty, tactics or position: a roll is either possible or it is not.",
    "explained.PBT-maths": "A die more is roughly worth a point on 2d6, and no more than roughly: one to four dice come to nothing in 2/3, 4/9, 8/27 and 16/81 of all rolls.",
    "explained.PBT-X-roll": "Rolling N dice ignores bonuses and advantage. Rolling with something begins with 1 die and adds it; misses are 1 to 4.",
    "explained.PBT-X-approach": "A character picks two approaches from the playbook. One that matches is worth one die, never more.",
    "explained.PBT-X-resource": "Giving a die costs a resource a use. Used up without a refresh it is gone, and so it is when damage reaches its durability.",
    "explained.PBT-X-supply": "Up to six boxes of supplies, each of a type; one that matches can be made into a resource.",
    "explained.PBT-X-harm": "There is room for 2 Pains, 2 Wounds and 1 Break; overflow moves up, and past the Break is death. A fifth condition breaks one's limits: XP, and four are erased.",
    "explained.PBT-X-cond": "Some conditions touch dice: they take a hit, bonuses or yesses away; two of them give an approach.",
    "explained.PBT-X-save": "A point of Force, Skill, Charm or Intuition undoes a consequence, never the fact itself. Refreshing oneself brings all back.",
    "explained.PBT-X-moves": "Each rolled move says what its pool is made of, such as a die for any yes, or one for each sacrifice.",
    "explained.PBT-X-danger": "The GM's dangers have no hit points but resources to be removed in the story, and escalations used once. They never roll.",
    "explained.PBT-X-books": "Fighter, Rogue and Wizard are the basic playbooks; Cleric, Druid, Illusionist and Traveler the advanced ones.",
    "explained.PBT-X-trap": "A trap is a pool of 4 to 8 d4. Each check rolls them all and keeps only the fours; without dice it springs.",
    "explained.PBT-X-token": "Each player has a token at the start of a session. Two spent give 1 XP; when all are spent they are handed back.",
    # Conditions
    "condition.afraid": "Disadvantage near what is feared (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.obvious": "Disadvantage on Read the Room (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.weary": "No bonus dice and no advantage (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.distracted": "Research the World comes to one hit at most (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.paranoid": "Dig Up a Secret also brings what 0 hits would (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.obsessed": "Gives an approach that may match (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.reckless": "Gives an approach that may match (PBT-X-cond). Breaking limits erases it, or K ends it.",
    "condition.broken": "The Break is marked: any harm that would go past it is death (PBT-X-harm). Treatment makes it a Wound.",
    "condition.at-the-limit": "Four conditions are marked: the next breaks the limits, for XP, the Limit Break and four erased (PBT-X-harm).",
    "condition.out-of-action": "Overcome: nothing is left to be removed (PBT-X-danger). Another resource on the sheet ends it.",
    "condition.dead": "Harm went past the Break (PBT-X-harm). Only undo takes it back.",
    # Numbers of the sheet
    "part.playbook": "Who they are: it gives the approaches to pick from and the Limit Break (PBT-X-books).",
    "part.approaches": "One that matches what is done adds a die, never more than one (PBT-pool, PBT-X-approach).",
    "part.resources": "One put to use adds a die and ticks a use (PBT-X-resource). Of a danger: what must be removed to overcome it (PBT-X-danger).",
    "part.supplies": "Boxes by type; one that matches can be made into a resource (PBT-X-supply).",
    "part.pains": "The lightest injuries, two fit; a third becomes a Wound. Rest clears one, or all where the table plays so (PBT-X-harm).",
    "part.wounds": "Two fit; a third becomes a Break. Treatment makes each a Pain (PBT-X-harm).",
    "part.breaks": "One fits; past it is death. Treatment makes it a Wound (PBT-X-harm).",
    "part.force": "Points of Defiance: each undoes a consequence that force can stop (PBT-X-save). Refreshing brings them back.",
    "part.skill": "Points of Defiance: each undoes a consequence that skill can stop (PBT-X-save). Refreshing brings them back.",
    "part.charm": "Points of Defiance: each undoes a consequence that charm can stop (PBT-X-save). Refreshing brings them back.",
    "part.intuition": "Points of Defiance: each undoes a consequence that intuition can stop (PBT-X-save). Refreshing brings them back.",
    "part.limit_break": "What happens when a fifth condition breaks their limits (PBT-X-harm).",
    "part.experience": "XP come from broken limits and from spending two tokens (PBT-X-harm, PBT-X-token).",
    "part.attention": "Tokens held: one each at the start of a session; two spent give 1 XP (PBT-X-token).",
    "part.attention_spent": "Tokens spent towards the next XP, which the second one gives (PBT-X-token).",
    "part.escalations": "Each is used once, resets the scene and cannot be defied (PBT-X-danger).",
    "part.trap": "The d4 that are left of a trap: each check keeps only the fours; at 0 it springs (PBT-X-trap).",
    "derived.boxes-carried": "{value} boxes of supplies of 6 at most (PBT-X-supply).",
    "derived.expired-on-day": "Its time is over by day {value} (PBT-X-resource).",
    "derived.uses-left": "No uses are left: its refresh brings them back (PBT-X-resource).",
    # Inputs of rolls
    "input.approach": "One that matches what is done adds a die (PBT-X-approach).",
    "input.resource": "One put to use adds a die and ticks a use (PBT-X-resource).",
    "input.advantage": "Each adds a hit to the result, not a die (PBT-adv).",
    "input.disadvantage": "Each takes a hit off the result, if there is one (PBT-dis).",
}
TOLD: Told = {
    # The pool
    **told_players_of_ours("pool-base", "pool-base-of-move", "pool-begin", "pool-approach", "pool-resource"),
    **told_players_of_ours("pool-special-resource", "pool-move-dice", "pool-fewer-dice", "pool-any-yes"),
    **told_players_of_ours(
        "pool-any-yes-advantage", "pool-count", "pool-sacrifices", "pool-exactly", "pool-advantage"
    ),
    **told_players_of_ours(
        "pool-disadvantage", "pool-afraid", "pool-obvious", "weary-goes-without", "exactly-so-many"
    ),
    **told_players_of_ours("one-die-at-least", "one-of-each", "distracted-cap", "pool-size", "no-dice-left"),
    **told_players_of_ours("kept-worse", "hits-changed"),
    **told_players_whole(
        "sacrifices-happen", "came-to-full", "came-to-mixed", "came-to-worst", "clauses-hit"
    ),
    **told_players_whole("clauses-every-hit-only", "clauses-miss", "secret-found", "paranoid-worst-too"),
    # Traps
    **told_players_nothing("trap-expected", "trap-checked"),
    **told_players_whole("trap-springs"),
    # Harm
    **told_players_otherwise(HURT, "marked-pain", "marked-wound", "marked-break"),
    **told_players_of_ours("no-room-pain", "no-room-wound", "no-room-break"),
    **told_players_whole("harm-is-fatal"),
    **told_players_otherwise(HEALED, "treated-wound", "treated-break"),
    **told_players_of_ours("untreated", "no-pains", "pains-rested", "limits-broken", "conditions-erased"),
    **told_players_of_ours("condition-too-many", "condition-not-erased"),
    **told_players_otherwise("{who} is {condition} now", "condition-marked"),
    **told_players_of_ours("defied", "defied-by-resource", "refreshed-oneself"),
    # Resources
    **told_players_of_ours("resource-ticked", "resource-used-up", "resource-used", "resource-damaged"),
    **told_players_of_ours(
        "resource-destroyed", "resource-refreshed", "supplies-packed", "resource-produced"
    ),
    # Those whom the GM plays
    **told_players_alike("{who} comes in", "danger-added"),
    **told_players_alike("{who} loses {name}", "resource-removed"),
    **told_players_alike("{who} is overcome", "danger-overcome"),
    **told_players_alike("{who} escalates: {name}", "escalated"),
    # Growth
    **told_players_whole("tokens-handed-out"),
    **told_players_of_ours("token-handed-late"),
    **told_players_of_ours("token-spent", "experience-for-tokens", "made", "approaches-to-pick"),
}
