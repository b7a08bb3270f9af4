"""What the recap of a session is made of: its standing entries, and the tables before and after it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import safe_table
from tableside.campaign.entries import Entry
from tableside.campaign.history import Look
from tableside.campaign.sessions import Session, backwards, session_of
from tableside.frozen import frozen
from tableside.rules.ruleset import Ruleset
from tableside.rules.states import DEAD
from tableside.rules.table import Table
from tableside.views.fights import Fight, begins_fight, ends_fight, entries_of, fight_summary, helpless_since
from tableside.views.players import is_for_gm
from tableside.views.unlikely import Unlikely, thrown, unlikely


@frozen
class Note:
    """A line that the GM wrote, and the number of its entry."""

    text: str
    entry: int
    for_gm: bool
    """Whether it is not for the players."""


class Material:
    """What a recap is made of: the entries of a session, and the tables before and after it."""

    def __init__(self, campaign: Campaign, number: int, look: Look | None = None) -> None:
        self.campaign = campaign
        self.rules: Ruleset = campaign.rules
        self.session: Session = session_of(campaign, number, look)
        is_now = self.session.last == campaign.length
        self.table: Table = campaign.table if is_now else safe_table(self.session.after, self.rules)

    @cached_property
    def before(self) -> Table:
        """The table when the session began."""
        found = [self.session.after, *(before for _, before in backwards(self.session))]
        return safe_table(found[-1], self.rules)

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """The GM's own words, in their order."""
        return tuple(
            Note(text, entry.number, fact.secret or is_for_gm(text))
            for entry in self.session.entries
            for fact in entry.facts
            if fact.id == "note"
            for text in (str(fact.values["text"]),)
        )

    @cached_property
    def fights(self) -> tuple[tuple[Fight, int], ...]:
        """The fights of the session, one that is not over among them, each with its last entry's number."""
        ends = [each.number for each in self.session.entries if ends_fight(each)]
        if self.table.order is not None and self.session.entries:
            ends.append(self.session.entries[-1].number)
        return tuple((self._fight(number), number) for number in ends)

    def _fight(self, end: int) -> Fight:
        return fight_summary(self.entries_of_fight(end), self.table, self.rules)

    def entries_of_fight(self, end: int) -> Sequence[Entry]:
        """The entries of the fight that was over, or as far as it had come, with this entry."""
        entries = [each for each in self.session.entries if each.number <= end]
        begun = next((n for n in range(len(entries) - 1, -1, -1) if begins_fight(entries[n])), None)
        return entries_of(self.campaign, end) if begun is None else entries[begun:]

    @cached_property
    def fallen(self) -> Mapping[int, int]:
        """Who died, by key, and the number of the entry in which they did."""
        return {
            key: entry.number
            for entry in self.session.entries
            for key, condition in helpless_since(entry)
            if condition == DEAD
        }

    def surprises(self, goes_on: Callable[[], bool] = lambda: True) -> tuple[Unlikely, ...]:
        """The unlikely results, as far as they are counted while it `goes_on`.

        It reads nothing of the campaign any more, so that a worker may.
        """
        rolls = (each for each in thrown(self.session) if goes_on())
        return unlikely(rolls, self.rules)
