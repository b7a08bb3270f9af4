"""The chances of a roll as text and charts: outcomes with their probabilities, and expected amounts."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form_filling import Form
from tableside.rules.harm_lines import input_of_harm_line
from tableside.rules.inputs import people_given_by_input
from tableside.rules.odds import Odds
from tableside.rules.play import play_facts
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.table import Table
from tableside.rules.tables.table_rolls import LEADING_ON, table_roll_row_text
from tableside.text import clip, width
from tableside.views.fact_headlines import headline_of
from tableside.views.rows import SEPARATOR, Row, Span, Tone, row_column
from tableside.wording import and_more, has_wording, label, sentence
from tableside.wording.dice_and_chance_texts import (
    assumed_text,
    chance_text,
    chance_text_of_outcome,
    exact_chance_text,
    expected_dice_text,
    mean_text,
    readable_chance_text,
)


@frozen
class Look:
    """How outcomes of one kind are drawn in a bar."""

    signs: str
    """Signs for successive outcomes of this kind, so that none runs into the next; the legend shows them."""
    thin: str
    """The sign for all of them in a thin bar."""
    tone: Tone


GOOD, EVEN, BAD = Look("█▊▌", "▀", Tone.MOST), Look("▓▒▚", "▘", Tone.HALF), Look("░▎·", "▔", Tone.LITTLE)
"""Looks of what whoever rolls hopes for, of the neutral, and of what they fear."""
YES, NO = Look("█▓▒", "▀", Tone.HALF), Look("░▎·", "▔", Tone.DIM)
"""Looks of an oracle's answers, which are neither good nor bad."""
# fmt: off
HOPED_FOR = {
    "success", "pass", "done", "win", "hit", "2+", "up", "improved", "learned", "grown", "eased", "gone",
    "friendly", "helpful", "party-first", "holds", "on-guard", "paid-in-advance", "treated", "fed",
    "critical", "slain",
}
FEARED = {
    "failure", "fail", "lose", "miss", "0", "dead", "dying", "oops", "mishap", "answered", "unchanged",
    "hostile", "wary", "foes-first", "springs", "flat-footed", "not-paid", "shrunk", "down", "worsened",
    "open", "survives", "break", "fatal", "destroyed", "limits-broken", "fatigued",
}
# fmt: on
"""Ids of feared outcomes. An outcome in neither list is neutral."""
ANSWERS = dict.fromkeys(("yes-and", "yes", "yes-but"), YES) | dict.fromkeys(("no-but", "no", "no-and"), NO)
"""The looks of an oracle's answers by id."""
Chances = Sequence[tuple[str, Fraction]]
"""Outcomes with their chances."""
Called = Callable[[str], str]
"""Returns the name of an outcome."""
ORDER = (GOOD, YES, EVEN, NO, BAD)
AMID = " "
"""Stands between a yes and a no in a bar."""
BETWEEN = "  "
COLUMNS = "▁▂▃▄▅▆▇█"
MOST_COLUMNS, LEAST_COLUMNS = 24, 4
"""The most and least columns of a histogram; if there are more values, they share columns."""
AMOUNT_CELLS = 14


def outcome_look(outcome: str) -> Look:
    """How an outcome is drawn."""
    return ANSWERS.get(outcome) or (GOOD if outcome in HOPED_FOR else BAD if outcome in FEARED else EVEN)


def chance_bar_shares(chances: Sequence[Fraction], cells: int) -> tuple[int, ...]:
    """The cells of a bar that each chance gets, at least one; large chances give up cells for small ones."""
    given = [max(1, round(each * cells)) for each in chances]

    def too_many(place: int) -> Fraction:
        return given[place] - chances[place] * cells

    while (over := sum(given) - cells) and cells >= len(given):
        places = [place for place, part in enumerate(given) if over < 0 or part > 1]
        place = max(places, key=too_many) if over > 0 else min(places, key=too_many)
        given[place] -= 1 if over > 0 else -1
    return tuple(given)


def chances_best_to_worst(chances: Chances) -> Chances:
    """Outcomes in the order of a chart, from the best to the worst."""
    return sorted(chances, key=lambda each: ORDER.index(outcome_look(each[0])))


def chances_that_can_come(odds: Odds) -> Chances:
    """The outcomes with a chance above 0, from the best to the worst."""
    return chances_best_to_worst([(id, chance) for id, chance in odds.chances.items() if chance])


def _signs(chances: Chances) -> Iterator[Span]:
    """The sign for each piece of a bar."""
    drawn: Counter[Look] = Counter()
    for id, _ in chances:
        look = outcome_look(id)
        yield look.signs[drawn[look] % len(look.signs)], look.tone
        drawn[look] += 1


def chance_rows(chances: Chances, cells: int, called: Called, came: str = "") -> Iterator[Row]:
    """Outcomes with their chances, from the best to the worst: a bar with the numbers under it. If one of
    them `came`, it alone stands out, and fractions are shown however many rows they take.
    """
    if not chances:
        return
    chances = chances_best_to_worst(chances)
    is_dim = [bool(came) and id != came for id, _ in chances]
    drawn = [
        (sign, Tone.DIM if dim else tone) for (sign, tone), dim in zip(_signs(chances), is_dim, strict=True)
    ]
    looks = [outcome_look(id) for id, _ in chances]
    gaps = [AMID if pair == (YES, NO) else "" for pair in pairwise((*looks, looks[-1]))]
    parts = chance_bar_shares([value for _, value in chances], cells - len("".join(gaps)))
    pieces = zip(drawn, parts, gaps, strict=True)
    bar = tuple((block * part + gap, tone) for (block, tone), part, gap in pieces)
    yield Row("odds-bar", bar, selectable=False)
    texts = _legend_texts(chances, cells, called, exact=bool(came))
    tones = (Tone.DIM if dim else Tone.STRONG for dim in is_dim)
    yield from _legend([*zip(texts, tones, strict=True)], drawn, cells)


def thin_chances_bar(chances: Chances, cells: int) -> tuple[Span, ...]:
    """A thin bar of the same outcomes under changed conditions, to be drawn under their bar."""
    chances = chances_best_to_worst(chances)
    parts = chance_bar_shares([value for _, value in chances], cells)
    looks = (outcome_look(id) for id, _ in chances)
    return tuple((look.thin * part, look.tone) for look, part in zip(looks, parts, strict=True))


def _legend_texts(chances: Chances, cells: int, called: Called, *, exact: bool) -> list[str]:
    """The chance of each outcome, with fractions if `exact` and each fits, or if all fit on one row."""
    say = exact_chance_text if exact else readable_chance_text
    texts = [chance_text_of_outcome(called(id), value, say) for id, value in chances]
    parts = [width(text) + 2 for text in texts]
    if (max(parts) if exact else sum(parts) + len(BETWEEN) * (len(parts) - 1)) <= cells:
        return texts
    return [chance_text_of_outcome(called(id), value) for id, value in chances]


def _legend(told: Sequence[Span], drawn: Sequence[Span], cells: int) -> Iterator[Row]:
    """The legend of the bar: each outcome behind its sign, as many to a row as fit."""
    spans: list[Span] = []
    used = 0
    for n, ((text, tone), (block, hue)) in enumerate(zip(told, drawn, strict=True)):
        cost = width(text) + 2 + (len(BETWEEN) if spans else 0)
        if spans and used + cost > cells:
            yield Row(f"odds {n}", tuple(spans), selectable=False)
            spans, used = [], 0
            cost -= len(BETWEEN)
        spans += [(BETWEEN, Tone.PLAIN)] if spans else []
        spans += [(f"{block} ", hue), (text, tone)]
        used += cost
    yield Row("odds", tuple(spans), selectable=False)


def amount_row(id: str, odds: Odds, told: str, cells: int, came: int | None = None) -> Row:
    """The row of an amount: what is `told` of it, such as its mean, a histogram, and its range. If one value
    `came`, its column is marked.
    """
    name = label("amount", id)
    spans: list[Span] = [
        (row_column(name, max(AMOUNT_CELLS, width(name))), Tone.DIM),
        (f" {told:>4}", Tone.STRONG),
    ]
    values = odds.amounts[id]
    low, high = min(values), max(values)
    room = cells - sum(width(text) for text, _ in spans)
    ends = f"{low} to {high}"
    columns = min(MOST_COLUMNS, room - width(ends) - 3)
    if id not in odds.events and low + 1 < high and columns >= min(LEAST_COLUMNS, high - low + 1):
        picture = histogram(values, columns)
        spans += [("  ", Tone.PLAIN), *_marked(picture, values, came), (f" {ends}", Tone.DIM)]
    return Row(f"amount {id}", tuple(spans), selectable=False)


def _marked(picture: str, values: Mapping[int, Fraction], came: int | None) -> Sequence[Span]:
    """A histogram in which only the column of the value that came stands out."""
    if came is None or came not in values:
        return ((picture, Tone.ACCENT),)
    place = histogram_place(values, came, len(picture))
    parts = ((picture[:place], Tone.DIM), (picture[place], Tone.ACCENT), (picture[place + 1 :], Tone.DIM))
    return tuple((text, tone) for text, tone in parts if text)


def histogram(values: Mapping[int, Fraction], columns: int = MOST_COLUMNS) -> str:
    """A histogram as block characters, with the likeliest column one row high."""
    heights = histogram_heights(values, columns)
    return "".join(_column(each, max(heights)) for each in heights)


def histogram_heights(values: Mapping[int, Fraction], columns: int = MOST_COLUMNS) -> Sequence[Fraction]:
    """The chance of each column: one for each value from least to greatest; if there are more values than
    columns, several share a column.
    """
    shared = _values_a_column(values, columns)
    heights = [Fraction(0)] * (histogram_place(values, max(values), columns) + 1)
    for value, chance in values.items():
        heights[(value - min(values)) // shared] += chance
    return heights


def histogram_place(values: Mapping[int, Fraction], value: int, columns: int = MOST_COLUMNS) -> int:
    """The column that a value falls into."""
    return (value - min(values)) // _values_a_column(values, columns)


def _values_a_column(values: Mapping[int, Fraction], columns: int) -> int:
    return -(-(max(values) - min(values) + 1) // columns)


def _column(value: Fraction, most: Fraction) -> str:
    return COLUMNS[max(0, round(value / most * len(COLUMNS)) - 1)] if value else " "


ODDS_LINES = 2
"""The most lines of chances above a line being typed."""


def chances_of_form(form: Form, table: Table) -> Odds | None:
    """The exact odds of a form. None: an input is missing, it is secret, or it has no odds."""
    if form.missing or form.procedure.odds is None or form.is_secret:
        return None
    try:
        return form.procedure.chances(table, form.given)
    except RuleError:
        return None


def only_chance_text(odds: Odds, form: Form) -> str:
    """The text of a table's only row if it leads on an example; empty for all else."""
    rows = [id for id, value in odds.chances.items() if value]
    is_only = form.procedure.role == Role.TABLE and len(rows) == 1
    return table_roll_row_text(row_name_in_chances(rows[0])) if is_only else ""


def _comes_to(form: Form, table: Table, odds: Odds | None = None) -> str:
    """The certain result of a tick, of harm or of healing; empty if a die decides, and for all else."""
    is_harm = form.procedure.group == Group.CARE and input_of_harm_line(form.procedure) is not None
    is_told = (is_harm or form.procedure.role == Role.TICK) and (odds is None or 1 in odds.chances.values())
    facts = play_facts(form.procedure.perform(table, form.given)) if is_told else ()
    if not facts:
        return ""
    headline = headline_of(facts)
    if not is_harm:
        return headline.words
    names = [f"{each.name} " for each in people_given_by_input(table, form.given)]
    words = headline.words.removeprefix(names[0]) if len(names) == 1 else headline.words  # it stands above
    return SEPARATOR.join(filter(None, (words, headline.detail)))


def row_name_in_chances(id: str) -> str:
    """The name of a table row among the chances; a row that leads on an example reads as an example."""
    text = table_roll_row_text(id)
    if not text.endswith(LEADING_ON):
        return id
    example = text.removesuffix(LEADING_ON).strip()
    return id.removesuffix(text) + sentence("odds", "such-as", text=example)


def outcome_text_in_chances(form: Form, table: Table, id: str) -> str:
    """The name of an outcome; one that the procedure does not list is a character's key."""
    if id not in form.procedure.outcomes and id.isdecimal() and int(id) in table.characters:
        return table[int(id)].name
    return outcome_name_in_chances(form.procedure, id)


def outcome_name_in_chances(procedure: Procedure, id: str) -> str:
    """The name of an outcome, in the procedure's own words if it has any."""
    if procedure.role == Role.TABLE:
        return row_name_in_chances(id)
    own = f"{procedure.id}.{id}"
    return label("outcome", own if has_wording("outcome", own) else id)


def chances_of_people(odds: Odds) -> list[str]:
    """Who may be hit by a roll, with the chances, and what may become of whom."""
    struck = [f"{label('odds', 'struck')} {name} {chance_text(value)}" for name, value in odds.struck.items()]
    return [*struck, *chances_of_fates(odds, chance_text)]


def chances_of_fates(odds: Odds, tell: Callable[[Fraction], str]) -> Iterator[str]:
    """What may become of whom, the worst first: `Ana dead 10 %, dying 30 %`."""
    for name, states in odds.fates.items():
        chances = (f"{label('outcome', state)} {tell(value)}" for state, value in states.items())
        yield f"{name} {', '.join(chances)}"


def amounts_in_chances(odds: Odds, procedure: Procedure) -> list[str]:
    """The ids of amounts that say more than the outcomes: not the hits of a single die, and no event, growth
    or outcome that cannot come.
    """

    def tells(id: str, values: Mapping[int, Fraction]) -> bool:
        if not {*values} <= {0, 1}:
            return True
        if values.get(1):
            return id in odds.events or values[1] not in odds.chances.values()
        return procedure.group != Group.GROWTH and id not in (*odds.events, *procedure.outcomes)

    return [id for id in odds.means if tells(id, odds.amounts[id])]


def expected_amount_in_chances(odds: Odds, id: str, comes: bool = False) -> str:
    """The mean of an amount; of an event, or of growth that may come, its chance."""
    is_event = id in odds.events or (comes and {*odds.amounts[id]} <= {0, 1})
    return chance_text(odds.mean(id)) if is_event else mean_text(odds.mean(id))


def averages_without_chances(form: Form, table: Table) -> list[str]:
    """The average of each amount of a roll without counting odds; empty for a secret roll."""
    if form.missing or form.is_secret:
        return []
    try:
        becomes = _comes_to(form, table)
        means = form.procedure.means(table, form.given) or {}
    except RuleError:
        return []
    thrown = (dice for _, dice in form.procedure.dice_given(form.given).values())
    return [
        *filter(None, [becomes]),
        *map(expected_dice_text, thrown),
        *(f"{label('amount', id)} {mean_text(mean)}" for id, mean in means.items()),
    ]


def chances_line(form: Form, table: Table) -> str:
    """The chance of each outcome of the understood command in one line; empty if none is known."""
    odds = chances_of_form(form, table)
    if odds is None:
        return SEPARATOR.join(averages_without_chances(form, table))
    texts = (*_odds_texts(odds, form, table, exact_chance_text), assumed_text(odds))
    return SEPARATOR.join(filter(None, texts))


def exact_chances_text(form: Form, table: Table) -> str:
    """The chances with fractions at any length; empty for tables, whose rows say them, and for odds that take
    long.
    """
    if form.procedure.role == Role.TABLE or form.procedure.takes_long(table, form.given):
        return ""
    odds = chances_of_form(form, table)
    return SEPARATOR.join(_odds_texts(odds, form, table, exact_chance_text)) if odds is not None else ""


def odds_lines(form: Form, table: Table, cells: int) -> tuple[str, ...]:
    """The chances in at most two lines of this many cells: percentages alone if fractions do not fit, and
    only as many as fit.
    """
    odds = chances_of_form(form, table)
    if odds is None:
        return _folded(averages_without_chances(form, table), cells)[:ODDS_LINES]
    texts = _odds_texts(odds, form, table, readable_chance_text)
    for version in ([*texts, *filter(None, (assumed_text(odds),))], texts):
        if len(lines := _folded(version, cells)) <= ODDS_LINES:
            return lines
    texts, fitting = _odds_texts(odds, form, table, chance_text), lines[:ODDS_LINES]
    for count in range(1, len(texts) + 1):
        more = [and_more(len(texts) - count)] if count < len(texts) else []
        if len(lines := _folded([*texts[:count], *more], cells)) > ODDS_LINES:
            break
        fitting = lines
    return fitting


def _odds_texts(odds: Odds, form: Form, table: Table, tell: Callable[[Fraction], str]) -> list[str]:
    if only := only_chance_text(odds, form) or _comes_to(form, table, odds):
        return [only]
    can_come = chances_that_can_come(odds)
    chances = [f"{outcome_text_in_chances(form, table, id)} {tell(chance)}" for id, chance in can_come]
    chances += chances_of_people(odds)
    is_start = form.procedure.role == Role.ASSEMBLE  # a fight starts with the first round anyway
    amounts = [] if is_start else amounts_in_chances(odds, form.procedure)
    return [*chances, *(f"{label('amount', id)} {expected_amount_in_chances(odds, id)}" for id in amounts)]


def _folded(texts: Iterable[str], cells: int) -> tuple[str, ...]:
    """The texts joined into lines of at most this many cells."""
    lines: list[str] = []
    for text in texts:
        joined = f"{lines[-1]}{SEPARATOR}{text}" if lines else text
        if lines and width(joined) <= cells:
            lines[-1] = joined
        else:
            lines.append(clip(text, cells))
    return tuple(lines)
