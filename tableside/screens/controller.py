"""Performing procedures and amending entries: nothing changes until every question is answered."""

import random
from collections.abc import Callable

from tableside import errors
from tableside.campaign import in_progress, session_entries
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, inputs_of_entry
from tableside.campaign.in_progress import AmendmentInProgress, InProgress, ProcedureInProgress
from tableside.campaign.replay import ReplayAnswers, dice_thrown_in_replay
from tableside.campaign.store.errors import Damaged, Unconfirmed
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.frozen import frozen
from tableside.rules import clocks
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, ChoiceAsked, Performed, Rolled, Step
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.table import Kind
from tableside.screens import questions
from tableside.screens.app_state import AppState
from tableside.screens.main_screen import MainScreen
from tableside.screens.messages import AmendmentWanted, FormWanted, ProcedureWanted
from tableside.views import amend, rollable_tables
from tableside.views.attacks import doubt_of, rescue_before, who_acts_after, yet_to_attack
from tableside.wording import label


@frozen
class Question:
    """A question of a roll, open at the bottom line or waiting."""

    roll: InProgress
    asked: Asked


Cure = Callable[[str, TablesideError], None]
"""Offers ways to repair the campaign with this id after an error."""


class Controller:
    """Performs the procedures that an app state asks for, with the given dice."""

    def __init__(self, app_state: AppState, dice: random.Random, cure: Cure) -> None:
        self.app_state = app_state
        self._dice = dice
        self._cure = cure
        self._question: object | None = None
        """The open question about the waiting roll."""
        self._told: InProgress | None = None
        """The roll about which undo has warned that its real dice are still to come."""
        self._under_way = 0
        """How many performances are under way; each ends on the table it began on."""
        self._open: Question | None = None
        """The question at the bottom line."""
        self._proposed: tuple[Asked, Step] | None = None
        """The answer that a player has proposed, with its question."""
        self._to_tell = ""
        """What the GM is told once the roll is done, if somebody else answered its question."""

    @property
    def main_screen(self) -> MainScreen:
        return self.app_state.main_screen

    async def perform(self, wanted: ProcedureWanted) -> bool:
        """Perform a procedure, asking for missing inputs; return whether it was done.

        A waiting roll is finished first. If it is a roll of this procedure, nothing more is performed; nor
        does another roll or turn follow at once, since it would hide the result.
        """
        campaign, waiting = self.app_state.campaign, self.app_state.waiting
        if campaign is None or not self.app_state.may_change():
            return False
        if waiting is not None:
            is_done, is_of_it = await self.go_on(), _is_of(waiting, wanted)
            if not (is_done or is_of_it or self.app_state.waiting is None or self.main_screen.ask.is_asking):
                self.main_screen.complain(label("waiting", "put-off"))
            takes_its_place = wanted.procedure.odds is not None or wanted.procedure.role == Role.NEXT
            if not is_done or is_of_it or takes_its_place:
                return is_done
        try:
            given = _with_files(campaign, wanted)
        except TablesideError as error:
            self._failed(campaign, error)
            return False
        if not await self._is_meant(wanted.procedure, given, campaign):
            return False
        return await self._carry_out(
            campaign, ProcedureInProgress(wanted.procedure, given, campaign.table, typed=wanted.typed)
        )

    async def _is_meant(self, procedure: Procedure, given: Given, campaign: Campaign) -> bool:
        """Whether a doubtful procedure is confirmed. Enter alone never confirms it: if somebody would die,
        Enter offers the procedure that may help them.
        """
        doubt = doubt_of(campaign, procedure, given)
        if not doubt:
            return True
        rescue = rescue_before(campaign, procedure)
        ways = [label("option", "no"), label("option", "yes")]
        if rescue is not None:
            ways = [label("procedure", rescue.procedure.id), label("doubt", "rest")]
        answer = await self.main_screen.ask.option(doubt, ways)
        if answer == 0 and rescue is not None:
            self.main_screen.post_message(FormWanted(rescue.procedure, rescue.given))
        return answer == 1

    async def go_on(self) -> bool:
        """Continue the waiting roll; return whether it is finished."""
        campaign, waiting = self.app_state.campaign, self.app_state.waiting
        if campaign is None or waiting is None or not self.app_state.may_change():
            return False
        return await self._carry_out(campaign, waiting)

    async def _carry_out(self, campaign: Campaign, roll: InProgress) -> bool:
        """Ask for the missing inputs and keep the result; return whether it was done."""
        self._under_way += 1
        try:
            return await self._carried_out(campaign, roll)
        finally:
            self._under_way -= 1
            self.app_state.was_shown()

    async def _carried_out(self, campaign: Campaign, roll: InProgress) -> bool:
        known = frozenset(campaign.table.characters)
        try:
            entry = await self._entry_of(campaign, roll)
        except StoreError as error:
            self._failed(campaign, error)  # the waiting roll can be kept once the disk allows it
            return False
        except RuleError as error:
            self._wait(campaign, None)
            is_amended = isinstance(roll, AmendmentInProgress)
            self.main_screen.complain(amend.amend_refusal_text(campaign, error) if is_amended else str(error))
            return False
        if entry is None:
            return False
        self.main_screen.ask.kept()
        if roll.procedure.role != Role.NOTE:
            self.app_state.marks.clear()
        self._follow(campaign, roll.procedure, known, is_new=not entry.amends)
        if self._to_tell:
            self.main_screen.tell(self._to_tell)
            self._to_tell = ""
        return True

    async def _entry_of(self, campaign: Campaign, roll: InProgress) -> Entry | None:
        """The entry of the finished roll. None: the roll was left, and waits if anybody has seen its dice."""
        rolls_the_rest = False
        while not isinstance(state := roll.state(), Performed):
            if roll.has_thrown:
                self._wait(campaign, roll)
            self.main_screen.chrome.show_so_far(roll, campaign.rules)
            is_typed = not rolls_the_rest and self._is_typed(state, roll)
            if (step := await self._answer(state, roll, is_typed=is_typed)) is None:
                self._left(roll)
                return None
            rolls_the_rest |= is_typed and isinstance(step, Rolled) and not all(step.typed)
            roll = roll.answered(step)
        try:
            entry = roll.done(campaign, state)
        except RuleError:
            if isinstance(roll, AmendmentInProgress) and roll.has_thrown:
                # a different amendment uses the same dice
                await self.main_screen.amend(roll.amendment)
            raise
        self._wait(campaign, None)
        return entry

    def _left(self, roll: InProgress) -> None:
        """Handle a question that was left, or taken back with its roll."""
        if not roll.has_thrown:
            if self.app_state.waiting is roll and self.app_state.campaign is not None:
                self._wait(self.app_state.campaign, None)
            self.app_state.show()
            became = "faces-kept" if self.main_screen.ask.keeps_faces else "cancelled"
            self.main_screen.complain(label("waiting", became))
        elif self.app_state.waiting is roll and not self.main_screen.ask.is_asking:
            self.app_state.show()
            self.main_screen.complain(label("waiting", "left"))

    def _wait(self, campaign: Campaign, roll: InProgress | None) -> None:
        """Keep this roll as the waiting one before its dice are seen. None: no roll waits."""
        if roll is not self.app_state.waiting:
            in_progress.keep_progress(campaign, roll)
            self.app_state.waiting = roll

    def finished_waiting(self) -> bool:
        """Finish the waiting roll with default answers, so that undo can take it back with a trace; return
        whether undo may go on. If real dice are still to come, first warn that the program would roll them.
        If another question is open, undo takes that back instead.
        """
        campaign, waiting, ask = self.app_state.campaign, self.app_state.waiting, self.main_screen.ask
        if campaign is None or waiting is None or (ask.is_asking and self._question is None):
            return True
        if not self.app_state.may_change():
            return False
        tonight = self.app_state.typed_dice
        try:
            if waiting is not self._told and questions.is_next_question_of_real_dice(waiting, tonight):
                self._told = waiting
                self.main_screen.complain(label("waiting", "real-dice"))
                return False
            ask.drop()
            roll = questions.with_faces_left(waiting, ask, self._dice)
            in_progress.finish_progress(roll, campaign, ReplayAnswers(self._dice))
        except TablesideError as error:
            if isinstance(error, RuleError):
                self._wait(campaign, None)
            self._failed(campaign, error)
            return False
        self._wait(campaign, None)
        ask.kept()
        return True

    async def _answer(self, asked: Asked, roll: InProgress, *, is_typed: bool) -> Step | None:
        question = object()
        self._question = question if roll.has_thrown else None
        self._open = Question(roll, asked) if is_typed or isinstance(asked, ChoiceAsked) else None
        self.app_state.was_shown()
        bar, view, proposed = self.main_screen.ask, self.main_screen.view, self._proposed
        for_players = view is not None and view.is_for_players
        try:
            if proposed is not None and proposed[0] == asked:
                bar.call_after_refresh(bar.propose, questions.question_place_or_faces(*proposed))
                self._proposed = None
            return await questions.ask_question(
                asked, roll, bar, self._dice, typed=is_typed, for_players=for_players
            )
        finally:
            if self._open is not None and self._open.roll is roll:
                self._open = None
            if self._question is question:  # not a newer question that has replaced it
                self._question = None

    def _is_typed(self, asked: Asked, roll: InProgress) -> bool:
        return questions.is_question_of_real_dice(asked, roll, self.app_state.typed_dice)

    # What players do and answer

    @property
    def is_free(self) -> bool:
        """Whether a player's act can be performed now, whatever is being typed."""
        view = self.main_screen.view
        is_amending = view is not None and view.id == "amend"
        return not self._under_way and self.app_state.waiting is None and not is_amending

    @property
    def question(self) -> "Question | None":
        """The question open now, at the bottom line or of the waiting roll."""
        waiting = self.app_state.waiting
        if self._open is not None or waiting is None:
            return self._open
        try:
            state = waiting.state()
        except RuleError:
            return None
        return None if isinstance(state, Performed) else Question(waiting, state)

    def perform_for_player(self, roll: InProgress) -> Entry | None:
        """Perform a roll as far as it goes without the GM. None: it waits for an answer.

        Raises `RuleError` when it cannot be done, and `StoreError`; then nothing changes, and the dice rolled
        so far wait.
        """
        campaign = self.app_state.campaign
        assert campaign is not None  # a player sees it
        try:
            while not isinstance(state := roll.state(), Performed):
                if isinstance(state, ChoiceAsked) or self._is_typed(state, roll):
                    self._wait(campaign, roll)
                    self.app_state.show()
                    return None
                roll = roll.answered(dice_thrown_in_replay(state, self._dice))
            entry = roll.done(campaign, state)
        except (StoreError, RuleError) as error:
            self._wait(campaign, roll if isinstance(error, StoreError) and roll.has_thrown else None)
            self.app_state.show()
            raise
        self._wait(campaign, None)
        self.app_state.select_somebody()
        self.app_state.show()
        return entry

    def answer(self, question: "Question", step: Step, told: str) -> None:
        """Answer a question for a player and tell the GM `told`. Raises like `perform_for_player`."""
        if self._open is not None and self._open.roll is question.roll:
            self._to_tell = told
            self.main_screen.ask.answer(questions.question_place_or_faces(question.asked, step))
        else:
            self.perform_for_player(question.roll.answered(step))
            self.main_screen.tell(told)

    def propose(self, question: "Question", step: Step) -> None:
        """Propose an answer to the GM, who may give another."""
        self._proposed = (question.asked, step)
        if self._open is not None and self._open.roll is question.roll:
            self.main_screen.ask.propose(questions.question_place_or_faces(question.asked, step))

    def _failed(self, campaign: Campaign, error: TablesideError) -> None:
        if isinstance(error, StoreError):
            self.main_screen.ask.unkept()
        if isinstance(error, Damaged | Unconfirmed):
            self._cure(campaign.id, error)
        else:
            self.main_screen.complain(str(error))

    def _follow(
        self, campaign: Campaign, procedure: Procedure, known: frozenset[int], *, is_new: bool
    ) -> None:
        """Select whose turn it is or comes first, or the first character not in `known`. Foes who join a
        fight are not selected, since whoever acts goes on. When a side acts, select its next attacker.
        """
        table = campaign.table
        new = sorted({*table.characters} - known)
        came = [key for key in new if table.order is None or table[key].kind != Kind.ENEMY]
        is_attack = procedure.id in campaign.rules.attacks
        if not is_new:
            self.app_state.select_somebody()
        elif is_attack and (wanted := yet_to_attack(campaign)):
            self.app_state.select_somebody(wanted)
        elif procedure.group == Group.FIGHT and (now := who_acts_after(campaign, procedure)):
            self.app_state.select_somebody(now)
        elif came:
            self.app_state.show_newcomer(came[0])
        elif self.app_state.selected is None:
            self.app_state.select_somebody()
        self.app_state.show()

    async def again(self) -> None:
        """Continue the waiting roll, else repeat the last one."""
        if self.app_state.waiting is not None:
            await self.go_on()
        elif (wanted := self._last_roll()) is not None:
            await self.perform(wanted)

    def _last_roll(self) -> ProcedureWanted | None:
        """The last roll with the same inputs. None: there is none, and a message says so."""
        campaign = self.app_state.campaign
        if campaign is None:
            return None
        try:
            entry = session_entries.last_roll_in_session_entries(campaign)
        except StoreError as error:
            self.main_screen.complain(str(error))
            return None
        if entry is None:
            self.main_screen.complain(str(errors.Message("refused.nothing-rolled")))
            return None
        procedure = campaign.rules.procedure(entry.procedure)
        return ProcedureWanted(procedure, inputs_of_entry(procedure, entry))

    # Amending

    async def begin_amending(self) -> None:
        """Open the entry under the cursor, else the last roll, for amendment."""
        campaign, view = self.app_state.campaign, self.main_screen.view
        if campaign is None or view is None or not self.app_state.may_change():
            return
        if self.app_state.waiting is not None and not await self.go_on():
            return
        try:
            amendment = amend.to_amend(campaign, view.entry)
        except TablesideError as error:
            self.main_screen.complain(str(error))
            return
        if amendment.procedure.role == Role.NOTE:
            await self.main_screen.rewrite(amendment)
        else:
            await self.main_screen.amend(amendment)

    async def amend(self, wanted: AmendmentWanted) -> bool:
        """Amend an entry, asking only for what nobody has answered yet; return whether it was done. A waiting
        roll is finished first.
        """
        campaign = self.app_state.campaign
        if self.app_state.waiting is not None:
            await self.go_on()
        elif campaign is not None and self.app_state.may_change():
            return await self._carry_out(campaign, AmendmentInProgress(wanted.amendment, wanted.typed))
        return False


def _is_of(waiting: InProgress, wanted: ProcedureWanted) -> bool:
    """Whether the waiting roll is the wanted one: its procedure and character; other inputs are fixed."""
    if not isinstance(waiting, ProcedureInProgress) or waiting.procedure.id != wanted.procedure.id:
        return False
    return waiting.given.get("who") == wanted.given.get("who")


def _with_files(campaign: Campaign, wanted: ProcedureWanted) -> Given:
    """The inputs with the contents of table and pack files, and names as the notes spell them."""
    procedure = wanted.procedure
    is_told = procedure.role in (Role.TABLE, Role.ORACLE) or procedure.id == clocks.CLOSE_NAME
    if not (is_told or procedure.own):
        return wanted.given
    return rollable_tables.given_with_rollable_tables(campaign, wanted.procedure, wanted.given)
