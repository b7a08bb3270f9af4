"""A roll on the table (HEI-1): what helps and opposes it, the warning, the dice, and the price of failing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.galejatra.ailments import bleed_from_ailment, pay_with_ailment, weighing_ailments
from tableside.games.galejatra.effort_inputs import IN_PART, SAME_SKILL, Ids, effort_input_list
from tableside.games.galejatra.house import GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    EXERT,
    PUSH,
    Flip,
    FlipPlan,
    OpposedResult,
    OpposedRoll,
    Opposition,
    gather_opposition,
    opposition_roll_odds,
    roll_against_opposition,
    tell_opposition,
)
from tableside.games.galejatra.pool import (
    GalejatraPool,
    KnownSkill,
    PoolBuild,
    PoolDieReason,
    PoolSource,
    help_dice,
    patched_pool_dice,
    tell_galejatra_pool,
)
from tableside.games.galejatra.sheet import NO_SKILL, OBSTACLES, PEOPLE, GalejatraSheet
from tableside.rules.inputs import inputs_narrowed_to
from tableside.rules.life_states import check_can_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_slug

DECLINED: Final = "declined"
COSTING, AILING = "resource", "ailment"
PRICES: Final = ("time", COSTING, AILING, "twist")
"""The prices of failing (HEI-5-fail)."""
UNLISTED: Final = "not-listed"
"""Stands for a thing that is on no sheet."""
ALL_OF_THEM: Final = "all-of-them"


@frozen
class EffortMeans:
    """The inputs for a pool."""

    skill: str = NO_SKILL
    patch: bool = False
    second: str = NO_SKILL
    item: Ids = ()
    every_item: bool = False
    helpers: tuple[int, ...] = ()
    help_with: Ids = ""
    help: int = 0
    everyone: bool = False
    edge: int = 0
    luck_dice: int = 0
    spared: Ids = ()


def build_of_effort(table: Table, who: Character, means: EffortMeans, house: GalejatraHouse) -> PoolBuild:
    """The contents of the pool. Raises `RuleError` for what this group does not allow."""
    _check_luck(who, (means.skill, means.second), means.luck_dice, house)
    if who.key in means.helpers:
        raise RuleError("galejatra.helps-themselves", who=who.name)
    by_hand = (PoolSource("", means.help),) if means.help else ()
    carried = tuple(PoolSource(row.name, row.number) for row in GalejatraSheet.of(who).items.rows)
    return PoolBuild(
        known=_known_of(who, means, house),
        helpers=(*_helpers_of(table, means), *by_hand),
        everyone_helps=means.everyone,
        items=_chosen(carried, means.item),
        every_item=means.every_item,
        edge=means.edge,
        luck=means.luck_dice,
        ailments=weighing_ailments(who, effort_input_list(means.spared)),
    )


def effort_means_of_member(means: EffortMeans, who: Character) -> EffortMeans:
    """A group member's share of the common means: no skill if they lack it, and the help of the others."""

    def own(id: str) -> str:
        return id if GalejatraSheet.skill_of(who, id.removesuffix(IN_PART)) else NO_SKILL

    return replace(
        means,
        skill=own(means.skill),
        second=own(means.second),
        helpers=tuple(key for key in means.helpers if key != who.key),
    )


def _chosen(offered: tuple[PoolSource, ...], ids: Ids) -> tuple[PoolSource, ...]:
    """The offered sources that are named."""
    return tuple(each for each in offered if typed_slug(each.name) in effort_input_list(ids))


def _known_of(who: Character, means: EffortMeans, house: GalejatraHouse) -> tuple[KnownSkill, ...]:
    """The skills used. Raises `RuleError` for a second one if only one counts (HEI-AMB-2), and for a patch
    without a skill.
    """
    second = means.second
    if means.patch and (means.skill, second) == (NO_SKILL, NO_SKILL):
        skills = [row.name for row in GalejatraSheet.of(who).skills.rows]
        raise RuleError.of_input("patch", "galejatra.patch-what", who=who.name, skills=skills)
    if second != NO_SKILL and house.skills_together != "best-two-skills":
        raise RuleError.of_input("second", "galejatra.one-counts")
    used = [(means.skill, means.patch), (second.removesuffix(IN_PART), second.endswith(IN_PART))]
    rows = [(GalejatraSheet.required_skill_of(who, id), in_part) for id, in_part in used if id != NO_SKILL]
    return tuple(KnownSkill(row.name, row.rank, in_part) for row, in_part in rows)


def means_with_help_asked_for(
    table: Table, means: EffortMeans, house: GalejatraHouse, play: Play | None
) -> EffortMeans:
    """The means with a skill for each helper (HEI-2-apu): the stated one, or their best, which is asked if
    they have several; without `play` it is their best. Of several helpers, those without any skill are left
    out.

    Raises `RuleError` for a skill that nobody who helps has, for somebody without any who helps alone, and
    for a patch if a helper needs the skill (HEI-AMB-3).
    """
    stated = tuple(means.skill if id == SAME_SKILL else id for id in effort_input_list(means.help_with))
    if any(id.endswith(IN_PART) for id in stated) and house.helping != "helpers-may-patch":
        raise RuleError.of_input("help-with", "galejatra.helper-needs-skill")
    helpers = [table[key] for key in dict.fromkeys(means.helpers)]
    able = [each for each in helpers if GalejatraSheet.of(each).skills.rows]
    for id in stated if helpers else ():
        if id != NO_SKILL and not any(_helps_with(each, id) for each in helpers):
            GalejatraSheet.required_skill_of(helpers[0], id.removesuffix(IN_PART))
    if helpers and not able:
        raise RuleError.of_input("helpers", "galejatra.help-with", who=helpers[0].name)
    for each in helpers:
        check_can_act(each)
        if each not in able and play is not None:
            play.tell("helps-without-skill", "HEI-2-apu", {"who": each.name})
    own = [(each, _skill_of_helper(each, means.skill, stated, play)) for each in able]
    return replace(
        means,
        helpers=tuple(each.key for each in able),
        help_with=tuple(f"{typed_slug(each.name)}-{skill}" for each, skill in own),
    )


def _skill_of_helper(who: Character, tried: str, stated: Sequence[str], play: Play | None) -> str:
    """The skill with which somebody helps: of those stated for them by name, else of those stated at all, the
    one that gives most dice; without any, of all, which is asked.
    """
    of_theirs = [id for id in stated if id.startswith(f"{typed_slug(who.name)}-")]
    meant = [skill for id in of_theirs or stated if (skill := _helps_with(who, id))]
    best = sorted(meant or GalejatraSheet.of(who).skill_ids, key=lambda id: _worth_of_help(who, id, tried))
    if meant or len(best) == 1 or play is None:
        return best[0]
    return play.choose("help-with", *best, default=best[0], who=who.name)


def _helps_with(who: Character, id: str) -> str:
    """The skill of this helper that an option stands for, `strength` or `väinö-strength`; empty if none."""
    owned = id.removeprefix(f"{typed_slug(who.name)}-")
    return next(
        (each for each in (id, owned) if GalejatraSheet.skill_of(who, each.removesuffix(IN_PART))), ""
    )


def _worth_of_help(who: Character, id: str, tried: str) -> tuple[int, bool, int]:
    """The sort key of a helper's skill: more dice first, then the skill that is tried, then the level."""
    level = _level_of_help(who, id)
    return -help_dice(level), id != tried, -level


def _level_of_help(who: Character, id: str) -> int:
    rank = GalejatraSheet.required_skill_of(who, id.removesuffix(IN_PART)).rank
    return patched_pool_dice(rank) if id.endswith(IN_PART) else rank


def _helpers_of(table: Table, means: EffortMeans) -> tuple[PoolSource, ...]:
    """The helpers, each with the level of the skill that `means_with_help_asked_for` gave them."""
    skills = effort_input_list(means.help_with)
    helping = [
        (table[key], skill) for key in means.helpers for id in skills if (skill := _own(table[key], id))
    ]
    return tuple(
        PoolSource(
            f"{who.name} ({GalejatraSheet.required_skill_of(who, skill.removesuffix(IN_PART)).name})",
            _level_of_help(who, skill),
        )
        for who, skill in helping
    )


def _own(who: Character, id: str) -> str:
    """The skill that an option stands for, if it names this helper: `strength` of `väinö-strength`."""
    prefix = f"{typed_slug(who.name)}-"
    return id.removeprefix(prefix) if id.startswith(prefix) else ""


def _check_luck(who: Character, skills: tuple[str, ...], luck: int, house: GalejatraHouse) -> None:
    """Raises `RuleError` unless this many luck dice may be added: only without a skill (HEI-X-onni)."""
    if not luck:
        return
    if not house.luck_is_on:
        raise RuleError.of_input("luck-dice", "galejatra.no-luck")
    if {*skills} != {NO_SKILL}:
        raise RuleError.of_input("luck-dice", "galejatra.luck-without-skill", skill=NO_SKILL)
    if luck > (left := GalejatraSheet.of(who).luck.current):
        raise RuleError("galejatra.luck-left", who=who.name, left=left, luck=luck)


NOTHING: Final = "nothing-hampers"
"""No obstacle hampers: certain success, unless the circumstances oppose (HEI-3-zero, HEI-AMB-5)."""
MOST_NAMED: Final = 3
"""The most obstacles in the way to name."""
OPPOSING_DICE: Final = tuple(f"opposed-{dice}" for dice in range(1, 8))
"""The answers of the GM who says how many dice oppose, from one die on."""


@frozen
class Difficulty:
    """The inputs for what opposes a roll."""

    opposition: int = 0
    """The opposition dice. 0: not stated."""
    against: int = 0
    """The obstacle's key. 0: none."""
    bypass: Ids = ()
    hindrance: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nobody has said what opposes."""
        return not (self.opposition or self.against)


@frozen
class Facing:
    """What somebody faces."""

    opposition: Opposition
    bypassed: tuple[str, ...] = ()
    """Aspects that the method gets round."""
    name: str = ""
    """The obstacle's name; empty if there is none."""


@frozen
class TriedEffort:
    """What is tried by a roll: a form with the fields of `EffortMeans`, and possibly of `Difficulty`."""

    @property
    def means(self) -> EffortMeans:
        """The inputs for the pool."""
        return inputs_narrowed_to(self, EffortMeans)

    @property
    def difficulty(self) -> Difficulty:
        """The inputs for what opposes it."""
        return inputs_narrowed_to(self, Difficulty)


def obstacle_of_effort(table: Table, difficulty: Difficulty) -> str:
    """The name of the given obstacle; empty if none was given."""
    return table[difficulty.against].name if difficulty.against else ""


def facing_effort(table: Table, difficulty: Difficulty, house: GalejatraHouse) -> Facing:
    """What those who roll face (HEI-3-worst, HEI-3-haitta)."""
    against = table[difficulty.against] if difficulty.against else None
    rows = GalejatraSheet.of(against).aspects.rows if against else ()
    aspects = tuple(PoolSource(row.name, row.number) for row in rows)
    bypassed = _chosen(aspects, difficulty.bypass)
    left = (each for each in aspects if each not in bypassed)
    by_hand = PoolSource("", max(0, difficulty.opposition))
    opposition = gather_opposition((*left, by_hand), difficulty.hindrance, house)
    return Facing(opposition, tuple(each.name for each in bypassed), obstacle_of_effort(table, difficulty))


def difficulty_of_effort(
    table: Table, rolling: Sequence[Character], difficulty: Difficulty, play: Play | None
) -> Difficulty:
    """The difficulty; without an obstacle or a number of dice, with the answer to what opposes, since that is
    never ignored silently (HEI-3-worst).

    Without `play` it is the hardest obstacle in play, which is the question's default.
    """
    obstacles = _in_the_way(table, rolling) if difficulty.is_open else {}
    if not obstacles:
        return _with_dice_asked_for(difficulty, play)
    hardest = next(iter(obstacles))
    if play is None:
        return replace(difficulty, against=obstacles[hardest])
    names = [table[key].name for key in obstacles.values()]
    some, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    if more > 0:
        play.tell("many-may-oppose", "HEI-3-worst", {"names": some, "more": more})
    else:
        play.tell("may-oppose", "HEI-3-worst", {"names": some})
    choice = play.choose("what-opposes", *obstacles, NOTHING, default=hardest)
    if choice != NOTHING:
        play.tell("against", "HEI-3-worst", {"against": table[obstacles[choice]].name})
    return replace(difficulty, against=obstacles.get(choice, 0))


def _with_dice_asked_for(difficulty: Difficulty, play: Play | None) -> Difficulty:
    """The difficulty with the number of dice that the GM answers, since no obstacle opposes."""
    if play is None or difficulty.hindrance or not difficulty.is_open:
        return difficulty
    choice = play.choose("how-many-oppose", *OPPOSING_DICE, NOTHING, default=NOTHING)
    dice = 0 if choice == NOTHING else OPPOSING_DICE.index(choice) + 1
    return replace(difficulty, opposition=dice)


def _in_the_way(table: Table, rolling: Sequence[Character]) -> dict[str, int]:
    """The obstacles in play by ids made of their names, the hardest first; nobody is in their own way, and
    nothing is in a foe's.
    """
    if any(each.kind == Kind.ENEMY for each in rolling):
        return {}
    keys = {each.key for each in rolling}
    there = (each for each in table.in_play(*OBSTACLES) if each.key not in keys)
    obstacles = [each for each in there if GalejatraSheet.may_obstruct(table, each)]
    numbers: dict[str, int] = {}
    for each in sorted(obstacles, key=lambda each: -GalejatraSheet.of(each).most_opposing):
        id = typed_slug(each.name) or NOTHING
        numbers[id if id not in (*numbers, NOTHING) else f"{id}-{each.key}"] = each.key
    return numbers


@frozen
class Effort:
    """Somebody's roll, prepared and not yet thrown."""

    who: Character
    pool: GalejatraPool
    facing: Facing
    exert: FlipPlan = FlipPlan.ASK
    push: FlipPlan = FlipPlan.ASK
    secret: bool = False

    def tell(self, play: Play) -> None:
        """Tell the pool and what opposes it."""
        tell_galejatra_pool(self.pool, play, self.who.name, self.facing.name)
        self.tell_what_it_faces(play)

    def tell_what_it_faces(self, play: Play) -> None:
        """Tell what opposes it."""
        tell_opposition(self.facing.opposition, self.facing.bypassed, play, secret=self.secret)


def _flips_of(effort: Effort, house: GalejatraHouse) -> tuple[Flip, ...]:
    """The possible ways to turn dice: exert with a point of the reserve, and push (HEI-X-both, HEI-AMB-9)."""
    if not house.reserve_is_on or effort.who.kind not in PEOPLE:
        if {effort.exert, effort.push} - {FlipPlan.ASK, FlipPlan.NEVER}:
            raise RuleError("galejatra.no-exertion", who=effort.who.name)
        return ()
    push = Flip(PUSH, effort.push)
    return (Flip(EXERT, effort.exert), push) if GalejatraSheet.of(effort.who).reserve.current > 0 else (push,)


def roll_of_effort(effort: Effort, house: GalejatraHouse) -> OpposedRoll:
    """The roll for this effort."""
    return OpposedRoll(
        effort.pool.dice,
        effort.facing.opposition.dice,
        _flips_of(effort, house),
        luck=effort.pool.luck,
        who=effort.who.name,
        against=effort.facing.name,
        secret=effort.secret,
        declared=house.flip_time == "before-the-reveal",
    )


def effort_odds(effort: Effort, house: GalejatraHouse, *, is_open: bool) -> Odds:
    """The odds of an effort that is not declined, with their assumptions."""
    return assumed_effort_odds(
        opposition_roll_odds(roll_of_effort(effort, house)), (effort,), is_open=is_open
    )


def assumed_effort_odds(odds: Odds, efforts: Sequence[Effort], *, is_open: bool) -> Odds:
    """The odds with their assumptions: that ailments take dice (HEI-X-vaiva), and what opposes, or that
    nothing does, if that `is_open`.
    """
    facing = efforts[0].facing
    shares = (share for effort in efforts for share in effort.pool.shares)
    ailing = [each for each in shares if each.reason == PoolDieReason.AILMENT and each.dice]
    assumed = ["ailments-weigh"] * bool(ailing)
    if is_open and (facing.name or not facing.opposition.dice):
        assumed.append("hardest-opposes" if facing.name else "nothing-opposes")
    values: dict[str, str | int] = {
        "ailments": ", ".join(f"{each.name} {-each.dice}" for each in ailing),
        "against": facing.name,
        "dice": facing.opposition.dice,
    }
    return replace(odds, assumes="-".join(assumed), assumed_values=values) if assumed else odds


def effort_goes_on(effort: Effort, danger: str, reaction: bool, play: Play) -> bool:
    """Warn of a danger before the dice (HEI-0-warn) and ask for consent (HEI-0-consent).

    A reaction is declared, not offered (HEI-0-reaction). There is no warning for what cannot fail.
    """
    if not effort.facing.opposition.dice:
        return True
    who = effort.who.name
    if reaction:
        play.tell("reaction", "HEI-0-reaction", {"who": who})
    if danger.strip().casefold() in ("", "no", "n"):
        return True
    unnamed = danger.strip().casefold() in ("yes", "y")
    play.tell("warned" if unnamed else "warned-of", "HEI-0-warn", {"who": who, "danger": danger.strip()})
    if reaction or play.agrees("want-to-roll", default=True, who=who):
        return True
    tell_effort_is_declined(effort, play)
    return False


def tell_effort_is_declined(effort: Effort, play: Play) -> None:
    play.tell("declined", "HEI-0-consent", {"who": effort.who.name})


def throw_effort(
    effort: Effort, table: Table, house: GalejatraHouse, play: Play
) -> tuple[OpposedResult, Character]:
    """Throw the dice (`roll_against_opposition` has their order) and pay for exertions.

    Luck dice are spent by being thrown (HEI-X-onni). A push is paid for with an ailment (HEI-X-puskea).
    Afterwards an open wound bleeds on (HEI-X-list).
    """
    resolved = roll_against_opposition(roll_of_effort(effort, house), play)
    who = effort.who
    if not resolved.thrown:
        if not resolved.passed:
            play.tell("too-hurt", "HEI-AMB-11", {"who": who.name})
        return resolved, who
    if effort.pool.luck:
        left = GalejatraSheet.of(who).luck.lose(effort.pool.luck)
        play.tell("luck-dice-thrown", "HEI-X-onni", {"who": who.name, "left": left.current})
        who = GalejatraSheet.with_luck_and_reserve_of(who, luck=left)
    if EXERT in resolved.flips:
        reserve = GalejatraSheet.of(who).reserve.lose(1)
        play.tell("reserve-paid", "HEI-X-ponnistaa", {"who": who.name, "left": reserve.current})
        who = GalejatraSheet.with_luck_and_reserve_of(who, reserve=reserve)
    who = bleed_from_ailment(who, table, play)
    return resolved, pay_with_ailment(who, house, play) if PUSH in resolved.flips else who


def pay_price_of_effort(who: Character, house: GalejatraHouse, play: Play) -> Character:
    """Pay the price of a failure (HEI-5-fail), which the GM picks: an ailment, or a thing on the sheet."""
    return bear_price_of_effort(who, ask_price_of_effort(play, who.name), house, play)


def bear_price_of_effort(who: Character, price: str, house: GalejatraHouse, play: Play) -> Character:
    """The character who bears this price."""
    if price == AILING:
        return pay_with_ailment(who, house, play)
    return _without_lost_thing(who, play) if price == COSTING else who


def _without_lost_thing(who: Character, play: Play) -> Character:
    """The character without the thing that the price is; asked, since it may stand on no sheet."""
    items = GalejatraSheet.of(who).items
    ids = GalejatraSheet.trait_ids(items)
    lost = play.choose("what-is-lost", *ids, UNLISTED, default=ids[0], who=who.name) if ids else UNLISTED
    row = next((row for row in items.rows if typed_slug(row.name) == lost), None)
    if row is None:
        return who
    play.tell("thing-lost", "HEI-5-fail", {"who": who.name, "name": row.name})
    return replace(who, sheet=replace(GalejatraSheet.of(who), items=items.without(row.name)))


def share_price_of_effort(
    table: Table, people: Sequence[Character], house: GalejatraHouse, play: Play
) -> Table:
    """Pay the one price of a group's failure: who bears an ailment, or loses a thing, is asked."""
    price = ask_price_of_effort(play, "")
    bearing = [each for each in people if price == AILING or GalejatraSheet.of(each).items.rows]
    if price not in (AILING, COSTING) or not bearing:
        return table
    ids = {typed_slug(each.name): each for each in bearing}
    whose = play.choose("who-bears-it", *ids, ALL_OF_THEM, default=next(iter(ids)))
    paying = bearing if whose == ALL_OF_THEM else [ids[whose]]
    return table.put(*(bear_price_of_effort(table[each.key], price, house, play) for each in paying))


def ask_price_of_effort(play: Play, who: str) -> str:
    """Ask for the price and tell it."""
    price = play.choose("price", *PRICES, default=PRICES[0])
    play.tell(f"price-{price}", "HEI-5-fail", {"who": who})
    return price
