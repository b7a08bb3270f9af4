"""Who acts first: the odds are those of the rule, for every way to settle a tie.

A roll-off that may be repeated without end has no last roll to enumerate: there the recursion is solved, and
the rule itself, run down to some depth, must leave room for just that. Small dice make the rolls few.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product

import icepool
import pytest

from tableside.errors import RuleError
from tableside.games.d20 import initiative
from tableside.games.d20.house import D20House
from tableside.games.d20.initiative import InitiativeCheck, InitiativeContender, first_initiative_chances
from tableside.rules.odds import every_roll
from tableside.rules.play import ChoiceAsked, Chosen, Performed, Play, Step, default_choice, play_rule
from tableside.rules.procedure import read_procedure_inputs
from tableside.rules.table import Condition
from tests.calls import calls_counted
from tests.games.d20.people import PROCEDURES, people
from tests.thorough import covering

NUMBERS = ("number-stays", "number-replaced")
BUILDS = (
    (InitiativeContender(0), InitiativeContender(0, True)),
    (InitiativeContender(1), InitiativeContender(0)),
    (InitiativeContender(1), InitiativeContender(1), InitiativeContender(0)),
    (InitiativeContender(0), InitiativeContender(0, True), InitiativeContender(0)),
    (InitiativeContender(0, True), InitiativeContender(0), InitiativeContender(0, True)),
    (InitiativeContender(0), InitiativeContender(0), InitiativeContender(0)),
    (InitiativeContender(2), InitiativeContender(0), InitiativeContender(0, True)),
)
Build = tuple[InitiativeContender, ...]


def rule_of(build: Build, house: D20House, play: Play) -> int:
    """The rule: the place of the one who comes first."""
    listed = [
        InitiativeCheck((place,), f"#{place}", each.is_pc, each.modifier) for place, each in enumerate(build)
    ]
    return initiative.in_order_of_initiative(initiative.roll_initiative(listed, play), house, play)[0].keys[0]


def as_list(chances: dict[int, Fraction], build: Build) -> list[Fraction]:
    return [chances.get(place, Fraction(0)) for place in range(len(build))]


@pytest.mark.parametrize(("build", "number", "sides"), covering(BUILDS, NUMBERS, [2, 3, 4]))
def test_with_the_gms_pick_the_odds_are_those_of_every_roll(
    build: Build, number: str, sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D20-AMB-2, D20-AMB-1; the GM picks whoever is listed first."""
    monkeypatch.setattr(initiative, "DIE", sides)
    house = D20House(roll_off_number=number, tied_again="gm-picks")
    found = every_roll(lambda play: rule_of(build, house, play))
    assert list(first_initiative_chances(build, house)) == as_list(found, build)


@pytest.mark.long
@pytest.mark.parametrize(
    ("build", "number", "tied_again"), covering(BUILDS, NUMBERS, ["tied-roll-again", "pcs-first"])
)
def test_what_the_rule_comes_to_in_some_rolls_leaves_room_for_the_odds(
    build: Build, number: str, tied_again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(initiative, "DIE", 3)
    house = D20House(roll_off_number=number, tied_again=tied_again)
    found, left = rolled_down(build, house, most=8)
    odds = first_initiative_chances(build, house)
    assert sum(odds) == 1
    assert left < Fraction(1, 2)
    for place, chance in enumerate(odds):
        assert found.get(place, 0) <= chance <= found.get(place, 0) + left


def rolled_down(build: Build, house: D20House, most: int) -> tuple[dict[int, Fraction], Fraction]:
    """What the rule comes to with at most so many dice, and the chance that these are not enough."""
    found: dict[int, Fraction] = {}
    left = Fraction(0)

    def walk(steps: tuple[Step, ...], chance: Fraction) -> None:
        nonlocal left
        state = play_rule(lambda play: rule_of(build, house, play), steps)
        if isinstance(state, Performed):
            found[state.result] = found.get(state.result, Fraction(0)) + chance
        elif isinstance(state, ChoiceAsked):
            walk((*steps, Chosen(state.question, default_choice(state), state.who)), chance)
        elif len(steps) == most:
            left += chance
        else:
            each = chance / state.sides[0]
            for face in range(1, state.sides[0] + 1):
                walk((*steps, state.answered((face,))), each)

    walk((), Fraction(1))
    return found, left


# The recursion solved


def first_of(tied: Sequence[int], sides: int) -> dict[int, Fraction]:
    """Who wins a roll-off repeated among those still tied: the case in which all tie again is solved for."""
    if len(tied) == 1:
        return {tied[0]: Fraction(1)}
    found: dict[int, Fraction] = {}
    back = Fraction(0)
    for top in tops(tied, sides):
        if len(top) == len(tied):
            back += Fraction(1, sides ** len(tied))
            continue
        for place, chance in first_of(top, sides).items():
            found[place] = found.get(place, Fraction(0)) + chance / sides ** len(tied)
    return {place: chance / (1 - back) for place, chance in found.items()}


def tops(tied: Sequence[int], sides: int) -> Iterator[list[int]]:
    """Who shares the highest face, for every roll of these."""
    for faces in product(range(1, sides + 1), repeat=len(tied)):
        yield [place for place, face in zip(tied, faces, strict=True) if face == max(faces)]


def with_pcs_first(tied: Sequence[int], build: Build, sides: int) -> dict[int, Fraction]:
    """One roll-off, then players' characters first, and the dice among those."""
    if len(tied) == 1:
        return {tied[0]: Fraction(1)}
    found: dict[int, Fraction] = {}
    for top in tops(tied, sides):
        pcs = [place for place in top if build[place].is_pc] if len(top) > 1 else []
        for place, chance in first_of(pcs or top, sides).items():
            found[place] = found.get(place, Fraction(0)) + chance / sides ** len(tied)
    return found


@pytest.mark.parametrize("sides", [2, 3, 5])
@pytest.mark.parametrize("tied_again", ["tied-roll-again", "pcs-first"])
@pytest.mark.parametrize("build", BUILDS, ids=str)
def test_the_recursion_solved_gives_the_odds(
    build: Build, tied_again: str, sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D20-tie, D20-AMB-2."""
    monkeypatch.setattr(initiative, "DIE", sides)
    found: dict[int, Fraction] = {}
    for faces in product(range(1, sides + 1), repeat=len(build)):
        keys = [(face + each.modifier, each.modifier) for face, each in zip(faces, build, strict=True)]
        tied = [place for place, key in enumerate(keys) if key == max(keys)]
        rolls_on = tied_again == "tied-roll-again"
        shares = first_of(tied, sides) if rolls_on else with_pcs_first(tied, build, sides)
        for place, chance in shares.items():
            found[place] = found.get(place, Fraction(0)) + chance / sides ** len(build)
    assert list(first_initiative_chances(build, D20House(tied_again=tied_again))) == as_list(found, build)


@pytest.mark.long
@pytest.mark.parametrize("build", BUILDS, ids=str)
def test_new_numbers_until_all_differ_give_the_odds(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """D20-AMB-1: from each set of faces to the next, solved as linear equations."""
    monkeypatch.setattr(initiative, "DIE", 4)
    states = list(product(range(1, 5), repeat=len(build)))
    solved = replaced_chances(build, states)
    found = [sum((solved[state][place] for state in states), Fraction(0)) for place in range(len(build))]
    chances = first_initiative_chances(build, D20House(roll_off_number="number-replaced"))
    assert list(chances) == [chance / len(states) for chance in found]


Faces = tuple[int, ...]


def replaced_chances(build: Build, states: list[Faces]) -> dict[Faces, list[Fraction]]:
    """From each state of the faces, who comes first in the end: Gauss over the states."""
    size, places = len(states), range(len(build))
    number = {state: index for index, state in enumerate(states)}
    matrix = []
    for state in states:
        tied = [i for i in places if any(_equal(build, state, i, j) for j in places if j != i)]
        row = [Fraction(0)] * (size + len(build))
        row[number[state]] = Fraction(1)
        if not tied:
            first = max(
                places, key=lambda place: (state[place] + build[place].modifier, build[place].modifier)
            )
            row[size + first] = Fraction(1)
        for new in product(range(1, 5), repeat=len(tied)) if tied else ():
            faces = list(state)
            for place, face in zip(tied, new, strict=True):
                faces[place] = face
            row[number[tuple(faces)]] -= Fraction(1, 4 ** len(tied))
        matrix.append(row)
    for index in range(size):
        pivot = next(n for n in range(index, size) if matrix[n][index])
        matrix[index], matrix[pivot] = matrix[pivot], matrix[index]
        scale = matrix[index][index]
        matrix[index] = [value / scale for value in matrix[index]]
        for other in range(size):
            if other != index and (factor := matrix[other][index]):
                matrix[other] = [
                    value - factor * own for value, own in zip(matrix[other], matrix[index], strict=True)
                ]
    return {state: matrix[number[state]][size:] for state in states}


def _equal(build: Build, faces: Faces, one: int, other: int) -> bool:
    return faces[one] == faces[other] and build[one].modifier == build[other].modifier


def test_too_many_of_one_modifier_keep_their_numbers() -> None:
    """D20-AMB-1: new numbers until a crowd all differ would be rolled for ever."""
    crowd = [InitiativeContender(0, place == 0) for place in range(11)]
    for again in ("tied-roll-again", "gm-picks", "pcs-first"):
        replaced = D20House(roll_off_number="number-replaced", tied_again=again)
        assert first_initiative_chances(crowd, replaced) == first_initiative_chances(
            crowd, D20House(tied_again=again)
        )


# The second road, and how fast


def test_icepool_finds_the_same() -> None:
    """Modifiers that all differ: three times the total, and one or two more for the higher modifiers."""
    modifiers = (4, 1, 0)
    found = first_initiative_chances([InitiativeContender(each) for each in modifiers], D20House())
    totals = [(icepool.d(20) + each) * 3 + 2 - rank for rank, each in enumerate(modifiers)]
    for place, total in enumerate(totals):
        others = [each for each in totals if each is not total]
        behind = icepool.highest(*others)
        assert (total > behind).probability(True) == found[place]


def test_equal_modifiers_share_and_more_is_never_less() -> None:
    ten = [InitiativeContender(each) for each in (4, 1, 1, 0, 0, 0, 2, -1, 3, 4)]
    chances = first_initiative_chances(ten, D20House())
    assert sum(chances) == 1
    assert chances[1] == chances[2] and chances[0] == chances[9]
    ordered = sorted(zip(ten, chances, strict=True), key=lambda each: each[0].modifier)
    assert all(one[1] <= other[1] for one, other in pairwise(ordered))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("tied_again", ["tied-roll-again", "gm-picks", "pcs-first"])
def test_ten_combatants_are_foretold_at_once(number: str, tied_again: str) -> None:
    house = D20House(roll_off_number=number, tied_again=tied_again)
    build = [InitiativeContender(each % 4, each % 3 == 0) for each in range(10)]
    first_initiative_chances(build, house)
    with calls_counted() as calls:
        chances = first_initiative_chances([*build[1:], InitiativeContender(7)], house)
    assert calls.count < 5_000, calls
    assert sum(chances) == 1


# On bare numbers, and on the table


def test_bare_numbers_are_rolled_and_foretold() -> None:
    order = PROCEDURES["d20.order"]
    on = people({})
    given = read_procedure_inputs(order, {"modifiers": "4 1"}, on)
    found = every_roll(lambda play: order.perform(on, given)(play).result)
    assert order.chances(on, given).chances == found
    for text in ("", "4 x", "1 " * 21):
        with pytest.raises(RuleError):
            order.chances(on, read_procedure_inputs(order, {"modifiers": text}, on))


@pytest.mark.parametrize("option", ["each", "groups-of-foes"])
@pytest.mark.parametrize("unaware", ["", "A", "A,G 1,G 2"])
def test_who_acts_first_on_the_table(unaware: str, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The aware alone in a surprise round (D20-sround); a group has one chance (D20-AMB-8)."""
    monkeypatch.setattr(initiative, "DIE", 4)
    on = people({"A": 2, "G 1": 1, "G 2": 1}, {"D20-AMB-8": option, "D20-AMB-2": "gm-picks"})
    begin = PROCEDURES["d20.begin-battle"]
    given = read_procedure_inputs(begin, {"unaware": unaware}, on)
    found = every_roll(lambda play: begin.perform(on, given)(play).result)
    assert begin.chances(on, given).chances == found


def test_the_dead_are_left_out_of_the_odds() -> None:
    on = people({"A": 2, "B": 0})
    on = on.put(type(on[2])(2, "B", on[2].kind, on[2].sheet, (Condition("dead"),)))
    begin = PROCEDURES["d20.begin-battle"]
    assert begin.chances(on, read_procedure_inputs(begin, {}, on)).chances == {"A": 1}
