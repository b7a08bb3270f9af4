"""Prepared encounters: foes by name, who comes later, what is read aloud and what only the GM knows. One act
begins an encounter, which can be used again.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.rules.campaign_kinds import campaign_kind_names, campaign_kinds_kept, with_campaign_kind
from tableside.rules.foe_lines import FoeLines
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Filled, Given, Number, Words
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
from tableside.rules.rule import rule
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import ComingToTable, Table, TableOwnKind
from tableside.rules.typed import hint_for_typed, typed_slug

BEGIN: Final = "campaign.encounter"
PREPARE: Final = "campaign.prepare"
MOST_TIMES: Final = 10


def _prepared(table: Table, given: Given) -> tuple[str, ...]:
    return tuple(campaign_kinds_kept(table, ENCOUNTERS))


def encounter_procedures(put_down: Procedure, lines_at: LinesAt) -> tuple[Procedure, ...]:
    """Return the procedures that prepare and begin encounters; foes join a fight as with `put_down`."""

    @rule(
        BEGIN,
        *put_down.rules,
        group=Group.SHEET,
        outcomes=("begun",),
        amounts=("count",),
        role=Role.ENCOUNTER,
        own={"encounter": ENCOUNTERS, "more": TYPED},
        decides=put_down.decides,
    )
    def begin(
        before_it: Table,
        play: Play,
        encounter: Annotated[str, Choice(options=_prepared, free=True)],
        times: Annotated[int, Number(lowest=1, highest=MOST_TIMES)] = 1,
        more: Annotated[str, Words(long=True)] = "",
        definition: Annotated[str, Filled()] = "",
    ) -> Outcome:
        """Put the foes on the table, multiplied by `times`, with `more`. Those who come later are awaited, in
        rounds counted from now.
        """
        table = before_it
        kept = _encounter_kept(table, encounter)
        play.tell("encounter-begun", "", {"name": kept.name})
        if read := kept.value("read"):
            play.tell("read-aloud", "", {"text": read})
        for each in _rows(kept, "foes"):
            table = put_down_several_kinds(table, each, lines_at, play, times=times)
        table = put_down_several_kinds(table, more, lines_at, play)
        rounds = before_it.order.round - 1 if before_it.order is not None else 0
        later = filter(None, map(ComingToTable.from_text, _rows(kept, "coming")))
        coming = tuple(replace(each, round=each.round + rounds) if each.round else each for each in later)
        after = replace(table, encounter=kept.id, coming=(*table.coming, *coming))
        return Outcome("begun", {"count": len(table.characters) - len(before_it.characters)}, after)

    @rule(
        PREPARE,
        group=Group.SHEET,
        outcomes=("done",),
        own={"name": NEW + ENCOUNTERS, "foes": TYPED, "coming": COMING},
    )
    def prepare(
        on: Table,
        play: Play,
        name: Annotated[str, Words()],
        foes: Annotated[str, Words(long=True)],
        coming: Annotated[str, Words(long=True)] = "",
        read: Annotated[str, Words(long=True)] = "",
        notes: Annotated[str, Words(long=True)] = "",
        table: Annotated[str, Words()] = "",
        definition: Annotated[str, Filled()] = "",
    ) -> Outcome:
        """Keep the encounter, replacing one of its name. Raises `RuleError` for unknown foes."""
        if not typed_slug(name):
            raise RuleError("inputs.no-name", text=name)
        if not foes.strip():
            raise RuleError("foes.which", known=())
        _check(foes, lines_at(on))
        cells = [f"foes.new={foes.strip()}"]
        for text in filter(None, map(str.strip, coming.split(";"))):
            awaited = ComingToTable.from_text(text)
            if awaited is None:
                raise RuleError("kinds.no-coming", text=text)
            _check(awaited.foes, lines_at(on))
            cells.append(f"coming.new={text}")
        texts = (("read", read), ("notes", notes), ("table", table))
        cells += [f"{path}={text.strip()}" for path, text in texts if text.strip()]
        play.tell("prepared", "", {"name": name.strip(), "foes": foes.strip()})
        kind = TableOwnKind(ENCOUNTERS, typed_slug(name), name.strip(), tuple(cells))
        return Outcome("done", table=with_campaign_kind(on, kind))

    return begin, prepare


def with_encounter_kept(form: Form, table: Table) -> Form:
    """Return the form to prepare an encounter, filled in as one of its name was prepared."""
    kept = campaign_kinds_kept(table, ENCOUNTERS).get(typed_slug(str(form.given["name"])))
    if kept is None:
        return form
    foes, coming = ("; ".join(_rows(kept, part)) for part in ("foes", "coming"))
    texts = {part: kept.value(part) for part in ("read", "notes", "table")}
    return replace(form, given={**form.given, "foes": foes, "coming": coming, **texts})


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
    if changed.missing:
        return changed
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
