"""What was written is edited in other tools and comes back: of what was rolled not a byte is another one."""

import json
from pathlib import Path
from typing import Any

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import games_with_demo, place_demo
from tests.shell.test_contract import done

MENDED = " It was mended elsewhere."


@pytest.fixture(params=[*games_with_demo(), "solo"])
def campaign(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The demo of a game, or of one alone, that is to be edited."""
    return place_demo(Library(tmp_path), request.param)


def exported(saves: Path, id: str) -> dict[str, Any]:  # Any: JSON values
    whole: dict[str, Any] = json.loads(done(saves, "export", id, "--format", "json"))
    return whole


def only_notes_were_added(saves: Path, id: str, before: dict[str, Any]) -> list[dict[str, Any]]:
    """The entries that are there besides those that were: all of them notes, and nothing else is another."""
    now = exported(saves, id)
    old = [json.dumps(each) for each in before["entries"]]
    assert [json.dumps(each) for each in now["entries"][: len(old)]] == old
    for what in ("title", "ruleset", "documents"):
        assert json.dumps(now[what]) == json.dumps(before[what]), what
    added: list[dict[str, Any]] = now["entries"][len(old) :]
    assert {each["procedure"] for each in added} == {"campaign.note"}
    opened = Library(saves).open(id, read_only=True)
    assert list(audit(opened)) == []
    opened.close()
    return added


@pytest.mark.long
def test_notes_mended_in_a_folder_of_markdown_leave_what_was_rolled(campaign: str, tmp_path: Path) -> None:
    before, folder = exported(tmp_path, campaign), tmp_path / "vault"
    done(tmp_path, "export", campaign, "--secrets", "--to", str(folder))
    mended = 0
    for page in sorted(folder.glob("session-*.md")):
        pieces = page.read_text().split("<!-- note ")
        for n, piece in enumerate(pieces[1:], 1):
            mark, _, behind = piece.partition(" -->\n")
            text, blank, rest = behind.partition("\n\n")
            pieces[n] = f"{mark} -->\n{text.rstrip()}{MENDED}{blank or chr(10)}{rest}"
            mended += 1
        page.write_text("<!-- note ".join(pieces))
    done(tmp_path, "import", str(folder))
    added = only_notes_were_added(tmp_path, campaign, before)
    assert mended == len(added) and mended
    assert all(each["amends"] and each["given"]["text"].endswith(MENDED) for each in added)


def test_a_log_that_was_edited_is_taken_in_beside_what_was_rolled(campaign: str, tmp_path: Path) -> None:
    before, log = exported(tmp_path, campaign), tmp_path / "log.md"
    text = done(tmp_path, "export", campaign, "--secrets", "--format", "lonelog")
    lines = [f"{each}{MENDED}" if each.startswith("=> ") else each for each in text.splitlines()]
    log.write_text("\n".join(lines))
    done(tmp_path, "import", str(log), "--lonelog", "--into", campaign)
    added = only_notes_were_added(tmp_path, campaign, before)
    told = "\n".join(each["given"]["text"] for each in added)
    assert told.count(MENDED) == text.count("\n=> ") and not any(each.get("amends") for each in added)
