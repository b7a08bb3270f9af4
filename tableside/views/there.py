"""Who was at the table in a session: from its beginning, come late, gone early, or not at all."""

from collections.abc import Iterable, Sequence

from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.play import Fact
from tableside.rules.table import Table
from tableside.wording.results import sentence


@frozen
class There:
    """The names of those who were there, each with how long, and of those who missed it."""

    there: str
    missing: str


def there(entries: Sequence[Entry], table: Table) -> There:
    """Who was there by these entries of a session, on the table after them."""
    began, missed = _names_at(entries, "session-begun"), _names_at(entries, "session-missed")
    moves = [fact for each in entries for fact in each.facts if fact.id in ("arrived", "departed")]
    came = _named(fact for fact in moves if fact.id == "arrived")
    last = {str(fact.values["who"]): fact.id for fact in moves}
    now = [table[key].name for key in table.attending if key in table.characters]
    later = [name for name in dict.fromkeys((*came, *now)) if name not in began]
    told = [_told(name, last.get(name), is_late=name in missed) for name in (*began, *later)]
    return There(", ".join(told), ", ".join(name for name in missed if name not in came))


def _told(name: str, last: str | None, *, is_late: bool) -> str:
    how = "gone-early" if last == "departed" else "came-late" if is_late else ""
    return sentence("recap", how, {"name": name}) if how else name


def _names_at(entries: Sequence[Entry], id: str) -> list[str]:
    """The names that the beginning of the session tells in this fact."""
    found = (fact for each in entries[:1] for fact in each.facts if fact.id == id and not fact.secret)
    told = next((str(fact.values["who"]) for fact in found), "").removeprefix("-")
    return [name for name in told.split(", ") if name]


def _named(facts: Iterable[Fact]) -> list[str]:
    return [str(fact.values["who"]) for fact in facts]
