"""Journal: entries as lines, notes typed between them, and search."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widget import Widget

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import StoreError
from tableside.rules.clocks import CLOSE_NAME
from tableside.rules.form_filling import Form
from tableside.rules.procedure import Role
from tableside.screens.chrome import WIDE, ChromePane, chrome_beside_cells
from tableside.screens.journal_list import ABOUT_ENTRIES, AT_ONCE, JournalList, JournalListReading
from tableside.screens.messages import BesideChanged, LookWanted, RestoreWanted
from tableside.screens.page import Page, PageState
from tableside.screens.painting import painted_lines
from tableside.views import journal_rows
from tableside.views.help import LineHelp, help_of_entry
from tableside.views.journal_rows import AS_TOLD, JournalEntryFate, is_journal_row_of_story, journal_row_fates
from tableside.views.opened_entry import opened_entry_in_place, opened_entry_rows
from tableside.views.rollable_tables import form_of_rollable_row, rollable_names
from tableside.views.rows import Row, Tone, heading_row, row, words_row
from tableside.views.search import SearchQuery, search_hints, search_query, search_query_read
from tableside.views.sessions import session_title
from tableside.views.side_panes import pane_of_entry_sheet, side_pane_of_entry
from tableside.widgets.bars import KeyBarNames
from tableside.widgets.base import bindings
from tableside.widgets.line_list import LineList
from tableside.wording import label, sentence

EDGES = 3
"""Cells of a row that no entry uses: the cursor's and the mark for more."""
PAGE = 300
"""Entries read at once; reaching the top of the list reads as many more."""
STORY, NAMES = "story", "names"
"""Values in `kept`: only the story is shown, and names are listed."""


class JournalPage(Page, KeyBarNames):
    """The entries of the campaign, searches, and the names in the notes."""

    PLACE = "journal"
    BINDINGS: ClassVar[list[BindingType]] = bindings("journal")

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._opened: set[int] = set()
        self._opened_beside: int | None = None
        """The number of the entry opened in the pane beside the list."""
        self._count = PAGE
        self._until: int | None = None
        """The number of the last listed entry. None: the newest."""
        self._wanted: SearchQuery | None = None
        """The search. None: everything is listed."""
        self._are_names = False
        """Whether names are listed instead of entries."""
        self._is_story = False
        self._looked_at = ""
        """The listed name that was opened last; Escape leads back to it."""
        self._reading = JournalListReading()
        self._cells = 0
        self._rows: dict[tuple[int, int, int, JournalEntryFate], tuple[Row, ...]] = {}
        self._since: Mapping[int, JournalEntryFate] = {}
        """What has become of the listed entries since."""
        self._keys: tuple[bool, bool] | None = None
        """What the keys depend on: whether there are entries, and whether names are listed."""

    def compose(self) -> ComposeResult:
        yield JournalList(id="entries", tail=True)

    @property
    def title(self) -> str:
        return label("page", f"{self.PLACE}-story" if self._is_story else self.PLACE)

    @property
    def has_newest_entry(self) -> bool:
        last = self.shown.campaign.last if self.shown is not None else None
        is_told = not self._is_story or last is None or is_journal_row_of_story(last)
        return is_told and not self._are_names and self._wanted is None

    @property
    def entry(self) -> int | None:
        key = self.query_one(LineList).key
        return int(key) if key is not None and key.isdecimal() else None

    @property
    def kept(self) -> Sequence[str]:
        """The entry under the cursor, those opened beside and in place, the story filter, the search."""
        opened = str(self._opened_beside or ""), " ".join(map(str, sorted(self._opened)))
        wanted = self._wanted.written if self._wanted is not None else NAMES * self._are_names
        return str(self.entry or ""), *opened, STORY * self._is_story, wanted

    def take_up(self, kept: Sequence[str]) -> None:
        here, beside, in_place, story, *wanted = kept
        self._opened, self._is_story = set(map(int, in_place.split())), story == STORY
        self._opened_beside = int(beside) if beside else None
        self.go_to(int(here) if here else None)
        if any(wanted):
            self._find(None if NAMES in wanted else search_query_read(wanted[0]))

    # What is listed

    def fill(self, shown: PageState) -> None:
        keys = shown.campaign.length > 0, self._are_names
        if keys != self._keys:
            self._keys = keys
            self.refresh_bindings()
        if self._reading.campaign is not shown.campaign:
            self._forget(shown.campaign)
        entries, width = self.query_one(LineList), self.app.size.width
        expected = width - EDGES - (chrome_beside_cells(width, is_journal=True) if width >= WIDE else 0)
        self._cells = entries.content_cells if entries.size else expected
        entries.set_lines(painted_lines(self._rows_now(shown)))
        self.post_message(BesideChanged())

    def _rows_now(self, shown: PageState) -> Sequence[Row]:
        if self._are_names:
            return rollable_names(self._reading.index(shown.campaign).named(), shown.campaign)
        return self._listed(shown) if self._wanted is None else self._found(shown, self._wanted)

    def _forget(self, campaign: Campaign) -> None:
        """Forget everything about the previous campaign."""
        self._reading.begin(campaign)
        self._opened, self._opened_beside, self._rows = set(), None, {}
        self._count, self._until, self._wanted, self._are_names = PAGE, None, None, False

    def _listed(self, shown: PageState) -> list[Row]:
        entries, trouble = journal_rows.journal_entries_readable(shown.campaign, self._count, self._until)
        length, cells = shown.campaign.length, max(20, self._cells)
        self._since = self._become(shown.campaign, entries)
        rows = [*journal_rows.rows_above_entries(entries, length, trouble, cells), *self._rows_of(entries)]
        if later := length - (self._until or length):
            rows.append(row("later", (sentence("journal", "later", count=later), Tone.DIM)))
        return rows

    def _become(self, campaign: Campaign, entries: list[Entry]) -> Mapping[int, JournalEntryFate]:
        """What has become of these entries; of old ones as the index knows, once it reaches back to them."""
        index = self._reading.index(campaign) if self._until is not None else None
        if index is not None and entries and index.reaches(entries[0].number):
            return index.since([each.number for each in entries])
        return journal_row_fates(entries)

    def _found(self, shown: PageState, wanted: SearchQuery) -> list[Row]:
        index = self._reading.index(shown.campaign)
        hits = index.search(wanted, PAGE)
        numbers = [*dict.fromkeys(line.place for line in reversed(hits))]
        entries = [shown.campaign.entry(number) for number in numbers]
        rows = [words_row("found", index.found_text(len(hits), PAGE))]
        self._since = index.since(numbers)
        for session, of_it in groupby(entries, key=lambda each: each.session):
            rows.append(heading_row(session_title(session)))
            rows += self._rows_of(list(of_it))
        hints = enumerate(search_hints(wanted, len(hits)))
        return [*rows, *(words_row(f"hint {n}", text, Tone.DIM) for n, text in hints)]

    def _rows_of(self, entries: Sequence[Entry]) -> list[Row]:
        fates = [(each, self._since_of(each)) for each in entries]
        shown = (each for each, since in fates if is_journal_row_of_story(each, since) or not self._is_story)
        marked = {each.number for each, since in fates if since.is_struck} - self._opened
        return [row for run in journal_rows.entry_runs(shown, marked) for row in self._rows_of_run(run)]

    def _since_of(self, entry: Entry) -> JournalEntryFate:
        """What has become of an entry; in the story, only its final text counts."""
        since = self._since.get(entry.number, AS_TOLD)
        return replace(since, text="") if self._is_story else since

    def _rows_of_run(self, run: Sequence[Entry]) -> tuple[Row, ...]:
        """The rows of entries told together; if opened, a row for each entry."""
        last, since = run[-1], self._since_of(run[-1])
        if last.number in self._opened:
            earlier = (row for each in run[:-1] for row in self._told((each,), AS_TOLD))
            return (*earlier, *opened_entry_in_place(last, self.state.campaign, max(20, self._cells), since))
        return self._told(run, since)

    def _told(self, run: Sequence[Entry], since: JournalEntryFate) -> tuple[Row, ...]:
        cells = max(20, self._cells)
        key = (run[0].number, run[-1].number, cells, since)
        if key not in self._rows:
            self._rows[key] = journal_rows.journal_run_rows(run, self.state.campaign, cells, since)
        return self._rows[key]

    # The pane beside

    def beside(self, shown: PageState, cells: int) -> tuple[Row, ...]:
        """The result of the entry under the cursor, or all about it; its character's sheet, if it fits."""
        if self.entry is None:
            return ()
        entry, since = shown.campaign.entry(self.entry), self._since.get(self.entry, AS_TOLD)
        rows: tuple[Row, ...] = ()
        if self.entry == self._opened_beside:
            rows = opened_entry_rows(entry, shown.campaign, cells, since)
        elif self.entry not in self._opened:
            rows = side_pane_of_entry(shown.campaign, self.entry, cells, since)
        sheet = pane_of_entry_sheet(entry, shown.table, shown.rules, cells)
        return (*rows, *sheet) if len(rows) + len(sheet) <= self.size.height else rows

    def _open_beside(self, campaign: Campaign, number: int) -> bool:
        """Open an entry in the pane beside the list, or close it; false if it does not fit there."""
        if self.app.size.width < WIDE or number in self._opened:
            return False
        cells = self.screen.query_one("#beside", ChromePane).cells
        has_room = len(opened_entry_rows(campaign.entry(number), campaign, cells)) <= self.size.height
        if has_room:
            self._opened_beside = None if number == self._opened_beside else number
            self.post_message(BesideChanged())
        return has_room

    def on_line_list_highlighted(self, event: LineList.Highlighted) -> None:
        self.query_one(JournalList).turn_to(self.state.campaign if self._are_names else None)
        if self._are_names:
            self.refresh_bindings()
        self.post_message(BesideChanged())

    def enter(self) -> None:
        entries = self.query_one(LineList)
        self.screen.set_focus(entries)
        if entries.lines and self.state.at is None:
            entries.action_last()

    def come_back(self) -> None:
        """Keep the cursor where it was, or move it from an entry just amended to the amendment."""
        self.screen.set_focus(self.query_one(LineList))
        last = self.state.campaign.last
        if last is not None and last.amends == self.entry:
            self.go_to(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out the keys about entries while there are none."""
        is_empty = self.shown is not None and not self.shown.campaign.length
        is_there = action == "names" and self._are_names
        return None if is_there or (is_empty and action in ABOUT_ENTRIES) else True

    def key_called(self, action: str) -> str:
        return label("key", action) if action == "close_name" and self._name_here else ""

    @property
    def _name_here(self) -> str:
        """The name under the cursor that can be closed; empty: there is none."""
        key = self.query_one(LineList).key or "" if self._are_names else ""
        return key.removeprefix("tag ") if key.startswith("tag ") else ""

    def obstacle(self, action: str) -> str:
        if action == "names" and self._are_names:
            return label("problem", "are-names")
        is_now = self.shown is None or self.shown.at is None
        if action in ("look", "restore") and is_now and self.entry is None:
            return label("problem", "no-entry")
        is_empty = action == "choose" and self.query_one(LineList).key is None
        return label("problem", "nothing-here") if is_empty or not self.check_action(action, ()) else ""

    def why(self, focus: Widget | None) -> LineHelp | None:
        if self.entry is None:
            return None
        return help_of_entry(self.state.campaign.entry(self.entry), self.state.rules)

    def action_look(self) -> None:
        """Show the table as it was after the entry under the cursor; if already on show, return to now."""
        if self.entry is None and self.state.at is None:
            self.complain(label("problem", "no-entry"))
        else:
            self.post_message(LookWanted(None if self.entry == self.state.at else self.entry))

    def action_restore(self) -> None:
        """Restore the table to its state after the entry under the cursor."""
        if self.entry is None:
            self.complain(label("problem", "no-entry"))
        else:
            self.post_message(RestoreWanted(self.entry))

    def on_resize(self) -> None:
        """Wrap again if the width has changed, and fit the pane beside."""
        self.post_message(BesideChanged())
        if self.shown is not None and self.query_one(LineList).content_cells != self._cells:
            self.show(self.shown)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        event.stop()
        campaign = self.state.campaign
        if event.key == "more":
            self._count += PAGE
        elif event.key == "later":
            until, self._count = (self._until or 0) + PAGE, self._count + PAGE
            self._until = until if until < campaign.length else None
        elif self._are_names:
            if (form := form_of_rollable_row(campaign, event.key)) is not None:
                self._use(form)
                return
            self._looked_at = event.key
            return self._find_name(event.key.removeprefix("tag "))
        elif self._wanted is not None:
            return self.go_to(int(event.key))
        elif not self._open_beside(campaign, int(event.key)):
            self._opened ^= {int(event.key)}
        self.show(self.state)
        if self.entry in self._opened:
            self.query_one(LineList).show_beneath()

    def action_hide(self) -> None:
        """Switch between the story only and everything."""
        self._is_story = not self._is_story
        self.host.show(self.state)
        self.host.tell(label("hint", "story-only" if self._is_story else "story-and-all"))

    # Finding

    def show_newest(self) -> None:
        self.go_to(None)

    def action_now(self) -> None:
        """Go back from a name's entries to the names, else to the newest entry."""
        name, self._looked_at = self._looked_at, ""
        if not name:
            return self.show_newest()
        self._find(None)
        self.query_one(LineList).go_to(name)

    def go_to(self, number: int | None) -> None:
        """Show the journal around this entry, with the cursor on it. None: at its end."""
        campaign = self.state.campaign
        self._wanted, self._are_names, self._looked_at, self._count, self._until = None, False, "", PAGE, None
        if number is not None and number <= campaign.length - PAGE // 2:
            self._until = number + PAGE // 2
            self._read_all(campaign)
        self.show(self.state)
        entries = self.query_one(LineList)
        if number is None:
            entries.action_last()
        elif not entries.go_to(str(number)):  # it took back what is struck there
            entries.go_to(str(campaign.entry(number).target))

    def action_names(self) -> None:
        """List the scenes, threads, people and places named in notes."""
        self._find(None)
        self.query_one(LineList).action_first()

    def _find(self, wanted: SearchQuery | None) -> None:
        """List the results of a search. None: list the names."""
        campaign = self.state.campaign
        self._wanted, self._are_names = wanted, wanted is None
        self._reading.index(campaign).read(AT_ONCE)
        self._read_all(campaign)
        self.show(self.state)

    def _find_name(self, id: str) -> None:
        """List the entries of a scene with this id; of any other name, all entries that mention it."""
        campaign = self.state.campaign
        scene = self._reading.index(campaign).scene(id)
        if scene is None:
            self._find(SearchQuery(filters=(("tag", id),)))
            return self.query_one(LineList).action_last()
        self._are_names, self._count = False, scene[1] - scene[0] + 1
        self._until = scene[1] if scene[1] < campaign.length else None
        self.show(self.state)
        self.query_one(LineList).go_to(str(scene[0]))

    @work(exclusive=True, group="ask")
    async def _use(self, form: Form) -> None:
        """Tick, roll or draw the listed row; an oracle is asked a question first."""
        is_asked, title = form.procedure.role == Role.ORACLE, label("procedure", form.procedure.id)
        self.want_form(await self.asked(form, "question", title) if is_asked else form)

    def action_close_name(self) -> None:
        """Close the name under the cursor, or reopen a closed one."""
        if name := self._name_here:
            self.want_procedure(CLOSE_NAME, {"name": name})
        else:
            self.complain(label("problem", "no-name"))

    @work(exclusive=True, group="ask")
    async def action_find(self) -> None:
        """Ask for words, listing results at every key."""
        self._look_for("")
        self._read_all(self.state.campaign)
        if not await self.ask.text(label("ask", "find"), keep=self._look_for):
            self.go_to(None)

    def _look_for(self, text: str) -> None:
        self._reading.typed()
        self._wanted, self._are_names, self._looked_at = search_query(text), False, ""
        self.show(self.state)
        self.query_one(LineList).action_last()

    @work(exclusive=True, group="index")
    async def _read_all(self, campaign: Campaign) -> None:
        """Read the whole journal in steps between keys, as long as a search or the names need it."""

        def is_wanted() -> bool:
            return bool(self._wanted or self._are_names or self._until)

        try:
            await self._reading.read_on(campaign, is_wanted, lambda: self.show(self.state))
        except StoreError as error:
            self.complain(str(error))
