"""Worked examples of the rules, by the ids of the rows that prove them: what each shows, in words of ours."""

from collections.abc import Mapping
from typing import Final

Example = tuple[tuple[str, ...], str]

TROIKA: Final[Mapping[str, Example]] = {
    "T01": (("TRO-1.1",), "Under 7 a 3 and a 4 succeed; two 4s do not."),
    "T02": (("TRO-1.1",), "A double 6 fails even under 14; a 5 and a 6 succeed under 12."),
    "T03": (("TRO-1",), "A d3 off a d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3."),
    "T04": (("TRO-1",), "A 1 and a 4 are 14 on d66; 2, 6 and 3 are 263 on d666."),
    "T05": (("TRO-1.2", "TRO-6.1"), "4 and 3 with 7 make 14, 5 and 2 with 6 make 13: the 14 wins."),
    "T06": (
        ("TRO-3.3", "TRO-6.1"),
        "14 meets 14: nobody is hurt, unless Luck is tested. With Luck 9 a 4 and a 5 win, two 5s do not; either costs 1 Luck.",
    ),
    "T07": (
        ("TRO-7.4", "TRO-8.1"),
        "A double 6 that makes 16 beats two 5s that make 19, and the 6 that the sword's 3 stands for is doubled: 12.",
    ),
    "T08": (("TRO-7.4",), "Both roll a double 6: both weapons shatter, and nobody is hurt."),
    "T09": (
        ("TRO-7.5", "TRO-8.2"),
        "A double 1 that makes 17 loses to 9, and the axe's 4 is read as a 5: 8.",
    ),
    "T10": (("TRO-7.5",), "Both roll a double 1: both are hurt, with 1 more on either die."),
    "T11": (
        ("TRO-7.4", "TRO-7.5"),
        "A double 6 meets a double 1: the knife's 5 is read as a 6, which is 8, and doubled 16.",
    ),
    "T12": (("TRO-8.2",), "A sword's 5 with 1 more is read as a 6: 8."),
    "T13": (
        ("TRO-9", "TRO-7.6"),
        "A sword's 2 against heavy armour is read as a 1, the least there is: 4. Its 6 against light armour and a shield is read as a 4: 6.",
    ),
    "T14": (
        ("TRO-3.3", "TRO-8.1"),
        "A longsword's 6 with 2 for Luck stands in the last column: 14, and doubled 28.",
    ),
    "T15": (("TRO-9",), "A mace ignores 1 of modest armour's 2, so its 4 is read as a 3: 4."),
    "T16": (("TRO-4.1", "TRO-4.3"), "At 1 Stamina one is up, at 0 dying, below it dead."),
    "T17": (
        ("TRO-5.1.1", "TRO-5.1.4"),
        "Three characters and eight foes of Initiative 2: 6, 16 and the End token make 23; with the cap 19.",
    ),
    "T18": (("TRO-5.1.1", "TRO-5.1.4"), "Five characters and fifty goblins: 61 tokens, with the cap 31."),
    "T19": (
        ("TRO-6.6",),
        "From slot 7 a 3 and a 4 get it, a 2 and a 4 do not; two 1s do not even from slot 1.",
    ),
    "T20": (
        ("TRO-10.4",),
        "Twelve things cost nothing. With thirteen Skill 8 counts as 4: two 2s succeed, a 2 and a 3 do not.",
    ),
    "T21": (
        ("TRO-11.1", "TRO-11.1.1"),
        "A total of 9 is raised by two 5s, not by a 4 and a 5. A total of 12 needs a double 6, and then another.",
    ),
    "T22": (
        ("TRO-7.3", "TRO-1.1"),
        "The unaware are hit under 8 by a 3 and a 4, and the club's 3 is read as a 5: 6. A double 6 misses even under 13.",
    ),
    "T23": (
        ("TRO-8.2", "TRO-9"),
        "A fusil's 6 with 1 more is 7; it ignores 1 of heavy armour's 3, so it is read as a 5: 12.",
    ),
    "T24": (
        ("TRO-7.8", "TRO-8.2"),
        "The greatsword's 1 of one who lies on the floor cannot become less than 1: 2.",
    ),
}

FELL: Final[Mapping[str, Example]] = {
    "F01": (("FELL-TEST-1",), "A 4 on a d6 hits difficulty 4: one hit passes."),
    "F02": (("FELL-TEST-1",), "A 3 and a 5 do not reach 6: no hit, no pass."),
    "F03": (("FELL-TEST-1",), "Of 6, 2 and 7 two reach 6: it passes with two hits."),
    "F04": (("FELL-MAX",), "A d4 shows its 4 and is rolled again as a d6: a 6 hits difficulty 6."),
    "F05": (("FELL-MAX",), "A d6 shows its 6, and the d8 after it an 8: that is what counts."),
    "F06": (
        ("FELL-MAX",),
        "A 4 on a d4 hits difficulty 4, but rolled again it becomes a 2: the hit is gone.",
    ),
    "F07": (("FELL-DN",), "Against 0 even a 1 hits; against 12 a 12 on a d12 does."),
    "F08": (
        ("FELL-ADV-1", "FELL-DIS-1", "FELL-ADV-2"),
        "A d6 with advantage is a d8; a d4 with disadvantage is not rolled, nor is a d6 with two; a d8 with two against one is a d10.",
    ),
    "F09": (("FELL-ADV-1",), "No die is bigger than a d12: advantage leaves it one."),
    "F10": (("FELL-CON-1",), "A 6 beats the 5, and a 3 has nobody against it: 2 to 0."),
    "F11": (("FELL-CON-1",), "A 5 on a d8 beats a 5 on a d6: the bigger die wins."),
    "F12": (("FELL-CON-1",), "Two d6 that show 4 leave each other alone: nobody hits."),
    "F13": (("FELL-CON-1",), "7 beats 5, and 3 beats 2: one hit each is a tie."),
    "F14": (("FELL-ATK-1",), "The same as an attack deals 7 and takes 3."),
    "F15": (("FELL-ATK-1",), "A 3 against a 5 and a 1 deals nothing and takes 6."),
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
        "1 and 3 are hostile, 4 and 5 wary, 6 indifferent, 8 friendly, 10 and 12 helpful.",
    ),
    "F19": (("FELL-MOR",), "3 retreats, 4 flees, 7 gives in for something in return, 8 without."),
    "F20": (("FELL-DEP",), "No day without and one day without cost nothing yet; two cost 1, four cost 3."),
    "F21": (
        ("FELL-ADVANCE-1",),
        "A d6 that shows 6 becomes a d8, one that shows 1 a d4, one that shows 4 stays. A d4 gets no smaller, a d12 no bigger.",
    ),
    "F22": (
        ("FELL-ADVANCE-2",),
        "A 6 on INT d6 and then a 4 teaches somebody with three skills a fourth, and somebody with four nothing.",
    ),
}

GALEJATRA: Final[Mapping[str, Example]] = {
    "H01": (("HEI-4-resolve",), "A 4 against a 3 is 1 against 0: success."),
    "H02": (("HEI-4-resolve",), "Nothing is left on either side: a tie, and so a success."),
    "H03": (("HEI-4-resolve",), "6 and 1 against 4 and 5 is 1 against 2: failure."),
    "H04": (("HEI-4-resolve",), "5, 4 and 1 against two 6s is 2 against 2: success."),
    "H05": (("HEI-4-resolve",), "A 3 is removed and the 4 against it stays: failure."),
    "H06": (("HEI-3-zero",), "Against no dice nothing is thrown, however many one has."),
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
        "A cliff, slippery 3 and steep 2: 3 dice by hand, 2 with pitons, none with a rope; by hand 4 at dusk and 5 in the dark.",
    ),
    "H13": (
        ("HEI-0-bands",),
        "1 and 2 dice are easy, 3 and 5 challenging, 6 and 9 hard; 0 is no difficulty at all.",
    ),
    "H14": (
        ("HEI-X-ponnistaa",),
        "6 and 2 against 5 and 4 fails; the 2 turned to a 6 makes it 2 against 2, for 1 reserve.",
    ),
    "H15": (
        ("HEI-X-ponnistaa", "HEI-AMB-7"),
        "A 6 against 4 and 5 fails, and there is no die to turn: nothing is paid.",
    ),
    "H16": (
        ("HEI-X-both",),
        "1 and 2 against 4 and 6: exerting makes it 1 against 2, pushing after it 2 against 2, and an ailment.",
    ),
    "H17": (
        ("HEI-S-group", "HEI-AMB-10"),
        "Three of five succeed as a group, two of five do not; two of four do, and one of two.",
    ),
    "H18": (("HEI-X-onni",), "Without a skill a luck die makes 2 dice."),
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
    "P03": (("PBT-tier",), "Three 4s are no hit."),
    "P04": (("PBT-tier",), "A 5 and a 6 are two hits: a full success."),
    "P05": (
        ("PBT-pool",),
        "One die to begin with, 2 with an approach, 3 with a resource besides, 4 with a bonus on top.",
    ),
    "P06": (("PBT-min",), "One die less than one is still one."),
    "P07": (("PBT-adv",), "2 and 3 with advantage make one hit."),
    "P08": (("PBT-adv",), "A 5 and a 1 with advantage make two hits."),
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
    "P16": (("PBT-cat",), "No hit and one hit are both 1-; two are not."),
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
        "A 20 on the die less 1 is 19, and 18 + 2 is 20: a natural 20 wins nothing by itself.",
    ),
    "D06": (("D20-check",), "A 1 on the die and 6 is 7, and acts before 6."),
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
