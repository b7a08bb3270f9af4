"""The journal as rows: entries at a glance, undone ones struck through, notes in their present text, and what
a story keeps of each.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice

from tableside.campaign.amended_entries import (
    amended_by,
    amended_entries_retold,
    facts_of_amended_entry_alone,
    facts_retold_by,
)
from tableside.campaign.amendment import is_amended_in_secret
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import RESTORE, Entry, entry_made_secret
from tableside.campaign.undo_and_redo import numbers_taken_back
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.play import Fact, Rolled
from tableside.text import clip_text_pieces, clip_words, local_time, width, wrapped
from tableside.views.fact_headlines import (
    BETWEEN,
    Headline,
    IsFoe,
    fact_headline,
    foes_for_headline,
    headline_of,
    headline_told,
    is_headline_verdict,
    no_foe_for_headline,
)
from tableside.views.notes import (
    SCENE_SIGN,
    is_note,
    is_scene_note_line,
    is_struck_note,
    note_lines,
    note_read_aloud,
    note_text,
    note_without_tag_signs,
)
from tableside.views.public import document
from tableside.views.rows import Row, Span, Tone, row, text_rows
from tableside.wording import and_more, label, sentence
from tableside.wording.dice_and_chance_texts import dice_text
from tableside.wording.facts import fact_text

STORY = frozenset(("note", "session-begun", "session-ended", "milestone"))
ALSO_STORY = ("table-", "oracle-", "clock-", "scene-", "track-")
"""Ids of facts that belong to a story, or their prefixes."""


def journal_entry_in_a_line(entry: Entry, *, secrets: bool = False) -> str:
    """An entry in one line, from its facts; with `secrets`, including those of the GM alone."""
    if entry.procedure == RESTORE:
        return label("moved", "restore" if entry.target else "beginning").format(entry=entry.target)
    if entry.is_move_in_time:
        return sentence("entry", "of", act=label("procedure", entry.procedure), entry=entry.target)
    facts = entry.facts if secrets else entry.without_secrets().facts
    texts = (fact_text(fact).replace("\n", " ") for fact in facts)
    text = " · ".join(filter(None, texts)) or _unsaid(entry)
    return label("moved", "amends").format(text=text, entry=entry.amends) if entry.amends else text


def _unsaid(entry: Entry) -> str:
    """What was done, if nothing about it may be told here."""
    done = label("procedure", entry.procedure)
    return label("moved", "secret").format(text=done) if entry.facts else done


def journal_headline_in_brief(entry: Entry) -> str:
    """An entry in the fewest words, without secrets."""
    words = journal_headline_seen(entry).words
    return note_read_aloud(words) if is_note(entry) else words


def is_journal_fact_of_story(fact: Fact) -> bool:
    """Whether a fact belongs to a story: written, answered, found, filled or decided."""
    return is_journal_fact_told_whole(fact) or is_headline_verdict(fact)


def is_journal_fact_told_whole(fact: Fact) -> bool:
    """Whether a story keeps the whole text of a fact; of decided rolls it keeps only the headline."""
    return fact.id in STORY or fact.id.startswith(ALSO_STORY)


def journal_story_parts(told: Iterable[tuple[Fact, str]]) -> "tuple[document.PartSeen, ...]":
    """Facts with their words as parts of a story, each a name and a result: question and answer, table and
    row, clock and progress, or a closed thread. Empty if no fact is of this sort.
    """
    said = [(_story_part(fact), words) for fact, words in told if words]
    if not any(part for part, _ in said):
        return ()
    happened = document.PartKind.HAPPENED
    return tuple(part or document.PartSeen(happened, words, "") for part, words in said)


def _story_part(fact: Fact) -> "document.PartSeen | None":
    values, kinds = fact.values, document.PartKind
    if fact.id == "oracle-answered":
        asked, likely = str(values["question"]), label("option", str(values["likelihood"]))
        answer = fact_headline(fact).removeprefix(asked).strip()
        return document.PartSeen(kinds.ORACLE, f"{asked} ({likely})", answer)
    if fact.id in ("table-rolled", "table-answered"):
        asked = str(values.get("table", values.get("question")))
        return document.PartSeen(kinds.TABLE, asked, str(values["text"]))
    if "clock" in values and "marked" in values:
        kind = kinds.TRACK if fact.id.startswith("track-") else kinds.CLOCK
        return document.PartSeen(kind, str(values["clock"]), "{marked}/{steps}".format(**values))
    if fact.id in ("name-closed", "name-reopened") and str(values["name"]).startswith("#"):
        kind = kinds.OVER if fact.id == "name-closed" else kinds.OPEN
        return document.PartSeen(kind, str(values["name"]), "")
    return None


def journal_story_of_roll(told: Iterable[tuple[Fact, str]]) -> str:
    """What a story keeps of a roll, from facts with their words: how it went and what it did. Empty if a fact
    belongs to the story as a whole, or none does.
    """
    said = [(fact, words) for fact, words in told if words]
    is_result = any(is_headline_verdict(fact) for fact, _ in said)
    is_more = any(is_journal_fact_told_whole(fact) for fact, _ in said)
    return headline_told(said) if is_result and not is_more else ""


def journal_headline_seen(entry: Entry, is_foe: IsFoe = no_foe_for_headline) -> Headline:
    """An entry at a glance, without secrets."""
    seen = entry.without_secrets()
    if entry.facts and not seen.facts:
        return Headline(journal_entry_in_a_line(entry), Tone.DIM)
    return journal_headline_with_secrets(seen, is_foe)


def journal_headline_with_secrets(entry: Entry, is_foe: IsFoe = no_foe_for_headline) -> Headline:
    """An entry at a glance, including secrets."""
    if entry.amends and (is_note(entry) or is_struck_note(entry)):
        did = "rewrites" if is_note(entry) else "strikes"
        return Headline(sentence("moved", did, entry=entry.amends), Tone.DIM)
    if is_note(entry):
        return Headline(note_text(entry), Tone.PLAIN)
    if entry.is_move_in_time or not entry.facts:
        return Headline(journal_entry_in_a_line(entry), Tone.DIM)
    glance = headline_of(facts_of_amended_entry_alone(entry) or entry.facts, is_foe)
    ids = {fact.id for fact in entry.facts}
    tone = Tone.HEADING if ids & {"session-begun", "session-ended"} else glance.tone
    words = note_without_tag_signs(glance.words) if "oracle-answered" in ids else glance.words
    if entry.amends:
        words = label("moved", "amends").format(text=words, entry=entry.amends)
    detail = glance.detail
    if retold := facts_retold_by(entry):
        also = sentence("moved", "retold", entries=", ".join(map(str, retold)))
        detail = BETWEEN.join(filter(None, (detail, also)))
    return replace(glance, words=words, tone=tone, detail=detail)


@frozen
class JournalEntryFate:
    """How an entry differs now from how it was first told."""

    text: str = ""
    is_struck: bool = False
    """Whether it no longer stands, or another stands in its place."""
    is_hidden: bool = False
    """Whether its result has become secret."""
    instead: str = ""
    """The present text of a rewritten note."""


AS_TOLD = JournalEntryFate()


NAMED = 3
"""The most entries named before restoring an earlier state."""


def journal_entries_after(campaign: Campaign, number: int) -> str:
    """The newest entries after this one by name, and how many more there are."""
    after = islice(campaign.entries(), max(0, min(NAMED, campaign.length - number)))
    more = campaign.length - number - NAMED
    return "; ".join(filter(None, [*map(journal_entry_in_a_line, after), and_more(more)]))


def journal_dice_line(entry: Entry) -> str:
    """The dice of an entry in one line of the journal."""
    return "; ".join(dice_text(step) for step in entry.without_secrets().steps if isinstance(step, Rolled))


def is_journal_row_of_story(entry: Entry, since: JournalEntryFate = AS_TOLD) -> bool:
    """Whether an entry belongs to the story, rather than to the rolling and counting."""
    if since.is_struck or (entry.amends and is_note(entry)):
        return False
    return any(map(is_journal_fact_of_story, entry.facts))


def journal_entries_readable(
    campaign: Campaign, count: int, until: int | None = None
) -> tuple[list[Entry], str]:
    """The last `count` entries up to number `until` (default: the newest), in order, as far as they can be
    read; then the reason if reading failed.
    """
    entries: list[Entry] = []
    try:
        for entry in islice(campaign.entries(None if until is None else until + 1), count):
            entries.append(entry)
    except StoreError as error:
        return entries[::-1], str(error)
    return entries[::-1], ""


def rows_above_entries(entries: Sequence[Entry], length: int, trouble: str, cells: int) -> tuple[Row, ...]:
    """The rows above the listed entries: that there are earlier ones or why they cannot be read, or that the
    journal is empty. `length` is the journal's.
    """
    earlier = entries[0].number - 1 if entries else length
    if trouble:
        text = sentence("journal", "unreadable", count=earlier, why=trouble)
        return text_rows("damaged", text, cells, Tone.BAD)
    if not length:
        return text_rows("nothing", label("journal", "nothing"), cells)
    return (row("more", (sentence("journal", "earlier", count=earlier), Tone.DIM)),) if earlier else ()


def journal_entry_rows(
    entry: Entry, cells: int, since: JournalEntryFate = AS_TOLD, is_foe: IsFoe = no_foe_for_headline
) -> tuple[Row, ...]:
    """An entry wrapped to this many cells; its number is the key of the first, only selectable row."""
    if is_note(entry) and not (entry.amends or since.is_struck):
        return _note_rows(entry, cells, since)
    summary = journal_headline_seen(entry_made_secret(entry) if since.is_hidden else entry, is_foe)
    tone = Tone.STRUCK if since.is_struck else summary.tone
    words = f"{summary.words} ({since.text})" if since.text else summary.words
    room = max(10, cells - PREFIX_CELLS)
    first, *rest = wrapped(words, room)
    spans: list[Span] = [*journal_row_prefix(entry, since), (first, tone)]
    detail = clip_text_pieces(summary.detail, room - width(first) - 2, BETWEEN)
    if detail and not rest and not since.text:
        spans.append((f"  {detail}", Tone.DIM))
    return (row(str(entry.number), *spans), *_more_rows(entry, (((line, tone),) for line in rest)))


def entry_runs(entries: Iterable[Entry], marked: Collection[int] = ()) -> Iterator[tuple[Entry, ...]]:
    """The entries in runs; successive undo or redo steps form one run, without those of `marked` entries,
    which are shown as taken back themselves.
    """
    told = (each for each in entries if not (each.is_undo_or_redo and each.target in marked))
    for _, run in groupby(told, key=lambda each: each.procedure if each.is_undo_or_redo else each.number):
        yield tuple(run)


def journal_run_rows(
    run: Sequence[Entry], campaign: Campaign, cells: int, since: JournalEntryFate = AS_TOLD
) -> tuple[Row, ...]:
    """The rows of a run; undo or redo steps share one row naming what they took back, the last first."""
    if not run[-1].is_undo_or_redo:
        return journal_entry_rows(run[-1], cells, since, foes_for_headline(campaign.table))
    line = (clip_words(journal_steps_text(run, campaign), max(10, cells - PREFIX_CELLS)), Tone.DIM)
    return (row(str(run[-1].number), *journal_row_prefix(run[-1], since), line),)


def journal_steps_text(run: Sequence[Entry], campaign: Campaign) -> str:
    """What undo or redo steps took back or restored, the last first."""
    undone = (campaign.entry(each.target) for each in reversed(run))
    texts = BETWEEN.join(journal_headline_in_brief(each).replace("\n", " ") for each in undone)
    id = run[-1].procedure if len(run) == 1 else f"{run[-1].procedure}-many"
    return sentence("moved", id, count=len(run), text=texts)


PREFIX_CELLS = 8
"""Cells of the time and the sign before an entry."""


def _note_rows(entry: Entry, cells: int, since: JournalEntryFate) -> tuple[Row, ...]:
    """A note in its present text, at the place of its first version."""
    room = max(10, cells - PREFIX_CELLS)
    first, *rest = _with_fate(note_lines(journal_row_note(entry, since), room), since, room)
    return (row(str(entry.number), *journal_row_prefix(entry, since), *first), *_more_rows(entry, rest))


def journal_row_note(entry: Entry, since: JournalEntryFate) -> str:
    """The present text of a note."""
    return since.instead or note_text(entry)


def _with_fate(
    lines: Iterable[tuple[Span, ...]], since: JournalEntryFate, room: int
) -> list[tuple[Span, ...]]:
    """These lines with the entry's fate appended to the last one, or below it."""
    rows = [*lines]
    if not since.text:
        return rows
    fate, last = (f" ({since.text})", Tone.DIM), rows[-1]
    if sum(width(text) for text, _ in (*last, fate)) <= room:
        return [*rows[:-1], (*last, fate)]
    return [*rows, *(((line, Tone.DIM),) for line in wrapped(fate[0].strip(), room))]


def _more_rows(entry: Entry, lines: Iterable[tuple[Span, ...]]) -> Iterator[Row]:
    """The rows of an entry after the first."""
    for n, spans in enumerate(lines):
        yield Row(f"{entry.number}.{n}", ((" " * PREFIX_CELLS, Tone.DIM), *spans), selectable=False)


def journal_row_prefix(entry: Entry, since: JournalEntryFate) -> tuple[Span, ...]:
    """The time of an entry and its sign."""
    clock_time = local_time(entry.time).strftime("%H:%M")
    return ((f"{clock_time} {_sign(entry, since)} ", Tone.DIM),)


def _sign(entry: Entry, since: JournalEntryFate) -> str:
    """The sign of an entry's sort: undone, note, undo or redo, roll, or other."""
    if since.is_struck:
        return "x"
    if is_note(entry):
        is_title = not entry.amends and is_scene_note_line(journal_row_note(entry, since).partition("\n")[0])
        return SCENE_SIGN if is_title else "¶"
    if entry.is_move_in_time:
        return "↶"
    return "•" if any(isinstance(step, Rolled) for step in entry.steps) else "·"


def journal_entry_fates(
    taken_back: Collection[int], amendments: Sequence[Entry]
) -> dict[int, JournalEntryFate]:
    """The fates, by number, of all entries that no longer stand as told; `amendments`: those in effect."""
    by_number = {each.number: each for each in amendments}
    fates = {
        number: JournalEntryFate(_said("corrected", by))
        for number, by in amended_entries_retold(amendments).items()
    }
    for number, by in amended_by(amendments).items():
        fates[number] = _amended(number, by_number[by])
    return fates | {number: JournalEntryFate(label("moved", "taken-back"), True) for number in taken_back}


def _amended(number: int, by: Entry) -> JournalEntryFate:
    """The fate of an amended entry; a note is rewritten rather than replaced."""
    is_hidden, text = (
        is_amended_in_secret(by),
        _said("struck" if is_struck_note(by) else "amended", by.number),
    )
    instead = "" if is_hidden or number != by.amends else note_text(by)
    return JournalEntryFate(text, not instead, is_hidden, instead)


def _said(how: str, by: int) -> str:
    return label("moved", how).format(entry=by)


def journal_row_fates(entries: Sequence[Entry]) -> dict[int, JournalEntryFate]:
    """The fates of the newest entries, which are listed without gaps."""
    gone = numbers_taken_back(entries)
    return journal_entry_fates(gone, [each for each in entries if each.amends and each.number not in gone])
