"""A procedure under way at the table: what it has been answered so far, and what it asks now."""

from dataclasses import replace

from tableside.frozen import frozen
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Fact, Performed, Step, attempt, facts_before
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table


@frozen
class Performance:
    """A procedure being performed on a table as it was when it began."""

    procedure: Procedure
    given: Given
    table: Table
    steps: tuple[Step, ...] = ()

    def state(self) -> Performed[Outcome] | Asked:
        """Its end, or what it asks next. Raises `RuleError` when it cannot be done."""
        return attempt(self.procedure.perform(self.table, self.given), self.steps)

    def facts(self) -> tuple[Fact, ...]:
        """What has become known so far."""
        return facts_before(self.procedure.perform(self.table, self.given), self.steps)

    def answered(self, step: Step) -> "Performance":
        return replace(self, steps=(*self.steps, step))
