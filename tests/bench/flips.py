"""Every file of a campaign damaged in every way, one at a time: none is silent.

    python -m tests.bench.flips [COUNT]

After each damage the campaign either opens with exactly what was in it, or refuses in one clear line; and
what does not keep it from opening, such as a damaged old copy, a check reports. COUNT is 6,000 unless given.
"""

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tableside.campaign.answers import Answers
from tableside.campaign.campaign import Campaign
from tableside.campaign.exchange import export_json
from tableside.campaign.library import Library
from tableside.campaign.store.checking import check_files
from tableside.errors import StoreError, TablesideError
from tableside.rules.procedure import read
from tests.campaign.store.test_faults import abandon

ID = "iron-vale"
WAYS = (
    "flip",
    "flip",
    "flip",
    "cut",
    "cut",
    "cut at a line",
    "append",
    "zero",
    "delete",
    "empty",
    "swap",
    "older",
)


def do(campaign: Campaign, id: str, **texts: str) -> None:
    procedure = campaign.rules.procedure(id)
    campaign.perform(procedure, read(procedure, texts, campaign.table), Answers(random.Random(3)))


def campaign_with_everything(saves: Path) -> Path:
    """Two sessions that were closed, and a third that was killed: its entries are in the log alone."""
    library = Library(saves, clock=lambda: 1_800_000_000.0)
    library.new("Iron Vale", "troika")
    for session in range(3):
        campaign = library.open(ID)
        do(campaign, "campaign.begin-session")
        do(campaign, "troika.create", name=f"Hero {session}")
        for silver in range(4):
            do(campaign, "campaign.edit", who="#1", silver=str(10 * session + silver))
        campaign.undo()
        do(campaign, "campaign.note", text=f"It rains, for the {session}. time")
        if session < 2:
            do(campaign, "campaign.end-session")
            campaign.close()
        else:
            abandon(campaign._db)
    return saves / ID


@dataclass(frozen=True, slots=True)
class Damage:
    """What was done to which file; `files` is what stands in its place. None: it is not there."""

    way: str
    files: dict[str, bytes | None]

    def __str__(self) -> str:
        return f"{self.way}: {', '.join(self.files)}"


def damages(files: dict[str, bytes], count: int, seed: int) -> Iterator[Damage]:
    """So many, each different from the sound files."""
    chance = random.Random(seed)
    while count:
        way, file = chance.choice(WAYS), chance.choice(sorted(files))
        found = Damage(way, _damaged(files, way, file, chance))
        if all(files.get(name) != data for name, data in found.files.items()):
            count -= 1
            yield found


def _damaged(files: dict[str, bytes], way: str, file: str, chance: random.Random) -> dict[str, bytes | None]:
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
            return {file: files[chance.choice(olds)]} if olds else {file: data}


def outcome(saves: Path, right: bytes, damage: Damage) -> str:
    """What came of it: `right`, `refused`, or what is bad about it."""
    library = Library(saves, clock=lambda: 1_800_000_100.0)
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
    if found != right:
        return "BAD, silent: it opens with other data"
    if set(damage.files) == {".lock"}:
        return "right, since nothing of it is kept there"
    if list(check_files(saves / ID)):
        return "right, and check reports it"
    return "right, since it changes nothing of what is read"


def run(count: int, seed: int = 1) -> tuple[Counter[str], list[str]]:
    """How often each outcome came, and the bad ones."""
    found: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        saves = Path(name)
        folder = campaign_with_everything(saves)
        sound = {
            str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        reader = Library(saves).open(ID, read_only=True)
        right = export_json(reader)
        reader.close()
        for damage in damages(sound, count, seed):
            _put(folder, damage.files)
            came = outcome(saves, right, damage)
            found[f"{damage.way}: {came.split(':')[0]}"] += 1
            if came.startswith("BAD"):
                bad.append(f"{damage}: {came}")
            _put(folder, {file: sound[file] for file in damage.files})
    return found, bad


def _put(folder: Path, files: dict[str, bytes] | dict[str, bytes | None]) -> None:
    for file, data in files.items():
        if data is None:
            (folder / file).unlink()
        else:
            (folder / file).write_bytes(data)


def mended(count: int, seed: int = 2) -> tuple[Counter[str], list[str]]:
    """Damage and repair: what is left is right or reported, and goes on being played."""
    from tableside.campaign.audit import audit
    from tableside.campaign.mending import repair
    from tableside.shell.checking import faults

    found: Counter[str] = Counter()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        saves = Path(name)
        folder = campaign_with_everything(saves / "sound")
        sound = {
            str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()
        }
        for damage in damages(sound, count, seed):
            shutil.rmtree(saves / "copy", ignore_errors=True)
            shutil.copytree(saves / "sound", saves / "copy")
            _put(saves / "copy" / ID, damage.files)
            library = Library(saves / "copy", clock=lambda: 1_800_000_100.0)
            try:
                repair(library, ID)
                left = faults(library, ID)
                if left:
                    found["reported"] += 1
                    continue
                campaign = library.open(ID)
                do(campaign, "campaign.note", text="on we go")
                unsound = list(audit(campaign))
                found["mended" if campaign.length >= 24 + 1 else "mended, less the end of the log"] += 1
                campaign.close()
                if unsound:
                    bad.append(f"{damage}: {unsound[0]}")
            except (StoreError, TablesideError) as error:
                found["refused"] += 1
                bad.append(f"{damage}: {error}")
            except Exception as error:
                bad.append(f"{damage}: {type(error).__name__}: {error}")
    return found, bad


def main(count: int) -> int:
    found, bad = run(count)
    for came, times in sorted(found.items()):
        print(f"{times:>6}  {came}")
    print(f"{sum(found.values())} damages, {len(bad)} silent or unclear")
    repaired, unsound = mended(max(count // 20, 1))
    print(f"{sum(repaired.values())} of them repaired: {dict(repaired)}, {len(unsound)} unsound")
    for line in [*bad, *unsound][:20]:
        print(line)
    return 1 if bad or unsound else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 6_000))
