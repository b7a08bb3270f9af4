"""On a disk that is full or fails, what was typed stays where it was typed, until the disk takes it."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tableside.campaign import drafts
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.store.errors import NotSaved, Unconfirmed
from tableside.errors import StoreError
from tableside.screens.writing import WritingPageText
from tests.screens.table import Table, opened

FULL = os.strerror(errno.ENOSPC)


class Disk:
    """A disk that can be full."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.error: StoreError | None = None
        keep, keep_draft = Campaign._keep, drafts._keep

        def _keep_draft(path: Path, text: str) -> None:
            if self.error is not None:
                raise OSError(errno.ENOSPC, FULL)
            keep_draft(path, text)

        def _keep(campaign: Campaign, *given: object) -> Entry:
            if self.error is not None:
                raise self.error
            return keep(campaign, *given)  # type: ignore[arg-type]  # handed on as they are

        patch.setattr(drafts, "_keep", _keep_draft)
        patch.setattr(Campaign, "_keep", _keep)

    def fill(self) -> None:
        self.error = NotSaved(FULL)

    def fail(self) -> None:
        self.error = Unconfirmed("Input/output error")

    def free(self) -> None:
        self.error = None


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    yield Disk(monkeypatch)
    drafts._held.clear()


def notes(table: Table) -> list[str]:
    entries = (table.campaign.entry(number) for number in range(1, table.campaign.length + 1))
    return [str(each.given["text"]) for each in entries if each.procedure == "campaign.note"]


@pytest.mark.parametrize("view", ["c", "j"])
async def test_a_line_that_is_refused_stays_in_the_field(tmp_path: Path, disk: Disk, view: str) -> None:
    async with opened(tmp_path) as table:
        await table.keys(view, "w")
        disk.fill()
        await table.write("The keeper wakes.")
        await table.keys("enter")
        assert "Note: The keeper wakes." in table.text() and f"not saved: {FULL}" in table.text()
        await table.keys("enter")
        assert "Note: The keeper wakes." in table.text()
        disk.free()
        await table.keys("enter", "escape")
        assert notes(table)[-1] == "The keeper wakes." and table.campaign.draft == ""


async def test_up_brings_back_a_line_that_was_refused(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        await table.keys("c", "w")
        disk.fill()
        await table.write("The keeper wakes.")
        await table.keys("enter", "ctrl+u")
        await table.write("Or")
        await table.keys("ctrl+u", "up")
        assert "Note: The keeper wakes." in table.text()
        await table.keys("escape", "w")
        assert "Note: The keeper wakes." in table.text(), "it is the draft, too"
        disk.free()
        await table.keys("enter", "w")
        assert "Note: The keeper wakes." not in table.text() and notes(table)[-1] == "The keeper wakes."


async def test_a_command_that_is_refused_stays_on_the_bar(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        disk.fill()
        await table.keys("colon")
        await table.write("hurt moss 3")
        await table.keys("enter")
        assert ": hurt moss 3" in table.text() and f"not saved: {FULL}" in table.text()
        await table.keys("ctrl+u", "up")
        assert ": hurt moss 3" in table.text()
        disk.free()
        await table.keys("enter")
        assert table.campaign.length == length + 1 and ": hurt" not in table.text()


async def test_what_is_done_in_the_middle_of_writing_and_refused_stays(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        length = table.campaign.length
        disk.fill()
        await table.keys("c", "w")
        await table.write("/hurt moss 3")
        await table.keys("enter")
        assert "Note: /hurt moss 3" in table.text()
        disk.free()
        await table.keys("enter")
        assert table.campaign.length == length + 1 and table.campaign.draft == ""


async def test_a_page_that_is_refused_stays_on_the_page(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W")
        await table.write("One")
        disk.fill()
        await table.keys("enter")
        await table.write("Two")
        await table.keys("ctrl+d")
        assert (
            "Writing" in table.lines()[0] and "Two" in table.text() and f"not saved: {FULL}" in table.text()
        )
        await table.keys("escape", "c", "W")
        assert table.app.main_screen.query_one(WritingPageText).text == "One\nTwo", (
            "not what the disk has of it"
        )
        disk.free()
        await table.keys("ctrl+d")
        assert notes(table)[-1] == "One\nTwo" and "Writing" not in table.lines()[0]


async def test_a_page_written_anew_that_is_refused_stays_on_the_page(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        await table.keys("W", *"One", "enter", *"Two", "ctrl+d", "j", "A")
        disk.fill()
        await table.write(" Three")
        await table.keys("ctrl+d")
        assert "Writing" in table.lines()[0] and "Two Three" in table.text()
        disk.free()
        await table.keys("ctrl+d")
        assert notes(table)[-1] == "One\nTwo Three" and "Writing" not in table.lines()[0]


async def test_where_what_is_typed_is_kept_is_said(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        disk.fill()
        await table.keys("c", "w", "a")
        assert f"not kept on any disk ({FULL})" in " ".join(table.text().split())
        await table.keys("ctrl+u", "escape", "W", "b")
        assert "only in memory" in " ".join(table.text().split())
        disk.free()
        await table.keys("f2")
        assert table.campaign.draft == "b"


@pytest.mark.parametrize("has_other", [True, False])
async def test_an_editor_opens_what_is_kept_on_another_disk(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch, has_other: bool
) -> None:
    def edited(command: list[str]) -> str:
        assert Path(command[1]).parent == tmp_path / "other"
        Path(command[1]).write_text("a, and more")
        return ""

    @contextmanager
    def suspend(app: object) -> Iterator[None]:
        yield

    monkeypatch.setenv("VISUAL", "edit")
    monkeypatch.setattr("tableside.screens.writing._run", edited)
    monkeypatch.setattr("textual.app.App.suspend", suspend)
    if has_other:
        monkeypatch.setattr(drafts, "_refuges", lambda: iter((tmp_path / "other",)))
    async with opened(tmp_path / "saves") as table:
        disk.fill()
        await table.keys("W", "a")
        assert ("is kept in" in " ".join(table.text().split())) == has_other
        await table.keys("ctrl+g")
        assert table.app.main_screen.query_one(WritingPageText).text == ("a, and more" if has_other else "a")
        assert ("no editor can open it" in table.text()) != has_other


async def test_a_draft_outlives_a_campaign_that_is_opened_again(tmp_path: Path, disk: Disk) -> None:
    async with opened(tmp_path) as table:
        await table.keys("j", "w")
        disk.fail()
        await table.write("The keeper wakes.")
        await table.keys("enter")
        assert "reopen" in table.text()
        disk.free()
        await table.keys("2")
        await table.keys("j", "w")
        assert "Note: The keeper wakes." in table.text()
        await table.keys("enter", "escape")
        assert notes(table)[-1] == "The keeper wakes."
