"""Sessions: titles, attendance, and lasting changes to sheets."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import EntryGlance
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.cells import die_cell_text
from tableside.rules.life_states import is_dead
from tableside.rules.names import find_by_name, names_from_text
from tableside.rules.sheet import (
    Die,
    Label,
    Meter,
    Part,
    Skills,
    Slots,
    Tags,
    Track,
    Traits,
    sheet_part_of,
    sheet_parts,
)
from tableside.rules.table import Character, Kind, Table
from tableside.views import input_values
from tableside.views.notes import note_read_aloud
from tableside.views.public import document, entries_told
from tableside.views.rows import ARROW, Row, Span, Tone, blank_row, heading_row, words_row
from tableside.wording import label, part_label, sentence


def session_dice_title(table: Table, typed: bool | None) -> str:
    """Whose dice are real, for the title; empty if the program rolls all. `typed`: this evening's setting."""
    dice = table.real_dice
    if typed is not None or dice.usual or not dice.any:
        return label("session", "real-dice") if typed or (typed is None and dice.usual) else ""
    names = [table[key].name.partition(" ")[0] for key in dice.typing if key in table.characters]
    return sentence("session", "real-dice-of", names=", ".join(names))


def last_session_over(table: Table) -> int:
    """The last session that is over; during the first session, that one."""
    return table.session - 1 if table.session_is_on and table.session > 1 else table.session


def next_session_line(campaign: Campaign) -> str:
    """How to begin the next session, and the last note, in one line; empty while a session is on."""
    table = campaign.table
    if table.session_is_on or not players_at_table(table):
        return ""
    begins = sentence("session", "key", session=table.session + 1)
    last = _last_note(campaign)
    return f"{begins}; {sentence('session', 'previously', text=last)}" if last else begins


def _last_note(campaign: Campaign) -> str:
    """The last note that players may read, since it is shown as they arrive."""
    lines = (
        each.line for each in reversed(entries_told.latest_entries_told(campaign, entries_told.LOOKED_BACK))
    )
    written = (note_read_aloud(line.words) for line in lines if line.kind == document.LineKind.WRITTEN)
    return " ".join(next(written, "").split())


def session_title(session: int) -> str:
    """The title of a session; 0 is the time before the first one."""
    return sentence("session", "title" if session else "title-before", session=session)


BUT = (*(f"{each} " for each in label("attending", "but").split(", ")), "-")
ONLY = f"{label('attending', 'only')} "
"""The words before the names of those missing, and of those who alone are there."""


def players_at_table(table: Table) -> tuple[Character, ...]:
    """The characters who can be there: those of players, unless they are dead."""
    return tuple(each for each in table.in_play(Kind.PC) if not is_dead(each))


def attending(text: str, table: Table) -> tuple[int, ...]:
    """Keys of those who attend a session, from a typed line: who is missing (names, or their numbers in the
    list), `only` and who is there, or nothing if everybody is.

    Raises `RuleError` when something is not understood, and when nobody would be there.
    """
    party = players_at_table(table)
    typed = text.strip().casefold()
    is_only = typed.startswith(ONLY)
    for start in (ONLY, *BUT):
        typed = typed.removeprefix(start).strip()
    named = {_meant(word, party).key for word in names_from_text(typed, party) if word not in ("all", "and")}
    there = tuple(each.key for each in party if (each.key in named) == is_only)
    if party and not there:
        raise RuleError("session.nobody-there")
    return there


def _meant(word: str, party: tuple[Character, ...]) -> Character:
    if word.isdecimal() and 1 <= int(word) <= len(party):
        return party[int(word) - 1]
    return find_by_name(party, word)


def attendance_rows(text: str, table: Table) -> tuple[Row, ...]:
    """Everybody with their number, and whether they attend by what is typed so far."""
    party = players_at_table(table)
    try:
        there = attending(text, table)
    except RuleError:
        there = tuple(each.key for each in party)
    title = sentence("session", "begins", session=table.session + 1, day=table.day)
    rows = (_attendance(n, each, each.key in there) for n, each in enumerate(party, 1))
    nobody = (words_row("nobody", label("session", "nobody"), Tone.DIM),)
    return (heading_row(title), *(rows if party else nobody), blank_row("there"))


def _attendance(number: int, who: Character, is_there: bool) -> Row:
    mark: Span = ("[x]", Tone.GOOD) if is_there else ("[ ]", Tone.BAD)
    absent = "" if is_there else f" {label('attendance', 'absent')}"
    return Row(f"there {number}", (mark, (f" {number} {who.name}{absent}", Tone.PLAIN)), selectable=False)


@frozen
class SessionAttendance:
    """The names of those who were there, each with how long, and of those who missed it."""

    there: str
    missing: str


def session_attendance(
    entries: Sequence[EntryGlance], table: Table, is_told: Callable[[str], bool] = lambda name: True
) -> SessionAttendance:
    """The attendance by a session's entries and the table after them, of people who may be told of."""
    began, missed = _names_at(entries, "session-begun"), _names_at(entries, "session-missed")
    moves = [fact for each in entries for fact in each.facts if fact.id in ("arrived", "departed")]
    came = [str(fact.values["who"]) for fact in moves if fact.id == "arrived"]
    last = {str(fact.values["who"]): fact.id for fact in moves}
    now = [table[key].name for key in table.attending if key in table.characters]
    later = [name for name in dict.fromkeys((*came, *now)) if name not in began]
    named = filter(is_told, (*began, *later))
    people = [_told(name, last.get(name), is_late=name in missed) for name in named]
    absent = (name for name in missed if name not in came and is_told(name))
    return SessionAttendance(", ".join(people), ", ".join(absent))


def _told(name: str, last: str | None, *, is_late: bool) -> str:
    how = "gone-early" if last == "departed" else "came-late" if is_late else ""
    return sentence("recap", how, name=name) if how else name


def _names_at(entries: Sequence[EntryGlance], id: str) -> list[str]:
    """The names in this fact of the entry that began the session."""
    facts_of_it = (fact for each in entries[:1] for fact in each.facts if fact.id == id and not fact.secret)
    names = next((str(fact.values["who"]) for fact in facts_of_it), "").removeprefix("-")
    return [name for name in names.split(", ") if name]


Won = tuple[str, str]
"""How somebody gained something, `learnt` or `got`, and its name."""


def session_gains(
    had: Mapping[int, Character], party: Iterable[Character], game: str
) -> list[tuple[str, tuple[str, ...]]]:
    """Names of the party with the lasting changes since the sheets they `had`, by key: a few words for each,
    in the order of the sheet. Somebody without an earlier sheet is new.
    """
    return [
        (each.name, tuple(_gains(had[each.key], each, game)))
        if each.key in had
        else (each.name, (label("recap", "joined"),))
        for each in party
    ]


def _gains(before: Character, after: Character, game: str) -> Iterator[str]:
    """The changes of a sheet, without what only play counts, such as failures."""
    declared = after.sheet.__dataclass_fields__
    for part in sheet_parts(after.sheet, after.kind):
        old, new = sheet_part_of(before.sheet, part), sheet_part_of(after.sheet, part)
        if old != new and not declared[part].metadata[Label.BY_PLAY]:
            yield from _changes(part_label(game, part), old, new)


def session_names_won(
    had: Mapping[int, Character], party: Iterable[Character]
) -> list[tuple[str, tuple[Won, ...]]]:
    """Names of the party with the names of what they gained for good: things, skills and the like."""
    return [(each.name, tuple(_names_won(had[each.key], each))) for each in party if each.key in had]


def _names_won(before: Character, after: Character) -> Iterator[Won]:
    declared = after.sheet.__dataclass_fields__
    for part in sheet_parts(after.sheet, after.kind):
        labels = declared[part].metadata
        if not (labels[Label.AILS] or labels[Label.BY_PLAY]):
            old, new = sheet_part_of(before.sheet, part), sheet_part_of(after.sheet, part)
            yield from ((_how_won(new, labels), name) for name in (_names(new) - _names(old)).elements())


def _how_won(part: Part, labels: Mapping[Label, object]) -> str:
    """How a part is gained: skills, and tags that are only names, are learnt."""
    is_learnt = isinstance(part, Skills) or (isinstance(part, Tags) and labels[Label.READS] is None)
    return "learnt" if is_learnt else "got"


def _names(part: Part) -> Counter[str]:
    return Counter(input_values.row_names_as_input_values(part))


def _changes(name: str, old: Part, new: Part) -> Iterator[str]:
    match old, new:
        case Skills(), Skills():
            yield from _skills(old, new)
        case Slots(), Slots():
            yield from _listed("", old, new)
        case ((Tags() | Traits()), (Tags() | Traits())):
            yield from _listed(f"{name}: ", old, new)
        case Meter(), Meter() if old.maximum != new.maximum:
            yield sentence("gain", "most", name=name, before=old.maximum, after=new.maximum)
        case Die(), Die() if old.sides != new.sides:
            yield f"{name} {die_cell_text(old.sides)} {ARROW} {die_cell_text(new.sides)}"
        case Track(), Track() if old.boxes != new.boxes:
            yield f"{name} {old.boxes} {ARROW} {new.boxes}"
        case int(), int() if not isinstance(new, bool):
            yield f"{name} {old} {ARROW} {new}"


def _skills(old: Skills, new: Skills) -> Iterator[str]:
    for row in new.rows:
        was = old.named(row.name)
        if was is None:
            yield sentence("gain", "new", name=row.name, rank=row.rank)
        elif was.rank != row.rank:
            yield f"{row.name} {was.rank} {ARROW} {row.rank}"
    yield from (sentence("gain", "lost", name=row.name) for row in old.rows if new.named(row.name) is None)


def _listed(title: str, old: Part, new: Part) -> Iterator[str]:
    """The names gained and lost; a name that occurs twice is two things."""
    had, has = _names(old), _names(new)
    for id, names in (("got", has - had), ("lost", had - has)):
        yield from (f"{title}{sentence('gain', id, name=name)}" for name in names.elements())
