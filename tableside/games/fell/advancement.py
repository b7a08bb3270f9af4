"""Advancement (FELL-ADVANCE): back in relative safety with hard-won treasure, ability dice are rolled.

The highest number makes a die bigger, a 1 smaller. Instead of a bigger INT one may try for a skill, instead
of a bigger WIL for a spell. Dice are not rerolled here for showing their highest number (FELL-AMB-3).
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.casting import roll_fell_spell
from tableside.games.fell.dice import bigger_die, parse_fell_dice, smaller_die
from tableside.games.fell.house import FellHouse
from tableside.games.fell.sheet import ABILITIES, PLAYERS, Ability, FellSheet
from tableside.rules.cells import die_cell_text
from tableside.rules.inputs import Choice, Number, Who, input_field
from tableside.rules.life_states import check_lives, lives
from tableside.rules.odds import Odds, collect_odds, mapped_odds
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role, procedure_refused_in_fight
from tableside.rules.sheet import LADDER, Die, Meter, Tags
from tableside.rules.table import Character, Table


class DieStep(StrEnum):
    """The change of one ability."""

    UP = "up"
    DOWN = "down"
    SAME = "same"
    LEARNED = "learned"


class Growth(StrEnum):
    """The change of a character: anything gained, else anything lost."""

    GROWN = "grown"
    SHRUNK = "shrunk"
    SAME = "same"


RAISE: Final = "raise-die"
LEARN: Final = {Ability.INT: "try-for-skill", Ability.WIL: "try-for-spell"}
"""The attempts possible instead of a bigger die (FELL-ADVANCE-2)."""
LEARNED: Final = "learned"
AMOUNTS: Final = (*(f"{each}-{way}" for each in ABILITIES for way in (DieStep.UP, DieStep.DOWN)), LEARNED)
NOTHING_KNOWN: Final = -1
"""A value of `known`: no attempt for a skill or a spell."""


def _read_growth(face: int, sides: int) -> DieStep:
    """The change of a die by this face (FELL-ADVANCE-1): a d12 does not grow, a d4 does not shrink
    (FELL-AMB-15).
    """
    if face == sides:
        return DieStep.UP if bigger_die(sides) > sides else DieStep.SAME
    return DieStep.DOWN if face == 1 and smaller_die(sides) else DieStep.SAME


def _try_to_learn(sides: int, known: int, house: FellHouse, play: Play, who: str = "") -> DieStep:
    """The reroll instead of a bigger die (FELL-ADVANCE-2): a face above `known` learns something.

    Otherwise nothing is gained, or the die grows all the same (FELL-AMB-16).
    """
    (face,) = play.roll(sides, why="fell-learn", who=who)
    if face > known:
        return DieStep.LEARNED
    play.tell("fell-not-learned", "FELL-ADVANCE-2", {"who": who, "face": face, "known": known})
    return _read_growth(sides, sides) if house.learning_missed == "grows-anyway" else DieStep.SAME


def advance_fell_die(sides: int, known: int, house: FellHouse, play: Play) -> DieStep:
    """The advancement of one die (FELL-ADVANCE-1): rolls it, and again for an attempt after a highest number.

    `known`: how many skills or spells; `NOTHING_KNOWN` for the bigger die.
    """
    (face,) = play.roll(sides, why="fell-advance")
    if face == sides and known != NOTHING_KNOWN:
        return _try_to_learn(sides, known, house, play)
    return _read_growth(face, sides)


def _change_odds(sides: int, known: int, house: FellHouse) -> Mapping[DieStep, Fraction]:
    """The chances of each change of this die, with or without an attempt to learn."""
    each = Fraction(1, sides)
    learned = Fraction(max(0, sides - known), sides) if known != NOTHING_KNOWN else Fraction(0)
    missed = known == NOTHING_KNOWN or house.learning_missed == "grows-anyway"
    top = _read_growth(sides, sides) if missed else DieStep.SAME
    chances = collect_odds(
        [
            (DieStep.LEARNED, each * learned),
            (top, each * (1 - learned)),
            (_read_growth(1, sides), each),
            (DieStep.SAME, 1 - 2 * each),
        ]
    )
    return {change: chance for change, chance in chances.items() if chance}


def _growth_of(changes: tuple[DieStep, ...]) -> Growth:
    """The overall change."""
    if DieStep.UP in changes or DieStep.LEARNED in changes:
        return Growth.GROWN
    return Growth.SHRUNK if DieStep.DOWN in changes else Growth.SAME


def _amounts_of_growth(changes: tuple[DieStep, ...]) -> dict[str, int]:
    """The dice that went up and down, each as 0 or 1, and how much was learned."""
    ways = {
        f"{ability}-{way}": int(change == way)
        for ability, change in zip(ABILITIES, changes, strict=True)
        for way in (DieStep.UP, DieStep.DOWN)
    }
    return {**ways, LEARNED: changes.count(DieStep.LEARNED)}


def return_with_treasure(
    who: Character, house: FellHouse, play: Play
) -> tuple[Character, tuple[DieStep, ...]]:
    """The advancement of a character (FELL-ADVANCE), and the changes of BOD, INT and WIL, each rolled by
    itself.

    INT and WIL on their highest ask whether to raise the die or to try for a skill or a spell; the attempt
    rolls the die again; then the skill is asked, or d100 rolled for the spell. Raises `RuleError` for the
    dead. Not checked: whether there was treasure, and peril.
    """
    check_lives(who)
    changes = []
    for ability in ABILITIES:
        who, change = advance_ability(who, ability, house, play)
        changes.append(change)
    return who, tuple(changes)


def advance_ability(
    who: Character, ability: Ability, house: FellHouse, play: Play
) -> tuple[Character, DieStep]:
    """The advancement of one ability (FELL-ADVANCE-1): rolls its die."""
    sheet = FellSheet.of(who)
    sides = sheet.die(ability).sides
    (face,) = play.roll(sides, why=f"fell-advance-{ability}", who=who.name)
    change = _read_growth(face, sides)
    if face == sides and _learns(who, ability, play):
        change = _try_to_learn(sides, _known(sheet, ability), house, play, who.name)
    if change == DieStep.LEARNED:
        return learn_by_advancing(who, ability, play), change
    if change in (DieStep.UP, DieStep.DOWN):
        return _with_changed_die(who, ability, change, house, play), change
    if face == 1 and house.ends_of_ladder == "lose-a-point":
        return _with_a_point_less(who, ability, play), change
    play.tell("fell-unchanged", "FELL-ADVANCE-1", _about(who, ability, sides))
    return who, change


def _learns(who: Character, ability: Ability, play: Play) -> bool:
    """Whether they try to learn instead (FELL-ADVANCE-2): asked if there is anything to learn."""
    if not _may_learn(FellSheet.of(who), ability):
        return False
    options = (RAISE, LEARN[ability])
    proposed = options[FellSheet.of(who).die(ability).sides == LADDER[-1]]
    question = f"raise-{ability}-or-learn"
    return play.choose(question, *options, default=proposed, who=who.name) == LEARN[ability]


def _may_learn(sheet: FellSheet, ability: Ability) -> bool:
    """Whether there is anything to learn instead of a bigger die: at most its highest number."""
    if ability == Ability.INT and not sheet.unknown_skills:
        return False
    return ability in LEARN and _known(sheet, ability) < sheet.die(ability).sides


def _known(sheet: FellSheet, ability: Ability) -> int:
    return len(sheet.skills.names if ability == Ability.INT else sheet.spells.names)


def learn_by_advancing(who: Character, ability: Ability, play: Play) -> Character:
    """Learn a new skill, which is asked (`which-skill`), or a new spell by d100."""
    sheet = FellSheet.of(who)
    if ability == Ability.WIL:
        spell = roll_fell_spell(sheet.spells.names, play, who.name)
        play.tell("fell-spell-learned", "FELL-ADVANCE-2", {"who": who.name, "spell": spell})
        return replace(who, sheet=replace(sheet, spells=Tags((*sheet.spells.names, spell))))
    unknown = sheet.unknown_skills
    skill = play.choose("which-skill", *unknown, default=unknown[0], who=who.name)
    play.tell("fell-skill-learned", "FELL-ADVANCE-2", {"who": who.name, "skill": skill})
    return replace(who, sheet=replace(sheet, skills=Tags((*sheet.skills.names, skill))))


def _with_changed_die(
    who: Character, ability: Ability, change: DieStep, house: FellHouse, play: Play
) -> Character:
    sheet = FellSheet.of(who)
    now = sheet.die(ability).sides
    sides = bigger_die(now) if change == DieStep.UP else smaller_die(now)
    play.tell(f"fell-die-{change}", "FELL-ADVANCE-1", _about(who, ability, sides))
    refilled = house.points_of_new_die == "refilled"
    die = Die(sides, sheet.die(ability).lost)
    return replace(who, sheet=sheet.with_new_die(ability, die, refilled=refilled))


def _with_a_point_less(who: Character, ability: Ability, play: Play) -> Character:
    """Take a maximum point off a d4, which cannot shrink (FELL-AMB-15)."""
    sheet = FellSheet.of(who)
    most = max(0, sheet.ability_points(ability).maximum - 1)
    left = min(sheet.ability_points(ability).current, most)
    values: dict[str, FactValue] = {"who": who.name, "ability": ability.upper(), "maximum": most}
    play.tell("fell-point-lost", "FELL-AMB-15", values)
    return replace(who, sheet=sheet.with_points(ability, Meter(left, most)))


def _about(who: Character, ability: Ability, sides: int) -> dict[str, str]:
    return {"who": who.name, "ability": ability.upper(), "die": die_cell_text(sides)}


def fell_advancement_odds(sheet: FellSheet, house: FellHouse) -> Odds:
    """The odds of the advancement with the default answers: the bigger die, and learning at d12."""
    chances: dict[tuple[DieStep, ...], Fraction] = {(): Fraction(1)}
    for ability in ABILITIES:
        steps = _proposed_odds(sheet, ability, house).items()
        chances = {(*had, new): p * q for had, p in chances.items() for new, q in steps}
    amounts = {
        name: collect_odds((_amounts_of_growth(changes)[name], chance) for changes, chance in chances.items())
        for name in AMOUNTS
    }
    return Odds(mapped_odds(chances, lambda changes: str(_growth_of(changes))), amounts)


def _proposed_odds(sheet: FellSheet, ability: Ability, house: FellHouse) -> Mapping[DieStep, Fraction]:
    sides = sheet.die(ability).sides
    learns = sides == LADDER[-1] and _may_learn(sheet, ability)
    return _change_odds(sides, _known(sheet, ability) if learns else NOTHING_KNOWN, house)


def _check_safety(table: Table) -> None:
    """Raises `RuleError` in a fight."""
    if table.order is not None:
        raise RuleError("fell.no-safety")


@frozen
class ReturnWithTreasure:
    who: int = input_field(Who(kinds=PLAYERS, fits=lives))


def _return(table: Table, form: ReturnWithTreasure, play: Play) -> Outcome:
    _check_safety(table)
    who, changes = return_with_treasure(table[form.who], FellHouse.of(table), play)
    return Outcome(str(_growth_of(changes)), _amounts_of_growth(changes), table.put(who))


def _return_odds(table: Table, form: ReturnWithTreasure) -> Odds:
    _check_safety(table)
    check_lives(table[form.who])
    return fell_advancement_odds(FellSheet.of(table[form.who]), FellHouse.of(table))


@frozen
class Advance:
    die: str = input_field(Choice(options=lambda table, given: tuple(map(die_cell_text, LADDER)), worth=True))
    known: int = input_field(Number(default=NOTHING_KNOWN, lowest=NOTHING_KNOWN, highest=99))


def _advance(table: Table, form: Advance, play: Play) -> Outcome:
    (sides,) = parse_fell_dice(form.die)
    return Outcome(str(advance_fell_die(sides, form.known, FellHouse.of(table), play)))


def _advance_odds(table: Table, form: Advance) -> Odds:
    (sides,) = parse_fell_dice(form.die)
    return Odds(mapped_odds(_change_odds(sides, form.known, FellHouse.of(table)), str))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="fell.return-with-treasure",
        rules=(
            *("FELL-ADVANCE-1", "FELL-ADVANCE-2", "FELL-X-skill", "FELL-X-spell"),
            *("FELL-AMB-3", "FELL-AMB-15", "FELL-AMB-16", "FELL-AMB-17"),
        ),
        run=_return,
        odds=_return_odds,
        group=Group.GROWTH,
        outcomes=tuple(Growth),
        amounts=AMOUNTS,
        role=Role.IMPROVE,
        problems=procedure_refused_in_fight,
    ),
    Procedure(
        id="fell.advance",
        rules=("FELL-ADVANCE-1", "FELL-ADVANCE-2", "FELL-AMB-3", "FELL-AMB-15", "FELL-AMB-16"),
        run=_advance,
        odds=_advance_odds,
        group=Group.GROWTH,
        outcomes=tuple(DieStep),
        on_table=False,
    ),
)
