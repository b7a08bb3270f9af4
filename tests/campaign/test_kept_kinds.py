"""Whoever has been at a table in a random evening, kept as a kind and put down again, is as they were."""

from itertools import count
from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.pack_files import book_of_pack_files
from tableside.errors import RuleError
from tableside.games import BUNDLED
from tableside.rules.campaign_kinds import (
    as_campaign_kind,
    campaign_kinds_kept,
    decoded_campaign_kinds,
    encoded_campaign_kinds,
)
from tableside.rules.cells import are_cells_alike
from tableside.rules.foe_lines import PUT_DOWN
from tableside.rules.kind_procedures import KEEP_KIND
from tableside.rules.pack_kinds import creature_of_pack_kind
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Sheet, unhurt_sheet
from tableside.rules.table import Character, Kind, TableOwnKind
from tableside.shell.packs import pack_as_toml
from tests.campaign.people import do
from tests.campaign.random_play import campaign_of
from tests.thorough import often

OPERATIONS = often(600)


def began(who: Character) -> Sheet:
    return unhurt_sheet(who.sheet) if who.kind == Kind.ENEMY else who.sheet


def read_again(
    kinds: list[TableOwnKind], rules: Ruleset, folder: Path
) -> dict[tuple[str, str], TableOwnKind]:
    """The kinds as a pack that was written of them says them."""
    path = folder / "kept.toml"
    path.write_text(pack_as_toml(kinds, rules.id), encoding="utf-8")
    read = book_of_pack_files((path,), rules)
    assert [*read.every_fault()] == []
    return {(each.section, each.id): read.kind(each.section, each.id) for each in kinds}


@pytest.mark.long
@pytest.mark.parametrize("game", BUNDLED)
@pytest.mark.parametrize("seed", range(3))
def test_any_sheet_is_as_it_was(game: str, seed: int, tmp_path: Path) -> None:
    evenings = (campaign_of(tmp_path / f"{n}", game, n, OPERATIONS) for n in count(10 * seed))
    campaign = next(each for each in evenings if each.table.characters)
    rules, people = campaign.rules, campaign.table.characters
    kinds = [as_campaign_kind(who, f"Kind {who.key}", rules.blank) for who in people.values()]
    read = read_again(kinds, rules, tmp_path)
    for who, kind in zip(people.values(), kinds, strict=True):
        assert decoded_campaign_kinds(encoded_campaign_kinds([kind]), rules) == (kind,)
        for each in (kind, read[kind.section, kind.id]):
            assert are_cells_alike(creature_of_pack_kind(each, rules).sheet, began(who)), who
    put_down_again(campaign)


def put_down_again(campaign: Campaign) -> None:
    """Every foe who is there, by the procedures that the keys carry out."""
    names = {
        each.name for each in campaign.table.characters.values()
    }  # one may be called as another's number
    for who in [each for each in campaign.table.characters.values() if each.kind == Kind.ENEMY][:3]:
        number = f"#{who.key}"
        do(campaign, KEEP_KIND, who=who.name if number in names else number, name=f"Alike {who.key}")
        try:
            do(campaign, PUT_DOWN, foe=f"alike-{who.key}")
        except RuleError as error:
            assert error.message.id.startswith("limits."), error  # a full table takes nobody more
            continue
        again = campaign.table[max(campaign.table.characters)]
        assert are_cells_alike(again.sheet, began(who))
        assert f"alike-{who.key}" in campaign_kinds_kept(campaign.table)
    assert not [*audit(campaign)]
