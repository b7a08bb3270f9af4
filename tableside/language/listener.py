"""Who hears what is typed in words at one table, at one moment: all that can be done, and each of the ways
to read a line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import Command, Places, commands, rolls_of
from tableside.language.idioms import dice_in
from tableside.language.parse import Known, Reading
from tableside.language.rank import read_all
from tableside.language.tokens import MOST_WORDS, Token, refused, speaker, tokens
from tableside.language.vocabulary import Vocabulary
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.procedures import THROW_ID
from tableside.views.offers import Offer, lettered, offers
from tableside.views.tables import Listed

MOST_HEARD = 50
"""Lines whose readings are kept: as many as a line has beginnings while it is typed."""
MOST_PEOPLE = 12
"""People of one beginning whose rolls are looked at."""


@frozen
class Listener:
    """Who understands lines at one table, at one moment."""

    table: Table
    rules: Ruleset
    who: int | None
    places: Places = field(default_factory=dict)
    tables: Sequence[Listed] = ()
    """The random tables that can be rolled on."""
    known: Known = field(init=False)
    _commands: dict[int | None, Vocabulary] = field(default_factory=dict)
    _rolls: dict[int, Vocabulary] = field(default_factory=dict)
    _offers: dict[int | None, tuple[Offer, ...]] = field(default_factory=dict)
    _heard: dict[tuple[Token, ...], tuple[Reading, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", Known(self.table, self.who, speaker(self.table, self.who)))

    def hears(self, table: Table, who: int | None, tables: Sequence[Listed]) -> bool:
        """Whether nothing has changed since."""
        return self.table is table and self.who == who and self.tables == tables

    def commands(self) -> tuple[Command, ...]:
        """Everything that can be done, the rolls of the one selected first."""
        return tuple(self.vocabulary(self.who).commands)

    def command(self, procedure: str) -> Command:
        """The command that is this procedure, and not one of many of its kind."""
        return next(each for each in self.commands() if each.id == procedure)

    def vocabulary(self, key: int | None) -> Vocabulary:
        """Everything that can be done by the one selected; of another, their own rolls alone."""
        if key not in self._commands:
            self._commands[key] = Vocabulary(
                commands(self.table, self.rules, key, self.places, self.tables)
                if key is None or key == self.who
                else rolls_of(self.table, self.rules, key)
            )
        return self._commands[key]

    def rolls_of(self, key: int) -> Vocabulary:
        """Those rolls of somebody's that are one of many of their kind: skills, spells."""
        if key not in self._rolls:
            self._rolls[key] = Vocabulary(each for each in self.vocabulary(key).commands if each.verbs)
        return self._rolls[key]

    def readings(self, text: str) -> tuple[Reading, ...]:
        """All that a line may mean: what it says wholly first, then what is meant more likely."""
        line = tokens(text)
        if len(line) > MOST_WORDS:
            raise refused("too-many-words", most=str(MOST_WORDS))
        if line not in self._heard:
            keys = dict.fromkeys((self.who, *self.people_in(line)))
            read = read_all(map(self.vocabulary, keys), line, self.known)
            if len(self._heard) >= MOST_HEARD:
                self._heard.clear()
            self._heard[line] = tuple(sorted(read, key=lambda each: each.likelihood))
        return self._heard[line]

    def people_in(self, line: Sequence[Token]) -> Iterator[int]:
        """Those whose own rolls may be meant."""
        keys: dict[int, None] = {}
        for place in range(len(line)):
            person = self.known.named(line[place:])
            if person is not None and not person.many and len(person.keys) <= MOST_PEOPLE:
                keys |= dict.fromkeys(person.keys)
        return iter(keys)

    def found(self, text: str) -> tuple[Offer, ...]:
        """All that can be done and that a line may say, what is called so first; everything for none.

        What a line says of the inputs of a roll is filled in.
        """
        offers_here = self._offered()
        if not text.strip():
            return offers_here
        offered = lettered(offers_here, self.table, self.rules, self.who, text)
        if (dice := dice_in(text)) is not None:
            thrown = next(each for each in offers_here if each.key == THROW_ID)
            offered = (replace(thrown, presets={"dice": dice}), *offered)
        keys = {each.key for each in offered}
        return (*offered, *(each for each in self._said(text) if each.key not in keys))

    def _offered(self) -> tuple[Offer, ...]:
        if self.who not in self._offers:
            self._offers[self.who] = offers(self.table, self.rules, self.who, self.tables)
        return self._offers[self.who]

    def _said(self, text: str) -> Iterator[Offer]:
        try:
            readings = self.readings(text)
        except RuleError:
            return
        for each in readings:
            if not (each.left or each.trouble) and isinstance(offer := each.command.target, Offer):
                yield replace(offer, presets={**offer.presets, **each.said})
