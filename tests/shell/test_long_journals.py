"""What a command does with a long journal takes as much work for each entry as with a short one."""

from pathlib import Path

import pytest

from tableside.cli import main
from tests.bench.long import make
from tests.calls import calls_counted

SHORT, TIMES = 400, 4


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The saves of a short journal and of a longer one."""
    folders = tmp_path_factory.mktemp("short"), tmp_path_factory.mktemp("longer")
    for folder, entries in zip(folders, (SHORT, SHORT * TIMES), strict=True):
        make(folder, entries, "played")
    return folders


@pytest.mark.parametrize("commands", ["names", "recap --players", "check", "history", "undo {0} | redo {0}"])
def test_an_entry_costs_what_it_costs_in_a_short_journal(journals: tuple[Path, Path], commands: str) -> None:
    counts = []
    for saves, entries in zip(journals, (SHORT, SHORT * TIMES), strict=True):
        typed = [each.split() for each in commands.format(entries // 4).split(" | ")]
        assert main(["--saves", str(saves), "show", "long"]) == 0, "what is loaded once is loaded"
        with calls_counted() as calls:
            status = {main(["--saves", str(saves), name, "long", *rest]) for name, *rest in typed}
        assert status == {0}
        counts.append(calls.count)
    assert counts[1] < counts[0] * TIMES * 1.1
