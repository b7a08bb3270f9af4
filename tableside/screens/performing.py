"""Performing what was asked for, and amending what was done: nothing is changed before all is answered."""

import random
from collections.abc import Callable

from tableside.campaign.amending import Amendment
from tableside.campaign.answers import Answers
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, given_for
from tableside.campaign.performance import Amending, Performance, Underway, finished
from tableside.campaign.store import Damaged, Unconfirmed
from tableside.campaign.waiting import keep_waiting
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, DiceAsked, Performed, Step
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.table import Kind, Table
from tableside.screens.answering import answered
from tableside.screens.intents import AmendmentWanted, ProcedureWanted
from tableside.screens.seat import Seat, acting
from tableside.views.journal import last_roll
from tableside.wording import label

Cure = Callable[[str, TablesideError], None]
"""Offers what helps for the campaign of this id."""


class Performing:
    """Has the rules performed that a seat asks for, with these dice."""

    def __init__(self, seat: Seat, dice: random.Random, cure: Cure) -> None:
        self.seat = seat
        self._dice = dice
        self._cure = cure
        self._question: object | None = None
        """The question about the roll that waits, while it is open."""

    async def perform(self, wanted: ProcedureWanted) -> bool:
        """Perform a procedure, asking for what it needs; whether it was done.

        A roll that waits comes first. Where that is one of this procedure, it is what was wanted.
        """
        campaign, waiting = self.seat.campaign, self.seat.waiting
        if campaign is None or not self.seat.may_change():
            return False
        if waiting is not None:
            is_done = await self.go_on()
            if not is_done or _is_of(waiting, wanted):
                return is_done
        try:
            given = _with_files(campaign, wanted)
        except TablesideError as error:
            self._failed(campaign, error)
            return False
        return await self._carry_out(
            campaign, Performance(wanted.procedure, given, campaign.table, typed=wanted.typed)
        )

    async def go_on(self) -> bool:
        """On with the roll that waits; whether it is finished."""
        campaign, waiting = self.seat.campaign, self.seat.waiting
        if campaign is None or waiting is None or not self.seat.may_change():
            return False
        return await self._carry_out(campaign, waiting)

    async def _carry_out(self, campaign: Campaign, roll: Underway) -> bool:
        """Ask for what it needs, and keep what it comes to; whether it was done."""
        known = frozenset(campaign.table.characters)
        try:
            entry = await self._entry_of(campaign, roll)
        except StoreError as error:
            self._failed(campaign, error)  # what waits can be kept when the disk allows it
            return False
        except RuleError as error:
            self._wait(campaign, None)
            self._refuse(campaign, roll, error)
            return False
        if entry is None:
            return False
        self.seat.desk.ask.kept()
        if roll.procedure.role != Role.NOTE:
            self.seat.marks.clear()
        else:
            campaign.keep_draft("")
        self._follow(campaign, roll.procedure, known, is_new=not entry.amends)
        return True

    async def _entry_of(self, campaign: Campaign, roll: Underway) -> Entry | None:
        """What it came to, kept. None: it is left, and waits if anybody has seen its dice."""
        while not isinstance(state := roll.state(), Performed):
            if roll.has_thrown:
                self._wait(campaign, roll)
            self.seat.desk.around.show_so_far(roll.facts())
            if (step := await self._answer(state, roll)) is None:
                self._left(roll)
                return None
            roll = roll.answered(step)
        try:
            entry = roll.done(campaign, state)
        except RuleError:
            if isinstance(roll, Amending) and roll.has_thrown:
                await self.seat.desk.amend(roll.amendment)  # amended otherwise, it has the same dice
            raise
        self._wait(campaign, None)
        return entry

    def _left(self, roll: Underway) -> None:
        """Somebody has turned away from a question, or it was taken back with its roll."""
        if not roll.has_thrown:
            self.seat.show()
            self.seat.desk.complain(label("waiting", "cancelled"))
        elif self.seat.waiting is roll and not self.seat.desk.ask.is_asking:
            self.seat.show()
            self.seat.desk.complain(label("waiting", "left"))

    def _wait(self, campaign: Campaign, roll: Underway | None) -> None:
        """This waits from now on; None: nothing does. It is kept before its dice are seen."""
        if roll is not self.seat.waiting:
            keep_waiting(campaign, roll)
            self.seat.waiting = roll

    def finished_waiting(self) -> bool:
        """Finish the roll that waits, as nobody deciding anything would, so that it can be taken back with a
        trace; whether undo may go on. A question about anything else is what undo takes back then.
        """
        campaign, waiting, desk = self.seat.campaign, self.seat.waiting, self.seat.desk
        if campaign is None or waiting is None or (desk.ask.is_asking and self._question is None):
            return True
        if not self.seat.may_change():
            return False
        try:
            finished(waiting, campaign, Answers(self._dice))
        except TablesideError as error:
            if isinstance(error, RuleError):
                self._wait(campaign, None)
            self._failed(campaign, error)
            return False
        self._wait(campaign, None)
        desk.ask.drop()
        return True

    async def _answer(self, asked: Asked, roll: Underway) -> Step | None:
        question = object()
        self._question = question if roll.has_thrown else None
        is_typed = roll.typed or self._is_typed(asked, roll.table)
        try:
            return await answered(
                asked, self.seat.desk.ask, self._dice, typed=is_typed, waits=roll.has_thrown
            )
        finally:
            if self._question is question:  # and not the next one, which takes its place
                self._question = None

    def _is_typed(self, asked: Asked, table: Table) -> bool:
        """Whether these dice lie on the real table: nobody has a die for a token drawn out of many."""
        if not isinstance(asked, DiceAsked) or asked.is_draw:
            return False
        lasting = table.throws_real_dice(asked.who, secret=asked.secret)
        return lasting if self.seat.typed_dice is None else self.seat.typed_dice

    def _failed(self, campaign: Campaign, error: TablesideError) -> None:
        if isinstance(error, StoreError):
            self.seat.desk.ask.unkept()
        if isinstance(error, Damaged | Unconfirmed):
            self._cure(campaign.id, error)
        else:
            self.seat.desk.complain(str(error))

    def _refuse(self, campaign: Campaign, roll: Underway, error: RuleError) -> None:
        """Say why it cannot be done."""
        if not isinstance(roll, Amending):
            self.seat.desk.complain(str(error))
            return
        from tableside.views.amending import told_refusal

        self.seat.desk.complain(told_refusal(campaign, error))

    def _follow(
        self, campaign: Campaign, procedure: Procedure, known: frozenset[int], *, is_new: bool
    ) -> None:
        """Select whose turn it is, or the first who was not `known` yet: of foes who come into a fight
        nobody, for it goes on with the one who acts.
        """
        table = campaign.table
        came = [key for key in sorted({*table.characters} - known) if not _comes_to_fight(table, key)]
        if not is_new:
            self.seat.select_somebody()
        elif procedure.group == Group.FIGHT and (now := acting(table)):
            self.seat.select_somebody(now)
        elif came:
            self.seat.selected = came[0]
        elif self.seat.selected is None:
            self.seat.select_somebody()
        self.seat.show()

    async def again(self) -> None:
        """On with the roll that waits, else the last one once more."""
        if self.seat.waiting is not None:
            await self.go_on()
        elif (wanted := self._last_roll()) is not None:
            await self.perform(wanted)

    def _last_roll(self) -> ProcedureWanted | None:
        """The last roll, with the same inputs. None: there is none, which is told."""
        campaign = self.seat.campaign
        if campaign is None:
            return None
        try:
            entry = last_roll(campaign)
        except StoreError as error:
            self.seat.desk.complain(str(error))
            return None
        if entry is None:
            self.seat.desk.complain(label("refused", "nothing-rolled"))
            return None
        procedure = campaign.rules.procedure(entry.procedure)
        return ProcedureWanted(procedure, given_for(procedure, entry))

    # Amending

    async def begin_amending(self) -> None:
        """Bring the entry under the cursor, or else the last roll, to the front."""
        campaign, view = self.seat.campaign, self.seat.desk.view
        if campaign is None or view is None or not self.seat.may_change():
            return
        if self.seat.waiting is not None and not await self.go_on():
            return
        try:
            amendment = amendment_of(campaign, view.entry)
        except TablesideError as error:
            self.seat.desk.complain(str(error))
            return
        if amendment.procedure.role == Role.NOTE and "\n" in str(amendment.given["text"]):
            await self.seat.desk.rewrite(amendment)
        else:
            await self.seat.desk.amend(amendment)

    async def amend(self, wanted: AmendmentWanted) -> bool:
        """Amend an entry, asking for what nobody has answered yet; whether it was done. A roll that waits
        comes first.
        """
        campaign = self.seat.campaign
        if self.seat.waiting is not None:
            await self.go_on()
        elif campaign is not None and self.seat.may_change():
            return await self._carry_out(campaign, Amending(wanted.amendment, wanted.typed))
        return False


def _is_of(waiting: Underway, wanted: ProcedureWanted) -> bool:
    """Whether what waits is what is wanted: once its dice are seen, it has the inputs that it has."""
    is_same = waiting.procedure.id == wanted.procedure.id
    return (
        is_same and isinstance(waiting, Performance) and waiting.given.get("who") == wanted.given.get("who")
    )


def _comes_to_fight(table: Table, key: int) -> bool:
    return table.order is not None and table[key].kind == Kind.ENEMY


def _with_files(campaign: Campaign, wanted: ProcedureWanted) -> Given:
    """The inputs, with what the files of tables say."""
    if wanted.procedure.role != Role.TABLE:
        return wanted.given
    from tableside.views.tables import ready  # 10 ms that the first paint does not need

    return ready(campaign, wanted.procedure, wanted.given)


def amendment_of(campaign: Campaign, number: int | None) -> Amendment:
    """That entry, or else the last roll, to be amended. Raises `RuleError` when there is nothing to amend."""
    from tableside.views.amending import amend_rows, last_amendable  # only when something was wrong

    last = last_amendable(campaign) if number is None else None
    found = number or (last.number if last else 0)
    if not found:
        raise RuleError(label("refused", "nothing-rolled"))
    amendment = campaign.amending(found)
    if not amend_rows(amendment):
        raise RuleError(f"entry {found} has no input, no decision and no die to amend")
    return amendment
