"""Conditions of characters: put on, counted down by rounds and ended, death included.

A condition put during somebody's turn loses a round just before that character's next turn, whether or not
they can act then. Any other loses one at the end of the round. Tokens of a stack come in no fixed order, so
with a stack only the End token counts rounds.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.rules import sessions
from tableside.rules.inputs import Choice, Filled, Given, Number, Who
from tableside.rules.life_states import DEAD, OUT_OF_ACTION, is_dead
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Table, TableOwnKind
from tableside.rules.turns.order import Order
from tableside.rules.typed import typed_slug

ABSENT: Final = "absent"
"""The absence that `tableside.rules.sessions` records; it cannot be put as a condition."""
PUT: Final = "campaign.condition"
"""The id of the procedure that puts a condition, in any game."""
CONDITION_SECTION: Final = "conditions"
"""The section of the own kinds that are conditions."""
MOST_COUNTED = 99
"""The highest amount of a condition."""
LONGEST = 999
"""The most rounds that a condition can be given."""
IsDue = Callable[[Condition], bool]


def own_conditions(table: Table) -> dict[str, TableOwnKind]:
    """Return the campaign's own conditions that were ever put on somebody, by id."""
    return {each.id: each for each in table.kinds.values() if each.section == CONDITION_SECTION}


def _living(people: Iterable[Character]) -> list[Character]:
    """Return those who are not dead. Raises `RuleError` when all are dead."""
    everybody = list(people)
    alive = [each for each in everybody if not is_dead(each)]
    if not alive:
        raise RuleError("conditions.dead-already", who=[each.name for each in everybody])
    return alive


def _tell_put(who: Character, held: Condition, play: Play) -> None:
    values: dict[str, FactValue] = {"who": who.name, "condition": held.name, "amount": held.amount}
    counted = "-counted" if held.amount else ""
    id = f"condition-for-rounds{counted}" if held.rounds else f"condition-put{counted}"
    play.tell(id, "", {**values, "rounds": held.rounds or 0})


def _with_condition(who: Character, held: Condition, game: Ruleset) -> Character:
    """Return the character with the condition. Death ends dying."""
    after = who.with_condition(held)
    return replace(after, conditions=game.holding(after))


def turn_that_ages_conditions(table: Table) -> int | None:
    """Return the key of the character before whose turn a round that begins now is over. None: it is over at
    the end of the round.
    """
    order = table.order
    return None if order is None or not order.has_fixed_places else next(iter(order.now), None)


def _conditions_held(table: Table, given: Given) -> tuple[str, ...]:
    """Return the names of the conditions that any of those named has, each once."""
    who = given.get("who")
    people = [table[int(key)] for key in who] if isinstance(who, tuple) else []
    return tuple(dict.fromkeys(each.name for who in people for each in who.conditions))


def _has_one(table: Table, who: Character) -> bool:
    return bool(who.conditions)


def _nobody_dead(table: Table) -> tuple[str, ...]:
    return () if any(map(is_dead, table.characters.values())) else ("nobody-is-dead",)


def condition_procedures(game: Ruleset) -> tuple[Procedure, ...]:
    """Return the procedures that put and end conditions, death included, for this game."""

    @rule(
        PUT,
        group=Group.CARE,
        outcomes=("done",),
        role=Role.CONDITION,
        own={"condition": CONDITION_SECTION},
    )
    def put(
        table: Table,
        play: Play,
        who: Annotated[tuple[int, ...], Who(many=True)],
        condition: Annotated[
            str,
            Choice(
                options=lambda table, given: (*game.conditions, *own_conditions(table)),
                free=True,
                known_as=lambda table, given: game.known_as,
            ),
        ],
        amount: Annotated[int, Number(highest=MOST_COUNTED)] = 0,
        rounds: Annotated[int, Number(highest=LONGEST)] = 0,
        definition: Annotated[str, Filled()] = "",
    ) -> Outcome:
        """Put the condition on everybody named; 0 rounds: until it is ended. Death and dying are not put on
        the dead again.
        """
        own = None if condition in game.conditions else own_conditions(table).get(typed_slug(condition))
        if own is not None:
            amount, rounds = amount or int(own.value("amount") or 0), rounds or int(own.value("rounds") or 0)
        if not condition.strip():
            raise RuleError("conditions.no-name")
        if not who:
            raise RuleError("inputs.nobody-named")
        if typed_slug(condition) == ABSENT:
            raise RuleError("conditions.absent")
        if condition == DEAD and rounds:
            raise RuleError("conditions.dead-for-rounds", rounds=rounds)
        people = [table[key] for key in dict.fromkeys(who)]
        if condition in (DEAD, OUT_OF_ACTION, *game.dyings):
            people = _living(people)
        held = Condition(
            condition, amount, rounds or None, turn_that_ages_conditions(table) if rounds else None
        )
        for each in people:
            _tell_put(each, held, play)
            table = table.put(_with_condition(each, held, game))
        return Outcome("done", table=table)

    def held_as(table: Table, given: Given) -> dict[str, str]:
        held = _conditions_held(table, given)
        return {name: id for name, id in game.known_as.items() if id in held}

    @rule(
        "campaign.relieve",
        needs="nobody-has-a-condition",
        group=Group.CARE,
        outcomes=("done",),
        role=Role.RELIEVE,
    )
    def relieve(
        table: Table,
        play: Play,
        who: Annotated[tuple[int, ...], Who(many=True, fits=_has_one)],
        condition: Annotated[str, Choice(options=_conditions_held, known_as=held_as)],
    ) -> Outcome:
        """End the condition for everybody named who has it. Raises `RuleError` when nobody has it."""
        people = [table[key] for key in dict.fromkeys(who)]
        having = [each for each in people if each.has(condition)]
        if not having:
            raise RuleError("conditions.not-so", who=[each.name for each in people], condition=condition)
        for each in having:
            play.tell("condition-relieved", "", {"who": each.name, "condition": condition})
        return Outcome("done", table=table.put(*(each.without(condition) for each in having)))

    @rule("campaign.revive", problems=_nobody_dead, group=Group.CARE, role=Role.REVIVE)
    def revive(
        table: Table,
        play: Play,
        who: Annotated[tuple[int, ...], Who(many=True, retired=True, fits=lambda table, who: is_dead(who))],
    ) -> Outcome:
        """Bring the dead back into play, also the retired, with the living minimum of what they had lost.
        Rolls nothing.
        """
        for key in dict.fromkeys(who):
            dead = table[key]
            if not is_dead(dead):
                raise RuleError("states.not-dead", who=dead.name)
            living = game.revived(replace(dead.without(DEAD), retired=False))
            play.tell("revived", "", {"who": dead.name})
            table = sessions.put_in_play_in_session(table, living)
        return Outcome("done", table=table)

    return game.reminds(put), relieve, revive


def age_conditions_before_turns(table: Table, keys: Iterable[int], play: Play) -> Table:
    """Take a round off the conditions counted by the turns of these characters, which are about to begin."""
    beginning = set(keys)
    return _older(table, lambda each: each.before in beginning, play)


def age_conditions_after_round(table: Table, play: Play) -> Table:
    """Take a round off the conditions that no member's turn counts, at the end of a round."""
    counting = turns_that_age_conditions(table.order)
    return _older(table, lambda each: each.before not in counting, play)


def age_conditions_outside_turns(table: Table, rounds: int, play: Play, but: Collection[str] = ()) -> Table:
    """Take this many rounds off all conditions except those named in `but`, whoever's turn counts them."""
    return _older(table, lambda each: each.name not in but, play, rounds)


def as_ending_round_conditions(procedure: Procedure, dyings: Collection[str]) -> Procedure:
    """Return the procedure so that, when it brings a later day, conditions with rounds end in the same entry.
    The game's own rules count the rounds of `dyings`.
    """

    def end(before: Table, after: Table, play: Play) -> Table:
        is_later = after.day > before.day
        return age_conditions_outside_turns(after, LONGEST, play, dyings) if is_later else after

    return procedure.followed_by(end)


def turns_that_age_conditions(order: Order | None) -> tuple[int, ...]:
    """Return the keys of those whose turns count rounds."""
    return () if order is None or not order.has_fixed_places else order.members


def _older(table: Table, is_due: IsDue, play: Play, rounds: int = 1) -> Table:
    members = table.order.members if table.order else ()
    counted = {*members, *(each.key for each in table.in_play())}
    people = (table[key] for key in sorted(counted))
    return table.put(*(_count_down(who, is_due, rounds, play) for who in people if who.conditions))


def _count_down(who: Character, is_due: IsDue, rounds: int, play: Play) -> Character:
    lasting = []
    for each in who.conditions:
        if each.rounds is None or not is_due(each):
            lasting.append(each)
        elif each.rounds > rounds:
            lasting.append(replace(each, rounds=each.rounds - rounds))
            if each.rounds == rounds + 1:
                play.tell("condition-last-round", "", {"who": who.name, "condition": each.name})
        else:
            play.tell("condition-ended", "", {"who": who.name, "condition": each.name})
    return replace(who, conditions=tuple(lasting))


def own_condition_harm(condition: Condition, table: Table) -> str:
    """Return the dice of harm that an own condition deals at the end of each round; empty for none."""
    kind = own_conditions(table).get(typed_slug(condition.name))
    return kind.value("loses") if kind is not None else ""
