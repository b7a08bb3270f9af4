"""The procedures that put characters of a kind on the table: from a game's list, from an own kind, or several
kinds of foes at once.

The definitions, from files, of the own kinds that a form names go into its entry, so that it can be replayed
without the files.
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
"""In `Procedure.own`: the input holds foes as typed."""
COMING: Final = "coming"
"""In `Procedure.own`: the input holds those who come later, `round 3: 2 goblins; clock The bell: troll`."""

NEW: Final = "new "
"""In `Procedure.own`, before a section: the input names a new kind, whose name no file has."""


def as_putting_on_the_table(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """Return a procedure that adds characters so that it also takes cells of their sheets, and has them join
    a running fight by the rule of its order, unless they are to wait.
    """
    add = procedure.run

    @frozen
    class Arrival:
        """The inputs for adding them, and how they arrive."""

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
    """Return the table with these characters in the running fight, if they join one."""
    if not joins or table.order is None:
        return table
    return join_running_order(table, tuple(keys), "", ruleset.turns, play)


def as_procedure_naming_kinds(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """Return a procedure that names own kinds so that it first stores their definitions."""
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
    """Return the procedure that puts down characters of an own kind, for this game."""

    def put_down(table: Table, form: PutDown, play: Play) -> Outcome:
        """Put down characters of an own kind, with these cells of their sheets changed. Where no kind is
        named, the name and the cells make one, which is kept.
        """
        kind = _kind_meant(table, form)
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


def _kind_meant(table: Table, form: PutDown) -> TableOwnKind:
    """Return the kind that a form names or makes. Raises `RuleError` for an unknown one."""
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
    """Return the procedure that keeps a character as a kind, to be put down again."""

    def keep(table: Table, form: KeepKind, play: Play) -> Outcome:
        """Keep the character's sheet as a kind of this name, replacing one. A foe is kept unhurt."""
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
    """Foes of several kinds, as typed."""

    foes: str = input_field(Words(long=True))
    joins: bool = input_field(YesNo(default=True, worth=False))
    definition: str = input_field(Filled())


LinesAt = Callable[[Table], FoeLines]
"""Returns the reader of lines of foes at a table."""


# Six parameters: a line, its reader, and what the form says of all its foes
def put_down_several_kinds(
    table: Table, line: str, lines_at: LinesAt, play: Play, *, times: int = 1, joins: bool = True
) -> Table:
    """Return the table with the foes of a line on it, each kind by its own procedure, their counts multiplied
    by `times`, and in the running fight if they join. Raises `RuleError` naming what is wrong.
    """
    for each in lines_at(table).texts(line):
        one = lines_at(table).whole(each)
        count = one.given.get("count")
        more = {"count": count * times} if isinstance(count, int) else {}
        given = {**one.given, **more, "joins": joins}
        table = one.procedure.perform(table, given)(play).table or table
    return table


def several_kinds_procedure(game: Procedure, lines_at: LinesAt) -> Procedure:
    """Return the procedure that adds foes of several kinds, each by the procedure for its kind."""

    def add(table: Table, form: Kinds, play: Play) -> Outcome:
        """Add each kind in turn. Raises `RuleError` naming what is wrong."""
        after = put_down_several_kinds(table, form.foes, lines_at, play, joins=form.joins)
        return Outcome("added", {"count": len(after.characters) - len(table.characters)}, after)

    return replace(game, id=ADD_KINDS, form=Kinds, run=add, role=None, own={"foes": TYPED})


def origin_kind_of_procedure(procedure: Procedure) -> tuple[str, str] | None:
    """Return the section of the own kinds that a character made by this procedure may start with, and the
    input that names one. None: it has none.
    """
    ids = {each.id for each in procedure.inputs}
    return next(((section, input) for section, input in ORIGINS.items() if input in ids), None)


def as_procedure_with_origin_kind(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """Return a procedure that makes a character so that an own background adds what it gives."""
    origin = origin_kind_of_procedure(procedure)
    if origin is None:
        return procedure
    create, (section, input) = procedure.run, origin

    @frozen
    class Beginning:
        """The inputs for making a character, and the definition of where they come from."""

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
    """Return the character with what the kind gives and they lack; what is worn or held is also carried."""
    wanted = (
        cell for cell, (path, text) in zip(kind.cells, kind.values, strict=True) if _lacks(who, path, text)
    )
    who = new_character_after_edits(who, (f"{part}={kind.name}", *wanted), ruleset)
    return new_character_after_edits(who, _uncarried(who), ruleset)


def _lacks(who: Character, path: str, text: str) -> bool:
    """Whether to set a cell: a list's row only if it is missing, but things may be carried twice."""
    part, _, rest = path.partition(".")
    value = sheet_part_of(who.sheet, part.replace("-", "_"))
    if rest != "new" or not isinstance(value, LISTS) or isinstance(value, Slots):
        return True
    texts = (each.text for each in cells(who.sheet, part.replace("-", "_"))[:-1])
    return typed_slug(text) not in {typed_slug(each) for each in texts}


def _uncarried(who: Character) -> Iterable[str]:
    """Yield the cells that add things worn or held, but not listed, to what is carried."""
    carried = next(
        (each for each in sheet_parts(who.sheet) if isinstance(sheet_part_of(who.sheet, each), Slots)), ""
    )
    for part in parts_for_items_in_use(who.sheet, who.kind) if carried else ():
        row = row_of_item_in_use(who.sheet, part)
        if row and place_of_item(who.sheet, row) is None:
            yield f"{carried}.new={row.replace('-', ' ')}"


def with_procedure_kinds(ruleset: Ruleset, table: Table, named: Mapping[str, str], given: Given) -> Given:
    """Return the inputs with the definitions, from files, of the own kinds that these inputs name, where the
    campaign does not hold the same ones. `named` gives each input's section, or `TYPED`, `COMING` or `NEW`.

    Raises `RuleError` for a kind with a fault, for unknown foes, and for a new name that a file has.
    """
    if given.get(DEFINITION):
        return given
    kinds = (
        kind for id, section in named.items() for kind in _kinds_named(ruleset, table, section, given.get(id))
    )
    kept = {(each.section, each.id): each for each in table.kinds.values()}
    new = [each for each in dict.fromkeys(kinds) if kept.get((each.section, each.id)) != each]
    return {**given, DEFINITION: encoded_campaign_kinds(new)} if new else given


def with_more_procedure_kinds(
    ruleset: Ruleset, table: Table, named: Mapping[str, str], before: Given, given: Given
) -> Given:
    """Return changed inputs with the kinds that were defined before, and further ones named now. Raises
    `RuleError` as above.
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
    """Yield the own kinds that a value names."""
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
    """Return the names of a section in files."""
    return campaign_kind_names(ruleset, Table(), section)


def _of_lines(ruleset: Ruleset, table: Table, lines: Iterable[str]) -> Iterator[TableOwnKind]:
    for line in filter(str.strip, lines):
        for form in foe_lines.forms_of_whole_foe_line(ruleset, table, line):
            yield from _defined(form.given, ruleset)


def _defined(given: Given, ruleset: Ruleset) -> tuple[TableOwnKind, ...]:
    return decoded_campaign_kinds(str(given.get(DEFINITION, "")), ruleset)
