"""What commands print: JSON documents as the contract fixes them; for people text, odds drawn as text among
it, and how far something long has come.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from time import monotonic
from typing import Any

import msgspec

from tableside.campaign.audit import AuditFindings
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import character_document, document_json, table_document
from tableside.campaign.entries import Entry
from tableside.campaign.in_progress import read_progress
from tableside.campaign.library import ShelvedCampaign
from tableside.errors import RuleError
from tableside.rules.inputs import Filled, Given, Input, Number, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Chosen, Fact, Performed, Rolled, Step
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.shell import safe_output
from tableside.shell.safe_output import output_can_show, terminal_columns
from tableside.text import escaped_json_text
from tableside.themes import ASCII, PLAIN, theme_signs_named
from tableside.views import character_list, fight, sheet_rows, turn_orders
from tableside.views.chances import Called, amount_row, chance_rows, chances_of_fates, chances_that_can_come
from tableside.views.fact_headlines import is_headline_verdict
from tableside.views.roll_result import result_so_far_text
from tableside.views.rows import Row, local_time_text
from tableside.wording import label, sentence, so_many
from tableside.wording.dice_and_chances import assumed_text, exact_chance_text, mean_text, step_text
from tableside.wording.facts import fact_text

PATIENCE = 0.5
"""Seconds after which it is worth showing how far something has come."""
BETWEEN_DRAWINGS = 0.1
"""Seconds between two drawings of it."""
EVERY = 64
"""Entries between two looks at the clock."""
CELLS = 24
"""Of the bar that shows it."""
Count = Callable[[int], None]
"""Takes how many are done."""
Document = dict[str, Any]  # Any: JSON values


def _lines(*lines: str) -> str:
    return "\n".join(line.rstrip() for line in lines)


def _rows(rows: Iterable[Row]) -> list[str]:
    return [row.text for row in rows if not row.key.endswith(".new")]


def shelf_text(shelf: Sequence[ShelvedCampaign]) -> str:
    if not shelf:
        return label("printed", "no-campaigns")
    return _lines(*(_shelved(each) for each in shelf))


def _shelved(each: ShelvedCampaign) -> str:
    when = local_time_text(each.changed)
    notes = [each.trouble] if each.trouble else [label("printed", "archived")] if each.archived else []
    return "  ".join([each.id, each.ruleset, when, each.title, *notes])


def ruleset_text(game: Ruleset) -> str:
    procedures = [line for each in game.procedures for line in _procedure(each)]
    questions = [line for each in game.open_questions for line in _house_rule(each.id, each.options)]
    return _lines(f"{game.id}: {game.name}", "", *procedures, label("printed", "house-rules"), "", *questions)


def _procedure(procedure: Procedure) -> list[str]:
    inputs = " ".join(_input(each) for each in procedure.inputs if not isinstance(each, Filled))
    where = "do CAMPAIGN" if procedure.on_table else "roll"
    lines = [f"{procedure.id} {inputs}".rstrip(), f"    {label('procedure', procedure.id)} ({where})"]
    if procedure.outcomes:
        lines.append(f"    {_ids('outcomes', procedure.outcomes)}")
    if procedure.amounts:
        lines.append(f"    {_ids('amounts', procedure.amounts)}")
    return [*lines, f"    {_ids('rules', procedure.rules)}", ""]


def _ids(what: str, ids: Sequence[str]) -> str:
    return sentence("printed", what, ids=", ".join(ids) or "-")


def _input(input: Input) -> str:
    if input.default is None:
        return f"{input.id}=…"
    default = input.default if not isinstance(input.default, bool) else "yes" if input.default else "no"
    return f"[{input.id}={default or ''}]"


def _house_rule(id: str, options: Sequence[str]) -> list[str]:
    return [f"{id}: {label('rule', id)}", f"    {' | '.join(options)}"]


def performed_text(performed: Performed[Outcome]) -> str:
    return _lines(*_result(performed.steps, performed.facts, performed.result))


def _result(steps: Iterable[Step], facts: Sequence[Fact], outcome: Outcome) -> list[str]:
    """The dice, what is told, and what came of it where no fact tells that."""
    is_told = any(each.id.startswith("table-") or is_headline_verdict(each) for each in facts)
    amounts = {id: value for id, value in outcome.amounts.items() if id != outcome.result}
    came = filter(None, ("" if is_told else label("outcome", outcome.result), _amounts_text(amounts)))
    return [*map(step_text, steps), *map(fact_text, facts), *filter(None, (" · ".join(came),))]


def odds_text(odds: Odds, called: Called) -> str:
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
    return _lines(*chances, *struck, *amounts, *filter(None, (assumed_text(odds),)))


def _expected(odds: Odds, id: str) -> str:
    """An amount's mean, where it has one."""
    if id not in odds.means:
        return ""
    return f"{sentence('printed', 'expected', amount=mean_text(odds.means[id]))} "


def entry_text(entry: Entry) -> str:
    number = sentence("printed", "entry", entry=entry.number)
    return _lines(*_result(entry.steps, entry.facts, Outcome(entry.result, entry.amounts)), number)


def campaign_text(campaign: Campaign, table: Table, at: int | None) -> str:
    when = "session-on" if table.session_is_on else "session"
    session = sentence("printed", when, session=table.session, day=table.day)
    values = {"title": table.title, "game": campaign.ruleset.name, "session": session}
    fighting = (
        [turn_orders.turn_order_text(table), *_rows(fight.fight_member_rows(table, campaign.rules))]
        if table.order
        else []
    )
    past = [] if at is None else [label("history", "at" if at else "beginning").format(entry=at)]
    return _lines(
        *past,
        sentence("printed", "campaign", **values, entries=so_many("printed", "entries", campaign.length)),
        *filter(None, (_roll_waiting(campaign, at),)),
        *_rows(character_list.character_list_rows(table, campaign.rules)),
        *fighting,
    )


def _roll_waiting(campaign: Campaign, at: int | None) -> str:
    """Which roll waits in the app now, or why it is lost; empty where none does, and of the past."""
    try:
        waiting = read_progress(campaign) if at is None else None
    except RuleError as error:
        return str(error)
    return sentence("printed", "roll-waits", roll=result_so_far_text(waiting)) if waiting is not None else ""


def character_text(character: Character, table: Table, campaign: Campaign) -> str:
    return _lines(*_rows(sheet_rows.sheet_rows(character, table, campaign.rules)))


def checked_text(checked: AuditFindings, done: Sequence[str] = ()) -> str:
    faults = [f"{each.where}: {each.what}" for each in checked.faults] or [label("printed", "sound")]
    earlier = [
        f"{each.where}: {label('history', 'earlier-reading').format(rules=', '.join(each.rules))}"
        for each in checked.earlier
    ]
    misread = [sentence("history", "misread", rule=each) for each in checked.misread]
    return _lines(*(sentence("printed", "done", what=each) for each in done), *earlier, *misread, *faults)


BETWEEN = "|"
"""Between the pieces of a bar: nothing is told apart by colour here."""
MOST_PIECES = 12
"""Outcomes that are drawn; more are only listed."""


def odds_plot_text(odds: Odds, called: Called, cells: int, signs: str) -> str:
    """A bar of the outcomes, and a histogram of each amount that has a mean, in so many cells; empty where
    there is neither. In ASCII where `signs` says so, or what is printed on cannot show blocks.
    """
    means = {id: mean for id, mean in odds.means.items() if id not in odds.events}
    amounts = (amount_row(id, odds, mean_text(mean), cells) for id, mean in means.items())
    lines = [*_outcomes(odds, called, cells), *(row.text for row in amounts)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if theme_signs_named(signs) == ASCII or not output_can_show(text) else text


def _outcomes(odds: Odds, called: Called, cells: int) -> Iterator[str]:
    """The bar, and what each piece of it is; nothing where there are none, or too many."""
    outcomes: list[tuple[str, Fraction]] = [(id, chance) for id, chance in odds.chances.items() if chance]
    if 0 < len(outcomes) <= min(MOST_PIECES, cells // 2):
        bar, *legend = chance_rows(outcomes, cells - len(BETWEEN) * (len(outcomes) - 1), called)
        yield BETWEEN.join(text for text, _ in bar.spans)
        yield from (row.text for row in legend)


@contextmanager
def progress_output(doing: str, total: int) -> Iterator[Count]:
    """While this lasts, what it gives draws the bar; `doing` is the id of what is done, `total` how many."""
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
                f"\r\x1b[K{bar_text(self._doing, done, self._total)[: terminal_columns() - 1]}"
            )

    def clear(self) -> None:
        if self._is_drawn:
            safe_output.draw_safely_on_stderr("\r\x1b[K")


def bar_text(doing: str, done: int, total: int) -> str:
    """The bar of something long, filled as far as it has come, and how far that is."""
    share = min(1.0, done / total)
    filled = int(share * CELLS)
    bar = "#" * filled + "." * (CELLS - filled)
    return sentence("progress", doing, bar=bar, percent=int(100 * share))


def encoded_json(document: object) -> str:
    return escaped_json_text(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def checked_json(checked: AuditFindings, done: Sequence[str]) -> Document:
    """`check`: what was mended, every fault, and the entries that today's rules would not make again."""
    document: Document = {
        "faults": [{"where": str(each.where), "what": str(each.what)} for each in checked.faults]
    }
    if checked.earlier:
        document["earlier"] = [
            {"where": str(each.where), "rules": list(each.rules)} for each in checked.earlier
        ]
    if checked.misread:
        document["misread"] = list(checked.misread)
    return {**document, "done": list(done)} if done else document


def performed_json(
    procedure: Procedure, given: Given, performed: Performed[Outcome], table: Table
) -> Document:
    """`roll`: every die and why, every choice, the outcome, and the rules that had a say on this table."""
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


def kept_json(entry: Entry) -> Document:
    """What the JSON of `do` adds: the entry's number and its changes."""
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


def odds_json(procedure: Procedure, given: Given, odds: Odds) -> Document:
    """`odds`: exact fractions in lowest terms; impossible outcomes are left out. `assumes`: what they take
    for granted, where that is anything.
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


def shelf_json(each: ShelvedCampaign) -> Document:
    document: Document = document_json(each)
    return document


def ruleset_json(game: Ruleset) -> Document:
    """`rules`: everything that can be called, and the open questions."""
    return {
        "id": game.id,
        "name": game.name,
        "procedures": [
            {
                "id": each.id,
                "label": label("procedure", each.id),
                "rules": list(each.rules),
                "inputs": [_input_document(given) for given in each.inputs],
                "outcomes": list(each.outcomes),
                "amounts": list(each.amounts),
                "campaign": each.on_table,
                "odds": each.odds is not None,
            }
            for each in game.procedures
        ],
        "house-rules": [
            {"id": each.id, "question": label("rule", each.id), "options": list(each.options)}
            for each in game.open_questions
        ],
    }


def _input_document(input: Input) -> Document:
    document: Document = {"id": input.id, "type": type(input).__name__.lower(), "default": input.default}
    if isinstance(input, Number):
        document |= {"lowest": input.lowest, "highest": input.highest}
    if isinstance(input, Who):
        document["many"] = input.many
    if isinstance(input, YesNo):
        document["type"] = "yes-no"
    return document


def campaign_json(campaign: Campaign, table: Table, at: int | None) -> Document:
    """`show`: the whole campaign but its journal, as it is, or as it was after entry `at`."""
    return {
        "id": campaign.id,
        "ruleset": campaign.about.ruleset,
        "entries": campaign.length,
        **({} if at is None else {"at": at}),
        **({"roll-waits": roll} if (roll := _roll_waiting(campaign, at)) else {}),
        **table_document(table),
        "characters": [character_json(each) for each in table.characters.values()],
    }


def character_json(character: Character) -> Document:
    return {"key": character.key, **character_document(character)}


def _amounts_text(amounts: Mapping[str, int]) -> str:
    """Amounts in words, but for those of which there is nothing."""
    return ", ".join(f"{label('amount', id)} {value}" for id, value in amounts.items() if value)
