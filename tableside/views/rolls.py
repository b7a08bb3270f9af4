"""The roll builder: the form of one roll, its odds, and what would change them."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form import Form
from tableside.rules.inputs import Input, Number
from tableside.rules.odds import Odds
from tableside.rules.play import facts_before
from tableside.rules.procedure import Gain, Group, Role, odds_with_changes
from tableside.rules.table import Table
from tableside.text import clip, width, wrapped
from tableside.views import pictures
from tableside.views.rows import Row, Tone, column, row, words_row
from tableside.views.values import value_text
from tableside.wording import has_text, label
from tableside.wording.results import and_more, chance, exact, fact_text, mean_text, signed

INPUT_CELLS = 15
FEW_CHANCES = 4
"""Outcomes that may take a row each."""
MOST_GAIN_CELLS = 24
SECRET = "•"
"""In the place of a number that the players may not see."""
LONGEST_FRACTION = 9
"""Characters of a fraction that still tells a person something."""
MOST_CHANCES = 12
"""Outcomes whose chances are listed; of more, the likeliest."""


def form_rows(form: Form, table: Table) -> tuple[Row, ...]:
    """A row for each input that can make a difference: its name, its value, how to change it. Keys are the
    inputs' ids.
    """
    shown = form.shown(table)
    longest = max((width(label("input", each.id)) for each in shown), default=0)
    return tuple(_input_row(each, form, table, min(INPUT_CELLS, longest)) for each in shown)


def _input_row(input: Input, form: Form, table: Table, cells: int) -> Row:
    value = form.given.get(input.id)
    name = (column(label("input", input.id), cells) + "  ", Tone.DIM)
    if value is None:
        return row(input.id, name, (label("roll", "type-it"), Tone.BAD))
    text = value_text(input, value, table, form.given)
    if isinstance(input, Number) and is_secret(form):
        text = SECRET
    return row(input.id, name, (text, Tone.PLAIN if value == input.default else Tone.STRONG))


def is_secret(form: Form) -> bool:
    """Whether only the GM may know what is being rolled."""
    return form.given.get("secret") is True


def odds_of(form: Form, table: Table) -> Odds | None:
    """The exact odds of a form. None: something is missing, secret, or there is nothing to foretell."""
    if form.missing or form.procedure.odds is None or is_secret(form):
        return None
    try:
        return form.procedure.chances(table, form.given)
    except RuleError:
        return None


def odds_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """The chances of each outcome, the amounts to be expected, and what would change them."""
    odds = odds_of(form, table)
    if odds is None:
        return _expected_rows(form, table, cells)
    return (*_chance_rows(odds, form, cells), *_gain_rows(odds, form, table, cells))


def _chance_rows(odds: Odds, form: Form, cells: int) -> tuple[Row, ...]:
    order = {id: place for place, id in enumerate(form.procedure.outcomes)}
    results = [(id, value) for id, value in odds.chances.items() if value]
    if form.procedure.role != Role.TABLE or len(results) > MOST_CHANCES:  # a short table is read as written
        results.sort(key=lambda each: (order.get(each[0], len(order)), -each[1]))
    chances = _chance_texts(results[:MOST_CHANCES], cells, is_table=form.procedure.role == Role.TABLE)
    if more := len(results) - MOST_CHANCES:
        chances += [and_more(more)] if more > 0 else []
    comes = form.procedure.group == Group.GROWTH
    means = () if form.procedure.role == Role.ASSEMBLE else odds.means  # the first round is no news
    if form.procedure.role == Role.TABLE:
        return (*_side_by_side("odds", chances, cells, Tone.STRONG), *_assumed_rows(odds, cells))
    return (
        *pictures.chance_rows(results[:MOST_CHANCES], cells),
        *(words_row(f"more {n}", text, Tone.DIM) for n, text in enumerate(chances[MOST_CHANCES:])),
        *(pictures.amount_row(id, odds, _amount_text(odds, id, comes), cells) for id in means),
        *_side_by_side("struck", struck_texts(odds), cells, Tone.PLAIN),
        *_assumed_rows(odds, cells),
    )


def struck_texts(odds: Odds) -> list[str]:
    """Who may be hit, each with the chance of it."""
    return [f"{label('odds', 'struck')} {name} {chance(value)}" for name, value in odds.struck.items()]


def _assumed_rows(odds: Odds, cells: int) -> tuple[Row, ...]:
    """What the odds take for granted."""
    lines = wrapped(label("assumed", odds.assumes), cells) if odds.assumes else ()
    return tuple(words_row(f"assumed {n}", line, Tone.DIM) for n, line in enumerate(lines))


def _amount_text(odds: Odds, id: str, comes: bool) -> str:
    """What is to be expected of an amount: of growth that comes or does not, its chance."""
    return chance(odds.mean(id)) if comes and {*odds.amounts[id]} <= {0, 1} else mean_text(odds.mean(id))


def _gain_rows(odds: Odds, form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    worth = [
        each for each in odds_with_changes(form.procedure, table, form.given) if _differs(each.odds, odds)
    ]
    changes = [_change_text(each, form, table) for each in worth]
    first = min(MOST_GAIN_CELLS, max(map(width, changes), default=0))
    return tuple(
        row
        for each, change in zip(worth, changes, strict=True)
        for row in _rows_of_gain(each, form, column(change, first), cells)
    )


def _expected_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """What is known of a roll without counting its odds."""
    return tuple(_side_by_side("amount", expected_texts(form, table), cells, Tone.PLAIN))


def expected_texts(form: Form, table: Table) -> list[str]:
    """What each amount comes to on average, where that is known without counting odds; empty for a secret."""
    if form.missing or is_secret(form):
        return []
    try:
        means = form.procedure.means(table, form.given) or {}
    except RuleError:
        return []
    return [f"{label('amount', id)} {mean_text(mean)}" for id, mean in means.items()]


def _chance_texts(results: Sequence[tuple[str, Fraction]], cells: int, *, is_table: bool) -> list[str]:
    """Outcomes with their chances, none wider than `cells`: percentage and fraction; of many that do not fit
    two a row, the percentage alone. Rows of a table are long, and as likely as each other: the fraction.
    """
    if is_table:
        return [_chance_text(id, value, cells) for id, value in results]
    whole = [f"{label('outcome', id)} {exact(value)}" for id, value in results]
    brief = [f"{label('outcome', id)} {chance(value)}" for id, value in results]
    half = cells // 2
    if any(width(each) >= half for each in whole):
        if len(results) > FEW_CHANCES and all(width(each) < half for each in brief):
            return brief
        rows = zip(whole, results, strict=True)
        return [text if width(text) <= cells else _chance_text(*each, cells) for text, each in rows]
    return whole


def _chance_text(id: str, value: Fraction, cells: int) -> str:
    """An outcome with its chance in one number, never wider than `cells`."""
    short = str(value) if len(str(value)) <= LONGEST_FRACTION else chance(value)
    return f"{clip(label('outcome', id), cells - len(short) - 1)} {short}"


def _side_by_side(key: str, texts: list[str], cells: int, tone: Tone) -> list[Row]:
    """Two texts a row where they fit: the screen is small, and all of the odds should be seen at once."""
    half = cells // 2
    per_row = 2 if all(width(text) < half for text in texts) else 1
    rows = [texts[n : n + per_row] for n in range(0, len(texts), per_row)]
    lines = ["".join(column(text, half if per_row == 2 else cells) for text in row) for row in rows]
    return [words_row(f"{key} {n}", line, tone) for n, line in enumerate(lines)]


def _differs(one: Odds, other: Odds) -> bool:
    return one.chances != other.chances or one.amounts != other.amounts


def _change_text(gain: Gain, form: Form, table: Table) -> str:
    """What would be changed."""
    input = form.procedure.input(gain.input)
    now = form.given.get(gain.input)
    if isinstance(gain.value, int) and isinstance(now, int) and not isinstance(gain.value, bool):
        name = label("short" if has_text("short", gain.input) else "input", gain.input)
        return f"{name} {signed(gain.value - now)}"
    return f"{label('input', gain.input)}: {value_text(input, gain.value, table, form.given)}"


def _rows_of_gain(gain: Gain, form: Form, change: str, cells: int) -> Iterator[Row]:
    """What another value of one input would make of the best outcome and of each amount, none of them cut."""
    best = next((each for each in form.procedure.outcomes if gain.odds.chances.get(each)), None)
    effects = [f"{label('outcome', best)} {chance(gain.odds.chances[best])}"] if best else []
    comes = form.procedure.group == Group.GROWTH
    effects += [f"{label('short', id)} {_amount_text(gain.odds, id, comes)}" for id in gain.odds.means]
    begun = f"{change} "
    for n, line in enumerate(_packed(effects, cells - width(begun))):
        spans = ((begun if n == 0 else " " * width(begun), Tone.DIM), (line, Tone.ACCENT))
        yield Row(f"gain {gain.input} {gain.value} {n}", spans, selectable=False)


def _packed(texts: Iterable[str], cells: int) -> Iterator[str]:
    """As many of these on a row as fit, each of them whole."""
    line = ""
    for each in texts:
        longer = f"{line}, {each}" if line else each
        if line and width(longer) > cells:
            yield line
            longer = each
        line = longer
    yield line


def about_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """All there is to know before a roll: why it is as hard as it is, its odds, and what it does."""
    return (*reason_rows(form, table, cells), *odds_rows(form, table, cells), *form_title(form, cells))


@frozen
class First:
    """As much of `about_rows` as can be shown at once: what would change the odds is left out, and where the
    odds themselves take long, so are they.
    """

    reasons: tuple[Row, ...]
    chances: tuple[Row, ...]
    title: tuple[Row, ...]
    odds: Odds | None = None
    """None: they take long, or there are none."""

    @property
    def rows(self) -> tuple[Row, ...]:
        return (*self.reasons, *self.chances, *self.title)

    def whole(self, form: Form, table: Table, cells: int) -> tuple[Row, ...]:
        """All of `about_rows`, of a form whose odds do not take long."""
        odds = self.odds
        more = (
            _gain_rows(odds, form, table, cells) if odds is not None else _expected_rows(form, table, cells)
        )
        return (*self.reasons, *self.chances, *more, *self.title)


def first(form: Form, table: Table, cells: int) -> First:
    """What can be shown at once of a roll."""
    reasons, title = reason_rows(form, table, cells), form_title(form, cells)
    if form.procedure.takes_long(table, form.given):
        counting = words_row("counting", label("roll", "counting"), Tone.DIM)
        return First(reasons, (*_expected_rows(form, table, cells), counting), title)
    odds = odds_of(form, table)
    return First(reasons, _chance_rows(odds, form, cells) if odds is not None else (), title, odds)


def reason_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """Why the roll is as hard as it is: what the rule says before it throws the first die."""
    if form.missing or form.procedure.odds is None:
        return ()
    if is_secret(form):
        return (words_row("secret", label("roll", "secret"), Tone.DIM),)
    try:
        facts = facts_before(form.procedure.perform(table, form.given))
    except RuleError as error:
        return tuple(
            words_row(f"no {n}", line, Tone.BAD) for n, line in enumerate(wrapped(str(error), cells))
        )
    texts = [line for fact in facts for line in wrapped(fact_text(fact), cells)]
    return tuple(words_row(f"reason {n}", line) for n, line in enumerate(texts))


def form_title(form: Form, cells: int) -> tuple[Row, ...]:
    """What the form is about, in one sentence with the rules behind it, wrapped to so many cells."""
    key = f"{form.procedure.id}.help"
    name = label("procedure", form.procedure.id)
    text = f"{name}: {label('procedure', key)}" if has_text("procedure", key) else name
    texts = [text, *(_rule_text(str(value)) for value in form.given.values() if has_text("rule", str(value)))]
    folded = [line for each in texts for line in wrapped(each, cells)]
    lines = [words_row(f"title {n}", line, Tone.DIM) for n, line in enumerate(folded)]
    return (words_row("gap 1", ""), *lines)


def _rule_text(id: str) -> str:
    return f"{id}: {label('rule', id)}"
