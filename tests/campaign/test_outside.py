"""Nothing outside a campaign's folder is opened, made or changed through what lies in it.

Which names the program uses there is found by listening to what it opens and makes while it does everything
it can. Then links, pipes and devices are put at each of these names, and it does everything again.
"""

import asyncio
import os
import shutil
import signal
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType

import pytest

from tableside.campaign.backups import back_up
from tableside.campaign.json_export import write_json_export
from tableside.campaign.library import Library
from tableside.campaign.plain_files import (
    NotPlain,
    append_to_plain_file,
    read_plain_file,
    write_new_plain_file,
    write_plain_file,
)
from tableside.errors import TablesideError
from tests.campaign.people import do
from tests.opened import names_opened
from tests.screens.table import opened
from tests.shell.test_contract import tableside
from tests.thorough import THOROUGH

pytestmark = pytest.mark.long

ID = "vale"
SECRET = "nobody may read or change this"


def played(saves: Path) -> Path:
    """A campaign with two sessions, old copies, a file of tables, a draft and lines; its folder."""
    library = Library(saves, lambda: 1.8e9)
    library.new("Vale", "troika")
    for text in ("First", "Second"):
        campaign = library.open(ID)
        do(campaign, "campaign.begin-session")
        do(campaign, "campaign.note", text=text)
        do(campaign, "campaign.end-session")
        campaign.keep_draft("Half a note")
        campaign.keep_line("hurt ana 3")
        campaign.close()
    folder = saves / ID
    (folder / "tables").mkdir()
    (folder / "tables" / "weather.toml").write_text('[weather]\nrows = ["rain", "sun"]\n')
    library.remember(ID)
    library.settings["theme"] = "dark"
    return folder


def everything(saves: Path, elsewhere: Path) -> str:
    """Do all that can be done to a campaign; what was printed. Refusals are as good as results."""
    told = ""
    for call in (
        ["list"],
        ["show", ID],
        ["history", ID],
        ["do", ID, "campaign.note", "text=Third"],
        ["undo", ID],
        ["tables", "list", ID],
        ["tables", "check", ID],
        ["do", ID, "table.roll", "table=weather"],
        ["export", ID, "--format", "json"],
        ["watch", ID],
        ["backup", ID, str(elsewhere / "backups")],
        ["check", ID],
        ["check", ID, "--accept"],
        ["check", ID, "--repair"],
    ):
        done = tableside(saves, *call)
        assert "fault of ours" not in done.stderr, (call, done.stderr)
        told += done.stdout + done.stderr
    with suppress(TablesideError):
        campaign = Library(saves).open(ID)
        told += campaign.draft + " ".join(campaign.lines)
        campaign.keep_draft("Another half")
        campaign.keep_draft("")
        campaign.keep_line("hurt ana 4")
        campaign.close()
    library = Library(saves)
    told += f"{library.last} {library.settings['theme']}"
    library.remember(ID)
    library.settings["theme"] = "light"
    return told


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("sound") / "saves").parent


async def _names(sound: Path, place: Path) -> set[str]:
    """The names, relative to the place, that are used while everything is done, and in the app."""
    saves = place / "saves"
    shutil.copytree(sound, saves)
    with names_opened() as heard:
        everything(saves, place)
        async with opened(saves, ID) as table:
            await table.keys("w")
            await table.write("A line")
            await table.keys("enter", "W")
            await table.write("a page")
            await table.keys("escape", "colon")
            await table.write("day 4")
            await table.keys("enter", "ctrl+t")
    inside = {name for name in heard if name.startswith(f"{place}{os.sep}")}
    return {os.path.relpath(name, place) for name in inside}


@pytest.fixture(scope="module")
def foreseen(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names that are used every time: whoever makes the folders can know them. What somebody here has
    named, the folders themselves, may be a link.
    """
    first, second = (asyncio.run(_names(sound, tmp_path_factory.mktemp("traced"))) for _ in range(2))
    both = first & second
    mine = f"saves/{ID}"
    assert {f"{mine}/{name}" for name in ("campaign.json", "changes.log", ".lock", "journal")} < both
    assert {f"{mine}/{name}" for name in ("backups", "draft.md", "lines.txt", "tables/weather.toml")} < both
    assert {"saves/.last", "saves/.settings", f"{mine}/journal/0002.json"} < both
    making = f"backups/.making-{ID}"
    mine_being_made = f"{making}-{os.getpid()}"
    assert {f"backups/{ID}", f"{mine_being_made}/campaign.json", f"{mine_being_made}/journal"} < both
    assert not any(name.endswith(".tmp") for name in both), "a name of what is being written can be foreseen"
    cleared = {name for name in both if ".making-" in os.path.dirname(name)}
    earlier = {making}  # only looked at, which nothing tells, to take away what an earlier version left
    return sorted((both | earlier) - {"saves", "backups", mine} - cleared)


def _link(target: str) -> Callable[[Path, Path], None]:
    return lambda name, outside: name.symlink_to(outside / target)


def _device(name: Path) -> None:
    """One that has no end; a socket where making devices is not allowed."""
    try:
        os.mknod(name, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except PermissionError:
        os.mknod(name, stat.S_IFSOCK | 0o600)


PLANTS: dict[str, Callable[[Path, Path], None]] = {
    "a link to a file": _link("secret.txt"),
    "a link to a folder": _link("folder"),
    "a link to what is not there": _link("nothing.txt"),
    "another name of a file": lambda name, outside: name.hardlink_to(outside / "secret.txt"),
    "a pipe": lambda name, outside: os.mkfifo(name),
    "a device": lambda name, outside: _device(name),
}


PLANTED = [*PLANTS]
"""The first is put at every name, and of the others one, in turn, unless everything is tried."""


@pytest.fixture
def nothing_hangs() -> Iterator[None]:
    def rang(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits for what never comes")

    before = signal.signal(signal.SIGALRM, rang)
    signal.alarm(100)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.usefixtures("nothing_hangs")
def test_whatever_stands_at_a_name_nothing_outside_is_reached(
    sound: Path, foreseen: list[str], tmp_path: Path, plant: str
) -> None:
    mine = PLANTED.index(plant)
    for number, name in enumerate(foreseen):
        if not (THOROUGH or plant == PLANTED[0] or number % (len(PLANTED) - 1) == mine - 1):
            continue
        place = tmp_path / str(number)
        saves, outside = place / "saves", place / "outside"
        shutil.copytree(sound, saves)
        (outside / "folder").mkdir(parents=True)
        for secret in (outside / "secret.txt", outside / "folder" / "0001.json"):
            secret.write_text(SECRET)
        _clear(place / name)
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        PLANTS[plant](place / name, outside)
        stood = os.lstat(place / name)
        told = everything(saves, place)
        assert sorted(str(each.relative_to(outside)) for each in outside.rglob("*")) == [
            "folder",
            "folder/0001.json",
            "secret.txt",
        ], name
        for secret in (outside / "secret.txt", outside / "folder" / "0001.json"):
            assert secret.read_text() == SECRET, name
        if plant != "another name of a file":
            assert os.lstat(place / name)[:3] == stood[:3], f"{name} was replaced"
            assert SECRET not in told and not _holds(saves, SECRET), name
            assert not _holds(place / "backups", SECRET), name
        shutil.rmtree(place)


def _clear(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _holds(folder: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if _is_file(path))


def _is_file(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)


def test_a_campaign_whose_folder_is_linked_into_the_saves_is_played(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound / ID, tmp_path / "elsewhere")
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "linked").symlink_to(tmp_path / "elsewhere")
    assert "Vale" in tableside(tmp_path / "saves", "list").stdout
    assert tableside(tmp_path / "saves", "do", "linked", "campaign.note", "text=Rain").returncode == 0
    assert tableside(tmp_path / "saves", "check", "linked").stdout == "sound\n"


@pytest.mark.parametrize("name", ["campaign.json", "changes.log", "journal", "backups", ".lock"])
def test_a_link_is_told_by_its_name(sound: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(sound, tmp_path / "saves")
    _clear(tmp_path / "saves" / ID / name)
    (tmp_path / "saves" / ID / name).symlink_to(tmp_path)
    told = tableside(tmp_path / "saves", "do", ID, "campaign.note", "text=Rain").stderr
    assert f"{name} is a link, not a f" in told and told.count("\n") == 1
    if name != ".lock":
        assert f"{name} is a link, not a f" in tableside(tmp_path / "saves", "list").stdout


def test_what_is_large_beyond_sense_is_not_read(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound, tmp_path / "saves")
    os.truncate(tmp_path / "saves" / ID / "campaign.json", 10**12)
    assert "at most 268,435,456 are read" in tableside(tmp_path / "saves", "list").stdout


# The files themselves


def test_a_file_is_written_whole_for_its_owner_alone(tmp_path: Path) -> None:
    write_plain_file(tmp_path / "a", b"one")
    write_plain_file(tmp_path / "a", b"two")
    append_to_plain_file(tmp_path / "a", b"three")
    append_to_plain_file(tmp_path / "b", b"four")
    assert read_plain_file(tmp_path / "a") == b"twothree"
    assert [stat.S_IMODE(path.stat().st_mode) for path in sorted(tmp_path.iterdir())] == [0o600, 0o600]


def test_a_file_without_links_is_made_new_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    write_new_plain_file(tmp_path / "a", [b"one"])
    with pytest.raises(FileExistsError):
        write_new_plain_file(tmp_path / "a", [b"two"])
    assert [path.name for path in tmp_path.iterdir()] == ["a"] and (tmp_path / "a").read_bytes() == b"one"


def test_what_has_another_name_is_not_added_to(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one")
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    with pytest.raises(NotPlain, match="b is a hard link to another file"):
        append_to_plain_file(tmp_path / "b", b"two")
    assert (tmp_path / "a").read_bytes() == b"one"


def test_what_has_no_end_is_not_begun(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound, tmp_path / "saves")
    for name in ("campaign.json", "changes.log", ".lock", "tables/weather.toml", "draft.md"):
        _clear(tmp_path / "saves" / ID / name)
        (tmp_path / "saves" / ID / name).symlink_to("/dev/zero")
    with names_opened() as heard:
        everything(tmp_path / "saves", tmp_path)
    assert not any(path.startswith(str(tmp_path / "saves" / ID / "tables" / "weather")) for path in heard)
    with pytest.raises(NotPlain, match="zero is a device"):
        read_plain_file(Path("/dev/zero"))


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(NotPlain, match="a is a folder, not a file"):
        write_plain_file(tmp_path / "a", b"one")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_a_killed_process_was_writing_is_cleared_away(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound, tmp_path / "saves")
    left = [tmp_path / "saves" / ID / part / f".{'0f' * 8}.tmp" for part in ("", "journal", "backups")]
    kept = [tmp_path / "saves" / ID / name for name in (".mine.tmp", "notes.tmp")]
    for path in (*left, *kept):
        path.write_text("half a file")
    assert tableside(tmp_path / "saves", "do", ID, "campaign.note", "text=Rain").returncode == 0
    assert not any(path.exists() for path in left) and all(path.exists() for path in kept)


@pytest.mark.parametrize(("shared", "file", "folder"), [(False, 0o600, 0o700), (True, 0o644, 0o755)])
def test_an_export_is_for_its_owner_alone_unless_it_is_shared(
    sound: Path, tmp_path: Path, shared: bool, file: int, folder: int
) -> None:
    more = ["--shared"] if shared else []
    before = os.umask(0o022)
    try:
        for name in ("out.json", "out.html", "out.md"):
            form = {"out.json": "json", "out.html": "html", "out.md": "markdown"}[name]
            call = ["export", ID, "--format", form, "--to", str(tmp_path / name), *more]
            assert tableside(sound, *call).returncode == 0
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == file
        assert tableside(sound, "export", ID, "--to", str(tmp_path / "pages"), *more).returncode == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "pages").stat().st_mode) == folder
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "pages").iterdir()} == {file}


def test_pages_and_exports_replace_no_link(sound: Path, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "secret.txt").write_text(SECRET)
    (tmp_path / "pages" / "index.md").symlink_to(tmp_path / "secret.txt")
    assert "index.md is a link" in tableside(sound, "export", ID, "--to", str(tmp_path / "pages")).stderr
    with pytest.raises(TablesideError, match="is there already"):
        write_json_export(tmp_path / "pages" / "index.md", [b"one"])
    assert (tmp_path / "secret.txt").read_text() == SECRET


def test_a_backup_is_private_and_follows_no_link(sound: Path, tmp_path: Path) -> None:
    shutil.copytree(sound, tmp_path / "saves")
    (tmp_path / "saves" / ID / "mine.txt").symlink_to("/etc/passwd")
    copy = back_up(tmp_path / "saves" / ID, tmp_path / "backups").folder
    assert not (copy / "mine.txt").exists() and (copy / "campaign.json").exists()
    assert {stat.S_IMODE(path.lstat().st_mode) for path in copy.rglob("*")} == {0o600, 0o700}
