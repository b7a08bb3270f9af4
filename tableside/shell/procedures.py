"""Procedures and their inputs, as they are typed behind `roll`, `odds` and `do`."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from tableside.errors import RuleError
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
