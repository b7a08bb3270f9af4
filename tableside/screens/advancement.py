"""Advancement: who may improve what, their chances, picks, attempts, training."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.rules.procedure import Role
from tableside.screens.messages import FormWanted, SelectionChanged, SessionClosed, ViewWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.views import improvements
from tableside.views.attacks import advanced_in_session
from tableside.views.improvements import advancement_roster
from tableside.views.roll_result import roll_result_rows
from tableside.views.rows import Row, RowsIn, Tone, blank_row, heading_row
from tableside.views.side_panes import pane_of_other_sheets, pane_of_sheet
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.widgets.lists import FoldedList
from tableside.wording import label, sentence

if TYPE_CHECKING:
    from tableside.views.help import LineHelp


class Growers(FoldedList):
    """The list of characters who may improve."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("growers")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the attempt or, in a game without a rule for improving, the way to the sheets."""
        if action in ("choose", "sheet"):
            has_rule = self.screen.query_one(AdvancementPage).check_action("choose", ()) is True
            if has_rule != (action == "choose"):
                return False
        return super().check_action(action, parameters)


class AdvancementPicks(FoldedList):
    """What the selected character may pick to improve."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("picks")


class AdvancementPage(Page):
    """Attempts to improve, training, and everybody's advancement at the end of a session."""

    PLACE = "advancement"
    SELECTS = "growers"
    BINDINGS: ClassVar[list[BindingType]] = bindings("advancement")

    ROLES: ClassVar[Mapping[str, Role]] = {"choose": Role.IMPROVE, "train": Role.TRAIN}

    picked: tuple[str, ...] = ()
    picked_for: int | None = None
    _last: Entry | None = None
    """The newest entry when the page was last drawn; an attempt newer than it moves the cursor on."""

    through: frozenset[int] | None = None
    """Keys of the characters who have had their turn while a session ends. None: no session is ending."""
    _ending: Campaign | None = None
    """The campaign whose session is ending."""

    def compose(self) -> ComposeResult:
        yield Growers(id="growers")
        yield AdvancementPicks(id="picks")

    def fill(self, shown: PageState) -> None:
        growers = self.query_one("#growers", LineList)
        if shown.table.session_is_on or shown.campaign is not self._ending:
            self.through = None
        table, rules = shown.table, shown.rules
        rows: Sequence[Row]
        if rules.role(Role.IMPROVE) is None:
            rows = improvements.improvements_without_rules(table, rules, growers.content_cells)
        elif self.through is None:
            advanced = advancement_roster(table, rules, advanced_in_session(shown.campaign))
            rows = (heading_row(label("growth", "who")), *advanced)
        else:
            rows = improvements.improvement_closing_rows(table, rules, self.through)
        growers.set_lines(painted_lines(rows))
        if shown.selected is not None:
            growers.go_to(str(shown.selected))
        self._fill_picks(shown)
        attempt = _attempt(shown)
        if attempt is not None and attempt != self._last:
            if self.through is None:
                self._go_on(shown, self._who(shown))
            else:
                self._is_through(shown, int(str(attempt.given["who"])))
        self._last = shown.campaign.last

    def on_resize(self) -> None:
        """Wrap the text again at the new width."""
        if self.shown is not None:
            self.fill(self.shown)

    def _fill_picks(self, shown: PageState) -> None:
        who, picks = self._who(shown), self.query_one(AdvancementPicks)
        cells = max(20, picks.content_cells)
        if who is None:
            sheet = pane_of_sheet(shown.character, shown.table, shown.rules, cells)
            to_read = [replace(each, selectable=False) for each in sheet]
            picks.set_lines(painted_lines(to_read))
            return
        options = improvements.improvements_to_pick(shown.table, shown.rules, who)
        is_same = who == self.picked_for
        if not is_same or not {*self.picked} <= {*options}:
            self.picked, self.picked_for = improvements.best_improvements(shown.table, shown.rules, who), who
        titled = heading_row(shown.table[who].name, Tone.PARTY)
        rows = improvements.improvement_pick_rows(shown.table, shown.rules, who, self.picked, cells)
        came = self._came(shown, cells, picks.size.height - len(rows) - 1)
        picks.set_lines(painted_lines((*came, titled, *rows)), keep=is_same)

    def _came(self, shown: PageState, cells: int, rows: int) -> Sequence[Row]:
        """The result of the attempt while it is the newest entry, in at most this many rows if possible."""
        if (attempt := _attempt(shown)) is None:
            return ()
        return (*roll_result_rows(attempt, shown.table, shown.rules, cells, rows - 1), blank_row("result"))

    def _who(self, shown: PageState) -> int | None:
        may = {each.key for each in improvements.who_may_improve(shown.table, shown.rules)}
        return shown.selected if shown.selected in may else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave an act out of the key bar if the game has no rule for it."""
        role = self.ROLES.get(action)
        return None if role is not None and self.shown and self.shown.rules.role(role) is None else True

    def obstacle(self, action: str) -> str:
        if action == "skip":
            problem = "no-session-ends" if self.through is None else "nobody-to-improve"
            is_possible = self.through is not None and self.shown is not None and self._who(self.shown)
            return "" if is_possible else label("problem", problem)
        if why_not := super().obstacle(action):
            return why_not
        return self._nothing_picked() if action == "choose" and self.shown else ""

    def _nothing_picked(self) -> str:
        """Why no attempt can be made; empty if one can."""
        if self.shown is None or (who := self._who(self.shown)) is None:
            return label("problem", "nobody-to-improve")
        if improvements.needs_picks(self.shown.rules) and not self.picked:
            waits = improvements.improvements_to_pick(self.shown.table, self.shown.rules, who)
            return label("problem", "nothing-picked" if waits else "nothing-to-pick")
        return ""

    def why(self, focus: Widget | None) -> "LineHelp | None":

        return improvements.improvement_help(self.shown.table, self.shown.rules) if self.shown else None

    def enter(self) -> None:
        """Go to the first character who can improve, unless the selected one can."""
        self.action_leave()
        if self.through is not None:
            self._next_to_close(self.state)
            return
        who = self._who(self.state)
        if who is None or improvements.needs_picks(self.state.rules):
            self._go_on(self.state, who)

    # A session ends

    def close_session(self) -> None:
        """Go through everybody who can improve, one after the other, then show the recap."""
        self.through, self._ending = frozenset(), self.state.campaign
        self.show(self.state)
        self._next_to_close(self.state)

    def _is_through(self, shown: PageState, who: int) -> None:
        if self.through is not None:
            self.through |= {who}
            self._next_to_close(shown)

    def _next_to_close(self, shown: PageState) -> None:
        waiting = improvements.waiting_to_improve(shown.table, shown.rules, self.through or frozenset())
        if not waiting:
            self.through = None
            self.post_message(SessionClosed())
            return
        self.post_message(SelectionChanged(waiting[0].key))
        best = improvements.best_improvements(shown.table, shown.rules, waiting[0].key)
        by_hand = improvements.needs_picks(shown.rules) and not best
        self.screen.set_focus(self.query_one(AdvancementPicks if by_hand else Growers))

    def action_skip(self) -> None:
        """Skip the selected character at the end of the session."""
        who = self._who(self.state)
        if who is not None and self.through is not None:
            self._is_through(self.state, who)
        else:
            self.complain(self.obstacle("skip"))

    def _go_on(self, shown: PageState, who: int | None) -> None:
        """Select the character whose attempt comes next."""
        key = improvements.next_to_improve(shown.table, shown.rules, who)
        if key is not None:
            self.post_message(SelectionChanged(key))

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """The sheet, unless it already stands here in place of the picks."""
        return () if self._who(shown) is None else super().beside(shown, cells)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        return pane_of_other_sheets(shown.table, shown.rules, shown.selected, most)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        self.action_improve()

    def action_picks(self) -> None:
        if self.role(Role.IMPROVE) is not None:
            self.screen.set_focus(self.query_one(AdvancementPicks))

    def action_leave(self) -> None:
        """Move the focus to the list of characters."""
        self.screen.set_focus(self.query_one(Growers))

    def action_sheet(self) -> None:
        self.post_message(ViewWanted("characters"))

    def action_pick(self) -> None:
        """Pick or drop the improvement under the cursor."""
        key, most = self.query_one(AdvancementPicks).key, improvements.most_improvements(self.state.rules)
        if key is None:
            return
        if key in self.picked:
            self.picked = tuple(each for each in self.picked if each != key)
        elif len(self.picked) >= most:
            self.complain(sentence("problem", "most-picks", most=most))
        else:
            self.picked = (*self.picked, key)
        self._fill_picks(self.state)

    def action_improve(self) -> None:
        who, rules, improve = self._who(self.state), self.state.rules, self.ROLES["choose"]
        if self.through is not None and not self.picked and improvements.needs_picks(rules):
            self.action_skip()
        elif self.role(improve) is None:
            return
        elif (why_not := self._nothing_picked()) or who is None:
            self.complain(why_not)
        else:
            self.want(improve, improvements.improvement_attempt(rules, who, self.picked))

    def action_train(self) -> None:
        procedure = self.role(self.ROLES["train"])
        if procedure is not None:
            self.post_message(FormWanted(procedure, {}))


def _attempt(shown: PageState) -> Entry | None:
    """The newest entry if it is an attempt to improve, else None."""
    last, improve = shown.campaign.last, shown.rules.role(Role.IMPROVE)
    return last if last is not None and improve is not None and last.procedure == improve.id else None
