"""Resources and supplies (PBT-X-resource, PBT-X-supply): using, damaging, refreshing and making them."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.wandered.sheet import PLAYERS, RESOURCE, WanderedSheet
from tableside.rules.inputs import (
    Choice,
    Given,
    Number,
    Who,
    Words,
    input_field,
    input_options_of_people,
    person_given_by_input,
)
from tableside.rules.life_states import OUT_OF_ACTION, check_lives, lives
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, procedure_needs_somebody
from tableside.rules.sheet import Trait, Traits
from tableside.rules.table import Character, Table
from tableside.rules.typed import NAME_LENGTH, typed_short, typed_slug

SUPPLIES: Final = ("adventuring", "cooking", "crafting", "hunting", "medical", "research", "shady")
ALL_SUPPLIES: Final = dict(zip(SUPPLIES, SUPPLIES, strict=True))
"""All types of supplies, carried or not: a message says if there are none of a type."""
MOST_SUPPLIES: Final = 6
MOST: Final = 99


def number_of_resource(resource: Trait, name: str) -> int:
    """One of the numbers of a resource; 0 if it was never written down."""
    place = RESOURCE.index(name)
    return resource.values[place] if place < len(resource.values) else 0


def resource_changed(resource: Trait, name: str, value: int) -> Trait:
    """The resource with one of its numbers changed."""
    values = {each: number_of_resource(resource, each) for each in RESOURCE} | {name: value}
    return replace(resource, values=tuple(values.values()))


def is_resource_expired(resource: Trait, day: int) -> bool:
    return 0 < number_of_resource(resource, "expires") < day


def is_resource_spent(resource: Trait) -> bool:
    """Whether its uses are gone until it is refreshed; uncounted uses never are."""
    return number_of_resource(resource, "uses") == 0 and number_of_resource(resource, "refresh") > 0


def is_resource_usable(resource: Trait, day: int) -> bool:
    return not is_resource_spent(resource) and not is_resource_expired(resource, day)


def check_resource_usable(who: Character, resource: Trait, day: int) -> None:
    """Raises `RuleError` for a resource that is spent or past its day."""
    if is_resource_expired(resource, day):
        last = number_of_resource(resource, "expires")
        raise RuleError("wandered.too-old", resource=resource.name, who=who.name, last=last, today=day)
    if is_resource_spent(resource):
        raise RuleError("wandered.no-uses", resource=resource.name, who=who.name)


def _with_resource(who: Character, resource: Trait) -> Character:
    sheet = WanderedSheet.of(who)
    return replace(who, sheet=replace(sheet, resources=sheet.resources.put(resource)))


def without_resource(who: Character, resource: Trait) -> Character:
    """The character without this resource."""
    sheet = WanderedSheet.of(who)
    return replace(who, sheet=replace(sheet, resources=sheet.resources.without(resource.name)))


def use_resource(who: Character, id: str, day: int, play: Play) -> Character:
    """Tick a use (PBT-X-resource); with none left and no refresh it is destroyed. Uncounted uses stay so."""
    resource = WanderedSheet.resource_named(who, id)
    check_resource_usable(who, resource, day)
    uses = number_of_resource(resource, "uses")
    if uses == 0:
        return who
    values: dict[str, FactValue] = {"who": who.name, "name": resource.name, "left": uses - 1}
    if uses == 1 and number_of_resource(resource, "refresh") == 0:
        play.tell("resource-used-up", "PBT-X-resource", values)
        return without_resource(who, resource)
    play.tell("resource-ticked", "PBT-X-resource", values)
    return _with_resource(who, resource_changed(resource, "uses", uses - 1))


def damage_resource(who: Character, id: str, points: int, play: Play) -> Character:
    """Damage a resource (PBT-X-resource): its worth falls too; damage equal to its durability destroys it.

    Without durability any damage does.
    """
    resource = WanderedSheet.resource_named(who, id)
    taken = number_of_resource(resource, "damage") + points
    durability = number_of_resource(resource, "durability")
    worth = max(0, number_of_resource(resource, "worth") - points)
    values: dict[str, FactValue] = {"who": who.name, "name": resource.name}
    values |= {"damage": taken, "durability": durability}
    if taken >= durability:
        play.tell("resource-destroyed", "PBT-X-resource", values)
        return without_resource(who, resource)
    play.tell("resource-damaged", "PBT-X-resource", {**values, "worth": worth})
    return _with_resource(who, resource_changed(resource_changed(resource, "damage", taken), "worth", worth))


def refresh_resource(who: Character, id: str, play: Play) -> Character:
    """Restore all uses (PBT-X-resource). Raises `RuleError` for a resource without a refresh."""
    resource = WanderedSheet.resource_named(who, id)
    full = number_of_resource(resource, "refresh")
    if full == 0:
        raise RuleError("wandered.no-refresh", resource=resource.name)
    uses = max(full, number_of_resource(resource, "uses"))
    play.tell("resource-refreshed", "PBT-X-resource", {"who": who.name, "name": resource.name, "uses": uses})
    return _with_resource(who, resource_changed(resource, "uses", uses))


def supply_boxes_in_all(who: Character) -> int:
    """The number of supply boxes carried, of all types."""
    return sum(sum(row.values) for row in WanderedSheet.of(who).supplies.rows)


def settle_edited_resources(before: Character, after: Character) -> Character:
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
    if supply_boxes_in_all(changed) > max(MOST_SUPPLIES, supply_boxes_in_all(before)):
        raise RuleError("wandered.too-many-boxes", count=supply_boxes_in_all(changed), most=MOST_SUPPLIES)
    return changed


def carry_supply_boxes(who: Character, supply: str, count: int, play: Play) -> Character:
    """Carry supply boxes of one type (PBT-X-supply): at most six in all."""
    WanderedSheet.check_is_of_player(who)
    if supply_boxes_in_all(who) + count > MOST_SUPPLIES:
        room = max(0, MOST_SUPPLIES - supply_boxes_in_all(who))
        raise RuleError("wandered.no-room", count=count, who=who.name, room=room, most=MOST_SUPPLIES)
    carried = WanderedSheet.of(who).supplies.rows
    row = next((each for each in carried if typed_slug(each.name) == supply), Trait(supply, (0,)))
    play.tell("supplies-packed", "PBT-X-supply", {"who": who.name, "count": count, "supply": row.name})
    return _with_boxes(who, row, sum(row.values) + count)


def _with_boxes(who: Character, row: Trait, count: int) -> Character:
    supplies = WanderedSheet.of(who).supplies
    left = supplies.put(replace(row, values=(count,))) if count else supplies.without(row.name)
    return replace(who, sheet=replace(WanderedSheet.of(who), supplies=left))


def produce_resource(who: Character, supply: str, made: Trait, play: Play) -> Character:
    """Produce a Resource (PBT-X-supply) from a box of a matching type.

    Not checked: whether the type matches the resource; the table decides that.
    """
    check_lives(who)
    row = WanderedSheet.row_named(who, WanderedSheet.of(who).supplies, supply)
    if WanderedSheet.of(who).resources.named(made.name) is not None:
        raise RuleError("wandered.has-it-already", who=who.name, name=made.name)
    play.tell("resource-produced", "PBT-X-supply", {"who": who.name, "name": made.name, "supply": row.name})
    return _with_resource(_with_boxes(who, row, sum(row.values) - 1), made)


def resource_named(name: str, **numbers: int) -> Trait:
    """A new resource with these numbers. Raises `RuleError` for a name that is empty or too long."""
    name = typed_short(name.strip(), NAME_LENGTH)
    if not typed_slug(name):
        raise RuleError("wandered.resource-without-name")
    made = Trait(name)
    for each, value in numbers.items():
        made = resource_changed(made, each, value)
    return made


def resource_row_ids(rows: Traits) -> tuple[str, ...]:
    """The ids of rows."""
    return tuple(typed_slug(row.name) for row in rows.rows)


resources_of = input_options_of_people(lambda who: resource_row_ids(WanderedSheet.of(who).resources))
"""Every resource of the person named before."""


def usable_resources_of(table: Table, given: Given) -> tuple[str, ...]:
    """The resources of the person named before that can be used now."""
    who = person_given_by_input(table, given)
    rows = WanderedSheet.of(who).resources.rows if who else ()
    return tuple(typed_slug(row.name) for row in rows if is_resource_usable(row, table.day))


_supplies_of = input_options_of_people(lambda who: resource_row_ids(WanderedSheet.of(who).supplies))


def _has_resources(table: Table, who: Character) -> bool:
    return bool(WanderedSheet.of(who).resources.rows)


def _has_supplies(table: Table, who: Character) -> bool:
    return supply_boxes_in_all(who) > 0


_OWNER = Who("who", fits=_has_resources)


@frozen
class UseResource:
    who: int = input_field(_OWNER)
    resource: str = input_field(Choice(options=usable_resources_of))


def _use(table: Table, form: UseResource, play: Play) -> Outcome:
    who = table[form.who]
    check_lives(who)
    name = WanderedSheet.resource_named(who, form.resource).name
    play.tell("resource-used", "PBT-X-resource", {"who": who.name, "name": name})
    return Outcome("used", table=table.put(use_resource(who, form.resource, table.day, play)))


@frozen
class DamageResource:
    who: int = input_field(_OWNER)
    resource: str = input_field(Choice(options=resources_of))
    points: int = input_field(Number(default=1, lowest=1, highest=MOST))


def _damage(table: Table, form: DamageResource, play: Play) -> Outcome:
    after = damage_resource(table[form.who], form.resource, form.points, play)
    kept = typed_slug(form.resource) in resource_row_ids(WanderedSheet.of(after).resources)
    return Outcome("damaged" if kept else "destroyed", table=table.put(after))


@frozen
class RefreshResource:
    who: int = input_field(_OWNER)
    resource: str = input_field(Choice(options=resources_of))


def _refresh(table: Table, form: RefreshResource, play: Play) -> Outcome:
    return Outcome("refreshed", table=table.put(refresh_resource(table[form.who], form.resource, play)))


@frozen
class Pack:
    who: int = input_field(Who(kinds=PLAYERS, fits=lives))
    supply: str = input_field(Choice(options=lambda table, given: SUPPLIES))
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_SUPPLIES))


def _pack(table: Table, form: Pack, play: Play) -> Outcome:
    after = carry_supply_boxes(table[form.who], form.supply, form.count, play)
    return Outcome("packed", {"boxes": supply_boxes_in_all(after)}, table.put(after))


@frozen
class Produce:
    who: int = input_field(
        Who(kinds=PLAYERS, fits=lambda table, who: lives(table, who) and _has_supplies(table, who))
    )
    supply: str = input_field(Choice(options=_supplies_of, known_as=lambda table, given: ALL_SUPPLIES))
    name: str = input_field(Words())
    uses: int = input_field(Number(default=1, highest=MOST))
    refresh: int = input_field(Number(default=0, highest=MOST))
    durability: int = input_field(Number(default=0, highest=MOST))
    worth: int = input_field(Number(default=0, highest=MOST))


def _produce(table: Table, form: Produce, play: Play) -> Outcome:
    made = resource_named(
        form.name, uses=form.uses, refresh=form.refresh, durability=form.durability, worth=form.worth
    )
    after = produce_resource(table[form.who], form.supply, made, play)
    return Outcome("produced", {"boxes": supply_boxes_in_all(after)}, table.put(after))


PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        id="wandered.use-resource",
        rules=("PBT-X-resource",),
        run=_use,
        group=Group.CARE,
        outcomes=("used",),
        problems=procedure_needs_somebody(_has_resources, "no-resources"),
    ),
    Procedure(
        id="wandered.damage-resource",
        rules=("PBT-X-resource",),
        run=_damage,
        group=Group.CARE,
        outcomes=("damaged", "destroyed"),
        problems=procedure_needs_somebody(_has_resources, "no-resources"),
    ),
    Procedure(
        id="wandered.refresh-resource",
        rules=("PBT-X-resource",),
        run=_refresh,
        group=Group.CARE,
        outcomes=("refreshed",),
        problems=procedure_needs_somebody(_has_resources, "no-resources"),
    ),
    Procedure(
        id="wandered.pack",
        rules=("PBT-X-supply",),
        run=_pack,
        group=Group.SHEET,
        outcomes=("packed",),
        amounts=("boxes",),
    ),
    Procedure(
        id="wandered.produce",
        rules=("PBT-X-supply", "PBT-X-resource"),
        run=_produce,
        group=Group.CARE,
        outcomes=("produced",),
        amounts=("boxes",),
        problems=procedure_needs_somebody(_has_supplies, "no-supplies", *PLAYERS),
    ),
)
