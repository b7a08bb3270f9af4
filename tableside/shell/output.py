"""The output of commands: JSON documents as the contract fixes them, text for people, and progress."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from time import monotonic
from typing import Any

import msgspec

from tableside.campaign.entries import Entry
from tableside.campaign.untrusted_files import UntrustedFileFault
from tableside.rules.inputs import Given
from tableside.rules.odds import Odds
from tableside.rules.play import Chosen, Fact, Performed, Rolled, Step
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table
from tableside.shell import safe_output
from tableside.shell.grammar import BAD_INPUT
from tableside.shell.safe_output import output_can_show, terminal_columns
from tableside.text import escaped_json_text
from tableside.themes import ASCII, PLAIN, theme_signs_named
from tableside.views.chances import Called, amount_row, chance_rows, chances_of_fates, chances_that_can_come
from tableside.views.fact_headlines import is_headline_verdict
from tableside.views.rows import Row
from tableside.wording import label, sentence
from tableside.wording.dice_and_chance_texts import assumed_text, exact_chance_text, mean_text, step_text
from tableside.wording.facts import fact_text

PATIENCE = 0.5
"""Seconds after which progress is shown."""
BETWEEN_DRAWINGS = 0.1
"""Seconds between two drawings of it."""
EVERY = 64
"""The number of entries between two looks at the clock."""
CELLS = 24
"""The width of the progress bar."""
Count = Callable[[int], None]
"""Called with the number done."""
Document = dict[str, Any]  # Any: JSON values


def output_lines(*lines: str) -> str:
    """Join these lines, without trailing blanks."""
    return "\n".join(line.rstrip() for line in lines)


def performed_output_text(performed: Performed[Outcome]) -> str:
    return output_lines(*_result(performed.steps, performed.facts, performed.result))


def _result(steps: Iterable[Step], facts: Sequence[Fact], outcome: Outcome) -> list[str]:
    """Return the dice, the facts, and the outcome unless a fact tells it."""
    is_told = any(each.id.startswith("table-") or is_headline_verdict(each) for each in facts)
    amounts = {id: value for id, value in outcome.amounts.items() if id != outcome.result and value}
    amounts_text = ", ".join(f"{label('amount', id)} {value}" for id, value in amounts.items())
    outcome_texts = filter(None, ("" if is_told else label("outcome", outcome.result), amounts_text))
    return [*map(step_text, steps), *map(fact_text, facts), *filter(None, (" · ".join(outcome_texts),))]


def entry_output_text(entry: Entry) -> str:
    number = sentence("printed", "entry", entry=entry.number)
    return output_lines(*_result(entry.steps, entry.facts, Outcome(entry.result, entry.amounts)), number)


@contextmanager
def progress_output(doing: str, total: int) -> Iterator[Count]:
    """Yield a function that draws the progress bar; `doing` is the id of the work, `total` its size."""
    if sys.stderr is None or not sys.stderr.isatty() or not total:
        yield lambda done: None
        return
    bar = _ProgressOutput(doing, total)
    try:
        yield bar.count
    finally:
        bar.clear()


class _ProgressOutput:
    def __init__(self, doing: str, total: int) -> None:
        self._doing = doing
        self._total = total
        self._next = monotonic() + PATIENCE
        self._is_drawn = False

    def count(self, done: int) -> None:
        if done % EVERY == 0 and monotonic() >= self._next:
            self._next = monotonic() + BETWEEN_DRAWINGS
            self._is_drawn = True
            safe_output.draw_safely_on_stderr(
                f"\r\x1b[K{progress_output_text(self._doing, done, self._total)[: terminal_columns() - 1]}"
            )

    def clear(self) -> None:
        if self._is_drawn:
            safe_output.draw_safely_on_stderr("\r\x1b[K")


def progress_output_text(doing: str, done: int, total: int) -> str:
    """Return the progress bar with its percentage."""
    share = min(1.0, done / total)
    filled = int(share * CELLS)
    bar = "#" * filled + "." * (CELLS - filled)
    return sentence("progress", doing, bar=bar, percent=int(100 * share))


def print_output(options: argparse.Namespace, document: object, text: Callable[[], str]) -> None:
    """Print the document if JSON is asked for, else the text."""
    print(json_output(document) if options.json else text())


def print_faults_output(
    options: argparse.Namespace,
    faults: Sequence[UntrustedFileFault],
    counts: Mapping[str, int],
    sound: str,
) -> int:
    """Print the faults in files, or `sound`, and return the exit status."""
    if options.json:
        documents = [{"file": str(each.path), "line": each.line, "what": str(each.what)} for each in faults]
        print(json_output({"faults": documents, **counts}))
    elif not faults:
        print(sound)
    else:
        print(*faults, sep="\n", file=sys.stderr)
    return BAD_INPUT if faults else 0


def json_output(document: object) -> str:
    return escaped_json_text(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def performed_output_json(
    procedure: Procedure, given: Given, performed: Performed[Outcome], table: Table
) -> Document:
    """Return the JSON of `roll`: every die with its reason, every choice, the outcome, and the rules that
    apply on this table.
    """
    dice = [
        {"sides": sides, "face": face, "why": step.why}
        for step in performed.steps
        if isinstance(step, Rolled)
        for sides, face in zip(step.sides, step.faces, strict=True)
    ]
    rules = dict.fromkeys([*procedure.rules_on(table), *(fact.rule for fact in performed.facts if fact.rule)])
    return {
        "procedure": procedure.id,
        "inputs": dict(given),
        "dice": dice,
        "choices": [step.choice for step in performed.steps if isinstance(step, Chosen)],
        "outcome": performed.result.result,
        "amounts": dict(performed.result.amounts),
        "rules": list(rules),
    }


def entry_output_json(entry: Entry) -> Document:
    """Return what the JSON of `do` adds: the entry's number and its changes."""
    changes = [
        {
            "what": each.what,
            "field": ".".join(map(str, each.field)),
            "before": each.before,
            "after": each.after,
        }
        for each in entry.changes
    ]
    return {"entry": entry.number, "changes": changes}


def output_rows(rows: Iterable[Row]) -> list[str]:
    """Return the lines of a view, without those for typing something new."""
    return [row.text for row in rows if not row.key.endswith(".new")]


def odds_output_text(odds: Odds, called: Called) -> str:
    chances = [f"{called(id)}: {exact_chance_text(chance)}" for id, chance in chances_that_can_come(odds)]
    amounts = [
        f"{label('amount', id)}: {_expected(odds, id)}("
        + ", ".join(
            f"{value}: {exact_chance_text(chance)}" for value, chance in sorted(chances.items()) if chance
        )
        + ")"
        for id, chances in odds.amounts.items()
        if id not in odds.events
    ]
    amounts += [f"{label('amount', id)}: {exact_chance_text(odds.mean(id))}" for id in odds.events]
    struck = [
        f"{label('odds', 'struck')} {name}: {exact_chance_text(chance)}"
        for name, chance in odds.struck.items()
    ]
    struck += chances_of_fates(odds, exact_chance_text)
    return output_lines(*chances, *struck, *amounts, *filter(None, (assumed_text(odds),)))


def _expected(odds: Odds, id: str) -> str:
    """Return an amount's mean; empty where it has none."""
    if id not in odds.means:
        return ""
    return f"{sentence('printed', 'expected', amount=mean_text(odds.means[id]))} "


BETWEEN_PIECES = "|"
"""The separator of a bar's pieces, since there are no colours here."""
MOST_PIECES = 12
"""The most outcomes drawn; more are only listed."""


def odds_output_plot(odds: Odds, called: Called, cells: int, signs: str) -> str:
    """Return a bar of the outcomes, and a histogram of each amount that has a mean, `cells` wide; empty where
    there is neither. ASCII where `signs` says so, or the output cannot show blocks.
    """
    means = {id: mean for id, mean in odds.means.items() if id not in odds.events}
    amounts = (amount_row(id, odds, mean_text(mean), cells) for id, mean in means.items())
    lines = [*_outcomes(odds, called, cells), *(row.text for row in amounts)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if theme_signs_named(signs) == ASCII or not output_can_show(text) else text


def _outcomes(odds: Odds, called: Called, cells: int) -> Iterator[str]:
    """Yield the bar and its legend; nothing where there are no outcomes, or too many."""
    outcomes: list[tuple[str, Fraction]] = [(id, chance) for id, chance in odds.chances.items() if chance]
    if 0 < len(outcomes) <= min(MOST_PIECES, cells // 2):
        bar, *legend = chance_rows(outcomes, cells - len(BETWEEN_PIECES) * (len(outcomes) - 1), called)
        yield BETWEEN_PIECES.join(text for text, _ in bar.spans)
        yield from (row.text for row in legend)


def odds_output_json(procedure: Procedure, given: Given, odds: Odds) -> Document:
    """Return the JSON of `odds`: exact fractions in lowest terms, without impossible outcomes. `assumes`: the
    assumption behind them, if any.
    """
    struck = {name: str(chance) for name, chance in odds.struck.items()}
    fates = {
        name: {state: str(chance) for state, chance in states.items()} for name, states in odds.fates.items()
    }
    assumed: Document = {"assumes": odds.assumes} if odds.assumes else {}
    assumed |= {"assumed": dict(odds.assumed_values)} if odds.assumed_values else {}
    return {
        "procedure": procedure.id,
        "inputs": dict(given),
        "chances": {id: str(chance) for id, chance in odds.chances.items() if chance},
        **({"struck": struck} if struck else {}),
        **({"fates": fates} if fates else {}),
        "amounts": {
            id: {
                **({"mean": str(odds.means[id])} if id in odds.means else {}),
                "chances": {str(value): str(chance) for value, chance in sorted(chances.items()) if chance},
            }
            for id, chances in odds.amounts.items()
        },
        **assumed,
    }
