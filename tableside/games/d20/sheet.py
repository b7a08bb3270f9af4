"""The character sheet: what battles, checks and saves ask of it."""

from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20.attack_lines import attack_text
from tableside.rules.sheet import Meter, Skills, Tags, part
from tableside.rules.table import Character

LOWEST_HIT_POINTS: Final = -99
MOST_HIT_POINTS: Final = 999
LOWEST_BONUS: Final = -20


@frozen
class Srd:
    """A d20 SRD 3.5 sheet."""

    hit_points: Meter = part(Meter(8, 8), lowest=LOWEST_HIT_POINTS, highest=MOST_HIT_POINTS)
    nonlethal: int = part(0, rule="D20-X-nonlethal", highest=MOST_HIT_POINTS, by_play=True)
    """Nonlethal damage taken."""
    armour_class: int = part(10, rule="D20-ff", highest=99)
    """In full, the Dexterity modifier included."""
    touch: int = part(0, rule="D20-X-touch", highest=99)
    """Armour Class against touch attacks. 0: 10 and the Dexterity modifier."""
    fortitude: int = part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99)
    reflex: int = part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99)
    will: int = part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99)
    dexterity: int = part(10, rule="D20-check", lowest=1, highest=99)
    """The score, as of the other abilities."""
    initiative_bonus: int = part(0, rule="D20-X-mod", lowest=LOWEST_BONUS, highest=40)
    """Besides Dexterity: Improved Initiative gives 4."""
    uncanny_dodge: bool = part(False, rule="D20-ud")
    immobilised: bool = part(False, rule="D20-X-ud", by_play=True)
    """Whether they cannot move: uncanny dodge is no help then."""
    attacks: Tags = part(Tags(), rule="D20-X-line", reads=attack_text)
    """Lines of `tableside.games.d20.attack_lines`."""
    skills: Skills = part(Skills(), rule="D20-X-dc", lowest=LOWEST_BONUS, highest=99)
    """Other skills, each with all that is added to its check."""
    spot: int = part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99)
    listen: int = part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99)
    damage_reduction: int = part(0, rule="D20-X-reduction", highest=99)
    no_criticals: bool = part(False, rule="D20-X-threat")
    """Whether no critical hurts them more: the undead, oozes, constructs."""
    strength: int = part(10, rule="D20-X-dc", lowest=1, highest=99)
    constitution: int = part(10, rule="D20-X-dc", lowest=1, highest=99)
    intelligence: int = part(10, rule="D20-X-dc", lowest=1, highest=99)
    wisdom: int = part(10, rule="D20-X-dc", lowest=1, highest=99)
    charisma: int = part(10, rule="D20-X-dc", lowest=1, highest=99)
    notes: str = part("", long=True)


def sheet_of(character: Character) -> Srd:
    """The character's d20 sheet. Raises `RuleError` when it is a sheet of another game."""
    if not isinstance(character.sheet, Srd):
        raise RuleError("d20.no-sheet", who=character.name)
    return character.sheet


def modifier(score: int) -> int:
    """What an ability score adds: 0 at 10 and 11, and 1 more or less for each two points."""
    return (score - 10) // 2


def dexterity_modifier(sheet: Srd) -> int:
    return modifier(sheet.dexterity)


def initiative_modifier(who: Character) -> int:
    """What is added to an initiative check: Dexterity and whatever else helps (D20-check, D20-X-mod)."""
    sheet = sheet_of(who)
    return dexterity_modifier(sheet) + sheet.initiative_bonus
