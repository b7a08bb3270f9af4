"""What can be done at this moment: what each key would do, and why another cannot do what it is for."""

from collections.abc import Sequence

from tableside.frozen import frozen
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.text import clip, wrapped
from tableside.views.orders import shows
from tableside.views.rows import Row, Span, Tone, column, words_row
from tableside.wording import label

KEY_CELLS = 10
NAME_CELLS = 24
ON_THE_SELECTED = (Role.HURT, Role.HEAL, Role.CONDITION, Role.RETIRE)


def obstacle(role: Role, table: Table, rules: Ruleset) -> str:
    """Why the act of this role cannot be done now, and what would make it possible; empty when it can."""
    procedure = rules.role(role, table)
    if procedure is None:
        return f"this game has no {label('role', role)}: r lists what it has"
    return problems_text(procedure, table)


def problems_text(procedure: Procedure, table: Table) -> str:
    """Why a procedure cannot be done on this table; empty when it can."""
    return "; ".join(label("problem", each) for each in procedure.problems(table))


def prospect(role: Role, table: Table, rules: Ruleset, who: int | None) -> str:
    """What the act of this role would do now: its name, to whom or with what, and what it comes to."""
    procedure = rules.role(role, table)
    if procedure is None:
        return label("role", role)
    about = _about(role, table, who)
    name = f"{label('procedure', procedure.id)}{f' ({about})' if about else ''}"
    return f"{name}: {label('procedure', f'{procedure.id}.help')}"


def _about(role: Role, table: Table, who: int | None) -> str:
    """What an act is about at this moment, in a few words."""
    order = table.order
    if role in ON_THE_SELECTED and who is not None and who in table.characters:
        return clip(table[who].name, NAME_CELLS)
    if role == Role.NEXT and order is not None:
        return shows(order).ahead(order)
    if role == Role.ASSEMBLE:
        return f"{len(table.in_play())} in play"
    if role in (Role.DELAY, Role.AIM, Role.READY) and order is not None and order.now:
        return clip(table[order.now[0]].name, NAME_CELLS)
    if role == Role.TICK:
        return ", ".join(each.name for each in table.clocks)
    if role == Role.BEGIN:
        return f"session {table.session + 1}"
    return f"session {table.session}" if role == Role.END else ""


@frozen
class Act:
    """A key and what it does now."""

    key: str
    what: str
    """What it would do; of what cannot be done, its name."""
    obstacle: str = ""
    """Why it cannot be done now; empty when it can."""


def now_rows(acts: Sequence[Act], cells: int) -> tuple[Row, ...]:
    """What can be done, then what cannot and why, each wrapped beside its key."""
    possible = [row for each in acts if not each.obstacle for row in _act_rows(each, each.what, cells)]
    barred = [each for each in acts if each.obstacle]
    rows = [row for each in barred for row in _act_rows(each, f"{each.what}: {each.obstacle}", cells)]
    return (*possible, *((words_row("not now", "Not now", Tone.DIM),) if rows else ()), *rows)


def _act_rows(act: Act, text: str, cells: int) -> list[Row]:
    tone = Tone.DIM if act.obstacle else Tone.PLAIN
    first, *rest = wrapped(text, max(20, cells - KEY_CELLS - 2))
    key: Span = (f"  {column(act.key, KEY_CELLS)}", Tone.DIM if act.obstacle else Tone.STRONG)
    gap = " " * (KEY_CELLS + 2)
    more = [words_row(f"act {act.key} {act.what} {n}", gap + line, tone) for n, line in enumerate(rest)]
    return [Row(f"act {act.key} {act.what}", (key, (first, tone)), selectable=False), *more]
