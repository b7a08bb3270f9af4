"""A sheet to be printed: all that is on it, nothing that could run, nothing fetched, no secrets."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.games import game_ids
from tableside.views.html_sheet import html_sheet_page
from tests.shell.test_contract import done, tableside
from tests.views.test_html_page import HARMLESS, NOTHING_FETCHED, Reader

OF_A_SHEET = HARMLESS | {"svg", "rect", "dl", "dt", "dd", "small", "i"}


@pytest.fixture
def ana(tmp_path: Path) -> Path:
    done(tmp_path, "new", "Vale", "--rules", "troika")
    done(tmp_path, "do", "vale", "troika.create", "name=Ana", "--seed", "3")
    return tmp_path


def edit(saves: Path, *cells: str) -> None:
    done(saves, "do", "vale", "campaign.edit", "who=ana", *cells)


def words(html: str) -> str:
    """What is read on the page, without its style."""
    return re.sub(r"\s+", " ", Reader(html.partition("<body>")[2]).words)


@pytest.mark.parametrize("game", game_ids())
def test_everybody_of_every_game_can_be_printed(tmp_path: Path, game: str) -> None:
    library = Library(tmp_path)
    campaign = library.open(place_demo(library, game))
    for who in campaign.table.characters.values():
        html = html_sheet_page(campaign, who)
        found = Reader(html)
        assert found.rooms == {"header", "main"}
        assert found.tags <= OF_A_SHEET and who.name in words(html)
        assert not {name for name, _ in found.attributes} & (
            {"style", "href", "xlink:href"} | NOTHING_FETCHED
        )
        assert is_shown_in_its_own_style(html)
    campaign.close()


def is_shown_in_its_own_style(html: str) -> bool:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', html)
    (style,) = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return bool(policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';"))


def test_a_whole_character_stands_on_it(ana: Path) -> None:
    edit(
        ana,
        "skills=Swim 2, Climb 1",
        "spells=Jolt 3 (1)",
        "items=knife, ladder (2), heirloom = sword",
        "notes=Owes forty pence.\nNever sails.",
        "stamina=11",
    )
    edit(ana, "skills.2.ticked=yes")
    html = done(ana, "sheet", "vale", "ana")
    told = words(html)
    for each in (
        "Stamina 11 of 22",
        "Swim26",
        "Climb15",
        "Jolt (1)37",
        "2ladder2 slots",
        "4heirloom (sword)",
    ):
        assert each in told
    assert html.count('title="ticked"') == 1 and html.index('title="ticked"') > html.index("Swim")
    assert '<rect class="left" width="50" height="5"/>' in html
    assert "Owes forty pence.\nNever sails." in html


def test_what_is_written_on_it_is_only_read(ana: Path) -> None:
    script, picture = "<script>alert(1)</script>", '<img src=x onerror="alert(1)">'
    edit(ana, f"notes={picture}", f"background={picture}", f"items={script}", f"skills={script} 2")
    done(ana, "do", "vale", "campaign.edit", "who=ana", "name=Ana </title><b onclick=x>")
    found = Reader(html := done(ana, "sheet", "vale", "ana"))
    assert found.tags <= OF_A_SHEET
    assert all(each in words(html) for each in (script, picture, "Ana </title><b onclick=x>"))
    assert not any(name.startswith("on") or name in NOTHING_FETCHED for name, _ in found.attributes)


def test_what_is_for_the_gm_is_left_out_and_that_is_said(ana: Path) -> None:
    plain = tableside(ana, "sheet", "vale", "ana")
    assert (plain.returncode, plain.stderr) == (0, "")
    edit(ana, "items=knife, purse #gm", "notes=The heir. #GM-only")
    seen = tableside(ana, "sheet", "vale", "ana")
    assert "purse" not in seen.stdout and "heir" not in seen.stdout and "knife" in seen.stdout
    assert "#gm" in seen.stderr and "--secrets" in seen.stderr and seen.stderr.count("\n") == 1
    whole = tableside(ana, "sheet", "vale", "ana", "--secrets")
    assert "purse" in whole.stdout and "The heir." in whole.stdout and not whole.stderr


def test_whose_numbers_players_do_not_know_is_printed_for_the_gm_alone(ana: Path) -> None:
    done(ana, "do", "vale", "campaign.add-character", "name=Ogre", "kind=enemy")
    refused = tableside(ana, "sheet", "vale", "ogre")
    assert (refused.returncode, refused.stdout) == (2, "") and "--secrets" in refused.stderr
    assert "Ogre" in done(ana, "sheet", "vale", "ogre", "--secrets")


def test_below_nothing_the_bar_is_empty(ana: Path) -> None:
    edit(ana, "stamina==-3")
    html = done(ana, "sheet", "vale", "ana")
    assert "Stamina -3 of 22" in words(html) and 'class="left" width="0"' in html


def test_what_is_worn_and_in_hand_says_so(ana: Path) -> None:
    edit(ana, "items=Widowmaker = axe, light armour, hook = 1 1 1 1 1 1 2, rope")
    edit(ana, "weapon=axe", "armour=1")
    told = words(done(ana, "sheet", "vale", "ana"))
    assert "Widowmaker (axe) in hand" in told and "light armour worn" in told
    assert "rope in hand" not in told and "damage-1" not in told
    edit(ana, "weapon=hook")
    assert "hook in hand" in words(done(ana, "sheet", "vale", "ana"))
