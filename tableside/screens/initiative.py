"""Initiative: whose turn it is, who is in the fight, and what is left in the stack for the GM's eyes."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tableside.rules.form import Form, start
from tableside.rules.procedure import Role
from tableside.rules.ruleset import OTHER_ORDER
from tableside.screens.care import CareView
from tableside.screens.messages import FormWanted, ProcedureWanted
from tableside.screens.page import Shown
from tableside.screens.painting import lines
from tableside.views import fight
from tableside.views.aiming import next_target
from tableside.views.characters import most_of_a_name
from tableside.views.fights import ends_fight, summary_of
from tableside.views.rows import Row, words_row
from tableside.widgets.folded_list import FoldedList
from tableside.widgets.line_list import LineList
from tableside.widgets.mark_list import MarkList
from tableside.wording import label

if TYPE_CHECKING:
    from tableside.views.help import Why

ACTS = ("delay", "aim", "ready", "attack", "tick")
"""Keys that not every order, or not every game, has a use for."""
NOT_HERE = {OTHER_ORDER, "no-fight", "no-clocks"}


class InitiativeView(CareView):
    """The running fight."""

    TITLE = "Initiative"
    HELP = (
        "Space begins the fight with everybody in play, and then goes on to the next turn; Backspace takes "
        "a turn back. Tab goes to the foe of whoever acts who was aimed at last, and on to the next one. A "
        "number begins what the one under the cursor loses, where that is an amount (12 Enter; 12 Tab goes "
        "on to the next turn). s begins another kind of order. The right side says why it is so; what is "
        "left in a stack is for the GM, and v hides it. Enter hands the turn, or the token that is out, to "
        "the one under the cursor, lets one act who has waited, or marks one of a side as having acted. "
        "▶ stands before whoever acts, ✓ before those who have acted this round (✓2: twice), * before those "
        "marked: with * or shift and up or down, and what is done next is done to all of them. N brings "
        "foes, like 3 goblins, into the fight; l lets one leave, o come back. t marks a step of a clock."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "begin", "Begin"),
        Binding("space", "next", "Next"),
        Binding("backspace", "back", "Turn back", show=False),
        Binding("tab", "target", "Target", show=False, tooltip="To the foe aimed at last, then to the next"),
        Binding("s", "start", "Start…", show=False),
        Binding("x", "attack", "Attack"),
        Binding("d", "delay", "Delay"),
        Binding("m", "aim", "Aim"),
        Binding("y", "ready", "Ready"),
        Binding("o", "join", "Join", show=False),
        Binding("l", "leave", "Leave", show=False),
        Binding("t", "tick", "Tick a clock", show=False),
        Binding("v", "veil", "Hide stack", show=False, tooltip="Hides what players may not see, or shows it"),
        Binding("f", "finish", "End fight"),
    ]

    ROLES: ClassVar[Mapping[str, Role]] = {
        **CareView.ROLES,
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
        "choose": Role.HAND,
    }

    is_veiled = False
    _ended: tuple[str, int, tuple[str, ...]] | None = None
    """The last fight that ended: its campaign, the entry that ended it, and what it came to."""
    _offered: frozenset[str] = frozenset(ACTS)
    """The acts that the running order has."""
    _possible: frozenset[str] = frozenset((*ACTS, "finish"))
    """Those of them, and of what ends it, that can be done at this moment."""
    _names = (fight.NAME_CELLS, fight.NAME_CELLS)
    """Cells that names were given on either side."""
    _was_on = False
    """Whether a fight was on when the keys were last drawn."""

    def compose(self) -> ComposeResult:
        yield MarkList(id="fighters")
        yield FoldedList(show_cursor=False, id="stack")

    def fill(self, shown: Shown) -> None:
        table = shown.table
        self._offer(shown)
        fighters = self.query_one(MarkList)
        self._names = self._most_of_names()
        fighters.set_lines(lines(fight.members(table, shown.rules, self._names[0])))
        fighters.show_marks(shown.marks)
        if shown.selected is not None:
            fighters.go_to(str(shown.selected))
        hidden = self.is_veiled
        rows = (
            *self._last_fight(shown),
            *fight.turn_rows(table),
            *fight.reminders(table, shown.rules),
            *fight.clock_rows(table, hidden=hidden),
            *fight.order_rows(table, hidden=hidden, most=self._names[1]),
        )
        self.query_one("#stack", LineList).set_lines(lines(rows), keep=False)

    def _most_of_names(self) -> tuple[int, int]:
        """Cells that a name may take on either side."""
        sides = (self.query_one(f"#{id}", LineList) for id in ("fighters", "stack"))
        beside = fight.BESIDE_NAME_CELLS
        fighters, stack = (most_of_a_name(each.content_cells if each.size else 0, beside) for each in sides)
        return fighters, stack

    def on_resize(self) -> None:
        """Names give way where there is less room."""
        if self.shown is not None and self._most_of_names() != self._names:
            self.fill(self.shown)

    def _last_fight(self, shown: Shown) -> tuple[Row, ...]:
        """What the fight came to that has just ended."""
        last = shown.campaign.last
        if shown.at is not None or last is None or not ends_fight(last):
            return ()
        if self._ended is None or self._ended[:2] != (shown.campaign.id, last.number):
            self._ended = (shown.campaign.id, last.number, summary_of(shown.campaign, last))
        told = (words_row(f"fight {number}", text) for number, text in enumerate(self._ended[2]))
        return (*told, words_row("gap", ""))

    def enter(self) -> None:
        self.screen.set_focus(self.query_one("#fighters", LineList))

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        event.stop()
        if event.line_list.id == "fighters":
            self.select(event)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.want(Role.HAND, {"who": int(event.key)})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The acts that the running order has; what it has not is not offered, and what cannot be done at
        this moment is no key of the key bar.
        """
        if action in ("begin", "next"):
            is_on = self.shown is not None and self.shown.table.order is not None
            return is_on == (action == "next")
        if action in ACTS and action not in self._offered:
            return False
        return True if action not in (*ACTS, "finish") or action in self._possible else None

    def _offer(self, shown: Shown) -> None:
        """Find out what can be done, once the rules are there; keys that differ are drawn anew."""
        if not shown.rules.is_loaded():
            return
        offered = frozenset(action for action in ACTS if _has(shown, self.ROLES[action]))
        possible = frozenset(each for each in (*ACTS, "finish") if not self.obstacle(each))
        drawn = (self._offered, self._possible, self._was_on)
        self._offered, self._possible, self._was_on = offered, possible, shown.table.order is not None
        if drawn != (self._offered, self._possible, self._was_on):
            self.refresh_bindings()

    def why(self, focus: Widget | None) -> "Why | None":
        who = self.shown.character if self.shown else None
        if self.shown is None or who is None:
            return None
        from tableside.views.help import of_turn  # only for who asks

        return of_turn(who, self.shown.table, self.shown.rules)

    def action_next(self) -> None:
        self.want(self.ROLES["next"])

    def action_begin(self) -> None:
        self.want(self.ROLES["begin"])

    def action_back(self) -> None:
        self.want(self.ROLES["back"])

    @work(exclusive=True, group="ask")
    async def action_start(self) -> None:
        """Any kind of order, in any campaign."""
        if self.shown is None or self.role(Role.ASSEMBLE) is None:
            return
        ways = [each for each in self.shown.rules.procedures if each.role == Role.ASSEMBLE]
        place = await self.ask.option("Begin:", [label("procedure", each.id) for each in ways])
        if place is not None:
            self.post_message(FormWanted(ways[place], {}))

    def action_target(self) -> None:
        """The cursor to a foe of whoever acts."""
        if self.shown is None:
            return
        shown = self.shown
        foe = next_target(shown.table, shown.rules, shown.campaign.entries(), shown.selected)
        if foe is None or foe == shown.selected:
            self.complain(label("problem", "no-foe" if foe is None else "only-foe"))
        else:
            self.query_one("#fighters", LineList).go_to(str(foe))

    @property
    def has_turns(self) -> bool:
        return self.shown is not None and self.shown.table.order is not None

    def action_delay(self) -> None:
        self.want(self.ROLES["delay"])

    def action_aim(self) -> None:
        self.want(self.ROLES["aim"])

    def action_ready(self) -> None:
        self.want(self.ROLES["ready"])

    @work(exclusive=True, group="ask")
    async def action_join(self) -> None:
        """Whoever is marked or under the cursor comes in; when they are in it already, whoever else there
        is: of several it asks who.
        """
        procedure = self.role(Role.JOIN)
        if procedure is None or self.shown is None or self.on_targets(Role.JOIN):
            return
        form: Form = start(procedure, self.shown.table)
        is_one = "who" in form.given
        question = label("procedure", procedure.id)
        asked = form if is_one else await self.asked(form, "who", question, people=True)
        if asked is not None:
            self.post_message(ProcedureWanted(procedure, asked.given))

    def action_leave(self) -> None:
        if not self.on_targets(self.ROLES["leave"]):
            self.complain(label("problem", "not-in-the-fight"))

    @work(exclusive=True, group="ask")
    async def action_finish(self) -> None:
        """End the fight, when that is really meant."""
        if self.role(self.ROLES["finish"]) is not None and await self.is_sure("finish"):
            self.want(self.ROLES["finish"])

    @work(exclusive=True, group="ask")
    async def action_tick(self) -> None:
        """Mark a step of a clock: of the only one at once."""
        procedure = self.role(Role.TICK)
        if procedure is None or self.shown is None:
            return
        form = start(procedure, self.shown.table)
        if len(self.shown.table.clocks) > 1:
            asked = await self.asked(form, "clock", label("procedure", procedure.id))
            if asked is None:
                return
            form = asked
        self.post_message(ProcedureWanted(procedure, form.given))

    def action_veil(self) -> None:
        table = self.shown.table if self.shown else None
        is_secret = table is not None and table.order is not None and table.order.is_secret
        if table is not None and not is_secret and not table.clocks:
            self.complain(label("problem", "nothing-to-hide"))
        self.is_veiled = not self.is_veiled
        if self.shown is not None:
            self.fill(self.shown)

    def action_attack(self) -> None:
        """The one who acts attacks with what is in hand: the roll screen, with everything filled in."""
        procedure = self.role(Role.FIGHT)
        if procedure is None or self.shown is None:
            return
        order = self.shown.table.order
        selected = self.shown.selected
        acts = order is None or not order.now or selected in order.now
        who = selected if order is None or acts else order.now[0]
        attack = self.shown.rules.attack(self.shown.table[who]) if who is not None else ""
        procedure = self.shown.rules.procedure(attack) if attack else procedure
        self.post_message(FormWanted(procedure, {"who": who} if who is not None else {}))


def _has(shown: Shown, role: Role) -> bool:
    """Whether the running order has this act, be it possible at this moment or not."""
    procedure = shown.rules.role(role, shown.table)
    return procedure is not None and not {*procedure.problems(shown.table)} & NOT_HERE
