"""What an entry tells as a name and what came of it: a question and its answer, a table and what it gave, a
clock and how far it has come, a thread that is over.
"""

from collections.abc import Iterable

from tableside.rules.play import Fact
from tableside.views.fact_headlines import fact_headline, headline_told, is_headline_verdict
from tableside.views.journal_rows import is_journal_fact_told_whole
from tableside.views.public.document import PartKind, PartSeen
from tableside.wording import label

_CLOSED = {"name-closed": True, "name-reopened": False}


def story_parts(told: Iterable[tuple[Fact, str]]) -> tuple[PartSeen, ...]:
    """What these facts tell, each given with its words; nothing where none of them tells such a thing."""
    said = [(_part(fact), words) for fact, words in told if words]
    if not any(part for part, _ in said):
        return ()
    return tuple(part or PartSeen(PartKind.HAPPENED, words, "") for part, words in said)


def story_part_of_roll(told: Iterable[tuple[Fact, str]]) -> str:
    """What a story has of a roll, out of these facts with their words: how it went, and what it did. Empty
    where there is more of the story in them, or nothing.
    """
    said = [(fact, words) for fact, words in told if words]
    is_result = any(is_headline_verdict(fact) for fact, _ in said)
    return (
        headline_told(said)
        if is_result and not any(is_journal_fact_told_whole(fact) for fact, _ in said)
        else ""
    )


def _part(fact: Fact) -> PartSeen | None:
    values = fact.values
    if fact.id == "oracle-answered":
        asked = str(values["question"])
        likely = label("option", str(values["likelihood"]))
        return PartSeen(
            PartKind.ORACLE, f"{asked} ({likely})", fact_headline(fact).removeprefix(asked).strip()
        )
    if fact.id in ("table-rolled", "table-answered"):
        return PartSeen(PartKind.TABLE, str(values.get("table", values.get("question"))), str(values["text"]))
    if "clock" in values and "marked" in values:
        kind = PartKind.TRACK if fact.id.startswith("track-") else PartKind.CLOCK
        return PartSeen(kind, str(values["clock"]), "{marked}/{steps}".format(**values))
    if fact.id in _CLOSED and str(values["name"]).startswith("#"):
        kind = PartKind.OVER if _CLOSED[fact.id] else PartKind.OPEN
        return PartSeen(kind, str(values["name"]), "")
    return None
