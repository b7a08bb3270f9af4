"""What can be rolled or done: everything that a game and its tables offer, for one character first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from tableside.frozen import frozen
from tableside.rules.form import Form, start
from tableside.rules.inputs import Choice, Value, Who
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.views.rows import Row, Tone, row
from tableside.views.tables import Listed
from tableside.views.values import option_text
from tableside.wording import label

AT_HOME_ANYWHERE = (Role.TABLE, Role.ORACLE)
"""Procedures that need no campaign, and are no mere numbers all the same."""
TABLES = 10_000
"""The rank of the first random table: after all that the campaign's rules offer."""
EXPANDED = (Role.TEST, Role.CAST)
"""Procedures listed once for each skill or spell, because that is what a player names."""


@frozen
class Offer:
    """Something that can be rolled or done: a procedure with some inputs filled in."""

    key: str
    label: str
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)
    rank: int = 0
    """Where it stands in the list: the character's own skills first."""
    impossible: bool = False
    """Whether it cannot be done now: it stands last."""


def offers(table: Table, rules: Ruleset, who: int | None, tables: Sequence[Listed] = ()) -> tuple[Offer, ...]:
    """Everything that can be done, for this character first, and after it these random tables."""
    found: list[Offer] = []
    for place, procedure in enumerate(rules.procedures):
        if procedure.role != Role.TABLE:
            found += _offers_of(procedure, table, who, place)
    for place, each in enumerate(tables):
        if each.procedure.role == Role.TABLE:
            found.append(Offer(f"table {each.id}", each.title, each.procedure, each.presets, TABLES + place))
    return tuple(sorted(found, key=lambda each: each.rank))


def rolls_of_one(table: Table, rules: Ruleset, who: int) -> tuple[Offer, ...]:
    """What this one can roll, and nothing that anybody can."""
    listed = enumerate(rules.procedures)
    rolls = ((place, each) for place, each in listed if each.group == Group.ROLL and each.role != Role.TABLE)
    found = [one for place, each in rolls for one in _offers_of(each, table, who, place)]
    return tuple(sorted((each for each in found if "who" in each.presets), key=lambda each: each.rank))


def _offers_of(procedure: Procedure, table: Table, who: int | None, place: int) -> Iterable[Offer]:
    takes_who = any(isinstance(each, Who) and each.id == "who" for each in procedure.inputs)
    name = label("procedure", procedure.id)
    if not (takes_who and procedure.group == Group.ROLL):
        rank = 1000 * (1 + list(Group).index(procedure.group)) + place
        rank += 0 if procedure.on_table else 10_000
        impossible = bool(procedure.problems(table))
        yield Offer(procedure.id, name, procedure, rank=rank + 20_000 * impossible, impossible=impossible)
        return
    if who is None or not _can_be(procedure, table, who):
        return
    if procedure.role not in EXPANDED:
        yield Offer(f"{procedure.id} {who}", name, procedure, {"who": who}, rank=place)
        return
    choice = next((each for each in procedure.inputs if isinstance(each, Choice) and not each.default), None)
    if choice is None:
        return
    for number, option in enumerate(choice.options(table, {"who": who})):
        suffix = "" if procedure.role == Role.TEST else f" · {label('procedure', procedure.id)}"
        presets: dict[str, Value] = {"who": who, choice.id: option}
        rank = (0 if procedure.role == Role.TEST else 100) + number - 500
        name = f"{option_text(option, table, presets)}{suffix}"
        yield Offer(f"{procedure.id} {who} {option}", name, procedure, presets, rank)


def _can_be(procedure: Procedure, table: Table, who: int) -> bool:
    pick = next(each for each in procedure.inputs if each.id == "who")
    return isinstance(pick, Who) and any(each.key == who for each in pick.candidates(table))


def offer_row(offer: Offer, table: Table, who: int | None) -> Row:
    """An offer in the list, with its owner when that is somebody else than the one selected."""
    owner = offer.presets.get("who")
    name = f"{table[owner].name}: " if isinstance(owner, int) and owner != who else ""
    return row(offer.key, (f"{name}{offer.label}", Tone.DIM if offer.impossible else Tone.PLAIN))


def open_form(offer: Offer, table: Table, who: int | None, remembered: Mapping[str, Value]) -> Form:
    """The form of an offer, with what was given the last time where that still makes sense."""
    return start(offer.procedure, table, who, {**remembered, **offer.presets})
