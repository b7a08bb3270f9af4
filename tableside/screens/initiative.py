"""Initiative: whose turn it is, who is in the fight, and what is left in the stack for the GM's eyes."""

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from tableside.frozen import frozen
from tableside.rules.form_filling import Form, filled_form, people_fitting_form
from tableside.rules.life_states import is_fallen_foe
from tableside.rules.procedure import Role
from tableside.rules.ruleset import OTHER_ORDER
from tableside.screens.care import CarePage
from tableside.screens.chrome import WIDE
from tableside.screens.messages import FormWanted, ProcedureWanted, ViewWanted
from tableside.screens.page import PageState
from tableside.screens.painting import painted_lines
from tableside.views import fight, help, meters, turn_orders
from tableside.views.attacks import (
    attackers_this_turn,
    foe_broken_into,
    foe_choosing_target,
    next_target,
    target_at_hand,
    who_acts,
)
from tableside.views.fight_summary import entry_ends_fight, fight_summary_lines
from tableside.views.rows import Row, RowsIn, blank_row, phrases_row
from tableside.views.sheet_rows import sheet_rows_in_brief
from tableside.views.side_panes import pane_of_fight_sheets, pane_of_other_sheets
from tableside.widgets.bars import KeyBarNames
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList, MarkList
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.views.help import LineHelp

ACTS = ("delay", "aim", "ready", "attack", "tick", "set_count")
"""Acts that some turn orders or games have no use for."""
AT_TIMES = (*ACTS, "begin", "hurt", "heal", "condition", "clear", "finish")
"""Acts that the key bar shows only while they are possible."""
TRIGGER = "trigger"
"""The input that says what a readied action waits for."""
NOT_HERE = {OTHER_ORDER, "no-fight", "no-clocks"}


@frozen
class FightKeys:
    """What the keys of a fight do now."""

    offered: frozenset[str] = frozenset(ACTS)
    """The acts that the turn order has."""
    possible: frozenset[str] = frozenset(AT_TIMES)
    """The acts that are possible now."""
    is_on: bool = False
    """Whether a fight is on."""
    called: Mapping[str, str] = field(default_factory=dict)
    """Names of acts that differ from the usual ones now."""


class Fighters(MarkList):
    """The fighters; the lines beside them page along."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("fighters")

    def action_page(self, step: int) -> None:
        """Page both lists; only the pane beside if all fighters are in view."""
        beside = self.screen.query_one("#stack", LineList)
        if beside.is_cut_off:
            beside.action_page(step)
        if self.is_cut_off or not beside.is_cut_off:
            super().action_page(step)


class InitiativePage(CarePage, KeyBarNames):
    """The running fight."""

    PLACE = "initiative"
    SELECTS = "fighters"
    BINDINGS: ClassVar[list[BindingType]] = bindings("initiative")

    ROLES: ClassVar[Mapping[str, Role]] = {
        **CarePage.ROLES,
        "begin": Role.ASSEMBLE,
        "next": Role.NEXT,
        "back": Role.BACK,
        "start": Role.ASSEMBLE,
        "attack": Role.FIGHT,
        "delay": Role.DELAY,
        "aim": Role.AIM,
        "ready": Role.READY,
        "join": Role.JOIN,
        "leave": Role.LEAVE,
        "tick": Role.TICK,
        "finish": Role.FINISH,
        "hand": Role.HAND,
        "set_count": Role.SET_COUNT,
    }

    is_veiled = False
    _ended: tuple[str, int, tuple[str, ...]] | None = None
    """The last fight that ended: campaign id, number of the ending entry, and summary lines."""
    _keys = FightKeys()
    _rooms = (0, 0)
    """Cells of a row in each list when they were filled."""

    def compose(self) -> ComposeResult:
        yield Fighters("fighters")
        yield FoldedList(show_cursor=False, id="stack")

    def fill(self, shown: PageState) -> None:
        table, hidden = shown.table, self.is_veiled
        self._offer(shown)
        fighters = self.query_one(Fighters)
        self.fit_narrow(fighters, fight.cells_of_fight_rows(table, shown.rules), 4, 5)
        self._rooms = self._rooms_now()
        attacked = attackers_this_turn(shown.campaign) if shown.past is None else ()
        rows = fight.fight_member_rows(table, shown.rules, self._rooms[0], attacked=attacked, hidden=hidden)
        fighters.set_lines(painted_lines(rows))
        fighters.show_marks(shown.marks)
        if shown.selected is not None:
            fighters.go_to(str(shown.selected))
        reminders = fight.fight_reminder_rows(table, shown.rules)
        rows = (
            *self._last_fight(shown),
            *turn_orders.turn_order_won_rows(table),
            *reminders,
            *turn_orders.turn_order_plight(table, reminders),
            *turn_orders.turn_order_next_row(table, shown.rules.turns),
            *(() if hidden else self._foe_in_turn(shown)),
            *(() if hidden else fight.fight_encounter_rows(table, self._rooms[1])),
            *turn_orders.turn_order_rows(table, hidden=hidden, room=self._rooms[1]),
            *meters.clock_rows(table, hidden=hidden),
        )
        self.query_one("#stack", LineList).set_lines(painted_lines(rows), keep=False)

    def _foe_in_turn(self, shown: PageState) -> tuple[Row, ...]:
        """The numbers of the acting foe, if its sheet does not stand beside the view."""
        foe = foe_choosing_target(shown.table, shown.selected) if self.screen.size.width < WIDE else None
        room = max(self._rooms[1], fight.LEAST_CELLS)
        return sheet_rows_in_brief(foe, shown.table, shown.rules, room) if foe is not None else ()

    def _rooms_now(self) -> tuple[int, int]:
        """Cells of a row in each list; 0 while not known."""
        sides = (self.query_one(f"#{id}", LineList) for id in ("fighters", "stack"))
        fighters, stack = (each.content_cells if each.size else 0 for each in sides)
        return fighters, stack

    def on_resize(self) -> None:
        """Fill the lists again if the room for bars and names has changed."""
        if self.shown is not None and self._rooms_now() != self._rooms:
            self.fill(self.shown)

    def _last_fight(self, shown: PageState) -> tuple[Row, ...]:
        """The summary of the fight that has just ended."""
        last = shown.campaign.last
        if shown.at is not None or last is None or not entry_ends_fight(last):
            return ()
        if self._ended is None or self._ended[:2] != (shown.campaign.id, last.number):
            self._ended = (shown.campaign.id, last.number, fight_summary_lines(shown.campaign, last))
        told = enumerate(self._ended[2])
        rows = (phrases_row(f"fight {number}", text, meters.HANGING) for number, text in told)
        return (*rows, blank_row("fight"))

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        return pane_of_fight_sheets(shown.table, shown.rules, shown.selected, cells)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        acting = shown.table.order.now if shown.table.order is not None else ()
        first = acting[0] if acting else shown.selected
        return pane_of_other_sheets(shown.table, shown.rules, first, most)

    def enter(self) -> None:
        self.screen.set_focus(self.query_one("#fighters", LineList))

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.post_message(ViewWanted("characters"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide acts that the turn order lacks, and grey out those impossible now."""
        if action in ("begin", "next"):
            is_on = self.shown is not None and self.shown.table.order is not None
            if is_on != (action == "next"):
                return False
        if action in ACTS and action not in self._keys.offered:
            return False
        return True if action not in AT_TIMES or action in self._keys.possible else None

    def role_of(self, action: str) -> Role | None:
        role = super().role_of(action)
        return Role.TEST if role == Role.FIGHT and self._main_roll else role

    def key_called(self, action: str) -> str:
        return self._keys.called.get(action, "")

    @property
    def _main_roll(self) -> str:
        """The game's name for its main roll if it has no attack; else empty."""
        rules = self.shown.rules if self.shown is not None else None
        if rules is None or not rules.is_loaded() or rules.role(Role.FIGHT) is not None:
            return ""
        test = rules.role(Role.TEST)
        return label("procedure", test.id) if test is not None else ""

    def obstacle(self, action: str) -> str:
        if action in ("begin", "attack") and self.shown is not None and not self.shown.table.in_play():
            return label("fight", "nobody-in-play")
        if action == "clear" and not self._fallen:
            return label("problem", "nobody-fallen")
        return super().obstacle(action)

    @property
    def _fallen(self) -> tuple[int, ...]:
        """Keys of the foes who are dead or beaten."""
        people = self.shown.table.in_play() if self.shown is not None else ()
        return tuple(each.key for each in people if is_fallen_foe(each))

    def _offer(self, shown: PageState) -> None:
        """Find out which acts are possible once the rules are loaded, and refresh changed keys."""
        if not shown.rules.is_loaded():
            return
        put_off = turn_orders.turn_put_off_name(shown.selected, shown.table, shown.rules)
        keys = FightKeys(
            offered=frozenset(each for each in ACTS if _has(shown, self.role_of(each))),
            possible=frozenset(each for each in AT_TIMES if not self.obstacle(each)),
            is_on=shown.table.order is not None,
            called={
                "attack": self._main_roll,
                "hand": "" if self.obstacle("hand") else put_off,
                "join": "" if self.obstacle("join") else label("key", "join"),
            },
        )
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()

    def why(self, focus: Widget | None) -> "LineHelp | None":
        shown = self.state
        return help.help_of_turn(shown.character, shown.table, shown.rules) if shown.character else None

    @work(exclusive=True, group="ask")
    async def action_start(self) -> None:
        """Begin any kind of turn order, in any campaign."""
        if self.role(Role.ASSEMBLE) is None:
            return
        ways = [each for each in self.state.rules.procedures if each.role == Role.ASSEMBLE]
        place = await self.ask.option(label("ask", "begin"), [label("procedure", each.id) for each in ways])
        if place is not None:
            self.post_message(FormWanted(ways[place], {}))

    def action_target(self) -> None:
        """Move the cursor to the next foe of whoever acts."""
        shown = self.state
        foe = next_target(shown.table, shown.rules, shown.campaign.entries(), shown.selected)
        if foe is None or foe == shown.selected:
            self.complain(label("problem", "no-foe" if foe is None else "only-foe"))
        else:
            self.query_one("#fighters", LineList).go_to(str(foe))

    @property
    def has_turns(self) -> bool:
        return self.shown is not None and self.shown.table.order is not None

    def action_hand(self) -> None:
        """Give the turn to the fighter under the cursor, or mark that they have acted."""
        if (key := self.query_one("#fighters", LineList).key) is not None:
            self.want(self.ROLES["hand"], {"who": int(key)})
        else:
            self.complain(label("problem", "nobody-selected"))

    @work(exclusive=True, group="ask")
    async def action_set_count(self) -> None:
        """Set the count of the marked or selected fighters."""
        procedure = self.role(self.ROLES["set_count"])
        if (form := self._form_for_people(procedure)) is not None:
            self.want_form(await self.asked(form, "count", label("procedure", form.procedure.id)))

    def action_aim(self) -> None:
        now = who_acts(self.state.campaign)
        self.want(self.ROLES["aim"], {"who": now[0]} if now else None)

    @work(exclusive=True, group="ask")
    async def action_delay(self) -> None:
        if procedure := self.role(self.ROLES["delay"]):
            await self._put_off(filled_form(procedure, self.state.table, self.state.selected))

    @work(exclusive=True, group="ask")
    async def action_ready(self) -> None:
        """Ready an action, asking for its trigger if the game has one; Enter alone leaves it open."""
        if procedure := self.role(self.ROLES["ready"]):
            form = filled_form(procedure, self.state.table, self.state.selected)
            is_asked = TRIGGER in form.given
            name = label("procedure", procedure.id)
            await self._put_off(await self.asked(form, TRIGGER, name) if is_asked else form)

    async def _put_off(self, form: Form | None) -> None:
        """Perform a form that puts off a turn, then go to the next turn. None: cancelled."""
        if form is not None and await self.host.perform(ProcedureWanted(form.procedure, form.given)):
            self.want(self.ROLES["next"])

    @work(exclusive=True, group="ask")
    async def action_join(self) -> None:
        """Add the marked or selected characters to the fight; if they are in it already, somebody else,
        asking who if there are several.
        """
        procedure = self.role(Role.JOIN)
        if procedure is None or self.on_targets(Role.JOIN):
            return
        form, name = filled_form(procedure, self.state.table), label("procedure", procedure.id)
        is_known = "who" in form.given
        self.want_form(form if is_known else await self.asked(form, "who", name, people=True))

    def action_leave(self) -> None:
        if not self.on_targets(self.ROLES["leave"]):
            self.complain(label("problem", "not-in-the-fight"))

    def action_clear(self) -> None:
        """Take all fallen foes out of play in one entry."""
        if (procedure := self.role(Role.RETIRE)) is not None:
            self.want_procedure(procedure.id, {"who": self._fallen})

    @work(exclusive=True, group="ask")
    async def action_finish(self) -> None:
        """End the fight; if a foe is still standing, only once confirmed."""
        is_possible = self.role(self.ROLES["finish"]) is not None
        if is_possible and (turn_orders.is_turn_order_won(self.state.table) or await self.is_sure("finish")):
            self.want(self.ROLES["finish"])

    @work(exclusive=True, group="ask")
    async def action_tick(self) -> None:
        """Mark a step of a clock, asking which if there are several."""
        procedure = self.role(Role.TICK)
        if procedure is not None:
            form, name = filled_form(procedure, self.state.table), label("procedure", procedure.id)
            is_only = len(self.state.table.clocks) <= 1
            self.want_form(form if is_only else await self.asked(form, "clock", name))

    def action_table(self) -> None:
        """Roll on the encounter's own table."""
        if name := fight.fight_encounter_table(self.state.table):
            self.want(Role.TABLE, {"table": name, "who": 0})
        else:
            self.complain(label("problem", "no-encounter-table"))

    def action_hide(self) -> None:
        before = self._told()
        self.is_veiled = not self.is_veiled
        self.fill(self.state)
        if self._told() == before:
            self.complain(label("problem", "nothing-to-hide"))

    def _told(self) -> list[str]:
        """The texts of all lines in the lists."""
        return [line.content.plain for each in self.query(LineList) for line in each.lines]

    def action_attack(self) -> None:
        """Open the roll screen for an attack by whoever acts, with everything filled in, against whoever is
        under the cursor if they are of the other side. In a game without attacks, open its main roll against
        the foe at hand.
        """
        procedure = self.role(self.role_of("attack") or Role.FIGHT)
        if procedure is None:
            return
        campaign, rules, table = self.state.campaign, self.state.rules, self.state.table
        selected, able = self.state.selected, who_acts(campaign)
        if table.order is not None and table.order.now and not able:
            self.complain(sentence("problem", "turn-is-over", who=turn_orders.turn_order_parts(table)[1]))
            return
        who = selected if not able or selected in able else able[0]
        attack = rules.attack(table[who], ()) if who is not None else ""
        procedure = rules.procedure(attack) if attack else procedure
        people = {"who": who} if who is not None else {}
        if self._main_roll:
            foe = target_at_hand(table, rules, campaign.entries(), selected)
            people = people_fitting_form(procedure, table, people | {"against": foe or 0})
        elif (foe := self._aimed_at(who)) is not None:
            people = people_fitting_form(procedure, table, people | {"against": foe})
        self.post_message(FormWanted(procedure, people))

    def _aimed_at(self, who: int | None) -> int | None:
        """Whom an attack by this character is aimed at: whoever is under the cursor, if of the other side,
        else the foe whose turn is broken into. None: that is left to the roll screen.
        """
        table, selected = self.state.table, self.state.selected
        if who is not None and selected is not None and table.are_opposed(who, selected):
            return selected
        return foe_broken_into(table, who)


def _has(shown: PageState, role: Role | None) -> bool:
    """Whether the turn order has this act, possible now or not."""
    procedure = shown.rules.role(role, shown.table) if role is not None else None
    return procedure is not None and not {*procedure.problems(shown.table)} & NOT_HERE
