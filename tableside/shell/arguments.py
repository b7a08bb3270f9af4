"""Procedures and their inputs, as they are typed behind `roll`, `odds` and `do`."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import ruleset, ruleset_ids
from tableside.rules.tables.procedures import PROCEDURES as OF_TABLES
from tableside.rules.tables.procedures import THROW_ID
from tableside.rules.typed import is_meant_as_dice, is_typed_dice
from tableside.text import clean_text


def _every_procedure() -> dict[str, Procedure]:
    """The procedures of every game, and those of random tables, by id."""
    return {each.id: each for each in (*OF_TABLES, *_of_games())}


def _of_games() -> Iterator[Procedure]:
    return (each for id in ruleset_ids() for each in ruleset(id).procedures)


def procedure_of_argument(id: str, command: str, others: Iterable[str] = ()) -> Procedure:
    """The procedure of this id, which needs no campaign.

    Raises `RuleError` for one that does, with the command that takes it, and for an id that there is none of,
    with the nearest one, `others` that may be typed in its place among them.
    """
    known = _every_procedure()
    procedure = known.get(id)
    if procedure is None:
        procedures = [*known, *others]
        near = [each for each in procedures if each.startswith(id)] or get_close_matches(id, procedures, n=1)
        raise RuleError("shell.no-procedure", text=id, near=near[:1])
    if procedure.on_table:
        raise RuleError("shell.needs-campaign", procedure=id, command=command)
    return procedure


def procedure_of_arguments(text: str, inputs: list[str]) -> tuple[str, list[str]]:
    """The id of the procedure that was typed, and its inputs: `2d6+3` by itself throws those dice."""
    if is_typed_dice("".join((text, *inputs))):
        return THROW_ID, [f"dice={text}{''.join(inputs)}"]
    return (THROW_ID, [f"dice={text}", *inputs]) if is_meant_as_dice(text) else (text, inputs)


def assigned_arguments(texts: list[str]) -> dict[str, str]:
    """What was typed as `name=value`. Raises `RuleError` for anything else, and for a name given twice."""
    given: dict[str, str] = {}
    for each in texts:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise RuleError("shell.no-input", text=each)
        if name in given:
            raise RuleError("shell.given-twice", name=name)
        given[name] = clean_text(value, lines=True)
    return given


@frozen
class OddsArguments:
    """Whose chances are asked for."""

    campaign: str
    """The campaign's id; empty for bare numbers."""
    procedure: str
    inputs: list[str]


def odds_asked_for(first: str, inputs: list[str], library: Library) -> OddsArguments:
    """What was typed behind `odds`. Raises `RuleError` for a campaign that there is none of, for one without
    a procedure, and for one that stands behind it.
    """
    is_dice = is_typed_dice("".join((first, *inputs)))
    on_campaign = bool(inputs) and "=" not in inputs[0] and not is_dice
    is_procedure = first in _every_procedure() or is_typed_dice(first)
    if on_campaign and (not is_procedure or _named(first, library)):
        return OddsArguments(library.find(first), *procedure_of_arguments(inputs[0], inputs[1:]))
    if on_campaign and (id := _named(inputs[0], library)):
        raise RuleError("shell.campaign-first", campaign=id, procedure=first)
    if on_campaign:
        raise RuleError("shell.no-input", text=inputs[0])
    if not is_procedure and (id := _named(first, library)):
        raise RuleError("shell.procedure-too", campaign=id)
    return OddsArguments("", *procedure_of_arguments(first, inputs))


def _named(text: str, library: Library) -> str:
    """The id of the campaign that goes by this; empty when none does."""
    try:
        return library.find(text)
    except RuleError:
        return ""
