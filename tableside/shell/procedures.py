"""Procedures and their inputs, as they are typed behind `roll`, `odds` and `do`."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import ruleset, ruleset_ids
from tableside.rules.tables.procedures import PROCEDURES as OF_TABLES
from tableside.text import clean


def every_procedure() -> dict[str, Procedure]:
    """The procedures of every game, and those of random tables, by id."""
    return {each.id: each for each in (*OF_TABLES, *_of_games())}


def _of_games() -> Iterator[Procedure]:
    return (each for id in ruleset_ids() for each in ruleset(id).procedures)


def bare(id: str, command: str, others: Iterable[str] = ()) -> Procedure:
    """The procedure of this id, which needs no campaign.

    Raises `RuleError` for one that does, with the command that takes it, and for an id that there is none of,
    with the nearest one, `others` that may be typed in its place among them.
    """
    known = every_procedure()
    found = known.get(id)
    if found is None:
        listed = [*known, *others]
        near = [each for each in listed if each.startswith(id)] or get_close_matches(id, listed, n=1)
        hint = f"did you mean {near[0]}?" if near else "tableside rules lists all procedures"
        raise RuleError(f"{id!r} is no procedure: {hint}")
    if found.on_table:
        raise RuleError(f"{id} needs a campaign: tableside {command} CAMPAIGN {id}")
    return found


def assignments(listed: list[str]) -> dict[str, str]:
    """What was typed as `name=value`. Raises `RuleError` for anything else, and for a name given twice."""
    found: dict[str, str] = {}
    for each in listed:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise RuleError(f"{each!r} is not an input: write it as name=value")
        if name in found:
            raise RuleError(f"{name} is given twice")
        found[name] = clean(value, lines=True)
    return found


@frozen
class Asked:
    """Whose chances are asked for."""

    campaign: str
    """The campaign's id; empty for bare numbers."""
    procedure: str
    inputs: list[str]


def asked(first: str, inputs: list[str], library: Library) -> Asked:
    """What was typed. Raises `RuleError` for a campaign that there is none of, for one without a procedure,
    and for one that stands behind it.
    """
    on_campaign = bool(inputs) and "=" not in inputs[0]
    is_procedure = first in every_procedure()
    if on_campaign and (not is_procedure or _named(first, library)):
        return Asked(library.find(first), inputs[0], inputs[1:])
    if on_campaign and (id := _named(inputs[0], library)):
        raise RuleError(f"the campaign comes first: tableside odds {id} {first}")
    if on_campaign:
        raise RuleError(f"{inputs[0]!r} is not an input: write it as name=value")
    if not is_procedure and (id := _named(first, library)):
        raise RuleError(f"{id} is a campaign: name the procedure too: tableside odds {id} PROCEDURE")
    return Asked("", first, inputs)


def _named(text: str, library: Library) -> str:
    """The id of the campaign that goes by this; empty when none does."""
    try:
        return library.find(text)
    except RuleError:
        return ""
