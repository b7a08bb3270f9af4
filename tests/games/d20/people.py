"""People, tables and rows for the tests of the order of battle."""

from collections.abc import Mapping

from tableside.games.d20 import battle, turns
from tableside.games.d20.procedures import PROCEDURES as OWN
from tableside.games.d20.sheet import D20Sheet
from tableside.games.d20.turns import d20_turn_procedures
from tableside.rules.play import Performed, Play, play_to_end
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Turns
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.counts import CountsOrder
from tests.games.answers import answers, cases, perform

rows = cases("d20")
TURNS = Turns(modifier=D20Sheet.initiative_modifier_of)
PROCEDURES: dict[str, Procedure] = {each.id: each for each in (*OWN, *d20_turn_procedures(TURNS))}


def people(modifiers: Mapping[str, int], house: Mapping[str, str] | None = None) -> Table:
    """These with their modifiers to initiative; whose names begin with G are enemies."""
    listed = [
        Character(
            key, name, Kind.ENEMY if name.startswith("G") else Kind.PC, D20Sheet(initiative_bonus=modifier)
        )
        for key, (name, modifier) in enumerate(modifiers.items(), 1)
    ]
    return Table(characters={each.key: each for each in listed}, house=house or {})


def key(on: Table, name: str) -> int:
    return next(each.key for each in on.characters.values() if each.name == name)


def keys(on: Table, names: list[str]) -> tuple[int, ...]:
    return tuple(key(on, name) for name in names)


def order_of(on: Table) -> CountsOrder:
    assert isinstance(on.order, CountsOrder)
    return on.order


def names(on: Table) -> list[str]:
    return [on[each].name for each in order_of(on).members]


def acting(on: Table) -> str:
    now = order_of(on).acting
    return "" if now is None else on[now].name


def begun(on: Table, *faces: int, unaware: tuple[str, ...] = (), choices: tuple[str, ...] = ()) -> Table:
    """A battle of everybody on the table."""
    caught = keys(on, list(unaware))
    aware = tuple(each for each in on.characters if each not in caught)
    return play_to_end(
        lambda play: battle.begin_battle(on, aware, caught, D20Sheet.initiative_modifier_of, play),
        answers(*faces, choices=choices),
    ).result


def following(on: Table, *faces: int, play: Play | None = None) -> Table:
    """After the next turn has begun, or nobody could take one."""
    return play_to_end(lambda play: battle.next_in_battle(on, TURNS, play), answers(*faces)).result[1]


def until(on: Table, name: str) -> Table:
    """When it is this one's turn."""
    for _ in range(2 * len(order_of(on).members) + 2):
        on = following(on)
        if acting(on) == name:
            return on
    raise AssertionError(f"{name} never acts")


def act(on: Table, what: str, name: str, *more: str) -> Table:
    """Delay, ready, come in or fire."""
    own, play = key(on, name), Play()
    match what:
        case "delay":
            return turns.delay_d20_turn(on, own, play)
        case "ready":
            return turns.ready_action(on, own, " ".join(more), play)
        case "come-in":
            return turns.take_delayed_turn(on, own, play)
    return turns.act_readied(on, own, key(on, more[0]), play)


def run(
    procedure: str, on: Table, *faces: int, choices: tuple[str, ...] = (), **inputs: str
) -> Performed[Outcome]:
    """Perform a procedure as the shell does, from texts. Every face and every choice must be used."""
    return perform(PROCEDURES[procedure], on, faces, choices, inputs)
