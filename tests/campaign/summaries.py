"""What a fight is told to have come to, held against its entries: what they changed, and their amounts.

Only those are held against them who were in the fight from its beginning and are the only ones of their name.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import TABLE, Change
from tableside.campaign.entries import Entry
from tableside.games.troika.sheet import LOWEST_STAMINA
from tableside.rules.procedure import Role
from tableside.views.fight_summary import WholeFight, entry_begins_fight, fight_summary, fight_summary_entries

STAMINA = ("sheet", "stamina", "current")
BY_OTHER_WAYS = ("campaign.edit", "campaign.edit-several", "campaign.revive", "turn.back")
"""These change Stamina, and tell of no wound."""
EXCHANGES = ("troika.fight", "troika.grapple")


def check_summary(campaign: Campaign, entry: Entry) -> bool:
    """Whether the summary of the fight that this entry ended could be held against its entries, and holds."""
    entries = fight_summary_entries(campaign, entry.number)
    if not entry_begins_fight(entries[0]) or any(each.is_move_in_time or _renames(each) for each in entries):
        return False
    fight = fight_summary(entries, campaign.table, campaign.rules)
    assert sum(each.dealt for each in fight.fighters) <= sum(each.taken for each in fight.fighters)
    names = {key: name for key, name in _sole_names(campaign) if key in _first_members(entries[0])}
    _check_told(fight, entries, campaign, names)
    if campaign.ruleset.id == "troika":
        _check_stamina(fight, entries, names)
        _check_dealt(fight, entries, campaign, names)
    return bool(names)


def _renames(entry: Entry) -> bool:
    return any(each.field == ("name",) for each in entry.changes)


def _sole_names(campaign: Campaign) -> Iterator[tuple[int, str]]:
    people = campaign.table.characters.values()
    count = Counter(each.name for each in people)
    return ((each.key, each.name) for each in people if count[each.name] == 1)


def _first_members(entry: Entry) -> set[int]:
    (order,) = (each.after for each in entry.changes if (each.what, each.field) == (TABLE, ("order",)))
    keys: set[int] = set()
    for field, value in order.items():
        if field in ("characters", "henchmen", "enemies", "members"):
            keys |= {*value}
        elif field == "places":
            keys |= {each["key"] for each in value}
        elif field == "sides":
            keys |= {key for each in value for key in each["members"]}
    return keys


def _check_told(
    fight: WholeFight, entries: Sequence[Entry], campaign: Campaign, names: dict[int, str]
) -> None:
    """Taken, regained and paid are what the facts tell, the price of a spell apart."""
    rules, told = campaign.rules, Counter[tuple[str, str]]()
    for entry in entries:
        before = None
        for fact in entry.facts:
            who = str(fact.values.get("who"))
            is_price = before is not None and before.id in rules.costs and before.values.get("who") == who
            for kind, listed in (("taken", rules.harms), ("healed", rules.heals), ("paid", rules.costs)):
                if fact.id in listed and not (is_price and kind == "taken"):
                    told[who, kind] += int(fact.values[listed[fact.id]]) if listed[fact.id] else 1
            before = fact
    for each in fight.fighters:
        if each.name in names.values():
            counted = (each.taken, each.healed, each.paid)
            assert counted == tuple(told[each.name, kind] for kind in ("taken", "healed", "paid")), each


def _check_stamina(fight: WholeFight, entries: Sequence[Entry], names: dict[int, str]) -> None:
    """What somebody lost in all is what was taken and paid, less what was regained."""
    for key, name in names.items():
        lost = [_lost(entry, key, name) for entry in entries]
        if None in lost or any(_is_at_the_lowest(entry, name) for entry in entries):
            continue
        (told,) = (each for each in fight.fighters if each.name == name)
        assert sum(each or 0 for each in lost) == told.taken + told.paid - told.healed, (name, lost)


def _is_at_the_lowest(entry: Entry, name: str) -> bool:
    """Whether a wound took somebody to where no more is counted: the sheet then loses less than is told."""
    wounds = (fact.values for fact in entry.facts if fact.id == "wounded" and fact.values["who"] == name)
    return any(values.get("left") == LOWEST_STAMINA for values in wounds)


def _lost(entry: Entry, key: int, name: str) -> int | None:
    """The Stamina that one lost by an entry. None: it is not only lost by wounds."""
    changes = [each for each in entry.changes if each.what == f"characters/{key}"]
    stamina = [each for each in changes if each.field[:2] == STAMINA[:2] or each.field in ((), ("sheet",))]
    if not stamina:
        is_saved = any(_saves(each.id) and each.values.get("who") == name for each in entry.facts)
        return None if is_saved else 0
    if entry.procedure in BY_OTHER_WAYS or not all(map(_is_plain, stamina)):
        return None
    if any(_saves(each.id) and each.values.get("who") == name for each in entry.facts):
        return None
    return sum(int(each.before) - int(each.after) for each in stamina)


def _saves(fact: str) -> bool:
    """Whether it sets Stamina to 0 whatever it was (TRO-3.4)."""
    return fact == "saved-from-death"


def _is_plain(change: Change) -> bool:
    """Whether it moved what is left of Stamina, and not as far as it can be."""
    return change.field == STAMINA and change.after != LOWEST_STAMINA != change.before


def _check_dealt(
    fight: WholeFight, entries: Sequence[Entry], campaign: Campaign, names: dict[int, str]
) -> None:
    """Where nobody is hurt by hand or shot at, each has dealt what their exchanges of blows came to."""
    by_hand = {each.id for each in campaign.rules.procedures if each.role in (Role.HURT, Role.HEAL)}
    if any(each.procedure in by_hand or each.procedure.startswith("troika.shoot") for each in entries):
        return
    dealt = Counter[int]()
    for entry in entries:
        who, against = entry.given.get("who"), entry.given.get("against")
        if entry.procedure in EXCHANGES and isinstance(who, int) and isinstance(against, int):
            dealt[who] += entry.amounts["damage-dealt"] * (against in names)
            dealt[against] += entry.amounts["damage-taken"] * (who in names)
    for each in fight.fighters:
        key = next((key for key, name in names.items() if name == each.name), None)
        if key is not None and {*names} >= {*_opponents(entries, key)}:
            assert each.dealt == dealt[key], each


def _opponents(entries: Sequence[Entry], key: int) -> Iterator[int]:
    for entry in entries:
        pair = (entry.given.get("who"), entry.given.get("against"))
        if key in pair:
            yield from (each for each in pair if isinstance(each, int) and each)
