"""No workflow takes more keys than it may, and each of them does what it is for."""

import sys
from pathlib import Path

import pytest
from textual.keys import _character_to_key

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tests.screens.table import opened
from tests.table.budgets import (
    README,
    WORKFLOWS,
    Done,
    Played,
    Prose,
    Workflow,
    key_table,
    key_table_in,
    pressed,
)
from tests.table.terminal import Terminal

NARROW = tuple(each for each in WORKFLOWS if each.is_played_narrow)


def _named(workflow: Workflow) -> str:
    return workflow.what


def _in_memory(key: str) -> str:
    """A key as Textual names it."""
    return _character_to_key(key) if len(key) == 1 else key


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=_named)
async def test_a_workflow_takes_no_more_keys_than_it_may(workflow: Workflow, tmp_path: Path) -> None:
    assert workflow.count <= workflow.budget
    async with opened(tmp_path, workflow.campaign(tmp_path)) as at:
        await at.keys(*map(_in_memory, workflow.there))
        before, length = at.campaign.table, at.campaign.length
        await at.keys(*map(_in_memory, pressed(workflow.keys)))
        assert workflow.done(Played(before, length, at.campaign)), at.text()
        assert workflow.sees in at.text()
        assert list(audit(at.campaign)) == []


def _typed(folder: Path, workflow: Workflow, rows: int, columns: int) -> None:
    """Play it through a terminal, again where chance had something else come."""
    assert any(_is_played(folder / str(time), workflow, rows, columns) for time in range(20))


def _is_played(folder: Path, workflow: Workflow, rows: int, columns: int) -> bool:
    """Play it once: the keys are counted, and what is on the disk is looked at. False: chance missed it."""
    folder.mkdir()
    id = workflow.campaign(folder)
    library = Library(folder)
    campaign = library.open(id, read_only=True)
    before, length = campaign.table, campaign.length
    campaign.close()

    def is_now(so: Done) -> bool:
        now = library.open(id, read_only=True)
        try:
            return so(Played(before, length, now))
        finally:
            now.close()

    def over(_: object) -> bool:
        return is_now(workflow.done) or is_now(workflow.misses)

    command = [sys.executable, "-m", "tableside", "--saves", str(folder)]
    with Terminal(command, rows=rows, columns=columns) as terminal:
        terminal.wait_for("? Help").press(*workflow.there)
        there = terminal.key_presses
        terminal.press(*pressed(workflow.keys)).settle().wait_for(over)
        if is_now(workflow.misses) and not is_now(workflow.done):
            return False
        terminal.wait_for(workflow.sees).settle()
        assert is_now(workflow.done)
        text = sum(len(key.text) for key in workflow.keys if isinstance(key, Prose))
        assert terminal.key_presses - there - text <= workflow.budget
    return True


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=_named)
def test_at_a_real_terminal_too(workflow: Workflow, tmp_path: Path) -> None:
    _typed(tmp_path, workflow, 24, 80)


@pytest.mark.parametrize("workflow", NARROW, ids=_named)
def test_on_a_narrow_terminal_too(workflow: Workflow, tmp_path: Path) -> None:
    _typed(tmp_path, workflow, 20, 60)


def test_the_readme_says_what_is_so() -> None:
    assert key_table_in(README.read_text(encoding="utf-8")) == key_table()
