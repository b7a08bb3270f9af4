"""Work in progress at the table: a procedure being performed or an entry being amended, and the roll that
waits.

Dice already rolled for it stay rolled: it can be finished, or undone once finished, but not started again. So
neither Escape, nor ending the program, nor a kill gives other dice. It is a file of its own outside the
campaign's data. It belongs to the next entry, and is worthless as soon as that entry exists.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec

from tableside.campaign.amendment import Amendment
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import document_json
from tableside.campaign.entries import Entry, entry_step_document, inputs_of_entry_document, read_entry_step
from tableside.campaign.plain_files import is_plain_file, read_plain_file, write_plain_file
from tableside.campaign.replay import Answer
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Fact, Performed, Rolled, Step, play_facts, play_rule
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.table import Table


@frozen
class ProcedureInProgress:
    """A procedure being performed on the table at its start."""

    procedure: Procedure
    given: Given
    table: Table
    """The table at its start."""
    steps: tuple[Step, ...] = ()
    """The answers so far."""
    typed: bool = False
    """Whether its faces come from real dice, whatever the settings."""
    by: str = ""
    """The name of the character whose player performs it; empty for the GM."""

    @property
    def has_thrown(self) -> bool:
        """Whether dice were rolled for it."""
        return any(isinstance(step, Rolled) for step in self.steps)

    def state(self) -> Performed[Outcome] | Asked:
        """Return its end, or its next question. Raises `RuleError` when the rule refuses."""
        return play_rule(self.procedure.perform(self.table, self.given), self.steps)

    def facts(self) -> tuple[Fact, ...]:
        """Return the facts told so far."""
        return play_facts(self.procedure.perform(self.table, self.given), self.steps)

    def answered(self, step: Step) -> "ProcedureInProgress":
        """Return it with an answer to its next question."""
        return replace(self, steps=(*self.steps, step))

    def done(self, campaign: Campaign, performed: Performed[Outcome]) -> Entry:
        """Keep its result durably. Raises `RuleError` or `StoreError`, and then changes nothing."""
        return campaign.record(self.procedure, self.given, performed, self.by)


@frozen
class AmendmentInProgress:
    """An entry being amended step by step, like a procedure being performed."""

    amendment: Amendment
    typed: bool = False
    has_thrown: bool = False
    """Whether dice were rolled for it beyond those of the entry."""
    by: str = ""

    @property
    def procedure(self) -> Procedure:
        return self.amendment.procedure

    @property
    def table(self) -> Table:
        return self.amendment.table

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.amendment.run().steps

    def state(self) -> Performed[Outcome] | Asked:
        return self.amendment.run().state

    def facts(self) -> tuple[Fact, ...]:
        rule = self.procedure.perform(self.table, self.amendment.given)
        return play_facts(rule, self.steps) if self.has_thrown else ()

    def answered(self, step: Step) -> "AmendmentInProgress":
        thrown = self.has_thrown or isinstance(step, Rolled)
        return replace(self, amendment=self.amendment.answered(step), has_thrown=thrown)

    def done(self, campaign: Campaign, performed: Performed[Outcome]) -> Entry:
        return campaign.amend(self.amendment)


InProgress = ProcedureInProgress | AmendmentInProgress
"""A procedure or an amendment being performed step by step."""


def finish_progress(roll: InProgress, campaign: Campaign, answer: Answer) -> Entry:
    """Answer all remaining questions with `answer`, and keep the result durably.

    Raises `RuleError` or `StoreError`, and then changes nothing.
    """
    while not isinstance(state := roll.state(), Performed):
        roll = roll.answered(answer(state))
    return roll.done(campaign, state)


NAME: Final = "roll.json"
LONGEST: Final = 1_000_000
"""The most bytes of the file that are read; no roll needs more."""


class _Kept(msgspec.Struct):
    """The contents of the file."""

    length: int
    """The number of entries in the journal."""
    procedure: str
    given: dict[str, Any]  # Any: a Value, as in an entry
    steps: list[dict[str, Any]]  # Any: JSON values, as in an entry
    typed: bool = False
    amends: int = 0
    """The number of the entry being amended; 0: it is no amendment."""
    is_secret: bool = False
    """Whether the amendment is for the GM alone."""
    by: str = ""


def keep_progress(campaign: Campaign, roll: InProgress | None) -> None:
    """Keep this as the work that waits, durably; None: nothing waits. A reader never removes the writer's
    file.

    A disk that refuses raises no error: the work then waits only until the program ends.
    """
    path = campaign.folder / NAME
    with suppress(OSError):
        if roll is not None:
            write_plain_file(path, msgspec.json.encode(_kept(campaign, roll)), sync=True)
        elif is_plain_file(path) and not campaign.is_read_only:
            path.unlink()


def _kept(campaign: Campaign, roll: InProgress) -> _Kept:
    if isinstance(roll, AmendmentInProgress):
        amended = roll.amendment
        given, steps = amended.given, amended.answers
        amends, is_secret = amended.place.number, amended.is_secret
    else:
        given, steps, amends, is_secret = roll.given, roll.steps, 0, False
    answers = [*map(entry_step_document, steps)]
    length, procedure = campaign.length, roll.procedure.id
    return _Kept(length, procedure, document_json(given), answers, roll.typed, amends, is_secret, roll.by)


def read_progress(campaign: Campaign) -> InProgress | None:
    """Return the work that waits in this campaign; None when nothing does.

    Raises `RuleError` with the faces where it cannot be continued, because the campaign has moved on or the
    file is not ours; the file is then removed.
    """
    try:
        content = read_plain_file(campaign.folder / NAME, LONGEST)
    except OSError:
        return None
    try:
        kept = msgspec.json.decode(content, type=_Kept)
        steps = tuple(map(read_entry_step, kept.steps))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        keep_progress(campaign, None)
        raise RuleError("waiting.lost", file=NAME) from None
    if _is_done(campaign, kept, steps):
        keep_progress(campaign, None)
        return None
    try:
        roll = _gone_on_with(campaign, kept, steps)
        roll.state()
    except Exception as error:  # a file from elsewhere may hold anything, and rules trust their inputs
        keep_progress(campaign, None)
        faces = " ".join(str(face) for step in steps if isinstance(step, Rolled) for face in step.faces)
        raise RuleError("waiting.not-finished", faces=faces, why=error) from None
    return roll


def _is_done(campaign: Campaign, kept: _Kept, steps: tuple[Step, ...]) -> bool:
    """Whether its entry exists: the program ended before it could remove the file."""
    if campaign.length <= kept.length:
        return False
    entry = campaign.entry(kept.length + 1)
    is_of_it = (entry.procedure, entry.amends) == (kept.procedure, kept.amends)
    return is_of_it and (bool(kept.amends) or entry.steps[: len(steps)] == steps)


def _gone_on_with(campaign: Campaign, kept: _Kept, steps: tuple[Step, ...]) -> InProgress:
    given = inputs_of_entry_document({**kept.given})
    if kept.amends:
        amendment = campaign.amending(kept.amends).with_given(given).with_answers(steps)
        return AmendmentInProgress(amendment.in_secret(kept.is_secret), kept.typed, has_thrown=True)
    procedure = campaign.rules.procedure(kept.procedure)
    return ProcedureInProgress(procedure, given, campaign.table, steps, kept.typed, kept.by)
