"""Amending an entry: the same dice with other inputs, other decisions or a corrected face.

An amendment is an entry of the same procedure, with its own inputs and transcript, that `amends` the original
entry: its root. Its changes lead from the current table to the table that would have resulted if the root had
been played like this. Every later entry that stands is replayed with the answers it had. If a rule then
refuses, or asks something that has no answer, nothing is amended.

Every function takes `look`, which returns the entry of a number.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from tableside.campaign import limit_checks, undo_and_redo
from tableside.campaign.amended_entries import (
    AmendedEntryPlace,
    amended_entry_places,
    facts_of_amended_entry,
    facts_of_amended_entry_alone,
)
from tableside.campaign.documents import (
    Documents,
    changes_between_documents,
    documents,
    documents_changed_between,
    documents_with_changes,
    table_from_documents,
    table_from_safe_documents,
)
from tableside.campaign.entries import Entry, entry_made_secret, inputs_of_entry
from tableside.campaign.replay import ReplayProgress, earlier_readings_in_replay, replay_rule
from tableside.errors import Message, RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Choice, Given
from tableside.rules.play import ChoiceAsked, Fact, Performed, Play, Rolled, Step, play_rule
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table

SECRET = "secret"
"""The input that makes the whole entry secret; a game's own input of this name takes precedence."""


class AmendmentImpossible(RuleError):
    """A later entry could not have happened after this amendment."""

    def __init__(self, number: int, why: Message, readings: tuple[str, ...] = ()) -> None:
        super().__init__("amendment.not-so", entry=number, why=why)
        self.number = number
        self.why = why
        self.readings = readings
        """The rules corrected since the entry was made, if that is the reason."""


@frozen
class AmendmentOutcome:
    """The result of an amendment."""

    performed: Performed[Outcome]
    table: Table
    """The table after the amendment and every later entry."""
    otherwise: tuple[tuple[int, tuple[Fact, ...]], ...]
    """The later entries whose outcome changes: their numbers and new facts."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the amendment, then those of each later entry that changes."""
        return (
            *self.performed.facts,
            *(each for number, facts in self.otherwise for each in facts_of_amended_entry(number, facts)),
        )


def _rule(procedure: Procedure, table: Table, given: Given) -> Callable[[Play], Outcome]:
    """Return the procedure as a rule with its inputs filled in.

    Entries from elsewhere may hold anything, and rules trust their inputs: where a bad input makes the rule
    fail, the rule raises `RuleError`.
    """
    perform = procedure.perform(table, given)

    def run(play: Play) -> Outcome:
        try:
            return perform(play)
        except RuleError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            strange = limit_checks.input_beyond_limits(procedure, table, given)
            if strange is None:
                raise
            raise RuleError("amendment.strange-input", procedure=procedure.id, why=strange) from error

    return run


@frozen
class Amendment:
    """An entry while it is being amended."""

    rules: Ruleset
    place: AmendedEntryPlace
    procedure: Procedure
    given: Given
    answers: tuple[Step, ...]
    """The available answers, initially those of the entry."""
    is_secret: bool
    """Whether the whole entry is for the GM alone, whatever the rule says."""
    table: Table
    """The table before the entry."""
    later: tuple[AmendedEntryPlace, ...]
    """The later entries that stand, in order."""
    last: int
    """The last journal entry when this amendment was begun."""

    @property
    def was_secret(self) -> bool:
        """Whether the whole entry is for the GM alone so far."""
        return is_amended_in_secret(self.place.entry)

    @property
    def can_be_secret(self) -> bool:
        """Whether it can be made secret: dice were thrown, and no input of the procedure is `secret`."""
        thrown = any(isinstance(step, Rolled) for step in self.place.entry.steps)
        return thrown and all(each.id != SECRET for each in self.procedure.inputs)

    def is_as_it_stands(self, amended: AmendmentOutcome) -> bool:
        """Whether the amendment changes nothing. Naming explicitly what was implied is no change."""
        was = self.place.entry
        is_same = (self._explicit(self.given), amended.performed.steps) == (
            self._explicit(was.given),
            was.steps,
        )
        return is_same and self.is_secret == self.was_secret

    def _explicit(self, given: Given) -> Given:
        """Return these inputs with each empty choice replaced by what it stands for."""
        explicit = {
            each.id: each.meant(given[each.id], self.table, given)
            for each in self.procedure.inputs
            if isinstance(each, Choice) and each.id in given
        }
        return {**given, **explicit}

    def in_secret(self, is_secret: bool) -> "Amendment":
        return replace(self, is_secret=is_secret)

    def run(self) -> ReplayProgress:
        """Replay the rule with these inputs and answers. Raises `RuleError` when the rule refuses."""
        return replay_rule(_rule(self.procedure, self.table, self.given), self.answers)

    def asked(self, place: int) -> ChoiceAsked:
        """Return the question of the decision at this place of the answers. Raises `RuleError` when there is
        no decision there.
        """
        asked = play_rule(_rule(self.procedure, self.table, self.given), self.run().steps[:place])
        if not isinstance(asked, ChoiceAsked):
            raise RuleError("amendment.no-decision", place=place)
        return asked

    def with_answers(self, answers: tuple[Step, ...]) -> "Amendment":
        return replace(self, answers=answers)

    def with_given(self, given: Given) -> "Amendment":
        """Return the amendment with these inputs. Raises `RuleError` for a choice that another changed input
        has made impossible.
        """
        for each in self.procedure.inputs:
            if isinstance(each, Choice) and not (each.free or each.many):
                self._check_choice(each, given)
        return replace(self, given=given)

    def _check_choice(self, input: Choice, given: Given) -> None:
        value = given.get(input.id)
        if value in (None, input.default) or not input.takes(value, self.table, self.given):
            return
        if not input.takes(value, self.table, given):
            raise RuleError("amendment.no-option", value=value, options=input.options(self.table, given))

    def with_step(self, place: int, step: Step) -> "Amendment":
        """Return the amendment with the answer at `place`, among those the rule asks for now, replaced."""
        run = self.run()
        return replace(self, answers=(*run.steps[:place], step, *run.steps[place + 1 :], *run.spare))

    def answered(self, step: Step) -> "Amendment":
        """Return the amendment with an answer to the next question."""
        return replace(self, answers=self.run().answered(step))

    def comes_to(self) -> AmendmentOutcome:
        """Return the outcome, replaying every later entry.

        Raises `RuleError` when a question has no answer, `AmendmentImpossible` when a later entry forbids it.
        """
        performed = self.run().state
        if not isinstance(performed, Performed):
            raise RuleError("amendment.not-answered")
        if self.is_secret:
            performed = entry_made_secret(performed)
        table, otherwise = performed.result.table or self.table, []
        for each in self.later:
            table, again = _replayed(self.rules, each, table)
            facts = again.facts if again else each.told
            if facts != each.told:
                otherwise.append((each.number, facts))
        return AmendmentOutcome(performed, table, tuple(otherwise))


def is_amended_in_secret(entry: Entry) -> bool:
    """Whether an amendment of this entry must be secret: all of its own facts are for the GM alone."""
    facts = facts_of_amended_entry_alone(entry)
    return bool(facts) and all(fact.secret for fact in facts)


def amendment_of(
    look: undo_and_redo.Look, rules: Ruleset, held: Documents, last: int, number: int
) -> Amendment:
    """Begin to amend entry `number`, or its root if it is itself an amendment. `held` are the documents after
    entry `last`.

    Raises `RuleError` for an entry that no rule made, or that does not stand.
    """
    root = look(number).amends or number
    places, first = _places_since(look, last, root)
    now = next((each for each in places if each.number == root), None)
    if now is None:
        raise RuleError("amendment.taken-back", entry=number)
    if not now.entry.is_of_a_rule:
        raise RuleError("amendment.of-no-rule", entry=number)
    table = table_from_safe_documents(
        undo_and_redo.documents_undone_or_redone(look, held, last, first - 1), rules
    )
    for each in places[: places.index(now)]:
        table, _ = _replayed(rules, each, table)
    later = tuple(places[places.index(now) + 1 :])
    procedure = rules.procedure(now.entry.procedure)
    given = inputs_of_entry(procedure, now.entry)
    secret = is_amended_in_secret(now.entry)
    return Amendment(rules, now, procedure, given, now.entry.steps, secret, table, later, last)


def _places_since(
    look: undo_and_redo.Look, last: int, root: int, later: Sequence[Entry] = ()
) -> tuple[list[AmendedEntryPlace], int]:
    """Return the places from the root on, in order, and the first entry number to replay from, which is
    earlier than the root if an earlier entry was amended after it.

    `later`: amendments after entry `last` that stand, in order.
    """
    entries: list[Entry] = []
    first = min([root, *(each.amends for each in later)])
    for entry in undo_and_redo.entries_not_undone(look, last):
        if entry.number < first:
            break
        entries.append(entry)
        first = min(first, entry.amends or first)
    return amended_entry_places([*reversed(entries), *later], root), first


def _replayed(
    rules: Ruleset, place: AmendedEntryPlace, table: Table
) -> tuple[Table, Performed[Outcome] | None]:
    """Replay a later entry on this table; None when no rule was run. Raises `AmendmentImpossible`."""
    if _keeps_its_reading(place, rules):
        return _with_changes_reapplied(rules, place, table), None
    if place.entry.is_of_a_rule:
        performed = _performed_on(rules, place, table)
        return performed.result.table or table, performed
    if place.entry.changes:
        raise AmendmentImpossible(place.number, Message("amendment.repair"))
    return table, None


def _keeps_its_reading(place: AmendedEntryPlace, rules: Ruleset) -> bool:
    """Whether an entry under an earlier reading of its rules was never amended, so is not replayed."""
    return place.number == place.entry.number and bool(earlier_readings_in_replay(place.entry, rules))


def _with_changes_reapplied(rules: Ruleset, place: AmendedEntryPlace, table: Table) -> Table:
    """Apply an entry's recorded changes to this table. Raises `AmendmentImpossible` where a value differs
    from the one recorded.
    """
    try:
        return table_from_documents(documents_with_changes(documents(table), place.entry.changes), rules)
    except StoreError as error:
        readings = earlier_readings_in_replay(place.entry, rules)
        why = Message("amendment.earlier-reading", rules=readings) if readings else error.message
        raise AmendmentImpossible(place.number, why, readings) from None


def _performed_on(rules: Ruleset, place: AmendedEntryPlace, table: Table) -> Performed[Outcome]:
    """Run an entry's rule on this table with its inputs and answers. Raises `AmendmentImpossible`."""
    entry = place.entry
    procedure = rules.procedure(entry.procedure)
    try:
        state = replay_rule(_rule(procedure, table, inputs_of_entry(procedure, entry)), entry.steps).state
    except RuleError as error:
        raise AmendmentImpossible(place.number, error.message) from None
    if not isinstance(state, Performed):
        raise AmendmentImpossible(place.number, Message("amendment.asks-more"))
    return entry_made_secret(state) if is_amended_in_secret(entry) else state


# Six parameters: its two callers hold the journal in different forms
def amendment_history(
    look: undo_and_redo.Look,
    rules: Ruleset,
    held: Documents,
    last: int,
    number: int,
    later: Sequence[Entry] = (),
) -> tuple[list[Entry], Documents]:
    """Return the entries from `number` to `last` that stand, each as if its amended version had been played
    the first time, and the documents after them. `held` are the documents after `last`, `later` amendments
    made after it that stand, in order.

    Where entries were made under an earlier reading of their rules and today's reading gives another result,
    entries are returned as they were played, with amendments after what they amend.
    """
    places, first = _places_since(look, last, number, later)
    table = table_from_safe_documents(
        undo_and_redo.documents_undone_or_redone(look, held, last, first - 1), rules
    )
    is_of_today = not any(earlier_readings_in_replay(each.entry, rules) for each in places)
    try:
        entries, after = _entries_replayed(look, rules, places, table)
    except AmendmentImpossible as error:
        if is_of_today:
            raise StoreError(error.message) from None
        return _entries_as_played(look, last, number), held
    if not is_of_today and not later and after != held:
        return _entries_as_played(look, last, number), held
    return [entry for entry in entries if entry.number >= number], after


def _entries_as_played(look: undo_and_redo.Look, last: int, number: int) -> list[Entry]:
    """Return the entries from `number` to `last` that stand, in the order they were played."""
    return [*takewhile(lambda entry: entry.number >= number, undo_and_redo.entries_not_undone(look, last))][
        ::-1
    ]


def _entries_replayed(
    look: undo_and_redo.Look, rules: Ruleset, places: Sequence[AmendedEntryPlace], table: Table
) -> tuple[list[Entry], Documents]:
    """Play the entries in these places one after another from this table; return them and the documents after
    them. Raises `AmendmentImpossible`.
    """
    entries: list[Entry] = []
    for each in places:
        if not each.entry.is_of_a_rule or _keeps_its_reading(each, rules):
            table = _with_changes_reapplied(rules, each, table)
            entries.append(each.entry)
            continue
        before = table
        again = _performed_on(rules, each, before)
        table = again.result.table or before
        changes = changes_between_documents(*documents_changed_between(before, table))
        redone = replace(look(each.number), given=each.entry.given, steps=again.steps, facts=again.facts)
        outcome = again.result
        entries.append(replace(redone, changes=changes, result=outcome.result, amounts=outcome.amounts))
    return entries, documents(table)
