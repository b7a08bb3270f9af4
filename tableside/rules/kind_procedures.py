"""The procedures that put people of a kind on the table: by a game's own procedure, from an own kind, or
several kinds of foes at once.

What files say of the own kinds that a form names goes into its entry, so that it plays again without them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import (
    DEFINITION,
    as_campaign_kind,
    campaign_kind,
    campaign_kind_names,
    campaign_kinds_kept,
    decoded_campaign_kinds,
    encoded_campaign_kinds,
    with_campaign_kind,
)
from tableside.rules.cells import are_cells_alike, cells
from tableside.rules.characters import new_character_after_edits
from tableside.rules.foe_lines import ADD_KINDS, PUT_DOWN, FoeLines
from tableside.rules.inputs import (
    Cells,
    Choice,
    Filled,
    Given,
    Number,
    Who,
    Words,
    YesNo,
    input_field,
    inputs_field,
)
from tableside.rules.items import parts_for_items_in_use, place_of_item, row_of_item_in_use
from tableside.rules.names import NameIndex, name_without_number, numbered_newcomers
from tableside.rules.pack_kinds import (
    ENCOUNTERS,
    FOES,
    LISTS,
    ORIGINS,
    SOMEBODY,
    creature_of_pack_kind,
    lines_of_coming_in_pack,
    lines_of_pack_encounter,
)
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Slots, sheet_part_of, sheet_parts, unhurt_sheet
from tableside.rules.table import Character, Kind, Table, TableOwnKind
from tableside.rules.turns.running_order import join_running_order
from tableside.rules.turns.turn_steps import turn_step_joining_rules
from tableside.rules.typed import hint_for_typed, typed_slug

MOST_AT_ONCE: Final = 50
KEEP_KIND: Final = "campaign.keep-kind"
TYPED: Final = "line"
"""Of an input in `Procedure.own`: it holds foes as they are typed."""
COMING: Final = "coming"
"""Of such an input: it holds those who come later, `round 3: 2 goblins; clock The bell: troll`."""

NEW: Final = "new "
"""Of such an input, before a section: it names a new one, which no file has by that name."""


def as_putting_on_the_table(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that adds characters: their sheets may be given other values at once, and a fight that is
    on is joined by the rule of its order, unless they are to wait.
    """
    add = procedure.run

    @frozen
    class Arrival:
        """What adding them asks for, and how they come."""

        foes: Any = inputs_field(procedure.form)
        joins: bool = input_field(YesNo(default=True, worth=False))
        cells: tuple[str, ...] = input_field(Cells())

    def arrive(table: Table, form: Arrival, play: Play) -> Outcome:
        outcome = add(table, form.foes, play)
        after = outcome.table or table
        keys = tuple(key for key in after.characters if key not in table.characters)
        after = after.put(*(new_character_after_edits(after[key], form.cells, ruleset) for key in keys))
        return replace(outcome, table=_joined(after, keys, form.joins, ruleset, play))

    return replace(
        procedure,
        rules=tuple(dict.fromkeys((*procedure.rules, *turn_step_joining_rules(None)))),
        form=Arrival,
        run=arrive,
        decides=lambda table: (*procedure.rules_on(table), *turn_step_joining_rules(table)),
    )


def _joined(table: Table, keys: Iterable[int], joins: bool, ruleset: Ruleset, play: Play) -> Table:
    """The table with these in the fight that is on, if they join one."""
    if not joins or table.order is None:
        return table
    return join_running_order(table, tuple(keys), "", ruleset.turns, play)


def as_procedure_naming_kinds(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that names own kinds, which takes in first what files say of them."""
    act = procedure.run

    def take_in(table: Table, form: Any, play: Play) -> Outcome:  # Any: a form with a definition
        for kind in decoded_campaign_kinds(form.definition, ruleset):
            table = with_campaign_kind(table, kind)
        outcome = act(table, form, play)
        return replace(outcome, table=outcome.table or table)

    return replace(procedure, run=take_in)


def _foes_kept(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(campaign_kinds_kept(table, SOMEBODY))


@frozen
class PutDown:
    foe: str = input_field(Choice(options=_foes_kept, default="", free=True))
    count: int = input_field(Number(default=1, lowest=1, highest=MOST_AT_ONCE))
    name: str = input_field(Words(default=""))
    joins: bool = input_field(YesNo(default=True, worth=False))
    cells: tuple[str, ...] = input_field(Cells())
    definition: str = input_field(Filled())


def put_down_kind_procedure(ruleset: Ruleset) -> Procedure:
    """The procedure that puts down those of an own kind in a campaign of this game."""

    def put_down(table: Table, form: PutDown, play: Play) -> Outcome:
        """So many of an own kind, with these cells of their sheets changed; where no kind is named, the name
        and the cells make one, which is kept.
        """
        kind = _meant(table, form)
        who = creature_of_pack_kind(kind, ruleset)
        if form.foe:
            who = new_character_after_edits(who, form.cells, ruleset)
        else:
            table = with_campaign_kind(table, kind)
        who = replace(who, name=form.name.strip() or kind.name)
        added = numbered_newcomers(table, who, form.count)
        for one in added:
            play.tell("foe-added", "", {"who": one.name})
        keys = tuple(one.key for one in added)
        after = _joined(table.put(*added), keys, form.joins, ruleset, play)
        return Outcome("added", {"count": len(added)}, after)

    return Procedure(
        id=PUT_DOWN,
        rules=turn_step_joining_rules(None),
        run=put_down,
        group=Group.SHEET,
        outcomes=("added",),
        amounts=("count",),
        own={"foe": SOMEBODY},
        decides=turn_step_joining_rules,
    )


def _meant(table: Table, form: PutDown) -> TableOwnKind:
    """The kind that a form names, or makes. Raises `RuleError` for one that there is not."""
    kept = campaign_kinds_kept(table, SOMEBODY)
    if form.foe:
        id = typed_slug(form.foe)
        if id not in kept:
            raise RuleError("kinds.unknown", kind=form.foe, hint=hint_for_typed(id, kept, "hint.choose"))
        return kept[id]
    if not typed_slug(form.name) or not form.cells:
        raise RuleError("kinds.no-numbers", name=form.name)
    return TableOwnKind(FOES, typed_slug(form.name), form.name.strip(), form.cells)


@frozen
class KeepKind:
    who: int = input_field(Who(retired=True))
    name: str = input_field(Words(default=""))
    definition: str = input_field(Filled())


def keep_kind_procedure(ruleset: Ruleset) -> Procedure:
    """The procedure that keeps somebody as a kind, to be put down again."""

    def keep(table: Table, form: KeepKind, play: Play) -> Outcome:
        """Their sheet as a kind of this name, in the place of another of it. A foe is kept unhurt."""
        who = table[form.who]
        kind = as_campaign_kind(who, form.name.strip() or name_without_number(who.name), ruleset.blank)
        if not kind.id:
            raise RuleError("inputs.no-name", text=form.name)
        sheet = unhurt_sheet(who.sheet) if who.kind == Kind.ENEMY else who.sheet
        if not are_cells_alike(creature_of_pack_kind(kind, ruleset).sheet, sheet):
            raise RuleError("kinds.cannot-keep", who=who.name)
        play.tell("kind-kept", "", {"who": who.name, "name": kind.name})
        return Outcome("done", table=with_campaign_kind(table, kind))

    return Procedure(
        id=KEEP_KIND,
        run=keep,
        group=Group.SHEET,
        outcomes=("done",),
        role=Role.KEEP,
        own={"name": NEW + SOMEBODY},
    )


@frozen
class Kinds:
    """Foes of several kinds, as they are typed."""

    foes: str = input_field(Words(long=True))
    joins: bool = input_field(YesNo(default=True, worth=False))
    definition: str = input_field(Filled())


LinesAt = Callable[[Table], FoeLines]
"""Who reads lines of foes at a table."""


# What a line says, who reads it, and what the form around it says of all its foes
def put_down_several_kinds(
    table: Table, line: str, lines_at: LinesAt, play: Play, *, times: int = 1, joins: bool = True
) -> Table:
    """The table with the foes of a line on it, each kind in turn by the rules of that one: so many times as
    many, and in the fight that is on if they join one. Raises `RuleError` naming what will not do.
    """
    for each in lines_at(table).texts(line):
        one = lines_at(table).whole(each)
        count = one.given.get("count")
        more = {"count": count * times} if isinstance(count, int) else {}
        given = {**one.given, **more, "joins": joins}
        table = one.procedure.perform(table, given)(play).table or table
    return table


def several_kinds_procedure(game: Procedure, lines_at: LinesAt) -> Procedure:
    """The procedure that adds foes of several kinds, each by what adds those of one: the game's own, or that
    of own kinds.
    """

    def add(table: Table, form: Kinds, play: Play) -> Outcome:
        """Each kind in turn. Raises `RuleError` naming what will not do."""
        after = put_down_several_kinds(table, form.foes, lines_at, play, joins=form.joins)
        return Outcome("added", {"count": len(after.characters) - len(table.characters)}, after)

    return replace(game, id=ADD_KINDS, form=Kinds, run=add, role=None, own={"foes": TYPED})


def origin_kind_of_procedure(procedure: Procedure) -> tuple[str, str] | None:
    """The section of the own kinds that a character made by this may begin with, and the input that names
    one. None: nobody begins with any.
    """
    ids = {each.id for each in procedure.inputs}
    return next(((section, input) for section, input in ORIGINS.items() if input in ids), None)


def as_procedure_with_origin_kind(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that makes a character, who has what an own background gives."""
    origin = origin_kind_of_procedure(procedure)
    if origin is None:
        return procedure
    create, (section, input) = procedure.run, origin

    @frozen
    class Beginning:
        """What making a character asks for, and what files say of where they come from."""

        made: Any = inputs_field(procedure.form)
        definition: str = input_field(Filled())

    def begin(table: Table, form: Beginning, play: Play) -> Outcome:
        outcome = create(table, form.made, play)
        after = outcome.table or table
        kind = campaign_kinds_kept(table, section).get(typed_slug(getattr(form.made, input)))
        if kind is None:
            return outcome
        for key in after.characters.keys() - table.characters.keys():
            things = ", ".join(text for _, text in kind.values) or "-"
            play.tell("begins-with", "", {"who": after[key].name, "name": kind.name, "things": things})
            after = after.put(_with_origin(after[key], kind, input, ruleset))
        return replace(outcome, table=after)

    return replace(procedure, form=Beginning, run=begin, own={input: section})


def _with_origin(who: Character, kind: TableOwnKind, part: str, ruleset: Ruleset) -> Character:
    """With what the kind gives, but for what is on the sheet already; what is worn or held is carried too."""
    wanted = (
        cell for cell, (path, text) in zip(kind.cells, kind.values, strict=True) if _lacks(who, path, text)
    )
    who = new_character_after_edits(who, (f"{part}={kind.name}", *wanted), ruleset)
    return new_character_after_edits(who, _uncarried(who), ruleset)


def _lacks(who: Character, path: str, text: str) -> bool:
    """Whether a row of a list is not there yet; things may be carried twice, and any other cell is set."""
    part, _, rest = path.partition(".")
    value = sheet_part_of(who.sheet, part.replace("-", "_"))
    if rest != "new" or not isinstance(value, LISTS) or isinstance(value, Slots):
        return True
    there = (each.text for each in cells(who.sheet, part.replace("-", "_"))[:-1])
    return typed_slug(text) not in {typed_slug(each) for each in there}


def _uncarried(who: Character) -> Iterable[str]:
    """The things that are worn or held and not yet listed, as they are added to what is carried."""
    carried = next(
        (each for each in sheet_parts(who.sheet) if isinstance(sheet_part_of(who.sheet, each), Slots)), ""
    )
    for part in parts_for_items_in_use(who.sheet, who.kind) if carried else ():
        row = row_of_item_in_use(who.sheet, part)
        if row and place_of_item(who.sheet, row) is None:
            yield f"{carried}.new={row.replace('-', ' ')}"


def with_procedure_kinds(ruleset: Ruleset, table: Table, named: Mapping[str, str], given: Given) -> Given:
    """What was given, with the own kinds that these inputs name (each with its section, or with `TYPED`,
    `COMING` or `NEW`) as files say them now, where the campaign does not hold them so.

    Raises `RuleError` for a kind with a fault, for foes that there are not, and for a new name that is a
    file's.
    """
    if given.get(DEFINITION):
        return given
    meant = (
        kind for id, section in named.items() for kind in _kinds_named(ruleset, table, section, given.get(id))
    )
    kept = {(each.section, each.id): each for each in table.kinds.values()}
    new = [each for each in dict.fromkeys(meant) if kept.get((each.section, each.id)) != each]
    return {**given, DEFINITION: encoded_campaign_kinds(new)} if new else given


def with_more_procedure_kinds(
    ruleset: Ruleset, table: Table, named: Mapping[str, str], before: Given, given: Given
) -> Given:
    """What is given otherwise than before, with the own kinds that were defined then, and those besides that
    are named now. Raises `RuleError` as above.
    """
    if all(before.get(id) == given.get(id) for id in named):
        return given
    old = decoded_campaign_kinds(str(before.get(DEFINITION, "")), ruleset)
    for each in old:
        table = with_campaign_kind(table, each)
    more = with_procedure_kinds(ruleset, table, named, {**given, DEFINITION: ""})
    kinds = {(each.section, each.id): each for each in (*old, *_defined(more, ruleset))}
    return {**given, DEFINITION: encoded_campaign_kinds(kinds.values()) if kinds else ""}


def _kinds_named(ruleset: Ruleset, table: Table, section: str, value: object) -> Iterator[TableOwnKind]:
    """The own kinds that a value names."""
    text = str(value or "")
    if section == TYPED:
        yield from _of_lines(ruleset, table, (text,))
    elif section == COMING:
        yield from _of_lines(ruleset, table, lines_of_coming_in_pack(text))
    elif section.startswith(NEW):
        if typed_slug(text) in _in_files(ruleset, section.removeprefix(NEW)):
            raise RuleError("kinds.in-a-file", name=text)
    elif (id := typed_slug(text)) in _in_files(ruleset, section) or (
        section == ENCOUNTERS and id in campaign_kinds_kept(table, section)
    ):
        kind = campaign_kind(ruleset, table, section, id)
        yield kind
        if section == ENCOUNTERS:
            yield from _of_lines(ruleset, table, lines_of_pack_encounter(kind))


def _in_files(ruleset: Ruleset, section: str) -> NameIndex:
    """The names of a section that files have."""
    return campaign_kind_names(ruleset, Table(), section)


def _of_lines(ruleset: Ruleset, table: Table, lines: Iterable[str]) -> Iterator[TableOwnKind]:
    for line in filter(str.strip, lines):
        for form in foe_lines.forms_of_whole_foe_line(ruleset, table, line):
            yield from _defined(form.given, ruleset)


def _defined(given: Given, ruleset: Ruleset) -> tuple[TableOwnKind, ...]:
    return decoded_campaign_kinds(str(given.get(DEFINITION, "")), ruleset)
