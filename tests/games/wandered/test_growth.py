"""Making characters (PBT-X-books, PBT-X-approach) and attention tokens (PBT-X-token)."""

from dataclasses import replace

import pytest

from tableside.errors import RuleError
from tableside.games import load_game
from tableside.games.wandered import RULESET
from tableside.games.wandered.creation import PLAYBOOKS
from tableside.rules.play import Play
from tableside.rules.procedure import Role
from tableside.rules.table import Kind, Table
from tableside.views.fact_headlines import headline_of
from tests.games.answers import fact_ids
from tests.games.wandered.people import PROCEDURES, after, anna, bert, run, sheet, snare, table

TWO = "Light on my feet, Silver tongue"


def test_a_character_has_a_playbook_and_two_approaches() -> None:
    on = after("wandered.create", Table(), inputs={"name": "Anna", "playbook": "wizard", "approaches": TWO})
    assert (sheet(on).playbook, sheet(on).approaches.names) == (
        "Wizard",
        ("Light on my feet", "Silver tongue"),
    )
    assert RULESET.vitals(on, on[1]) == (("injuries", "0/0/0"), ("conditions", "0/4"), ("experience", "0"))


def test_two_points_of_defiance_go_where_the_player_wants() -> None:
    """PBT-X-save, PBT-X-house-defiances."""
    on = after("wandered.create", Table(), choices=("rogue", "by-charm", "by-charm"), inputs={"name": "Anna"})
    assert sheet(on).playbook == "Rogue"
    assert [meter.maximum for meter in sheet(on).defiances.values()] == [0, 0, 2, 0]
    each = after(
        "wandered.create", table(house={"PBT-X-house-defiances": "two-in-each"}), inputs={"name": "Anna"}
    )
    assert [meter.current for meter in sheet(each).defiances.values()] == [2, 2, 2, 2]


def test_approaches_may_be_picked_later_but_not_one_alone() -> None:
    assert "approaches-to-pick" in fact_ids(run("wandered.create", Table(), inputs={"name": "Anna"}))
    for approaches in ("Quick", "Quick, quiet, quaint"):
        with pytest.raises(RuleError, match="pick 2"):
            run("wandered.create", Table(), inputs={"name": "Anna", "approaches": approaches})


def test_the_playbook_is_asked_unless_it_is_known() -> None:
    asked = run("wandered.create", Table(), choices=("druid",), inputs={"name": "Anna"})
    known = run("wandered.create", Table(), inputs={"name": "Anna", "playbook": "no-playbook"})
    assert [len(done.steps) for done in (asked, known)] == [3, 2]


def test_a_playbook_may_be_the_groups_own() -> None:
    on = after("wandered.create", Table(), inputs={"name": "Anna", "playbook": "Ferry Keeper"})
    assert sheet(on).playbook == "Ferry Keeper"
    assert len(PLAYBOOKS) == 7


def test_two_in_play_never_have_one_name() -> None:
    for name, words in (("anna", "already"), (" ", "name is needed")):
        with pytest.raises(RuleError, match=words):
            run("wandered.create", table(anna()), inputs={"name": name})


def test_a_new_character_takes_part_in_the_session_that_is_on() -> None:
    on = replace(table(anna()), session_is_on=True, attending=(1,))
    assert after("wandered.create", on, inputs={"name": "Bert"}).attending == (1, 2)


def handed_out() -> Table:
    return after("wandered.hand-out-tokens", table(anna(), bert(), snare()), inputs={})


def test_each_player_has_a_token_and_the_gms_have_none() -> None:
    on = handed_out()
    assert [sheet(on, key).attention for key in (1, 2, 3)] == [1, 1, 0]


def test_a_session_begins_with_a_token_for_everybody_who_is_there() -> None:
    on = replace(table(anna(), bert(), snare()), session_is_on=True, attending=(2,))
    begun = RULESET.session_begins(on, Play())
    assert [sheet(begun, key).attention for key in (1, 2, 3)] == [0, 1, 0]
    assert RULESET.session_begins(table(snare()), Play()) == table(snare())


def test_all_tokens_come_back_when_all_are_spent() -> None:
    on = after("wandered.spend-token", handed_out(), inputs={"who": "Anna"})
    assert [sheet(on, key).attention for key in (1, 2)] == [0, 1]
    with pytest.raises(RuleError):
        run("wandered.spend-token", on, inputs={"who": "Anna"})
    done = run("wandered.spend-token", on, inputs={"who": "Bert"})
    assert fact_ids(done) == ["token-spent", "tokens-handed-out"]
    assert done.result.table is not None
    assert [sheet(done.result.table, key).attention for key in (1, 2)] == [1, 1]


def test_every_second_token_is_experience() -> None:
    on = handed_out()
    for who, experience in (("Anna", 0), ("Bert", 0), ("Anna", 1), ("Bert", 1), ("Anna", 1)):
        done = run("wandered.spend-token", on, inputs={"who": who})
        assert done.result.amounts == {"experience": experience}
        assert ("gets an XP" in headline_of(done.facts).words) == ("experience-for-tokens" in fact_ids(done))
        assert done.result.table is not None
        on = done.result.table


def test_only_those_at_the_table_have_tokens() -> None:
    on = replace(table(anna(), bert()), session_is_on=True, attending=(2,))
    on = after("wandered.hand-out-tokens", on, inputs={})
    assert [sheet(on, key).attention for key in (1, 2)] == [0, 1]


def test_the_keys_of_the_app_find_their_procedures() -> None:
    rules = load_game("wandered")
    for role, id in (
        (Role.TEST, "roll-it"),
        (Role.HURT, "harm"),
        (Role.HEAL, "treat"),
        (Role.REST, "rest"),
        (Role.CREATE, "create"),
        (Role.FOE, "add-danger"),
    ):
        found = rules.role(role)
        assert found is not None and found.id == f"wandered.{id}"
    assert rules.role(Role.IMPROVE) is None


def test_every_kind_has_a_sheet_and_values_to_show() -> None:
    rules = load_game("wandered")
    for kind in Kind:
        who = replace(anna(), kind=kind, sheet=rules.blank(kind))
        assert rules.vitals(table(who), who) and rules.state(table(who), who) == ()
    assert {each.id for each in rules.procedures} == {*PROCEDURES}
