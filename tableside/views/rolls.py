"""The roll builder: what can be rolled, the form of one roll, its odds and what would change them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import lru_cache

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form import Form, start
from tableside.rules.odds import Odds
from tableside.rules.play import facts_before
from tableside.rules.procedure import (
    Choice,
    Filled,
    Gain,
    Given,
    Group,
    Input,
    Number,
    Procedure,
    Role,
    Value,
    Who,
    arguments,
    gains,
)
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Part, Skills, Slots, Tags, Traits, part_of
from tableside.rules.table import Character, Table
from tableside.rules.typed import slug
from tableside.text import clip, width
from tableside.views.journal import wrapped
from tableside.views.rows import Row, Span, Tone, column, row, words_row
from tableside.views.tables import Listed
from tableside.wording import has_text, label
from tableside.wording.results import chance, exact, fact_text, points, signed

INPUT_CELLS = 14
MOST_GAIN_CELLS = 24
SECRET = "•"
"""In the place of a number that the players may not see."""
LONGEST_FRACTION = 9
"""Characters of a fraction that still tells a person something."""
AT_HOME_ANYWHERE = (Role.TABLE, Role.ORACLE)
"""Procedures that need no campaign, and are no mere numbers all the same."""
TABLES = 10_000
"""The rank of the first random table: after all that the campaign's rules offer."""
MOST_CHANCES = 12
"""Outcomes whose chances are listed; of more, the likeliest."""
EXPANDED = (Role.TEST, Role.CAST)
"""Procedures listed once for each skill or spell, because that is what a player names."""


@frozen
class Offer:
    """Something that can be rolled or done: a procedure with some inputs filled in."""

    key: str
    label: str
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)
    rank: int = 0
    """Where it stands in the list: the character's own skills first."""
    impossible: bool = False
    """Whether it cannot be done now: it stands last."""


def offers(table: Table, rules: Ruleset, who: int | None, tables: Sequence[Listed] = ()) -> tuple[Offer, ...]:
    """Everything that can be done, for this character first, and after it these random tables."""
    found: list[Offer] = []
    for place, procedure in enumerate(rules.procedures):
        if procedure.role != Role.TABLE:
            found += _offers_of(procedure, table, who, place)
    for place, each in enumerate(tables):
        if each.procedure.role == Role.TABLE:
            found.append(Offer(f"table {each.id}", each.title, each.procedure, each.presets, TABLES + place))
    return tuple(sorted(found, key=lambda each: each.rank))


def _offers_of(procedure: Procedure, table: Table, who: int | None, place: int) -> Iterable[Offer]:
    takes_who = any(isinstance(each, Who) and each.id == "who" for each in procedure.inputs)
    name = label("procedure", procedure.id)
    if not (takes_who and procedure.group == Group.ROLL):
        rank = 1000 * (1 + list(Group).index(procedure.group)) + place
        rank += 0 if procedure.on_table else 10_000
        impossible = bool(procedure.problems(table))
        yield Offer(procedure.id, name, procedure, rank=rank + 20_000 * impossible, impossible=impossible)
        return
    if who is None or not _can_be(procedure, table, who):
        return
    if procedure.role not in EXPANDED:
        yield Offer(f"{procedure.id} {who}", name, procedure, {"who": who}, rank=place)
        return
    choice = next((each for each in procedure.inputs if isinstance(each, Choice) and not each.default), None)
    if choice is None:
        return
    for number, option in enumerate(choice.options(table, {"who": who})):
        suffix = "" if procedure.role == Role.TEST else f" · {label('procedure', procedure.id)}"
        presets: dict[str, Value] = {"who": who, choice.id: option}
        rank = (0 if procedure.role == Role.TEST else 100) + number - 500
        name = f"{option_text(option, table, presets)}{suffix}"
        yield Offer(f"{procedure.id} {who} {option}", name, procedure, presets, rank)


def _can_be(procedure: Procedure, table: Table, who: int) -> bool:
    pick = next(each for each in procedure.inputs if each.id == "who")
    return isinstance(pick, Who) and any(each.key == who for each in pick.candidates(table))


def offer_row(offer: Offer, table: Table, who: int | None) -> Row:
    """An offer in the list, with its owner when that is somebody else than the one selected."""
    owner = offer.presets.get("who")
    name = f"{table[owner].name}: " if isinstance(owner, int) and owner != who else ""
    return row(offer.key, (f"{name}{offer.label}", Tone.DIM if offer.impossible else Tone.PLAIN))


def open_form(offer: Offer, table: Table, who: int | None, remembered: Mapping[str, Value]) -> Form:
    """The form of an offer, with what was given the last time where that still makes sense."""
    return start(offer.procedure, table, who, {**remembered, **offer.presets})


def form_rows(form: Form, table: Table) -> tuple[Row, ...]:
    """A row for each input: its name, its value, how to change it. Keys are the inputs' ids."""
    shown = (each for each in form.procedure.inputs if not isinstance(each, Filled))
    return tuple(_input_row(each, form, table) for each in shown)


def _input_row(input: Input, form: Form, table: Table) -> Row:
    value = form.given.get(input.id)
    name = (column(label("input", input.id), INPUT_CELLS) + " ", Tone.DIM)
    if value is None:
        return row(input.id, name, ("type it…", Tone.BAD))
    text = value_text(input, value, table, form.given)
    if isinstance(input, Number) and is_secret(form):
        text = SECRET
    return row(input.id, name, (text, Tone.PLAIN if value == input.default else Tone.STRONG))


def is_secret(form: Form) -> bool:
    """Whether only the GM may know what is being rolled."""
    return form.given.get("secret") is True


def option_text(option: str, table: Table, given: Given) -> str:
    """An option as a person reads it: the name on the character's own sheet, or the words of its id."""
    found = _name_at_hand(option, table, given)
    if found is None and has_text("kind", option):
        return label("kind", option)
    return found or label("option", option)


def _name_at_hand(option: str, table: Table, given: Given) -> str | None:
    """The name of this id on the sheets that this is about, the one's who rolls first, then of a clock."""
    keys: list[int] = []
    for value in (given.get("who"), *given.values()):
        keys += [each for each in (value if isinstance(value, tuple) else (value,)) if type(each) is int]
    for key in dict.fromkeys(keys):
        if key in table.characters and option in (names := _names_on(table[key])):
            return names[option]
    return next((each.name for each in table.clocks if slug(each.name) == option), None)


@lru_cache(maxsize=256)
def _names_on(character: Character) -> Mapping[str, str]:
    """The names of the rows on a sheet, by their ids."""
    sheet = character.sheet
    listed = [name for part in sheet.__dataclass_fields__ for name in row_names(part_of(sheet, part))]
    return {slug(name): name for name in reversed(listed)}


def row_names(value: Part) -> tuple[str, ...]:
    """The names of the rows of a part; none for a part without rows."""
    match value:
        case Skills() | Traits():
            return tuple(each.name for each in value.rows)
        case Slots():
            return tuple(each.name for each in value.items)
        case Tags():
            return value.names
    return ()


def value_text(input: Input, value: Value, table: Table, given: Given) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(input, Who):
        keys = value if isinstance(value, tuple) else (value,)
        names = [table[key].name for key in keys if isinstance(key, int) and key in table.characters]
        return ", ".join(names) or label("nobody", input.id)
    if isinstance(value, tuple):
        return ", ".join(option_text(str(each), table, given) for each in value) or "-"
    if isinstance(input, Choice):
        nothing = label("none", input.id) if has_text("none", input.id) else "-"
        return option_text(str(value), table, given) if value else nothing
    return str(value).replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else value or "-"


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
    return (*_chance_rows(odds, form, cells), *_gain_rows(odds, form, table))


def _chance_rows(odds: Odds, form: Form, cells: int) -> tuple[Row, ...]:
    order = {id: place for place, id in enumerate(form.procedure.outcomes)}
    listed = [(id, value) for id, value in odds.chances.items() if value]
    if form.procedure.role != Role.TABLE or len(listed) > MOST_CHANCES:  # a short table is read as written
        listed.sort(key=lambda each: (order.get(each[0], len(order)), -each[1]))
    most = 0 if form.procedure.role == Role.TABLE else cells // 2  # rows of a table are long, and many
    chances = [_chance_text(id, value, most, cells) for id, value in listed[:MOST_CHANCES]]
    if more := len(listed) - MOST_CHANCES:
        chances += [f"and {more} more"] if more > 0 else []
    comes = form.procedure.group == Group.GROWTH
    amounts = [f"{label('amount', id)} {_amount_text(odds, id, comes)}" for id in odds.amounts]
    return (
        *_side_by_side("odds", chances, cells, Tone.STRONG),
        *_side_by_side("amount", amounts, cells, Tone.PLAIN),
    )


def _amount_text(odds: Odds, id: str, comes: bool) -> str:
    """What is to be expected of an amount: of growth that comes or does not, its chance."""
    return chance(odds.mean(id)) if comes and {*odds.amounts[id]} <= {0, 1} else points(odds.mean(id))


def _gain_rows(odds: Odds, form: Form, table: Table) -> tuple[Row, ...]:
    worth = [each for each in gains(form.procedure, table, form.given) if _differs(each.odds, odds)]
    changes = [_change_text(each, form, table) for each in worth]
    cells = min(MOST_GAIN_CELLS, max(map(width, changes), default=0))
    return tuple(
        _gain_row(each, form, column(change, cells)) for each, change in zip(worth, changes, strict=True)
    )


def _expected_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """What is known of a roll without counting its odds."""
    if form.procedure.expected is None or form.missing or is_secret(form):
        return ()
    try:
        means = form.procedure.expected(table, **arguments(form.given))
    except RuleError:
        return ()
    amounts = [f"{label('amount', id)} {points(mean)}" for id, mean in means.items()]
    return tuple(_side_by_side("amount", amounts, cells, Tone.PLAIN))


def _chance_text(id: str, value: Fraction, most: int, cells: int) -> str:
    """An outcome with its chance: percentage and fraction, or where that takes more than so many cells one of
    them alone; never wider than `cells`.
    """
    name = label("outcome", id)
    text = f"{name} {exact(value)}"
    if width(text) < most:
        return text
    short = str(value) if len(str(value)) <= LONGEST_FRACTION else chance(value)
    return f"{clip(name, cells - len(short) - 1)} {short}"


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
        return f"{label('input', gain.input)} {signed(gain.value - now)}"
    return f"{label('input', gain.input)}: {value_text(input, gain.value, table, form.given)}"


def _gain_row(gain: Gain, form: Form, change: str) -> Row:
    """What another value of one input would make of the best outcome and of each amount."""
    best = next((each for each in form.procedure.outcomes if gain.odds.chances.get(each)), None)
    effects = [f"{label('outcome', best)} {chance(gain.odds.chances[best])}"] if best else []
    comes = form.procedure.group == Group.GROWTH
    effects += [f"{label('short', id)} {_amount_text(gain.odds, id, comes)}" for id in gain.odds.amounts]
    spans: tuple[Span, ...] = (
        (change + " ", Tone.DIM),
        (", ".join(effects), Tone.ACCENT),
    )
    return Row(f"gain {gain.input} {gain.value}", spans, selectable=False)


def about_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """All there is to know before a roll: why it is as hard as it is, its odds, and what it does."""
    return (*reason_rows(form, table, cells), *odds_rows(form, table, cells), *form_title(form, cells))


def first_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """As much of `about_rows` as can be shown at once: what would change the odds is left out, and where the
    odds themselves take long, so are they.
    """
    odds: tuple[Row, ...] = ()
    if not form.missing and form.procedure.is_heavy(table, form.given):
        counting = words_row("counting", "counting all rolls…", Tone.DIM)
        odds = (*_expected_rows(form, table, cells), counting)
    elif (found := odds_of(form, table)) is not None:
        odds = _chance_rows(found, form, cells)
    return (*reason_rows(form, table, cells), *odds, *form_title(form, cells))


def reason_rows(form: Form, table: Table, cells: int) -> tuple[Row, ...]:
    """Why the roll is as hard as it is: what the rule says before it throws the first die."""
    if form.missing or form.procedure.odds is None:
        return ()
    if is_secret(form):
        return (words_row("secret", "Secret: the opened entry tells the GM all", Tone.DIM),)
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
    listed = [line for each in texts for line in wrapped(each, cells)]
    lines = [words_row(f"title {n}", line, Tone.DIM) for n, line in enumerate(listed)]
    return (words_row("gap 1", ""), *lines)


def _rule_text(id: str) -> str:
    return f"{id}: {label('rule', id)}"
