"""Entries of the journal at a glance, and in one line."""

from dataclasses import replace

from tableside.campaign.entries import RESTORE, Entry, entry_without_secrets
from tableside.rules.play import Fact
from tableside.views.fact_headlines import Headline, IsFoe, headline_of, nobody
from tableside.views.notes import is_note, is_struck_note, note_as_read, note_text, without_tag_signs
from tableside.views.rows import Tone
from tableside.wording import label, sentence
from tableside.wording.facts import fact_text

STORY = frozenset(("note", "session-begun", "session-ended", "milestone"))
ALSO_STORY = ("table-", "oracle-", "clock-", "scene-", "track-")
"""What the facts of a story are called, or begin with: what was written, answered, found, filled."""


def headline(entry: Entry, *, secrets: bool = False) -> str:
    """An entry in one line: what it did, in the words of its facts; `secrets` with those of the GM alone."""
    if entry.procedure == RESTORE:
        return label("moved", "restore" if entry.target else "beginning").format(entry=entry.target)
    if entry.is_move_in_time:
        return sentence("entry", "of", act=label("procedure", entry.procedure), entry=entry.target)
    facts = entry.facts if secrets else entry_without_secrets(entry).facts
    texts = (fact_text(fact).replace("\n", " ") for fact in facts)
    text = " · ".join(filter(None, texts)) or _unsaid(entry)
    return label("moved", "amends").format(text=text, entry=entry.amends) if entry.amends else text


def _unsaid(entry: Entry) -> str:
    """What was done, where nothing of it can be told here."""
    done = label("procedure", entry.procedure)
    return label("moved", "secret").format(text=done) if entry.facts else done


def brief_headline(entry: Entry) -> str:
    """An entry in the fewest words, as everybody at the table may know it."""
    words = _seen(entry).words
    return note_as_read(words) if is_note(entry) else words


def is_headline_of_story(fact: Fact) -> bool:
    """Whether a fact tells what was written, answered, found or filled."""
    return fact.id in STORY or fact.id.startswith(ALSO_STORY)


def _seen(entry: Entry, is_foe: IsFoe = nobody) -> Headline:
    """An entry at a glance, as everybody at the table may know it."""
    seen = entry_without_secrets(entry)
    if entry.facts and not seen.facts:
        return Headline(headline(entry), Tone.DIM)
    return whole_headline(seen, is_foe)


def whole_headline(entry: Entry, is_foe: IsFoe = nobody) -> Headline:
    """All of an entry at a glance."""
    if entry.amends and (is_note(entry) or is_struck_note(entry)):
        did = "rewrites" if is_note(entry) else "strikes"
        return Headline(sentence("moved", did, entry=entry.amends), Tone.DIM)
    if is_note(entry):
        return Headline(note_text(entry), Tone.PLAIN)
    if entry.is_move_in_time or not entry.facts:
        return Headline(headline(entry), Tone.DIM)
    glance = headline_of(entry.facts, is_foe)
    ids = {fact.id for fact in entry.facts}
    tone = Tone.HEADING if ids & {"session-begun", "session-ended"} else glance.tone
    words = without_tag_signs(glance.words) if "oracle-answered" in ids else glance.words
    if entry.amends:
        words = label("moved", "amends").format(text=words, entry=entry.amends)
    return replace(glance, words=words, tone=tone)
