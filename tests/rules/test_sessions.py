"""Who is there, who is not, and whose dice lie on the real table."""

from dataclasses import replace

import pytest

from tableside.campaign.documents import documents, table_from_documents
from tableside.errors import RuleError
from tableside.games import BUNDLED, load_game
from tableside.games.wandered.sheet import WanderedSheet
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.inputs import Value
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.listed import ListedOrder
from tableside.views.sessions import players_at_table

RULES = campaign_rules(load_game("troika"))


def party(game: str = "troika") -> Table:
    """Ana, Bram and Cid, and a foe."""
    rules = load_game(game)
    kinds = {"Ana": Kind.PC, "Bram": Kind.PC, "Cid": Kind.PC, "Gob": Kind.ENEMY}
    people = (
        Character(key, name, kind, rules.blank(kind)) for key, (name, kind) in enumerate(kinds.items(), 1)
    )
    return Table().put(*people)


def after(table: Table, id: str, **given: Value) -> Table:
    procedure = RULES.procedure(id)
    defaults = {each.id: each.default for each in procedure.inputs if each.default is not None}
    outcome = procedure.perform(table, {**defaults, **given})(Play())
    assert outcome.table is not None
    return outcome.table


def facts(table: Table, id: str, **given: Value) -> list[str]:
    play = Play()
    RULES.procedure(id).perform(table, given)(play)
    return [fact.id for fact in play.facts]


def test_everybody_is_there_when_nobody_is_named() -> None:
    on = after(party(), "campaign.begin-session")
    assert [each.name for each in on.present()] == ["Ana", "Bram", "Cid", "Gob"]
    assert facts(party(), "campaign.begin-session", who=()) == ["session-begun"]


def test_the_dead_are_neither_there_nor_missed() -> None:
    dead = after(party(), "campaign.condition", who=(2,), condition="dead", rounds=0, amount=0)
    on = after(dead, "campaign.begin-session")
    assert on.attending == (1, 3) and not on.is_absent(on[2])
    assert [each.name for each in players_at_table(on)] == ["Ana", "Cid"]
    assert facts(dead, "campaign.begin-session", who=()) == ["session-begun"]


def test_who_is_missing_is_said_and_absent_until_the_session_ends() -> None:
    on = after(party(), "campaign.begin-session", who=(1, 3))
    assert [each.name for each in on.present(Kind.PC)] == ["Ana", "Cid"]
    assert on.is_absent(on[2]) and not on.is_absent(on[4])
    assert facts(party(), "campaign.begin-session", who=(1, 3)) == ["session-begun", "session-missed"]
    assert not after(on, "campaign.end-session").is_absent(on[2])


def test_who_comes_into_play_while_a_session_is_on_is_there() -> None:
    on = after(party(), "campaign.begin-session", who=(1,))
    on = after(on, "campaign.add-character", name="Dot", kind="pc", cells=())
    assert not on.is_absent(on[5])
    back = after(after(on, "campaign.retire", who=(1,)), "campaign.call-back", who=(1,))
    assert not back.is_absent(back[1])


@pytest.mark.parametrize("game", BUNDLED)
def test_a_fight_with_everybody_is_one_without_the_absent(game: str) -> None:
    rules = campaign_rules(load_game(game))
    on = replace(party(game), session=1, session_is_on=True, attending=(1, 3))
    outcome = rules.procedure("turn.begin-list").perform(on, {"who": ()})(Play())
    assert outcome.table is not None and isinstance(outcome.table.order, ListedOrder)
    assert outcome.table.order.members == (1, 3, 4)


def test_the_order_of_the_game_leaves_the_absent_out_too() -> None:
    on = after(after(party(), "campaign.begin-session", who=(1, 3)), "troika.assemble-stack")
    assert on.order is not None and 2 not in on.order.members


@pytest.mark.parametrize(
    ("acts", "typing"),
    [
        ([], ""),
        ([((), True)], "Ana Bram Cid GM"),
        ([((2,), True)], "Bram"),
        ([((), True), ((2,), False)], "Ana Cid GM"),
        ([((2,), False), ((), True)], "Ana Cid GM"),
        ([((2,), True), ((), True), ((), False)], "Bram"),
        ([((2,), True), ((2,), False)], ""),
    ],
)
def test_whose_dice_are_real(acts: list[tuple[tuple[int, ...], bool]], typing: str) -> None:
    """The usual way, and what is settled for one: that stays, whatever becomes usual."""
    table = party()
    for who, typed in acts:
        table = after(table, "campaign.real-dice", who=who, typed=typed)
    found = [name for name in ("Ana", "Bram", "Cid") if table.throws_real_dice(name)]
    found += ["GM"] if table.throws_real_dice("") else []
    assert " ".join(found) == typing


def test_secret_dice_are_the_gms_whoever_they_are_for() -> None:
    table = after(party(), "campaign.real-dice", who=(2,), typed=True)
    assert table.throws_real_dice("Bram") and not table.throws_real_dice("Bram", secret=True)


def test_whose_dice_are_real_is_kept() -> None:
    table = after(party(), "campaign.real-dice", who=(2,), typed=True)
    assert table_from_documents(documents(table), RULES).real_dice == table.real_dice
    without = {what: dict(each) for what, each in documents(table).items()}
    del without["table/1"]["real_dice"]
    assert not table_from_documents(without, RULES).real_dice.any


def test_players_look_on_until_the_gm_says_otherwise_for_all_or_for_one() -> None:
    table = party()
    assert [table.may.of(key) for key in (1, 2)] == ["look-on", "look-on"]
    table = after(table, "campaign.may", who=(2,), may="act")
    table = after(table, "campaign.may", who=(), may="ask-first")
    assert [table.may.of(key) for key in (1, 2)] == ["ask-first", "act"], "what is settled for one stays"
    assert table_from_documents(documents(table), RULES).may == table.may
    without = {what: dict(each) for what, each in documents(table).items()}
    del without["table/1"]["may"]
    assert table_from_documents(without, RULES).may.of(2) == "look-on"


def test_nobody_begins_a_session_twice() -> None:
    with pytest.raises(RuleError, match="session 1 is on already"):
        after(after(party(), "campaign.begin-session"), "campaign.begin-session")


def begun(*there: int) -> Table:
    return after(party(), "campaign.begin-session", who=there)


def test_whoever_goes_early_was_there_all_the_same() -> None:
    on = after(begun(1, 2, 3), "campaign.depart", who=(2,))
    assert on.is_absent(on[2]) and (on.attending, on.departed) == ((1, 3), (2,))
    back = after(on, "campaign.arrive", who=(2,))
    assert not back.is_absent(back[2]) and (back.attending, back.departed) == ((1, 3, 2), ())
    assert not after(after(on, "campaign.end-session"), "campaign.begin-session").departed


def test_at_least_one_is_there() -> None:
    with pytest.raises(RuleError, match="end the session instead"):
        after(begun(1), "campaign.depart", who=(1,))
    with pytest.raises(RuleError, match="Bram is not here now, or is no player's character"):
        after(begun(1), "campaign.depart", who=(2,))


def test_who_came_or_went_is_told_by_name() -> None:
    on = begun(1)
    assert facts(on, "campaign.arrive", who=(2, 3), joins=True) == ["arrived", "arrived"]
    assert facts(after(on, "campaign.arrive", who=(2,)), "campaign.depart", who=(2,)) == ["departed"]


@pytest.mark.parametrize(
    ("on", "arriving", "departing"),
    [
        (party(), ("no-session",), ("no-session",)),
        (begun(1, 2, 3), ("nobody-absent",), ()),
        (begun(1), (), ()),
    ],
)
def test_why_nobody_can_come_or_go(on: Table, arriving: tuple[str, ...], departing: tuple[str, ...]) -> None:
    found = [RULES.procedure(f"campaign.{each}").problems(on) for each in ("arrive", "depart")]
    assert found == [arriving, departing]


def test_who_becomes_a_players_character_is_there_and_who_is_one_no_longer_is_not() -> None:
    on = after(begun(1), "campaign.edit", who=4, cells=("kind=pc",))
    assert not on.is_absent(on[4]) and on.attending == (1, 4)
    assert after(on, "campaign.edit", who=4, cells=("kind=npc",)).attending == (1,)


def test_who_comes_late_has_the_token_of_the_game_and_not_twice() -> None:
    rules = campaign_rules(load_game("wandered"))

    def step(on: Table, id: str, **given: Value) -> Table:
        procedure = rules.procedure(id)
        defaults = {each.id: each.default for each in procedure.inputs if each.default is not None}
        found = procedure.perform(on, {**defaults, **given})(Play()).table
        assert found is not None
        return found

    def tokens(on: Table) -> list[int]:
        return [WanderedSheet.of(on[key]).attention for key in (1, 2, 3)]

    on = step(party("wandered"), "campaign.begin-session", who=(1, 3))
    assert tokens(on) == [1, 0, 1]
    on = step(on, "campaign.arrive", who=(2,))
    assert tokens(on) == [1, 1, 1]
    on = step(on, "wandered.spend-token", who=2)
    on = step(step(on, "campaign.depart", who=(2,)), "campaign.arrive", who=(2,))
    assert tokens(on) == [1, 0, 1]
