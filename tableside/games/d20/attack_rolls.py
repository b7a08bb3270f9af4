"""One attack, all numbers known: whether it hits (D20-X-attack), whether it is a critical (D20-X-threat), and
what damage it does (D20-X-multiply, D20-X-damage). Rolled, and counted exactly.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tableside.frozen import frozen
from tableside.games.d20.attack_lines import Dice
from tableside.games.d20.saves import D20, chance_of, is_enough
from tableside.rules.odds import collect, mapped, sums
from tableside.rules.play import FactValue, Play

MISS: Final = "miss"
HIT: Final = "hit"
CRITICAL: Final = "critical"
RESULTS: Final = (CRITICAL, HIT, MISS)
"""The best first."""
OUTCOMES: Final = (HIT, CRITICAL, MISS)
"""As they are listed."""
PERCENT: Final = 100
Damage = Mapping[int, Fraction]
"""The chances of so many points."""


@frozen
class Blow:
    """An attack, before it is rolled."""

    bonus: int
    target: int
    """The Armour Class that it has to reach."""
    damage: Dice
    """With all that is added, which a critical multiplies too."""
    extra: tuple[Dice, ...] = ()
    threat: int = D20
    multiplier: int = 2
    unseen: int = 0
    """Percent of hits that strike where the target is not (D20-X-conceal)."""
    no_criticals: bool = False
    reduction: int = 0
    each_roll_harms: bool = False
    """Whether each roll of a critical does 1 at least, and not the total alone (D20-AMB-13)."""

    def threatens(self, face: int) -> bool:
        """Whether a hit with this natural number may be a critical."""
        return face >= self.threat and self.multiplier > 1 and not self.no_criticals


@frozen
class Struck:
    """What an attack came to."""

    result: str
    points: int = 0
    """Damage, after damage reduction."""


def strike(blow: Blow, who: str, other: str, play: Play) -> Struck:
    """Rolls d20; on a hit at somebody concealed d%; to confirm a critical d20 again; then all damage dice.

    `who` and `other` are the names that it is told with.
    """
    (face,) = play.roll(D20, why="attack", who=who)
    values: dict[str, FactValue] = {
        "who": who,
        "other": other,
        "total": face + blow.bonus,
        "target": blow.target,
    }
    hit, by_number = is_enough(face, blow.bonus, blow.target), face + blow.bonus >= blow.target
    if not hit:
        play.tell("misses-by-1" if by_number else "misses", "D20-X-attack", values)
        return Struck(MISS)
    if blow.unseen and not _finds(blow.unseen, who, other, play):
        return Struck(MISS)
    play.tell("hits" if by_number else "hits-by-20", "D20-X-attack", values)
    times = 1
    if blow.threatens(face):
        times = blow.multiplier if _is_confirmed(blow, face, who, play) else 1
    elif face >= blow.threat and blow.no_criticals:
        play.tell("takes-no-criticals", "D20-X-threat", {"who": other})
    return Struck(CRITICAL if times > 1 else HIT, roll_damage(blow, times, who, other, play))


def _finds(unseen: int, who: str, other: str, play: Play) -> bool:
    """Whether a hit is not lost in cover of darkness or fog (D20-X-conceal)."""
    (face,) = play.roll(PERCENT, why="concealment", who=who)
    if face > unseen:
        return True
    values: dict[str, FactValue] = {"who": who, "other": other, "face": face, "of": unseen}
    play.tell("strikes-nothing", "D20-X-conceal", values)
    return False


def _is_confirmed(blow: Blow, face: int, who: str, play: Play) -> bool:
    """Whether a threat becomes a critical: another attack roll has to hit."""
    play.tell("threatens", "D20-X-threat", {"who": who, "face": face})
    (again,) = play.roll(D20, why="confirm", who=who)
    confirmed = is_enough(again, blow.bonus, blow.target)
    values: dict[str, FactValue] = {"who": who, "total": again + blow.bonus, "target": blow.target}
    if confirmed:
        play.tell("is-critical", "D20-X-multiply", {**values, "times": blow.multiplier})
    else:
        play.tell("is-no-critical", "D20-X-threat", values)
    return confirmed


def roll_damage(blow: Blow, times: int, who: str, other: str, play: Play) -> int:
    """The points of a hit whose damage counts so many times. Rolls all dice at once."""
    of_weapon = (blow.damage.sides,) * (blow.damage.count * times)
    of_extra = tuple(each.sides for each in blow.extra for _ in range(each.count))
    faces = play.roll(*of_weapon, *of_extra, why="damage", who=who) if of_weapon or of_extra else ()
    own, more = faces[: len(of_weapon)], faces[len(of_weapon) :]
    if blow.each_roll_harms:
        size = blow.damage.count
        rolls = (sum(own[n * size : (n + 1) * size]) + blow.damage.plus for n in range(times))
        dealt = sum(max(1, each) for each in rolls) + sum(more)
    else:
        dealt = max(1, sum(own) + times * blow.damage.plus + sum(more))
    written = "+".join(map(str, faces)) or "0"
    plus = f"{times * blow.damage.plus:+d}" if blow.damage.plus else ""
    play.tell("damage-rolled", "D20-X-damage", {"who": who, "faces": written + plus, "points": dealt})
    if blow.reduction:
        kept = min(dealt, blow.reduction)
        play.tell("damage-reduced", "D20-X-reduction", {"who": other, "points": kept})
        dealt -= kept
    return dealt


def damage_chances(blow: Blow, times: int) -> Damage:
    """The chances of the points of a hit whose damage counts so many times."""
    own = sums(blow.damage.count * times, blow.damage.sides)
    plus = times * blow.damage.plus
    if blow.each_roll_harms:
        once = mapped(
            sums(blow.damage.count, blow.damage.sides), lambda pips: max(1, pips + blow.damage.plus)
        )
        own, plus = added(*[once] * times), 0
    whole = added(own, *(sums(each.count, each.sides) for each in blow.extra))
    return mapped(whole, lambda pips: max(0, max(1, pips + plus) - blow.reduction))


def added(*parts: Damage) -> Damage:
    """The chances of the sum of some amounts that have nothing to do with each other."""
    whole: Damage = {0: Fraction(1)}
    for part in parts:
        whole = collect(
            (one + two, chance * more) for one, chance in whole.items() for two, more in part.items()
        )
    return whole


@lru_cache(maxsize=512)
def chances(blow: Blow) -> Mapping[Struck, Fraction]:
    """The chances of all that an attack may come to."""
    return collect(_chances(blow))


def _chances(blow: Blow) -> Iterable[tuple[Struck, Fraction]]:
    seen = 1 - Fraction(blow.unseen, PERCENT)
    faces = [face for face in range(1, D20 + 1) if is_enough(face, blow.bonus, blow.target)]
    hits = seen * Fraction(len(faces), D20)
    threats = seen * Fraction(sum(map(blow.threatens, faces)), D20)
    criticals = threats * chance_of(blow.bonus, blow.target)
    yield Struck(MISS), 1 - hits
    for points, chance in damage_chances(blow, 1).items():
        yield Struck(HIT, points), chance * (hits - criticals)
    if criticals:
        for points, chance in damage_chances(blow, blow.multiplier).items():
            yield Struck(CRITICAL, points), chance * criticals
