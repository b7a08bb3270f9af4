"""The stories of the demo campaigns, played by the rules with seeded dice.

`python -m tableside.demo.story` writes them all anew, `python -m tableside.demo.story fell` one of them.
"""

import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.store.basefile import (
    CAMPAIGN,
    JOURNAL,
    LOG,
    encode_base,
    new_base_file_meta,
    read_base,
)
from tableside.campaign.store.disk import REAL_DISK
from tableside.campaign.store.log import LogPoint, log_header_line
from tableside.campaign.table_files import SHIPPED, book_of_table_files, inputs_from_table_files
from tableside.demo import SOLO, folder_of_demo
from tableside.errors import TablesideError
from tableside.frozen import frozen
from tableside.games import BUNDLED, GAMES
from tableside.rules.procedure import read_procedure_inputs

BEGAN = 1_790_000_000.0
"""Seconds since 1970: an evening in September 2026."""
WEEK = 7 * 24 * 3600.0

Act = tuple[str, ...]
"""A procedure's id, its inputs as they would be typed in a shell, apart by ` | `, and the answers to what
it asks.
"""


@frozen
class DemoScene:
    """Some acts, told from the campaign as it is when they begin."""

    acts: Callable[[Campaign], Iterable[Act]]
    seed: int
    """Makes the dice of these acts the same every time."""
    week: int = 0
    """Weeks since the campaign began."""


@frozen
class Story:
    """A demo campaign."""

    title: str
    ruleset: str
    scenes: tuple[DemoScene, ...]


def demo_scene(acts: Iterable[Act], seed: int, week: int = 0) -> DemoScene:
    """Acts that do not depend on what has happened."""
    all_acts = tuple(acts)
    return DemoScene(lambda campaign: all_acts, seed, week)


IRIS: tuple[Act, ...] = (
    ("troika.create", "name=Iris Corrow"),
    ("campaign.begin-session", ""),
    ("campaign.add-track", "name=Find the ledger | difficulty=hard"),
)

THE_COUNTING_HOUSE: tuple[Act, ...] = (
    ("campaign.note", "text=## The counting house"),
    (
        "campaign.note",
        "text=The salt tax was never paid, and the #ledger that says so is gone. @[Old Fum] keeps the house,"
        " and the keys on his belt, all but one.",
    ),
    ("oracle.ask", "question=Does he know me | likelihood=likely"),
    ("campaign.note", "text=He looks at my boots first, as they all do."),
    ("troika.test-luck", "who=Iris"),
    ("oracle.ask", "question=Is the strongroom locked | likelihood=very-likely"),
    (
        "campaign.note",
        "text=There is a ring of wet on the shelf where it stood. Somebody took it in the rain, down ~[The"
        " Salt Stair]. #ledger",
    ),
    ("campaign.tick-clock", "clock=find-the-ledger"),
    ("scene.end", "how=wilder"),
)

THE_SALT_STAIR: tuple[Act, ...] = (
    ("table.roll", "table=scene-check"),
    ("campaign.note", "text=## The Salt Stair"),
    (
        "campaign.note",
        "text=Two hundred steps, cut for the carriers, and the sea at the foot of them. @[Old Fum] said"
        " nothing of a lamp. There is a lamp.",
    ),
    ("oracle.ask", "question=Is somebody waiting there | likelihood=even"),
    ("table.roll", "table=who-is-it"),
    ("campaign.note", "text=I put mine out and count the steps instead. #[the lamp below]"),
    ("troika.test-luck", "who=Iris"),
    (
        "campaign.add-clock",
        "name=The tide | steps=6 | milestones=3 the foot of the stair is wet; 6 no way back",
    ),
    ("campaign.tick-clock", "clock=the-tide | steps=2"),
    ("table.roll", "table=lamp-deck"),
    (
        "campaign.note",
        "text=At the hundred and twelfth step a page is stuck to the wall with salt. It is in my hand.",
    ),
    ("campaign.tick-clock", "clock=find-the-ledger"),
    ("scene.end", "how=as-it-was"),
)

SALT_LEDGER = Story(
    "The Salt Ledger",
    "troika",
    (demo_scene(IRIS, 11), demo_scene(THE_COUNTING_HOUSE, 12), demo_scene(THE_SALT_STAIR, 13)),
)
"""Written alone, two scenes in: all of it of our own invention."""


def _story(game: str) -> Story:
    """The story of a game that comes with Tableside, or the one written alone."""
    if game == SOLO:
        return SALT_LEDGER
    of_game: Story = import_module(f"{GAMES}.{game}.demo").STORY
    return of_game


def _play(campaign: Campaign, acts: Iterable[Act], seed: int) -> None:
    """Perform the acts in order; a seed for each makes the dice the same every time."""
    for number, (id, inputs, *choices) in enumerate(acts):
        texts = dict(pair.split("=", 1) for pair in inputs.split(" | ") if pair)
        procedure = campaign.rules.procedure(id)
        answers = ReplayAnswers(random.Random(f"{seed} {number}"), choices=choices)
        try:
            given = read_procedure_inputs(procedure, texts, campaign.table)
            campaign.perform(
                procedure,
                inputs_from_table_files(procedure, given, campaign.table, book_of_table_files((SHIPPED,))),
                answers,
            )
        except TablesideError as error:
            raise SystemExit(f"{id} {inputs}: {error}") from error


def _tell(story: Story, folder: Path) -> None:
    """Write a whole demo campaign into this folder."""
    now = [BEGAN]

    def clock() -> float:
        now[0] += 97.0
        return now[0]

    library = Library(folder, clock)
    campaign = library.open(library.new(story.title, story.ruleset))
    for each in story.scenes:
        now[0] = max(now[0], BEGAN + each.week * WEEK)
        _play(campaign, each.acts(campaign), each.seed)
    campaign.close()


def write_demo_story(game: str, target: Path) -> None:
    """Put the files of a game's demo, and nothing of its history on this disk, into this folder."""
    with tempfile.TemporaryDirectory() as made:
        _tell(_story(game), Path(made))
        (source,) = (path for path in Path(made).iterdir() if (path / CAMPAIGN).is_file())
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("backups", ".lock", ".gitignore"))
    _take_id(target)


def _take_id(folder: Path) -> None:
    """Make a campaign of an older format of it, as of one moment: each copy gets an id of its own with its
    first change."""
    at = LogPoint(read_base(REAL_DISK, folder, CAMPAIGN).meta.seq)
    for path in (folder / CAMPAIGN, *(folder / JOURNAL).iterdir()):
        base = read_base(REAL_DISK, folder, path.relative_to(folder).as_posix())
        meta = new_base_file_meta("", at, base.meta.ids, dict.fromkeys(base.meta.listed, at))
        path.write_bytes(encode_base(base.documents, meta))
    (folder / LOG).write_bytes(log_header_line("", at))


if __name__ == "__main__":
    for name in sys.argv[1:] or (*BUNDLED, SOLO):
        write_demo_story(name, folder_of_demo(name))
