"""The open questions of the rulebook (FELL-AMB) as switches of a campaign, each with its default.
Two more are other revisions by the same author (FELL-X-rev).
"""

from tableside.frozen import frozen
from tableside.rules.ruleset import House, house_question, house_rules


@frozen
class FellHouse(House):
    """How this group reads the rules: the id of an answer for each open question."""

    step_up: str = house_question("FELL-AMB-1", "replaces", "keep-better", "adds", "one-step")
    """What rerolling a die that shows its highest number does."""
    step_up_at_d12: str = house_question("FELL-AMB-2", "no-next-die", "reroll-d12")
    step_up_in: str = house_question("FELL-AMB-3", "tests-and-contests", "tests-only")
    off_the_ladder: str = house_question("FELL-AMB-4", "stays-d12", "automatic", "bonus-d4")
    """Advantage on a d12. `automatic`: above d12 a sure hit, below d4 a sure miss (FELL-X-rev)."""
    no_dice: str = house_question("FELL-AMB-5", "fails", "at-least-d4")
    compared: str = house_question("FELL-AMB-6", "by-result", "by-size")
    equal_dice: str = house_question("FELL-AMB-7", "nobody-hits", "both-hit", "roll-again")
    equal_hits: str = house_question("FELL-AMB-8", "tied", "highest-die")
    uncontested: str = house_question("FELL-AMB-9", "hit", "dropped")
    protection: str = house_question("FELL-AMB-10", "per-attack", "per-die")
    leverage: str = house_question("FELL-AMB-11", "every-hit", "only-if-won")
    halved: str = house_question("FELL-AMB-12", "at-half", "below-half")
    fatigue: str = house_question("FELL-AMB-13", "after-a-day", "first-night")
    harm_beyond_zero: str = house_question("FELL-AMB-14", "stops-at-zero", "shrinks-die")
    ends_of_ladder: str = house_question("FELL-AMB-15", "no-change", "lose-a-point")
    learning_missed: str = house_question("FELL-AMB-16", "nothing", "grows-anyway")
    points_of_new_die: str = house_question("FELL-AMB-17", "kept", "refilled")
    helpers: str = house_question("FELL-AMB-18", "any-number", "only-one")
    willpower_cast_away: str = house_question("FELL-AMB-19", "death-roll", "spell-fails")
    contest: str = house_question("FELL-X-rev-contest", "most-hits", "highest-single-die")
    test: str = house_question("FELL-X-rev-test", "each-die", "highest-single-die")
    """`highest-single-die`: only the best die counts, and the usual DN is 4."""


HOUSE_RULES = house_rules(FellHouse)

REVISIONS = {
    "FELL-REACT": 2,  # a player rolls their own WIL die; it is kept, for all who are met
    "FELL-LEV": 1,  # the new reaction is kept
    "FELL-HELP": 1,  # a spell helps only by choice
    "FELL-MOR": 1,  # only foes are tested, and it changes them
    "FELL-X-spell": 2,  # nobody casts without WIL; the payment is told as a price
    "FELL-X-steel": 1,  # nobody's best weapon is one that bursts; the off hand needs a weapon of its own
    "FELL-ATK-2": 2,  # helping is the helper's action, before the first turn too; whose harm it was is told
    "FELL-AMB-8": 1,  # in a tie the party is first, whoever is asked
    "FELL-AMB-14": 1,  # harm at 0 points means no second roll for death
    "FELL-DEATH": 2,  # the dead are no longer dying; rounds come to hours, and hours to days
    "FELL-REST": 2,  # nobody who would be dead before it is over rests, or is alive after it
    "campaign.begin-session": 1,  # it is asked what became of the dying
    # armour is one of the things carried, and is no longer worn when it is dropped
    **dict.fromkeys(("campaign.edit", "campaign.edit-several", "campaign.put-down"), 1),
    **dict.fromkeys(("campaign.add-character", "campaign.add-kinds"), 1),
    # what lasts for rounds ends with the time; the deprived stay so for each day of it
    **dict.fromkeys(("fell.pass-time", "fell.rest"), 2),
    "campaign.pass-days": 1,
}
"""The number of corrections of each reading."""
