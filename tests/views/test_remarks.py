"""What the GM wants to remember of somebody stands under their name in the fight, for the GM alone."""

import pytest

from tableside.errors import RuleError
from tableside.games import BUNDLED
from tableside.rules.table import Kind, Table
from tableside.views.fight import fight_member_rows
from tableside.views.public.seen_table import sheet_as_seen
from tableside.views.sheet_rows import sheet_rows
from tests.rules.test_foe_line_parts import do, rules
from tests.views.test_wearing import said

TEXT = "if the door opens"


def two(game: str) -> Table:
    on = do(Table(), game, "campaign.add-character", name="Ana")
    return do(on, game, "campaign.add-character", name="Goblin", kind=Kind.ENEMY)


def texts(on: Table, game: str, *, hidden: bool = False) -> list[str]:
    return [each.text.strip() for each in fight_member_rows(on, rules(game), 40, hidden=hidden)]


@pytest.mark.parametrize("game", BUNDLED)
def test_it_stands_under_the_name_until_it_is_taken_away(game: str) -> None:
    on = said(two(game), game, f"note goblin: {TEXT}")
    rows = texts(on, game)
    assert rows[rows.index(TEXT) - 1].startswith("Goblin")
    assert any(TEXT in each.text for each in sheet_rows(on[2], on, rules(game)))
    assert TEXT not in texts(said(on, game, "note goblin:"), game)


@pytest.mark.parametrize("game", BUNDLED)
def test_no_player_reads_it(game: str) -> None:
    on = said(two(game), game, f"note ana: {TEXT}", f"note goblin: {TEXT}")
    assert TEXT not in texts(on, game, hidden=True)
    seen = sheet_as_seen(on[1], rules(game))
    assert not seen.remark
    assert not any(TEXT in each.text for each in sheet_rows(seen, on, rules(game)))


def test_one_that_is_not_there_cannot_be_taken_away() -> None:
    with pytest.raises(RuleError, match="Goblin has no remark to take away"):
        said(two("troika"), "troika", "note goblin:")


def test_a_quoted_line_is_a_note_in_the_journal_whoever_it_names() -> None:
    assert not said(two("troika"), "troika", f'"goblin: {TEXT}')[2].remark
