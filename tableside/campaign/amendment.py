"""Amending what was done: other inputs, other decisions, a face misread, and the same dice.

An amendment is an entry of the same procedure, with its own inputs and transcript, that `amends` the entry
done first: its root. Its changes lead from the table as it is to the table as it would be, had the root been
done like this and all that stands after it as it was: each rule is run again with the answers that it had.
Where that cannot be, because a rule refuses or asks what nobody has answered, nothing is amended.

Every function takes `look`, which gives the entry of a number.
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
"""Stands among the inputs for making all of it secret; a game's own input of that name takes its place."""


class AmendmentImpossible(RuleError):
    """A later entry could not have happened like this."""

    def __init__(self, number: int, why: Message, readings: tuple[str, ...] = ()) -> None:
        super().__init__("amendment.not-so", entry=number, why=why)
        self.number = number
        self.why = why
        self.readings = readings
        """The rules that have been corrected since it was made, where that is why."""


@frozen
class AmendmentOutcome:
    """What an amendment comes to."""

    performed: Performed[Outcome]
    table: Table
    """As it would be now."""
    otherwise: tuple[tuple[int, tuple[Fact, ...]], ...]
    """Later entries of which something else comes: the number, and what."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that there is to tell, as the entry has it."""
        return (
            *self.performed.facts,
            *(each for number, facts in self.otherwise for each in facts_of_amended_entry(number, facts)),
        )


def _rule(procedure: Procedure, table: Table, given: Given) -> Callable[[Play], Outcome]:
    """The procedure with its inputs. Raises `RuleError`, where it fails for an input that it does not take:
    an entry that came from elsewhere may hold anything, and rules trust their inputs.
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
    """Something done, being amended."""

    rules: Ruleset
    place: AmendedEntryPlace
    procedure: Procedure
    given: Given
    answers: tuple[Step, ...]
    """The answers at hand, those of the entry first."""
    is_secret: bool
    """Whether all of it is for the GM alone, whatever the rule says."""
    table: Table
    """The table before it."""
    later: tuple[AmendedEntryPlace, ...]
    """What was done since, in its order."""
    last: int
    """The last entry of the journal on which this is built."""

    @property
    def was_secret(self) -> bool:
        """Whether all of it is for the GM alone as it stands."""
        return is_amended_in_secret(self.place.entry)

    @property
    def can_be_secret(self) -> bool:
        """Whether it can be made secret: dice were thrown, and the procedure has no say in that."""
        thrown = any(isinstance(step, Rolled) for step in self.place.entry.steps)
        return thrown and all(each.id != SECRET for each in self.procedure.inputs)

    def is_as_it_stands(self, amended: AmendmentOutcome) -> bool:
        """Whether nothing was changed: to name what was meant without being named changes nothing."""
        was = self.place.entry
        is_same = (self._meant(self.given), amended.performed.steps) == (self._meant(was.given), was.steps)
        return is_same and self.is_secret == self.was_secret

    def _meant(self, given: Given) -> Given:
        """These inputs, each choice with what it stands for."""
        meant = {
            each.id: each.meant(given[each.id], self.table, given)
            for each in self.procedure.inputs
            if isinstance(each, Choice) and each.id in given
        }
        return {**given, **meant}

    def in_secret(self, is_secret: bool) -> "Amendment":
        return replace(self, is_secret=is_secret)

    def run(self) -> ReplayProgress:
        """The rule with these inputs and answers. Raises `RuleError` when it cannot be done."""
        return replay_rule(_rule(self.procedure, self.table, self.given), self.answers)

    def asked(self, place: int) -> ChoiceAsked:
        """What the decision in this place of the answers was about. Raises `RuleError` where none is."""
        asked = play_rule(_rule(self.procedure, self.table, self.given), self.run().steps[:place])
        if not isinstance(asked, ChoiceAsked):
            raise RuleError("amendment.no-decision", place=place)
        return asked

    def with_answers(self, answers: tuple[Step, ...]) -> "Amendment":
        return replace(self, answers=answers)

    def with_given(self, given: Given) -> "Amendment":
        """With these inputs. Raises `RuleError` for one that was possible and is not any more, now that
        another has changed.
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
        """With another answer in this place of what the rule asks now."""
        run = self.run()
        return replace(self, answers=(*run.steps[:place], step, *run.steps[place + 1 :], *run.spare))

    def answered(self, step: Step) -> "Amendment":
        """With an answer to what is asked next."""
        return replace(self, answers=self.run().answered(step))

    def comes_to(self) -> AmendmentOutcome:
        """The table as it would be now.

        Raises `RuleError` when something is not answered, `AmendmentImpossible` when what was done since
        forbids it.
        """
        performed = self.run().state
        if not isinstance(performed, Performed):
            raise RuleError("amendment.not-answered")
        if self.is_secret:
            performed = entry_made_secret(performed)
        table, otherwise = performed.result.table or self.table, []
        for each in self.later:
            table, again = _played_again(self.rules, each, table)
            facts = again.facts if again else each.told
            if facts != each.told:
                otherwise.append((each.number, facts))
        return AmendmentOutcome(performed, table, tuple(otherwise))


def is_amended_in_secret(entry: Entry) -> bool:
    """Whether an amendment has to be in secret: all that came of the entry is for the GM alone."""
    facts = facts_of_amended_entry_alone(entry)
    return bool(facts) and all(fact.secret for fact in facts)


def amendment_of(
    look: undo_and_redo.Look, rules: Ruleset, held: Documents, last: int, number: int
) -> Amendment:
    """The entry of this number, or the one that it amends, to be amended on the documents after entry `last`.

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
        table, _ = _played_again(rules, each, table)
    later = tuple(places[places.index(now) + 1 :])
    procedure = rules.procedure(now.entry.procedure)
    given = inputs_of_entry(procedure, now.entry)
    secret = is_amended_in_secret(now.entry)
    return Amendment(rules, now, procedure, given, now.entry.steps, secret, table, later, last)


def _places_since(
    look: undo_and_redo.Look, last: int, root: int, later: Sequence[Entry] = ()
) -> tuple[list[AmendedEntryPlace], int]:
    """What stands from this entry on, in its order, and the first number that is concerned: where something
    before it was amended after it, the table before that one is what there is to go on from.

    `later`: amendments after entry `last` that stand, in their order.
    """
    entries: list[Entry] = []
    first = min([root, *(each.amends for each in later)])
    for entry in undo_and_redo.entries_not_undone(look, last):
        if entry.number < first:
            break
        entries.append(entry)
        first = min(first, entry.amends or first)
    return amended_entry_places([*reversed(entries), *later], root), first


def _played_again(
    rules: Ruleset, place: AmendedEntryPlace, table: Table
) -> tuple[Table, Performed[Outcome] | None]:
    """A later entry on this table. None: nothing was performed. Raises `AmendmentImpossible`."""
    if _keeps_its_reading(place, rules):
        return _changed_again(rules, place, table), None
    if place.entry.is_of_a_rule:
        performed = _performed_again(rules, place, table)
        return performed.result.table or table, performed
    if place.entry.changes:
        raise AmendmentImpossible(place.number, Message("amendment.repair"))
    return table, None


def _keeps_its_reading(place: AmendedEntryPlace, rules: Ruleset) -> bool:
    """Whether an entry was made by an earlier reading of its rules, and not amended since: then it stands."""
    return place.number == place.entry.number and bool(earlier_readings_in_replay(place.entry, rules))


def _changed_again(rules: Ruleset, place: AmendedEntryPlace, table: Table) -> Table:
    """What an entry changed, made again on this table. Raises `AmendmentImpossible` where something else
    stood there.
    """
    try:
        return table_from_documents(documents_with_changes(documents(table), place.entry.changes), rules)
    except StoreError as error:
        readings = earlier_readings_in_replay(place.entry, rules)
        why = Message("amendment.earlier-reading", rules=readings) if readings else error.message
        raise AmendmentImpossible(place.number, why, readings) from None


def _performed_again(rules: Ruleset, place: AmendedEntryPlace, table: Table) -> Performed[Outcome]:
    """The rule of an entry with the same inputs and answers on this table. Raises `AmendmentImpossible`."""
    entry = place.entry
    procedure = rules.procedure(entry.procedure)
    try:
        state = replay_rule(_rule(procedure, table, inputs_of_entry(procedure, entry)), entry.steps).state
    except RuleError as error:
        raise AmendmentImpossible(place.number, error.message) from None
    if not isinstance(state, Performed):
        raise AmendmentImpossible(place.number, Message("amendment.asks-more"))
    return entry_made_secret(state) if is_amended_in_secret(entry) else state


# The journal up to an entry as two callers have it, which hold nothing else in common
def amendment_history(
    look: undo_and_redo.Look,
    rules: Ruleset,
    held: Documents,
    last: int,
    number: int,
    later: Sequence[Entry] = (),
) -> tuple[list[Entry], Documents]:
    """What stands of the entries from this one to the `last`, and the documents after them, had each amended
    entry been done so the first time. `held` are the documents after the last as it was, `later` amendments
    made after it that stand, in their order.

    Where amended entries were made by an earlier reading of their rules, and today's come to something else,
    all stand as they were done, the amendments behind what they amend.
    """
    places, first = _places_since(look, last, number, later)
    table = table_from_safe_documents(
        undo_and_redo.documents_undone_or_redone(look, held, last, first - 1), rules
    )
    is_of_today = not any(earlier_readings_in_replay(each.entry, rules) for each in places)
    try:
        entries, after = _all_done_right(look, rules, places, table)
    except AmendmentImpossible as error:
        if is_of_today:
            raise StoreError(error.message) from None
        return _as_done(look, last, number), held
    if not is_of_today and not later and after != held:
        return _as_done(look, last, number), held
    return [entry for entry in entries if entry.number >= number], after


def _as_done(look: undo_and_redo.Look, last: int, number: int) -> list[Entry]:
    """What stands of the entries from this one to the `last`, in the order in which it was done."""
    return [*takewhile(lambda entry: entry.number >= number, undo_and_redo.entries_not_undone(look, last))][
        ::-1
    ]


def _all_done_right(
    look: undo_and_redo.Look, rules: Ruleset, places: Sequence[AmendedEntryPlace], table: Table
) -> tuple[list[Entry], Documents]:
    """The entries in these places, played one after the other from this table on, and the documents after
    them. Raises `AmendmentImpossible`.
    """
    entries: list[Entry] = []
    for each in places:
        if not each.entry.is_of_a_rule or _keeps_its_reading(each, rules):
            table = _changed_again(rules, each, table)
            entries.append(each.entry)
            continue
        before = table
        again = _performed_again(rules, each, before)
        table = again.result.table or before
        changes = changes_between_documents(*documents_changed_between(before, table))
        redone = replace(look(each.number), given=each.entry.given, steps=again.steps, facts=again.facts)
        came = again.result
        entries.append(replace(redone, changes=changes, result=came.result, amounts=came.amounts))
    return entries, documents(table)
