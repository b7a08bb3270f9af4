"""What was understood of a typed line, in words, with its chances."""

from collections.abc import Callable, Iterable
from fractions import Fraction

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import Command, ViewPlace
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice, Number, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import facts_before
from tableside.rules.procedure import Role
from tableside.rules.table import Table
from tableside.text import clip, width
from tableside.views.rolls import SECRET, amount_text, expected_texts, is_secret, odds_of, struck_texts
from tableside.views.rows import value_text
from tableside.wording import label
from tableside.wording.results import and_more, chance, exact, sentence, signed

SEPARATOR = " · "
ODDS_LINES = 2
"""Lines that the chances may take over a line that is being typed."""


@frozen
class Said:
    """What was understood of a line: a command, or somebody who is to be selected."""

    command: Command | None
    form: Form | None = None
    missing: tuple[str, ...] = ()
    """The inputs that have to be asked for."""
    told: tuple[str, ...] = ()
    """The inputs that the line says."""
    select: int | None = None
    """The key of the one who is to be selected."""
    entry: int | None = None
    """The number of the entry of the journal that is to be seen."""
    times: int = 1
    """How many changes are to be taken back, or restored."""
    about: str = ""
    """What stands above the line, where its inputs would not tell it; empty: they do."""


def summary(said: Said, table: Table) -> str:
    """What was understood, in one line: the act, then what was said and what matters without being said."""
    if said.about:
        return said.about
    if said.entry is not None:
        return sentence("said", "entry", entry=said.entry)
    if said.select is not None:
        return sentence("said", "select", who=table[said.select].name)
    if said.command is None:
        return ""
    form = said.form
    if form is None:
        return said.command.help if isinstance(said.command.target, ViewPlace) else said.command.label
    parts = [label("procedure", form.procedure.id)]
    for input in form.procedure.inputs:
        if input.id in said.missing:
            parts.append(f"{label('input', input.id)} ?")
        elif input.id in form.given and (input.id in said.told or input.default is None):
            parts.append(_part(form, input.id, table))
    return SEPARATOR.join(parts)


def _part(form: Form, id: str, table: Table) -> str:
    input, value = form.procedure.input(id), form.given[id]
    text = value_text(input, value, table, form.given)
    if isinstance(input, Number):
        amount = int(value) if isinstance(value, int) else 0
        shown = (
            SECRET if is_secret(form) else signed(amount) if input.lowest < 0 and input.default == 0 else text
        )
        return f"{label('input', id).partition(' (')[0]} {shown}"
    if isinstance(input, Choice) or (isinstance(input, Who) and (input.default is None or id == "who")):
        return text
    if isinstance(input, YesNo):
        return label("input", id) if value else sentence("said", "not", input=label("input", id))
    return f"{label('input', id)} {text}"


def form_trouble(form: Form, table: Table) -> str | None:
    """Why the rules would refuse this; None when they would not."""
    try:
        facts_before(form.procedure.perform(table, form.given))
    except RuleError as error:
        return str(error)
    return None


def odds_line(form: Form, table: Table) -> str:
    """The chance of each outcome of what was understood, in one line; empty when none are known."""
    odds = odds_of(form, table)
    return SEPARATOR.join(expected_texts(form, table) if odds is None else _odds_texts(odds, form, exact))


def odds_lines(form: Form, table: Table, cells: int) -> tuple[str, ...]:
    """The chances in at most two lines of so many cells: where the fractions do not fit percentages alone,
    and where those do not, as many as do.
    """
    odds = odds_of(form, table)
    if odds is None:
        return _folded(expected_texts(form, table), cells)[:ODDS_LINES]
    lines = _folded(_odds_texts(odds, form, exact), cells)
    if len(lines) <= ODDS_LINES:
        return lines
    texts, fitting = _odds_texts(odds, form, chance), lines[:ODDS_LINES]
    for count in range(1, len(texts) + 1):
        more = [and_more(len(texts) - count)] if count < len(texts) else []
        if len(lines := _folded([*texts[:count], *more], cells)) > ODDS_LINES:
            break
        fitting = lines
    return fitting


def _odds_texts(odds: Odds, form: Form, tell: Callable[[Fraction], str]) -> list[str]:
    order = {id: place for place, id in enumerate(form.procedure.outcomes)}
    ordered = sorted(odds.chances.items(), key=lambda each: order.get(each[0], len(order)))
    chances = [f"{label('outcome', id)} {tell(value)}" for id, value in ordered if value]
    chances += struck_texts(odds)
    means = {} if form.procedure.role == Role.ASSEMBLE else odds.means  # the first round is no news
    return [*chances, *(f"{label('amount', id)} {amount_text(odds, id)}" for id in means)]


def _folded(texts: Iterable[str], cells: int) -> tuple[str, ...]:
    """The texts in lines of so many cells, as many in each as fit."""
    lines: list[str] = []
    for text in texts:
        joined = f"{lines[-1]}{SEPARATOR}{text}" if lines else text
        if lines and width(joined) <= cells:
            lines[-1] = joined
        else:
            lines.append(clip(text, cells))
    return tuple(lines)
