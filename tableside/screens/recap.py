"""Recap: a session told in three lengths, for the GM or for players; beginning and ending a session."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.worker import get_current_worker

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import EntryGlance
from tableside.campaign.json_export import write_json_export
from tableside.campaign.user_files import user_path
from tableside.errors import TablesideError
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.screens import advancement
from tableside.screens.messages import BesideChanged, EntryWanted, ProcedureWanted, ReadersChanged
from tableside.screens.page import Page, PageHost, PageState
from tableside.screens.painting import painted_lines
from tableside.views import recap, sessions
from tableside.views.improvements import waiting_to_improve
from tableside.views.past_rolls import Thrown, UnlikelyPastRoll, unlikely_past_rolls
from tableside.views.recap import RecapChapter, RecapLength
from tableside.views.recap_parts import RecapParts
from tableside.views.rows import Row, RowsIn, Tone, words_row
from tableside.views.side_panes import pane_of_entry, pane_of_other_sheets, side_pane_for_players
from tableside.widgets.base import DataMessage, bindings
from tableside.widgets.line_list import LineList
from tableside.wording import has_wording, label, sentence, so_many

REMEMBERED = 4_000
"""Entries kept in memory, so that a change in a long session shows at once."""


class RecapPage(Page):
    """The story of one session."""

    PLACE = "recap-view"
    BINDINGS: ClassVar[list[BindingType]] = bindings("recap-view")

    class Counted(DataMessage):
        """The unlikely results of a session have been counted."""

        results: tuple[UnlikelyPastRoll, ...]
        made_at: tuple[str, int | None, int]

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.session: int | None = None
        """The session on show. None: the one to recap first."""
        self.length = RecapLength.SHORT
        self.public = False
        self.heading: tuple[Row, ...] = ()
        """The rows above the recap: who is there at the beginning, or that the session has ended."""
        self._material: RecapParts | None = None
        self._made_at: tuple[str, int | None, int] | None = None
        """Campaign, wanted session and journal length that `_material` was made for."""
        self._campaign: Campaign | None = None
        self._glance: Callable[[int], EntryGlance] | None = None
        self._surprises: tuple[UnlikelyPastRoll, ...] | None = None
        self._cells = 0

    def compose(self) -> ComposeResult:
        yield LineList(id="recap")

    def enter(self) -> None:
        """Show the last session that is over; during the first, what came before it, if anything."""
        self.come_back()
        self.session, self.heading = None, ()
        self._redraw()

    def come_back(self) -> None:
        self.screen.set_focus(self.query_one(LineList))

    @property
    def kept(self) -> Sequence[str]:
        """The session on show and its length."""
        return str("" if self.session is None else self.session), self.length

    def take_up(self, kept: Sequence[str]) -> None:
        session, length = kept
        self.session, self.length = int(session) if session else None, RecapLength(length)
        self._redraw()

    def tell_of(self, number: int, heading: tuple[Row, ...] = ()) -> None:
        """Show the short recap of this session under these rows."""
        self.session, self.length, self.heading = number, RecapLength.SHORT, heading
        self._redraw()
        self.query_one(LineList).action_first()

    def tell_of_end(self) -> None:
        """Show the short recap of the session that has just ended."""
        session = self.state.table.session
        text = sentence("session", "ended", session=session)
        self.tell_of(session, (words_row("ended", text, Tone.STRONG),))

    def _head(self, heading: tuple[Row, ...]) -> None:
        if heading != self.heading:
            self.heading = heading
            self._redraw()

    def fill(self, shown: PageState) -> None:
        self._cells = self.query_one(LineList).content_cells
        material = self._fresh(shown)
        cells = max(30, self._cells)
        rows = (
            *self.heading,
            recap.recap_heading(self.length, public=self.public),
            *recap.recap_rows(self._chapters(material), cells),
        )
        self.query_one(LineList).set_lines(painted_lines(rows))

    def _fresh(self, shown: PageState) -> RecapParts:
        """The session in its present state."""
        campaign = shown.campaign
        made_at = (campaign.id, self.session, campaign.length)
        if self._material is None or self._made_at != made_at:
            if self._campaign is not campaign:  # an entry never changes, so each is read once
                self._campaign, self._glance = campaign, lru_cache(REMEMBERED)(campaign.journal.glance)
            self._material = (
                recap.first_recap_parts(campaign, self._glance)
                if self.session is None
                else RecapParts(campaign, min(self.session, campaign.table.session), self._glance)
            )
            self._made_at, self._surprises = made_at, None
            self._count(self._material.rolls, campaign.rules, made_at)
        return self._material

    @work(exclusive=True, group="odds", thread=True)
    def _count(self, rolls: Sequence[Thrown], rules: Ruleset, made_at: tuple[str, int | None, int]) -> None:
        """Count the unlikely results; runs in a thread."""
        worker = get_current_worker()
        results = unlikely_past_rolls((each for each in rolls if not worker.is_cancelled), rules)
        if not worker.is_cancelled:
            self.post_message(self.Counted(results, made_at))

    def on_recap_page_counted(self, event: Counted) -> None:
        event.stop()
        if event.made_at == self._made_at:
            self._surprises = event.results
            self._redraw()

    def _chapters(self, material: RecapParts) -> tuple[RecapChapter, ...]:
        return recap.session_recap(material, self.length, public=self.public, surprises=self._surprises)

    def _redraw(self) -> None:
        if self.shown is not None:
            self.show(self.shown)

    def on_resize(self) -> None:
        if self.query_one(LineList).content_cells != self._cells:
            self._redraw()

    # Keys

    def action_step(self, step: int) -> None:
        if self._material is None:
            return
        number = self._material.session.number + step
        if not 0 <= number <= self.state.campaign.table.session:
            self.complain(label("session", "no-more"))
            return
        self.session, self.heading = number, ()
        self._redraw()
        self.query_one(LineList).action_first()

    def action_tell(self, length: str) -> None:
        if self.length == length:
            self.complain(label("problem", "told-so"))
            return
        self.length = RecapLength(length)
        self._redraw()
        self.post_message(BesideChanged())

    def action_hide(self) -> None:
        self.public = not self.public
        self._redraw()
        self.post_message(ReadersChanged())

    @property
    def is_for_players(self) -> bool:
        return self.public

    @property
    def entry(self) -> int | None:
        return recap.entry_of_recap_row(self.query_one(LineList).key or "") or None

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """The entry behind the line under the cursor, opened."""
        number = recap.entry_of_recap_row(self.query_one(LineList).key or "")
        if not number or self._material is None:
            return ()
        if self.public:
            return side_pane_for_players(self._material, number, cells)
        return pane_of_entry(shown.campaign, number, cells)

    def below(self, shown: PageState, most: int) -> tuple[RowsIn, ...]:
        """The present state of the party."""
        return () if self.public else pane_of_other_sheets(shown.table, shown.rules, None, most)

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        self.post_message(BesideChanged())

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        if number := recap.entry_of_recap_row(event.key):
            self.post_message(EntryWanted(number))

    @work(exclusive=True, group="ask")
    async def action_write_out(self) -> None:
        """Write the recap into a new file."""
        if (material := self._material) is None:
            return
        text = "\n".join(recap.recap_lines(self._chapters(material))) + "\n"
        begun = f"session-{material.session.number}.txt"
        name = await self.ask.text(label("session", "write-to"), begun, over=True)
        if not name or not name.strip():
            return
        try:
            path = user_path(name.strip())
            write_json_export(path, [text.encode()])
        except TablesideError as error:
            self.complain(str(error))
            return
        without = sum(note.for_gm for note in material.notes) if self.public else 0
        values = {"file": str(path), "what": so_many("left-out", "note", without)}
        self.host.tell(sentence("session", "written-without" if without else "written", **values))

    # A session begins

    @work(exclusive=True, group="ask")
    async def ask_who_is_there(self) -> None:
        """Ask who is missing, marking them while typing, then begin the session. A single player is not
        asked.
        """
        procedure, table = self.role(Role.BEGIN), self.state.table
        if procedure is None:
            return
        if len(sessions.players_at_table(table)) == 1:
            self.tell_of(table.session)
            self.want_procedure(procedure.id, {"who": sessions.attending("", table)})
            return

        def mark(text: str) -> None:
            self._head(sessions.attendance_rows(text, table))

        self.tell_of(table.session, sessions.attendance_rows("", table))
        question, check = label("session", "missing"), partial(sessions.attending, table=table)
        typed = await self.ask.text(question, check=check, keep=mark)
        self._head(())
        if typed is not None:
            self.want_procedure(procedure.id, {"who": check(typed)})


NOT_YET, ENDS = "not-yet", "end-it"
LEAVING, ENDING = "leave-fight", "end-fight"
GROWING, NOT_GROWING = GROWTH = "with-growth", "without-growth"
"""Ways to end a session and a running fight, and, in games where growth must be earned, whether it was."""


async def lead_through_session_end(host: PageHost, shown: PageState) -> None:
    """End the session, once confirmed, then lead through everybody's advancement, if there was cause for any,
    and the recap.
    """
    table, rules = shown.campaign.table, shown.rules
    end, finish = rules.role(Role.END), rules.role(Role.FINISH)
    if end is None or finish is None:
        return
    if problems := end.problems(table):
        host.complain("; ".join(label("problem", each) for each in problems))
        return
    how = await _way_to_end(host, shown)
    if how == NOT_YET:
        return
    if how == ENDING:
        await host.perform(ProcedureWanted(finish, {}))
    await host.perform(ProcedureWanted(end, {}))
    if not shown.campaign.table.session_is_on:
        await _grow(host, shown, how)


async def _way_to_end(host: PageHost, shown: PageState) -> str:
    """Ask how to end: with or without the running fight, and with or without growth if the game asks."""
    game, table = shown.rules.id, shown.campaign.table
    ways: tuple[str, ...] = (NOT_YET, ENDS)
    question = "ends-now"
    if table.order is not None:
        question, ways = "ends-in-a-fight", (NOT_YET, LEAVING, ENDING)
    elif has_wording("closing", game):
        ways = (NOT_YET, GROWING, NOT_GROWING)
    labels = [label("closing", f"{game}.{way}") if way in GROWTH else label("session", way) for way in ways]
    return ways[await host.ask.option(sentence("session", question, session=table.session), labels) or 0]


async def _grow(host: PageHost, shown: PageState, how: str) -> None:
    """Start everybody's advancement, if the session gave cause for any, else the recap."""
    game = shown.rules.id
    grows = how != NOT_GROWING and bool(waiting_to_improve(shown.campaign.table, shown.rules, ()))
    if grows and how != GROWING and has_wording("closing", game):
        ways = [label("option", "yes"), label("option", "no")]
        grows = await host.ask.option(label("closing", game), ways) == 0
    if grows:
        await host.go("advancement")
        host.query_one(advancement.AdvancementPage).close_session()
    else:
        await host.tell_session()
