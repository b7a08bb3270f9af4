"""The form of a roll: its inputs, odds, reasons for its difficulty, and what would change the odds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain

from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Filled, Input, Number, Value, Words
from tableside.rules.life_states import stands
from tableside.rules.odds import Odds
from tableside.rules.play import play_facts
from tableside.rules.procedure import Gain, Group, Procedure, Role, procedure_gains
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip, signed, width
from tableside.views import chances
from tableside.views.chances import (
    amounts_in_chances,
    averages_without_chances,
    chances_of_form,
    chances_of_people,
    expected_amount_in_chances,
    only_chance_text,
    outcome_name_in_chances,
    outcome_text_in_chances,
    row_name_in_chances,
)
from tableside.views.input_values import input_value_text
from tableside.views.rows import (
    Row,
    Tone,
    blank_row,
    row,
    row_column,
    rows_with_air_that_fits,
    text_rows,
    words_row,
)
from tableside.wording import and_more, has_wording, label
from tableside.wording.dice_and_chance_texts import (
    LONGEST_FRACTION,
    assumed_text,
    chance_text,
    chance_text_of_outcome,
)
from tableside.wording.facts import fact_text

INPUT_CELLS = 15
MOST_GAIN_CELLS = 24
LEAST_WORTH_CELLS = 16
"""Least cells for the effect of a change, with the space before it; the name of the change is cut first."""
LEAST_GAIN_ROWS = 2
"""Rows about changes of the odds that always remain, however little room there is."""
ONE_MORE = ("modifier", "advantage", "edge", "dice", "skill", "bonus", "die", "resource", "luck")
"""Inputs by which people improve a roll; the effect of one more stands under the bar."""
SECRET = "•"
"""Stands in place of a number that players may not see."""
MOST_CHANCES = 12
"""The most outcomes to list with their chances; beyond, only the likeliest."""


def roll_form_rows(form: Form, table: Table) -> tuple[Row, ...]:
    """A row for each input that can make a difference, with name and value. Keys are the inputs' ids."""
    shown = form.shown(table)
    longest = max((width(label("input", each.id)) for each in shown), default=0)
    return tuple(_input_row(each, form, table, min(INPUT_CELLS, longest)) for each in shown)


def _input_row(input: Input, form: Form, table: Table, cells: int) -> Row:
    value = form.given.get(input.id)
    name = (row_column(label("input", input.id), cells) + "  ", Tone.DIM)
    if value is None:
        return row(input.id, name, (label("roll", "type-it"), Tone.BAD))
    text = input_value_text(input, value, table, form.given)
    if isinstance(input, Number) and form.is_secret:
        text = SECRET
    return row(input.id, name, (text, Tone.PLAIN if value == input.default else Tone.STRONG))


def _chance_rows(odds: Odds, form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """The rows with the chance of each outcome."""
    if only := only_chance_text(odds, form):
        return (words_row("odds", clip(only, cells), Tone.STRONG),)
    results = _results(odds, form)
    shown, more = results[:MOST_CHANCES], and_more(len(results) - MOST_CHANCES)
    if form.procedure.role == Role.TABLE:
        texts = [_chance_text(row_name_in_chances(id), value, cells) for id, value in shown]
        assumed = text_rows("assumed", assumed_text(odds), cells)
        return (*_side_by_side("odds", filter(None, (*texts, more)), cells, Tone.STRONG), *assumed)
    called = partial(outcome_text_in_chances, form, table)
    return (*chances.chance_rows(shown, cells, called), *text_rows("more", more, cells))


def _results(odds: Odds, form: Form) -> list[tuple[str, Fraction]]:
    """The possible outcomes in their order."""
    order = {id: place for place, id in enumerate(form.procedure.outcomes)}
    results = [(id, value) for id, value in odds.chances.items() if value]
    if form.procedure.role != Role.TABLE or len(results) > MOST_CHANCES:  # a short table keeps its order
        results.sort(key=lambda each: (order.get(each[0], len(order)), -each[1]))
    return results


def _amount_rows(odds: Odds, form: Form, cells: int) -> tuple[Row, ...]:
    """The rows with the expected amounts and the assumptions of the odds."""
    if form.procedure.role == Role.TABLE:
        return ()
    comes = form.procedure.group == Group.GROWTH
    is_start = form.procedure.role == Role.ASSEMBLE  # a fight starts with the first round anyway
    means = () if is_start else amounts_in_chances(odds, form.procedure)
    return (
        *(chances.amount_row(id, odds, expected_amount_in_chances(odds, id, comes), cells) for id in means),
        *_side_by_side("people", chances_of_people(odds), cells, Tone.PLAIN),
        *text_rows("assumed", assumed_text(odds), cells),
    )


def _worth(odds: Odds, form: Form, table: Table) -> list[Gain]:
    """The changes that would affect the odds."""
    changed = procedure_gains(form.procedure, table, form.given)
    now = odds.chances, odds.amounts
    return [each for each in changed if (each.odds.chances, each.odds.amounts) != now]


def _one_more(worth: Sequence[Gain], odds: Odds) -> Gain | None:
    """The effect of one more of what improves a roll: of the inputs in `ONE_MORE`, the first that makes the
    hoped-for likelier. None: none does.
    """
    helping = [each for id in ONE_MORE for each in worth if each.input == id]
    return next((each for each in helping if _hoped_for(each.odds) > _hoped_for(odds)), None)


def _hoped_for(odds: Odds) -> Fraction:
    """The chance that it turns out well."""
    good = (value for id, value in odds.chances.items() if chances.outcome_look(id) == chances.GOOD)
    return sum(good, Fraction(0))


def _gain_rows(
    worth: Sequence[Gain], drawn: Gain | None, form: Form, table: Table, cells: int
) -> tuple[tuple[Row, ...], ...]:
    """The rows of each change with its effect on the odds; below the `drawn` one stands its bar."""
    changes = [_change_text(each, form, table) for each in worth]
    most = min(MOST_GAIN_CELLS, cells - LEAST_WORTH_CELLS)
    first = min(most, max(map(width, changes), default=0))
    return tuple(
        (
            *_rows_of_gain(each, form, f"{row_column(change, first)} ", cells),
            *([_bar_of_gain(each, form, cells)] if each is drawn else []),
        )
        for each, change in zip(worth, changes, strict=True)
    )


def _bar_of_gain(gain: Gain, form: Form, cells: int) -> Row:
    """The thin bar of the odds as they would be, to be held against the bar of the odds as they are."""
    thin = chances.thin_chances_bar(_results(gain.odds, form), cells)
    return Row(f"gain {gain.input} {gain.value} bar", thin, selectable=False)


def _chance_text(id: str, value: Fraction, cells: int) -> str:
    """An outcome with its chance as one number, never wider than `cells`."""
    short = str(value) if len(str(value)) <= LONGEST_FRACTION else chance_text(value)
    return f"{clip(label('outcome', id), cells - len(short) - 1)} {short}"


def _side_by_side(key: str, told: Iterable[str], cells: int, tone: Tone) -> list[Row]:
    """Two texts to a row if they fit, so that all odds are in view on a small screen."""
    texts, half = [*told], cells // 2
    per_row = 2 if all(width(text) < half for text in texts) else 1
    rows = [texts[n : n + per_row] for n in range(0, len(texts), per_row)]
    lines = ["".join(row_column(text, half if per_row == 2 else cells) for text in row) for row in rows]
    return [words_row(f"{key} {n}", line, tone) for n, line in enumerate(lines)]


def _change_text(gain: Gain, form: Form, table: Table) -> str:
    """The name of a change."""
    input = form.procedure.input(gain.input)
    now = form.given.get(gain.input)
    if isinstance(gain.value, int) and isinstance(now, int) and not isinstance(gain.value, bool):
        name = label("short" if has_wording("short", gain.input) else "input", gain.input)
        return f"{name} {signed(gain.value - now)}"
    if gain.value is True:
        return label("input", gain.input)
    if has_wording("change", change := f"{gain.input}.{gain.value}"):
        return label("change", change)
    text = input_value_text(input, gain.value, table, form.given)
    return text if isinstance(input, Choice) and gain.value else f"{label('input', gain.input)}: {text}"


def _rows_of_gain(gain: Gain, form: Form, begun: str, cells: int) -> Iterator[Row]:
    """The rows of a change with its effect on the best outcome and on each amount, uncut."""
    best = next((each for each in form.procedure.outcomes if gain.odds.chances.get(each)), None)
    is_news = best is not None and len(form.procedure.outcomes) > 1
    effects = (
        [chance_text_of_outcome(outcome_name_in_chances(form.procedure, best), gain.odds.chances[best])]
        if best and is_news
        else []
    )
    comes = form.procedure.group == Group.GROWTH
    amounts = amounts_in_chances(gain.odds, form.procedure)
    effects += [f"{label('short', id)} {expected_amount_in_chances(gain.odds, id, comes)}" for id in amounts]
    for n, line in enumerate(_packed(effects, cells - width(begun))):
        spans = ((begun if n == 0 else " " * width(begun), Tone.DIM), (line, Tone.ACCENT))
        yield Row(f"gain {gain.input} {gain.value} {n}", spans, selectable=False)


def _packed(texts: Iterable[str], cells: int) -> Iterator[str]:
    """As many texts on a row as fit, each uncut."""
    line = ""
    for each in texts:
        longer = f"{line}, {each}" if line else each
        if line and width(longer) > cells:
            yield line
            longer = each
        line = longer
    yield line


@frozen
class RollFormOutlookRows:
    """The rows of the outlook for a roll, possibly more than fit."""

    expected: tuple[Row, ...] = ()
    gains: tuple[tuple[Row, ...], ...] = ()
    """The rows for each change of the odds, one more of something first."""
    reasons: tuple[Row, ...] = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows in order."""
        gap = (blank_row("reasons"),) if self.expected and self.reasons else ()
        return (*self.expected, *chain.from_iterable(self.gains), *gap, *self.reasons)

    def fitting(self, most: int) -> Sequence[Row]:
        """All rows; if more than `most`, without blank ones, then without the last changes. The reasons for
        the difficulty are kept.
        """
        rows, fewer = rows_with_air_that_fits(self.rows, most), self.gains[:-1]
        if len(rows) <= most or sum(map(len, fewer)) < LEAST_GAIN_ROWS:
            return rows
        return replace(self, gains=fewer).fitting(most)


@frozen
class RollFormOutlook:
    """The outlook for a roll: its odds and the reasons for its difficulty."""

    form: Form
    table: Table
    cells: int
    odds: Odds | None
    """None: they take long to count, or there are none."""
    reasons: tuple[Row, ...]

    @staticmethod
    def of(form: Form, table: Table, cells: int, *, at_once: bool = False) -> "RollFormOutlook":
        """The outlook for this form; with `at_once`, without odds that take long."""
        is_late = at_once and form.procedure.takes_long(table, form.given)
        odds = None if is_late else chances_of_form(form, table)
        return RollFormOutlook(form, table, cells, odds, roll_form_reason_rows(form, table, cells))

    def at_first(self) -> RollFormOutlookRows:
        """The rows without changes of the odds, and without odds not counted yet."""
        if self.odds is not None:
            expected = self._chances(self.odds)
        elif self.form.procedure.takes_long(self.table, self.form.given):
            expected = (*self._expected(), words_row("counting", label("roll", "counting"), Tone.DIM))
        else:
            expected = ()
        return RollFormOutlookRows(expected, reasons=self.reasons)

    def counted(self) -> RollFormOutlookRows:
        """The rows with the odds, the changes that affect them, and the reasons."""
        if self.odds is None:
            return RollFormOutlookRows(self._expected(), reasons=self.reasons)
        worth = _worth(self.odds, self.form, self.table)
        more = _one_more(worth, self.odds)
        worth.sort(key=lambda gain: gain is not more)
        gains = _gain_rows(worth, more, self.form, self.table, self.cells)
        return RollFormOutlookRows(self._chances(self.odds), gains, self.reasons)

    def _chances(self, odds: Odds) -> tuple[Row, ...]:
        outcomes = _chance_rows(odds, self.form, self.table, self.cells)
        return (*outcomes, *_amount_rows(odds, self.form, self.cells))

    def _expected(self) -> tuple[Row, ...]:
        return tuple(
            _side_by_side("amount", averages_without_chances(self.form, self.table), self.cells, Tone.PLAIN)
        )


def roll_form_reason_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """The reasons for the difficulty: what the rule says before its first die."""
    if form.missing or form.procedure.odds is None:
        return ()
    if form.is_secret:
        return (words_row("secret", label("roll", "secret"), Tone.DIM),)
    try:
        facts = play_facts(form.procedure.perform(table, form.given))
    except RuleError as error:
        return text_rows("no", str(error), cells, Tone.BAD)
    return text_rows("reason", "\n".join(map(fact_text, facts)), cells, Tone.PLAIN)


def roll_form_title(form: Form, cells: int) -> tuple[Row, ...]:
    """The form's procedure in a sentence with the rules behind it, wrapped to this many cells."""
    key = f"{form.procedure.id}.help"
    name = label("procedure", form.procedure.id)
    text = f"{name}: {label('procedure', key)}" if has_wording("procedure", key) else name
    chosen = (str(value) for value in form.given.values() if has_wording("rule", str(value)))
    rules = (f"{id}: {label('rule', id)}" for id in chosen)
    return text_rows("title", "\n".join((text, *rules)), cells)


def roll_form_without_gone(
    procedure: Procedure, given: Mapping[str, Value], table: Table
) -> Mapping[str, Value]:
    """The inputs given last time, without an opponent who is down or, for an attack, has left the fight."""
    against = given.get("against")
    keys = against if isinstance(against, tuple) else (against,)
    order = table.order if procedure.role == Role.FIGHT else None
    here = table.characters.keys() if order is None else order.members
    if not any(
        not stands(table[key]) or key not in here
        for key in keys
        if isinstance(key, int) and key in table.characters
    ):
        return given
    return {id: value for id, value in given.items() if id != "against"}


def roll_form_new_name(procedure: Procedure) -> str:
    """The input that names a new thing before all else; empty if the procedure names nothing new."""
    first = next(iter(procedure.inputs), None)
    if not isinstance(first, Words) or first.default is not None or first.long or procedure.odds:
        return ""
    return first.id


def is_line_to_be_typed(form: Form | None, id: str | None) -> bool:
    """Whether this line is empty and takes words."""
    input = (
        next((each for each in form.procedure.inputs if each.id == id), None) if form is not None else None
    )
    return form is not None and isinstance(input, Words) and not form.given.get(input.id)


def is_roll_form_half_filled(form: Form) -> bool:
    """Whether any words have been typed into the form."""
    words = (each for each in form.procedure.inputs if isinstance(each, Words))
    return any(form.given.get(each.id, each.default) not in ("", each.default) for each in words)


def roll_form_line_below(form: Form | None, id: str | None) -> str:
    """The input below one that is there, in a form of several texts; empty: there is none."""
    if form is None or not is_form_of_texts(form):
        return ""
    ids = [each.id for each in form.procedure.inputs if not isinstance(each, Filled)]
    return next(iter(ids[ids.index(id) + 1 :]), "") if id in ids else ""


def is_form_of_texts(form: Form) -> bool:
    """Whether it is filled in line by line: it has several long texts."""
    return sum(isinstance(each, Words) and each.long for each in form.procedure.inputs) > 1


def roll_form_line_after(form: Form, table: Table, asked: str) -> str:
    """The input to go to after the one that was `asked`: in a form of several texts the one below, and what
    is left where a new thing alone was named; empty: none is left.
    """
    if below := roll_form_line_below(form, asked):
        return below
    is_named = asked == roll_form_new_name(form.procedure) and not form.missing
    return next((each.id for each in form.shown(table) if is_named and each.id != asked), "")


# The form, its table, what fills in inputs, and the entry after which it is filled in again
def _is_told_by_table(form: Form, id: str, table: Table) -> bool:
    """Whether the table tells an input's value, as it is after a roll."""
    input = next((each for each in form.procedure.inputs if each.id == id), None)
    return isinstance(input, Choice) and input.proposed(table, form.given) is not None


def roll_form_after(
    form: Form,
    table: Table,
    rules: Ruleset,
    selected: int | None,
    remembered: Mapping[str, Value],
    done: Entry | None,
) -> Form:
    """The form to show after `done`, if given: after its own roll the same again, with another name if the
    name was new; the `remembered` inputs if somebody else is selected now; after their last attack of a turn,
    the next turn.
    """
    if done is None:
        return filled_form(form.procedure, table, selected, form.given, form.asks)
    given = roll_form_without_gone(form.procedure, form.given, table)
    if done.procedure != form.procedure.id:
        return filled_form(form.procedure, table, selected, given, form.asks)
    who, name = form.given.get("who"), roll_form_new_name(form.procedure)
    given = {
        id: value for id, value in given.items() if id != name and not _is_told_by_table(form, id, table)
    }
    if isinstance(who, int) and selected is not None and who != selected:
        given = {**remembered, "who": selected}
    again = filled_form(form.procedure, table, selected, given)
    next_turn = rules.role(Role.NEXT, table) if form.procedure.role == Role.FIGHT else None
    is_theirs = again.given.get("who") == given.get("who")
    return (
        again
        if is_theirs or next_turn is None or next_turn.problems(table)
        else filled_form(next_turn, table)
    )
