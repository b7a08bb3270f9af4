"""What own conditions do: their dice at the end of a round, in every game that counts what one loses."""

import pytest

from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.effects import harm_of
from tableside.rules.play import Play, Rolled
from tableside.rules.procedure import Role, read_inputs
from tableside.rules.ruleset import ruleset
from tableside.rules.table import Character, Condition, Kind, OwnKind, Table
from tableside.views.fight import reminders

CURSED = OwnKind("conditions", "cursed", "Cursed", ("loses=1d6", "rounds=3"))


def fight(game: str) -> Table:
    """Two of one side in turn, the first of them cursed."""
    rules = campaign_rules(ruleset(game))
    people = {
        key: Character(key, name, Kind.PC, rules.blank(Kind.PC)) for key, name in ((1, "Ana"), (2, "Ben"))
    }
    table = Table(characters=people, kinds={1: CURSED})
    table = table.put(table[1].with_condition(Condition("cursed")))
    begin = rules.procedure("turn.begin-list")
    begun = begin.perform(table, read_inputs(begin, {"who": "Ana, Ben"}, table))(Play()).table
    assert begun is not None
    return begun


def turn(game: str, table: Table, *faces: int, back: bool = False) -> Table:
    rules = campaign_rules(ruleset(game))
    procedure = rules.role(Role.BACK if back else Role.NEXT, table)
    assert procedure is not None
    steps = tuple(Rolled((6,), (face,), "") for face in faces)
    after = procedure.perform(table, read_inputs(procedure, {}, table))(Play(steps)).table
    assert after is not None
    return after


def left(game: str, table: Table) -> int:
    return campaign_rules(ruleset(game)).meters(table[1])[0].current


@pytest.mark.parametrize("game", ["troika", "d20"])
def test_a_round_s_end_takes_its_dice_and_the_step_back_gives_them_back(game: str) -> None:
    begun = fight(game)
    table = begun
    while table.order is not None and table.order.round == 1:
        before = table
        table = turn(game, table, *((4,) if table.order.now == (2,) else ()))
    assert left(game, table) == left(game, begun) - 4
    back = turn(game, table, back=True)
    assert left(game, back) == left(game, begun)
    assert back.order == before.order


def test_it_stands_among_what_the_round_s_end_brings() -> None:
    table = fight("troika")
    rows = [each.text for each in reminders(table, campaign_rules(ruleset("troika")))]
    assert "Ana: cursed, loses 1d6" in rows


def test_a_condition_that_no_pack_knows_does_nothing() -> None:
    assert harm_of(Condition("dizzy"), fight("troika")) == ""
