"""Characters of any campaign: put on the table, edited, taken out of play and called back."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.rules import sessions
from tableside.rules.cells import cell_row_index, cells, die_cell_text, with_edited_cell
from tableside.rules.inputs import Cells, Choice, Who, Words
from tableside.rules.items import item_and_count, item_row_name, item_with_count, parts_for_items_in_use
from tableside.rules.names import name_as_given
from tableside.rules.play import FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Die, Meter, Slots, Track, sheet_part_of
from tableside.rules.table import Character, Kind, Table
from tableside.rules.typed import typed_option, typed_yes_no

CALL_BACK: Final = "campaign.call-back"
EDIT: Final = "campaign.edit"
EDIT_SEVERAL: Final = "campaign.edit-several"
TRANSFER: Final = "campaign.transfer"


@rule(CALL_BACK, group=Group.SHEET)
def call_back(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(many=True, retired=True, fits=lambda table, who: who.retired)],
) -> Outcome:
    """Bring characters back into play, with a new number where somebody else has taken their name."""
    for key in who:
        play.tell("called-back", "", {"who": table[key].name})
        table = sessions.with_session_attendance(table.put(replace(table[key], retired=False)), table[key])
    return Outcome("done", table=table)


@rule("campaign.retire", group=Group.SHEET, role=Role.RETIRE)
def retire(table: Table, play: Play, who: Annotated[tuple[int, ...], Who(many=True)]) -> Outcome:
    """Take characters out of play, and out of a running fight."""
    for key in who:
        play.tell("retired", "", {"who": table[key].name})
    put = table.put(*(replace(table[key], retired=True) for key in who))
    return Outcome("done", table=sessions.without_session_attendance(put, who))


EditedCells = Annotated[tuple[str, ...], Cells()]


def character_procedures(ruleset: Ruleset) -> tuple[Procedure, ...]:
    """Return the procedures that add characters, edit their sheets, retire them and call them back."""

    @rule("campaign.add-character", group=Group.SHEET)
    def add(
        table: Table,
        play: Play,
        name: Annotated[str, Words()],
        kind: Annotated[str, Choice(options=lambda table, given: tuple(Kind))] = Kind.PC,
        cells: EditedCells = (),
    ) -> Outcome:
        """Put a character on the table, with these cells of the sheet filled in."""
        character = Character(table.next_key, name_as_given(name), Kind(kind), ruleset.blank(Kind(kind)))
        character = new_character_after_edits(character, cells, ruleset)
        play.tell("added", "", {"who": character.name, "kind": Kind(kind)})
        return Outcome("done", table=sessions.put_in_play_in_session(table, character))

    def edited(table: Table, who: int, cells: tuple[str, ...], play: Play) -> Table:
        if not cells:
            raise RuleError("upkeep.nothing-to-edit")
        character = table[who]
        for cell in cells:
            field, text = _split(cell)
            changed = ruleset.settled(character, _after_edit(character, field, text))
            _tell_edited(ruleset.id, character, changed, (field, text), play)
            _tell_let_go(ruleset.id, character, changed, field, play)
            character = changed
        return _of_its_kind(table.put(character), table[who])

    @rule(EDIT, group=Group.SHEET, says_why=True)
    def edit(
        table: Table, play: Play, who: Annotated[int, Who(retired=True)], cells: EditedCells = ()
    ) -> Outcome:
        """Set cells of a sheet, or the character's `name` or `kind`, to what was typed."""
        return Outcome("done", table=edited(table, who, cells, play))

    @rule(EDIT_SEVERAL, group=Group.SHEET, says_why=True)
    def edit_several(
        table: Table, play: Play, who: Annotated[tuple[int, ...], Who(many=True)], cells: EditedCells = ()
    ) -> Outcome:
        """Set the same cells of several sheets, as in `everyone gets 10 silver`. Raises `RuleError` for
        nobody.
        """
        for each in table.named(who):
            table = edited(table, each.key, cells, play)
        return Outcome("done", table=table)

    @rule(TRANSFER, group=Group.SHEET)
    def transfer(
        table: Table,
        play: Play,
        who: Annotated[int, Who()],
        to: Annotated[int, Who(apart=("who",))],
        cells: EditedCells = (),
    ) -> Outcome:
        """Move something from one sheet to another: a row removed, `carried.2=`, some of a row by what is
        left of it, `carried.2=1 candle`, or points, `silver=-3`. Raises `RuleError` for what cannot be moved.
        """
        gained = tuple(_gained(table[who], *_split(cell)) for cell in cells)
        for key, each in ((who, cells), (to, gained)):
            table = edited(table, key, each, play)
        return Outcome("done", table=table)

    reminded = (ruleset.reminds(each) for each in (edit, edit_several, transfer))
    return add, *reminded, retire, call_back


def _gained(giver: Character, field: str, text: str) -> str:
    """Return the cell that adds to one sheet what this cell takes from the giver's. Raises `RuleError` when
    it takes nothing.
    """
    part, _, rest = field.partition(".")
    part_name = part.replace("-", "_")
    row = next((e.text for e in cells(giver.sheet, part_name) if e.path == f"{part_name}.{rest}"), "")
    if rest and row and not text:
        return f"{part}.new={row}"
    there, left = item_and_count(row)[1], item_and_count(text)[1]
    if rest and left < there and text == item_with_count(row, left):
        return f"{part}.new={item_with_count(row, there - left)}"
    if rest or not text.startswith("-"):
        raise RuleError("upkeep.not-handed-over", cell=f"{field}={text}")
    return f"{field}=+{text[1:]}"


def _of_its_kind(table: Table, was: Character) -> Table:
    """Return the table with attendance updated for a character who became a player's, or ceased to be."""
    who = table[was.key]
    if who.kind == was.kind:
        return table
    return (
        sessions.with_session_attendance(table, who)
        if who.kind == Kind.PC
        else sessions.without_session_attendance(table, (who.key,))
    )


def _tell_edited(game: str, before: Character, after: Character, typed: tuple[str, str], play: Play) -> None:
    """Report what a cell held before, and what was typed into it."""
    field, text = typed
    part, _, rest = field.partition(".")
    part = part.replace("-", "_")
    old, new = _cell_text(before, field), _cell_text(after, field)
    values: dict[str, FactValue] = {"who": before.name, "part": f"{game}.{part}"}
    if field == "kind" and before.kind != after.kind:
        play.tell("kind-changed", "", {"who": before.name, "kind": after.kind})
        return
    if rest == "new":
        play.tell("row-added", "", {**values, "after": text})
    elif rest.isdecimal() and old and not text:  # the next row has moved up
        play.tell("row-removed", "", {**values, "before": old})
    elif old is None or new is None:
        _tell_of_row(after, values, rest, text, play)
    elif rest and not new:
        play.tell("row-removed", "", {**values, "before": old})
    elif old == new and before == after:
        play.tell("edited-in-vain", "", {**values, "after": new or "-"})
    else:
        old, new = _whole_text(before, after, part) or old, _whole_text(after, before, part) or new
        play.tell("edited", "", {**values, "before": old or "-", "after": new or "-"})


def _tell_of_row(who: Character, values: dict[str, FactValue], rest: str, text: str, play: Play) -> None:
    """Report an edit to part of a row, such as its tick."""
    row, _, aspect = rest.partition(".")
    rows = sheet_part_of(who.sheet, str(values["part"]).partition(".")[2])
    names = [each.name for each in (rows.items if isinstance(rows, Slots) else getattr(rows, "rows", ()))]
    name = names[cell_row_index(names, row)] if aspect else row
    if aspect == "ticked":
        is_ticked = typed_yes_no(text)
        play.tell("row-ticked" if is_ticked else "row-unticked", "", {**values, "row": name})
    else:
        play.tell("edited-row", "", {**values, "row": f"{name} {aspect}".strip(), "after": text or "-"})


def _tell_let_go(game: str, before: Character, after: Character, field: str, play: Play) -> None:
    """Report what is no longer worn or held, since it is no longer carried."""
    for part in parts_for_items_in_use(after.sheet, after.kind):
        old, new = (item_row_name(cells(each.sheet, part)[0].text) for each in (before, after))
        if old != new and part != field.partition(".")[0].replace("-", "_"):
            play.tell(
                "edited", "", {"who": before.name, "part": f"{game}.{part}", "before": old, "after": new}
            )


def _whole_text(character: Character, other: Character, part: str) -> str:
    """Return a whole meter, track or die if its size changed; else empty."""
    value, was = getattr(character.sheet, part, None), getattr(other.sheet, part, None)
    match value, was:
        case (Meter(maximum=maximum), Meter(maximum=before)) if maximum != before:
            return f"{value.current}/{maximum}"
        case (Track(boxes=boxes), Track(boxes=before)) if boxes != before:
            return f"{value.marked}/{boxes}"
        case (Die(lost=lost), Die(lost=before)) if lost != before:
            return f"{die_cell_text(value.sides)} (lost {lost})"
    return ""


def _cell_text(character: Character, field: str) -> str | None:
    """Return the content of a cell, as typed.

    None: the field is no cell of its own, such as a new row or a tick.
    """
    if field in ("name", "kind"):
        return str(getattr(character, field))
    part, dot, rest = field.partition(".")
    part = part.replace("-", "_")
    texts = {each.path: item_row_name(each.text) for each in cells(character.sheet, part)}
    if f"{part}.new" in texts and not dot:
        return ", ".join(filter(None, texts.values()))
    return None if rest == "new" else texts.get(f"{part}{dot}{rest}")


def _after_edit(character: Character, field: str, text: str) -> Character:
    """Return the character with one cell of the sheet, the name or the kind set to what was typed."""
    match field:
        case "name":
            return replace(character, name=name_as_given(text))
        case "kind":
            return replace(character, kind=Kind(typed_option(text, list(Kind))))
        case _:
            return replace(character, sheet=with_edited_cell(character.sheet, field, text))


def character_after_edits(character: Character, cells: Iterable[str]) -> Character:
    """Return the character with these cells set, each `path=text`. Raises `RuleError` for an invalid one."""
    for cell in cells:
        character = _after_edit(character, *_split(cell))
    return character


def new_character_after_edits(character: Character, cells: Iterable[str], ruleset: Ruleset) -> Character:
    """Return a new character with these cells of the sheet filled in."""
    for _, of_a_part in groupby(cells, key=_part):
        edited = character
        for cell in of_a_part:
            edited = _with_first_value(edited, *_split(cell))
        character = ruleset.settled(character, edited)
    return character


def new_character_after_possible_edits(
    character: Character, cells: Iterable[str], ruleset: Ruleset
) -> tuple[Character, tuple[str, ...]]:
    """Return a new character with those of the cells filled in that the sheet takes, and these cells."""
    taken: list[str] = []
    for _, of_a_part in groupby(cells, key=_part):
        edited = character
        for cell in of_a_part:
            try:
                edited = _with_first_value(edited, *_split(cell))
            except RuleError:
                continue
            taken.append(cell)
        character = ruleset.settled(character, edited)
    return character, tuple(taken)


def _part(cell: str) -> str:
    """Return the part of the sheet that a cell is of."""
    return _split(cell)[0].partition(".")[0]


def _with_first_value(character: Character, field: str, text: str) -> Character:
    """Set a cell of a new character: one number for a meter is both its current value and its maximum."""
    is_meter = isinstance(getattr(character.sheet, field.replace("-", "_"), None), Meter)
    if is_meter and text.strip().isdecimal():
        character = _after_edit(character, f"{field}.maximum", text)
    return _after_edit(character, field, text)


def _split(cell: str) -> tuple[str, str]:
    path, _, text = cell.partition("=")
    return path.strip(), text.strip()
