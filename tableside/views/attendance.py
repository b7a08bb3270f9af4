"""Who is there in a session, as it is typed and shown, and who was."""

from collections.abc import Callable, Iterable, Sequence

from tableside.campaign.entries import FactSeen, Glance
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import names_from_text
from tableside.rules.names import find
from tableside.rules.play import Fact
from tableside.rules.table import Character, Kind, Table
from tableside.views.rows import Row, Span, Tone, heading_row, words_row
from tableside.wording import label, sentence

BUT = (*(f"{each} " for each in label("attending", "but").split(", ")), "-")
ONLY = f"{label('attending', 'only')} "
"""What stands before the names of those who are missing, and of those who alone are there."""


def players_at_table(table: Table) -> tuple[Character, ...]:
    """Those who can be at the table."""
    return table.in_play(Kind.PC)


def attending(text: str, table: Table) -> tuple[int, ...]:
    """Who is there in a session, by what was typed: who is missing (names, or their numbers in the list),
    `only` and who is there, or nothing when everybody is.

    Raises `RuleError` naming what was not understood, and when nobody would be there.
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
    return find(party, word)


def attendance_rows(text: str, table: Table) -> tuple[Row, ...]:
    """Everybody with their number, and whether they are there by what is typed so far."""
    party = players_at_table(table)
    try:
        there = attending(text, table)
    except RuleError:
        there = tuple(each.key for each in party)
    title = sentence("session", "begins", session=table.session + 1, day=table.day)
    rows = (_attendance(n, each, each.key in there) for n, each in enumerate(party, 1))
    nobody = (words_row("nobody", label("session", "nobody"), Tone.DIM),)
    return (heading_row(title), *(rows if party else nobody), words_row("gap there", ""))


def _attendance(number: int, who: Character, is_there: bool) -> Row:
    mark: Span = ("[x]", Tone.GOOD) if is_there else ("[ ]", Tone.BAD)
    absent = "" if is_there else f" {label('attendance', 'absent')}"
    return Row(f"there {number}", (mark, (f" {number} {who.name}{absent}", Tone.PLAIN)), selectable=False)


@frozen
class There:
    """The names of those who were there, each with how long, and of those who missed it."""

    there: str
    missing: str


def who_was_there(
    entries: Sequence[Glance], table: Table, is_told: Callable[[str], bool] = lambda name: True
) -> There:
    """Who was there by these entries of a session, on the table after them: of those who may be told."""
    began, missed = _names_at(entries, "session-begun"), _names_at(entries, "session-missed")
    moves = [fact for each in entries for fact in each.facts if fact.id in ("arrived", "departed")]
    came = _named(fact for fact in moves if fact.id == "arrived")
    last = {str(fact.values["who"]): fact.id for fact in moves}
    now = [table[key].name for key in table.attending if key in table.characters]
    later = [name for name in dict.fromkeys((*came, *now)) if name not in began]
    named = filter(is_told, (*began, *later))
    people = [_told(name, last.get(name), is_late=name in missed) for name in named]
    absent = (name for name in missed if name not in came and is_told(name))
    return There(", ".join(people), ", ".join(absent))


def _told(name: str, last: str | None, *, is_late: bool) -> str:
    how = "gone-early" if last == "departed" else "came-late" if is_late else ""
    return sentence("recap", how, name=name) if how else name


def _names_at(entries: Sequence[Glance], id: str) -> list[str]:
    """The names that the beginning of the session tells in this fact."""
    facts_of_it = (fact for each in entries[:1] for fact in each.facts if fact.id == id and not fact.secret)
    names = next((str(fact.values["who"]) for fact in facts_of_it), "").removeprefix("-")
    return [name for name in names.split(", ") if name]


def _named(facts: Iterable[Fact | FactSeen]) -> list[str]:
    return [str(fact.values["who"]) for fact in facts]
