"""The summary of a fight, counted from its entries: who fought, dealt, took and fell."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from tableside.campaign import undo_and_redo
from tableside.campaign.amended_entries import amendments_since
from tableside.campaign.amendment import amendment_history
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import TABLE, Change, Documents, documents_with_changes, order_from_document
from tableside.campaign.entries import NOTHING, Entry, EntryGlance, FactSeen
from tableside.campaign.migrations import migrated_change_of_entry
from tableside.frozen import frozen
from tableside.rules.life_states import DEAD, HELPLESS
from tableside.rules.play import Fact
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import width
from tableside.views.rows import row_name_column
from tableside.wording import label, sentence, so_many, wording_in_use

ORDER = ("order",)
CONDITIONS, NAME = ("conditions",), ("name",)
CHARACTERS = "characters/"
"""The prefix of the address of a character's document."""
NO_ORDER: Documents = {TABLE: {"order": None}}
BREAK = 3600
"""Seconds without an entry that count as a break."""
NAME_CELLS = 20


@dataclass(slots=True)
class FighterSummary:
    """The summary of one fighter. Points are in the unit in which the game counts wounds."""

    name: str
    dealt: int = 0
    taken: int = 0
    healed: int = 0
    fell: list[tuple[str, int]] = field(default_factory=list)
    """Conditions that kept them from acting, each with the round in which it came."""
    paid: int = 0
    """Points paid for acts of their own, such as spells."""
    is_up: bool = False
    """Whether they fell but could act again at the end."""


@frozen
class WholeFight:
    """The summary of a fight."""

    rounds: int
    """The round in which it ended."""
    entries: int
    """The number of its entries."""
    minutes: int
    """Minutes between its first and last entry, without breaks."""
    fighters: tuple[FighterSummary, ...]
    """Fighters in the order of their keys."""


def entry_changes_fighters(glance: EntryGlance) -> bool:
    """Whether the entry of this glance changed a fighter's conditions."""
    return any(each.field[:1] == CONDITIONS and each.what.startswith(CHARACTERS) for each in glance.changes)


def entry_ends_fight(entry: EntryGlance) -> bool:
    """Whether this entry ended the turn order."""
    return any(each.what == TABLE and each.field == ORDER and each.after in NOTHING for each in entry.changes)


def entry_begins_fight(entry: EntryGlance) -> bool:
    """Whether this entry began a turn order."""
    return any(
        each.what == TABLE and each.field == ORDER and each.before in NOTHING for each in entry.changes
    )


def fight_summary_entries(campaign: Campaign, number: int) -> tuple[Entry, ...]:
    """The entries of the fight that this entry ended, in order, without those taken back and with amendments
    applied.

    The cost grows with the length of the fight. Raises `StoreError` when an entry cannot be read.
    """
    of_fight: list[Entry] = []
    for entry in undo_and_redo.entries_not_undone(cache(campaign.entry), number):
        of_fight.append(entry)
        if entry_begins_fight(entry):
            break
    first = of_fight[-1].number if of_fight else number
    amendments = amendments_since(campaign.entry, campaign.length, first, number)
    if not amendments:
        return tuple(reversed(of_fight))
    later = [each for each in amendments if each.number > number]
    held = campaign.documents_at(number)
    return tuple(amendment_history(campaign.entry, campaign.rules, held, number, first, later)[0])


def fight_summary(entries: Sequence[EntryGlance], table: Table, rules: Ruleset) -> WholeFight:
    """The summary of a fight from its entries in order, from its beginning to its end; `table` is any later
    state, for the names.

    A wound counts for whomever the entry names; else a wound to whoever acted for their opponent, and any
    other for whoever acted, whoever was the target. A wound noted by hand counts for the one whose turn it
    was, if on the other side. Points paid for an act of one's own are no wound.
    """
    count = _FightCount(table, rules, _first_names(entries, rules))
    for entry in entries:
        count.take(entry)
    pauses = (later.time - earlier.time for earlier, later in pairwise(entries))
    minutes = round(sum(each for each in pauses if each < BREAK) / 60)
    fighters = tuple(each for _, each in sorted(count.fighters.items()))
    return WholeFight(count.round, len(entries), minutes, fighters)


def fight_summary_with(fight: WholeFight, fighters: Sequence[FighterSummary], id: str) -> tuple[str, ...]:
    """The length of a fight (`summary` with its entries, `summary-seen` without), then its fighters."""
    rounds, minutes = so_many("count", "round", fight.rounds), so_many("count", "minute", fight.minutes)
    timed = f"{id}-timed" if fight.minutes else id
    cells = max((min(NAME_CELLS, width(each.name)) for each in fighters), default=0)
    return (
        sentence("fight", timed, rounds=rounds, entries=fight.entries, minutes=minutes),
        *(f"{row_name_column(each.name, cells)}  {_fighter_text(each)}" for each in fighters),
    )


def fight_summary_lines(campaign: Campaign, entry: Entry) -> tuple[str, ...]:
    """The lines of the fight that this entry ended; empty if it ended none."""
    if not entry_ends_fight(entry):
        return ()
    entries = fight_summary_entries(campaign, entry.number)
    fight = fight_summary(entries, campaign.table, campaign.rules)
    return fight_summary_with(fight, fight.fighters, "summary")


def _fall(condition: str) -> str:
    """The name of a condition with which somebody fell."""
    return wording_in_use(f"fallen.{condition}") or label("condition", condition)


def _fighter_text(fighter: FighterSummary) -> str:
    amounts = (
        *(("dealt", fighter.dealt), ("took", fighter.taken)),
        *(("regained", fighter.healed), ("paid", fighter.paid)),
    )
    points = [sentence("fight", id, points=number) for id, number in amounts if number]
    fell = [sentence("fight", "fell", condition=_fall(each), round=round) for each, round in fighter.fell]
    summary = ", ".join([*points, *fell]) or label("fight", "unharmed")
    return " ".join((summary, *fighter_up_again(fighter)))


def fighter_up_again(fighter: FighterSummary) -> tuple[str, ...]:
    """The remark that a fallen fighter got up again; empty for all others."""
    return (label("recap", "up-again"),) if fighter.is_up and fighter.fell else ()


class _FightCount:
    """The running count over the entries of a fight."""

    def __init__(self, table: Table, rules: Ruleset, first_names: Mapping[int, str]) -> None:
        self._table = table
        self._rules = rules
        self.round = 1
        self._acting: int | None = None
        self._order = NO_ORDER
        self.fighters: dict[int, FighterSummary] = {}
        self._names = dict(first_names)
        """The present names of those who were renamed in this fight."""

    def take(self, entry: EntryGlance) -> None:
        self._count(entry)
        if entry_changes_fighters(entry):
            self._fall(entry)
        self._follow(entry)

    def _count(self, entry: EntryGlance) -> None:
        owing, is_told = "", any(each.id in self._rules.deals for each in entry.facts)
        for fact in entry.facts:
            if fact.id in self._rules.deals and (dealer := self._key_of(fact)) is not None:
                self.fighters[dealer].dealt += _points(fact, self._rules.deals)
            is_price, owing = owing == fact.values.get("who"), ""
            if fact.id in self._rules.costs:
                owing = str(fact.values.get("who"))
                self._pay(fact)
            elif not (is_price and fact.id in self._rules.harms):
                self._wound(fact, entry, is_told)

    def _fall(self, entry: EntryGlance) -> None:
        for key, condition in fighters_helpless_since(entry, self._rules):
            if key in self.fighters:
                self.fighters[key].fell.append((condition, self.round))
        down = {*HELPLESS, *self._rules.dyings}
        for key, change in _of_conditions(entry, self._rules):
            before, after = _names(change.before), _names(change.after)
            fighter = self.fighters.get(key)
            if fighter is not None and before & down != after & down:
                fighter.is_up = after.isdisjoint(down)
            if fighter is not None and DEAD in before - after:
                fighter.fell[:] = [each for each in fighter.fell if each[0] != DEAD]

    def _dealer(self, entry: EntryGlance, wounded: int) -> int | None:
        """Who dealt a wound in an entry: the opponent, or whoever's turn it was."""
        pair = (entry.given.get("who"), entry.given.get("against"))
        met = [key for key in pair if isinstance(key, int) and key in self.fighters]
        if len(met) == len(pair):
            return met[wounded == met[0]]
        is_other_side = self._acting in self.fighters and self._table.are_opposed(self._acting, wounded)
        return self._acting if is_other_side and self._is_of_care(entry) else None

    def _is_of_care(self, entry: EntryGlance) -> bool:
        """Whether the entry noted wounds or healing by hand."""
        care = (each.id for each in self._rules.procedures if each.role in (Role.HURT, Role.HEAL))
        return entry.procedure in care

    def _wound(self, fact: Fact | FactSeen, entry: EntryGlance, is_dealer_told: bool) -> None:
        is_of_wounds = fact.id in self._rules.heals or fact.id in self._rules.harms
        key = self._key_of(fact) if is_of_wounds else None
        if key is None:
            return
        if fact.id in self._rules.heals:
            self.fighters[key].healed += _points(fact, self._rules.heals)
        if fact.id in self._rules.harms:
            points = _points(fact, self._rules.harms)
            self.fighters[key].taken += points
            dealer = None if is_dealer_told else self._dealer(entry, key)
            if dealer is not None:
                self.fighters[dealer].dealt += points

    def _pay(self, fact: Fact | FactSeen) -> None:
        key = self._key_of(fact)
        if key is not None:
            self.fighters[key].paid += _points(fact, self._rules.costs)

    def _key_of(self, fact: Fact | FactSeen) -> int | None:
        """The fighter that a fact is about."""
        who = fact.values.get("who")
        return next((key for key in reversed(self.fighters) if self._name_of(key) == who), None)

    def _name_of(self, key: int) -> str:
        return self._names.get(key, self.fighters[key].name)

    def _follow(self, entry: EntryGlance) -> None:
        """Update the fighters, turn, round and names after an entry."""
        if self._names:  # somebody is renamed in this fight
            self._names.update((key, change.after) for key, change in _renamings(entry, self._rules))
        moved = [each for each in entry.changes if each.what == TABLE and each.field[:1] == ORDER]
        if not moved:
            return
        if moved[-1].field == ORDER and moved[-1].after in NOTHING:
            self._order = NO_ORDER  # over, so its former value need not be read
            return
        self._order = documents_with_changes(
            self._order, [migrated_change_of_entry(each, self._rules) for each in moved]
        )
        order = order_from_document(TABLE, self._order[TABLE]["order"])
        if order is not None:
            self._come(order.members)
            self.round, self._acting = order.round, order.now[0] if len(order.now) == 1 else None

    def _come(self, keys: Sequence[int]) -> None:
        for key in keys:
            if key in self._table.characters and key not in self.fighters:
                self.fighters[key] = FighterSummary(self._table[key].name)


def _first_names(entries: Sequence[EntryGlance], rules: Ruleset) -> dict[int, str]:
    """The first names, by key, of those who were renamed."""
    return {key: change.before for entry in reversed(entries) for key, change in _renamings(entry, rules)}


def _renamings(entry: EntryGlance, rules: Ruleset) -> Iterator[tuple[int, Change]]:
    """The changes of names by an entry, with their keys."""
    return _changes_of_people(entry, NAME, rules)


def _points(fact: Fact | FactSeen, counted: Mapping[str, str]) -> int:
    """The points that a fact tells of: the value that counts them, or one."""
    return int(fact.values[counted[fact.id]]) if counted[fact.id] else 1


def fighters_helpless_since(entry: EntryGlance, rules: Ruleset) -> Iterator[tuple[int, str]]:
    """The key of each character whom an entry made helpless or dying, with the worst condition."""
    for key, change in _of_conditions(entry, rules):
        before, after = _names(change.before), _names(change.after)
        was_up = before.isdisjoint((*HELPLESS, *rules.dyings))
        worst = (*HELPLESS, *rules.dyings) if was_up else HELPLESS
        came = next((each for each in worst if each in after and each not in before), None)
        if came is not None:
            yield key, came


def _of_conditions(entry: EntryGlance, rules: Ruleset) -> Iterator[tuple[int, Change]]:
    """The changes of conditions by an entry, with their keys."""
    return _changes_of_people(entry, CONDITIONS, rules)


def _changes_of_people(
    entry: EntryGlance, field: tuple[str, ...], rules: Ruleset
) -> Iterator[tuple[int, Change]]:
    """The changes by an entry of this field or within it, with their keys."""
    for each in entry.changes:
        if each.field[:1] == field and each.what.startswith(CHARACTERS):
            yield int(each.what.removeprefix(CHARACTERS)), migrated_change_of_entry(each, rules)


def _names(held: object) -> set[str]:
    """The names of conditions in a changed value: a list of conditions, one condition, or only its name."""
    if isinstance(held, list):
        return {str(each["name"]) for each in held}
    return {str(held["name"])} if isinstance(held, dict) else {str(held)}
