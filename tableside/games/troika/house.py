"""The open questions of the rulebook (TRO-AMB) as switches of a campaign, each with its default; and the
revisions of readings that were corrected.
"""

from typing import Final

from tableside.frozen import frozen
from tableside.rules.ruleset import House, house_question, house_rules


@frozen
class TroikaHouse(House):
    """How this group reads the rules: the id of an answer for each open question."""

    unaware_doubles: str = house_question("TRO-AMB-1", "six-misses", "six-is-mighty")
    double_one: str = house_question("TRO-AMB-2", "plain-two", "always-succeeds")
    luck_double_six: str = house_question("TRO-AMB-3", "fails", "plain-twelve")
    mighty_blow: str = house_question("TRO-AMB-4", "either-side", "attacker-only")
    mighty_against_fumble: str = house_question("TRO-AMB-5", "double-and-bonus", "double-only")
    shot_lost: str = house_question("TRO-AMB-6", "miss", "target-answers")
    shot_fumbled: str = house_question("TRO-AMB-7", "miss", "mishap")
    both_break_tie: str = house_question("TRO-AMB-8", "still-a-tie", "test-again")
    luck_per_exchange: str = house_question("TRO-AMB-9", "tie-and-damage", "one-test")
    hard_to_improve: str = house_question("TRO-AMB-10", "total-twelve", "rank-twelve")
    ticks_erased: str = house_question("TRO-AMB-11", "all", "chosen-only")
    token_of_the_dead: str = house_question("TRO-AMB-12", "draw-again", "removed-at-once")
    cap_over_time: str = house_question("TRO-AMB-13", "counted-anew", "fixed-at-start")
    henchmen_and_cap: str = house_question("TRO-AMB-14", "not-counted", "counted")
    end_first: str = house_question("TRO-AMB-15", "stands", "drawn-again")
    held_aim_token: str = house_question("TRO-AMB-16", "stays-out", "returns")
    burden_counts: str = house_question("TRO-AMB-17", "slots", "items")
    burden_weighs_on: str = house_question("TRO-AMB-18", "all-rolls", "tests-only")
    two_slot_position: str = house_question("TRO-AMB-19", "upper-slot", "lower-slot")
    odd_falls: str = house_question("TRO-AMB-20", "round-down", "round-up")
    piercing_and_shields: str = house_question("TRO-AMB-21", "armour-only", "shield-too")
    minimum_one: str = house_question("TRO-AMB-22", "die")
    failed_cast_costs: str = house_question("TRO-AMB-23", "all", "half")
    aimed_rolls: str = house_question("TRO-AMB-24", "player-picks")
    sleep_and_food_revive: str = house_question("TRO-AMB-25", "as-the-one-attempt", "always")
    perils_grow: str = house_question("TRO-AMB-26", "die-each-failure", "always-one-die")
    food_and_silver_fill: str = house_question(
        "TRO-AMB-27", "one-slot-each", "no-slots", "slot-per-100-silver"
    )
    the_dying_eat: str = house_question("TRO-AMB-28", "others-act", "dying-may-eat")
    advancement_tick: str = house_question("TRO-X-house-tick", "on-success", "on-failure")
    new_skill: str = house_question("TRO-X-house-learn", "roll-under", "d6-at-least-skill")
    enemy_tokens: str = house_question("TRO-5.1.4", "uncapped", "capped")
    """The optional cap on the enemies' tokens."""


HOUSE_RULES = house_rules(TroikaHouse)

OF_LOADS: Final = ("TRO-AMB-17", "TRO-AMB-27")
"""Rules that decide whether a load is too heavy."""
OF_LUCK: Final = ("TRO-AMB-2", "TRO-AMB-3", *OF_LOADS, "TRO-AMB-18")
"""Rules that decide a Luck test, including the one instead of dying (TRO-3.4)."""
OF_SKILLS: Final = ("TRO-AMB-2", *OF_LOADS, "TRO-X-house-tick")
"""Rules that decide a skill test: the double 1, a heavy load, and what earns a tick."""
OF_TESTS: Final = (*OF_SKILLS, "TRO-AMB-3", "TRO-AMB-18")
"""Rules that decide a test of a skill or of Luck."""
OF_DAMAGE: Final = ("TRO-AMB-21", "TRO-AMB-22")
OF_ATTACKS: Final = (*OF_TESTS, "TRO-AMB-1", "TRO-AMB-5", "TRO-AMB-8", "TRO-AMB-9", *OF_DAMAGE)
"""Rules that decide any attack, and whether somebody dies of it."""

REVISIONS: Final = {
    **dict.fromkeys(("TRO-6.1", "TRO-6.6", "TRO-6.8", "TRO-7.9", "TRO-7.9.1", "TRO-7.9.2"), 1),
    **dict.fromkeys(("TRO-AMB-18", "TRO-AMB-27", "TRO-AMB-28", "troika.train", "troika.rest"), 1),
    "troika.learn": 2,  # what lasts for rounds ends during the weeks
    "troika.cast": 3,  # without a target it takes the turn too; only what says so has to touch
    "turn.back": 1,
    **dict.fromkeys(("troika.shoot", "troika.shoot-into-melee"), 1),  # with what is shot, or is named
    "troika.hand-token": 1,  # not to whoever has it already
    "troika.help-dying": 1,  # it is what the helper does this turn
    "troika.assemble-stack": 1,  # prisoners are no foes in it
    "troika.drop": 2,  # what is dropped leaves the hand; it is what one does this turn
    "troika.stand": 1,  # it is what one does this turn
    "troika.aim": 1,  # out of turn, a token still in the stack is held
}
"""Readings that were corrected against the rulebook's text."""

REVISIONS_OF_SHEETS: Final = {
    f"campaign.{id}": 1 for id in ("edit", "edit-several", "add-character", "add-kinds", "put-down")
}
"""Dropped things are no longer worn or in hand, and armour is one of the things carried."""
