"""Prepared encounters: foes by name, who comes later, what is read aloud and what only the GM knows. One act
begins an encounter, which can be used again.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.campaign_kinds import campaign_kind_names, campaign_kinds_kept, with_campaign_kind
from tableside.rules.foe_lines import FoeLines
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Filled, Given, Number, Words, input_field
from tableside.rules.kind_procedures import (
    COMING,
    NEW,
    TYPED,
    LinesAt,
    put_down_several_kinds,
    with_more_procedure_kinds,
    with_procedure_kinds,
)
from tableside.rules.names import MOST_FOUND, NameIndex
from tableside.rules.pack_kinds import ENCOUNTERS
from tableside.rules.play import Play, play_facts
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import ComingToTable, Table, TableOwnKind
from tableside.rules.typed import hint_for_typed, typed_slug

BEGIN: Final = "campaign.encounter"
PREPARE: Final = "campaign.prepare"
MOST_TIMES: Final = 10


def _prepared(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(campaign_kinds_kept(table, ENCOUNTERS))


@frozen
class BeginEncounter:
    encounter: str = input_field(Choice(options=_prepared, free=True))
    times: int = input_field(Number(default=1, lowest=1, highest=MOST_TIMES))
    more: str = input_field(Words(default="", long=True))
    definition: str = input_field(Filled())


@frozen
class Prepare:
    name: str = input_field(Words())
    foes: str = input_field(Words(long=True))
    coming: str = input_field(Words(default="", long=True))
    read: str = input_field(Words(default="", long=True))
    notes: str = input_field(Words(default="", long=True))
    table: str = input_field(Words(default=""))
    definition: str = input_field(Filled())


def encounter_procedures(put_down: Procedure, lines_at: LinesAt) -> tuple[Procedure, ...]:
    """Return the procedures that prepare and begin encounters; foes join a fight as with `put_down`."""

    def begin(before_it: Table, form: BeginEncounter, play: Play) -> Outcome:
        """Put the foes on the table, multiplied by `times`, with `more`. Those who come later are awaited, in
        rounds counted from now.
        """
        table = before_it
        encounter = _encounter_kept(table, form.encounter)
        play.tell("encounter-begun", "", {"name": encounter.name})
        if read := encounter.value("read"):
            play.tell("read-aloud", "", {"text": read})
        for each in _rows(encounter, "foes"):
            table = put_down_several_kinds(table, each, lines_at, play, times=form.times)
        table = put_down_several_kinds(table, form.more, lines_at, play)
        rounds = before_it.order.round - 1 if before_it.order is not None else 0
        later = filter(None, map(ComingToTable.from_text, _rows(encounter, "coming")))
        coming = tuple(replace(each, round=each.round + rounds) if each.round else each for each in later)
        after = replace(table, encounter=encounter.id, coming=(*table.coming, *coming))
        return Outcome("begun", {"count": len(table.characters) - len(before_it.characters)}, after)

    def prepare(table: Table, form: Prepare, play: Play) -> Outcome:
        """Keep the encounter under its name, replacing one of that name. Raises
        `RuleError` for unknown foes.
        """
        if not typed_slug(form.name):
            raise RuleError("inputs.no-name", text=form.name)
        if not form.foes.strip():
            raise RuleError("foes.which", known=())
        _check(form.foes, lines_at(table))
        cells = [f"foes.new={form.foes.strip()}"]
        for text in filter(None, map(str.strip, form.coming.split(";"))):
            coming = ComingToTable.from_text(text)
            if coming is None:
                raise RuleError("kinds.no-coming", text=text)
            _check(coming.foes, lines_at(table))
            cells.append(f"coming.new={text}")
        texts = (("read", form.read), ("notes", form.notes), ("table", form.table))
        cells += [f"{path}={text.strip()}" for path, text in texts if text.strip()]
        name = form.name.strip()
        play.tell("prepared", "", {"name": name, "foes": form.foes.strip()})
        return Outcome(
            "done",
            table=with_campaign_kind(table, TableOwnKind(ENCOUNTERS, typed_slug(name), name, tuple(cells))),
        )

    return (
        Procedure(
            id=BEGIN,
            rules=put_down.rules,
            run=begin,
            group=Group.SHEET,
            outcomes=("begun",),
            amounts=("count",),
            role=Role.ENCOUNTER,
            own={"encounter": ENCOUNTERS, "more": TYPED},
            decides=put_down.decides,
        ),
        Procedure(
            id=PREPARE,
            run=prepare,
            group=Group.SHEET,
            outcomes=("done",),
            own={"name": NEW + ENCOUNTERS, "foes": TYPED, "coming": COMING},
        ),
    )


def _encounter_kept(table: Table, text: str) -> TableOwnKind:
    kept = campaign_kinds_kept(table, ENCOUNTERS)
    id = typed_slug(text)
    if id not in kept:
        raise RuleError("encounters.unknown", name=text, hint=hint_for_typed(id, kept, "hint.choose"))
    return kept[id]


def _rows(kind: TableOwnKind, part: str) -> Iterator[str]:
    return (text for path, text in kind.values if path == f"{part}.new")


def _check(line: str, lines: FoeLines) -> None:
    """Raise `RuleError` for foes who are unknown or incompletely described."""
    for each in lines.texts(line):
        lines.whole(each)


# Who comes later


def as_bringing_encounter(procedure: Procedure, lines_at: LinesAt) -> Procedure:
    """Return the procedure so that those due join in the same entry: in a new round, or at a full clock."""

    def come(before: Table, after: Table, play: Play) -> Table:
        if before.order is not None and after.order is None:
            stays = tuple(each for each in after.coming if each.clock)
            return replace(after, encounter="", coming=stays)
        if due := [each for each in after.coming if _is_due(each, after)]:
            after = replace(after, coming=tuple(each for each in after.coming if each not in due))
        for each in due:
            play.tell("reinforced", "", {"foes": each.foes})
            after = put_down_several_kinds(after, each.foes, lines_at, play)
        return after

    return procedure.followed_by(come)


def _is_due(coming: ComingToTable, table: Table) -> bool:
    if coming.clock:
        named = (each for each in table.clocks if each.name.casefold() == coming.clock.casefold())
        return any(each.marked >= each.steps for each in named)
    return table.order is not None and table.order.round >= coming.round


# Typed lines

_LINE = re.compile(r"(?P<name>.*?)(?:\s+x\s*(?P<times>\d{1,2}))?(?:\s*\+\s*(?P<more>.*))?", re.DOTALL)


def form_of_encounter_line(ruleset: Ruleset, table: Table, text: str) -> Form:
    """Return the form for a line about encounters: `lock house` begins it, `lock house x2 + troll` with more
    foes, and `lock house: 3 goblins, troll` prepares it. An empty line begins the first.

    Raises `RuleError` naming what is wrong, and the known encounters.
    """
    name, colon, foes = (part.strip() for part in text.partition(":"))
    if colon and "+" not in name:
        if not foes:
            raise RuleError("foes.which", known=())
        return _defined(ruleset, table, PREPARE, {"name": name, "foes": foes})
    match = _LINE.fullmatch(text.strip())
    named, times, more = (match["name"], match["times"], match["more"]) if match else (text, None, None)
    id = _encounter_meant(named.strip(), campaign_kind_names(ruleset, table, ENCOUNTERS))
    form = _defined(ruleset, table, BEGIN, {"encounter": id, "more": more or ""})
    return form.typed(table, "times", times or "1")


def form_with_more_of_encounter(ruleset: Ruleset, table: Table, form: Form, id: str, text: str) -> Form:
    """Return the form of an encounter being prepared with one more input, and the definitions of the foes who
    come later. Raises `RuleError` when that is invalid.
    """
    changed = form.typed(table, id, text)
    named = form.procedure.own
    whole = replace(
        changed, given=with_more_procedure_kinds(ruleset, table, named, form.given, changed.given)
    )
    play_facts(whole.procedure.perform(table, whole.given))
    return whole


def is_encounter_line(text: str, names: NameIndex) -> bool:
    """Whether a line begins an encounter by its whole name or id."""
    match = _LINE.fullmatch(text.strip())
    return bool(names.called(match["name"] if match is not None else text))


def _defined(ruleset: Ruleset, table: Table, procedure: str, given: Given) -> Form:
    """Return the form with the definitions of all it names. Raises `RuleError` for unknown foes."""
    meant = ruleset.procedure(procedure)
    return filled_form(meant, table, None, with_procedure_kinds(ruleset, table, meant.own, given))


def _encounter_meant(text: str, names: NameIndex) -> str:
    """Return the id of the encounter meant. Raises `RuleError` naming the known ones."""
    if not names:
        raise RuleError("encounters.none")
    begun = names.with_word(text)
    exact = names.called(text)
    if exact or len(begun) == 1 or not typed_slug(text):
        return (exact or begun)[0]
    known = [*(begun or names)][:MOST_FOUND]
    raise RuleError(
        "encounters.unknown", name=text, hint=hint_for_typed(typed_slug(text), known, "hint.choose")
    )
