"""The two fighters of an exchange of blows, made from the characters on the table, and the table after it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.troika.conditions import AIMED, PRONE, UNAWARE
from tableside.games.troika.damage import WEAPONS, damage_row_of_weapon
from tableside.games.troika.exchange import Exchange, ExchangeSide, Trust
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.inventory import is_swamped_by_inventory
from tableside.games.troika.rolls import (
    Reason,
    Result,
    modifier_if_any,
    modifiers_on_other_rolls,
    modifiers_on_roll,
    sum_of_troika_modifiers,
    tell_modifiers,
)
from tableside.games.troika.sheet import (
    BEST,
    SHIELD,
    SKILL,
    SkillTotalOnSheet,
    TroikaSheet,
    tell_skill_total,
)
from tableside.games.troika.skill_tests import skill_test_input, ticked_by_skill_test
from tableside.games.troika.stamina import lose_stamina
from tableside.games.troika.terms import EVADING, UNARMED
from tableside.games.troika.turns import act_in_troika_turn
from tableside.rules.inputs import Choice, Given, Number, inputs_narrowed_to, person_given_by_input
from tableside.rules.items import own_item_rows
from tableside.rules.life_states import check_can_act, check_lives, helplessness
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome
from tableside.rules.table import Character, Kind, Table

SWAMPED = "swamped"
HANDS: Final = 2


@frozen
class Fighter:
    """A character in an exchange: its weapons, its modifiers, and its numbers."""

    who: Character
    use: SkillTotalOnSheet
    reasons: tuple[Reason, ...]
    side: ExchangeSide

    def with_luck_left(self, side: ExchangeSide) -> Character:
        """The character with the Luck left after the exchange."""
        sheet = TroikaSheet.of(self.who)
        if side.luck is None or side.luck == sheet.luck.current:
            return self.who
        return replace(self.who, sheet=replace(sheet, luck=replace(sheet.luck, current=side.luck)))


@frozen
class Stance:
    """What somebody brings to an exchange: skill, weapons, modifiers and cover."""

    use: SkillTotalOnSheet
    weapons: tuple[str, ...]
    modifier: int = 0
    """The GM's modifier."""
    behind: int = 0
    """The cover in front of them (TRO-7.1)."""
    attacked: bool = False
    trust: Trust = Trust.ASK


def fighter_against(who: Character, against: Character, stance: Stance, house: TroikaHouse) -> Fighter:
    """A character against another one."""
    sheet, use = TroikaSheet.of(who), stance.use
    reasons = (
        *modifiers_on_roll(who, house, against, stance.modifier),
        *modifier_if_any("cover", stance.behind, "TRO-7.1"),
    )
    side = ExchangeSide(
        bonus=use.total + sum_of_troika_modifiers(reasons),
        weapons=stance.weapons,
        armour=sheet.armour,
        shield=sheet.shield,
        damage_reasons=modifiers_on_other_rolls(who, house),
        prone=who.has(PRONE),
        luck=None if who.kind == Kind.ENEMY else sheet.luck.current,
        luck_weight=sum_of_troika_modifiers(modifiers_on_other_rolls(who, house)),
        name=who.name,
        attacked=stance.attacked,
        trust=stance.trust,
    )
    return Fighter(who, use, reasons, side)


def tell_fighter(fighter: Fighter, play: Play) -> None:
    """Tell the components of a side's bonus."""
    tell_skill_total(fighter.use, play, fighter.who.name)
    tell_modifiers(fighter.reasons, play, fighter.who.name)


def weapons_of_fighter(who: Character, named: str | tuple[str, ...]) -> tuple[str, ...]:
    """The rows in hand: those named, or the one on the sheet."""
    rows = (named,) if isinstance(named, str) else named
    return tuple(damage_row_of_weapon(row).id for row in rows if row) or (TroikaSheet.of(who).weapon,)


def hands_filled(who: Character, rows: tuple[str, ...]) -> int:
    """How many hands these rows and the shield on the arm take (TRO-7.7)."""
    shield = TroikaSheet.of(who).shield and SHIELD not in rows
    return sum(damage_row_of_weapon(row).slots for row in rows) + shield


def doubt_of_hands(table: Table, form: object) -> str:
    """The doubt about an attack with more than two hands hold (TRO-7.7)."""
    attack = inputs_narrowed_to(form, FightersAttack)
    who = table[attack.who]
    return "hands-full" if hands_filled(who, weapons_of_fighter(who, attack.weapon)) > HANDS else ""


def _why_unaware(who: Character, house: TroikaHouse) -> str:
    """Why they count as unaware (TRO-7.3): helpless, surprised, or swamped (TRO-10.4).

    Empty if they are aware.
    """
    if state := helplessness(who):
        return state
    if who.has(UNAWARE):
        return UNAWARE
    return SWAMPED if who.kind != Kind.ENEMY and is_swamped_by_inventory(TroikaSheet.of(who), house) else ""


def fighter_without_weapon(who: Character, weapon: str) -> Character:
    """The character after a clinch (TRO-7.4): without an item of this row, and with an empty hand.

    Claws and fists stay.
    """
    if damage_row_of_weapon(weapon).natural:
        return who
    sheet = TroikaSheet.of(who)
    index = next((at for at, item in enumerate(sheet.items.items) if item.weapon == weapon), None)
    if index is not None:
        left = (*sheet.items.items[:index], *sheet.items.items[index + 1 :])
        sheet = replace(sheet, items=replace(sheet.items, items=left))
    held = UNARMED if sheet.weapon == weapon else sheet.weapon
    return replace(who, sheet=replace(sheet, weapon=held, shield=sheet.shield and weapon != SHIELD))


def _has_won(result: Result, attacked: bool) -> bool | None:
    """Whether this side's skill succeeded (TRO-2.1.1). None: it neither succeeded nor failed."""
    if result in (Result.TIE, Result.CLINCH):
        return None
    if result == Result.BOTH_FUMBLE:
        return False
    return (result in (Result.WIN, Result.HIT)) != attacked


Rows = str | tuple[str, ...]
"""One row of the damage table, or several."""

COVER: Final = Number(default=0, highest=20, worth=(1,))
"""The target's cover, added to their roll (TRO-7.1)."""
LUCK_IN_FIGHTS: Final = Choice(options=lambda table, given: tuple(Trust), default=Trust.ASK, worth=True)
OWN_SKILL: Final = skill_test_input("who", SKILL, BEST, default=BEST)
THEIR_SKILL: Final = skill_test_input("against", SKILL, BEST, default=BEST)
AMOUNTS: Final = ("damage-dealt", "damage-taken")


@frozen
class FightersAttack:
    """An attack: the inputs of its procedure's form, with defaults for all others."""

    who: int
    against: int
    skill: str = BEST
    their_skill: str = BEST
    weapon: Rows = ""
    """The rows in hand; empty for the one on the sheet."""
    modifier: int = 0
    cover: int = 0
    aimed: bool = False
    unaware: bool = False
    in_reach: bool = False
    """Whether the target of a shot could strike back (TRO-AMB-6)."""
    among: tuple[int, ...] = ()
    """The others in the melee that is shot into (TRO-6.2.1)."""
    luck: str = Trust.ASK

    @classmethod
    def as_run(
        cls, rule: Callable[[Table, "FightersAttack", Play], Outcome]
    ) -> Callable[[Table, object, Play], Outcome]:
        """A rule about an attack as the `run` of a procedure, whose form has some of these fields."""

        def run(table: Table, form: object, play: Play) -> Outcome:
            attack = inputs_narrowed_to(form, cls)
            return rule(act_in_troika_turn(table, attack.who, play), attack, play)

        return run

    @classmethod
    def as_odds(cls, rule: Callable[[Table, "FightersAttack"], Odds]) -> Callable[[Table, object], Odds]:
        """The odds of an attack as the `odds` of a procedure, whose form has some of these fields."""
        return lambda table, form: rule(table, inputs_narrowed_to(form, cls))


def _weapons(table: Table, given: Given) -> tuple[str, ...]:
    """All rows of the damage table, those in hand and carried first, with own rows of those in play."""
    who = person_given_by_input(table, given)
    if who is None:
        return weapons_of_all_fighters(table)
    sheet = TroikaSheet.of(who)
    carried = (item.weapon for item in sheet.items.items if item.weapon in WEAPONS)
    return tuple(dict.fromkeys((sheet.weapon, *carried, *weapons_of_all_fighters(table))))


def _carried(table: Table, given: Given) -> Mapping[str, str]:
    """The rows of the things that somebody carries, by name: a boat hook is a spear."""
    who = person_given_by_input(table, given)
    items = TroikaSheet.of(who).items.items if who is not None else ()
    return {item.name: item.weapon for item in items if item.weapon in WEAPONS}


def weapons_of_all_fighters(table: Table) -> tuple[str, ...]:
    """The rows of the damage table, and the own rows of what anybody in play holds or carries."""
    own = (row for who in table.in_play() for row in own_item_rows(TroikaSheet.of(who), "weapon"))
    return tuple(dict.fromkeys((*WEAPONS, *own)))


WEAPON: Final = Choice(options=_weapons, default="", many=True, rows=WEAPONS, known_as=_carried)


@frozen
class FightersMeeting:
    """Two fighters against each other, and the house rules."""

    own: Fighter
    theirs: Fighter
    house: TroikaHouse
    unaware: str = ""
    """Why the second one counts as unaware (TRO-7.3). Empty: they are aware."""
    aimed: bool = False

    def tell(self, play: Play) -> None:
        """Tell the components of both bonuses; for the unaware, only the reason."""
        tell_fighter(self.own, play)
        if self.unaware:
            fact = "taken-unawares" if self.unaware == UNAWARE else "counts-as-unaware"
            play.tell(fact, "TRO-7.3", {"who": self.theirs.who.name, "condition": self.unaware})
        else:
            tell_fighter(self.theirs, play)

    def after_exchange(
        self, table: Table, exchange: Exchange, play: Play, struck: int | None = None
    ) -> Table:
        """The table after an exchange: ticks, Luck, broken weapons, then wounds, the attacked side's first.

        `struck`: who is hit instead of the target (TRO-6.2.1). The unaware rolled nothing, so they earn no
        tick.
        """
        own, theirs, house, result = self.own, self.theirs, self.house, exchange.result
        attacker = ticked_by_skill_test(
            own.with_luck_left(exchange.own), own.use, _has_won(result, False), house, play
        )
        defender = theirs.with_luck_left(exchange.theirs)
        if not self.unaware:
            defender = ticked_by_skill_test(defender, theirs.use, _has_won(result, True), house, play)
        if result == Result.CLINCH:
            attacker = fighter_without_weapon(attacker, own.side.weapons[0])
            defender = fighter_without_weapon(defender, theirs.side.weapons[0])
        table = table.put(attacker, defender)
        for key, points in ((struck or defender.key, exchange.dealt), (attacker.key, exchange.taken)):
            table = table.put(lose_stamina(table[key], points, table, play))
        return table

    @classmethod
    def of(
        cls,
        table: Table,
        attack: FightersAttack,
        words: tuple[str, ...] = (),
        their_words: tuple[str, ...] = (),
    ) -> "FightersMeeting":
        """Make a meeting of two fighters. The words name suitable skills; by default those of their weapons.

        Raises `RuleError` unless the first can act and the second is somebody else who lives.
        """
        house, who, target = TroikaHouse.of(table), table[attack.who], table[attack.against]
        check_fighters(who, target)
        rows, their_rows = weapons_of_fighter(who, attack.weapon), weapons_of_fighter(target, "")
        use = TroikaSheet.of(who).skill_total_for(
            attack.skill, words or TroikaSheet.skill_words_for_weapon(rows[0])
        )
        their_use = TroikaSheet.of(target).skill_total_for(
            attack.their_skill, their_words or TroikaSheet.skill_words_for_weapon(their_rows[0])
        )
        trust = Trust(attack.luck)
        their_stance = Stance(their_use, their_rows, behind=attack.cover, attacked=True, trust=trust)
        return cls(
            fighter_against(who, target, Stance(use, rows, attack.modifier, trust=trust), house),
            fighter_against(target, who, their_stance, house),
            house,
            UNAWARE if attack.unaware else _why_unaware(target, house),
            attack.aimed or who.has(AIMED),
        )

    @classmethod
    def evading(cls, table: Table, attack: FightersAttack) -> "FightersMeeting":
        """Make a meeting in which the first shoots and the second only evades (TRO-6.2).

        Raises `RuleError` when no weapon is named and the one in hand is not shot.
        """
        met = cls.of(table, attack, their_words=EVADING)
        held = TroikaSheet.of(met.own.who).weapon
        if not (attack.weapon or damage_row_of_weapon(held).shot):
            raise RuleError("troika.not-shot", who=met.own.who.name, weapon=held)
        return met


def check_fighters(who: Character, against: Character) -> None:
    """Raises `RuleError` unless the first can act and the second is somebody else who lives."""
    if who.key == against.key:
        raise RuleError("inputs.against-themselves", who=who.name)
    check_can_act(who)
    check_lives(against)
