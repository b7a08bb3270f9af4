"""Commands at the same time: each waits a moment for those before it."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tableside.campaign.library import Library
from tableside.campaign.store.errors import CampaignBusy
from tableside.cli import main
from tableside.shell import arguments


def test_a_command_waits_for_a_short_turn_and_is_refused_behind_a_long_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    held = library.open(library.new("Vale", "troika"))
    threading.Timer(0.2, held.close).start()
    assert main(["--saves", str(tmp_path), "do", "vale", "campaign.note", "text=in turn"]) == 0
    held = library.open("vale")
    monkeypatch.setattr(arguments, "PATIENCE_WITH_COMMANDS", 0.0)
    with pytest.raises(CampaignBusy):
        arguments._opened_in_turn(library, "vale", read_only=False)
    held.close()


@pytest.mark.long
def test_ten_lines_at_once_are_all_written(tmp_path: Path) -> None:
    Library(tmp_path).new("Vale", "troika")
    command = [sys.executable, "-m", "tableside", "--saves", str(tmp_path), "say", "vale"]
    running = [
        subprocess.Popen([*command, f"note: line {number}"], stdout=subprocess.DEVNULL)
        for number in range(10)
    ]
    assert [each.wait() for each in running] == [0] * 10
    campaign = Library(tmp_path).open("vale", read_only=True)
    assert campaign.length == 10
    campaign.close()
