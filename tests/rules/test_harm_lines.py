"""What is typed to hurt, heal, or put a condition on one or on several."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableside.errors import RuleError
from tableside.games import load_game
from tableside.rules import form_filling, harm_lines
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.conditions import own_condition_harm
from tableside.rules.form_filling import Form
from tableside.rules.life_states import DEAD
from tableside.rules.names import name_without_number, names_together, namesakes, numbered_names
from tableside.rules.play import Performed, Play, Rolled, play_rule
from tableside.rules.procedure import Procedure, Role, read_procedure_inputs
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Condition, Kind, Table, TableOwnKind
from tableside.rules.typed import typed_number
from tableside.views.fight import fight_reminder_rows


@cache
def rules(game: str) -> Ruleset:
    return campaign_rules(load_game(game))


def role(game: str, wanted: Role) -> Procedure:
    found = rules(game).role(wanted)
    assert found is not None
    return found


def table(game: str, *names: str, dead: str = "") -> Table:
    kinds = (Kind.ENEMY if name.startswith("Goblin") else Kind.PC for name in names)
    people = (
        Character(key, name, kind, rules(game).blank(kind), (Condition(DEAD),) if name == dead else ())
        for key, (name, kind) in enumerate(zip(names, kinds, strict=True), 1)
    )
    return Table().put(*people)


PARTY = ("Ana", "Goblin 1", "Goblin 2", "Goblin 3")


def amount(text: str, *keys: int, way: Role = Role.HURT, game: str = "d20") -> Form:
    opposite = Role.HEAL if way == Role.HURT else Role.HURT
    on = table(game, *PARTY)
    return harm_lines.form_of_harm_line(role(game, way), role(game, opposite), on, keys or (1,), text)


@pytest.mark.parametrize(
    ("text", "points"), [("12", 12), ("12/2", 6), ("13/2", 6), ("7+3", 10), ("7 + 3/2", 8), ("9-2", 7)]
)
def test_an_amount_may_be_a_sum_and_halves_are_rounded_down(text: str, points: int) -> None:
    assert amount(text).given == {"who": (1,), "hit-points": points}


def test_a_sign_says_whether_it_hurts_or_heals() -> None:
    assert amount("+3").procedure.id == "d20.heal"
    assert amount("-7").procedure.id == "d20.hurt"
    assert amount("-7", way=Role.HEAL).procedure.id == "d20.hurt"
    assert amount("+3", way=Role.HEAL).given["hit-points"] == 3


def test_a_star_means_everybody_of_that_name() -> None:
    assert amount("12*", 3).given["who"] == (3, 2, 4)
    assert amount("12*").given["who"] == (1,)


def test_the_dead_and_those_out_of_the_fight_are_not_of_that_name() -> None:
    assert namesakes(table("d20", *PARTY, dead="Goblin 3"), 2) == (2, 3)


def test_words_behind_the_amount_fill_what_else_the_game_asks_for() -> None:
    form = amount("5 int", game="fell")
    assert form.given == {"who": (1,), "ability": "int", "points": 5}
    with pytest.raises(RuleError, match="'str' is not known here: choose one of bod, int, wil"):
        amount("5 str", game="fell")
    with pytest.raises(RuleError, match="'int' is not known here: type a number"):
        amount("5 int")


@pytest.mark.parametrize("text", ["", "seven", "+", "1/0", "*"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="is not a whole number"):
        amount(text)


def test_those_for_whom_it_will_not_do_are_left_out() -> None:
    on = table("d20", *PARTY, dead="Goblin 2")
    assert form_filling.form_for_people(role("d20", Role.HURT), on, (2, 3)).given["who"] == (2,)
    with pytest.raises(RuleError, match="Goblin 2 is dead: nothing more"):
        form_filling.form_for_people(role("d20", Role.HURT), on, (3,))


@pytest.mark.parametrize(
    ("text", "condition", "rounds"),
    [
        ("pr3", "prone", 3),
        ("pr 3", "prone", 3),
        ("prone", "prone", 0),
        ("stun 2", "stunned", 2),
        ("held by vines 4", "held by vines", 4),
    ],
)
def test_a_condition_is_begun_and_its_rounds_stand_behind_it(text: str, condition: str, rounds: int) -> None:
    form = harm_lines.form_with_condition(role("d20", Role.CONDITION), table("d20", *PARTY), (2, 3), text)
    said = {"who": (2, 3), "condition": condition, "amount": 0, "rounds": rounds}
    assert form.given == {**said, "definition": ""}


@pytest.mark.parametrize(
    ("text", "told"), [("d", "could be any of dazzled, dying, dead"), ("3", "is no condition")]
)
def test_a_condition_that_could_be_several_is_refused(text: str, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        harm_lines.form_with_condition(role("d20", Role.CONDITION), table("d20", *PARTY), (1,), text)


GAMES = {"troika": "damage", "d20": "hit-points", "fell": "points"}


@given(game=st.sampled_from(sorted(GAMES)), points=st.integers(0, 30), keys=st.permutations((2, 3, 4)))
def test_hurting_several_at_once_is_hurting_each_in_turn(game: str, points: int, keys: list[int]) -> None:
    on = table(game, *PARTY)
    at_once = _hurt(game, on, tuple(keys), points)
    for key in keys:
        on = _hurt(game, on, (key,), points)
    assert at_once == on


def _hurt(game: str, on: Table, keys: tuple[int, ...], points: int) -> Table:
    form = amount(str(points), *keys, game=game)
    done = play_rule(form.procedure.perform(on, form.given), ())
    assert isinstance(done, Performed) and done.result.table is not None
    return done.result.table


@pytest.mark.parametrize(
    ("text", "value"), [("=-2", -2), ("=4", 4), ("+3", 13), ("-7+3", 6), ("+3+2", 15), ("12/2-1", 5)]
)
def test_a_number_on_a_sheet_is_typed_or_changed(text: str, value: int) -> None:
    assert typed_number(text, 10, -99, 99) == value


def test_more_of_a_kind_are_numbered_on() -> None:
    assert numbered_names("Goblin", 1, ()) == ("Goblin",)
    assert numbered_names("Goblin", 2, ()) == ("Goblin 1", "Goblin 2")
    assert numbered_names("Goblin", 1, ("goblin",)) == ("Goblin 2",)
    assert numbered_names("Goblin", 2, ("Goblin 1", "Goblin 3")) == ("Goblin 2", "Goblin 4")


def test_names_that_differ_by_a_number_stand_together() -> None:
    assert names_together(("Goblin 1", "Ana", "Goblin 3")) == "Goblin 1 3, Ana"
    assert name_without_number("Goblin 12") == "Goblin" and name_without_number("7") == "7"


def test_a_sum_is_understood_wherever_a_number_is_read() -> None:
    texts = {"who": "Ana", "damage": "12/2"}
    assert read_procedure_inputs(role("troika", Role.HURT), texts, table("troika", *PARTY))["damage"] == 6


@pytest.mark.parametrize(
    ("game", "part", "change", "done"),
    [
        ("troika", "stamina", "-3", "troika.hurt"),
        ("troika", "stamina", "+3", "troika.heal"),
        ("troika", "stamina", "-2d6+1", "troika.hurt"),
        ("d20", "hit_points", "-3", "d20.hurt"),
        ("fell", "wil_points", "-1", "fell.harm"),
        ("wandered", "pains", "+1", "wandered.harm"),
        ("troika", "luck", "-1", ""),
        ("troika", "silver", "+5", ""),
        ("wandered", "experience", "+1", ""),
        ("galejatra", "reserve", "-1", ""),
    ],
)
def test_a_step_of_a_number_is_the_wound_or_the_healing_that_moves_it(
    game: str, part: str, change: str, done: str
) -> None:
    on = table(game, "Ana")
    forms = [harm_lines.form_of_harm(role(game, way), on, 1, part, change) for way in (Role.HURT, Role.HEAL)]
    assert [form.procedure.id for form in forms if form is not None] == ([done] if done else [])


CURSED = TableOwnKind("conditions", "cursed", "Cursed", ("loses=1d6", "rounds=3"))


def fight(game: str) -> Table:
    """Two of one side in turn, the first of them cursed."""
    rules = campaign_rules(load_game(game))
    people = {
        key: Character(key, name, Kind.PC, rules.blank(Kind.PC)) for key, name in ((1, "Ana"), (2, "Ben"))
    }
    table = Table(characters=people, kinds={1: CURSED})
    table = table.put(table[1].with_condition(Condition("cursed")))
    begin = rules.procedure("turn.begin-list")
    begun = begin.perform(table, read_procedure_inputs(begin, {"who": "Ana, Ben"}, table))(Play()).table
    assert begun is not None
    return begun


def turn(game: str, table: Table, *faces: int, back: bool = False) -> Table:
    rules = campaign_rules(load_game(game))
    procedure = rules.role(Role.BACK if back else Role.NEXT, table)
    assert procedure is not None
    steps = tuple(Rolled((6,), (face,), "") for face in faces)
    after = procedure.perform(table, read_procedure_inputs(procedure, {}, table))(Play(steps)).table
    assert after is not None
    return after


def left(game: str, table: Table) -> int:
    return campaign_rules(load_game(game)).meters(table[1])[0].current


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
    rows = [each.text for each in fight_reminder_rows(table, campaign_rules(load_game("troika")))]
    assert "Ana cursed, loses 1d6" in rows


def test_a_condition_that_no_pack_knows_does_nothing() -> None:
    assert own_condition_harm(Condition("dizzy"), fight("troika")) == ""
