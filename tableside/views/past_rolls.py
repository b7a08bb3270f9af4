"""The odds of past rolls: what could have come of the latest, and the least likely results of a session.

Only rolls count whose odds are known at once and whose questions were answered by default, since the odds
assume that. They are exact, for the table at the time. Each costs about a millisecond, so only the latest are
counted, in a worker.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import islice

from tableside.campaign import undo_and_redo
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import (
    Documents,
    documents,
    documents_with_changes,
    table_from_safe_documents,
    table_near_safe_documents,
)
from tableside.campaign.entries import Entry, inputs_of_entry
from tableside.campaign.replay import earlier_readings_in_replay
from tableside.campaign.session_entries import SessionEntries
from tableside.errors import RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Given, Who, people_in_input_value
from tableside.rules.odds import Odds
from tableside.rules.play import ChoiceAsked, Chosen, Step, play_rule
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table
from tableside.text import width
from tableside.views.chances import (
    amount_row,
    amounts_in_chances,
    chance_rows,
    chances_that_can_come,
    outcome_look,
    outcome_name_in_chances,
)
from tableside.views.notes import has_gm_tag, is_id_with_gm_tag
from tableside.views.public.document import AmountSeen, OutcomeSeen, RollOddsSeen
from tableside.views.rows import Row, heading_row
from tableside.wording import label

AGAINST_THE_ODDS = Fraction(1, 20)
"""The chance from which on a result is too likely to mention."""
OPEN = (Kind.PC, Kind.HENCHMAN)
"""Kinds whose chances players may know."""
Thrown = tuple[Entry, Documents]
"""A roll, and the documents before it."""
MOST_ROLLS = 500
MOST_ENTRIES = 3_000
"""How many entries to look back for rolls."""
MOST_SHARES = 8
"""The most outcomes that can be told apart in a drawing."""


@frozen
class UnlikelyPastRoll:
    """A result and its chance."""

    entry: Entry
    chance: Fraction
    for_players: bool
    """Whether it reveals nothing that only the GM may know."""


@frozen
class PastRollCounted:
    """A roll and its exact odds on the table at the time."""

    entry: Entry
    procedure: Procedure
    odds: Odds
    for_players: bool
    """Whether the odds reveal nothing that only the GM may know."""

    @property
    def chance(self) -> Fraction | None:
        """The chance of its outcome; for an oracle, of its yes or no with any addition."""
        chances, result = self.odds.chances, self.entry.result
        if self.procedure.role == Role.ORACLE:
            alike = (chance for id, chance in chances.items() if _side(id) == _side(result))
            return sum(alike, Fraction(0))
        return chances.get(result)


def past_roll_entries(session: SessionEntries) -> Iterator[Thrown]:
    """The entries of a session decided by dice, the last first."""
    return (each for each in session.backwards() if each[0].has_dice)


def unlikely_past_rolls(rolls: Iterable[Thrown], rules: Ruleset) -> tuple[UnlikelyPastRoll, ...]:
    """The unlikely results among these rolls, the least likely first."""
    results = [
        UnlikelyPastRoll(each.entry, chance, each.for_players)
        for each in rolls_with_odds(rolls, rules)
        if (chance := each.chance) and chance < AGAINST_THE_ODDS
    ]
    return tuple(sorted(results, key=lambda each: (each.chance, each.entry.number)))


def rolls_with_odds(rolls: Iterable[Thrown], rules: Ruleset) -> Iterator[PastRollCounted]:
    """Those of these rolls whose odds are known, with the odds."""
    near: tuple[Documents, Table] | None = None
    for entry, before in rolls:
        procedure = rules.procedure(entry.procedure)
        if procedure.odds is None or procedure.group == Group.FIGHT or procedure.role == Role.TABLE:
            continue  # the next turn is no result, and every row of a table is unlikely
        if earlier_readings_in_replay(entry, rules):
            continue  # the present rules have other odds
        try:
            table = (
                table_from_safe_documents(before, rules)
                if near is None
                else table_near_safe_documents(near, before, rules)
            )
            near, given = (before, table), inputs_of_entry(procedure, entry)
            odds = _odds_of(procedure, table, given, entry)
        except (RuleError, StoreError):
            continue  # as above, for entries older than the record of house rules
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue  # an imported entry may hold inputs that its procedure does not take
        if odds is not None:
            yield PastRollCounted(entry, procedure, odds, _is_open(procedure, table, given, entry))


def _odds_of(procedure: Procedure, table: Table, given: Given, entry: Entry) -> Odds | None:
    """The exact odds of an entry on the table before it. None: they cannot be counted at once.

    Raises `RuleError` when the procedure could not have been performed.
    """
    if procedure.takes_long(table, given) or not _as_proposed(procedure, table, given, entry.steps):
        return None
    return procedure.chances(table, given)


def _side(answer: str) -> str:
    """The yes or no of an answer."""
    return answer.partition("-")[0]


def _as_proposed(procedure: Procedure, table: Table, given: Given, steps: tuple[Step, ...]) -> bool:
    """Whether every question was answered by default."""
    rule = procedure.perform(table, given)
    for place, step in enumerate(steps):
        if isinstance(step, Chosen):
            asked = play_rule(rule, steps[:place])
            if not isinstance(asked, ChoiceAsked) or asked.default != step.choice:
                return False
    return True


def _is_open(procedure: Procedure, table: Table, given: Given, entry: Entry) -> bool:
    """Whether the odds rest on nothing hidden from players: an enemy's numbers, a secret difficulty."""
    who = [given.get(each.id, 0) for each in procedure.inputs if isinstance(each, Who)]
    keys = (key for value in who for key in people_in_input_value(value))
    kinds = {table[key].kind for key in keys if key in table.characters}
    texts = [text for text in given.values() if isinstance(text, str)]
    is_hidden = (
        entry.is_partly_secret
        or bool(given.get("secret"))
        or any(has_gm_tag(text) or is_id_with_gm_tag(text) for text in texts)
    )
    return bool(kinds) and kinds <= {*OPEN} and not is_hidden


def odds_seen_of_past_rolls(campaign: Campaign, *, secrets: bool) -> Mapping[int, RollOddsSeen]:
    """The odds of past rolls by entry number; with `secrets`, including those only the GM may know."""
    rolls = islice(_rolls(campaign), MOST_ROLLS)
    return {
        each.entry.number: RollOddsSeen((*_outcomes_seen(each),), (*_amounts_seen(each),))
        for each in rolls_with_odds(rolls, campaign.rules)
        if (secrets or each.for_players) and _can_be_drawn(each)
    }


def past_roll_odds_rows(entry: Entry, campaign: Campaign, cells: int) -> tuple[Row, ...]:
    """The possible results of a roll with the actual one marked; empty if it lies far back or its odds cannot
    be counted at once.
    """
    if entry.amends or not entry.has_dice or campaign.length - entry.number > MOST_ENTRIES:
        return ()
    before = campaign.documents_at(entry.number - 1)
    counted = next(rolls_with_odds([(entry, before)], campaign.rules), None)
    rows = (*_outcome_rows(counted, cells), *_amount_rows(counted, cells)) if counted is not None else ()
    return (heading_row(label("entry", "odds")), *rows) if rows else ()


def _outcome_rows(roll: PastRollCounted, cells: int) -> Iterator[Row]:
    if _can_be_drawn(roll):
        called = partial(outcome_name_in_chances, roll.procedure)
        yield from chance_rows(chances_that_can_come(roll.odds), cells, called, roll.entry.result)


def _amount_rows(roll: PastRollCounted, cells: int) -> Iterator[Row]:
    """The amounts that fit into the width."""
    for id, came in _open_amounts(roll):
        row = amount_row(id, roll.odds, str(came), cells, came)
        if width(row.text) <= cells:
            yield row


def _open_amounts(roll: PastRollCounted) -> Iterator[tuple[str, int]]:
    """The amounts that could have differed, with their actual values."""
    for id in amounts_in_chances(roll.odds, roll.procedure):
        came = roll.entry.amounts.get(id)
        if came is not None and len(roll.odds.amounts[id]) > 1 and id not in roll.odds.events:
            yield id, came


def _rolls(campaign: Campaign) -> Iterator[Thrown]:
    """The rolls that stand, the last first. Those between an amended roll and its amendment are left out,
    since the table they were made on is no longer the one told of.
    """
    before = documents(campaign.table)
    amended = campaign.length + 1
    for entry in islice(undo_and_redo.entries_not_undone(campaign.entry, campaign.length), MOST_ENTRIES):
        before = documents_with_changes(before, undo_and_redo.changes_undone(entry))
        is_as_told = not entry.amends and entry.number < amended
        amended = min(amended, entry.amends) if entry.amends else amended
        if entry.number <= amended:
            amended = campaign.length + 1
        if is_as_told and entry.has_dice:
            yield entry, before


def _can_be_drawn(roll: PastRollCounted) -> bool:
    chances = roll.odds.chances
    return bool(chances.get(roll.entry.result)) and 1 < sum(map(bool, chances.values())) <= MOST_SHARES


def _outcomes_seen(roll: PastRollCounted) -> Iterator[OutcomeSeen]:
    for id, chance in chances_that_can_come(roll.odds):
        words = outcome_name_in_chances(roll.procedure, id)
        yield OutcomeSeen(words, chance, outcome_look(id).tone, id == roll.entry.result)


def _amounts_seen(roll: PastRollCounted) -> Iterator[AmountSeen]:
    for id, came in _open_amounts(roll):
        yield AmountSeen(label("amount", id), came, roll.odds.amounts[id])
