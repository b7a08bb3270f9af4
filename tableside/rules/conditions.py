"""Conditions put on characters, counted down by rounds, and ended, death included.

A condition that somebody's turn began is a round older just before that one's next turn, whether or not they
can act then; any other at the end of the round. Tokens of a stack come in no fixed order, so that only its
End token counts rounds.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules import sessions
from tableside.rules.inputs import Choice, Filled, Given, Number, Who, input_field
from tableside.rules.life_states import DEAD, OUT_OF_ACTION, is_dead
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_needs_somebody
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Table, TableOwnKind
from tableside.rules.turns.order import Order
from tableside.rules.typed import typed_slug

ABSENT: Final = "absent"
"""What `tableside.rules.sessions` keeps: there is one kind of it."""
PUT: Final = "campaign.condition"
"""What puts a condition in any game."""
CONDITION_SECTION: Final = "conditions"
"""The section of own kinds that are conditions."""
MOST_COUNTED = 99
"""The highest amount of a condition."""
LONGEST = 999
"""The most rounds that a condition can be given."""
IsDue = Callable[[Condition], bool]


def own_conditions(table: Table) -> dict[str, TableOwnKind]:
    """The campaign's own conditions that were put on somebody, by id: with their rounds, and their text."""
    return {each.id: each for each in table.kinds.values() if each.section == CONDITION_SECTION}


def _living(people: Iterable[Character]) -> list[Character]:
    """Those who are not dead yet. Raises `RuleError` when all of them are."""
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


def _with(who: Character, held: Condition, game: Ruleset) -> Character:
    """With the condition. Who is dead now is dying no more."""
    after = who.with_condition(held)
    return replace(after, conditions=game.holding(after))


def turn_that_ages_conditions(table: Table) -> int | None:
    """The key of the one just before whose turn a round is over that begins now. None: the round's end.

    Tokens of a stack come in no fixed order, so that only its End token counts rounds.
    """
    order = table.order
    return None if order is None or not order.has_fixed_places else next(iter(order.now), None)


def _held(table: Table, given: Given) -> tuple[str, ...]:
    """What any of those named has, each once."""
    who = given.get("who")
    people = [table[int(key)] for key in who] if isinstance(who, tuple) else []
    return tuple(dict.fromkeys(each.name for who in people for each in who.conditions))


def _has_one(table: Table, who: Character) -> bool:
    return bool(who.conditions)


@frozen
class Revive:
    """Who comes back to life, in play or out of it."""

    who: tuple[int, ...] = input_field(Who(many=True, retired=True, fits=lambda table, who: is_dead(who)))


def condition_procedures(game: Ruleset) -> tuple[Procedure, ...]:
    """The procedures that put conditions and end them, death included, in a campaign of this game."""

    @frozen
    class PutCondition:
        """What is put on whom: how much of it, and for how many rounds; 0: until it is ended."""

        who: tuple[int, ...] = input_field(Who(many=True))
        condition: str = input_field(
            Choice(
                options=lambda table, given: (*game.conditions, *own_conditions(table)),
                free=True,
                known_as=lambda table, given: game.known_as,
            )
        )
        amount: int = input_field(Number(default=0, highest=MOST_COUNTED))
        rounds: int = input_field(Number(default=0, highest=LONGEST))
        definition: str = input_field(Filled())

    def put(table: Table, form: PutCondition, play: Play) -> Outcome:
        """Put it on all of these but the dead, who do not die again."""
        who, condition, amount, rounds = form.who, form.condition, form.amount, form.rounds
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
            table = table.put(_with(each, held, game))
        return Outcome("done", table=table)

    def held_as(table: Table, given: Given) -> dict[str, str]:
        held = _held(table, given)
        return {name: id for name, id in game.known_as.items() if id in held}

    @frozen
    class Relieve:
        """Whose condition ends, and which."""

        who: tuple[int, ...] = input_field(Who(many=True, fits=_has_one))
        condition: str = input_field(Choice(options=_held, known_as=held_as))

    def relieve(table: Table, form: Relieve, play: Play) -> Outcome:
        """End it for those of these who have it. Raises `RuleError` when nobody has."""
        people = [table[key] for key in dict.fromkeys(form.who)]
        having = [each for each in people if each.has(form.condition)]
        if not having:
            raise RuleError("conditions.not-so", who=[each.name for each in people], condition=form.condition)
        for each in having:
            play.tell("condition-relieved", "", {"who": each.name, "condition": form.condition})
        return Outcome("done", table=table.put(*(each.without(form.condition) for each in having)))

    def revive(table: Table, form: Revive, play: Play) -> Outcome:
        """They are in play, with the least that the living have of what they had lost. Rolls nothing."""
        for key in dict.fromkeys(form.who):
            who = table[key]
            if not is_dead(who):
                raise RuleError("states.not-dead", who=who.name)
            living = game.revived(replace(who.without(DEAD), retired=False))
            play.tell("revived", "", {"who": who.name})
            table = sessions.put_in_play_in_session(table, living)
        return Outcome("done", table=table)

    put_on = Procedure(
        id=PUT,
        run=put,
        group=Group.CARE,
        outcomes=("done",),
        role=Role.CONDITION,
        own={"condition": CONDITION_SECTION},
    )
    return (
        game.reminds(put_on),
        Procedure(
            id="campaign.relieve",
            run=relieve,
            group=Group.CARE,
            outcomes=("done",),
            role=Role.RELIEVE,
            problems=procedure_needs_somebody(_has_one, "nobody-has-a-condition"),
        ),
        Procedure(
            id="campaign.revive",
            run=revive,
            group=Group.CARE,
            role=Role.REVIVE,
            problems=lambda table: (
                () if any(map(is_dead, table.characters.values())) else ("nobody-is-dead",)
            ),
        ),
    )


def age_conditions_before_turns(table: Table, keys: Iterable[int], play: Play) -> Table:
    """The turn of these is about to begin: their conditions that it counts are a round older."""
    beginning = set(keys)
    return _older(table, lambda each: each.before in beginning, play)


def age_conditions_before_turn(table: Table, key: int, play: Play) -> Table:
    """`age_conditions_before_turns`, of one alone."""
    return age_conditions_before_turns(table, (key,), play)


def age_conditions_after_round(table: Table, play: Play) -> Table:
    """The round is over: conditions that no turn of a member counts are a round older."""
    counting = turns_that_age_conditions(table.order)
    return _older(table, lambda each: each.before not in counting, play)


def age_conditions_outside_turns(table: Table, rounds: int, play: Play, but: Collection[str] = ()) -> Table:
    """So many rounds go by whoever's turn it is: all conditions but these are so much older."""
    return _older(table, lambda each: each.name not in but, play, rounds)


def as_ending_round_conditions(procedure: Procedure, dyings: Collection[str]) -> Procedure:
    """The procedure, and in the same entry, where it brings another day, the end of what lasts for rounds; of
    `dyings` the game's own rules count the rounds.
    """

    def end(before: Table, after: Table, play: Play) -> Table:
        is_later = after.day > before.day
        return age_conditions_outside_turns(after, LONGEST, play, dyings) if is_later else after

    return procedure.followed_by(end)


def turns_that_age_conditions(order: Order | None) -> tuple[int, ...]:
    """The keys of those whose turns count rounds."""
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
    """The dice that an own condition takes at the end of each round; empty where it takes none."""
    kind = own_conditions(table).get(typed_slug(condition.name))
    return kind.value("loses") if kind is not None else ""
