"""`tableside write`: a story from a pipe, and `say` with prose before its command."""

import io
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tableside.campaign.library import Library
from tableside.demo import SOLO, place_demo
from tests.idle import PATIENCE
from tests.shell.test_contract import Finished, done, saves, tableside

__all__ = ["saves"]


@pytest.fixture
def typed(saves: Path, monkeypatch: pytest.MonkeyPatch) -> "Typed":
    return Typed(saves, monkeypatch)


class Typed:
    """Lines into `tableside write`."""

    def __init__(self, saves: Path, patches: pytest.MonkeyPatch, id: str = "iron-vale") -> None:
        self.saves = saves
        self._patches = patches
        self._id = id

    def __call__(self, text: bytes | str) -> Finished:
        data = text if isinstance(text, bytes) else text.encode()
        self._patches.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        return tableside(self.saves, "write", self._id, "--seed", "3")


def entries(saves: Path) -> list[str]:
    lines = done(saves, "history", "iron-vale", "--full").splitlines()[2:]
    return [each[28:].strip() for each in reversed(lines)][1:]


def test_prose_is_written_and_what_stands_behind_a_slash_is_done(typed: Typed) -> None:
    told = typed("## The stair\n\nThe door groans. /? likely is it locked\n/hurt ana 2\n1 // 2")
    assert told.returncode == 0 and told.stderr == ""
    written = entries(typed.saves)
    assert written[:2] == ["## The stair", "The door groans."] and written[4] == "1 / 2"
    assert written[2].startswith("Is it locked? (likely): ") and written[3].startswith("Ana loses 2 Stamina")
    answers = told.stdout.splitlines()
    assert answers[:2] == ["entry 2", "entry 3"] and answers[-1] == "entry 6"
    question, harm = answers[2:-1]
    assert re.fullmatch(r"Is it locked\? (yes|no)(, (and|but))? · \(likely\)", question)
    assert harm.startswith("Ana loses 2 Stamina · ") and harm.endswith(" left")


def test_the_third_scene_is_played_as_docs_solo_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = place_demo(Library(tmp_path), SOLO)
    page = (Path(__file__).parents[2] / "docs" / "solo.md").read_text()
    asked = re.findall(r"`(/(?:who|where|how|what|why) [^`]+)`", page)
    told = Typed(tmp_path, monkeypatch, id)(
        "\n".join((*re.findall(r"^```\n(.*?)^```$", page, re.M | re.S), *asked))
    )
    assert told.stderr == "" and told.returncode == 0
    for said in ("Scene check: ", "Is it him? ", "Find the ledger: 6 of 10", "The deck of lamps: ", "calmer"):
        assert said in told.stdout


def test_a_bad_line_is_one_clear_line_and_the_next_one_is_taken(typed: Typed) -> None:
    told = typed(b"One. /frobnicate\n\xff\xfe\n/hurt zork 3\n/hurt ana\nTwo.\n")
    assert told.returncode == 2
    errors = told.stderr.splitlines()
    assert [each.partition(": ")[2].partition(":")[0] for each in errors] == [
        f"line {n}" for n in (1, 2, 3, 4)
    ]
    assert errors[0].endswith("(the line: One. /frobnicate)") and "UTF-8" in errors[1] and "zork" in errors[2]
    assert entries(typed.saves) == ["Two."], "a line whose command cannot be done is refused whole"


def test_a_closing_slash_ends_a_command_and_the_prose_behind_it_is_kept(typed: Typed) -> None:
    told = typed("He asks /who is there/ and /hurt ana 2/, a scratch.\nThe /old one/ is in /luck/.\n")
    assert told.stderr == "" and told.returncode == 0
    first, who, second, harm, third, last = entries(typed.saves)
    assert (first, second, third) == ("He asks", "and", ", a scratch.")
    assert who.startswith("Who is there? ") and harm.startswith("Ana loses 2")
    assert last == "The /old one/ is in /luck/."


def test_what_is_refused_behind_a_closing_slash_is_told_as_it_stands(typed: Typed) -> None:
    told = typed("He asks /who is there/ and waits. /frobnicate\n/hunger +1 The bread is gone.\n")
    assert "(the line: and waits. /frobnicate)" in told.stderr
    assert "(the line: /hunger +1 The bread is gone.)" in told.stderr
    assert [each for each in entries(typed.saves) if "waits" in each or "bread" in each] == []


def test_slashes_in_prose_are_kept(typed: Typed) -> None:
    lines = ["The road /the old one/ goes down.", "3/4 of it is gone, and /or/ worse."]
    assert typed("\n".join(lines)).stderr == "" and entries(typed.saves) == lines


def test_what_no_yes_answers_is_asked_of_a_table_in_words_that_stay(typed: Typed) -> None:
    assert typed("It knocks. /who is at the door?\n/how many guards").returncode == 0
    note, who, many = entries(typed.saves)
    assert note == "It knocks."
    assert who.startswith("Who is at the door? ") and many.startswith("How many guards? ")


def test_nothing_typed_is_nothing_done(typed: Typed) -> None:
    assert (typed("").returncode, typed("\n \n").stdout) == (0, "")
    assert entries(typed.saves) == []


def test_what_a_terminal_would_obey_is_no_prose(typed: Typed) -> None:
    assert typed("\x1b[2JThe bell\x07 rings.\r\n").returncode == 0
    assert entries(typed.saves) == ["[2JThe bell rings."]


def test_undo_takes_back_the_line_before(typed: Typed) -> None:
    told = typed("One.\nTwo.\n/undo\n/undo 5\n/undo 2\n")
    assert "undone: Two." in told.stdout and "line 4" in told.stderr
    assert "line 5" in told.stderr or "undone: One." in told.stdout


@pytest.mark.long
def test_each_line_is_answered_before_the_next_one_comes(saves: Path) -> None:
    command = [sys.executable, "-m", "tableside", "--saves", str(saves), "write", "iron-vale"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as made:
        assert made.stdin is not None and made.stdout is not None
        for number in (2, 3):
            made.stdin.write("The bell rings.\n")
            made.stdin.flush()
            assert made.stdout.readline() == f"entry {number}\n"
        made.stdin.close()
        assert made.wait(PATIENCE) == 0


# Prose in `say`


def test_say_takes_prose_before_a_command(saves: Path) -> None:
    told = done(saves, "say", "iron-vale", "It opens. /hurt", "ana", "1")
    assert "Ana loses 1 Stamina" in told and entries(saves)[0] == "It opens."


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("It opens. /hurt zork 3", "zork"),
        ("It opens. /undo", "write the note by itself"),
        ("a /luck\nb", "'b' stands"),
    ],
)
def test_what_cannot_be_done_leaves_no_prose(saves: Path, line: str, why: str) -> None:
    told = tableside(saves, "say", "iron-vale", line)
    assert told.returncode == 2 and why in told.stderr
    assert entries(saves) == []
