"""The procedures of a battle by counts, for a campaign of any game; and those of the game itself."""

from collections.abc import Callable
from fractions import Fraction

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.games.d20 import (
    armour_class,
    attacks,
    battle,
    creation,
    delay_and_ready,
    dying,
    full_attacks,
    hit_points,
    rolls_without_sheet,
    saves,
    skill_checks,
)
from tableside.games.d20.battle import TurnBegins, running
from tableside.games.d20.house import house_of
from tableside.games.d20.initiative import Modifier, checks_for
from tableside.games.d20.odds import Contender, first_chances
from tableside.rules.inputs import Who, Words, asked
from tableside.rules.odds import Odds, collect
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.ruleset import OTHER_ORDER
from tableside.rules.states import can_act, is_gone, lives
from tableside.rules.table import Character, Table
from tableside.rules.turns.counts import DELAYED, READIED, Counts

PROCEDURES: tuple[Procedure, ...] = (
    *skill_checks.PROCEDURES,
    *saves.PROCEDURES,
    *attacks.PROCEDURES,
    *full_attacks.PROCEDURES,
    *armour_class.PROCEDURES,
    *hit_points.PROCEDURES,
    *dying.PROCEDURES,
    *creation.PROCEDURES,
    *rolls_without_sheet.PROCEDURES,
)
"""The procedures of the d20 SRD's own campaigns."""

Keys = tuple[int, ...]


def procedures(
    modifier: Modifier, turn_begins: TurnBegins = lambda table, key, play: table
) -> tuple[Procedure, ...]:
    """The procedures of an order of battle, given what is added to a character's initiative check and what
    happens just before a turn begins.
    """
    return (_begin_battle(modifier), *_OF_ONES_TURN, *_out_of_turn(turn_begins))


def combatants(table: Table, aware: Keys, unaware: Keys) -> tuple[Keys, Keys]:
    """Who is aware, and who is not; with nobody named as aware, everybody else in play is."""
    others = tuple(each.key for each in table.present() if each.key not in unaware and not is_gone(each))
    return aware or others, unaware


@frozen
class BeginBattle:
    """Who is aware, and who is not; nobody aware: everybody else who is there."""

    aware: Keys = asked(Who(many=True, optional=True, fits=lives))
    unaware: Keys = asked(Who(many=True, optional=True, fits=lives))


def _begin_battle(modifier: Modifier) -> Procedure:
    def run(table: Table, form: BeginBattle, play: Play) -> Outcome:
        """Begin a battle; what comes of it is the name of the one who acts first."""
        table = battle.begin(table, *combatants(table, form.aware, form.unaware), modifier, play)
        order = running(table)
        return Outcome(table[order.waiting[0]].name, {"round": order.round}, table)

    def odds(table: Table, form: BeginBattle) -> Odds:
        """Who acts first: of the aware alone, if there is a surprise round."""
        aware, unaware = combatants(table, form.aware, form.unaware)
        battle.check_can_begin(table, aware, unaware)
        house = house_of(table)
        rolling = checks_for((table[key] for key in aware or unaware), modifier, house)
        chances = first_chances([Contender(each.modifier, each.is_pc) for each in rolling], house)
        names = [table[each.keys[0]].name for each in rolling]
        return Odds(
            collect(zip(names, chances, strict=True)),
            {"round": {0 if aware and unaware else 1: Fraction(1)}},
        )

    return Procedure(
        id="d20.begin-battle",
        rules=(
            "D20-check",
            "D20-order",
            "D20-tie",
            "D20-surp",
            "D20-sround",
            "D20-unaware",
            "D20-X-tie",
            "D20-X-seq",
            "D20-AMB-1",
            "D20-AMB-2",
            "D20-AMB-3",
            "D20-AMB-5",
            "D20-AMB-8",
        ),
        form=BeginBattle,
        run=run,
        odds=odds,
        group=Group.FIGHT,
        amounts=("round",),
        role=Role.ASSEMBLE,
        on_table=True,
        problems=_cannot_begin,
    )


def _cannot_begin(table: Table) -> tuple[str, ...]:
    if table.order:
        return ("fight-is-on",)
    return () if any(not is_gone(each) for each in table.in_play()) else ("nobody-to-fight",)


def _no_battle(table: Table) -> tuple[str, ...]:
    if table.order is None:
        return ("no-fight",)
    return () if isinstance(table.order, Counts) else (OTHER_ORDER,)


def _nobodys_turn(table: Table) -> tuple[str, ...]:
    return _no_battle(table) or (() if running(table).now else ("nobodys-turn",))


def _nobody_waits(*waits: str) -> Callable[[Table], tuple[str, ...]]:
    """Why nobody can do what they have put off in one of these ways."""

    def problems(table: Table) -> tuple[str, ...]:
        if why_not := _no_battle(table):
            return why_not
        waiting = any(each.waits in waits for each in running(table).places)
        return () if waiting else ("nobody-has-put-off",)

    return problems


def _acts_now(table: Table, who: Character) -> bool:
    return table.order is not None and who.key in table.order.now


def _is_in(table: Table, who: Character) -> bool:
    return table.order is not None and who.key in table.order.members


def _waits(*waits: str) -> Callable[[Table, Character], bool]:
    """Whether one has put off their action in one of these ways, and can act."""

    def fits(table: Table, who: Character) -> bool:
        order = table.order
        if not isinstance(order, Counts) or not _is_in(table, who):
            return False
        return order.place(who.key).waits in waits and can_act(who)

    return fits


def _acting(table: Table, key: int) -> int:
    """This one; 0: the one whose turn it is."""
    if key:
        return key
    order = running(table)
    if order.acting is None:
        raise RuleError("d20.nobodys-turn")
    return order.acting


@frozen
class Delay:
    """What `d20.delay` asks for."""

    who: int = asked(Who(optional=True, fits=_acts_now))


def _delay(table: Table, form: Delay, play: Play) -> Outcome:
    return Outcome("done", table=delay_and_ready.delay(table, _acting(table, form.who), play))


@frozen
class Ready:
    """What `d20.ready` asks for."""

    who: int = asked(Who(optional=True, fits=_acts_now))
    trigger: str = asked(Words(default=""))


def _ready(table: Table, form: Ready, play: Play) -> Outcome:
    return Outcome(
        "done", table=delay_and_ready.ready_action(table, _acting(table, form.who), form.trigger, play)
    )


_OF_ONES_TURN: tuple[Procedure, ...] = (
    Procedure(
        id="d20.delay",
        rules=("D20-X-delay",),
        form=Delay,
        run=_delay,
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.DELAY,
        on_table=True,
        problems=_nobodys_turn,
    ),
    Procedure(
        id="d20.ready",
        rules=("D20-X-ready",),
        form=Ready,
        run=_ready,
        group=Group.FIGHT,
        outcomes=("done",),
        role=Role.READY,
        on_table=True,
        problems=_nobodys_turn,
    ),
)


@frozen
class ComeIn:
    """Who does now what they have put off."""

    who: int = asked(Who(fits=_waits(DELAYED, READIED)))


@frozen
class Fire:
    """Whose readied action happens, and before whose; nobody named: whose turn it is."""

    who: int = asked(Who(fits=_waits(READIED)))
    before: int = asked(Who(optional=True, fits=_is_in))


def _out_of_turn(turn_begins: TurnBegins) -> tuple[Procedure, ...]:
    def come_in(table: Table, form: ComeIn, play: Play) -> Outcome:
        """What was put off happens now: delayed, after the one acting; readied, before."""
        if _waits(READIED)(table, table[form.who]):
            return fire(table, Fire(form.who, 0), play)
        return Outcome("done", table=delay_and_ready.come_in(table, form.who, play, turn_begins=turn_begins))

    def fire(table: Table, form: Fire, play: Play) -> Outcome:
        """A readied action happens."""
        set_off_by = _acting(table, form.before)
        return Outcome(
            "done", table=delay_and_ready.fire(table, form.who, set_off_by, play, turn_begins=turn_begins)
        )

    return (
        Procedure(
            id="d20.come-in",
            rules=("D20-X-delay", "D20-X-ready", "D20-AMB-7"),
            form=ComeIn,
            run=come_in,
            group=Group.FIGHT,
            outcomes=("done",),
            role=Role.HAND,
            on_table=True,
            problems=_nobody_waits(DELAYED, READIED),
        ),
        Procedure(
            id="d20.fire",
            rules=("D20-X-ready", "D20-AMB-7"),
            form=Fire,
            run=fire,
            group=Group.FIGHT,
            outcomes=("done",),
            on_table=True,
            problems=_nobody_waits(READIED),
        ),
    )
