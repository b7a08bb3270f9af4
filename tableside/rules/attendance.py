"""Who is at the table while a session is on: from its beginning, come late, or gone early.

There is one kind of absence: a player's character who is not among `Table.attending` while a session is on.
Whoever is absent stays out of fights and of whatever everybody does.
"""

from dataclasses import replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.forms import asked
from tableside.rules.inputs import Who, YesNo
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import is_gone
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns import members


def attended(table: Table, who: Character) -> Table:
    """Whoever comes into play while a session is on is there."""
    comes = table.session_is_on and who.kind == Kind.PC and who.key not in table.attending
    return replace(table, attending=(*table.attending, who.key)) if comes else table


def without(table: Table, keys: tuple[int, ...]) -> Table:
    """The table on which these neither are there nor were."""
    attending, departed = (
        tuple(key for key in listed if key not in keys) for listed in (table.attending, table.departed)
    )
    return replace(table, attending=attending, departed=departed)


@frozen
class Arrive:
    """Whose players have come, and whether they come into a fight that is on."""

    who: tuple[int, ...] = asked(Who(many=True, fits=Table.is_absent))
    joins: bool = asked(YesNo(default=True, worth=False))


@frozen
class Depart:
    """Whose players have gone."""

    who: tuple[int, ...] = asked(Who(many=True, fits=lambda table, who: _is_there(table, who)))


def attendance_procedures(ruleset: Ruleset) -> tuple[Procedure, ...]:
    """The procedures for a campaign of this game."""

    def arrive(table: Table, form: Arrive, play: Play) -> Outcome:
        """They are there from now on. Rolls what their order rolls for who comes late."""
        for key in dict.fromkeys(form.who):
            table = _arrived(table, key, ruleset, play)
        order = table.order
        if form.joins and order is not None:
            fits = (key for key in form.who if key not in order.members and not is_gone(table[key]))
            table = members.join(table, fits, "", ruleset.turns, play)
        return Outcome("done", table=table)

    return (
        Procedure(
            id="campaign.arrive",
            rules=(),
            form=Arrive,
            run=arrive,
            group=Group.SESSION,
            role=Role.ARRIVE,
            on_table=True,
            problems=lambda table: () if _absent(table) else _no_session(table) or ("nobody-absent",),
        ),
        Procedure(
            id="campaign.depart",
            rules=(),
            form=Depart,
            run=depart,
            group=Group.SESSION,
            role=Role.DEPART,
            on_table=True,
            problems=_no_session,
        ),
    )


def depart(table: Table, form: Depart, play: Play) -> Outcome:
    """They are absent from now on, and out of a fight that is on. Rolls nothing."""
    keys = tuple(dict.fromkeys(form.who))
    for key in keys:
        if not _is_there(table, table[key]):
            raise RuleError(f"{table[key].name} is no player's character who is there now")
        play.tell("departed", "", {"who": table[key].name})
    left = tuple(each.key for each in table.present(Kind.PC) if each.key not in keys)
    if not left:
        raise RuleError("nobody would be there: end the session instead (B)")
    fighting = table.order.members if table.order is not None else ()
    table = members.leave(table, [key for key in keys if key in fighting], play)
    gone = tuple(key for key in keys if key in table.attending)
    table = without(table, keys)
    return Outcome(
        "done", table=replace(table, attending=table.attending or left, departed=(*table.departed, *gone))
    )


def _arrived(table: Table, key: int, ruleset: Ruleset, play: Play) -> Table:
    who = table[key]
    if not table.is_absent(who):
        raise RuleError(f"{who.name} is not absent")
    play.tell("arrived", "", {"who": who.name})
    was_there = key in table.departed
    table = attended(replace(table, departed=tuple(each for each in table.departed if each != key)), who)
    return table if was_there else ruleset.comes_late(table, key, play)


def _is_there(table: Table, who: Character) -> bool:
    return table.session_is_on and who.kind == Kind.PC and not who.retired and not table.is_absent(who)


def _absent(table: Table) -> bool:
    return any(table.is_absent(each) for each in table.in_play(Kind.PC))


def _no_session(table: Table) -> tuple[str, ...]:
    return () if table.session_is_on else ("no-session",)
