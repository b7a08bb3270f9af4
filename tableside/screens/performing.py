"""Performing what was asked for, and amending what was done: nothing is changed before all is answered."""

import random
from collections.abc import Callable

from tableside.campaign.amending import Amendment
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, given_for
from tableside.campaign.performance import Performance
from tableside.campaign.store import Damaged, Unconfirmed
from tableside.errors import RuleError, StoreError, TablesideError
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, DiceAsked, Performed, Step
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.table import Kind, Table
from tableside.screens.answering import answered
from tableside.screens.intents import AmendmentWanted, ProcedureWanted
from tableside.screens.seat import Seat, acting
from tableside.views.journal import last_roll

Cure = Callable[[str, TablesideError], None]
"""Offers what helps for the campaign of this id."""


class Performing:
    """Has the rules performed that a seat asks for, with these dice."""

    def __init__(self, seat: Seat, dice: random.Random, cure: Cure) -> None:
        self.seat = seat
        self._dice = dice
        self._cure = cure

    async def perform(self, wanted: ProcedureWanted) -> bool:
        """Perform a procedure, asking for what it needs; whether it was done."""
        campaign = self.seat.campaign
        if campaign is None or not self.seat.may_change():
            return False
        known = frozenset(campaign.table.characters)
        try:
            entry = await self._performed(campaign, wanted)
        except TablesideError as error:
            self._failed(campaign, error)
            return False
        if entry is None:
            self.seat.show()
            self.seat.desk.complain("cancelled: nothing has changed")
            return False
        if wanted.procedure.role != Role.NOTE:
            self.seat.marks.clear()
        self._follow(campaign, wanted.procedure, known)
        return True

    async def _performed(self, campaign: Campaign, wanted: ProcedureWanted) -> Entry | None:
        """What it came to, kept. None: cancelled."""
        given = _with_files(campaign, wanted)
        performance = Performance(wanted.procedure, given, campaign.table)
        while not isinstance(state := performance.state(), Performed):
            self.seat.desk.tell_so_far(performance.facts())
            step = await self._answer(state, campaign.table, typed=wanted.typed)
            if step is None:
                return None
            performance = performance.answered(step)
        return campaign.record(wanted.procedure, given, state)

    async def _answer(self, asked: Asked, table: Table, *, typed: bool) -> Step | None:
        is_typed = typed or self._is_typed(asked, table)
        return await answered(asked, self.seat.desk.ask, self._dice, typed=is_typed)

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

    def _follow(self, campaign: Campaign, procedure: Procedure, known: frozenset[int]) -> None:
        """Select whose turn it is, or the first who was not `known` yet: of foes who come into a fight
        nobody, for it goes on with the one who acts.
        """
        table = campaign.table
        came = [key for key in sorted({*table.characters} - known) if not _comes_to_fight(table, key)]
        if procedure.role == Role.NOTE:
            campaign.keep_draft("")
        if procedure.group == Group.FIGHT and (now := acting(table)):
            self.seat.select_somebody(now)
        elif came:
            self.seat.selected = came[0]
        elif self.seat.selected is None:
            self.seat.select_somebody()
        self.seat.show()

    def again(self) -> ProcedureWanted | None:
        """The last roll once more, with the same inputs. None: there is none, which is told."""
        campaign = self.seat.campaign
        if campaign is None:
            return None
        try:
            entry = last_roll(campaign)
        except StoreError as error:
            self.seat.desk.complain(str(error))
            return None
        if entry is None:
            self.seat.desk.complain("nothing has been rolled yet")
            return None
        procedure = campaign.rules.procedure(entry.procedure)
        return ProcedureWanted(procedure, given_for(procedure, entry))

    # Amending

    async def begin_amending(self) -> None:
        """Bring the entry under the cursor, or else the last roll, to the front."""
        campaign, view = self.seat.campaign, self.seat.desk.view
        if campaign is None or view is None or not self.seat.may_change():
            return
        try:
            amendment = _amendment(campaign, view.entry)
        except TablesideError as error:
            self.seat.desk.complain(str(error))
            return
        if amendment.procedure.role == Role.NOTE and "\n" in str(amendment.given["text"]):
            await self.seat.desk.rewrite(amendment)
        else:
            await self.seat.desk.amend(amendment)

    async def amend(self, wanted: AmendmentWanted) -> None:
        """Amend an entry, asking for what nobody has answered yet."""
        from tableside.views.amending import told_refusal

        campaign, amendment = self.seat.campaign, wanted.amendment
        if campaign is None or not self.seat.may_change():
            return
        try:
            while not isinstance(state := amendment.run().state, Performed):
                step = await self._answer(state, amendment.table, typed=wanted.typed)
                if step is None:
                    self.seat.desk.complain("cancelled: nothing has changed")
                    return
                amendment = amendment.answered(step)
            campaign.amend(amendment)
        except RuleError as error:
            self.seat.desk.complain(told_refusal(campaign, error))
            return
        except TablesideError as error:
            self._failed(campaign, error)
            return
        if amendment.procedure.role == Role.NOTE:
            campaign.keep_draft("")
        self.seat.marks.clear()
        self.seat.select_somebody()
        self.seat.show()


def _comes_to_fight(table: Table, key: int) -> bool:
    return table.order is not None and table[key].kind == Kind.ENEMY


def _with_files(campaign: Campaign, wanted: ProcedureWanted) -> Given:
    """The inputs, with what the files of tables say."""
    if wanted.procedure.role != Role.TABLE:
        return wanted.given
    from tableside.views.tables import ready  # 10 ms that the first paint does not need

    return ready(campaign, wanted.procedure, wanted.given)


def _amendment(campaign: Campaign, number: int | None) -> Amendment:
    """That entry, or else the last roll, to be amended. Raises `RuleError` when there is nothing to amend."""
    from tableside.views.amending import amend_rows, last_amendable  # only when something was wrong

    last = last_amendable(campaign) if number is None else None
    found = number or (last.number if last else 0)
    if not found:
        raise RuleError("nothing has been rolled yet")
    amendment = campaign.amending(found)
    if not amend_rows(amendment):
        raise RuleError(f"entry {found} has no input, no decision and no die to amend")
    return amendment
