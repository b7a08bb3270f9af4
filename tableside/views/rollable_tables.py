"""Tables to roll on in a campaign: those in files, those kept from earlier rolls, and the game's own."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.campaign.table_files import (
    SHIPPED,
    TableFileBook,
    book_of_campaign_table_files,
    inputs_from_table_files,
)
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.rules import campaign_kinds, kind_procedures
from tableside.rules.clocks import CLOSE_NAME
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Given, Value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Table
from tableside.rules.tables.procedures import OWN_ORACLE
from tableside.rules.tables.random_table import RandomTable, TableRow
from tableside.rules.tables.table_rolls import tables_rolled_on
from tableside.rules.typed import typed_slug
from tableside.text import clean_text
from tableside.views.meters import NEXT, clock_rows
from tableside.views.names_in_notes import name_in_notes_to_close, names_in_notes, note_names_as_written
from tableside.views.notes import TagKind
from tableside.views.rows import HEADING, Row, Tone, heading_row, row, words_row
from tableside.views.search import Occurrences, search_tag_rows
from tableside.wording import label, sentence

OUT_OF_FILES = (Role.TABLE, Role.ORACLE)
"""Roles of procedures that use tables in files."""


class RollableTableOrigin(StrEnum):
    """The origin of a table, in the order of listing."""

    CAMPAIGN = "campaign"
    SHARED = "shared"
    KEPT = "kept"
    """Its file is gone, but the campaign has rolled on it."""
    SHIPPED = "shipped"
    GAME = "game"


OWN = (RollableTableOrigin.CAMPAIGN, RollableTableOrigin.SHARED, RollableTableOrigin.KEPT)
"""The origins of tables that people wrote themselves."""


@frozen
class ListedTable:
    """A table to roll on: a procedure with its known inputs."""

    id: str
    title: str
    origin: RollableTableOrigin
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)
    dice: str = ""
    """The dice; empty for a weighted table, and for the game's own."""
    cards: int = 0
    """The number of cards, for a deck."""
    likelihoods: tuple[str, ...] = ()
    """The likelihoods of a yes, for an oracle."""


def all_rollable_tables(campaign: Campaign) -> tuple[ListedTable, ...]:
    """All tables by title: the campaign's own, then shared, kept, shipped and the game's."""
    roll = campaign.rules.role(Role.TABLE)
    if roll is None:
        return ()
    of_game = [
        ListedTable(each.id, label("procedure", each.id), RollableTableOrigin.GAME, each)
        for each in campaign.rules.procedures
        if each.is_table
    ]
    tables, order = [*_of_files(campaign, roll), *of_game], [*RollableTableOrigin]
    return tuple(sorted(tables, key=lambda each: (order.index(each.origin), each.title.casefold())))


def own_rollable_tables(campaign: Campaign) -> tuple[ListedTable, ...]:
    """The tables in files of the campaign or of the shared folder."""
    own = (RollableTableOrigin.CAMPAIGN, RollableTableOrigin.SHARED)
    return tuple(each for each in all_rollable_tables(campaign) if each.origin in own)


def _of_files(campaign: Campaign, roll: Procedure) -> list[ListedTable]:
    book = book_of_campaign_table_files(campaign)
    here: dict[str, ListedTable] = {}
    for id, each in book.found.items():
        if each.game in ("", campaign.ruleset.id):
            here[id] = _listed(each.table, _origin(each.path, campaign), roll)
    for id, table in tables_rolled_on(campaign.table).items():
        if id not in book.found and id not in book.broken:
            here[id] = _listed(table, RollableTableOrigin.KEPT, roll)
    return [*here.values()]


def _listed(table: RandomTable, origin: RollableTableOrigin, roll: Procedure) -> ListedTable:
    cards, likelihoods = table.weight if table.is_deck else 0, tuple(dict(table.asks))
    return ListedTable(
        table.id, table.title, origin, roll, {"table": table.id}, table.dice, cards, likelihoods
    )


def _origin(path: Path, campaign: Campaign) -> RollableTableOrigin:
    if path.is_relative_to(campaign.folder):
        return RollableTableOrigin.CAMPAIGN
    return RollableTableOrigin.SHIPPED if path.is_relative_to(SHIPPED) else RollableTableOrigin.SHARED


def rollable_cards_left(each: ListedTable, table: Table) -> int:
    """How many cards of a deck are left; all of them once all have been drawn."""
    return each.cards - len({*table.decks.get(each.id, ())}) or each.cards


def rollable_names(named: Iterable[Occurrences], campaign: Campaign) -> tuple[Row, ...]:
    """The elements of a story: the names in its notes, its clocks and tracks, the own tables and oracle, and
    the decks in use. Usable rows have keys that `use_of_rollable_row` knows.
    """
    table = campaign.table
    clocks = (
        replace(each, selectable=not each.key.startswith(HEADING))
        for each in clock_rows(table)
        if not each.key.endswith(NEXT)
    )
    return (*search_tag_rows(named), *clocks, *_own_rows(campaign))


def _own_rows(campaign: Campaign) -> tuple[Row, ...]:
    """The own tables and the decks; a faulty one names its file."""
    table = campaign.table
    rows = [
        row(f"table {each.id}", f"{each.title} {_how_used(each, table)}")
        for each in all_rollable_tables(campaign)
        if each.origin in OWN or (each.cards and table.decks.get(each.id))
    ]
    for id, fault in book_of_campaign_table_files(campaign).broken.items():
        place = f"{fault.path.name}:{fault.line}" if fault.line else fault.path.name
        rows.append(words_row(f"fault {id}", f"{place}: {clean_text(str(fault.what))}", Tone.BAD))
    return (heading_row(label("tables", "own")), *rows) if rows else ()


def _how_used(each: ListedTable, table: Table) -> str:
    """The cards left in a deck, the dice of a table, or that an oracle is asked."""
    if each.cards:
        return sentence("tables", "left", left=rollable_cards_left(each, table), cards=each.cards)
    return label("tables", "asked") if each.id == OWN_ORACLE else each.dice


class NamedRowUse(StrEnum):
    """What a row of `rollable_names` is used for."""

    TICK = "tick"
    ROLL = "roll"
    DRAW = "draw"
    ASK = "ask"


_ROLES: Final = {
    NamedRowUse.TICK: Role.TICK,
    NamedRowUse.ROLL: Role.TABLE,
    NamedRowUse.DRAW: Role.TABLE,
    NamedRowUse.ASK: Role.ORACLE,
}


def use_of_rollable_row(campaign: Campaign, key: str) -> NamedRowUse | None:
    """The use of a row of `rollable_names`. None: it is a name, or no such row."""
    kind, _, id = key.partition(" ")
    if kind == "clock":
        return NamedRowUse.TICK
    if kind != "table":
        return None
    if id == OWN_ORACLE:
        return NamedRowUse.ASK
    is_deck = any(each.cards for each in all_rollable_tables(campaign) if each.id == id)
    return NamedRowUse.DRAW if is_deck else NamedRowUse.ROLL


def form_of_rollable_row(campaign: Campaign, key: str) -> Form | None:
    """The form for a row of `rollable_names`. None: it is a name."""
    use = use_of_rollable_row(campaign, key)
    procedure = campaign.rules.role(_ROLES[use]) if use is not None else None
    if procedure is None:
        return None
    kind, _, id = key.partition(" ")
    if use == NamedRowUse.TICK:
        id = typed_slug(campaign.table.clocks[int(id)].name)
    return filled_form(procedure, campaign.table, None, {kind: id})


def kind_rollable_table_made_up(entry: Entry, campaign: Campaign) -> TagKind:
    """The kind of name that a table makes up, as the table says; a person by default."""
    table = tables_rolled_on(campaign.table).get(str(entry.given.get("table", "")))
    return TagKind(table.names) if table is not None and table.names in {*TagKind} else TagKind.PERSON


def given_with_rollable_tables(campaign: Campaign, procedure: Procedure, given: Given) -> Given:
    """The inputs as the procedure takes them, with the contents of files.

    Raises `RuleError` when a table is missing, when a table or own kind is faulty, and for the name of a
    scene that has ended.
    """
    if procedure.id == CLOSE_NAME:
        return {**given, "name": name_in_notes_to_close(campaign, str(given.get("name", "")))}
    given = campaign_kinds.given_with_campaign_kinds(campaign.rules, procedure, given)
    if procedure.own:
        return kind_procedures.with_procedure_kinds(campaign.rules, campaign.table, procedure.own, given)
    if procedure.role not in OUT_OF_FILES:
        return given
    return inputs_from_table_files(procedure, given, campaign.table, rollable_table_book(campaign))


NAMED = {each.value: each for each in TagKind}
"""The shipped tables that are filled with names in notes, by id."""


def rollable_table_book(campaign: Campaign) -> TableFileBook:
    """The tables of a campaign. The shipped ones for scenes, threads, people and places hold the names in its
    notes that are not over, as often as they occur.
    """
    book = book_of_campaign_table_files(campaign)
    occurrences = [
        each for each in names_in_notes(campaign) if not each.is_over and not {*each.tag.name} & {*"{}"}
    ]
    tables = dict(book.found)
    for id, kind in NAMED.items():
        named = [each for each in occurrences if each.tag.kind == kind]
        if named and id in tables and _origin(tables[id].path, campaign) == RollableTableOrigin.SHIPPED:
            tables[id] = replace(tables[id], table=_of_names(tables[id].table, named))
    return replace(book, found=tables)


def _of_names(table: RandomTable, named: Iterable[Occurrences]) -> RandomTable:
    rows: list[TableRow] = []
    for each in named:
        low = rows[-1].high + 1 if rows else 1
        rows.append(TableRow(low, low + each.times - 1, each.tag.said))
    return replace(table, rows=tuple(rows))


def check_rollable_table_sound(campaign: Campaign, text: str) -> None:
    """Raises `RuleError`, naming the file, when the table of this name is faulty."""
    fault = fault_of_rollable_table(campaign, text)
    if fault is not None:
        raise RuleError(fault)


def fault_of_rollable_table(campaign: Campaign, text: str) -> Message | None:
    """Why the table of this name cannot be rolled on, with its file. None: it can, or there is none."""
    fault = book_of_campaign_table_files(campaign).broken.get(typed_slug(text))
    return None if fault is None else fault.message


def rollable_table_form(campaign: Campaign, form: Form) -> Form:
    """The form of a table with the contents of its file; unchanged while its name means nothing yet."""
    if form.procedure.role not in OUT_OF_FILES and not form.procedure.own:
        return form
    try:
        given = given_with_rollable_tables(campaign, form.procedure, form.given)
    except RuleError:
        return form
    if asked := given.get("question"):
        noted = (each.tag.name for each in names_in_notes(campaign))
        known = (*(each.name for each in campaign.table.in_play()), *noted)
        given = {**given, "question": note_names_as_written(str(asked), known)}
    return Form(form.procedure, given)
