"""Resources and supplies (PBT-X-resource, PBT-X-supply): using, damaging, refreshing and making them.

A change of a resource returns the character with it; the rules at the end do these on a table.
"""

from dataclasses import replace
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.games.wandered.sheet import PLAYERS, Resource, WanderedSheet, row_ids
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Who,
    Words,
    input_options_of_people,
    person_given_by_input,
)
from tableside.rules.life_states import OUT_OF_ACTION, check_lives, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_needs_somebody
from tableside.rules.rule import rule
from tableside.rules.sheet import Trait, Traits
from tableside.rules.table import Character, Table
from tableside.rules.typed import typed_slug

SUPPLIES: Final = ("adventuring", "cooking", "crafting", "hunting", "medical", "research", "shady")
ALL_SUPPLIES: Final = dict(zip(SUPPLIES, SUPPLIES, strict=True))
"""All types of supplies, carried or not: a message says if there are none of a type."""
MOST_SUPPLIES: Final = 6
MOST: Final = 99


def check_usable(who: Character, resource: Resource, day: int) -> None:
    """Raises `RuleError` for a resource that is spent or past its day."""
    if resource.is_expired(day):
        raise RuleError(
            "wandered.too-old", resource=resource.name, who=who.name, last=resource.expires, today=day
        )
    if resource.is_spent:
        raise RuleError("wandered.no-uses", resource=resource.name, who=who.name)


def put(who: Character, resource: Resource) -> Character:
    sheet = WanderedSheet.of(who)
    return replace(who, sheet=replace(sheet, resources=sheet.resources.put(resource.row)))


def without(who: Character, resource: Resource) -> Character:
    sheet = WanderedSheet.of(who)
    return replace(who, sheet=replace(sheet, resources=sheet.resources.without(resource.name)))


def use(who: Character, id: str, day: int, play: Play) -> Character:
    """Tick a use (PBT-X-resource); with none left and no refresh it is destroyed. Uncounted uses stay so."""
    resource = WanderedSheet.resource_named(who, id)
    check_usable(who, resource, day)
    if resource.uses == 0:
        return who
    values: dict[str, FactValue] = {"who": who.name, "name": resource.name, "left": resource.uses - 1}
    if resource.uses == 1 and resource.refresh == 0:
        play.tell("resource-used-up", "PBT-X-resource", values)
        return without(who, resource)
    play.tell("resource-ticked", "PBT-X-resource", values)
    return put(who, replace(resource, uses=resource.uses - 1))


def damage(who: Character, id: str, points: int, play: Play) -> Character:
    """Damage a resource (PBT-X-resource): its worth falls too; damage equal to its durability destroys it.

    Without durability any damage does.
    """
    resource = WanderedSheet.resource_named(who, id)
    hurt = replace(resource, damage=resource.damage + points, worth=max(0, resource.worth - points))
    values: dict[str, FactValue] = {"who": who.name, "name": hurt.name}
    values |= {"damage": hurt.damage, "durability": hurt.durability}
    if hurt.damage >= hurt.durability:
        play.tell("resource-destroyed", "PBT-X-resource", values)
        return without(who, resource)
    play.tell("resource-damaged", "PBT-X-resource", {**values, "worth": hurt.worth})
    return put(who, hurt)


def refresh(who: Character, id: str, play: Play) -> Character:
    """Restore all uses (PBT-X-resource). Raises `RuleError` for a resource without a refresh."""
    resource = WanderedSheet.resource_named(who, id)
    if resource.refresh == 0:
        raise RuleError("wandered.no-refresh", resource=resource.name)
    uses = max(resource.refresh, resource.uses)
    play.tell("resource-refreshed", "PBT-X-resource", {"who": who.name, "name": resource.name, "uses": uses})
    return put(who, replace(resource, uses=uses))


# Supplies


def carry(who: Character, supply: str, count: int, play: Play) -> Character:
    """Carry supply boxes of one type (PBT-X-supply): at most six in all."""
    WanderedSheet.check_is_of_player(who)
    if WanderedSheet.of(who).boxes + count > MOST_SUPPLIES:
        room = max(0, MOST_SUPPLIES - WanderedSheet.of(who).boxes)
        raise RuleError("wandered.no-room", count=count, who=who.name, room=room, most=MOST_SUPPLIES)
    carried = WanderedSheet.of(who).supplies.rows
    row = next((each for each in carried if typed_slug(each.name) == supply), Trait(supply, (0,)))
    play.tell("supplies-packed", "PBT-X-supply", {"who": who.name, "count": count, "supply": row.name})
    return _with_boxes(who, row, sum(row.values) + count)


def _with_boxes(who: Character, row: Trait, count: int) -> Character:
    supplies = WanderedSheet.of(who).supplies
    left = supplies.put(replace(row, values=(count,))) if count else supplies.without(row.name)
    return replace(who, sheet=replace(WanderedSheet.of(who), supplies=left))


def make(who: Character, supply: str, made: Resource, play: Play) -> Character:
    """Produce a Resource (PBT-X-supply) from a box of a matching type.

    Not checked: whether the type matches the resource; the table decides that.
    """
    check_lives(who)
    row = WanderedSheet.row_named(who, WanderedSheet.of(who).supplies, supply)
    if WanderedSheet.of(who).resources.named(made.name) is not None:
        raise RuleError("wandered.has-it-already", who=who.name, name=made.name)
    play.tell("resource-produced", "PBT-X-supply", {"who": who.name, "name": made.name, "supply": row.name})
    return put(_with_boxes(who, row, sum(row.values) - 1), made)


def settle(before: Character, after: Character) -> Character:
    """Settle a sheet edited by hand: supplies are of the seven types, at most six boxes (PBT-X-supply), and a
    danger that was overcome no longer is when it gets a resource again (PBT-X-danger).

    A type without a number is one box. Raises `RuleError` for any other name, which would be a resource.
    """
    old, new = WanderedSheet.of(before), WanderedSheet.of(after)
    if after.kind not in PLAYERS:
        return after.without(OUT_OF_ACTION) if new.resources.rows and not old.resources.rows else after
    if old.supplies == new.supplies:
        return after
    rows = tuple(replace(row, values=(sum(row.values) or 1,)) for row in new.supplies.rows)
    unknown = next((row.name for row in rows if typed_slug(row.name) not in SUPPLIES), None)
    if unknown is not None:
        raise RuleError("wandered.no-supply", text=unknown, known=SUPPLIES)
    changed = replace(after, sheet=replace(new, supplies=Traits(rows)))
    if WanderedSheet.of(changed).boxes > max(MOST_SUPPLIES, WanderedSheet.of(before).boxes):
        raise RuleError("wandered.too-many-boxes", count=WanderedSheet.of(changed).boxes, most=MOST_SUPPLIES)
    return changed


# On a table


def _has_any(table: Table, who: Character) -> bool:
    return bool(WanderedSheet.of(who).resources.rows)


def usable_ids(table: Table, given: Given) -> tuple[str, ...]:
    """The ids of the resources of the person named before that can be used now."""
    who = person_given_by_input(table, given)
    rows = map(Resource.of, WanderedSheet.of(who).resources.rows if who else ())
    return tuple(each.id for each in rows if each.is_usable(table.day))


Owner = Annotated[int, Who(fits=_has_any)]
OfOwner = Annotated[
    str, Choice(options=input_options_of_people(lambda who: row_ids(WanderedSheet.of(who).resources)))
]
"""A resource of the person named before, usable or not."""


@rule("wandered.use-resource", "PBT-X-resource", needs="no-resources", group=Group.CARE, outcomes=("used",))
def use_resource(
    table: Table, play: Play, who: Owner, resource: Annotated[str, Choice(options=usable_ids)]
) -> Outcome:
    check_lives(table[who])
    name = WanderedSheet.resource_named(table[who], resource).name
    play.tell("resource-used", "PBT-X-resource", {"who": table[who].name, "name": name})
    return Outcome("used", table=table.put(use(table[who], resource, table.day, play)))


@rule(
    "wandered.damage-resource",
    "PBT-X-resource",
    needs="no-resources",
    group=Group.CARE,
    outcomes=("damaged", "destroyed"),
)
def damage_resource(
    table: Table,
    play: Play,
    who: Owner,
    resource: OfOwner,
    points: Annotated[int, Number(lowest=1, highest=MOST)] = 1,
) -> Outcome:
    after = damage(table[who], resource, points, play)
    is_kept = typed_slug(resource) in row_ids(WanderedSheet.of(after).resources)
    return Outcome("damaged" if is_kept else "destroyed", table=table.put(after))


@rule(
    "wandered.refresh-resource",
    "PBT-X-resource",
    needs="no-resources",
    group=Group.CARE,
    outcomes=("refreshed",),
)
def refresh_resource(table: Table, play: Play, who: Owner, resource: OfOwner) -> Outcome:
    return Outcome("refreshed", table=table.put(refresh(table[who], resource, play)))


@rule("wandered.pack", "PBT-X-supply", group=Group.SHEET, outcomes=("packed",), amounts=("boxes",))
def pack(
    table: Table,
    play: Play,
    who: Annotated[int, Who(kinds=PLAYERS, fits=lives)],
    supply: Annotated[str, Choice(options=lambda table, given: SUPPLIES)],
    count: Annotated[int, Number(lowest=1, highest=MOST_SUPPLIES)] = 1,
) -> Outcome:
    after = carry(table[who], supply, count, play)
    return Outcome("packed", {"boxes": WanderedSheet.of(after).boxes}, table.put(after))


def _has_supplies(table: Table, who: Character) -> bool:
    return WanderedSheet.of(who).boxes > 0


def _lives_with_supplies(table: Table, who: Character) -> bool:
    return lives(table, who) and _has_supplies(table, who)


_supplies_of = input_options_of_people(lambda who: row_ids(WanderedSheet.of(who).supplies))


@rule(
    "wandered.produce",
    "PBT-X-supply",
    "PBT-X-resource",
    problems=procedure_needs_somebody(_has_supplies, "no-supplies", *PLAYERS),
    group=Group.CARE,
    outcomes=("produced",),
    amounts=("boxes",),
)
def produce(
    table: Table,
    play: Play,
    who: Annotated[int, Who(kinds=PLAYERS, fits=_lives_with_supplies)],
    supply: Annotated[str, Choice(options=_supplies_of, known_as=lambda table, given: ALL_SUPPLIES)],
    name: Annotated[str, Words()],
    uses: Annotated[int, Number(highest=MOST)] = 1,
    refresh: Annotated[int, Number(highest=MOST)] = 0,
    durability: Annotated[int, Number(highest=MOST)] = 0,
    worth: Annotated[int, Number(highest=MOST)] = 0,
) -> Outcome:
    made = Resource.new(name, uses=uses, refresh=refresh, durability=durability, worth=worth)
    after = make(table[who], supply, made, play)
    return Outcome("produced", {"boxes": WanderedSheet.of(after).boxes}, table.put(after))


PROCEDURES: tuple[Procedure, ...] = (use_resource, damage_resource, refresh_resource, pack, produce)
