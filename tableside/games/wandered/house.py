"""The open questions of the rulebook (PBT-AMB) as switches of a campaign, each with its default."""

from tableside.frozen import frozen
from tableside.rules.ruleset import House, house_question, house_rules


@frozen
class WanderedHouse(House):
    """How this group reads the rules: the id of an answer for each open question."""

    order: str = house_question("PBT-AMB-1", "net-once", "disadvantage-first")
    sources: str = house_question("PBT-AMB-2", "each-adds-a-hit", "one-of-each")
    added_hits: str = house_question("PBT-AMB-3", "tier-only", "count-everywhere")
    removed_hits: str = house_question("PBT-AMB-4", "misses-stay", "become-misses")
    no_dice_left: str = house_question("PBT-AMB-5", "one-die", "two-keep-worse")
    roll_with: str = house_question("PBT-AMB-6", "one-and-the-count", "the-count-alone")
    two_that_match: str = house_question("PBT-AMB-7", "one-die-each")
    bonuses_on_n_dice: str = house_question("PBT-AMB-8", "bonuses-ignored", "bonuses-applied")
    on_a_hit: str = house_question("PBT-AMB-9", "both-apply")
    weary: str = house_question("PBT-X-house-weary", "bonus-dice", "every-added-die")
    """What a Weary character loses besides advantage; the text says only "+1s"."""
    rest: str = house_question("PBT-X-house-rest", "one-pain", "all-pains")
    """What a rest clears; the text says "a Pain"."""
    defiances: str = house_question("PBT-X-house-defiances", "two-in-all", "two-in-each")
    """How many points a new character has; the text says "2 points at start"."""


HOUSE_RULES = house_rules(WanderedHouse)

REVISIONS = {
    "PBT-X-danger": 1,  # a danger that is overcome has no more turns
    "PBT-X-harm": 1,  # once limits break, it tells what stays, not that an erased one is marked
}
"""The number of corrections of each reading."""
