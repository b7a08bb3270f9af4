"""Harm (FELL-HARM): losing points, dying of it (FELL-DEATH), being treated, and regaining points.
Characters without abilities have hit points: at 0 they are beaten, which means out of action, and the GM says
what becomes of them. Only players' characters roll for death.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.dice import smaller_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import ABILITIES, PLAYERS, Ability, FellSheet
from tableside.rules.cells import die_cell_text
from tableside.rules.inputs import Choice, Given, NoInputs, Number, Who, input_field, people_given_by_input
from tableside.rules.life_states import DEAD, DYING, OUT_OF_ACTION, can_act, check_lives, is_dead, lives
from tableside.rules.odds import Odds, collect_odds, odds_of_count, uniform_odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_outcome_of_states
from tableside.rules.sheet import Die
from tableside.rules.table import Character, Condition, Table
from tableside.rules.turns import sides as turn_sides

D4: Final = 4
DYING_IN_HOURS: Final = "dying-in-hours"
DYING_IN_DAYS: Final = "dying-in-days"
DYINGS: Final = (DYING, DYING_IN_HOURS, DYING_IN_DAYS)
"""Ways of dying, quickest first: the first is counted in its rounds, the other two in its amount."""
FATES: Final = ("dead", "rounds", "hours", "days")
"""The results of the d4 of death, from 1 (FELL-DEATH)."""
UP: Final = "up"
STATES: Final = (DEAD, DYING, OUT_OF_ACTION, UP)
"""The possible results of an act that affects somebody's life, worst first."""
act_on_life = partial(Procedure, group=Group.CARE, outcomes=STATES, amounts=STATES)
"""A procedure of such an act."""


def _has_points_of_abilities(table: Table, given: Given) -> bool:
    """Whether any of those named has more than hit points; true if nobody is named yet."""
    people = people_given_by_input(table, given)
    return not people or any(map(FellSheet.has_ability_dice, people))


ABILITY: Final = Choice(
    "ability", lambda table, given: ABILITIES, default=Ability.BOD, matters=_has_points_of_abilities
)
"""The ability that loses or regains points; for those with hit points the choice makes no difference."""


def is_dying_of_harm(who: Character) -> bool:
    """Whether the character will die of it sooner or later, unless treated."""
    return any(who.has(each) for each in DYINGS)


def ways_of_dying_of_fell_harm(who: Character) -> dict[str, int]:
    """The ways in which the character is dying, with the rounds, hours or days left; none for the dead."""
    if is_dead(who):
        return {}
    held = [each for each in who.conditions if each.name in DYINGS]
    return {each.name: each.amount if each.rounds is None else each.rounds for each in held}


def state_by_harm(*people: Character) -> str:
    """The worst state that any of them is in: dead, dying, out of action, or up."""
    return next((state for state in STATES if any(_is(who, state) for who in people)), UP)


def _is(who: Character, state: str) -> bool:
    return is_dying_of_harm(who) if state == DYING else who.has(state)


def _points_name(who: Character, ability: str) -> str:
    """The name on the sheet of the points that harm is taken from."""
    return ability.upper() if FellSheet.has_ability_dice(who) else "HP"


def take_harm(who: Character, ability: str, points: int, house: FellHouse, play: Play) -> Character:
    """Lose points of an ability, or hit points (FELL-HARM). Armour is not considered here.
    Points stop at 0; harm beyond that may shrink the die (FELL-AMB-14). Harm that brings points down to 0
    means a roll of the d4 of death, then a d4 for how long (FELL-DEATH); further harm means no further roll.
    Those with hit points are beaten and roll nothing. The dead stay dead.
    """
    if points <= 0 or is_dead(who):
        return who
    before = FellSheet.points_of(who, ability)
    left = max(0, before.current - points)
    hurt = FellSheet.with_points_of(who, ability, replace(before, current=left))
    name = _points_name(who, ability)
    play.tell("fell-harmed", "FELL-HARM", {"who": who.name, "points": points, "ability": name, "left": left})
    if left > 0:
        return hurt
    if not FellSheet.has_ability_dice(who):
        return hurt if who.has(OUT_OF_ACTION) else _beaten(hurt, play)
    if points > before.current and house.harm_beyond_zero == "shrinks-die":
        hurt = shrink_by_harm(hurt, ability, play)
    if is_dead(hurt):
        return hurt
    if before.current:
        return _face_death(hurt, play)
    play.tell("fell-no-second-death-roll", "FELL-AMB-14", {"who": who.name, "ability": name})
    return hurt


def _beaten(who: Character, play: Play) -> Character:
    play.tell("fell-beaten", "FELL-X-npc", {"who": who.name})
    return who.with_condition(Condition(OUT_OF_ACTION))


def shrink_by_harm(who: Character, ability: str, play: Play) -> Character:
    """Extreme harm makes a die smaller (FELL-HARM); below d4 the character dies (FELL-DEATH). Rolls nothing.
    A week of rest gives the step back. Points above the new highest number are lost; harm never refills any.
    """
    sheet = FellSheet.of(who)
    sides = smaller_die(sheet.die(ability).sides)
    if not sides:
        return die_of_harm(who, play)
    values = {"who": who.name, "ability": ability.upper(), "die": die_cell_text(sides)}
    play.tell("fell-die-shrunk", "FELL-HARM", values)
    lost = Die(sides, sheet.die(ability).lost + 1)
    return replace(who, sheet=sheet.with_new_die(ability, lost, refilled=False))


def die_of_harm(who: Character, play: Play) -> Character:
    """A character dies of harm (FELL-DEATH): whatever they were dying of ends."""
    if not is_dead(who):
        play.tell("fell-died", "FELL-DEATH", {"who": who.name})
    return no_longer_dying_of_harm(who.with_condition(Condition(DEAD)))


def no_longer_dying_of_harm(who: Character) -> Character:
    """The dead are no longer dying or out of action."""
    return who.without(*DYINGS, OUT_OF_ACTION) if is_dead(who) else who


def _roll_fate(play: Play, who: str = "") -> str:
    """The d4 of death (FELL-DEATH)."""
    (face,) = play.roll(D4, why="fell-death", who=who)
    return FATES[face - 1]


def _face_death(who: Character, play: Play) -> Character:
    """Points are down to 0 (FELL-DEATH): rolls a d4; for 2 to 4 another d4, the rounds, hours or days left.
    A character who is dying already keeps the shorter of two times of the same kind, and both if the kinds
    differ.
    """
    fate = _roll_fate(play, who.name)
    if fate == "dead":
        return die_of_harm(who, play)
    (time,) = play.roll(D4, why=f"fell-death-{fate}", who=who.name)
    play.tell(f"fell-dying-{fate}", "FELL-DEATH", {"who": who.name, "time": time})
    return _with_dying(who, fate, time)


def _with_dying(who: Character, fate: str, time: int) -> Character:
    name = DYINGS[FATES.index(fate) - 1]
    if now := ways_of_dying_of_fell_harm(who).get(name, 0):
        time = min(time, now)
    if name == DYING:
        return who.with_condition(Condition(name, rounds=time))
    return who.with_condition(Condition(name, time))


def treat_harm(who: Character, play: Play, healer: Character | None = None) -> Character:
    """Treatment in time (FELL-DEATH): the character is no longer dying. Points are not regained."""
    if not is_dying_of_harm(who):
        raise RuleError("fell.not-dying", who=who.name)
    if healer is None:
        play.tell("fell-treated", "FELL-DEATH", {"who": who.name})
    else:
        play.tell("fell-treated-by", "FELL-DEATH", {"who": who.name, "other": healer.name})
    return who.without(*DYINGS)


def regain_after_fell_harm(who: Character, ability: str, points: int, play: Play) -> Character:
    """Regain points, up to the maximum. Regaining hit points brings the beaten back.
    Not checked: whether they are deprived. It is no treatment: the dying still die.
    """
    before = FellSheet.points_of(who, ability)
    after = before.regain(points)
    gained, name = after.current - before.current, _points_name(who, ability)
    if gained:
        left = after.current
        play.tell(
            "fell-healed", "FELL-REST", {"who": who.name, "points": gained, "ability": name, "left": left}
        )
    else:
        play.tell("fell-points-are-full", "FELL-REST", {"who": who.name, "ability": name})
    healed = FellSheet.with_points_of(who, ability, after)
    if FellSheet.has_ability_dice(who) or after.current <= 0 or not who.has(OUT_OF_ACTION):
        return healed
    play.tell("fell-back", "FELL-X-npc", {"who": who.name})
    return healed.without(OUT_OF_ACTION)


def heal_fell_harm(who: Character, ability: str, points: int, play: Play) -> Character:
    """Regain points. Raises `RuleError` for the dead and the deprived (FELL-DEP)."""
    check_lives(who)
    if FellSheet.of(who).is_deprived:
        raise RuleError("fell.deprived", who=who.name)
    return regain_after_fell_harm(who, ability, points, play)


def prospects_of_fell_harm(
    who: Character, ability: str, points: int, house: FellHouse
) -> Mapping[str, Fraction]:
    """The odds of what this harm does to a character: each of `STATES`."""
    now = FellSheet.points_of(who, ability).current
    if is_dead(who) or points <= 0 or points < now:
        return {state_by_harm(who): Fraction(1)}
    if not FellSheet.has_ability_dice(who):
        return {DYING if is_dying_of_harm(who) else OUT_OF_ACTION: Fraction(1)}
    shrinks = points > now and house.harm_beyond_zero == "shrinks-die"
    if shrinks and not smaller_die(FellSheet.of(who).die(ability).sides):
        return {DEAD: Fraction(1)}
    if not now:
        return {state_by_harm(who): Fraction(1)}
    return {DEAD: Fraction(1, D4), DYING: 1 - Fraction(1, D4)}


def fates_of_fell_harm(
    who: Character, ability: str, points: Mapping[int, Fraction], house: FellHouse
) -> dict[str, Mapping[str, Fraction]]:
    """The odds of each worse state that harm may bring somebody into, by name, given the odds of the points.
    Empty if it brings them into none.
    """
    chances = collect_odds(
        (state, chance * part)
        for amount, chance in points.items()
        for state, part in prospects_of_fell_harm(who, ability, amount, house).items()
    )
    now = state_by_harm(who)
    worse = {state: chances[state] for state in STATES[: STATES.index(now)] if chances.get(state)}
    return {who.name: worse} if worse else {}


def _to_each(table: Table, keys: tuple[int, ...], act: Callable[[Character], Character]) -> Outcome:
    """Do this to everybody named in turn; the outcome is the worst state that anyone ends in."""
    return procedure_outcome_of_states(table.with_each(keys, act), keys, STATES, state_by_harm)


@frozen
class Harm:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    ability: str = input_field(ABILITY)
    points: int = input_field(Number(highest=999, dice=True))


def _harm(table: Table, form: Harm, play: Play) -> Outcome:
    house = FellHouse.of(table)
    return _to_each(table, form.who, lambda each: take_harm(each, form.ability, form.points, house, play))


def _harm_odds(table: Table, form: Harm) -> Odds:
    """The odds of the worst that becomes of anyone, and of how many end in each state."""
    house, chances = FellHouse.of(table), {UP: Fraction(1)}
    people = [table[key] for key in dict.fromkeys(form.who)]
    prospects = [prospects_of_fell_harm(who, form.ability, form.points, house) for who in people]
    for each in prospects:
        chances = collect_odds(
            (min(worst, state, key=STATES.index), chance * part)
            for worst, chance in chances.items()
            for state, part in each.items()
        )
    counts = {state: odds_of_count(each.get(state, Fraction(0)) for each in prospects) for state in STATES}
    return Odds(chances, counts)


@frozen
class Heal:
    who: tuple[int, ...] = input_field(Who(many=True, fits=lives))
    ability: str = input_field(ABILITY)
    points: int = input_field(Number(lowest=1, highest=999, dice=True))


def _heal(table: Table, form: Heal, play: Play) -> Outcome:
    return _to_each(table, form.who, lambda each: heal_fell_harm(each, form.ability, form.points, play))


@frozen
class Shrink:
    who: int = input_field(Who(kinds=PLAYERS, fits=lives))
    ability: str = input_field(ABILITY)


def _shrink(table: Table, form: Shrink, play: Play) -> Outcome:
    return _to_each(table, (form.who,), lambda each: shrink_by_harm(each, form.ability, play))


def _treats(table: Table, given: Given, friend: Character) -> bool:
    """Whether a form proposes this character as the healer: a friend of whoever is dying."""
    dying = given.get("who")
    return friend.key != dying and not table.are_opposed(dying, friend.key)


@frozen
class Treat:
    """Who is dying, and who treats them; for a healer in a fight it is their action this turn (FELL-TURN)."""

    who: int = input_field(Who(fits=lambda table, who: is_dying_of_harm(who)))
    healer: int = input_field(Who(optional=True, proposed=_treats, fits=lambda table, who: can_act(who)))


def _treat(table: Table, form: Treat, play: Play) -> Outcome:
    healer = table.characters.get(form.healer)
    treated = _to_each(table, (form.who,), lambda each: treat_harm(each, play, healer))
    if treated.table is None or healer is None:
        return treated
    return replace(
        treated, table=turn_sides.side_members_have_acted(treated.table, (healer.key,), "FELL-TURN", play)
    )


PROCEDURES: tuple[Procedure, ...] = (
    act_on_life(
        id="fell.harm",
        rules=("FELL-HARM", "FELL-DEATH", "FELL-X-npc", "FELL-AMB-14", "FELL-AMB-17"),
        run=_harm,
        odds=_harm_odds,
        role=Role.HURT,
    ),
    act_on_life(id="fell.heal", rules=("FELL-REST", "FELL-DEP"), run=_heal, role=Role.HEAL),
    act_on_life(id="fell.shrink", rules=("FELL-HARM", "FELL-DEATH", "FELL-AMB-17"), run=_shrink),
    act_on_life(
        id="fell.treat",
        rules=("FELL-DEATH",),
        run=_treat,
        role=Role.RESCUE,
        doer="healer",
        takes_turn=True,
        problems=lambda table: () if any(map(is_dying_of_harm, table.in_play())) else ("nobody-is-dying",),
    ),
    Procedure(
        id="fell.death",
        rules=("FELL-DEATH",),
        form=NoInputs,
        run=lambda table, form, play: Outcome(_roll_fate(play)),
        odds=lambda table, form: Odds(uniform_odds(FATES)),
        group=Group.CARE,
        outcomes=FATES,
        is_table=True,
        on_table=False,
    ),
)
