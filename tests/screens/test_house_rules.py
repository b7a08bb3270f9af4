"""House rules on one page: every open question in words, its answer changed by an arrow."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.language.listener import Listener
from tableside.rules.campaign_rules import HOUSE_RULE
from tableside.views.house_rules import house_questions
from tests.campaign.people import do
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
        elsewhere = table.campaign.rules.out_of_play(table.campaign.table)
        asked = (each for each in table.campaign.rules.open_questions if each.id not in elsewhere)
        questions = [each for each in asked if len(each.options) > 1]
        rows = [row for row in table.lines() if row.strip().endswith("?")]
        assert len(rows) == len(questions) > 0, shown


@pytest.mark.parametrize("game", ["fell", "galejatra", "wandered"])
def test_a_turn_order_of_another_game_is_asked_about_and_rolled_with_only_while_it_runs(
    tmp_path: Path, game: str
) -> None:
    """Galejatra asked about the flat-footed, and its rolls had Aim and Ready an action."""
    library = Library(tmp_path)
    campaign = library.open(library.new("Vale", game))
    rules = campaign.rules
    do(campaign, "campaign.add-character", name="Ana", kind="pc")

    def shown() -> tuple[set[str], set[str]]:
        listener = Listener(campaign.table, rules, 1)
        typed = (
            *listener.found(""),
            *listener.found("aim"),
            *listener.found("ready"),
            *listener.found("token"),
        )
        return {each.id for each in house_questions(campaign.table, rules)}, {
            each.procedure.id for each in typed
        }

    asked, offered = shown()
    assert {id[:3] for id in asked} <= {"FEL", "HEI", "PBT", "ORA", "SOL"}
    assert offered.isdisjoint({"troika.draw", "troika.aim", "troika.hand-token", "d20.ready", "d20.fire"})
    assert {"troika.assemble-stack", "d20.begin-battle", "turn.begin-list", "turn.next"} <= offered
    several = next(each for each in rules.open_questions if each.id == "D20-AMB-8")
    do(campaign, HOUSE_RULE, rule=several.id, option=several.options[1])
    assert "D20-AMB-8" in shown()[0]
    do(campaign, "troika.assemble-stack")
    asked, offered = shown()
    assert {"troika.draw", "troika.aim", "troika.hand-token"} <= offered and "d20.ready" not in offered
    assert any(id.startswith("TRO") for id in asked)
    campaign.close()


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
