"""Passing time (TRO-4): rounds, hours, nights of rest, days, and the fate of the dying.

At a round's end those who were dying already die first (TRO-4.1), so whoever is brought to 0 afterwards has a
round left; then perils take their toll: drowning, fire, poison, bleeding, each in the order of keys
(TRO-7.9).
"""

from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import PERILS, STATES, UP, worst_troika_condition
from tableside.games.troika.house import OF_TESTS, TroikaHouse
from tableside.games.troika.perils import suffer_all_perils
from tableside.games.troika.sheet import LUCK, PEOPLE, SKILL, TroikaSheet
from tableside.games.troika.skill_tests import (
    MODIFIER,
    SkillTest,
    roll_skill_test,
    skill_test_chances,
    skill_test_input,
    target_of_skill_test,
)
from tableside.games.troika.stamina import (
    MEALS_A_DAY,
    die_without_stamina,
    regain_stamina,
    regain_stamina_by_rest,
    stamina_can_be_regained,
)
from tableside.games.troika.terms import HEALING
from tableside.games.troika.token_stack import living_owners_in_token_stack
from tableside.games.troika.turns import act_in_troika_turn
from tableside.rules.inputs import Given, Who, input_field, person_given_by_input
from tableside.rules.life_states import (
    DEAD,
    DYING,
    can_act,
    check_can_act,
    check_lives,
    is_dead,
    may_act,
    who_rests,
)
from tableside.rules.odds import Odds, mapped_odds
from tableside.rules.play import Play
from tableside.rules.procedure import (
    Group,
    Outcome,
    Procedure,
    Role,
    procedure_needs_somebody,
    procedure_refused_in_fight,
)
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.running_order import is_in_order, who_acts_in_running_order

UNTREATED: Final = "TRO-4.1"


def pass_troika_days(table: Table, days: int, play: Play) -> Table:
    """Let days pass: meals are counted from zero (TRO-4.2), and perils and dying have ended."""
    table = _hours_later(table, play)
    fed = (who for who in table.characters.values() if TroikaSheet.of(who).eaten_today)
    hungry = (replace(who, sheet=replace(TroikaSheet.of(who), eaten_today=0)) for who in fed)
    return replace(table.put(*hungry), day=table.day + days)


class Fate(StrEnum):
    """The fate of somebody who was dying when the last session ended."""

    OPEN = "still-dying"
    HEALED = "healed"
    DEAD = "died"


def _hours_later(table: Table, play: Play) -> Table:
    """Let hours pass: the dying who were not healed are dead, and every peril has ended one way or the other.
    Rolls 2d6 for each player's character who trusts to Luck instead of death.
    """
    house = TroikaHouse.of(table)
    return table.put(*(_outlasted(who, house, play) for who in table.in_play() if not is_dead(who)))


def _outlasted(who: Character, house: TroikaHouse, play: Play) -> Character:
    for peril in PERILS:
        if who.has(peril):
            play.tell("condition-ended", "TRO-7.9", {"who": who.name, "condition": peril})
    who = who.without(*PERILS)
    return die_without_stamina(who, UNTREATED, house, play) if who.has(DYING) else who


def pass_troika_time_between_sessions(table: Table, play: Play) -> Table:
    """Begin a session: foes left dying are dead, since nobody healed them; the fate of others is asked for.

    In a fight that goes on they have until the End token, as before.
    """
    if table.order is not None:
        return table
    for who in table.in_play():
        if who.has(DYING) and not is_dead(who):
            table = table.put(_since_then(who, TroikaHouse.of(table), play))
    return table


def _since_then(who: Character, house: TroikaHouse, play: Play) -> Character:
    if who.kind == Kind.ENEMY:
        return die_without_stamina(who, UNTREATED, house, play)
    play.tell("was-dying", UNTREATED, {"who": who.name})
    fate = Fate(play.choose("since-then", *Fate, default=Fate.OPEN, who=who.name))
    if fate == Fate.HEALED:
        return regain_stamina(who, 1, play)
    return die_without_stamina(who, UNTREATED, house, play) if fate == Fate.DEAD else who


def pass_troika_round(table: Table, members: tuple[int, ...], play: Play) -> Table:
    """Apply the end of a round in Troika! to these characters (TRO-4.1, TRO-7.9).

    Rolls for each peril in turn, and 2d6 for each player's character who trusts to Luck instead of death.
    """
    for key in living_owners_in_token_stack(table, members):
        if table[key].has(DYING):
            table = table.put(die_without_stamina(table[key], UNTREATED, TroikaHouse.of(table), play))
    return suffer_all_perils(living_owners_in_token_stack(table, members), table, play)


def _may_rest(table: Table, who: Character) -> bool:
    return not is_dead(who) and stamina_can_be_regained(who, table, TroikaHouse.of(table))


@frozen
class Rest:
    who: tuple[int, ...] = input_field(Who(kinds=PEOPLE, many=True, optional=True))


def _rest(table: Table, form: Rest, play: Play) -> Outcome:
    """Let everybody rest, one after the other, until the next day. It does not heal the dying."""
    if procedure_refused_in_fight(table):
        raise RuleError("troika.nobody-rests")
    for key in form.who:
        if not _may_rest(table, table[key]):
            raise RuleError("troika.rest-does-not-help", who=table[key].name)
    play.tell("new-day", "TRO-4.2", {"day": table.day + 1})
    for who in who_rests(table, form.who, _may_rest):
        table = table.put(regain_stamina_by_rest(who, play))
    after = pass_troika_days(table, 1, play)
    return Outcome("rested", {"day": after.day}, after)


PROVISION: Final = "provision"
"""Feeding the dying a provision, which needs no roll."""


def _try_to_heal(who: Character, test: SkillTest, table: Table, play: Play) -> tuple[Character, Character]:
    """A friend's attempt to heal the dying (TRO-4.1): rolls 2d6 for the helper's skill, none for food.

    Success brings them back to 1. Outside a fight it is the only attempt, and the dying die if it fails; in a
    fight they have until the End token. Returns the one who was dying, then the helper.
    """
    if test.skill == PROVISION:
        helped, who, helper = True, *_feed_dying(who, test.who, play)
    else:
        helped, helper = roll_skill_test(test, TroikaHouse.of(table), play, why=test.skill)
    values: dict[str, int | str | bool] = {"who": who.name, "helper": helper.name}
    if helped:
        play.tell("helped", "TRO-4.1", values)
        return regain_stamina(who, 1, play), helper
    play.tell("not-helped", "TRO-4.1", values)
    if not is_in_order(table, who):
        who = die_without_stamina(who, UNTREATED, TroikaHouse.of(table), play)
    return who, helper


def _feed_dying(who: Character, helper: Character, play: Play) -> tuple[Character, Character]:
    """Feed the dying a provision of the helper's (TRO-AMB-25). Raises `RuleError` when it would not heal."""
    _check_food(who, helper)
    theirs, own = TroikaSheet.of(helper), TroikaSheet.of(who)
    play.tell("fed", "TRO-AMB-25", {"who": who.name, "helper": helper.name, "left": theirs.provisions - 1})
    return (
        replace(who, sheet=replace(own, eaten_today=own.eaten_today + 1)),
        replace(helper, sheet=replace(theirs, provisions=theirs.provisions - 1)),
    )


def _check_food(who: Character, helper: Character) -> None:
    """Raises `RuleError` unless the helper has a provision and it would heal (TRO-4.2)."""
    if TroikaSheet.of(helper).provisions < 1:
        raise RuleError("troika.no-provisions", who=helper.name)
    if TroikaSheet.of(who).eaten_today >= MEALS_A_DAY:
        raise RuleError("troika.eaten-today", who=who.name, meals=MEALS_A_DAY)


def _helper_of(table: Table, who: int, helper: int, skill: str) -> Character:
    """The named helper, or the best one of everybody present who can act, except foes.

    Raises `RuleError` when there is nobody, and when no help is needed.
    """
    check_lives(table[who])
    if not table[who].has(DYING):
        raise RuleError("troika.not-dying", who=table[who].name)
    if helper:
        check_can_act(table[helper])
        return table[helper]
    friends = [each for each in table.present(*PEOPLE) if each.key != who and can_act(each)]
    if not friends:
        raise RuleError("troika.nobody-helps", who=table[who].name)

    def worth(friend: Character) -> int:
        if skill == PROVISION:
            return TroikaSheet.of(friend).provisions
        return target_of_skill_test(SkillTest(friend, skill), TroikaHouse.of(table))

    return max(friends, key=lambda each: (worth(each), -each.key))


def _is_dying(table: Table, who: Character) -> bool:
    return who.has(DYING) and not is_dead(who)


def _helps(table: Table, given: Given, friend: Character) -> bool:
    """Whether a form proposes this friend as the helper: it is their turn, or else they heal best."""
    if table.order is not None:
        return friend.key != given.get("who") and friend.key in who_acts_in_running_order(table)
    friends = [each for each in table.present(*PEOPLE) if each.key != given.get("who") and can_act(each)]
    totals = {each.key: TroikaSheet.of(each).best_skill_total(HEALING).total for each in friends}
    return friend.key == max(totals, key=lambda key: (totals[key], -key), default=0)


def _best_way(table: Table, given: Given) -> str | None:
    """The way that a player would choose: a skill of healing, else a provision, which needs no roll."""
    helper = person_given_by_input(table, given, "helper")
    dying = person_given_by_input(table, given)
    if helper is None or dying is None:
        return None
    sheet = TroikaSheet.of(helper)
    if (row := sheet.best_skill_total(HEALING).row) is not None:
        return TroikaSheet.skill_id(row)
    may_eat = sheet.provisions and TroikaSheet.of(dying).eaten_today < MEALS_A_DAY
    return PROVISION if may_eat else None


@frozen
class HelpDying:
    who: int = input_field(Who(fits=_is_dying))
    helper: int = input_field(Who(kinds=PEOPLE, optional=True, proposed=_helps, fits=may_act))
    skill: str = input_field(
        replace(
            skill_test_input("helper", SKILL, LUCK, PROVISION, default=SKILL, worth=True), proposed=_best_way
        )
    )
    modifier: int = input_field(MODIFIER)


def _help_dying(table: Table, form: HelpDying, play: Play) -> Outcome:
    friend = _helper_of(table, form.who, form.helper, form.skill)
    table = act_in_troika_turn(table, friend.key, play)
    test = SkillTest(friend, form.skill, form.modifier)
    helped, friend = _try_to_heal(table[form.who], test, table, play)
    return Outcome(worst_troika_condition(helped), table=table.put(friend, helped))


def _help_dying_odds(table: Table, form: HelpDying) -> Odds:
    """The odds, assuming that Luck is not trusted instead of death."""
    friend = _helper_of(table, form.who, form.helper, form.skill)
    if form.skill == PROVISION:
        _check_food(table[form.who], friend)
        return Odds({UP: Fraction(1)})
    chances = skill_test_chances(SkillTest(friend, form.skill, form.modifier), TroikaHouse.of(table))
    failed = DYING if is_in_order(table, table[form.who]) else DEAD
    return Odds(mapped_odds(chances, {"success": UP, "failure": failed}.__getitem__))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="troika.rest",
        rules=("TRO-3.2", "TRO-4.2", "TRO-AMB-25"),
        run=_rest,
        group=Group.CARE,
        outcomes=("rested",),
        amounts=("day",),
        role=Role.REST,
        problems=procedure_refused_in_fight,
    ),
    Procedure(
        id="troika.help-dying",
        rules=("TRO-4.1", "TRO-3.4", "TRO-AMB-25", *OF_TESTS),
        run=_help_dying,
        odds=_help_dying_odds,
        group=Group.CARE,
        outcomes=STATES[::-1],
        role=Role.RESCUE,
        doer="helper",
        takes_turn=True,
        problems=procedure_needs_somebody(_is_dying, "nobody-is-dying"),
    ),
)
