"""Own kinds out of packs, and those that a campaign keeps: put down, played again, undone, saved as one."""

import random
import re
import time
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.pack_files import book_of_pack_files
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.user_files import SharedFolders
from tableside.cli import main
from tableside.errors import RuleError
from tableside.games import BUNDLED, load_game
from tableside.language.complete import kinds_completed
from tableside.rules.campaign_kinds import campaign_kind, campaign_kinds_kept
from tableside.rules.foe_lines import form_of_foe_line
from tableside.rules.names import NameIndex
from tableside.rules.sheet import Meter
from tableside.shell.packs import pack_as_toml
from tableside.views.kind_list import KindList
from tests.campaign.people import do
from tests.understood import understood_at

PACKS = {
    "troika": """
        [foes.goblin-shaman]
        skill = 6
        stamina = 8
        armour = 1
        weapon = "staff"
        spells = ["Jolt 3 (1)"]
        notes = "Flees alone"
    """,
    "fell": """
        [foes.toll-hound]
        hit_die = "d8"
        hit_points = 8
        hide = 1
        skills = ["track"]
    """,
    "galejatra": """
        [foes.snow-wall]
        name = "Wall of snow"
        aspects = ["Steep 2", "Loose 3"]
    """,
    "wandered": """
        [foes.orchard-wolf]
        resources = ["Teeth 2", "The dark"]
        escalations = ["Howls for more"]
    """,
    "d20": """
        [foes.dire-wolf]
        hit_points = 45
        armour_class = 14
        dexterity = 15
    """,
}


def opened(tmp_path: Path, game: str, pack: str = "") -> Campaign:
    shared = tmp_path / "packs"
    shared.mkdir(exist_ok=True)
    (shared / "own.toml").write_text(f'game = "{game}"\n{pack or PACKS[game]}', encoding="utf-8")
    library = Library(tmp_path / "saves", lambda: 1.8e9, shared=SharedFolders(packs=shared))
    ids = [each.id for each in library.shelf()]
    return library.open(ids[0] if ids else library.new("Sunday", game))


def put(campaign: Campaign, line: str) -> None:
    form, _ = form_of_foe_line(campaign.rules, campaign.table, line)
    campaign.perform(form.procedure, form.given, ReplayAnswers(random.Random(1)))


@pytest.mark.parametrize(
    "line", ["mud imp", "mud", "a mud imp", "add mud imp", "2 mud imps", "2 mud imps, goblin"]
)
def test_a_kind_with_a_fault_is_told_with_its_file_and_line(tmp_path: Path, line: str) -> None:
    campaign = opened(tmp_path, "troika", '[foes.mud-imp]\nskill = "many"\n')
    with pytest.raises(RuleError) as error:
        understood_at(line, campaign.table, campaign.rules, None)
    assert "own.toml:3" in str(error.value) and "'many'" in str(error.value)
    campaign.close()


@pytest.mark.parametrize("game", BUNDLED)
def test_a_pack_of_any_game_is_put_down_by_name_and_stays_when_its_file_has_gone(
    tmp_path: Path, game: str
) -> None:
    campaign = opened(tmp_path, game)
    (id,) = campaign.rules.packs().names("foes")
    name = campaign.rules.packs().names("foes")[id]
    put(campaign, f"2 {name}")
    assert [each.name for each in campaign.table.in_play()] == [f"{name} 1", f"{name} 2"]
    assert len({repr(each.sheet) for each in campaign.table.in_play()}) == 1
    (tmp_path / "packs" / "own.toml").unlink()
    put(campaign, name)
    assert campaign.table[3].sheet == campaign.table[1].sheet
    assert not [*audit(campaign)]
    while campaign.undoable:
        campaign.undo()
    assert not campaign.table.kinds and not campaign.table.characters


@pytest.mark.parametrize("game", BUNDLED)
def test_several_kinds_at_once_with_own_ones_among_them_are_one_entry_that_plays_again(
    tmp_path: Path, game: str
) -> None:
    campaign = opened(tmp_path, game)
    (name,) = campaign.rules.packs().names("foes").values()
    put(campaign, f"2 {name}, {name}")
    assert len(campaign.table.characters) == 3 and campaign.length == 1
    (tmp_path / "packs" / "own.toml").unlink()
    assert not [*audit(campaign)]


@pytest.mark.parametrize(
    ("game", "line", "again", "cell", "value"),
    [
        ("troika", "cultist skill 6 stamina 8", "2 cultists", "skill", 6),
        ("d20", "3 wolves hp 11 ac 13", "wolf", "armour_class", 13),
        ("fell", "cultist d8 hide 2", "2 cultists", "hide", 2),
        ("wandered", "guardian trap 3", "2 guardians", "trap", Meter(3, 3)),
    ],
)
def test_a_foe_that_nobody_knows_has_its_numbers_at_once_and_more_of_it_come_with_the_same(
    tmp_path: Path, game: str, line: str, again: str, cell: str, value: object
) -> None:
    campaign = opened(tmp_path, game)
    put(campaign, line)
    put(campaign, again)
    assert [getattr(each.sheet, cell) for each in campaign.table.in_play()] == [value] * len(
        campaign.table.in_play()
    )
    assert not [*audit(campaign)]


def test_what_is_said_behind_a_kind_changes_these_and_not_the_kind(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "troika")
    put(campaign, "2 goblin shamans stamina 12")
    put(campaign, "goblin shaman")
    assert [each.sheet.stamina.maximum for each in campaign.table.in_play()] == [12, 12, 8]  # type: ignore[attr-defined]


def test_a_kind_of_the_game_is_meant_where_it_is_called_so_and_an_own_one_by_its_start(
    tmp_path: Path,
) -> None:
    campaign = opened(tmp_path, "troika")
    assert form_of_foe_line(campaign.rules, campaign.table, "goblin")[0].procedure.id == "troika.add-foe"
    assert form_of_foe_line(campaign.rules, campaign.table, "2 goblin sh")[0].given["foe"] == "goblin-shaman"
    with pytest.raises(RuleError, match="goblin-shaman, goblin, orc"):
        form_of_foe_line(campaign.rules, campaign.table, "2 zorks")


def test_a_kind_like_another_has_its_own_name_and_what_it_says_in_the_place_of_the_others(
    tmp_path: Path,
) -> None:
    pack = """
        [foes.dire-wolf]
        skill = 7
        stamina = 12
        items = ["collar", "bone"]
        text = "Grey."
        [foes.old-dire-wolf]
        like = "dire-wolf"
        stamina = 20
        items = ["scar"]
    """
    campaign = opened(tmp_path, "troika", pack)
    kind = campaign.rules.packs().kind("foes", "old-dire-wolf")
    assert (kind.name, kind.text) == ("Old dire wolf", "Grey.")
    assert kind.cells == ("skill=7", "stamina=20", "items.new=scar")
    put(campaign, "2 old dire wolves")
    assert [each.name for each in campaign.table.in_play()] == ["Old dire wolf 1", "Old dire wolf 2"]


@pytest.mark.parametrize(
    ("pack", "line", "told"),
    [
        ("[foes.rat]\nskil = 3", 3, "no part 'skil'"),
        ("[foes.rat]\n\nskill = 300", 4, "300 is out of range"),
        ("[foes.rat]\nskill = [1, {}]", 3, "a number, a text"),
        ("[foes.rat]\nlike = 'cat'\n[foes.cat]\nlike = 'rat'", 5, "rat is like itself"),
        ("[foes.rat]\nlike = 'mouse'", 3, "no kind 'mouse'"),
        ("[foes.rat]\nname = 3", 3, "name is one text"),
        ("[foes.rat]\nskill = ", 3, "invalid value"),
        ("[foe.rat]\nskill = 3", 2, "a pack has no 'foe'"),
        ("rat = 3", 1, "stands before the first header"),
        ("[rat]\nskill = 3", 2, "no header of a kind"),
        ("[foes.rat]\n[foes.rat]", 3, "stands twice"),
        ("[items.rope]\nslots = 'two'", 3, "'two' is not a whole number"),
        ("[items.rope]\nweight = 2", 3, "'weight' is not said of it"),
        ("[conditions.cursed]\nrounds = 'long'", 3, "'long' is not a whole number"),
    ],
)
def test_what_is_wrong_in_a_pack_is_named_by_file_and_line_and_the_rest_is_taken(
    tmp_path: Path, pack: str, line: int, told: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'game = "troika"\n{pack}\n', encoding="utf-8")
    faults = [str(each) for each in book_of_pack_files((path,), load_game("troika")).every_fault()]
    assert any(each.startswith(f"{path}:{line}: ") and told in each for each in faults), faults


def test_the_packs_of_the_guide_are_sound(tmp_path: Path) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
    written = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    games = [tomllib.loads(pack)["game"] for pack in written]
    assert {*games} == {*BUNDLED}
    for number, (pack, game) in enumerate(zip(written, games, strict=True)):
        path = tmp_path / f"{number}.toml"
        path.write_text(pack, encoding="utf-8")
        assert [*book_of_pack_files((path,), load_game(game)).every_fault()] == []


def test_a_fault_far_down_is_told_once_and_named_by_its_place_above(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    chain = "".join(f"[foes.k{n}]\nlike = 'k{n + 1}'\n" for n in range(9))
    path.write_text(f'game = "troika"\n{chain}[foes.k9]\nskil = 3\n', encoding="utf-8")
    faults = [str(each) for each in book_of_pack_files((path,), load_game("troika")).every_fault()]
    assert len(faults) == 10
    assert max(map(len, faults)) < 2 * len(str(path)) + 80
    assert sum("no part 'skil'" in each for each in faults) == 1


def test_a_link_and_a_folder_in_a_campaign_s_packs_are_named_and_not_followed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = opened(tmp_path, "troika")
    campaign.close()
    own = tmp_path / "saves" / "sunday" / "packs"
    own.mkdir()
    (own / "link.toml").symlink_to(tmp_path / "packs" / "own.toml")
    (own / "folder.toml").mkdir()
    assert main(["--saves", str(tmp_path / "saves"), "packs", "check", "sunday"]) == 2
    told = capsys.readouterr().err
    assert "link.toml: cannot be read" in told and "folder.toml: cannot be read" in told


def test_one_bad_kind_keeps_no_other_from_being_put_down(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "troika", "[foes.bad]\nskil = 3\n[foes.good]\nskill = 7")
    put(campaign, "good")
    with pytest.raises(RuleError, match=r"own\.toml:3: foes\.bad: no part 'skil'"):
        put(campaign, "bad")
    assert len(campaign.table.characters) == 1


def test_what_a_campaign_has_kept_is_saved_as_a_pack_that_reads_the_same(tmp_path: Path) -> None:
    campaign = opened(tmp_path, "troika")
    put(campaign, "goblin shaman, cultist skill 6 stamina 8")
    kept = campaign_kinds_kept(campaign.table)
    text = pack_as_toml(kept.values(), "troika")
    assert tomllib.loads(text)["foes"]["goblin-shaman"]["spells"] == ["Jolt 3 (1)"]
    (tmp_path / "packs" / "own.toml").write_text(text, encoding="utf-8")
    for id, kind in kept.items():
        assert campaign_kind(campaign.rules, campaign.table, "foes", id) == kind


class Unseen(dict[str, str]):
    """Names that are asked for one by one, and never all looked at."""

    def __iter__(self) -> Iterator[str]:
        yield from islice(super().__iter__(), 300)
        raise AssertionError("all names were looked at")


def test_of_ten_thousand_kinds_no_more_is_looked_at_for_a_key_than_is_shown(tmp_path: Path) -> None:
    many = "\n".join(
        f"[foes.{beast}-{n}]\nskill = {n % 9}"
        for n in range(2_500)
        for beast in ("rat", "gob", "eel", "wolf")
    )
    campaign = opened(tmp_path, "troika", many)
    rules, table, files = campaign.rules, campaign.table, campaign.rules.packs()
    kinds, names = KindList(rules, table), files.names("foes")
    names._own = Unseen(names._own)
    shown = set()
    line = "2 gobs, 3 wolf 2"
    for place in range(1, len(line) + 1):
        rows = kinds.rows(line[:place], 78, 3)
        shown |= {text for each in rows for text in each.text.split("   ")}
        kinds_completed(rules, table, line[:place])
    assert shown and len(files._read) <= len(shown) + len(line)  # type: ignore[attr-defined]
    assert kinds_completed(rules, table, "gob 24, wo") == "gob 24, wolf 0"
    put(campaign, "2 eel 17, 3 wolf 2499")
    assert [each.name for each in campaign.table.in_play()][1:3] == ["Eel 17 2", "Wolf 2499 1"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ("toll-hound", "hound", "old-toll-hound")),
        ("hound", ("hound", "toll-hound", "old-toll-hound")),
        ("toll h", ("toll-hound", "old-toll-hound")),
        ("tollh", ("toll-hound",)),
        ("ound", ()),
    ],
)
def test_kinds_are_found_by_the_beginning_of_a_word(text: str, found: tuple[str, ...]) -> None:
    names = NameIndex(
        {"toll-hound": "Toll hound", "hound": "Hound"}, NameIndex({"old-toll-hound": "Old toll hound"})
    )
    assert {*names.with_word(text)} == {*found}
    assert names.with_word(text)[:1] == found[:1]


def test_ten_thousand_kinds_are_named_without_being_read(tmp_path: Path) -> None:
    many = "\n".join(f"[foes.rat-{n}]\nskill = {n % 9}" for n in range(10_000))
    campaign = opened(tmp_path, "troika", many)
    packs = campaign.rules.packs()
    assert len(packs.names("foes")) == 10_000
    assert not packs._read  # type: ignore[attr-defined]
    put(campaign, "rat 77")
    assert [*packs._read] == [("foes", "rat-77")]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", BUNDLED)
def test_people_come_by_name_too_from_files_and_once_they_are_kept(tmp_path: Path, game: str) -> None:
    campaign = opened(tmp_path, game, '[people.gate-ward]\nnotes = "Bored"')
    put(campaign, "2 gate wards")
    do(campaign, "campaign.add-character", name="Ana", kind="pc", notes="Brave")
    do(campaign, "campaign.keep-kind", who="ana", name="Double")
    (tmp_path / "packs" / "own.toml").unlink()
    put(campaign, "double, gate ward")
    told = [(each.name, each.kind, each.sheet.notes) for each in campaign.table.in_play()]  # type: ignore[attr-defined]
    assert told == [
        ("Gate ward 1", "npc", "Bored"),
        ("Gate ward 2", "npc", "Bored"),
        ("Ana", "pc", "Brave"),
        ("Double", "pc", "Brave"),
        ("Gate ward 3", "npc", "Bored"),
    ]
    assert not [*audit(campaign)]


@pytest.mark.parametrize("number", [f"0x{'f' * 3_900}", f"0b{'1' * 3_000}", "9" * 3_990, f"{2**63}"])
def test_a_number_of_thousands_of_digits_is_told_with_its_line(tmp_path: Path, number: str) -> None:
    (tmp_path / "x.toml").write_text(f"[foes.huge]\nskill = {number}\n\n[foes.sound]\nskill = 5\n")
    book = book_of_pack_files((tmp_path,), load_game("troika"))
    (fault,) = book.every_fault()
    assert fault.line == 2 and fault.what.id == "tables.huge-number"
    assert book.kind("foes", "sound").cells == ("skill=5",)


@pytest.mark.long
@pytest.mark.parametrize("like", [True, False])
def test_a_pack_of_thousands_of_kinds_or_a_chain_of_them_takes_seconds(tmp_path: Path, like: bool) -> None:
    value = 'like = "a{}"' if like else "skill = 5\nstamina = 9\n#{}"
    kinds = "\n".join(f"[foes.a{n}]\n{value.format(n + 1)}" for n in range(4_000))
    (tmp_path / "x.toml").write_text(f"{kinds}\n[foes.a4000]\nskill = 5\n")
    began = time.process_time()
    faults = [*book_of_pack_files((tmp_path,), load_game("troika")).every_fault()]
    assert bool(faults) == like and time.process_time() - began < 5
