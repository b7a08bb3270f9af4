"""What is explained of Fell: to the GM, why; to players, what happens."""

from tableside.wording.told_to_players import (
    DOWN,
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
    "explained.FELL-TEST-1": "Anything dangerous that may go wrong is tested with up to three dice: an ability's, one of a weapon, skill or spell, and perhaps a bonus die.",
    "explained.FELL-TEST-2": "Each die by itself hits with a result of the DN or more. One hit passes; with none it may still work, but trouble comes.",
    "explained.FELL-DN": "The DN says how hard it is: very easy 0, easy 2, moderate 4, hard 6, very hard 8, extremely hard 10, nearly impossible 12.",
    "explained.FELL-MAX": "A die that shows its highest number may be rolled again as the next bigger die.",
    "explained.FELL-ADV-1": "With advantage each die may be rolled one step higher on the ladder d4, d6, d8, d10, d12.",
    "explained.FELL-DIS-1": "With disadvantage each die has to be rolled one step lower; one that would fall below d4 is not rolled.",
    "explained.FELL-ADV-2": "Advantages and disadvantages add up and cancel one for one; what is left over moves the dice.",
    "explained.FELL-HELP": "A helper rolls one steel, skill or spell die, and its hit counts for the test. If the test fails, a helper who missed is in trouble too.",
    "explained.FELL-CON-1": "In a contest dice are compared from the highest down: the higher number hits, of equals the bigger die, and a die with none against it hits too. Most hits win.",
    "explained.FELL-EXT": "A long task needs a stated number of hits: it is tested again and again, adding them up, once any trouble is dealt with.",
    "explained.FELL-TURN": "The party acts together as one side. A round is some ten seconds in a fight, ten minutes in a dungeon, an hour in the wild.",
    "explained.FELL-REACT": "A player's own WIL die says how those who are met feel: hostile up to 3, wary up to 5, indifferent up to 7, friendly up to 9, above that helpful.",
    "explained.FELL-LEV": "Whoever has leverage may press it in a contest; each hit makes the reaction one step better.",
    "explained.FELL-ATK-1": "An attack compares dice as a contest does: each hit deals what its die shows, and each miss takes what the die against it shows.",
    "explained.FELL-ATK-2": "Several against one foe: one leads and the rest help, as their action. A miss hurts whose die missed; the foe's dice with none against them hurt the leader.",
    "explained.FELL-MOR": "When the leader is beaten, half are down or a lone foe's HP are halved: a WIL contest. If you win it, roll WIL: up to 3 they retreat, up to 5 they flee, up to 7 they surrender on terms, above that unconditionally.",
    "explained.FELL-DEP": "Whoever lacks food, water, warmth or sleep regains no points. After the first day each further one is a level of fatigue; a good night on a full stomach takes one off.",
    "explained.FELL-HARM": "Harm is taken off ability points. Extreme harm may also make the ability's die smaller.",
    "explained.FELL-DEATH": "At 0 points a d4 tells: 1 dead, 2 dead in d4 rounds, 3 in d4 hours, 4 in d4 days, unless treated. Harm that takes a d4 a step further down is death.",
    "explained.FELL-REST": "A few minutes with something to eat or drink give back what each ability die shows. A good night gives all; a full week one step of a smaller die.",
    "explained.FELL-ADVANCE-1": "Back in safety with treasure won in peril, each ability die is rolled: its highest number makes it a step bigger, a 1 a step smaller.",
    "explained.FELL-ADVANCE-2": "Instead of a bigger INT you may roll it again: a result above the number of skills known gives a skill. WIL does the same for spells.",
    "explained.FELL-X-abil": "BOD, INT and WIL have a die each, from d4 to d12, and as many points as the die's highest number.",
    "explained.FELL-X-create": "A new character rolls a d8 for each ability: up to 4 a d4, up to 6 a d6, above that a d8. Or the player chooses d4, d6, d6 or d4, d4, d8. Then background, age, traits, kit and 3d6 coin.",
    "explained.FELL-X-skill": "Any fitting skill adds the skill die, which is the INT die. Nobody knows more skills than the highest number of that die.",
    "explained.FELL-X-spell": "A spell is a test with a die of any size you like; what that die shows is taken off WIL. The unwilling may make it a contest.",
    "explained.FELL-X-steel": "Each weapon gives its steel die, from d4 for a dagger to d8 for a greatsword. A small one in the off hand gives its die as the bonus die.",
    "explained.FELL-X-armour": "Protection lessens an attack's harm to BOD: brigandine by 1, chain by 2, plate by 3, and shield, helmet and gambeson by 1 each.",
    "explained.FELL-X-slots": "Everybody carries 4 slots and as many as the highest number of the BOD die. A hundred coins fill one.",
    "explained.FELL-X-hire": "A hireling has a d4 hit die, one skill and 8 slots and costs 5 coin a day. Not paid ahead, danger takes a WIL contest.",
    "explained.FELL-X-npc": "Everybody the GM plays has one hit die for everything, and HP of its highest number. At 0 they are beaten.",
    "explained.FELL-X-luck": "A luck die, a d6, answers what nobody knows: the higher the better for the party. A time die goes a step on each round.",
    "explained.FELL-X-rev": "Other versions of the game by the same author are house rules here: dice beyond the ladder, and one highest die that decides a contest or a test.",
    "explained.FELL-X-rev-contest": "In another version of the game the highest single die decides a contest.",
    "explained.FELL-X-rev-test": "In another version only the highest die of a test counts, against a usual DN of 4.",
    # Conditions
    "condition.dying": "Dies when its rounds are over, unless treated (FELL-DEATH).",
    "condition.dying-in-hours": "Dies in so many hours, unless treated (FELL-DEATH). Treatment ends it.",
    "condition.dying-in-days": "Dies in so many days, unless treated (FELL-DEATH). Treatment ends it.",
    "condition.dead": "The d4 of death said so, time ran out, or harm pushed a die below d4 (FELL-DEATH). Only undo takes it back.",
    "condition.out-of-action": "Hit points are at 0: beaten, and the GM says what becomes of them (FELL-X-npc). Regained points end it.",
    "condition.unconscious": "Does not act. It ends with its rounds, or K ends it.",
    "condition.retreated": "Morale failed: has gone back out of the fight (FELL-MOR). K ends it.",
    "condition.fled": "Morale failed: has run out of the fight (FELL-MOR). K ends it.",
    "condition.surrendered-on-terms": "Morale failed: fights no more while the terms are kept (FELL-MOR). K ends it.",
    "condition.surrendered": "Morale failed: has given up (FELL-MOR). K ends it.",
    "condition.deprived": "Lacks food, water, warmth or sleep and regains no points (FELL-DEP). Feed them to end it.",
    "condition.fatigued": "Each level makes the dice of all tests a step smaller (FELL-DEP). A good night on a full stomach takes one off.",
    "condition.overburdened": "Carries more than the slots hold (FELL-X-slots). Dropping things ends it.",
    # Numbers of the sheet
    "part.bod": "The die of the body, rolled in tests and attacks (FELL-TEST-1). Treasure may grow or shrink it (FELL-ADVANCE-1), extreme harm shrinks it (FELL-HARM).",
    "part.int": "The die of the mind, rolled in tests, and the skill die too (FELL-X-skill). Treasure may grow or shrink it (FELL-ADVANCE-1).",
    "part.wil": "The die of the will, rolled in tests, reactions and morale (FELL-REACT, FELL-MOR). Treasure may grow or shrink it (FELL-ADVANCE-1).",
    "part.bod_points": "Harm is taken off them unless said otherwise; at 0 the d4 of death is rolled (FELL-HARM, FELL-DEATH). Rest gives them back (FELL-REST).",
    "part.int_points": "Harm to the mind is taken off them; at 0 the d4 of death is rolled (FELL-DEATH). Rest gives them back (FELL-REST).",
    "part.wil_points": "What a spell's die shows is taken off them (FELL-X-spell); at 0 the d4 of death is rolled (FELL-DEATH). Rest gives them back (FELL-REST).",
    "part.hit_die": "The one die for everything this one does (FELL-X-npc).",
    "part.hit_points": "Harm is taken off them; at 0 they are beaten (FELL-X-npc). At half a lone foe's morale is tested (FELL-MOR).",
    "part.traits": "Ten d10, one for each of the book's trait tables, in its order (FELL-X-create). Type over them what they come to.",
    "part.skills": "Any that fits adds the skill die to a test (FELL-X-skill). New ones come instead of a bigger INT (FELL-ADVANCE-2).",
    "part.spells": "Cast as a test with a die of any size, paid with WIL (FELL-X-spell). New ones come instead of a bigger WIL (FELL-ADVANCE-2).",
    "part.armour": "Brigandine keeps off 1, chain 2, plate 3 of an attack's harm (FELL-X-armour).",
    "part.shield": "Keeps off 1 of an attack's harm (FELL-X-armour).",
    "part.helmet": "Keeps off 1 of an attack's harm (FELL-X-armour).",
    "part.gambeson": "Keeps off 1 of an attack's harm (FELL-X-armour).",
    "part.hide": "What the creature's own skin keeps off an attack's harm, besides what it wears (FELL-X-armour).",
    "part.items": "Things fill slots: there are 4, and as many as the highest number of the BOD die (FELL-X-slots). A weapon's row gives its steel die (FELL-X-steel).",
    "part.rations": "Food: resting and feeding use one up (FELL-REST, FELL-DEP).",
    "part.coin": "Money; a hundred fill a slot (FELL-X-slots).",
    "part.days_deprived": "Days without food, water, warmth or sleep; from the second on each is a level of fatigue (FELL-DEP).",
    "part.fatigue_left": "Fatigue that is left though nothing is lacking any more; a good night takes a level off (FELL-DEP).",
    "part.wage": "Coin a day: 5, and 5 more for each improvement (FELL-X-hire).",
    "part.days_paid": "Days paid ahead; at 0 danger takes a WIL contest (FELL-X-hire).",
    "derived.slots-free": "{value} slots are free. There are 4, and as many as the highest number of the BOD die, or of the hit die (FELL-X-slots).",
    "derived.protection": "Protection {value}: armour, shield, helmet, gambeson and own protection together. It is taken off an attack's harm (FELL-X-armour).",
    "derived.slots-used": "The coins fill {value} slots: one for each full hundred (FELL-X-slots).",
    "derived.skill-die": "The skill die is d{value}, as the INT die is; foes use the hit die (FELL-X-skill).",
    "derived.fatigue": "Fatigue {value}: the dice of all tests are so many steps smaller (FELL-DEP).",
    # Inputs of rolls
    "input.dn": "How hard it is: easy is 2, moderate 4, hard 6, very hard 8 (FELL-DN).",
    "input.advantage": "Each step may make the dice one bigger (FELL-ADV-1).",
    "input.disadvantage": "Each step makes the dice one smaller, and d4s are not rolled (FELL-DIS-1).",
    "input.die": "The second die: of steel, of a skill or of a spell (FELL-TEST-1).",
    "input.bonus-die": "The third die, such as a small weapon in the off hand (FELL-TEST-1, FELL-X-steel).",
    "input.rerolls": "Whether a die at its highest number is rolled again as the next bigger one (FELL-MAX): asked each time, never, or by the program wherever that betters the roll.",
    "input.best": "Our dice at their highest number are rolled again wherever that betters the roll (FELL-MAX).",
    "input.help-die": "Which die the helpers roll: of steel, of a skill or of a spell (FELL-HELP).",
    "input.their-ability": "Whose die the other one rolls first; a foe has one for everything (FELL-X-npc).",
    "input.their-die": "The second die of the other one (FELL-CON-1).",
    "input.their-advantage": "Each step may make the other one's dice one bigger (FELL-ADV-1).",
    "input.their-helpers": "Each rolls one die against us (FELL-HELP).",
    "input.blast": "Who else is in the blast: the harm is split among them (FELL-X-steel).",
    "input.helpers": "Each rolls one die whose hit counts too (FELL-HELP).",
    "input.protection": "What armour keeps off an attack's harm (FELL-X-armour).",
}
_ROLLS: Told = {
    # Which dice, and why
    **told_players_of_ours(
        "die-bod", "die-int", "die-wil", "die-hit-die", "die-skill-die", "die-steel", "die-spell"
    ),
    **told_players_of_ours(
        "die-off-hand", "die-bonus", "die-help", "rolls-instead", "sure-hits", "sure-misses"
    ),
    **told_players_otherwise("{who} has advantage", "fell-advantage"),
    **told_players_otherwise("{who} has disadvantage", "fell-disadvantage"),
    **told_players_of_ours("fatigue-weighs", "fell-thrown", "highest-number", "highest-kept", "stepped-up"),
    **told_players_whole("rolls-nothing"),
    # Tests and spells
    **told_players_otherwise("{who} passes", "fell-test-pass"),
    **told_players_otherwise("{who} fails", "fell-test-fail"),
    **told_players_whole("fell-trouble", "trouble-for-helper", "goal-nearer", "goal-reached"),
    **told_players_otherwise("{who} casts a spell", "fell-casts"),
    **told_players_of_ours("fell-spell-slips", "fell-spell-paid"),
    **told_players_alike("The spell works", "fell-spell-works"),
    **told_players_alike("The spell fails", "fell-spell-fails"),
    # Contests and attacks
    **told_players_alike("{who} hits: {number} against {their_number}", "pair-hit", "pair-hit-by-size"),
    **told_players_alike(
        "{who} misses: {number} against {their_number}", "pair-missed", "pair-missed-by-size"
    ),
    **told_players_alike("{who} and {other} are equal at {number}: nobody hits", "pair-equal"),
    **told_players_alike("{who} and {other} are equal at {number}: both hit", "pair-both"),
    **told_players_alike("{who} hits uncontested: {number}", "pair-uncontested"),
    **told_players_alike("{other} hits uncontested: {number}", "pair-they-uncontested"),
    **told_players_alike("Nothing stands against {number}: no hit", "pair-dropped"),
    **told_players_whole("equal-rolled-again", "contest-rolled-off"),
    **told_players_whole("fell-contest-win", "fell-contest-lose", "fell-contest-tie"),
    **told_players_of_ours("fell-armour-protects"),
    # Encounters: what somebody feels is played, not printed
    **told_players_nothing(
        "fell-reacts-hostile", "fell-reacts-wary", "fell-reacts-indifferent", "fell-reacts-friendly"
    ),
    **told_players_nothing(
        "fell-reacts-helpful", "fell-mood-hostile", "fell-mood-wary", "fell-mood-indifferent"
    ),
    **told_players_nothing("fell-mood-friendly", "fell-mood-helpful"),
    **told_players_nothing(
        "fell-meets-hostile", "fell-meets-wary", "fell-meets-indifferent", "fell-meets-friendly"
    ),
    **told_players_nothing("fell-meets-helpful"),
    **told_players_whole(
        "fell-foe-retreated", "fell-foe-fled", "fell-foe-surrendered-on-terms", "fell-foe-surrendered"
    ),
    **told_players_whole("fell-party-first", "fell-foes-first"),
    **told_players_nothing("fell-foes-halved", "fell-lone-foe-halved"),
    **told_players_nothing("fell-leader-beaten", "fell-force-halved", "fell-alone-and-halved"),
    **told_players_whole("fell-fight-on"),
    **told_players_alike("They retreat", "fell-morale-retreat"),
    **told_players_alike("They flee", "fell-morale-flee"),
    **told_players_alike("They surrender on terms", "fell-morale-conditional-surrender"),
    **told_players_alike("They surrender unconditionally", "fell-morale-unconditional-surrender"),
    **told_players_whole(
        "luck-die", "fell-time", "fell-time-one-minute", "fell-time-one-hour", "fell-time-six-hours"
    ),
}
_LIFE: Told = {
    **told_players_otherwise(HURT, "fell-harmed"),
    **told_players_otherwise(HEALED, "fell-healed"),
    **told_players_whole("fell-beaten", "fell-back"),
    **told_players_otherwise(DOWN, "fell-died", "fell-dying-rounds", "fell-dying-hours", "fell-dying-days"),
    **told_players_otherwise("{who} is treated", "fell-treated", "fell-treated-by"),
    **told_players_of_ours("fell-no-second-death-roll", "fell-still-dying", "fell-still-dying-in-hours"),
    **told_players_of_ours("fell-still-dying-in-days", "fell-was-dying"),
    **told_players_of_ours(
        "fell-die-shrunk", "fell-deprived", "fell-satisfied", "fell-eaten", "fell-no-gain"
    ),
    **told_players_of_ours("fell-points-are-full", "fell-full", "fell-less-fatigue", "fell-die-restored"),
    **told_players_of_ours(
        "fell-die-up", "fell-die-down", "fell-unchanged", "fell-point-lost", "fell-not-learned"
    ),
    **told_players_of_ours("fell-skill-learned", "fell-spell-learned", "fell-created", "fell-spells-known"),
    **told_players_of_ours("fell-background", "fell-past", "fell-coin", "fell-hired", "fell-paid"),
    **told_players_of_ours("fell-hireling-improved", "fell-wages-run-out"),
    **told_players_whole("fell-rounds-passed", "fell-hours-passed"),
    **told_players_of_ours("fell-rounds-left", "fell-hours-left", "fell-days-left"),
}

# A foe's die is its strength: players are told the numbers alone that others' dice fell
TOLD: Told = {**_ROLLS, **_LIFE}
