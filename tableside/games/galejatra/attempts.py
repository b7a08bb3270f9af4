"""Attempts on the table (HEI-1 to HEI-5): who, with what, against what, and the result; and settled matters,
in which a failure is not rolled again until the situation changes (HEI-5-once).

A matter is what was tried: another skill against the same obstacle is another one, if the GM agrees. What has
succeeded stays open, since success changes the situation: who climbs the same cliff again even has an edge
(HEI-2-etu).

Settled matters stand on the sheets of those who failed, so that undo and the journal include them, and hold
for everybody on their side: no other character rolls for them, and no group. The GM says when the situation
has changed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.games.galejatra import effort_inputs
from tableside.games.galejatra.efforts import (
    DECLINED,
    Effort,
    Facing,
    TriedEffort,
    build_of_effort,
    difficulty_of_effort,
    effort_goes_on,
    effort_odds,
    facing_effort,
    means_with_help_asked_for,
    obstacle_of_effort,
    pay_price_of_effort,
    tell_effort_is_declined,
    throw_effort,
)
from tableside.games.galejatra.house import OF_FLIPS, OF_POOLS, GalejatraHouse
from tableside.games.galejatra.opposed_rolls import (
    AMOUNTS,
    FAILURE,
    SUCCESS,
    FlipPlan,
    opposed_roll_amounts,
    opposed_roll_result,
)
from tableside.games.galejatra.pool import gather_galejatra_pool, tell_galejatra_pool
from tableside.games.galejatra.sheet import NO_SKILL, PEOPLE, GalejatraSheet
from tableside.rules.inputs import Choice, Given, Who, Words, YesNo, input_field, people_given_by_input
from tableside.rules.life_states import check_can_act
from tableside.rules.odds import Odds
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.sheet import Tags
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import NAME_LENGTH

EVERY: Final = "every-matter"
ARTICLES: Final = ("a", "an", "the")
UNSKILLED: Final = "no skill"
"""Stands in place of the skill in a matter."""


@frozen
class AttemptedMatter:
    """The matter of a roll: the GM's words or, without any, the skill and the obstacle."""

    named: str = ""
    skill: str = UNSKILLED
    obstacle: str = ""

    @property
    def text(self) -> str:
        """The text by which it is remembered."""
        known = f"{self.skill}: {self.obstacle}" if self.obstacle else self.skill
        return (self.named or known)[:NAME_LENGTH]

    @property
    def _parts(self) -> tuple[str, str]:
        """What is tried, and against what, as far as either is known: *Sneaking: past the dogs*."""
        if not self.named:
            return _without_articles(self.skill), _without_articles(self.obstacle)
        tried, colon, obstacle = _without_articles(self.named).rpartition(": ")
        return (tried, obstacle) if colon else (obstacle, "")

    def is_about(self, failed: str) -> bool:
        """Whether this matter was failed in before, as far as can be known.

        What was tried decides, and against which obstacle. If that is known of one of them only, since a roll
        had just a number of dice against it, or no skill, the other part decides. Given words are compared
        only with words. Articles make no difference.
        """
        tried, obstacle = self._parts
        failed = _without_articles(failed)
        before, _, against = failed.rpartition(": ")
        if self.named and (failed == _without_articles(self.named) or (tried == against and not obstacle)):
            return True
        if not before:
            return not self.named and failed in (tried, obstacle)
        if not obstacle:
            return tried == before
        return against == obstacle and (tried == before or UNSKILLED in (tried, before))

    def may_be(self, failed: str) -> bool:
        """Whether something else was tried against the same obstacle, so that only the GM can tell."""
        obstacle = self._parts[1]
        before, _, against = _without_articles(failed).rpartition(": ")
        return bool(before and obstacle) and against == obstacle and not self.is_about(failed)


def _without_articles(matter: str) -> str:
    """A matter in small letters: *past the dogs* is *past dogs*."""
    return " ".join(word for word in matter.casefold().split() if word not in ARTICLES)


def matter_of_attempt(
    table: Table, named: str, skill: str, against: Facing, *, forced: bool
) -> AttemptedMatter | None:
    """The matter of an attempt: the given words, or what is known of it. If the words are anybody's skill,
    that is what is tried.

    None, so that nothing is remembered or refused, if no dice are thrown. Without words, also in a fight, in
    which each exchange changes the situation, and for a roll that is forced on somebody, since what forces it
    is new.
    """
    if not against.opposition.dice:
        return None
    named = named.strip()
    sheets = (GalejatraSheet.of(each) for each in table.characters.values())
    tried = next(filter(None, (each.skills.named(named) for each in sheets)), None)
    if tried is not None:
        skill = tried.name
    elif named:
        return AttemptedMatter(named)
    return (
        None if forced or table.order is not None else AttemptedMatter("", skill or UNSKILLED, against.name)
    )


def _side(table: Table, who: Character) -> Iterator[Character]:
    """Everybody on this character's side, including those out of play."""
    is_enemy = who.kind == Kind.ENEMY
    return (each for each in table.characters.values() if (each.kind == Kind.ENEMY) == is_enemy)


def open_matter_for_attempt(
    table: Table, who: Character, matter: AttemptedMatter | None, play: Play, *, changed: bool
) -> Table | None:
    """The table with this matter open; reopened for everybody on this side if the situation has `changed`.

    Raises `RuleError` like `check_matter_is_open`. If something else was tried against the same obstacle, the
    GM is asked whether this is another matter. None: it is not.
    """
    check_matter_is_open(table, who, matter, changed=changed)
    if matter is None:
        return table
    people = tuple(_side(table, who))
    if changed:
        return _open(table, people, matter.is_about, play)[0]
    for each in people:
        failed = next(filter(matter.may_be, GalejatraSheet.of(each).spent.names), None)
        if failed is not None:
            play.tell("failed-there", "HEI-5-once", {"who": each.name, "matter": failed})
            return table if play.agrees("another-matter", default=True, who=who.name) else None
    return table


def check_matter_is_open(
    table: Table, who: Character, matter: AttemptedMatter | None, *, changed: bool
) -> None:
    """Raise `RuleError`, saying how it is opened, when anybody on this side has failed in this matter, unless
    the situation has changed.
    """
    if matter is None or changed:
        return
    for each in _side(table, who):
        failed = next((name for name in GalejatraSheet.of(each).spent.names if matter.is_about(name)), None)
        if failed is not None:
            raise RuleError(
                "galejatra.failed-before",
                who=each.name,
                skill="" if failed == UNSKILLED else failed,
                way=Message("galejatra.way-open", matter=failed.replace(":", "").casefold()),
            )


def spend_attempted_matter(
    table: Table, people: Iterable[int], matter: AttemptedMatter | None, play: Play
) -> Table:
    """Note that these characters have failed in it."""
    keys = [key for key in people if matter and not GalejatraSheet.of(table[key]).spent.has(matter.text)]
    if matter is None or not keys:
        return table
    names = ", ".join(table[key].name for key in keys)
    play.tell("matter-spent", "HEI-5-once", {"who": names, "matter": matter.text})
    spent = {key: GalejatraSheet.of(table[key]).spent.names for key in keys}
    return table.put(*(_with_spent(table[key], (*spent[key], matter.text)) for key in keys))


def _with_spent(who: Character, names: Iterable[str]) -> Character:
    return replace(who, sheet=replace(GalejatraSheet.of(who), spent=Tags(tuple(names))))


def _open(
    table: Table, people: Iterable[Character], is_open: Callable[[str], bool], play: Play
) -> tuple[Table, tuple[str, ...]]:
    """The table with such matters removed from these sheets, and the matters, each of which is told once."""
    opened = tuple(name for name in _failed_in(people) if is_open(name))
    for name in opened:
        play.tell("matter-open", "HEI-5-once", {"matter": name})
    for each in people if opened else ():
        names = GalejatraSheet.of(each).spent.names
        if not {*opened}.isdisjoint(names):
            table = table.put(_with_spent(each, (name for name in names if name not in opened)))
    return table, opened


def _has_failed(table: Table, who: Character) -> bool:
    return bool(GalejatraSheet.of(who).spent.names)


def _who_failed(table: Table) -> tuple[Character, ...]:
    return tuple(each for each in table.characters.values() if _has_failed(table, each))


def _failed_in(people: Iterable[Character]) -> tuple[str, ...]:
    """The matters in which these characters have failed, each once."""
    return tuple(dict.fromkeys(name for each in people for name in GalejatraSheet.of(each).spent.names))


def _people_meant(table: Table, given: Given) -> tuple[Character, ...]:
    """The named characters, or by default everybody who has failed."""
    return people_given_by_input(table, given) or _who_failed(table)


def _matters(table: Table, given: Given) -> tuple[str, ...]:
    return (EVERY, *_failed_in(_people_meant(table, given)))


def _only_matter(table: Table, given: Given) -> str:
    """The one matter that these characters have failed in; empty if there are several."""
    names = _failed_in(_people_meant(table, given))
    return names[0] if len(names) == 1 else ""


def _open_skills(table: Table, given: Given) -> dict[str, str]:
    """The skills in which nobody has failed, by name."""
    failed = _failed_in(_who_failed(table))
    skills = {row.name for each in table.in_play() for row in GalejatraSheet.of(each).skills.rows}
    return {name: name for name in skills if not any(map(AttemptedMatter("", name).is_about, failed))}


@frozen
class ThingsChanged:
    who: tuple[int, ...] = input_field(Who(kinds=(*PEOPLE,), many=True, optional=True, fits=_has_failed))
    matter: str = input_field(
        Choice(options=_matters, default="", known_as=_open_skills, stands_for=_only_matter)
    )


def _changed(table: Table, form: ThingsChanged, play: Play) -> Outcome:
    """Note that the situation has changed: this matter, or all of them, may be rolled again (HEI-5-once).
    Raises `RuleError` when several may be meant, and when nobody has failed in it.
    """
    people = tuple(table[key] for key in dict.fromkeys(form.who)) or _who_failed(table)
    failed = _failed_in(people)
    if not form.matter and len(failed) > 1:
        raise RuleError("galejatra.which-matter", matters=failed)
    if form.matter in _open_skills(table, {}):
        raise RuleError("galejatra.is-open", matter=form.matter)
    table, names = _open(table, people, lambda name: form.matter in ("", EVERY, name), play)
    if not names:
        raise RuleError("galejatra.nothing-cleared")
    return Outcome("cleared", {"matters": len(names)}, table)


@frozen
class Attempt(TriedEffort):
    """An attempt, with inputs in the order in which a GM states them."""

    who: int = input_field(Who(fits=GalejatraSheet.may_make_effort))
    skill: str = input_field(Choice(options=effort_inputs.effort_input_skills(people_given_by_input)))
    opposition: int = input_field(effort_inputs.OPPOSITION)
    against: int = input_field(effort_inputs.AGAINST)
    bypass: effort_inputs.Ids = input_field(effort_inputs.BYPASS)
    edge: int = input_field(effort_inputs.DICE)
    hindrance: int = input_field(effort_inputs.DICE)
    item: effort_inputs.Ids = input_field(effort_inputs.effort_item_input())
    helpers: tuple[int, ...] = input_field(effort_inputs.HELPERS)
    danger: str = input_field(Words(default=""))
    secret: bool = input_field(YesNo(worth=False))
    patch: bool = input_field(YesNo(worth=False))
    luck_dice: int = input_field(effort_inputs.DICE)
    exert: str = input_field(effort_inputs.FLIPS)
    push: str = input_field(effort_inputs.FLIPS)
    everyone: bool = input_field(YesNo())
    every_item: bool = input_field(YesNo())
    help_with: effort_inputs.Ids = input_field(effort_inputs.effort_help_input())
    help: int = input_field(effort_inputs.HELP)
    spared: effort_inputs.Ids = input_field(effort_inputs.spared_effort_input())
    reaction: bool = input_field(YesNo(worth=False))
    second: str = input_field(effort_inputs.second_effort_skill_input())
    matter: str = input_field(Words(default=""))
    """The matter in the GM's words."""
    changed: bool = input_field(YesNo(worth=False))
    """Whether the situation has changed since the last failure (HEI-5-once)."""


def _effort_of(
    table: Table, tried: Attempt, house: GalejatraHouse, play: Play | None = None
) -> tuple[Effort, AttemptedMatter | None]:
    """The prepared attempt, and its matter if it would be remembered. Tells the pool, and asks what opposes
    it if that has not been said; without `play` the default answers.

    Raises `RuleError` for the helpless and for impossible inputs.
    """
    who, skill = table[tried.who], tried.means.skill
    check_can_act(who)
    means = means_with_help_asked_for(table, tried.means, house, play)
    pool = gather_galejatra_pool(build_of_effort(table, who, means, house), house)
    if play is not None:
        tell_galejatra_pool(pool, play, who.name, obstacle_of_effort(table, tried.difficulty))
    against = facing_effort(table, difficulty_of_effort(table, (who,), tried.difficulty, play), house)
    known = "" if skill == NO_SKILL else GalejatraSheet.required_skill_of(who, skill).name
    matter = matter_of_attempt(table, tried.matter, known, against, forced=tried.reaction)
    return Effort(who, pool, against, FlipPlan(tried.exert), FlipPlan(tried.push), tried.secret), matter


def attempt(table: Table, tried: Attempt, play: Play) -> Outcome:
    """Attempt something (HEI-1): tells every die and its reason, warns, asks for consent, then rolls.

    After a failure asks for the price (HEI-5-fail), and the matter is closed (HEI-5-once). Raises `RuleError`
    for a matter in which anybody has failed before, unless the situation has changed.
    """
    house = GalejatraHouse.of(table)
    effort, matter = _effort_of(table, tried, house, play)
    after = open_matter_for_attempt(table, effort.who, matter, play, changed=tried.changed)
    if after is None:
        tell_effort_is_declined(effort, play)
        return Outcome(DECLINED)
    effort = replace(effort, who=after[tried.who])
    effort.tell_what_it_faces(play)
    if not effort_goes_on(effort, tried.danger, tried.reaction, play):
        return Outcome(DECLINED, table=None if after is table else after)
    resolved, who = throw_effort(effort, after, house, play)
    if not resolved.passed:
        who = pay_price_of_effort(who, house, play)
    after = after.put(who)
    if resolved.thrown and not resolved.passed:
        after = spend_attempted_matter(after, (who.key,), matter, play)
    return Outcome(
        opposed_roll_result(resolved.passed), opposed_roll_amounts(resolved, secret=tried.secret), after
    )


def _attempt_odds(table: Table, tried: Attempt) -> Odds:
    """The odds of an attempt (HEI-1), if it is not declined."""
    house = GalejatraHouse.of(table)
    effort, matter = _effort_of(table, tried, house)
    check_matter_is_open(table, effort.who, matter, changed=tried.changed)
    return effort_odds(effort, house, is_open=tried.difficulty.is_open)


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.attempt",
        rules=(
            *("HEI-0-when", "HEI-0-consent", "HEI-0-reaction", "HEI-0-bands", "HEI-0-warn", "HEI-1"),
            *(*OF_POOLS, "HEI-3-worst", "HEI-3-haitta", "HEI-3-zero", "HEI-4-resolve", "HEI-5-ok"),
            *("HEI-5-fail", "HEI-5-once", "HEI-S-all", "HEI-S-secret", *OF_FLIPS),
            *("HEI-X-onni", "HEI-X-vaiva", *(f"HEI-AMB-{number}" for number in (*range(1, 10), 11))),
        ),
        run=attempt,
        odds=_attempt_odds,
        outcomes=(SUCCESS, FAILURE, DECLINED),
        amounts=AMOUNTS,
        role=Role.TEST,
        takes_turn=True,
    ),
)
MATTERS: tuple[Procedure, ...] = (
    Procedure(
        id="galejatra.changed",
        rules=("HEI-5-once",),
        run=_changed,
        group=Group.CARE,
        outcomes=("cleared",),
        amounts=("matters",),
        problems=lambda table: () if _who_failed(table) else ("nothing-spent",),
    ),
)
