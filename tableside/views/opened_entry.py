"""An entry opened: its result, dice and changes, and why, when and by whom it was made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import TABLE, Change
from tableside.campaign.entries import Entry
from tableside.campaign.replay import earlier_readings_in_replay
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import sheet_part_of, sheet_parts
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug
from tableside.text import clip, local_time, width, wrapped
from tableside.views.fact_headlines import (
    BETWEEN,
    Headline,
    IsFoe,
    fact_beyond_headline,
    foes_for_headline,
    separate_headlines,
)
from tableside.views.fight_summary import fight_summary_lines
from tableside.views.input_values import row_names_as_input_values
from tableside.views.journal_rows import (
    AS_TOLD,
    JournalEntryFate,
    journal_headline_with_secrets,
    journal_row_note,
    journal_row_prefix,
    journal_steps_text,
)
from tableside.views.notes import is_note, note_lines
from tableside.views.past_rolls import past_roll_odds_rows
from tableside.views.roll_result import (
    RollResultThrows,
    roll_result_came_rows,
    roll_result_said,
    roll_result_step_rows,
)
from tableside.views.rows import ARROW, Row, Span, Tone, row_column, row_name_column, words_row
from tableside.wording import has_wording, label, part_label, sentence, so_many, yes_or_no
from tableside.wording.facts import counted_condition_of_fact

LEAST_CELLS = 24
"""The least cells of a row, however narrow the terminal."""
WHO_CELLS, WHAT_CELLS = 16, 22
"""The most cells in a row for the name of who changed, and for what changed."""
WHOLE = ("current", "marked", "sides", "rows", "items", "names")
"""Fields of a part that stand for the part as a whole."""
LONGEST = 60
"""The most cells of a value."""
TOLD_OF_ORDER = ((), ("round",), ("acting",))
"""Parts of a turn order whose changes are put into words: its beginning or end, the round, who acts."""
PEOPLE = ("attending", "acting", "acted")
"""Fields that hold keys of characters."""


def people_in_opened_entry(*tables: Table) -> dict[int, Character]:
    """The characters that an entry may have changed, by key; earlier tables take precedence."""
    return {key: each for table in reversed(tables) for key, each in table.characters.items()}


@frozen
class ChangeInOpenedEntry:
    """One change by an entry."""

    who: str
    """The name of whoever changed; empty for the table."""
    what: str
    """What changed; the full text if there is no value before and after."""
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The change in one line."""
        whose = f"{self.who}: " if self.who else ""
        return f"{whose}{self.what} {self.before} {ARROW} {self.after}" if self.after else self.what


@frozen
class _AboutOpenedEntry:
    """The context for describing changes."""

    people: Mapping[int, Character]
    game: str
    said: frozenset[str] | None = None
    """Ids of everything that the entry names. Rows and conditions it does not name may have been others at
    that time. None: all are certain.
    """

    def sure(self, name: str) -> str:
        """The name if it was certainly this one at that time; else empty."""
        return name if self.said is None or typed_slug(name) in self.said else ""


def _all_changed(changes: Iterable[Change], about: _AboutOpenedEntry) -> tuple[ChangeInOpenedEntry, ...]:
    """The changes of an entry, each once, without those that have no text."""
    return tuple(dict.fromkeys(filter(None, (_changed(each, about) for each in changes))))


def opened_entry_change_texts(
    changes: Iterable[Change], people: Mapping[int, Character], game: str
) -> tuple[str, ...]:
    """The changes of a table with these people in words, one line each."""
    return tuple(each.text for each in _all_changed(changes, _AboutOpenedEntry(people, game)))


def _changed(change: Change, about: _AboutOpenedEntry) -> ChangeInOpenedEntry | None:
    collection, _, number = change.what.partition("/")
    if collection == "characters":
        return _about_one(change, int(number), about)
    if change.what != TABLE or not change.field:
        return None
    if change.field == ("order",):
        turned = "order-ends" if change.after is None else "order-begins"
        return ChangeInOpenedEntry("", label("change", turned))
    if _is_within_order(change):
        return ChangeInOpenedEntry("", label("amending", "order"))
    part = str(change.field[1 if change.field[0] == "order" else 0])
    return _turned("", _called(part), change, about.people if part in PEOPLE else {})


def _is_within_order(change: Change) -> bool:
    """Whether a change is inside a turn order and left to the headline: neither the round nor who acts."""
    return change.what == TABLE and change.field[:1] == ("order",) and change.field[1:] not in TOLD_OF_ORDER


def _about_one(change: Change, key: int, about: _AboutOpenedEntry) -> ChangeInOpenedEntry | None:
    who = about.people.get(key)
    name = who.name if who is not None else f"#{key}"
    if not change.field:
        if isinstance(document := change.after or change.before, dict):
            name = str(document.get("name", name))
        return ChangeInOpenedEntry(
            "", sentence("amending", "comes" if change.before is None else "goes", who=name)
        )
    if change.field[0] == "conditions" and len(change.field) > 1:
        return _about_a_condition(change, name, who, about)
    if change.field[0] != "sheet":
        return _turned(name, _called(str(change.field[0])), change, {})
    last = str(change.field[-1]) if isinstance(change.field[-1], str) else ""
    detail = "" if last in WHOLE or last == change.field[1] else f" {_called(last)}"
    return _turned(name, f"{_row_or_part(change, who, about)}{detail}", change, {})


def _row_or_part(change: Change, who: Character | None, about: _AboutOpenedEntry) -> str:
    """The name of a changed row, else of the part with the row's number; for other fields, of the part."""
    part, rest = str(change.field[1]), change.field[2:]
    place = next((each for each in rest if isinstance(each, int)), None)
    if place is None:
        return part_label(about.game, part)
    has_part = who is not None and part in sheet_parts(who.sheet)
    names = row_names_as_input_values(sheet_part_of(who.sheet, part)) if who and has_part else ()
    own = about.sure(names[place]) if place < len(names) else ""
    return own or f"{part_label(about.game, part)} {place + 1}"


def _about_a_condition(
    change: Change, name: str, who: Character | None, about: _AboutOpenedEntry
) -> ChangeInOpenedEntry | None:
    """A change within one condition: its name, count or remaining rounds. None: it is uncertain which
    condition it was.
    """
    _, place, field = change.field
    if field == "name":
        texts = (label("condition", str(each)) for each in (change.before, change.after))
        return ChangeInOpenedEntry(name, _called("conditions"), *texts)
    conditions = who.conditions if who is not None else ()
    own = about.sure(conditions[place].name) if isinstance(place, int) and place < len(conditions) else ""
    if own and field == "amount":
        counted = (counted_condition_of_fact(own, int(str(each))) for each in (change.before, change.after))
        return ChangeInOpenedEntry(name, _called("conditions"), *counted)
    is_told = own and field == "rounds"
    return _turned(name, f"{label('condition', own)}, {_called('rounds')}", change, {}) if is_told else None


def _called(field: str) -> str:
    return label("change", field) if has_wording("change", field) else label("amending", field)


def _turned(who: str, what: str, change: Change, people: Mapping[int, Character]) -> ChangeInOpenedEntry:
    return ChangeInOpenedEntry(who, what, _short(change.before, people), _short(change.after, people))


def _short(value: object, people: Mapping[int, Character]) -> str:
    if isinstance(value, bool):
        return yes_or_no(value)
    if isinstance(value, int) and value in people:
        return people[value].name
    if isinstance(value, list | tuple):
        return ", ".join(_short(each, people) for each in value) or "-"
    if isinstance(value, dict):
        if "name" in value or "current" in value:
            return label("condition", str(value["name"])) if "name" in value else str(value["current"])
        options = (label("option", each) for each in value.values() if isinstance(each, str))
        return ", ".join(options) or ("…" if value else "-")
    text = str(value) if value not in (None, "") else "-"
    return clip(text.replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) else text, LONGEST)


def opened_entry_rows(
    entry: Entry, campaign: Campaign, cells: int, since: JournalEntryFate = AS_TOLD, *, odds: bool = True
) -> tuple[Row, ...]:
    """Everything about an entry of this campaign, secrets included, wrapped to this many cells. `odds`: with
    its possible results, which must be counted first.
    """
    cells = max(LEAST_CELLS, cells)
    rows = (
        *_outcome(entry, campaign, cells, since),
        *_reasons(entry, campaign, cells, since),
        *(past_roll_odds_rows(entry, campaign, cells) if odds else ()),
        *(row for text in _fight(entry, campaign) for row in _lines(text, cells, Tone.PLAIN)),
        *_about(entry, campaign.rules, cells),
    )
    return _rekeyed(entry, since, rows)


def opened_entry_outcome_rows(
    entry: Entry, campaign: Campaign, cells: int, since: JournalEntryFate = AS_TOLD
) -> tuple[Row, ...]:
    """The result of an opened entry, its dice and its changes."""
    rows = _outcome(entry, campaign, max(LEAST_CELLS, cells), since)
    return _rekeyed(entry, since, (*rows,))


def opened_entry_in_place(
    entry: Entry, campaign: Campaign, cells: int, since: JournalEntryFate = AS_TOLD
) -> tuple[Row, ...]:
    """An opened entry among others in the journal: its first row like theirs, the others indented."""
    first = journal_row_prefix(entry, since)
    inset = sum(width(text) for text, _ in first)
    head, *others = opened_entry_rows(entry, campaign, cells - inset, since)
    return (
        Row(str(entry.number), (*first, *head.spans)),
        *(Row(each.key, ((" " * inset, Tone.PLAIN), *each.spans), selectable=False) for each in others),
    )


def _fight(entry: Entry, campaign: Campaign) -> tuple[str, ...]:
    """The summary of the fight that this entry ended."""
    try:
        return fight_summary_lines(campaign, entry)
    except StoreError as error:
        return (str(error),)


def _rekeyed(entry: Entry, since: JournalEntryFate, rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows with keys of this entry, struck through if it no longer stands."""
    return tuple(
        Row(
            f"{entry.number} {n}",
            tuple((text, Tone.STRUCK if since.is_struck else tone) for text, tone in each.spans),
            selectable=False,
        )
        for n, each in enumerate(rows)
    )


def _outcome(entry: Entry, campaign: Campaign, cells: int, since: JournalEntryFate) -> Iterator[Row]:
    rules, table = campaign.rules, campaign.table
    is_foe = foes_for_headline(table)
    headline = journal_headline_with_secrets(entry, is_foe)
    if entry.is_undo_or_redo:
        headline = replace(headline, words=journal_steps_text((entry,), campaign), detail=headline.words)
    came = _came(entry, is_foe) or (headline,)
    if is_note(entry) and not entry.amends:
        lines = note_lines(journal_row_note(entry, since), cells)
        yield from (Row("", spans, selectable=False) for spans in lines)
    else:
        yield from roll_result_came_rows(came, cells)
    if since.text:
        yield words_row("since", f"({since.text})", Tone.STRONG)
    throws = RollResultThrows(entry.steps, entry.facts, table, rules)
    for n in range(len(entry.steps)):
        yield from roll_result_step_rows(throws, n, cells)
    yield from _lines(_detail_beyond(headline, came), cells, Tone.DIM)
    said = None if entry.number == campaign.length else _named_in(entry)
    about = _AboutOpenedEntry(people_in_opened_entry(table), rules.id, said)
    shown = (each for each in entry.changes if not _is_within_order(each))
    yield from opened_entry_change_rows(_all_changed(shown, about), cells)


def _came(entry: Entry, is_foe: IsFoe) -> tuple[Headline, ...]:
    """The separate headlines of an entry made by a rule; empty for an amendment or a move in time."""
    is_told = entry.is_of_a_rule and entry.facts and not entry.amends
    return separate_headlines(entry.facts, is_foe) if is_told else ()


def _detail_beyond(headline: Headline, came: Sequence[Headline]) -> str:
    """The detail of an entry's one headline, without what its separate headlines say."""
    said = tuple(each.detail for each in came if each.detail and each is not headline)
    return BETWEEN.join(each for each in headline.detail.split(BETWEEN) if not each.endswith(said))


def _named_in(entry: Entry) -> frozenset[str]:
    """The ids of everything that an entry's inputs and facts name."""
    given = chain.from_iterable(each if isinstance(each, tuple) else (each,) for each in entry.given.values())
    values = chain.from_iterable((*fact.id.split("-"), *fact.values.values()) for fact in entry.facts)
    return frozenset(typed_slug(each) for each in (*given, *values) if isinstance(each, str))


def _reasons(entry: Entry, campaign: Campaign, cells: int, since: JournalEntryFate) -> Iterator[Row]:
    """What each fact adds to the rows above, with its rule; then the rules of the other facts."""
    is_foe = foes_for_headline(campaign.table)
    headline = journal_headline_with_secrets(entry, is_foe)
    said = [since.instead or headline.words, *headline.detail.split(BETWEEN)]
    said += roll_result_said(_came(entry, is_foe))
    reasons = [(fact, fact_beyond_headline(fact, () if fact.secret else said)) for fact in entry.facts]
    for fact, text in reasons:
        behind = (label("entry", "secret") if fact.secret else "", f"[{fact.rule}]" if fact.rule else "")
        yield from _reason(text, "  ".join(filter(None, behind)), cells) if text else ()
    shown = {fact.rule for fact, text in reasons if text}
    others = dict.fromkeys(f"[{fact.rule}]" for fact, _ in reasons if fact.rule and fact.rule not in shown)
    if others:
        yield from _lines(sentence("entry", "rules", rules=" ".join(others)), cells, Tone.DIM)


def _about(entry: Entry, rules: Ruleset, cells: int) -> Iterator[Row]:
    """When the entry was made, and by which readings of the rules."""
    texts = [_when(entry), *opened_entry_readings(entry, rules)]
    if earlier := earlier_readings_in_replay(entry, rules):
        texts.append(sentence("history", "earlier-reading", rules=", ".join(earlier)))
    for text in texts:
        yield from _lines(text, cells, Tone.DIM)


def opened_entry_readings(entry: Entry, rules: Ruleset) -> Iterator[str]:
    """The house rules of an opened entry that differ from the default, and the number of the others."""
    usual = {each.id: each.default for each in rules.open_questions}
    own = {id: option for id, option in entry.house.items() if option != usual.get(id)}
    for id, option in own.items():
        yield f"{label('rule', id)} {label('option', option)}"
    if others := len(entry.house) - len(own):
        yield so_many("entry", "read-as-usual", others)


def _lines(text: str, cells: int, tone: Tone) -> Iterator[Row]:
    """A wrapped text with every row after the first indented."""
    if text:
        first, *rest = wrapped(text, cells)
        yield words_row("", first, tone)
        for line in wrapped(" ".join(rest), cells - 2) if rest else ():
            yield words_row("", f"  {line}", tone)


def _when(entry: Entry) -> str:
    """The number of the entry, its procedure, when and by whom it was made."""
    when = local_time(entry.time).strftime("%Y-%m-%d %H:%M:%S")
    values = {"entry": entry.number, "when": when, "by": entry.by, "session": entry.session, "day": entry.day}
    head = sentence("entry", "head-by" if entry.by else "head", **values)
    return f"{head}, {label('procedure', entry.procedure)}"


def opened_entry_change_rows(changes: Sequence[ChangeInOpenedEntry], cells: int) -> Iterator[Row]:
    """The changes of an opened entry in columns: who, what, and from what to what; each name once."""
    turned = [each for each in changes if each.after]
    who_cells = min(WHO_CELLS, 2 * cells // 5, max((width(each.who) for each in turned), default=0))
    what_cells = min(WHAT_CELLS, max((width(each.what) for each in turned), default=0))
    named = ""
    for each in changes:
        if not each.after:
            yield from _lines(each.text, cells, Tone.DIM)
            continue
        who = "" if each.who == named else each.who
        named = each.who
        spans: tuple[Span, ...] = (
            ((f"{row_name_column(who, who_cells)}  ", Tone.STRONG),) if who_cells else ()
        )
        yield from _turned_rows(each, spans, what_cells, cells)


def _turned_rows(
    change: ChangeInOpenedEntry, begun: tuple[Span, ...], what_cells: int, cells: int
) -> Iterator[Row]:
    """The rows of one change after the name, with the old value dim and the new one strong."""
    before, after = (f"{change.before} {ARROW} ", Tone.DIM), (change.after, Tone.STRONG)
    inset = sum(width(text) for text, _ in begun)
    is_short = width(change.what) <= what_cells
    if is_short and inset + what_cells + 2 + width(before[0]) + width(after[0]) <= cells:
        what = (f"{row_column(change.what, what_cells)}  ", Tone.DIM)
        yield Row("", (*begun, what, before, after), selectable=False)
        return
    for line in wrapped(f"{change.what} {before[0]}{after[0]}", cells - inset):
        yield Row("", (*begun, (line, Tone.PLAIN)), selectable=False)
        begun = ((" " * inset, Tone.PLAIN),)


def _reason(text: str, behind: str, cells: int) -> Iterator[Row]:
    """The text wrapped, with a dim remark behind it, or below it if there is no room."""
    *lines, last = wrapped(text, cells)
    yield from (words_row("", line) for line in lines)
    beside = f"  {behind}" if behind else ""
    has_room = width(last + beside) <= cells
    yield Row("", ((last, Tone.PLAIN), (beside if has_room else "", Tone.DIM)), selectable=False)
    yield from () if has_room else _lines(beside, cells, Tone.DIM)
