"""What a character begins with by their background, playbook or concept, where that is an own kind."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tableside.frozen import frozen
from tableside.rules.campaign_kinds import kinds_kept
from tableside.rules.cells import cells
from tableside.rules.inputs import Filled, asked, nested_form
from tableside.rules.own_kinds import LISTS, ORIGINS
from tableside.rules.play import Play
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Slots, part_of, parts
from tableside.rules.table import Character, OwnKind, Table
from tableside.rules.typed import slug
from tableside.rules.upkeep import with_first_cells
from tableside.rules.worn_and_held import parts_in_use, place_of, row_in_use


def origin_of(procedure: Procedure) -> tuple[str, str] | None:
    """The section of the own kinds that a character made by this may begin with, and the input that names
    one. None: nobody begins with any.
    """
    ids = {each.id for each in procedure.inputs}
    return next(((section, input) for section, input in ORIGINS.items() if input in ids), None)


def as_beginning(procedure: Procedure, ruleset: Ruleset) -> Procedure:
    """A procedure that makes a character, who has what an own background gives."""
    origin = origin_of(procedure)
    if origin is None:
        return procedure
    create, (section, input) = procedure.run, origin

    @frozen
    class Beginning:
        """What making a character asks for, and what files say of where they come from."""

        made: Any = nested_form(procedure.form)
        definition: str = asked(Filled())

    def begin(table: Table, form: Beginning, play: Play) -> Outcome:
        outcome = create(table, form.made, play)
        after = outcome.table or table
        kind = kinds_kept(table, section).get(slug(getattr(form.made, input)))
        if kind is None:
            return outcome
        for key in after.characters.keys() - table.characters.keys():
            play.tell("begins-with", "", {"who": after[key].name, "name": kind.name, "things": _told(kind)})
            after = after.put(_with_origin(after[key], kind, input, ruleset))
        return replace(outcome, table=after)

    return replace(procedure, form=Beginning, run=begin, own={input: section})


def _told(kind: OwnKind) -> str:
    """What a kind gives, as it is typed."""
    return ", ".join(text for _, text in kind.values) or "-"


def _with_origin(who: Character, kind: OwnKind, part: str, ruleset: Ruleset) -> Character:
    """With what the kind gives, but for what is on the sheet already; what is worn or held is carried too."""
    wanted = (
        cell for cell, (path, text) in zip(kind.cells, kind.values, strict=True) if _lacks(who, path, text)
    )
    who = with_first_cells(who, (f"{part}={kind.name}", *wanted), ruleset)
    return with_first_cells(who, _uncarried(who), ruleset)


def _lacks(who: Character, path: str, text: str) -> bool:
    """Whether a row of a list is not there yet; things may be carried twice, and any other cell is set."""
    part, _, rest = path.partition(".")
    value = part_of(who.sheet, part.replace("-", "_"))
    if rest != "new" or not isinstance(value, LISTS) or isinstance(value, Slots):
        return True
    there = (each.text for each in cells(who.sheet, part.replace("-", "_"))[:-1])
    return slug(text) not in {slug(each) for each in there}


def _uncarried(who: Character) -> Iterable[str]:
    """The things that are worn or held and not yet listed, as they are added to what is carried."""
    carried = next((each for each in parts(who.sheet) if isinstance(part_of(who.sheet, each), Slots)), "")
    for part in parts_in_use(who.sheet, who.kind) if carried else ():
        row = row_in_use(who.sheet, part)
        if row and place_of(who.sheet, row) is None:
            yield f"{carried}.new={row.replace('-', ' ')}"
