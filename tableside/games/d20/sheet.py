"""The character sheet: everything that battles, checks and saves need, and attacks as written in stat blocks
(D20-X-line): `bite +4 1d6+1`, `2 claws +6 1d4+3`, `longsword +6/+1 1d8+3/19-20`, `ray +3 ranged touch 2d6`.
A line has the number of attacks, a name, the attack bonus of each, the damage, and threat range and
multiplier of a critical unless they are 20 and double. `or` before a line makes it an alternative: a full
attack leaves it out. `plus` and a word at the end is whatever else a hit does, which is left to the GM; dice
after the first ones are not multiplied.
"""

import re
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.sheet import Meter, Skills, Tags, sheet_part
from tableside.rules.table import Character, GameSheet
from tableside.rules.typed import NAME_LENGTH, typed_line

LOWEST_HIT_POINTS: Final = -99
MOST_HIT_POINTS: Final = 999
LOWEST_BONUS: Final = -20
MOST_OF_A_KIND: Final = 12
"""The most attacks that one line may stand for."""
HIGHEST_BONUS: Final = 99
MOST_DICE: Final = 20
MOST_SIDES: Final = 100
HIGHEST_MULTIPLIER: Final = 5
USUAL_THREAT: Final = 20
USUAL_MULTIPLIER: Final = 2
OR: Final = "or"


@frozen
class D20SheetDice:
    """Equal dice, and what is added to them."""

    count: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def text(self) -> str:
        if not self.count:
            return str(self.plus)
        return f"{self.count}d{self.sides}" + (f"{self.plus:+d}" if self.plus else "")


@frozen
class D20SheetAttack:
    """A line of attacks."""

    name: str
    bonuses: tuple[int, ...]
    """The bonuses of attacks one after the other, as `+6/+1`; a single attack has the first."""
    damage: D20SheetDice
    extra: tuple[D20SheetDice, ...] = ()
    """Dice that a critical does not multiply (D20-X-multiply)."""
    count: int = 1
    threat: int = USUAL_THREAT
    """The lowest natural number that threatens a critical (D20-X-threat)."""
    multiplier: int = USUAL_MULTIPLIER
    is_ranged: bool = False
    is_touch: bool = False
    is_nonlethal: bool = False
    is_choice: bool = False
    note: str = ""

    @property
    def each(self) -> tuple[int, ...]:
        """The bonus of every attack that the line stands for."""
        return tuple(bonus for _ in range(self.count) for bonus in self.bonuses)

    @property
    def text(self) -> str:
        """As written on the sheet."""
        words = [OR] if self.is_choice else []
        words += [str(self.count)] if self.count > 1 else []
        words += [self.name, "/".join(f"{each:+d}" for each in self.bonuses)]
        marks = (("ranged", self.is_ranged), ("touch", self.is_touch), ("nonlethal", self.is_nonlethal))
        words += [mark for mark, holds in marks if holds]
        return " ".join((*words, self._harm))

    @property
    def _harm(self) -> str:
        written = self.damage.text + "".join(f"+{each.text}" for each in self.extra)
        written += f"/{self.threat}-20" if self.threat != USUAL_THREAT else ""
        written += f"/x{self.multiplier}" if self.multiplier != USUAL_MULTIPLIER else ""
        return written + (f" plus {self.note}" if self.note else "")

    @classmethod
    def parse(cls, text: str) -> "D20SheetAttack":
        """The attack as typed. Raises `RuleError` naming the text if it is not an attack."""
        written = typed_line(text).translate(_SIGNS).strip()
        match = _LINE.fullmatch(written) if len(written) <= NAME_LENGTH else None
        if match is None:
            raise RuleError("d20.no-attack", text=text.strip()[:NAME_LENGTH])
        damage, extra = _dice(match["damage"], match["more"], match["extra"])
        marks = match["marks"].casefold().split()
        line = cls(
            name=" ".join(match["name"].split()),
            bonuses=tuple(int(each) for each in match["bonuses"].split("/")),
            damage=damage,
            extra=extra,
            count=int(match["count"] or 1),
            threat=int(match["threat"] or USUAL_THREAT),
            multiplier=int(match["multiplier"] or USUAL_MULTIPLIER),
            is_ranged="ranged" in marks,
            is_touch="touch" in marks,
            is_nonlethal="nonlethal" in marks,
            is_choice=match["choice"] is not None,
            note=(match["note"] or "").strip(),
        )
        _check(line, text)
        return line

    @classmethod
    def text_of(cls, text: str) -> str:
        """The text as written on the sheet. Raises `RuleError` naming it if it is not an attack."""
        return cls.parse(text).text

    @classmethod
    def rows_of(cls, text: str) -> tuple[str, ...]:
        """The attacks of a whole line, `2 claws +6 1d4+3, bite +1 1d6+1`.
        Raises `RuleError` as `D20SheetAttack.parse`.
        """
        return tuple(cls.text_of(each) for each in _BETWEEN.split(text.strip()) if each.strip())


_LINE = re.compile(
    r"(?:(?P<choice>or)\s+)?(?:(?P<count>\d{1,2})\s+)?"
    r"(?P<name>(?:\+\d{1,2}\s+)?[^\W\d_][^\d,;:()/+=]*?)\s+"
    r"(?P<bonuses>[+-]\d{1,2}(?:/[+-]\d{1,2})*)\s*"
    r"(?P<marks>(?:(?:melee|ranged|touch|nonlethal)\s*)*)"
    r"(?P<open>\(?)\s*(?P<damage>\d*d\d+|\d+)(?P<more>(?:[+-](?:\d*d\d+|\d+))*)"
    r"(?:/(?P<threat>\d{1,2})-20)?(?:/?[x*](?P<multiplier>\d))?"
    r"(?:\s+plus\s+(?P<extra>\d*d\d+))?(?:\s*(?:plus\s+)?(?P<note>(?<=\s)[^\W\d_][^\d,;()/+=]*))?\s*\)?",
    re.IGNORECASE,
)
_TERM = re.compile(r"(?P<sign>[+-])(?:(?P<count>\d*)d(?P<sides>\d+)|(?P<plus>\d+))", re.IGNORECASE)
_SIGNS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}\N{MULTIPLICATION SIGN}", "--x")
_BETWEEN = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+(?=or\s)", re.IGNORECASE)


def _dice(first: str, more: str, extra: str | None) -> tuple[D20SheetDice, tuple[D20SheetDice, ...]]:
    """The dice with everything that is added to them, and the extra dice."""
    terms = [*_TERM.finditer(f"+{first}{more}"), *_TERM.finditer(f"+{extra}" if extra else "")]
    plus = sum(int(each["sign"] + each["plus"]) for each in terms if each["plus"])
    dice = [D20SheetDice(int(each["count"] or 1), int(each["sides"])) for each in terms if each["sides"]]
    first_dice = D20SheetDice(dice[0].count, dice[0].sides, plus) if dice else D20SheetDice(0, plus=plus)
    return first_dice, tuple(dice[1:])


def _check(line: D20SheetAttack, text: str) -> None:
    """Raises `RuleError` for numbers that no attack can have."""
    dice = (line.damage, *line.extra)
    fits = (
        line.count >= 1
        and len(line.each) <= MOST_OF_A_KIND
        and sum(each.count for each in dice) <= MOST_DICE
        and all(2 <= each.sides <= MOST_SIDES for each in dice)
        and abs(line.damage.plus) <= HIGHEST_BONUS
        and 2 <= line.threat <= USUAL_THREAT
        and 1 <= line.multiplier <= HIGHEST_MULTIPLIER
    )
    if not fits:
        raise RuleError(
            "d20.attack-numbers", text=text.strip(), most=MOST_OF_A_KIND, dice=MOST_DICE, sides=MOST_SIDES
        )


@frozen
class D20Sheet(GameSheet):
    """A d20 SRD 3.5 sheet."""

    hit_points: Meter = sheet_part(Meter(8, 8), lowest=LOWEST_HIT_POINTS, highest=MOST_HIT_POINTS)
    nonlethal: int = sheet_part(0, rule="D20-X-nonlethal", highest=MOST_HIT_POINTS, by_play=True)
    """Nonlethal damage taken."""
    armour_class: int = sheet_part(10, rule="D20-ff", highest=99)
    """The full value, including the Dexterity modifier."""
    touch: int = sheet_part(0, rule="D20-X-touch", highest=99)
    """Armour Class against touch attacks. 0: 10 and the Dexterity modifier."""
    fortitude: int = sheet_part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99, signed=True)
    reflex: int = sheet_part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99, signed=True)
    will: int = sheet_part(0, rule="D20-X-save", lowest=LOWEST_BONUS, highest=99, signed=True)
    dexterity: int = sheet_part(10, rule="D20-check", lowest=1, highest=99)
    """The score, as for the other abilities."""
    initiative_bonus: int = sheet_part(0, rule="D20-X-mod", lowest=LOWEST_BONUS, highest=40, signed=True)
    """Apart from Dexterity: Improved Initiative gives 4."""
    uncanny_dodge: bool = sheet_part(False, rule="D20-ud")
    immobilised: bool = sheet_part(False, rule="D20-X-ud", by_play=True)
    """Whether they cannot move, so that uncanny dodge does not help."""
    attacks: Tags = sheet_part(Tags(), rule="D20-X-line", reads=D20SheetAttack.text_of)
    """In the form that `D20SheetAttack.parse` reads."""
    skills: Skills = sheet_part(Skills(), rule="D20-X-dc", lowest=LOWEST_BONUS, highest=99, signed=True)
    """Other skills, each with everything that is added to its check."""
    spot: int = sheet_part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99, signed=True)
    listen: int = sheet_part(0, rule="D20-surp", lowest=LOWEST_BONUS, highest=99, signed=True)
    damage_reduction: int = sheet_part(0, rule="D20-X-reduction", highest=99)
    no_criticals: bool = sheet_part(False, rule="D20-X-threat")
    """Whether they are immune to criticals, like the undead, oozes and constructs."""
    strength: int = sheet_part(10, rule="D20-X-dc", lowest=1, highest=99)
    constitution: int = sheet_part(10, rule="D20-X-dc", lowest=1, highest=99)
    intelligence: int = sheet_part(10, rule="D20-X-dc", lowest=1, highest=99)
    wisdom: int = sheet_part(10, rule="D20-X-dc", lowest=1, highest=99)
    charisma: int = sheet_part(10, rule="D20-X-dc", lowest=1, highest=99)
    notes: str = sheet_part("", long=True)

    @property
    def dexterity_modifier(self) -> int:
        return ability_modifier(self.dexterity)

    @classmethod
    def initiative_modifier_of(cls, who: Character) -> int:
        """What is added to an initiative check: Dexterity and any other bonus (D20-check, D20-X-mod)."""
        sheet = cls.of(who)
        return sheet.dexterity_modifier + sheet.initiative_bonus

    @classmethod
    def attacks_of(cls, who: Character) -> tuple[D20SheetAttack, ...]:
        """The attacks on somebody's sheet that can be parsed."""
        lines = []
        for text in cls.of(who).attacks.names:
            try:
                lines.append(D20SheetAttack.parse(text))
            except RuleError:
                continue  # from elsewhere in this form: the sheet shows it, but nothing is rolled with it
        return tuple(lines)

    @classmethod
    def attack_names_of(cls, who: Character) -> tuple[str, ...]:
        """The name of each attack; the whole line if two have the same name."""
        lines = cls.attacks_of(who)
        names = [each.name.casefold() for each in lines]
        return tuple(
            each.name if names.count(name) == 1 else each.text
            for each, name in zip(lines, names, strict=True)
        )

    @classmethod
    def attack_of(cls, who: Character, name: str) -> D20SheetAttack:
        """The attack with this name on somebody's sheet; without a name the first.
        Raises `RuleError` naming the possible ones.
        """
        lines, names = cls.attacks_of(who), cls.attack_names_of(who)
        if not lines:
            raise RuleError("d20.no-attacks", who=who.name)
        if name and name not in names:
            raise RuleError("d20.no-such-attack", who=who.name, text=name, known=names)
        return lines[names.index(name)] if name else lines[0]


BAND: Final = (
    "hit_points | armour_class | touch | initiative_bonus | fortitude | reflex | will",
    "strength | dexterity | constitution | intelligence | wisdom | charisma",
)
"""The numbers at the top of the sheet."""


def ability_modifier(score: int) -> int:
    """The modifier of an ability score: 0 at 10 and 11, and 1 more or less for every two points."""
    return (score - 10) // 2
