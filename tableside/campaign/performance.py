"""What is under way at the table: a procedure that is performed, or an entry that is amended, with what it
has been answered so far, and what it asks now.

Dice that were thrown for it stay thrown: it is finished, or taken back when it is, and begins never anew.
"""

from dataclasses import replace
from typing import Protocol, Self

from tableside.campaign.amendment import Amendment
from tableside.campaign.answers import Answer
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.frozen import frozen
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Fact, Performed, Rolled, Step, attempt, facts_before
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table


class Underway(Protocol):
    """Something that is performed step by step."""

    @property
    def procedure(self) -> Procedure: ...

    @property
    def table(self) -> Table:
        """The table on which it began."""

    @property
    def typed(self) -> bool:
        """Whether its faces come from the real table, whatever else holds."""

    @property
    def has_thrown(self) -> bool:
        """Whether dice were thrown for it."""

    def state(self) -> Performed[Outcome] | Asked:
        """Its end, or what it asks next. Raises `RuleError` when it cannot be done."""

    def facts(self) -> tuple[Fact, ...]:
        """What has become known so far."""

    def answered(self, step: Step) -> Self:
        """With an answer to what it asks next."""

    def done(self, campaign: Campaign, performed: Performed[Outcome]) -> Entry:
        """Keep what it came to, durably. Raises `RuleError` or `StoreError`; then nothing changes."""


@frozen
class Performance:
    """A procedure being performed on a table as it was when it began."""

    procedure: Procedure
    given: Given
    table: Table
    steps: tuple[Step, ...] = ()
    typed: bool = False

    @property
    def has_thrown(self) -> bool:
        return any(isinstance(step, Rolled) for step in self.steps)

    def state(self) -> Performed[Outcome] | Asked:
        return attempt(self.procedure.perform(self.table, self.given), self.steps)

    def facts(self) -> tuple[Fact, ...]:
        return facts_before(self.procedure.perform(self.table, self.given), self.steps)

    def answered(self, step: Step) -> "Performance":
        return replace(self, steps=(*self.steps, step))

    def done(self, campaign: Campaign, performed: Performed[Outcome]) -> Entry:
        return campaign.record(self.procedure, self.given, performed)


@frozen
class Amending:
    """An entry being amended."""

    amendment: Amendment
    typed: bool = False
    has_thrown: bool = False
    """Whether dice were thrown for it that the entry did not have."""

    @property
    def procedure(self) -> Procedure:
        return self.amendment.procedure

    @property
    def table(self) -> Table:
        return self.amendment.table

    def state(self) -> Performed[Outcome] | Asked:
        return self.amendment.run().state

    def facts(self) -> tuple[Fact, ...]:
        rule = self.procedure.perform(self.table, self.amendment.given)
        return facts_before(rule, self.amendment.run().steps) if self.has_thrown else ()

    def answered(self, step: Step) -> "Amending":
        thrown = self.has_thrown or isinstance(step, Rolled)
        return replace(self, amendment=self.amendment.answered(step), has_thrown=thrown)

    def done(self, campaign: Campaign, performed: Performed[Outcome]) -> Entry:
        return campaign.amend(self.amendment)


def finished(roll: Underway, campaign: Campaign, answer: Answer) -> Entry:
    """Have all that is still asked answered like this, and keep what it comes to, durably.

    Raises `RuleError` or `StoreError`; then nothing changes.
    """
    while not isinstance(state := roll.state(), Performed):
        roll = roll.answered(answer(state))
    return roll.done(campaign, state)
