"""Chances as charts, and what could have come of rolls: of the latest, and the least likely results of a
session.

A roll counts when its odds are known at once and its questions were answered as proposed, for of these the
odds speak. They are exact, on the table of that time. Only the latest are counted, for each costs a
millisecond or so, and a campaign may be as long as it likes: it is for a worker.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from tableside.campaign import journal
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, applied, documents, safe_table, safe_table_near
from tableside.campaign.entries import Entry, given_for, is_partly_secret
from tableside.campaign.replay import earlier_readings
from tableside.campaign.sessions import Session, backwards
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Given, Who
from tableside.rules.odds import Odds
from tableside.rules.play import ChoiceAsked, Chosen, Rolled, Step, run_rule
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table
from tableside.text import width
from tableside.views.notes import is_for_gm, is_id_for_gm
from tableside.views.public.document import OutcomeSeen
from tableside.views.rows import Row, Span, Tone, column
from tableside.wording import label
from tableside.wording.results import chance, exact

AGAINST_THE_ODDS = Fraction(1, 20)
"""From this chance on a result is nothing to tell of."""
OPEN = (Kind.PC, Kind.HENCHMAN)
"""Kinds whose chances players may know."""
GOOD, EVEN, BAD = ("█", Tone.MOST), ("▓", Tone.HALF), ("░", Tone.LITTLE)
"""What an outcome is drawn with: what whoever rolls hopes for, what is neither, what they fear."""
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
"""Ids of outcomes. One that stands in neither list is neither."""
Chances = Sequence[tuple[str, Fraction]]
"""Outcomes with their chances."""
Called = Callable[[str], str]
"""What an outcome is called."""
ORDER = (GOOD, EVEN, BAD)
BESIDE_ITS_LIKE = {"█": "▊", "▓": "▒", "░": "▎"}
"""What the second of two neighbours of one kind is drawn with, so that they do not run together."""
THIN = {"█": "▀", "▓": "▘", "░": "▔"}
"""The same in a thinner bar."""
BETWEEN = "  "
COLUMNS = "▁▂▃▄▅▆▇█"
MOST_COLUMNS = 24
"""Values of an amount that are drawn one by one."""
AMOUNT_CELLS = 14


def outcome_sign(outcome: str) -> tuple[str, Tone]:
    """The sign that an outcome is drawn with, and its tone."""
    return GOOD if outcome in HOPED_FOR else BAD if outcome in FEARED else EVEN


def bar_shares(chances: Sequence[Fraction], cells: int) -> tuple[int, ...]:
    """How many of a bar's cells each chance gets, one at least; the largest give what the smallest need."""
    given = [max(1, round(each * cells)) for each in chances]

    def too_many(place: int) -> Fraction:
        return given[place] - chances[place] * cells

    while (over := sum(given) - cells) and cells >= len(given):
        places = [place for place, part in enumerate(given) if over < 0 or part > 1]
        place = max(places, key=too_many) if over > 0 else min(places, key=too_many)
        given[place] -= 1 if over > 0 else -1
    return tuple(given)


def best_to_worst(chances: Chances) -> Chances:
    """Outcomes in the order of a chart, from the best to the worst."""
    return sorted(chances, key=lambda each: ORDER.index(outcome_sign(each[0])))


def _parted(signs: Iterable[Span]) -> Iterator[Span]:
    """The signs of the pieces of a bar, where two of one kind are neighbours each its own."""
    last = ""
    for block, tone in signs:
        last = BESIDE_ITS_LIKE[block] if last == block else block
        yield last, tone


def chance_rows(chances: Chances, cells: int, called: Called) -> Iterator[Row]:
    """Outcomes with their chances, from the best to the worst: one bar, and the numbers under it."""
    if not chances:
        return
    chances = best_to_worst(chances)
    drawn = [*_parted(outcome_sign(id) for id, _ in chances)]
    parts = bar_shares([value for _, value in chances], cells)
    bar = tuple((block * part, tone) for (block, tone), part in zip(drawn, parts, strict=True))
    yield Row("odds-bar", bar, selectable=False)
    yield from _legend(chances, drawn, cells, called)


def thin_bar(chances: Chances, cells: int) -> tuple[Span, ...]:
    """A thin bar of the same outcomes if something were otherwise, to be drawn under their bar."""
    chances = best_to_worst(chances)
    parts = bar_shares([value for _, value in chances], cells)
    signs = (outcome_sign(id) for id, _ in chances)
    return tuple((THIN[block] * part, tone) for (block, tone), part in zip(signs, parts, strict=True))


def _legend(chances: Chances, drawn: Sequence[Span], cells: int, called: Called) -> Iterator[Row]:
    """What each piece of the bar is, and how likely: as fractions too, where all of it fits on a row."""
    texts = [f"{called(id)} {exact(value)}" for id, value in chances]
    if sum(width(text) + 2 + len(BETWEEN) for text in texts) - len(BETWEEN) > cells:
        texts = [f"{called(id)} {chance(value)}" for id, value in chances]
    spans: list[Span] = []
    used = 0
    for n, (text, (block, tone)) in enumerate(zip(texts, drawn, strict=True)):
        cost = width(text) + 2 + (len(BETWEEN) if spans else 0)
        if spans and used + cost > cells:
            yield Row(f"odds {n}", tuple(spans), selectable=False)
            spans, used = [], 0
            cost -= len(BETWEEN)
        spans += [(BETWEEN, Tone.PLAIN)] if spans else []
        spans += [(f"{block} ", tone), (text, Tone.STRONG)]
        used += cost
    yield Row("odds", tuple(spans), selectable=False)


def amount_row(id: str, odds: Odds, mean: str, cells: int) -> Row:
    """An amount: its mean, a histogram of its values where it has few, and from what to what it goes."""
    name = label("amount", id)
    spans: list[Span] = [
        (column(name, max(AMOUNT_CELLS, width(name))), Tone.DIM),
        (f" {mean:>4}", Tone.STRONG),
    ]
    values = odds.amounts[id]
    low, high = min(values), max(values)
    room = cells - sum(width(text) for text, _ in spans)
    picture, ends = histogram(values), f"{low} to {high}"
    if (
        id not in odds.events
        and low < high
        and high - low < MOST_COLUMNS
        and width(picture) + width(ends) + 3 <= room
    ):
        spans += [("  ", Tone.PLAIN), (picture, Tone.ACCENT), (f" {ends}", Tone.DIM)]
    return Row(f"amount {id}", tuple(spans), selectable=False)


def histogram(values: Mapping[int, Fraction]) -> str:
    """A column for each value from the least to the greatest, the likeliest as high as a row."""
    most = max(values.values())
    return "".join(
        _column(values.get(each, Fraction(0)), most) for each in range(min(values), max(values) + 1)
    )


def _column(value: Fraction, most: Fraction) -> str:
    return COLUMNS[max(0, round(value / most * len(COLUMNS)) - 1)] if value else " "


@frozen
class Unlikely:
    """A result, and what its chance was."""

    entry: Entry
    chance: Fraction
    for_players: bool
    """Whether it tells nothing that only the GM may know."""


ByOutcome = Mapping[str, Fraction]
"""By outcome."""


@frozen
class CountedRoll:
    """A roll, and the exact chances of its outcomes on the table of that time."""

    entry: Entry
    procedure: Procedure
    chances: ByOutcome
    for_players: bool
    """Whether they tell nothing that only the GM may know."""


Thrown = tuple[Entry, Documents]
"""A roll, and the documents before it."""


def entries_thrown(session: Session) -> Iterator[Thrown]:
    """The entries of a session that dice decided, the last first."""
    return (each for each in backwards(session) if _has_dice(each[0]))


def _has_dice(entry: Entry) -> bool:
    """Whether a rule was carried out with dice."""
    return entry.is_of_a_rule and any(isinstance(step, Rolled) for step in entry.steps)


def unlikely(rolls: Iterable[Thrown], rules: Ruleset) -> tuple[Unlikely, ...]:
    """Those of these rolls whose results were unlikely, the least likely first."""
    chances = (
        (each, _chance(each.chances, each.procedure, each.entry)) for each in _rolls_with_odds(rolls, rules)
    )
    results = [
        Unlikely(each.entry, chance, each.for_players)
        for each, chance in chances
        if chance and chance < AGAINST_THE_ODDS
    ]
    return tuple(sorted(results, key=lambda each: (each.chance, each.entry.number)))


def _rolls_with_odds(rolls: Iterable[Thrown], rules: Ruleset) -> Iterator[CountedRoll]:
    """Those of these rolls whose chances can be told, with them."""
    near: tuple[Documents, Table] | None = None
    for entry, before in rolls:
        procedure = rules.procedure(entry.procedure)
        if procedure.odds is None or procedure.group == Group.FIGHT or procedure.role == Role.TABLE:
            continue  # whose turn comes is no result, and a table has nothing but unlikely ones
        if earlier_readings(entry, rules):
            continue  # today's rules would say something else of it
        try:
            table = safe_table(before, rules) if near is None else safe_table_near(near, before, rules)
            near, given = (before, table), given_for(procedure, entry)
            chances = _chances_of(procedure, table, given, entry)
        except (RuleError, StoreError):
            continue  # the same, of what was made before entries said by which reading
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue  # an entry that came from elsewhere may hold what its procedure does not take
        if chances:
            yield CountedRoll(entry, procedure, chances, _is_open(procedure, table, given, entry))


def chance_of(procedure: Procedure, table: Table, given: Given, entry: Entry) -> Fraction | None:
    """The exact chance of an entry's outcome on the table before it; of the oracle, that of its yes or no,
    whatever it adds. None: it cannot be told at once.

    Raises `RuleError` when the procedure could not have been carried out.
    """
    chances = _chances_of(procedure, table, given, entry)
    return None if chances is None else _chance(chances, procedure, entry)


def _chances_of(procedure: Procedure, table: Table, given: Given, entry: Entry) -> ByOutcome | None:
    """The exact chance of each outcome of an entry on the table before it. None: they cannot be told at once.

    Raises `RuleError` when the procedure could not have been carried out.
    """
    if procedure.takes_long(table, given) or not _as_proposed(procedure, table, given, entry.steps):
        return None
    return procedure.chances(table, given).chances


def _chance(chances: ByOutcome, procedure: Procedure, entry: Entry) -> Fraction | None:
    if procedure.role == Role.ORACLE:
        alike = (each for each in chances if _side(each) == _side(entry.result))
        return sum((chances[each] for each in alike), Fraction(0))
    return chances.get(entry.result)


def _side(answer: str) -> str:
    """Yes or no."""
    return answer.partition("-")[0]


def _as_proposed(procedure: Procedure, table: Table, given: Given, steps: tuple[Step, ...]) -> bool:
    """Whether every question was answered as was proposed."""
    rule = procedure.perform(table, given)
    for place, step in enumerate(steps):
        if isinstance(step, Chosen):
            asked = run_rule(rule, steps[:place])
            if not isinstance(asked, ChoiceAsked) or asked.default != step.choice:
                return False
    return True


def _is_open(procedure: Procedure, table: Table, given: Given, entry: Entry) -> bool:
    """Whether nothing went into it that players do not know: an enemy's numbers, a difficulty kept secret."""
    named: list[int] = []
    for each in procedure.inputs:
        value = given.get(each.id)
        if isinstance(each, Who):
            named += [int(key) for key in value] if isinstance(value, tuple) else [int(value or 0)]
    kinds = {table[key].kind for key in named if key in table.characters}
    texts = [text for text in given.values() if isinstance(text, str)]
    is_hidden = (
        is_partly_secret(entry)
        or bool(given.get("secret"))
        or any(is_for_gm(text) or is_id_for_gm(text) for text in texts)
    )
    return bool(kinds) and kinds <= {*OPEN} and not is_hidden


MOST_ROLLS = 500
MOST_ENTRIES = 3_000
"""How far back the rolls are looked for."""
MOST_SHARES = 8
"""Outcomes of which each can still be seen."""
Shares = tuple[OutcomeSeen, ...]


def shares_of_rolls(campaign: Campaign, *, secrets: bool) -> Mapping[int, Shares]:
    """By number of an entry, its outcomes from best to worst; `secrets` with what only the GM may know."""
    rolls = islice(_rolls(campaign), MOST_ROLLS)
    return {
        each.entry.number: _shares(each.chances, each.entry.result)
        for each in _rolls_with_odds(rolls, campaign.rules)
        if (secrets or each.for_players) and _can_be_drawn(each.chances, each.entry.result)
    }


def _rolls(campaign: Campaign) -> Iterator[Thrown]:
    """The rolls that stand, the last first. From one that was amended to its amendment they are left out: the
    table that they were made on is not the one that is told of.
    """
    before = documents(campaign.table)
    amended = campaign.length + 1
    for entry in islice(journal.standing_entries(campaign.entry, campaign.length), MOST_ENTRIES):
        before = applied(before, journal.changes_back(entry))
        is_as_told = not entry.amends and entry.number < amended
        amended = min(amended, entry.amends) if entry.amends else amended
        if entry.number <= amended:
            amended = campaign.length + 1
        if is_as_told and _has_dice(entry):
            yield entry, before


def _can_be_drawn(chances: Mapping[str, Fraction], result: str) -> bool:
    return bool(chances.get(result)) and 1 < sum(map(bool, chances.values())) <= MOST_SHARES


def _shares(chances: Mapping[str, Fraction], result: str) -> Shares:
    listed = sorted(chances.items(), key=lambda each: ORDER.index(outcome_sign(each[0])))
    return tuple(
        OutcomeSeen(label("outcome", id), chance, outcome_sign(id)[1], id == result)
        for id, chance in listed
        if chance
    )
