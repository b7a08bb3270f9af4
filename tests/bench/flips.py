"""Every file of a campaign damaged in every way, singly and in pairs: none is silent, and no repair is.

    python -m tests.bench.flips [COUNT]

Bits flip, files are cut, emptied, deleted, swapped, taken from another campaign, from a copy that went on
elsewhere or from last week, and the whole folder is put back. After each damage the campaign either opens
with exactly what was in it, or refuses in one clear line; and what does not keep it from opening, such as a
damaged old copy, a check reports. After a repair all is there again, or what is gone is said. COUNT is 2,000
unless given, half of them pairs; each is repaired too.
"""

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Documents, documents
from tableside.campaign.entries import MENDED, Entry
from tableside.campaign.json_export import export_json
from tableside.campaign.library import REMEMBERED, Library
from tableside.campaign.repair import repair
from tableside.campaign.store.check import check_store_files
from tableside.errors import StoreError, TablesideError
from tableside.shell.check import shell_check_of_campaign
from tests.campaign.people import do
from tests.campaign.store.test_faults import abandon

ID = "iron-vale"
WAYS = (
    *("flip",) * 3,
    *("cut",) * 2,
    "cut at a line",
    "append",
    "zero",
    *("delete",) * 2,
    "empty",
    "swap",
    "older",
    "of another campaign",
    "of another course",
    "of last week",
    "all of last week",
    "all but the backups of last week",
    "all of another course",
)
Files = Mapping[str, bytes]
Put = dict[str, bytes | None]
"""What stands in the place of files. None: nothing."""


def session(library: Library, number: int, *, killed: bool = False) -> None:
    """Played and closed, or killed: then its entries are in the log alone."""
    campaign = library.open(ID)
    do(campaign, "campaign.begin-session")
    do(campaign, "troika.create", name=f"Hero {number}")
    for silver in range(4):
        do(campaign, "campaign.edit", who="#1", silver=str(10 * number + silver))
    campaign.undo()
    do(campaign, "campaign.note", text=f"It rains, for the {number}. time")
    if killed:
        abandon(campaign._db)
    else:
        do(campaign, "campaign.end-session")
        campaign.close()


def campaign_with_everything(saves: Path) -> Path:
    """Two sessions that were closed, and a third that was killed."""
    library = Library(saves, clock=lambda: 1_800_000_000.0)
    library.new("Iron Vale", "troika")
    for number in range(3):
        session(library, number, killed=number == 2)
    return saves / ID


@dataclass(frozen=True, slots=True)
class Sources:
    """A campaign's files, and what could stand in their place."""

    sound: Files
    others: Mapping[str, Files]
    """By the way that puts one of these there, or all of them."""


def sources(saves: Path) -> Sources:
    """Make the campaign in this saves folder, and beside it what is none of its own."""
    library = Library(saves, clock=lambda: 1_800_000_000.0)
    library.new("Iron Vale", "troika")
    for number in range(2):
        session(library, number)
        if number == 0:
            week = read_files(saves / ID)
    elsewhere = Library(saves.parent / "elsewhere", clock=lambda: 1_800_000_000.0)
    shutil.copytree(saves / ID, elsewhere.folder / ID)
    for number in (5, 6):
        session(elsewhere, number, killed=number == 6)
    session(library, 2, killed=True)
    another = campaign_with_everything(saves.parent / "another")
    return Sources(
        read_files(saves / ID),
        {
            "of another campaign": read_files(another),
            "of another course": read_files(elsewhere.folder / ID),
            "of last week": week,
        },
    )


def read_files(folder: Path) -> Files:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@dataclass(frozen=True, slots=True)
class Damage:
    """What was done to which files."""

    ways: tuple[str, ...]
    files: Put

    def __str__(self) -> str:
        return f"{' and '.join(self.ways)}: {', '.join(sorted(self.files))[:200]}"


def damages(given: Sources, count: int, seed: int) -> Iterator[Damage]:
    """So many, each different from the sound files; every other one is two at once."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        ways, files = [], dict(given.sound)
        for _ in range(1 + made % 2):
            way = chance.choice(WAYS)
            ways.append(way)
            for file, data in _damaged(given, files, way, chance).items():
                files.pop(file, None)
                files |= {} if data is None else {file: data}
        put: Put = {file: None for file in given.sound if file not in files}
        put |= {file: data for file, data in files.items() if given.sound.get(file) != data}
        if put:
            made += 1
            yield Damage(tuple(ways), put)


def _damaged(given: Sources, files: Files, way: str, chance: random.Random) -> Put:
    if way.startswith("all"):
        return _put_back(given, way, files)
    file = chance.choice(sorted(files))
    if way in given.others:
        found = given.others[way].get(file)
        return {file: found} if found is not None else {}
    data = files[file]
    place = chance.randrange(len(data) or 1)
    match way:
        case "flip":
            flipped = bytes([data[place] ^ 1 << chance.randrange(8)]) if data else b""
            return {file: data[:place] + flipped + data[place + 1 :]}
        case "cut":
            return {file: data[:place]}
        case "cut at a line":
            return {file: data[: data.rfind(b"\n", 0, place) + 1]}
        case "append":
            return {file: data + chance.choice([b"\n", b"{}", b"\0" * 9, data[place:]])}
        case "zero":
            end = min(len(data), place + chance.choice([1, 8, 512]))
            return {file: data[:place] + b"\0" * (end - place) + data[end:]}
        case "delete":
            return {file: None}
        case "empty":
            return {file: b""}
        case "swap":
            other = chance.choice(sorted(files))
            return {file: files[other], other: data}
        case _:
            stem = file.removesuffix(".json").replace("/", "-")
            olds = [name for name in files if name.startswith(f"backups/{stem}.") and name.endswith(".json")]
            return {file: files[chance.choice(olds)]} if olds else {}


def _put_back(given: Sources, way: str, files: Files) -> Put:
    """The folder as it was, or as a checkout of what it was leaves it."""
    found = given.others["of another course" if way == "all of another course" else "of last week"]
    wanted = {file: data for file, data in found.items() if "but" not in way or _is_in_git(file)}
    gone = [file for file in files if file not in wanted and ("but" not in way or _is_in_git(file))]
    return {**dict.fromkeys(gone), **wanted}


def _is_in_git(file: str) -> bool:
    return not file.startswith("backups/") and file != ".lock"


class World:
    """Saves folders in which a campaign is damaged, and what is right."""

    def __init__(self, at: Path) -> None:
        self.saves = at / "saves"
        self.sources = sources(self.saves)
        self.folder = self.saves / ID
        self.remembered = read_files(self.saves / REMEMBERED)
        reader = Library(self.saves).open(ID, read_only=True)
        self.right = export_json(reader)
        self.entries = {number: reader.entry(number) for number in range(1, reader.length + 1)}
        self.table: Documents = documents(reader.table)
        reader.close()

    def library(self) -> Library:
        return Library(self.saves, clock=lambda: 1_800_000_100.0)

    def put(self, files: Mapping[str, bytes | None]) -> None:
        for file, data in files.items():
            if data is None:
                (self.folder / file).unlink()
            else:
                (self.folder / file).parent.mkdir(exist_ok=True)
                (self.folder / file).write_bytes(data)

    def restore(self) -> None:
        """All as it was before any damage."""
        shutil.rmtree(self.folder)
        shutil.rmtree(self.saves / REMEMBERED)
        for folder, files in ((self.folder, self.sources.sound), (self.saves / REMEMBERED, self.remembered)):
            for file, data in files.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(data)


def outcome(world: World, damage: Damage) -> str:
    """What came of it: `right`, `refused`, or what is bad about it."""
    library = world.library()
    try:
        campaign = library.open(ID, read_only=True)
        try:
            found = export_json(campaign)
        finally:
            campaign.close()
    except TablesideError as error:
        return "refused" if "\n" not in str(error) else f"BAD, not a line: {error}"
    except Exception as error:
        return f"BAD, {type(error).__name__}: {error}"
    if found != world.right:
        return "BAD, silent: it opens with other data"
    if {*damage.files} == {".lock"}:
        return "right, since nothing of it is kept there"
    if check_store_files(world.folder, memory=library.memory):
        return "right, and check reports it"
    return "right, since it changes nothing of what is read"


def repaired(world: World) -> str:
    """What a repair came to: `whole`, `less, and said`, `refused`, or what is bad about it."""
    library = world.library()
    try:
        done = repair(library, ID)
        left = [f"{fault.where}: {fault.what}" for fault in shell_check_of_campaign(library, ID).faults]
        campaign = library.open(ID)
    except StoreError as error:
        return "refused" if "\n" not in str(error) else f"BAD, not a line: {error}"
    except Exception as error:
        return f"BAD, {type(error).__name__}: {error}"
    try:
        return _judged(world, campaign, [*map(str, done), *left])
    except Exception as error:
        return f"BAD, after the repair {type(error).__name__}: {error}"
    finally:
        campaign.close()


def _judged(world: World, campaign: Campaign, said: list[str]) -> str:
    found: dict[int, Entry] = {}
    for number in range(1, campaign.length + 1):
        try:
            found[number] = campaign.entry(number)
        except StoreError:
            continue
    played = {number: entry for number, entry in found.items() if entry.procedure not in MENDED}
    other = [number for number, entry in played.items() if world.entries.get(number) != entry]
    missing = [number for number in world.entries if number not in played]
    is_whole = not other and not missing and documents(campaign.table) == world.table
    told = ("lost", "lack", "as it had been saved here")
    if not is_whole and not any(words in line for line in said for words in told):
        return f"BAD, silent: {len(missing)} entries missing, {len(other)} others, and nothing said: {said}"
    if other and not any("as it had been saved here" in line for line in said):
        return f"BAD: entries {other} are not those that were played: {said}"
    if is_whole:
        do(campaign, "campaign.note", text="on we go")
        unsound = list(audit(campaign))
        return f"BAD, unsound: {unsound[0]}" if unsound else "whole"
    return "less, and said"


def run(count: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """How often each outcome came, of damage and of repair, and the bad ones."""
    found: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        world = World(Path(name))
        for damage in damages(world.sources, count, seed):
            kind = damage.ways[0] if len(damage.ways) == 1 else "two at once"
            world.put(damage.files)
            for act, came in (("", outcome(world, damage)), ("repaired: ", repaired(world))):
                found[f"{kind}: {act}{came.split(':')[0]}"] += 1
                if came.startswith("BAD") or (came == "refused" and act and len(damage.ways) == 1):
                    bad.append(f"{damage}: {act}{came}")
            world.restore()
    return found, bad


def main(count: int) -> int:
    found, bad = run(count)
    for came, times in sorted(found.items()):
        print(f"{times:>6}  {came}")
    repairs = {
        what: sum(n for came, n in found.items() if came.endswith(f"repaired: {what}")) for what in REPAIRS
    }
    print(f"{count} damages, each repaired: {repairs}; {len(bad)} silent, unclear or unsound")
    for line in bad[:20]:
        print(line)
    return 1 if bad else 0


REPAIRS = ("whole", "less, and said", "refused")

if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000))
