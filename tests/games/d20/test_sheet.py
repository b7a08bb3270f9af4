"""The sheet in a battle: Armour Class while flat-footed, checks, hit points, foes, and who may do what."""

from dataclasses import replace
from typing import Any

import pytest

from tableside.errors import RuleError
from tableside.games.d20 import RULESET
from tableside.games.d20.hit_points import STATES
from tableside.games.d20.sheet import Srd, dexterity_modifier, initiative_modifier, sheet_of
from tableside.games.troika.sheet import Troika
from tableside.rules.cells import cells
from tableside.rules.play import Play, every_roll
from tableside.rules.procedure import read_inputs
from tableside.rules.sheet import Meter, parts
from tableside.rules.table import Character, Condition, Kind, Table
from tableside.rules.turns import Listed
from tableside.views.characters import derived_text
from tests.games.d20.people import (
    PROCEDURES,
    acting,
    after,
    begun,
    following,
    key,
    order_of,
    people,
    rows,
    run,
)

Row = dict[str, Any]  # Any: a row's values are whatever its columns hold


def guarded(row: Row) -> Table:
    sheet = Srd(
        dexterity=row["dexterity"],
        armour_class=row["armour_class"],
        uncanny_dodge=row.get("dodge", False),
        immobilised=row.get("immobilised", False),
    )
    return Table(characters={1: Character(1, "A", Kind.PC, sheet)}, house=row.get("house", {}))


@pytest.mark.parametrize("row", rows("guard"), ids=lambda row: row["id"])
def test_the_flat_footed_are_easier_to_hit(row: Row) -> None:
    on = guarded(row)
    calm = run("d20.defence", on, who="A")
    assert (calm.result.result, calm.result.amounts["armour-class"]) == ("on-guard", row["armour_class"])
    on = begun(on, 10)
    caught = run("d20.defence", on, who="A").result
    assert caught.result == "flat-footed"
    assert caught.amounts == {"armour-class": row["number"], "attacks-of-opportunity": row["strikes"]}
    assert RULESET.derived(on, on[1])["armour_class"] == ("now", row["number"])
    assert dict(RULESET.vitals(on, on[1]))["armour_class"] == str(row["number"])
    assert run("d20.defence", following(on), who="A").result.result == "on-guard"


def test_dexterity_adds_one_for_two_points() -> None:
    assert [dexterity_modifier(Srd(dexterity=score)) for score in (1, 8, 9, 10, 11, 12, 18)] == [
        *(-5, -1, -1, 0, 0, 1, 4)
    ]


def test_improved_initiative_adds_to_dexterity() -> None:
    """D20-X-mod."""
    assert initiative_modifier(Character(1, "A", Kind.PC, Srd(dexterity=14, initiative_bonus=4))) == 6
    with pytest.raises(RuleError, match="no d20 sheet"):
        sheet_of(Character(1, "A", Kind.PC, Troika()))


@pytest.mark.parametrize("kind", Kind)
def test_a_blank_sheet_has_a_cell_for_every_part(kind: Kind) -> None:
    sheet = RULESET.blank(kind)
    assert all(cells(sheet, each) for each in parts(sheet, kind))


@pytest.mark.parametrize("check", ["spot", "listen", "dexterity", "initiative"])
def test_a_check_is_foretold(check: str) -> None:
    on = people({"A": 2})
    on = on.put(replace(on[1], sheet=replace(sheet_of(on[1]), spot=5, listen=-3, dexterity=14)))
    for dc in ("0", "8", "15", "40"):
        given = read_inputs(
            PROCEDURES["d20.check"], {"who": "A", "check": check, "dc": dc, "modifier": "1"}, on
        )
        rule = PROCEDURES["d20.check"].perform(on, given)
        found = every_roll(lambda play, rule=rule: rule(play).result)  # type: ignore[misc]
        odds = PROCEDURES["d20.check"].chances(on, given).chances
        assert {id: chance for id, chance in odds.items() if chance} == found


def test_as_much_as_the_dc_is_enough() -> None:
    on = people({"A": 0})
    for face, result in ((10, "success"), (9, "failure")):
        assert run("d20.check", on, face, who="A", check="spot", dc="10").result.result == result


@pytest.mark.parametrize(
    ("damage", "state", "conditions"),
    [(7, "up", []), (8, "disabled", []), (9, "dying", ["dying"]), (18, "dead", ["dead"])],
)
def test_hit_points_fall_to_death(damage: int, state: str, conditions: list[str]) -> None:
    on = people({"A": 0})
    done = run("d20.hurt", on, who="A", hit_points=str(damage))
    assert (done.result.result, [each.name for each in after(done)[1].conditions]) == (state, conditions)
    assert done.result.amounts == {each: int(each == state) for each in STATES}
    if state == "dead":
        with pytest.raises(RuleError):
            run("d20.heal", after(done), who="A", hit_points="5")
        return
    healed = run("d20.heal", after(done), who="A", hit_points="99")
    assert healed.result.result == "up"
    assert sheet_of(after(healed)[1]).hit_points == Meter(8, 8)
    assert not after(healed)[1].conditions


def test_foes_come_in_numbers() -> None:
    on = after(run("d20.add-foe", people({}), name="Goblin", count="3", modifier="1", hit_points="4"))
    on = after(run("d20.add-foe", on, name="Goblin", modifier="-6"))
    assert [each.name for each in on.in_play()] == ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]
    assert [initiative_modifier(each) for each in on.in_play()] == [1, 1, 1, -6]
    on = after(run("d20.create", on, name="Anna", dexterity="16", armour_class="15"))
    assert initiative_modifier(on[5]) == 3
    with pytest.raises(RuleError, match="called anna already"):
        run("d20.create", on, name="anna")


def test_nobody_named_is_everybody_in_play() -> None:
    on = people({"A": 2, "G": 0})
    assert order_of(after(run("d20.begin-battle", on, 10, 10))).members == (1, 2)
    surprised = after(run("d20.begin-battle", on, 10, unaware="G"))
    assert order_of(surprised).round == 0
    nobody = after(run("d20.begin-battle", on, 10, 10, unaware="A,G"))
    assert order_of(nobody).round == 1


def test_a_battle_from_begin_to_fire() -> None:
    on = after(run("d20.begin-battle", people({"A": 2, "B": 1, "G": 0}), 10, 10, 10))
    on = after(run("d20.ready", following(on), trigger="the goblin moves"))
    on = after(run("d20.delay", following(on)))
    on = following(on)
    assert acting(on) == "G"
    on = after(run("d20.come-in", on, who="A"))
    assert [each.key for each in order_of(on).places] == [2, 1, 3]
    on = after(run("d20.come-in", on, who="B"))
    assert (acting(on), [each.key for each in order_of(on).places]) == ("B", [1, 3, 2])


def test_what_cannot_be_done_is_greyed_out() -> None:
    calm = people({"A": 0, "B": 0})
    listed = replace(calm, order=Listed((1, 2)))
    fight = begun(calm, 10, 5)
    of = {
        id: PROCEDURES[f"d20.{id}"].problems for id in ("begin-battle", "delay", "ready", "come-in", "fire")
    }
    for id in ("delay", "ready", "come-in", "fire"):
        assert (of[id](calm), of[id](listed)) == (("no-fight",), ("other-order",))
    assert (of["begin-battle"](calm), of["begin-battle"](fight)) == ((), ("fight-is-on",))
    assert of["begin-battle"](Table()) == ("nobody-to-fight",)
    assert of["delay"](fight) == ("nobodys-turn",)
    assert of["delay"](following(fight)) == ()
    assert of["come-in"](fight) == ("nobody-has-put-off",)
    readied = after(run("d20.ready", following(fight)))
    assert (of["fire"](readied), of["come-in"](readied)) == ((), ())
    assert key(readied, "A") in {each.key for each in PROCEDURES["d20.fire"].inputs[0].candidates(readied)}  # type: ignore[union-attr]


def test_the_gm_may_note_for_the_dying_what_they_lose() -> None:
    """D20-AMB-12: whoever is dying is told of at the end of each round, and no die is thrown."""
    on = Table(characters={1: Character(1, "Ana", Kind.PC, Srd(), (Condition("dying"),))})
    on = replace(on.put(Character(2, "Bram", Kind.PC, Srd())), house={"D20-AMB-12": "gm-notes-them"})
    play = Play()
    assert RULESET.turns.round_ends(on, (1, 2), play) == on
    assert [(each.id, each.values["who"]) for each in play.facts] == [("still-bleeds", "Ana")]


def test_attacks_of_opportunity_are_told_as_yes_or_no() -> None:
    assert derived_text(("attacks-of-opportunity", True)) == "AoO: yes"
    assert derived_text(("modifier", 1)) == "modifier 1"
