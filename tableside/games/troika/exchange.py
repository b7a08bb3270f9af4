"""One exchange of blows on bare numbers: melee (TRO-6.1), shots (TRO-6.2), attacks on the unaware (TRO-7.3).

The attacking side is `own`, the attacked one `theirs`. Luck may break a tie, and after a hit raise the Damage
Roll by 2 (TRO-3.3); `ExchangeSide.trust` says whether anybody is asked.
"""

from dataclasses import field, replace
from enum import StrEnum
from typing import Final

from tableside.frozen import frozen
from tableside.games.troika.damage import (
    DamageBlow,
    Striker,
    bonus_changes_damage,
    damage_row_of_weapon,
    roll_damage,
)
from tableside.games.troika.house import TroikaHouse
from tableside.games.troika.luck import luck_may_hold, test_luck
from tableside.games.troika.rolls import (
    FUMBLED,
    LUCKY,
    UNAWARE,
    Reason,
    Result,
    RolledUnder,
    RolledVersus,
    Verdict,
    better_roll_under,
    modifiers_on_the_floor,
    sum_of_troika_modifiers,
    tell_modifiers,
    throw_2d6,
)
from tableside.rules.play import D6, Play


class Trust(StrEnum):
    """Whether Luck is tested where it can help (TRO-3.3)."""

    ASK = "ask"
    ALWAYS = "always"
    NEVER = "never"


@frozen
class ExchangeSide:
    """One side of an exchange: its numbers from sheet and situation."""

    bonus: int = 0
    """Added to its 2d6: Skill Total with all modifiers."""
    weapons: tuple[str, ...] = ("unarmed",)
    """The rows in hand; a clinch breaks the first one."""
    armour: int = 0
    shield: bool = False
    damage_reasons: tuple[Reason, ...] = ()
    """Modifiers on every Damage Roll of this side."""
    prone: bool = False
    """Whether it is prone, which affects its Damage Rolls against the standing (TRO-7.8)."""
    luck: int | None = None
    """Luck left. None: no Luck in a fight (TRO-X-enemy)."""
    luck_weight: int = 0
    """The modifier of a heavy load on its Luck tests (TRO-AMB-18)."""
    name: str = field(default="", compare=False)  # no chance depends on it: equal numbers share a cache
    attacked: bool = field(default=False, compare=False)  # like the name
    """Whether this side was attacked."""
    tested: bool = False
    """Whether it has tested Luck in this exchange."""
    trust: Trust = Trust.ASK
    """Whether it tests Luck where that can help."""

    @property
    def prefix(self) -> str:
        return "their-" if self.attacked else ""

    def luck_may_help(self, house: TroikaHouse) -> bool:
        """Whether a Luck test of this side could succeed; otherwise it is not asked for."""
        return bool(self.luck) and luck_may_hold((self.luck or 0) + self.luck_weight, house)

    def luck_may_help_damage(self, house: TroikaHouse) -> bool:
        """Whether Luck may be tested for damage, possibly after a test for a tie (TRO-AMB-9)."""
        spent = self.tested and house.luck_per_exchange == "one-test"
        return self.luck_may_help(house) and not spent


@frozen
class Settled:
    """A verdict with ties broken, and both sides after it: Luck may have been spent."""

    verdict: Verdict
    own: ExchangeSide
    theirs: ExchangeSide


@frozen
class Shot:
    """The manner of a shot, or of an attack on the unaware."""

    aimed: bool = False
    """Whether the attacker rolls twice (TRO-6.2.2)."""
    in_reach: bool = False
    """Whether the target could strike back (TRO-AMB-6)."""
    victims: tuple[ExchangeSide, ...] = ()
    """Those in the melee that may be hit by the shot (TRO-6.2.1). Empty: only the target."""


PLAIN_SHOT: Final = Shot()


@frozen
class Exchange:
    """The result of an exchange."""

    verdict: Verdict
    own: ExchangeSide
    """The attacker afterwards: Luck may have been spent."""
    theirs: ExchangeSide
    dealt: int = 0
    """Stamina lost by the other side, or by whoever was hit instead."""
    taken: int = 0
    victim: int = 0
    """The index of the one hit by a shot into a melee."""

    @property
    def result(self) -> Result:
        return self.verdict.result

    @property
    def amounts(self) -> dict[str, int]:
        """The damage to either side."""
        return {"damage-dealt": self.dealt, "damage-taken": self.taken}


def _trusts(question: str, side: ExchangeSide, play: Play) -> bool:
    """Whether this side tests its Luck now."""
    if side.trust == Trust.ASK:
        return play.agrees(question, who=side.name)
    return side.trust == Trust.ALWAYS


def _try_luck(side: ExchangeSide, house: TroikaHouse, play: Play) -> tuple[bool, ExchangeSide]:
    """Test the Luck of this side (TRO-3.1): rolls 2d6."""
    if side.luck_weight:
        play.tell("reason-overburdened", "TRO-10.4", {"who": side.name, "amount": side.luck_weight})
    passed, left = test_luck(side.luck or 0, house, play, side.name, weight=side.luck_weight)
    return passed, replace(side, luck=left, tested=True)


def break_exchange_tie(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play, *, both_strike: bool = True
) -> tuple[Result, ExchangeSide, ExchangeSide]:
    """Break a tie by Luck (TRO-3.3): the attacker is asked first, then the other side.

    If both succeed or both fail it is still a tie, or they test again (TRO-AMB-8). Without `both_strike` the
    other side gains nothing by winning, so it is only asked to undo the attacker's Luck.
    """
    while True:
        luck, own = _try_to_break(own, house, play)
        their_luck = None
        if both_strike or luck:
            their_luck, theirs = _try_to_break(theirs, house, play)
        if bool(luck) != bool(their_luck):
            return (Result.WIN if luck else Result.LOSE), own, theirs
        if luck is None or their_luck is None or house.both_break_tie == "still-a-tie":
            return Result.TIE, own, theirs


def _try_to_break(side: ExchangeSide, house: TroikaHouse, play: Play) -> tuple[bool | None, ExchangeSide]:
    """Whether the Luck of this side held. None: it was not tested."""
    if not side.luck_may_help(house) or not _trusts("luck-breaks-tie", side, play):
        return None, side
    return _try_luck(side, house, play)


@frozen
class Hit:
    """Modifiers of a hit, besides those of both sides."""

    reasons: tuple[Reason, ...] = ()
    mighty: bool = False


def strike(
    striker: ExchangeSide, struck: ExchangeSide, hit: Hit, house: TroikaHouse, play: Play
) -> tuple[int, ExchangeSide]:
    """Resolve a hit; return the Stamina that the struck side loses, and the striker afterwards.

    May ask about Luck and roll 2d6 for it (TRO-3.3), then rolls the d6 of damage. Luck is not asked about if
    2 more on the die would change nothing.
    """
    reasons = damage_reasons_in_exchange(striker, struck, hit.reasons)
    blow = DamageBlow(sum_of_troika_modifiers(reasons), struck.armour, struck.shield, hit.mighty)
    better = replace(blow, bonus=blow.bonus + LUCKY.amount)
    may = striker.luck_may_help_damage(house) and bonus_changes_damage(striker.weapons, blow, better, house)
    if may and _trusts("luck-for-damage", striker, play):
        lucky, striker = _try_luck(striker, house, play)
        blow, reasons = (better, (*reasons, LUCKY)) if lucky else (blow, reasons)
    tell_modifiers(reasons, play, striker.name)
    damage = roll_damage(striker.weapons, blow, house, play, Striker(striker.name, striker.prefix))
    return damage.points, striker


def damage_reasons_in_exchange(
    striker: ExchangeSide, struck: ExchangeSide, reasons: tuple[Reason, ...]
) -> tuple[Reason, ...]:
    """All modifiers of a Damage Roll; `reasons` are those of the blow itself."""
    return (*striker.damage_reasons, *modifiers_on_the_floor(striker.prone, struck.prone), *reasons)


def fumble_reasons(verdict: Verdict, house: TroikaHouse) -> tuple[Reason, ...]:
    """The modifier of the Damage Roll for the other side's Fumble (TRO-7.5, TRO-AMB-5)."""
    only_double = verdict.mighty and house.mighty_against_fumble == "double-only"
    return (FUMBLED,) if verdict.fumbled and not only_double else ()


def _shatter(side: ExchangeSide, play: Play) -> int:
    """Break the weapon in hand in a clinch; without one, lose 1d6 Stamina instead (TRO-7.4)."""
    if damage_row_of_weapon(side.weapons[0]).natural:
        (face,) = play.roll(D6, why=f"{side.prefix}clinch", who=side.name)
        play.tell(f"{side.prefix}clinch-hurts", "TRO-7.4", {"who": side.name, "points": face})
        return face
    play.tell(f"{side.prefix}weapon-shatters", "TRO-7.4", {"who": side.name, "weapon": side.weapons[0]})
    return 0


def melee_exchange(own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play) -> Exchange:
    """Hit somebody (TRO-6.1): either side may win and deal damage.

    Rolls the attacker's 2d6, the other side's 2d6, Luck if a tie is to be broken, then the rolls of
    `exchange_after_verdict`.
    """
    dice = throw_2d6(play, "attack", own.name)
    verdict, own, theirs = contest_melee_exchange(dice, own, theirs, house, play)
    return exchange_after_verdict(verdict, own, theirs, house, play)


def contest_melee_exchange(
    dice: int, own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play
) -> tuple[Verdict, ExchangeSide, ExchangeSide]:
    """Decide a melee after the attacker's roll: rolls the other side's 2d6, then Luck for a tie."""
    their_dice = throw_2d6(play, "their-attack", theirs.name)
    verdict = Verdict.of_roll_versus(dice, their_dice, own.bonus - theirs.bonus, house)
    rolled = thrown_in_exchange(verdict, dice, their_dice, own, theirs)
    rolled.tell(play)
    if verdict.result != Result.TIE:
        return verdict, own, theirs
    result, own, theirs = break_exchange_tie(own, theirs, house, play)
    tell_exchange_tie(result, own, theirs, play)
    return Verdict(result), own, theirs


def thrown_in_exchange(
    verdict: Verdict, dice: int, their_dice: int, own: ExchangeSide, theirs: ExchangeSide
) -> RolledVersus:
    """The rolls of two sides against each other, with the verdict."""
    return RolledVersus(verdict, dice, their_dice, own.bonus, theirs.bonus, own.name, theirs.name)


def tell_exchange_tie(result: Result, own: ExchangeSide, theirs: ExchangeSide, play: Play) -> None:
    """Tell whether Luck broke a tie; nothing if nobody tested it."""
    if result != Result.TIE:
        play.tell("tie-broken", "TRO-3.3", {"who": (own if result == Result.WIN else theirs).name})
    elif own.tested or theirs.tested:
        play.tell("tie-stands", "TRO-3.3", {"who": own.name, "other": theirs.name})


def exchange_after_verdict(
    verdict: Verdict, own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play
) -> Exchange:
    """Apply a verdict: the winner's damage, both sides' after two Fumbles, or a clinch.

    Rolls for the attacker first. In a clinch only those without a weapon roll.
    """
    dealt = taken = 0
    hit = Hit(fumble_reasons(verdict, house), verdict.mighty)
    if verdict.result in (Result.WIN, Result.BOTH_FUMBLE):
        dealt, own = strike(own, theirs, hit, house, play)
    if verdict.result in (Result.LOSE, Result.BOTH_FUMBLE):
        taken, theirs = strike(theirs, own, hit, house, play)
    if verdict.result == Result.CLINCH:
        taken, dealt = _shatter(own, play), _shatter(theirs, play)
    return Exchange(verdict, own, theirs, dealt, taken)


def shot_exchange(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play, how: Shot = PLAIN_SHOT
) -> Exchange:
    """Shoot somebody (TRO-6.2), possibly after aiming (TRO-6.2.2) or into a melee (TRO-6.2.1).

    Rolls the shooter's 2d6 (twice when aimed), the target's 2d6, Luck for a tie, after a hit among several
    victims a draw of one of them, then damage. A tie harms nobody.
    """
    dice = throw_2d6(play, "attack", own.name, aimed=how.aimed)
    their_dice = throw_2d6(play, "their-evasion", theirs.name)
    verdict = Verdict.of_shot(dice, their_dice, own.bonus - theirs.bonus, house, in_reach=how.in_reach)
    _tell_shot(thrown_in_exchange(verdict, dice, their_dice, own, theirs), play)
    if verdict.result == Result.TIE:
        answers = how.in_reach and house.shot_lost == "target-answers"
        result, own, theirs = break_exchange_tie(own, theirs, house, play, both_strike=answers)
        tell_exchange_tie(result, own, theirs, play)
        verdict = Verdict({Result.WIN: Result.HIT, Result.LOSE: Result.ANSWERED}.get(result, result))
    return _arrows(Settled(verdict, own, theirs), fumble_reasons(verdict, house), how.victims, house, play)


def _tell_shot(rolled: RolledVersus, play: Play) -> None:
    verdict = rolled.verdict
    hit = verdict.result == Result.HIT
    if verdict.mighty:
        play.tell("mighty-blow", "TRO-7.4", {"who": rolled.who})
    if verdict.fumbled:
        who = rolled.against if hit else rolled.who
        play.tell("their-fumble" if hit else "fumble", "TRO-7.5", {"who": who})
    play.tell(f"shot-{verdict.result}", "TRO-6.2", rolled.values)


def ambush_exchange(
    own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play, how: Shot = PLAIN_SHOT
) -> Exchange:
    """Attack somebody unaware, near or far (TRO-7.3): a Roll Under, +2 on the damage die, no answer.

    Rolls 2d6 (twice when aimed), after a hit among several victims a draw of one of them, then damage.
    """
    dice = throw_2d6(play, "attack", own.name, aimed=how.aimed, best=better_roll_under(house))
    verdict = unaware_verdict(dice, own, theirs, house, play)
    return _arrows(Settled(verdict, own, theirs), (UNAWARE,), how.victims, house, play)


def unaware_verdict(
    dice: int, own: ExchangeSide, theirs: ExchangeSide, house: TroikaHouse, play: Play
) -> Verdict:
    """The verdict of an attack on somebody unaware (TRO-7.3), rolled under the attacker's bonus."""
    verdict = Verdict.of_attack_on_unaware(dice, own.bonus, house)
    if verdict.mighty:
        play.tell("mighty-blow", "TRO-AMB-1", {"who": own.name})
    RolledUnder(verdict.result == Result.HIT, dice, own.bonus).tell_double("TRO-AMB-1", play, own.name)
    play.tell(
        f"unaware-{verdict.result}",
        "TRO-7.3",
        {"who": own.name, "other": theirs.name, "total": dice, "target": own.bonus},
    )
    return verdict


def _arrows(
    settled: Settled,
    reasons: tuple[Reason, ...],
    victims: tuple[ExchangeSide, ...],
    house: TroikaHouse,
    play: Play,
) -> Exchange:
    """Apply a verdict when only one side attacks: damage to whoever is hit, or the target's answer."""
    verdict, own, theirs = settled.verdict, settled.own, settled.theirs
    if verdict.result == Result.ANSWERED:
        taken, theirs = strike(theirs, own, Hit(reasons), house, play)
        return Exchange(verdict, own, theirs, taken=taken)
    if verdict.result != Result.HIT:
        return Exchange(verdict, own, theirs)
    victim = _victim(victims, play)
    struck = victims[victim] if victims else theirs
    dealt, own = strike(own, struck, Hit(reasons, verdict.mighty), house, play)
    return Exchange(verdict, own, theirs, dealt, victim=victim)


def _victim(victims: tuple[ExchangeSide, ...], play: Play) -> int:
    """The index of the one who is hit (TRO-6.2.1): everybody is numbered, and one number is drawn."""
    if len(victims) < 2:
        return 0
    number = play.draw(len(victims), why="victim")
    play.tell("victim", "TRO-6.2.1", {"who": victims[number - 1].name, "number": number, "of": len(victims)})
    return number - 1
