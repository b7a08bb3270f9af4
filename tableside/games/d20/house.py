"""The open questions of the game (D20-AMB) as switches of a campaign, and how often readings changed."""

from typing import Final

from tableside.frozen import frozen
from tableside.rules.ruleset import House, house_question, house_rules


@frozen
class D20House(House):
    """How this group reads the rules: the id of an answer for each open question."""

    roll_off_number: str = house_question("D20-AMB-1", "number-stays", "number-replaced")
    tied_again: str = house_question("D20-AMB-2", "tied-roll-again", "gm-picks", "pcs-first")
    roll_off_formula: str = house_question("D20-AMB-3", "same-modifier")
    dexterity_penalty: str = house_question("D20-AMB-4", "penalty-applies", "plain-ac")
    natural_faces: str = house_question("D20-AMB-5", "nothing-special")
    dodge_and_attacks: str = house_question("D20-AMB-6", "forbidden", "allowed")
    surprise_round_actors: str = house_question("D20-AMB-7", "ready-once-acted", "until-regular-turn")
    one_roll_for: str = house_question("D20-AMB-8", "each", "groups-of-foes")
    late_joiners: str = house_question("D20-AMB-9", "at-next-count", "at-end-of-round")
    each_round: str = house_question("D20-AMB-10", "number-kept", "rolled-anew")
    massive_damage: str = house_question("D20-AMB-11", "save-or-die", "points-alone")
    the_dying: str = house_question("D20-AMB-12", "roll-each-round", "gm-notes-them")
    least_damage: str = house_question("D20-AMB-13", "one-for-the-total", "one-for-each-roll")


HOUSE_RULES = house_rules(D20House)
OF_WOUNDS = ("D20-AMB-11", "D20-AMB-12", "D20-AMB-13")
OF_ORDER = tuple(each for each in HOUSE_RULES if each.id not in OF_WOUNDS)
"""Those that a campaign of another game has to decide too if it takes turns in this order."""

REVISIONS: Final = {
    **dict.fromkeys(("d20.check", "d20.defence", "d20.hurt", "d20.heal"), 1),  # conditions count
    "d20.save": 1,  # a blow may require a save
    "D20-X-full": 1,  # attacks left over go to another target when theirs has gone down
    "D20-X-stable": 1,  # the dying roll, and the helpless dodge nothing
    "campaign.add-kinds": 1,  # after an attack, several foes with theirs are read as foes
    "campaign.encounter": 1,
    "d20.begin-battle": 1,  # prisoners are no foes in it
    "d20.first-aid": 1,  # it tells who receives it
    "d20.fire": 1,  # it is a step of the turn order
    "d20.add-foe": 1,  # what initiative exceeds Dexterity by is its bonus
}
"""The number of corrections of each reading."""
