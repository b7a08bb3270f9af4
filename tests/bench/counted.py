"""The odds of every procedure on every demo and kept campaign, as exact fractions, a line each.

    python -m tests.bench.counted > after.txt

Whoever changes how odds are counted runs it before and after, and reads the difference: each line that
differs is a fault of the one or the other. A form is filled in for each person in play as the roll screen
would, and then with each other value of each input that is a choice, a yes or no, or a number.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tableside import errors, wording
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tableside.errors import RuleError
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Number, Value, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.table import Table
from tests.campaign.keep import KEPT

MOST_VALUES = 5
"""Of one input."""


def campaigns(folder: Path) -> Iterator[tuple[str, Campaign]]:
    library = Library(folder)
    for game in games_with_demo():
        yield f"demo {game}", library.open(place_demo(library, game))
    for path in sorted(KEPT.glob("*/*")):
        shutil.copytree(path, folder / f"kept-{path.name}")
        yield f"kept {path.name}", library.open(f"kept-{path.name}")


def forms(campaign: Campaign) -> Iterator[Form]:
    """Every form that is tried: as it is filled in, and with one input changed."""
    table = campaign.table
    people = [each.key for each in table.in_play()]
    for procedure in campaign.rules.procedures:
        if procedure.odds is None:
            continue
        has_who = any(isinstance(each, Who) for each in procedure.inputs)
        for who in people if has_who else [None]:
            try:
                form = filled_form(procedure, table, who, {})
            except RuleError:
                continue
            form = with_numbers(form, table)
            if form.missing:
                continue
            yield form
            for each in procedure.inputs:
                for value in others(form, table, each.id):
                    yield form.with_value(table, each.id, value)


def with_numbers(form: Form, table: Table) -> Form:
    """The form with a 2 for each number that has to be given."""
    for each in form.procedure.inputs:
        if isinstance(each, Number) and each.id not in form.given:
            form = form.with_value(table, each.id, max(2, each.lowest))
    return form


def others(form: Form, table: Table, id: str) -> list[Value]:
    input = form.procedure.input(id)
    was = form.given.get(id)
    values: list[Value] = []
    if isinstance(input, YesNo):
        values = [True, False]
    elif isinstance(input, Number) and isinstance(was, int):
        values = [was - 1, was + 1, was + 3]
        values = [each for each in values if isinstance(each, int) and input.lowest <= each <= input.highest]
    elif isinstance(input, Choice):
        values = [(each,) if input.many else each for each in input.options(table, form.given)]
    elif isinstance(input, Who):
        keys = [each.key for each in input.candidates(table, form.given)]
        values = [(key,) if input.many else key for key in keys]
        values += [tuple(keys[:3])] if input.many else []
    return [each for each in values if each != was][:MOST_VALUES]


def said(odds: Odds) -> str:
    parts = [f"{id}={chance}" for id, chance in sorted(odds.chances.items()) if chance]
    for amount, chances in sorted(odds.amounts.items()):
        parts.append(
            f"{amount}:" + ",".join(f"{n}={chance}" for n, chance in sorted(chances.items()) if chance)
        )
    parts += [
        f"{name}?" + ",".join(f"{k}={v}" for k, v in sorted(fates.items()))
        for name, fates in sorted(odds.fates.items())
    ]
    parts += [f"{name}!{chance}" for name, chance in sorted(odds.struck.items())]
    return " ".join(parts)


def main() -> None:
    wanted = sys.argv[1:]
    errors.say_errors_with(wording.worded_for_shell)
    with tempfile.TemporaryDirectory() as folder:
        for name, campaign in campaigns(Path(folder)):
            if not wanted or campaign.rules.id in wanted:
                for form in forms(campaign):
                    given = " ".join(f"{id}={value}" for id, value in sorted(form.given.items()))
                    try:
                        found = said(form.procedure.chances(campaign.table, form.given))
                    except RuleError as error:
                        found = f"! {error}"
                    print(f"{name} | {form.procedure.id} | {given} | {found}", flush=True)
            campaign.close()


if __name__ == "__main__":
    main()
