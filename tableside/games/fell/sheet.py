"""The character sheet (FELL-X-abil, FELL-X-npc, FELL-X-hire): ability dice, and what is carried and worn:
steel dice (FELL-X-steel), protection (FELL-X-armour), slots (FELL-X-slots).
The rules files say what bulky, small and blast mean, but not which weapons are so: that is Tableside's
proposal, and the slots of any item can be changed.
A player's character has three ability dice, each with points. Everybody else has one hit die that is used for
everything, and hit points instead of the points of any ability.
"""

import re
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.fell.house import FellHouse
from tableside.rules.items import ItemRows, with_items_let_go
from tableside.rules.sheet import LADDER, Die, Item, Meter, Slots, Tags, sheet_part
from tableside.rules.table import Character, GameSheet, Kind

SKILLS: Final = (
    *("athletics", "discernment", "lore", "performance"),
    *("repair", "skullduggery", "speechcraft", "survival"),
)
"""In the order of the d8."""


@frozen
class SteelWeapon:
    """A row of the weapon table."""

    id: str
    die: int
    """The sides of its steel die."""
    bulky: bool = False
    """Fills two slots and needs both hands."""
    small: bool = False
    """In the off hand it gives its die as the bonus die."""
    blast: bool = False
    """Its harm is divided among those nearby."""

    @property
    def slots(self) -> int:
        return 2 if self.bulky else 1

    @staticmethod
    def die_of(item: Item | str) -> int:
        """The sides of the steel die of an item or a weapon row. 0: it is not a weapon."""
        id = item.weapon if isinstance(item, Item) else item
        return WEAPONS[id].die if id in WEAPONS else 0


MARKS: Final = ("bulky", "small", "blast")
"""The properties that a weapon of one's own may state after its die."""
_OWN: Final = re.compile(rf"d(?P<die>{'|'.join(map(str, LADDER))})(?P<marks>(?:-(?:{'|'.join(MARKS)}))*)")


@lru_cache(maxsize=1000)
def _own_weapon(id: str, said: str) -> SteelWeapon:
    """A weapon of one's own: `d8-bulky`. Raises `RuleError` for anything else."""
    match = _OWN.fullmatch(said)
    if match is None:
        dice = tuple(f"d{sides}" for sides in LADDER)
        raise RuleError("fell.no-row", text=said.replace("-", " "), dice=dice, marks=MARKS)
    return SteelWeapon(id, int(match["die"]), **{each: f"-{each}-" in f"{match['marks']}-" for each in MARKS})


_BOOK: Final = {
    weapon.id: weapon
    for weapon in (
        SteelWeapon("club", 4, small=True),
        SteelWeapon("dagger", 4, small=True),
        SteelWeapon("handaxe", 4, small=True),
        SteelWeapon("shortsword", 4, small=True),
        SteelWeapon("shortbow", 4),
        SteelWeapon("sling", 4),
        SteelWeapon("staff", 4),
        SteelWeapon("longbow", 6, bulky=True),
        SteelWeapon("longsword", 6),
        SteelWeapon("mace", 6),
        SteelWeapon("firebomb", 6, blast=True),
        SteelWeapon("battle-axe", 8, bulky=True),
        SteelWeapon("crossbow", 8, bulky=True),
        SteelWeapon("flail", 8, bulky=True),
        SteelWeapon("greatsword", 8, bulky=True),
        SteelWeapon("warhammer", 8, bulky=True),
    )
}
SAYS: Final = "die"
"""The field in which a weapon of one's own is described."""
WEAPONS: Final = ItemRows(_BOOK, _own_weapon, SAYS)
"""The weapon table, and the group's own weapons."""


PLAYERS: Final = (Kind.PC,)
OTHERS: Final = (Kind.ENEMY, Kind.NPC, Kind.HENCHMAN)
PEOPLE: Final = (Kind.PC, Kind.NPC, Kind.HENCHMAN)
HIT_LADDER: Final = (*LADDER, 20)
"""The dice of a foe: from d4, easy, to d12 and the extreme d20 (FELL-X-npc)."""
BARE_SLOTS: Final = 4
"""Slots apart from the BOD die (FELL-X-slots)."""

Whole = int
"""Stands for `int` in the class, where the sheet's field `int` hides it."""


class Ability(StrEnum):
    """Body, intellect, willpower: each is the id of its die on the sheet."""

    BOD = "bod"
    INT = "int"
    WIL = "wil"


ABILITIES: Final = tuple(Ability)
"""In the order in which they are rolled."""


class Reaction(StrEnum):
    """How somebody feels about those they meet (FELL-REACT), from worst to best."""

    UNKNOWN = "not-known"
    HOSTILE = "hostile"
    WARY = "wary"
    INDIFFERENT = "indifferent"
    FRIENDLY = "friendly"
    HELPFUL = "helpful"


class Armour(StrEnum):
    """What is worn over the body."""

    NONE = "none"
    BRIGANDINE = "brigandine"
    CHAIN = "chain"
    PLATE = "plate"


BODY_ARMOUR: Final = tuple(each.value for each in Armour if each != Armour.NONE)
SHIELD, HELMET, GAMBESON = "shield", "helmet", "gambeson"
SLOTS_OF_ARMOUR: Final = dict.fromkeys((*BODY_ARMOUR, SHIELD, HELMET, GAMBESON), 1)
"""One slot each, like anything that is not bulky according to the rules files."""
CARRIED: Final = ItemRows(
    {**{id: weapon.slots for id, weapon in _BOOK.items()}, **SLOTS_OF_ARMOUR},
    lambda id, said: _own_weapon(id, said).slots,
    SAYS,
    MARKS,
)
"""The rows of everything that is carried, with the slots that they fill."""


@frozen
class FellSheet(GameSheet):
    """A Fell sheet."""

    bod: Die = sheet_part(Die(4), rule="FELL-X-abil", kinds=PLAYERS)
    bod_points: Meter = sheet_part(Meter(4, 4), rule="FELL-X-abil", highest=99, kinds=PLAYERS)
    int: Die = sheet_part(Die(4), rule="FELL-X-abil", kinds=PLAYERS)
    int_points: Meter = sheet_part(Meter(4, 4), rule="FELL-X-abil", highest=99, kinds=PLAYERS)
    wil: Die = sheet_part(Die(4), rule="FELL-X-abil", kinds=PLAYERS)
    wil_points: Meter = sheet_part(Meter(4, 4), rule="FELL-X-abil", highest=99, kinds=PLAYERS)
    hit_die: Die = sheet_part(Die(4), rule="FELL-X-npc", kinds=OTHERS, ladder=HIT_LADDER)
    hit_points: Meter = sheet_part(Meter(4, 4), rule="FELL-X-npc", highest=99, kinds=OTHERS)
    skills: Tags = sheet_part(Tags(), rule="FELL-X-skill")
    spells: Tags = sheet_part(Tags(), rule="FELL-X-spell")
    armour: str = sheet_part(
        Armour.NONE.value,
        rule="FELL-X-armour",
        options=tuple(Armour),
        in_use={row: row for row in BODY_ARMOUR},
    )
    shield: bool = sheet_part(False, rule="FELL-X-armour", in_use={SHIELD: "yes"})
    helmet: bool = sheet_part(False, rule="FELL-X-armour", in_use={HELMET: "yes"})
    gambeson: bool = sheet_part(False, rule="FELL-X-armour", in_use={GAMBESON: "yes"})
    hide: Whole = sheet_part(0, rule="FELL-X-armour", highest=9, kinds=OTHERS)
    """A foe's natural protection."""
    items: Slots = sheet_part(Slots(), rule="FELL-X-slots", weapons=CARRIED)
    rations: Whole = sheet_part(0, rule="FELL-DEP", highest=99, kinds=PEOPLE)
    coin: Whole = sheet_part(0, rule="FELL-X-slots", highest=9_999_999)
    days_deprived: Whole = sheet_part(0, rule="FELL-DEP", kinds=PEOPLE, by_play=True)
    """Days without food, water, warmth or sleep, including today; 0 for those who lack nothing."""
    fatigue_left: Whole = sheet_part(0, rule="FELL-DEP", kinds=PEOPLE, by_play=True)
    """Levels of fatigue from before, which comfortable nights remove one by one."""
    wage: Whole = sheet_part(5, rule="FELL-X-hire", highest=999, kinds=(Kind.HENCHMAN,))
    """Coin per day."""
    days_paid: Whole = sheet_part(0, rule="FELL-X-hire", highest=999, kinds=(Kind.HENCHMAN,), by_play=True)
    """Days for which the wage is paid in advance."""
    reaction: str = sheet_part(
        Reaction.UNKNOWN.value, rule="FELL-REACT", kinds=OTHERS, options=tuple(Reaction), by_play=True
    )
    """How they feel about the party, as it last turned out."""
    background: str = sheet_part("", rule="FELL-X-create", kinds=PEOPLE)
    age: Whole = sheet_part(0, rule="FELL-X-create", highest=999, kinds=PEOPLE)
    traits: str = sheet_part("", rule="FELL-X-create", kinds=PEOPLE)
    """The ten d10 as they fell: the book says what they mean."""
    notes: str = sheet_part("", long=True)

    def die(self, ability: str) -> Die:
        """This ability's die."""
        return {Ability.BOD: self.bod, Ability.INT: self.int, Ability.WIL: self.wil}[Ability(ability)]

    def ability_points(self, ability: str) -> Meter:
        """The points of this ability."""
        points = {Ability.BOD: self.bod_points, Ability.INT: self.int_points, Ability.WIL: self.wil_points}
        return points[Ability(ability)]

    def with_points(self, ability: str, points: Meter) -> "FellSheet":
        """With these points in this ability."""
        part: dict[str, Any] = {f"{Ability(ability)}_points": points}  # Any: of the field's type
        return replace(self, **part)

    def with_new_die(self, ability: str, die: Die, *, refilled: bool) -> "FellSheet":
        """The sheet with another die, whose highest number is the new maximum of points (FELL-AMB-17).
        The points stay, but not above it, unless they are to be `refilled`.
        """
        current = die.sides if refilled else min(self.ability_points(ability).current, die.sides)
        part: dict[str, Any] = {Ability(ability): die}  # Any: of the field's type
        return replace(self, **part).with_points(ability, Meter(current, die.sides))

    @property
    def steel_weapons(self) -> tuple[str, ...]:
        """The weapon rows that are carried, in the order of the sheet, each once."""
        return tuple(dict.fromkeys(item.weapon for item in self.items.items if item.weapon in WEAPONS))

    @property
    def off_hand_weapons(self) -> tuple[str, ...]:
        """The carried weapons that give their die as the bonus die in the off hand (FELL-X-steel)."""
        return tuple(id for id in self.steel_weapons if WEAPONS[id].small)

    @property
    def protection(self) -> Whole:
        """The harm that armour keeps off (FELL-X-armour): what is worn, and a foe's own hide."""
        worn = self.shield + self.helmet + self.gambeson
        return PROTECTION[Armour(self.armour)] + worn + self.hide

    @staticmethod
    def coin_slots(coin: Whole) -> Whole:
        """The slots that coins fill: one for every full hundred (FELL-X-slots)."""
        return coin // COINS_IN_A_SLOT

    @property
    def slots_used(self) -> Whole:
        """The slots that things and coins fill. Worn armour fills those of its item, if it is listed."""
        return self.items.used + FellSheet.coin_slots(self.coin)

    @property
    def unknown_skills(self) -> tuple[str, ...]:
        """The skills that are not on the sheet."""
        return tuple(each for each in SKILLS if not self.skills.has(each))

    @property
    def is_deprived(self) -> bool:
        """Whether they lack anything now, and therefore regain no points (FELL-DEP)."""
        return self.days_deprived > 0

    def fatigue(self, house: FellHouse) -> Whole:
        """Levels of fatigue (FELL-DEP), each a step of disadvantage on all tests.
        One level for each day deprived except the first (FELL-AMB-13), and what is left from before.
        """
        free = 0 if house.fatigue == "first-night" else 1
        return self.fatigue_left + max(0, self.days_deprived - free)

    @staticmethod
    def die_of(who: Character, ability: str) -> Whole:
        """The die that they roll for this ability: everybody except players' characters rolls the hit die."""
        sheet = FellSheet.of(who)
        return sheet.die(ability).sides if FellSheet.has_ability_dice(who) else sheet.hit_die.sides

    @staticmethod
    def points_of(who: Character, ability: str) -> Meter:
        """What harm to this ability is taken from: its points, or hit points for those with only these."""
        sheet = FellSheet.of(who)
        return sheet.ability_points(ability) if FellSheet.has_ability_dice(who) else sheet.hit_points

    @staticmethod
    def with_points_of(who: Character, ability: str, points: Meter) -> Character:
        """The character with these points in this ability, or as hit points for those who have only these."""
        sheet = FellSheet.of(who)
        if FellSheet.has_ability_dice(who):
            return replace(who, sheet=sheet.with_points(ability, points))
        return replace(who, sheet=replace(sheet, hit_points=points))

    @staticmethod
    def protection_of(who: Character, ability: str) -> Whole:
        """The harm to this ability that armour keeps off: it covers only the body."""
        return FellSheet.of(who).protection if ability == Ability.BOD else 0

    @staticmethod
    def slots_of(who: Character) -> Whole:
        """The number of their slots (FELL-X-slots): 4 plus the highest number of the BOD or hit die."""
        return BARE_SLOTS + FellSheet.die_of(who, Ability.BOD)

    @staticmethod
    def is_overburdened(who: Character) -> bool:
        """Whether they carry more than their slots hold (FELL-X-slots)."""
        return FellSheet.of(who).slots_used > FellSheet.slots_of(who)

    @property
    def knows_spells(self) -> bool:
        return bool(self.spells.names)

    @staticmethod
    def has_ability_dice(who: Character) -> bool:
        """Whether they have three ability dice instead of one hit die for everything (FELL-X-npc)."""
        return who.kind in PLAYERS

    @staticmethod
    def skill_die_of(who: Character) -> Whole:
        """The die that a fitting skill gives (FELL-X-skill): INT or hit die; 0 for those who know none."""
        return FellSheet.die_of(who, Ability.INT) if FellSheet.of(who).skills.names else 0

    @staticmethod
    def settle_points(before: Character, after: Character) -> Character:
        """After an edit by hand: points follow a changed die, unless they were edited too (FELL-X-abil).
        Full points stay full; others stay as they are, but not above the maximum. What is dropped is no
        longer worn.
        """
        if not isinstance(before.sheet, FellSheet) or not isinstance(after.sheet, FellSheet):
            return after
        old, new = before.sheet, with_items_let_go(before.sheet, after.sheet)
        for ability in ABILITIES:
            was, now = old.die(ability), new.die(ability)
            meter = new.ability_points(ability)
            if now.sides != was.sides and meter == old.ability_points(ability):
                new = new.with_new_die(ability, now, refilled=meter.current == meter.maximum)
        if new.hit_die.sides != old.hit_die.sides and new.hit_points == old.hit_points:
            most = new.hit_die.sides
            full = old.hit_points.current == old.hit_points.maximum
            current = most if full else min(old.hit_points.current, most)
            new = replace(new, hit_points=Meter(current, most))
        return replace(after, sheet=new)


HEAD: Final = ("background", "age")
"""The parts that say who it is."""
BAND: Final = (
    "bod+bod_points | int+int_points | wil+wil_points | hit_die+hit_points",
    "armour+shield+helmet+gambeson | hide",
)
"""The numbers at the top of the sheet: each die with its points."""


COINS_IN_A_SLOT: Final = 100
PROTECTION: Final = {Armour.NONE: 0, Armour.BRIGANDINE: 1, Armour.CHAIN: 2, Armour.PLATE: 3}
"""The harm that body armour keeps off."""
