"""Explanations of rules by id, of conditions, and of numbers on sheets, in our own words with worked
examples.

A game's explanations are loaded on first use, since nothing painted unasked needs them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from tableside.games import games_in_use, known_game_ids, load_game
from tableside.wording import label, sentence

EXPLAINED: dict[str, str] = {
    "condition.dead": "Cannot act and has no more turns. Only undo or K takes that back.",
    "condition.dying": "Cannot act until K ends it.",
    "condition.out-of-action": "Cannot act until K ends it.",
    "condition.unconscious": "Cannot act. It ends with its rounds, or K ends it.",
    "condition.stunned": "Cannot act. It ends with its rounds, or K ends it.",
    "condition.own": "Your own condition: the GM says what it does. It ends with its rounds, or K ends it.",
    "part.name": "What they are called everywhere; Enter changes it.",
    "part.kind": "Which side they are on: it decides the tokens, the list they stand in, and what rules hold for them.",
    "part.conditions": "What holds for them now; k adds one with its rounds, K ends one.",
    "part.remark": "What the GM wants to remember of them: it stands under their name in the fight, and no player reads it.",
    "part.dice": "Whether their faces are typed from real dice or rolled by the program; Enter changes it.",
    "part.notes": "Whatever the table wants to remember. No rule reads it.",
    "part.concept": "Who they are in a few words. No rule reads it.",
    "part.background": "What they were before. No rule reads it.",
    "part.age": "How old they are. No rule reads it.",
    "part.traits": "How they look and behave. No rule reads it.",
    # Whose turn it is
    "order.stack": "A token drawn blindly says who acts; End ends the round (TRO-5.2, TRO-5.3).",
    "order.counts": "The highest count acts first, every round (D20-order); ties go to the higher modifier, then to new checks (D20-tie).",
    "order.sides": "All of one side act, in any order they like, then all of the next.",
    "order.list": "The GM's own order: from the top down, unless a turn is handed on.",
    # The oracle
    "explained.ORA-1": "Two d6 are read as a d66. It is a yes from this number on: nearly impossible 66, very unlikely 61, unlikely 51, even 41, likely 31, very likely 21, nearly certain 12.",
    "explained.ORA-2": "The second die shades the answer: for a yes a 6 adds an and, a 1 a but; for a no it is the other way round.",
    # How numbers are read
    "reading.odds": "The chances are exact: all equally likely rolls are counted. An amount is an average.",
    "reading.worth": "The lines under the odds show the chance of the best outcome with one input changed.",
}
Example = tuple[tuple[str, ...], str]

TROIKA: Final[Mapping[str, Example]] = {
    "T01": (("TRO-1.1",), "Rolling under 7, a 3 and a 4 succeed; two 4s do not."),
    "T02": (("TRO-1.1",), "A double 6 fails even against 14; a 5 and a 6 succeed against 12."),
    "T03": (("TRO-1",), "A d3 read off a d6: 1 and 2 count as 1, 3 and 4 as 2, 5 and 6 as 3."),
    "T04": (("TRO-1",), "On d66 a 1 and a 4 are 14; on d666 a 2, a 6 and a 3 are 263."),
    "T05": (
        ("TRO-1.2", "TRO-6.1"),
        "A roll of 4 and 3 with a Skill of 7 makes 14, one of 5 and 2 with 6 makes 13: the 14 wins.",
    ),
    "T06": (
        ("TRO-3.3", "TRO-6.1"),
        "14 against 14: nobody is hurt, unless Luck is tested. With Luck 9 a 4 and a 5 win the tie, two 5s do not; either way it costs 1 Luck.",
    ),
    "T07": (
        ("TRO-7.4", "TRO-8.1"),
        "A double 6 for a total of 16 beats two 5s for a total of 19. The sword's 3 does 6 damage, doubled to 12.",
    ),
    "T08": (("TRO-7.4",), "Both roll a double 6: both weapons shatter, and nobody is hurt."),
    "T09": (
        ("TRO-7.5", "TRO-8.2"),
        "A double 1 loses to a 9, though it makes 17, and the axe's 4 is read as a 5: 8 damage.",
    ),
    "T10": (("TRO-7.5",), "Both roll a double 1: both are hurt, with 1 more on either die."),
    "T11": (
        ("TRO-7.4", "TRO-7.5"),
        "A double 6 against a double 1: the knife's 5 is read as a 6, which does 8, doubled to 16.",
    ),
    "T12": (("TRO-8.2",), "A sword's 5 with 1 more is read as a 6: 8 damage."),
    "T13": (
        ("TRO-9", "TRO-7.6"),
        "Against heavy armour a sword's 2 is read as a 1, the lowest there is: 4 damage. Against light armour and a shield its 6 is read as a 4: 6 damage.",
    ),
    "T14": (
        ("TRO-3.3", "TRO-8.1"),
        "A longsword's 6 with 2 for Luck is read in the last column: 14, doubled to 28.",
    ),
    "T15": (("TRO-9",), "A mace ignores 1 of modest armour's 2, so its 4 is read as a 3: 4 damage."),
    "T16": (("TRO-4.1", "TRO-4.3"), "At 1 Stamina a character is up, at 0 dying, below 0 dead."),
    "T17": (
        ("TRO-5.1.1", "TRO-5.1.4"),
        "Three characters and eight foes of Initiative 2: 6 tokens, 16 and the End token make 23; with the cap, 19.",
    ),
    "T18": (("TRO-5.1.1", "TRO-5.1.4"), "Five characters and fifty goblins: 61 tokens; with the cap, 31."),
    "T19": (
        ("TRO-6.6",),
        "Getting a thing out of slot 7, a 3 and a 4 succeed, a 2 and a 4 do not; two 1s fail even from slot 1.",
    ),
    "T20": (
        ("TRO-10.4",),
        "Twelve things weigh nothing. With thirteen, a Skill of 8 counts as 4: two 2s succeed, a 2 and a 3 do not.",
    ),
    "T21": (
        ("TRO-11.1", "TRO-11.1.1"),
        "Two 5s improve a total of 9, a 4 and a 5 do not. A total of 12 needs a double 6, and then another.",
    ),
    "T22": (
        ("TRO-7.3", "TRO-1.1"),
        "Against somebody unaware a 3 and a 4 hit under 8, and the club's 3 is read as a 5: 6 damage. A double 6 misses even under 13.",
    ),
    "T23": (
        ("TRO-8.2", "TRO-9"),
        "A fusil's 6 with 1 more is a 7. It ignores 1 of heavy armour's 3, so the 7 is read as a 5: 12 damage.",
    ),
    "T24": (
        ("TRO-7.8", "TRO-8.2"),
        "Fighting from the floor, a greatsword's 1 cannot become less than 1: 2 damage.",
    ),
}

FELL: Final[Mapping[str, Example]] = {
    "F01": (("FELL-TEST-1",), "A 4 on a d6 is a hit against DN 4, and one hit passes the test."),
    "F02": (("FELL-TEST-1",), "Against DN 6 a 3 and a 5 are no hits: the test fails."),
    "F03": (("FELL-TEST-1",), "Of a 6, a 2 and a 7, two reach DN 6: the test passes with two hits."),
    "F04": (("FELL-MAX",), "A d4 that shows 4 is rolled again as a d6: its 6 hits DN 6."),
    "F05": (("FELL-MAX",), "A d6 shows 6, and is rolled again as a d8 that shows 8: the 8 counts."),
    "F06": (("FELL-MAX",), "A 4 on a d4 hits DN 4; rolled again as a d6 it shows 2, and the hit is lost."),
    "F07": (("FELL-DN",), "Against DN 0 even a 1 hits; against DN 12 only a 12 on a d12."),
    "F08": (
        ("FELL-ADV-1", "FELL-DIS-1", "FELL-ADV-2"),
        "A d6 with advantage is rolled as a d8. A d4 with disadvantage is not rolled, nor a d6 with two. A d8 with two advantages and one disadvantage is a d10.",
    ),
    "F09": (("FELL-ADV-1",), "There is no die above a d12: advantage leaves it a d12."),
    "F10": (("FELL-CON-1",), "A 6 beats a 5, and no die stands against the 3: 2 hits to 0."),
    "F11": (("FELL-CON-1",), "A 5 on a d8 beats a 5 on a d6: the bigger die wins."),
    "F12": (("FELL-CON-1",), "Two d6 both show 4: neither hits."),
    "F13": (("FELL-CON-1",), "7 beats 5, and 3 beats 2: one hit each is a tie."),
    "F14": (("FELL-ATK-1",), "7 and 2 against 5 and 3 as an attack: deals 7, takes 3."),
    "F15": (("FELL-ATK-1",), "A 3 against a 5 and a 1 deals nothing and takes both, 6 harm."),
    "F16": (
        ("FELL-ATK-2",),
        "A leader's 5 and 2 and a helper's 4 against 8 and 3 deal 6; the leader takes the 8.",
    ),
    "F17": (
        ("FELL-ATK-2",),
        "A leader's 7 and a helper's 2 against 9, 6 and 1 deal nothing: the helper takes 6, the leader 10.",
    ),
    "F18": (
        ("FELL-REACT",),
        "On the WIL die 1 and 3 are hostile, 4 and 5 wary, 6 indifferent, 8 friendly, 10 and 12 helpful.",
    ),
    "F19": (
        ("FELL-MOR",),
        "A 3 means retreat, a 4 flight, a 7 surrender on conditions, an 8 without conditions.",
    ),
    "F20": (("FELL-DEP",), "The first day of deprivation costs nothing yet; two days cost 1, four days 3."),
    "F21": (
        ("FELL-ADVANCE-1",),
        "A d6 that shows 6 becomes a d8; showing 1 it becomes a d4; showing 4 it stays. A d4 gets no smaller, a d12 no bigger.",
    ),
    "F22": (
        ("FELL-ADVANCE-2",),
        "INT d6 shows 6, and then a 4: whoever knows three skills learns a fourth, whoever knows four learns nothing.",
    ),
}

GALEJATRA: Final[Mapping[str, Example]] = {
    "H01": (("HEI-4-resolve",), "A 4 against a 3 leaves 1 against 0: success."),
    "H02": (("HEI-4-resolve",), "No die is left on either side: a tie, and ties are successes."),
    "H03": (("HEI-4-resolve",), "6 and 1 against 4 and 5 leave 1 against 2: failure."),
    "H04": (("HEI-4-resolve",), "5, 4 and 1 against two 6s leave 2 against 2: success."),
    "H05": (("HEI-4-resolve",), "The player's 3 is removed and the 4 against it stays: failure."),
    "H06": (("HEI-3-zero",), "Where nothing opposes, nothing is rolled, however many dice there are."),
    "H07": (("HEI-2-base", "HEI-2-taito"), "With a skill of 3 one rolls 4 dice."),
    "H08": (
        ("HEI-2-paikkaus",),
        "A skill that fits in part makes 2, 2, 3, 3 and 4 dice at the levels 1 to 5.",
    ),
    "H09": (
        ("HEI-2-apu",),
        "Without any skill: 2 dice with a helper of level 1 or 2, 3 with one of level 3, and 3 with two helpers of 2 and 4.",
    ),
    "H10": (
        ("HEI-S-all",),
        "Everybody helps: the levels 1, 3 and 4 add 1, 2 and 2 to the first die, which makes 6.",
    ),
    "H11": (
        ("HEI-2-min", "HEI-X-vaiva"),
        "An ailment of 2 takes more than the one die there is: 1 is rolled all the same.",
    ),
    "H12": (
        ("HEI-3-worst", "HEI-3-haitta"),
        "A cliff that is slippery 3 and steep 2 opposes climbing by hand with 3 dice, with pitons 2, with a rope none; by hand at dusk 4, in the dark 5.",
    ),
    "H13": (
        ("HEI-0-bands",),
        "1 and 2 dice are easy, 3 and 5 challenging, 6 and 9 hard; 0 is no difficulty at all.",
    ),
    "H14": (
        ("HEI-X-ponnistaa",),
        "6 and 2 fail against 5 and 4. For 1 reserve the 2 becomes a 6: 2 against 2, a success.",
    ),
    "H15": (
        ("HEI-X-ponnistaa", "HEI-AMB-7"),
        "A 6 fails against 4 and 5, and no die is left to turn: nothing is paid.",
    ),
    "H16": (
        ("HEI-X-both",),
        "1 and 2 against 4 and 6: exerting makes it 1 against 2; pushing as well makes it 2 against 2, at the price of an ailment.",
    ),
    "H17": (
        ("HEI-S-group", "HEI-AMB-10"),
        "Three of five succeed as a group, two of five do not; two of four do, and one of two.",
    ),
    "H18": (("HEI-X-onni",), "Without a skill, a luck die makes it 2 dice."),
    "H19": (
        ("HEI-1",),
        "Skill 2, a helper of 3, gear of 2, an edge and an ailment of 1: 1 + 2 + 2 + 2 + 1 \N{MINUS SIGN} 1 = 7 dice.",
    ),
}

WANDERED: Final[Mapping[str, Example]] = {
    "P01": (
        ("PBT-hit", "PBT-tier"),
        "One die that shows 5 is one hit: a mixed success. One die cannot do better.",
    ),
    "P02": (("PBT-hit", "PBT-tier"), "A 6 is a hit as a 5 is, and no more than one."),
    "P03": (("PBT-tier",), "Three 4s are no hit: the worst."),
    "P04": (("PBT-tier",), "A 5 and a 6 are two hits: a full success."),
    "P05": (
        ("PBT-pool",),
        "One die to begin with, 2 with an approach, 3 with a resource besides, 4 with a bonus on top.",
    ),
    "P06": (("PBT-min",), "One die, less one, is still one die."),
    "P07": (("PBT-adv",), "With advantage a 2 and a 3 make one hit."),
    "P08": (("PBT-adv",), "With advantage a 5 and a 1 make two hits."),
    "P09": (
        ("PBT-dis",),
        "Disadvantage leaves one hit of a 5 and a 6, and none of a 6; of no hit it takes nothing.",
    ),
    "P10": (
        ("PBT-AMB-1",),
        "Advantage and disadvantage together change nothing: 0, 1 and 2 hits stay what they are.",
    ),
    "P11": (
        ("PBT-n", "PBT-AMB-8"),
        "Roll 2 dice means 2, whatever approach, resource or advantage there is: a 5 and a 1 are one hit.",
    ),
    "P12": (("PBT-with", "PBT-AMB-6"), "Roll with yesses: 1 die without any, 3 with two of them."),
    "P13": (
        ("PBT-onhit",),
        "5, 6, 2 and 6: what comes on every hit comes three times, what comes on every miss once.",
    ),
    "P14": (("PBT-onhit",), "A 6 and a 1: what comes on a hit and what comes on a miss both come, once."),
    "P15": (("PBT-tier",), "Four 5s are four hits, and the same full success as two."),
    "P16": (("PBT-cat",), "A result of 1- means no hit or one hit; two hits are not."),
}

D20: Final[Mapping[str, Example]] = {
    "D01": (("D20-check", "D20-order"), "12 + 2 is 14 and 15 + 0 is 15: the 15 acts first."),
    "D02": (("D20-tie",), "12 + 3 and 14 + 1 are both 15: the modifier of 3 acts first."),
    "D03": (("D20-tie",), "10 + 2 twice: they roll off, 13 acts before 7, and both stay on 12."),
    "D04": (
        ("D20-tie", "D20-X-tie"),
        "Three have 14: the modifier of 4 first; the two others roll off, 5 and 5, then 18 and 3.",
    ),
    "D05": (
        ("D20-check",),
        "A 20 on the die less 1 is 19, against 18 + 2 = 20: a natural 20 does not win by itself.",
    ),
    "D06": (("D20-check",), "A 1 on the die + 6 is 7, and acts before a 6."),
    "D07": (
        ("D20-sround", "D20-unaware"),
        "Two are aware and two are not: the two aware act in a surprise round, the others are flat-footed.",
    ),
    "D08": (("D20-sround",), "Nobody is aware of the others: there is no surprise round."),
    "D09": (("D20-sround",), "Everybody is aware: there is no surprise round."),
    "D10": (("D20-sround",), "One of each side is aware: these two have the surprise round."),
    "D11": (
        ("D20-ff", "D20-ud"),
        "Armour Class 16 with Dexterity 3 is 13 flat-footed, 16 with uncanny dodge; 12 with Dexterity \N{MINUS SIGN}1 stays 12.",
    ),
    "D12": (("D20-tie",), "15 + 2, 16 + 1 and 17 + 0 are all 17, and act in this order."),
    "D13": (("D20-X-delay",), "Who delays from 18 and acts after the 9 has 9 from now on, behind it."),
    "D14": (
        ("D20-X-ready",),
        "Who was ready from 12 and acts upon somebody on 7 does so first, and stands just before them from then on.",
    ),
    "D15": (("D20-inact",), "Who is stunned on 17 for two rounds keeps 17 and goes on there."),
}

EXAMPLES: Final[Mapping[str, Example]] = {**TROIKA, **FELL, **GALEJATRA, **WANDERED, **D20}


@cache
def explained_in_games(games: tuple[str, ...]) -> Mapping[str, str]:
    """The explanations of the games with these ids."""
    return {key: text for id in games for key, text in load_game(id).explained().items()}


def explained(game: str, kind: str, id: str) -> str:
    """The explanation of a condition, a part or a derived value of a game's sheet; empty if it needs none."""
    key = f"{kind}.{id}"
    return explained_in_games((game,)).get(key) or EXPLAINED.get(key, "")


def rule_explained(id: str) -> str:
    """The text of a rule; empty for an id without one. The answers of open questions are separate."""
    key = f"explained.{id}"
    in_use = explained_in_games(games_in_use()).get(key) or EXPLAINED.get(key)
    return in_use or explained_in_games(known_game_ids()).get(key, "")


def question_explained(id: str, options: tuple[str, ...], reading: str, where: str = "Here") -> str:
    """An open question of the rules, its present reading, and the other readings."""
    others = [label("option", each) for each in options if each != reading]
    instead = f" (or: {'; '.join(others)})" if others else ""
    read = label("option", reading)
    answer = read if reading in options else sentence("why", "misread", reading=read)
    return f"{label('rule', id)} {where}: {answer}{instead}."


def explained_rule_ids() -> tuple[str, ...]:
    """The ids of all rules that have a text."""
    keys = (*explained_in_games(known_game_ids()), *EXPLAINED)
    return tuple(key.removeprefix("explained.") for key in keys if key.startswith("explained."))
