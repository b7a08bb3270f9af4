"""House rules on one page: every open question in words, its answer changed by an arrow."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tests.screens.table import opened

MIGHTY = "TRO-AMB-1", "six-is-mighty"
ANSWER = "it is a Mighty Blow"


@pytest.mark.parametrize("game", ["troika", "fell", "galejatra", "wandered", "d20"])
async def test_every_question_with_more_than_one_answer_is_listed(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, place_demo(Library(tmp_path), game), size=(100, 160)) as table:
        await table.keys("colon")
        await table.write("house rules")
        await table.keys("enter")
        await table.until("ouse rules ·")
        shown = " ".join(table.text().split())
        questions = [each for each in table.campaign.rules.open_questions if len(each.options) > 1]
        rows = [row for row in table.lines() if row.strip().endswith("?")]
        assert len(rows) == len(questions) > 0, shown


async def test_an_arrow_changes_the_answer_and_u_takes_it_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await table.keys("colon")
        await table.write("house rules")
        await table.keys("enter")
        await table.until("All as usual")
        await table.keys("right")
        await table.until("All as usual but one")
        assert table.campaign.table.house == dict([MIGHTY])
        assert any(row.strip(" >").startswith(f"* {ANSWER}  usually: it misses") for row in table.lines())
        await table.keys("left")
        await table.until("usual ─")
        assert table.campaign.table.house == {}
        await table.keys("u")
        assert table.campaign.table.house == dict([MIGHTY])
        assert [*audit(table.campaign)] == []
        await table.keys("question_mark")
        await table.until("TRO-AMB-1")
        await table.keys("escape", "escape")
        await table.until("Initiative ·")
