"""What can be rolled on in a campaign: tables out of files, those kept from earlier rolls, the game's own."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from tableside.campaign.amendment import Amendment
from tableside.campaign.campaign import Campaign
from tableside.campaign.table_files import SHIPPED, book_of, inputs_from_files
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form import Form
from tableside.rules.inputs import Given, Value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.tables.definitions import tables_kept
from tableside.rules.tables.random_table import RandomTable
from tableside.wording import label

OUT_OF_FILES = (Role.TABLE, Role.ORACLE)
"""What is done with tables that stand in files."""


class Origin(StrEnum):
    """Where a table comes from."""

    CAMPAIGN = "campaign"
    SHARED = "shared"
    SHIPPED = "shipped"
    KEPT = "kept"
    """Its file has gone; the campaign rolled on it before."""
    GAME = "game"


@frozen
class Listed:
    """Something to be rolled on: a procedure, and what of its inputs is known."""

    id: str
    title: str
    origin: Origin
    procedure: Procedure
    presets: Mapping[str, Value] = field(default_factory=dict)
    dice: str = ""
    """Empty for a table by weight, and for the game's own."""


def tables_listed(campaign: Campaign) -> tuple[Listed, ...]:
    """All that can be rolled on now, by title: the campaign's own first, then shared, kept, shipped, and the
    game's.
    """
    roll = campaign.rules.role(Role.TABLE)
    if roll is None:
        return ()
    tables = [*_of_files(campaign, roll), *_of_the_game(campaign)]
    order = (Origin.CAMPAIGN, Origin.SHARED, Origin.KEPT, Origin.SHIPPED, Origin.GAME)
    return tuple(sorted(tables, key=lambda each: (order.index(each.origin), each.title.casefold())))


def _of_files(campaign: Campaign, roll: Procedure) -> list[Listed]:
    book = book_of(campaign)
    here: dict[str, Listed] = {}
    for id, each in book.found.items():
        if each.game in ("", campaign.ruleset.id):
            here[id] = _listed(each.table, _origin(each.path, campaign), roll)
    for id, table in tables_kept(campaign.table).items():
        if id not in book.found and id not in book.broken:
            here[id] = _listed(table, Origin.KEPT, roll)
    return [*here.values()]


def _listed(table: RandomTable, origin: Origin, roll: Procedure) -> Listed:
    return Listed(table.id, table.title, origin, roll, {"table": table.id}, table.dice)


def _origin(path: Path, campaign: Campaign) -> Origin:
    if path.is_relative_to(campaign.folder):
        return Origin.CAMPAIGN
    return Origin.SHIPPED if path.is_relative_to(SHIPPED) else Origin.SHARED


def _of_the_game(campaign: Campaign) -> list[Listed]:
    return [
        Listed(each.id, label("procedure", each.id), Origin.GAME, each)
        for each in campaign.rules.procedures
        if each.is_table
    ]


def given_with_tables(campaign: Campaign, procedure: Procedure, given: Given) -> Given:
    """The inputs as the procedure takes them, with all that the files say.

    Raises `RuleError` for a table that is not there or has a fault.
    """
    if procedure.role not in OUT_OF_FILES:
        return given
    return inputs_from_files(procedure, given, campaign.table, book_of(campaign))


def ready_anew(campaign: Campaign, amendment: Amendment, given: Given) -> Given:
    """The inputs of an amendment: what was rolled on stays as it was then, another table is read now.

    Raises `RuleError` for a table that is not there or has a fault.
    """
    if amendment.procedure.role != Role.TABLE or given["table"] == amendment.given["table"]:
        return given
    return inputs_from_files(amendment.procedure, given, amendment.table, book_of(campaign))


def ready_form(campaign: Campaign, form: Form) -> Form:
    """The form of a table with all that the files say of it; as it is while its name means nothing yet."""
    if form.procedure.role not in OUT_OF_FILES:
        return form
    try:
        given = given_with_tables(campaign, form.procedure, form.given)
    except RuleError:
        return form
    return Form(form.procedure, given)
