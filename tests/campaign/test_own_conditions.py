"""Conditions of a group's own, out of packs too: known by their beginning, with their rounds and text."""

from pathlib import Path

import pytest

from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.rules import harm_lines
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.form_filling import Form
from tableside.rules.procedure import Role
from tableside.rules.table import Condition
from tableside.views.help import help_of_conditions
from tableside.views.rollable_tables import given_with_rollable_tables
from tests.campaign.people import do
from tests.campaign.test_packs import opened
from tests.understood import understood_at

TEXT = "Every Luck test is made twice, and the worse one counts."
PACK = f'[conditions.moon-cursed]\nrounds = 3\ntext = "{TEXT}"\n'
GAMES = ("troika", "fell", "galejatra", "wandered", "d20")


def with_ana(tmp_path: Path, game: str) -> Campaign:
    campaign = opened(tmp_path, game, PACK)
    do(campaign, "campaign.add-character", name="Ana")
    return campaign


def put(campaign: Campaign, form: Form) -> Condition:
    given = given_with_rollable_tables(campaign, form.procedure, form.given)
    do(campaign, form.procedure.id, **{id: _typed(value) for id, value in given.items()})
    (held,) = campaign.table[1].conditions
    return held


def _typed(value: object) -> str:
    return "#1" if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("typed", "rounds"), [("moon", 3), ("moon-cursed", 3), ("moon 5", 5)])
def test_the_key_knows_it_by_its_beginning(tmp_path: Path, game: str, typed: str, rounds: int) -> None:
    campaign = with_ana(tmp_path, game)
    procedure = campaign.rules.role(Role.CONDITION, campaign.table)
    assert procedure is not None
    own = tuple(campaign_kind_names(campaign.rules, campaign.table, CONDITION_SECTION))
    assert "moon-cursed" in harm_lines.conditions_in_harm_lines(procedure, campaign.table, own)
    held = put(campaign, harm_lines.form_with_condition(procedure, campaign.table, (1,), typed, own))
    assert (held.name, held.rounds) == ("moon-cursed", rounds)
    assert any(TEXT in each for each in help_of_conditions(campaign.table[1], campaign.table, campaign.rules))
    (tmp_path / "packs" / "own.toml").unlink()
    assert [*audit(campaign)] == []
    campaign.close()


@pytest.mark.parametrize("game", GAMES)
def test_words_put_it_with_its_rounds(tmp_path: Path, game: str) -> None:
    campaign = with_ana(tmp_path, game)
    form = understood_at("k ana moon", campaign.table, campaign.rules, 1).form
    assert form is not None and put(campaign, form).rounds == 3
    campaign.close()


@pytest.mark.parametrize(
    ("game", "passes", "left"),
    [
        ("fell", ("fell.pass-time", {"unit": "rounds", "count": "2"}), [3]),
        ("fell", ("fell.pass-time", {"unit": "hours", "count": "1"}), []),
        ("fell", ("fell.pass-time", {"unit": "days", "count": "1"}), []),
        ("fell", ("fell.rest", {"kind": "night"}), []),
        ("fell", ("fell.rest", {"kind": "short"}), []),
        *((game, ("campaign.pass-days", {}), []) for game in GAMES),
        ("galejatra", ("galejatra.rest", {}), []),
        ("troika", ("troika.rest", {}), []),
        ("troika", ("troika.learn", {"who": "Ana", "skill": "Ride", "teacher_total": "60"}), []),
    ],
)
def test_what_lasts_for_rounds_ends_when_so_many_or_a_day_have_passed(
    tmp_path: Path, game: str, passes: tuple[str, dict[str, str]], left: list[int]
) -> None:
    campaign = with_ana(tmp_path, game)
    for condition, rounds in (("dazed", "2"), ("hexed", "5")):
        do(campaign, "campaign.condition", who="Ana", condition=condition, rounds=rounds)
    entry = do(campaign, passes[0], **passes[1])
    held = campaign.table[1].conditions
    assert [each.rounds for each in held] == left
    ended = [each.values["condition"] for each in entry.facts if each.id == "condition-ended"]
    assert {*ended, *(each.name for each in held)} == {"dazed", "hexed"}
    assert list(audit(campaign)) == []
    campaign.close()
