"""A campaign with a long journal, for measuring: the demo, played on with notes, or with an evening's turns.

    python -m tests.bench.long SAVES [ENTRIES] [notes|played]

makes SAVES/long, of 100,000 entries unless told otherwise. Written a volume at a time and not entry by entry,
which takes seconds instead of minutes; its files are those that so many entries would have left. `played` is
the same two dozen things over and over, a fight and its dice, the oracle, wounds, a clock, at the end of
which the table is what it was before them.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tinydb.table import Document

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.records import VOLUME_LENGTH, journal_record_table
from tableside.demo import place_demo
from tests.campaign.people import do

ENTRIES = 100_000
WORDS = (
    "the lantern",
    "goes out",
    "and somebody",
    "laughs below;",
    "water rises",
    "at the stair;",
    "Moss hears it first",
)


EVENING: tuple[tuple[str, dict[str, str]], ...] = (
    ("campaign.note", {"text": "## The lamp room\n@Vash goes down to ~Harbour for the #drowned-bell."}),
    ("oracle.ask", {"question": "Is the door locked?", "likelihood": "likely"}),
    ("troika.test-luck", {"who": "moss"}),
    ("troika.test", {"who": "pike", "skill": "skill"}),
    ("campaign.note", {"text": "The **lantern** goes out, and somebody laughs below. Who is it?"}),
    ("campaign.add-clock", {"name": "The water", "steps": "2"}),
    ("campaign.tick-clock", {"clock": "The water"}),
    ("campaign.tick-clock", {"clock": "The water"}),
    ("campaign.drop-clock", {"clock": "The water"}),
    ("turn.begin-list", {"who": "moss, pike, vash"}),
    ("troika.fight", {"who": "pike", "against": "vash"}),
    ("turn.next", {}),
    ("troika.fight", {"who": "moss", "against": "vash"}),
    ("turn.next", {}),
    ("troika.hurt", {"who": "pike", "damage": "3"}),
    ("turn.end", {}),
    ("campaign.edit", {"who": "pike", "stamina.current": "22"}),
    ("campaign.edit", {"who": "moss", "stamina.current": "16", "luck.current": "9"}),
    ("campaign.edit", {"who": "vash", "stamina.current": "13"}),
    ("campaign.note", {"text": "They go on, and nobody speaks of it."}),
)
"""What is played over and over: procedures with their inputs."""


def make(saves: Path, entries: int = ENTRIES, kind: str = "notes") -> str:
    """Make the campaign in this folder; its id."""
    library = Library(saves, by="bench")
    saves.mkdir(parents=True, exist_ok=True)
    id = place_demo(library)
    campaign = library.open(id)
    try:
        _play_on(campaign, entries, _evening(campaign) if kind == "played" else _note(campaign))
    finally:
        campaign.close()
    (saves / id).rename(saves / "long")
    library.remember("long")
    return "long"


Retold = Callable[[int], Entry]
"""The entry of a number, made after the pattern of one that was done."""


def _play_on(campaign: Campaign, entries: int, retold: Retold) -> None:
    done = campaign.length
    entries -= (entries - done) % len(EVENING)  # an evening is played to its end
    for begin in range(done + 1, entries + 1, VOLUME_LENGTH):
        numbers = range(begin, min(begin + VOLUME_LENGTH, entries + 1))
        number = len(campaign.journal.volumes) + 1 + (begin - done) // VOLUME_LENGTH
        with campaign._db.transaction("played on"):
            campaign._db.table("volumes").insert(Document({"first": numbers[0]}, doc_id=number))
            made = [Document(retold(each).document(), doc_id=each) for each in numbers]
            campaign._db.table(journal_record_table(number)).insert_multiple(made)


def _perform(campaign: Campaign, id: str, inputs: dict[str, str], seed: int) -> Entry:
    return do(campaign, id, seed, **inputs)


def _evening(campaign: Campaign) -> Retold:
    """What was played once more, entry after entry, when it leads from a table to the same."""
    _perform(campaign, "turn.end", {}, 1)
    for _ in range(3):
        held = documents(campaign.table)
        played = [_perform(campaign, *each, seed) for seed, each in enumerate(EVENING)]
    assert documents(campaign.table) == held, "an evening has to lead back to where it began"
    first = campaign.length + 1

    def retold(number: int) -> Entry:
        pattern = played[(number - first) % len(played)]
        return replace(pattern, number=number, time=pattern.time + 60 * (number - first), done=number)

    return retold


def _note(campaign: Campaign) -> Retold:
    """A note in other words each time."""
    first = _perform(campaign, "campaign.note", {"text": "And so on."}, 1)
    chance = random.Random(1)

    def retold(number: int) -> Entry:
        text = f"{' '.join(chance.choices(WORDS, k=chance.randint(2, 7)))} {number}"
        facts = tuple(replace(each, values={**each.values, "text": text}) for each in first.facts)
        moved = replace(first, number=number, time=first.time + 60 * number, given={"text": text})
        return replace(moved, facts=facts, done=number)

    return retold


if __name__ == "__main__":
    folder, count, kind = [*sys.argv[1:], *[str(ENTRIES), "notes"][len(sys.argv) - 2 :]]
    print(make(Path(folder), int(count), kind))
