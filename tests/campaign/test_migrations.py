"""A field that is absent equals its default: a new field on a sheet needs nothing but its declaration."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableside import late_imports
from tableside.campaign.audit import audit
from tableside.campaign.documents import Change, documents
from tableside.campaign.json_export import export_json, import_json
from tableside.campaign.library import Library
from tableside.campaign.migrations import _sheets, migrated_change
from tableside.frozen import frozen
from tableside.games import BUNDLED, load_game
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.sheet import Sheet, sheet_part
from tableside.rules.table import Kind
from tests.campaign.keep import KEPT

CAMPAIGNS = sorted(path for schema in KEPT.iterdir() for path in schema.iterdir())
SCAR = "scar"


def with_scar(cls: type[Sheet]) -> type[Sheet]:
    """A game's sheet with one more field, as one line in its file would declare it."""
    body = {"__annotations__": {SCAR: str}, SCAR: sheet_part("none yet"), "__module__": cls.__module__}
    return frozen(type(cls.__name__, (cls,), body))


@pytest.fixture
def scarred(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every game's sheet has a field that no campaign was written with."""
    assert all(campaign_rules(load_game(game)).procedures for game in BUNDLED)  # all of their modules
    classes = {type(load_game(game).blank(kind)) for game in BUNDLED for kind in Kind}
    scarred = {cls: with_scar(cls) for cls in classes}
    modules = [module for name, module in sys.modules.items() if name.startswith("tableside.")]
    for module in modules:
        late_imports.run_late_import(module)
    for module, (name, value) in [(each, pair) for each in modules for pair in vars(each).items()]:
        if isinstance(value, type) and value in scarred:
            monkeypatch.setattr(module, name, scarred[value])
    _sheets.cache_clear()
    yield
    _sheets.cache_clear()


@pytest.mark.long
@pytest.mark.usefixtures("scarred")
@pytest.mark.parametrize("source", CAMPAIGNS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_new_field_on_a_sheet_needs_no_migration(source: Path, tmp_path: Path) -> None:
    shutil.copytree(source, tmp_path / "saves" / source.name)
    library = Library(tmp_path / "saves")
    campaign = library.open(source.name)
    assert {getattr(each.sheet, SCAR) for each in campaign.table.characters.values()} == {"none yet"}
    last, length = documents(campaign.table), campaign.length
    assert list(audit(campaign)) == []
    standing = len(campaign.undoing(length))
    campaign.undo(standing)
    assert documents(campaign.table) == documents(campaign.first_table)
    campaign.redo(standing)
    assert documents(campaign.table) == last
    (tmp_path / "whole.json").write_bytes(export_json(campaign))
    campaign.close()
    again = library.open(import_json(library, tmp_path / "whole.json"))
    assert documents(again.table) == last and again.length == length + 2 * standing
    again.close()


@pytest.mark.parametrize(
    ("what", "field", "lacking", "complete"),
    [
        ("table/1", ("real_dice",), {"usual": True}, {"usual": True, "typing": [], "rolled": []}),
        ("table/1", ("order",), {"method": "list"}, None),
        ("characters/3", ("conditions",), [{"name": "prone"}], [
            {"name": "prone", "amount": 0, "rounds": None, "before": None}
        ]),
        ("characters/3", ("sheet", "stamina", "current"), 3, 3),
        ("characters/3", ("nowhere", 7), {"a": 1}, {"a": 1}),
        ("characters/3", ("sheet", "stamina"), {"what": "ever"}, {"what": "ever"}),
    ],
)  # fmt: skip
def test_values_are_completed_where_they_stand(
    what: str, field: tuple[str | int, ...], lacking: object, complete: object
) -> None:
    change = migrated_change(Change(what, field, None, lacking), load_game("troika"))
    assert change.before is None
    if complete is None:
        assert isinstance(change.after, dict) and {"method", "members", "acted", "round"} <= {*change.after}
    else:
        assert change.after == complete
