"""A campaign with a long journal, for measuring: the demo, played on with notes.

    python -m tests.bench.long SAVES [ENTRIES]

makes SAVES/long, of 100,000 entries unless told otherwise. Written a volume at a time and not note by note,
which takes seconds instead of minutes; its files are those that so many notes would have left.
"""

import random
import sys
from dataclasses import replace
from pathlib import Path

from tinydb.table import Document

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, entry_document
from tableside.campaign.journal import VOLUME_LENGTH
from tableside.campaign.library import Library
from tableside.campaign.records import journal_table
from tableside.campaign.replay import Answers
from tableside.demo import place_demo

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


def make(saves: Path, entries: int = ENTRIES) -> str:
    """Make the campaign in this folder; its id."""
    library = Library(saves, by="bench")
    saves.mkdir(parents=True, exist_ok=True)
    id = place_demo(library)
    campaign = library.open(id)
    try:
        _play_on(campaign, entries)
    finally:
        campaign.close()
    (saves / id).rename(saves / "long")
    library.remember("long")
    return "long"


def _play_on(campaign: Campaign, entries: int) -> None:
    note = campaign.rules.procedure("campaign.note")
    first = campaign.perform(note, {"text": "And so on."}, Answers(random.Random(1)))
    chance = random.Random(1)
    for begin in range(first.number + 1, entries + 1, VOLUME_LENGTH):
        numbers = range(begin, min(begin + VOLUME_LENGTH, entries + 1))
        number = len(campaign.journal.volumes) + 1 + (begin - first.number) // VOLUME_LENGTH
        with campaign._db.transaction("notes"):
            campaign._db.table("volumes").insert(Document({"first": numbers[0]}, doc_id=number))
            documents = [_note(first, each, chance) for each in numbers]
            campaign._db.table(journal_table(number)).insert_multiple(documents)


def _note(first: Entry, number: int, chance: random.Random) -> Document:
    """The entry of this number, in other words."""
    text = f"{' '.join(chance.choices(WORDS, k=chance.randint(2, 7)))} {number}"
    facts = tuple(replace(each, values={**each.values, "text": text}) for each in first.facts)
    again = replace(first, number=number, time=first.time + 60 * number, given={"text": text}, facts=facts)
    return Document(entry_document(replace(again, done=number)), doc_id=number)


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), *map(int, sys.argv[2:])))
