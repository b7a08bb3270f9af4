"""The listener: reads typed lines at one table, at one moment, and finds all they may mean.

The reading with the least cost is meant: each abbreviated word, or one from the middle of a name, costs 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import (
    LOOSELY,
    Command,
    CommandVocabulary,
    Places,
    ViewPlace,
    commands_at_table,
    own_commands,
)
from tableside.language.input_people import AGAINST
from tableside.language.input_sorting import may_input_be_implied, sort_input_words
from tableside.language.parse import (
    ParsedLine,
    ParsedReading,
    parse_command_name,
    parse_dice,
    parse_without_fillers,
)
from tableside.language.people import PeopleAtTable, person_who_speaks
from tableside.language.words import (
    MOST_WORDS,
    SHORT,
    Token,
    refused,
    small_words,
    synonyms_of,
    synonyms_of_input,
    text_of_words,
    verb_forms,
    without_small_words,
    word_and_its_singular,
    word_tokens,
)
from tableside.rules.inputs import Cells, Choice, Filled, Input, Value, Who, Words, YesNo
from tableside.rules.procedure import PURPOSE, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.procedures import THROW_ID
from tableside.views.input_values import row_names_of_sheet
from tableside.views.offers import Offer, offers, offers_by_letters
from tableside.views.rollable_tables import ListedTable

MOST_HEARD = 50
"""The most lines whose readings are cached: as many as a line has beginnings while it is typed."""
MOST_PEOPLE = 12
"""The most people of one beginning whose rolls are considered."""
IMPOSSIBLE, BARE = 4, 5
"""The cost of commands that cannot be done now, and of those for bare numbers."""
MOST_UNNAMED = 16
"""The most words, names of people and small words apart, of a line that names no command, only an option."""
LONG, MOST_READ = 20, 32
"""The most words of a line that is read as every command it may mean; as how many a longer one is."""
ENDLESS = 1_000


@frozen
class Listener:
    """Understands lines at one table, at one moment."""

    table: Table
    rules: Ruleset
    who: int | None
    places: Places = field(default_factory=dict)
    tables: Sequence[ListedTable] = ()
    """The random tables that can be rolled on."""
    known: PeopleAtTable = field(init=False)
    _commands: dict[int | None, CommandVocabulary] = field(default_factory=dict)
    _rolls: dict[int, CommandVocabulary] = field(default_factory=dict)
    _offers: dict[int | None, tuple[Offer, ...]] = field(default_factory=dict)
    _words: list[frozenset[str]] = field(default_factory=list)
    _heard: dict[tuple[Token, ...], tuple[ParsedReading, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "known", PeopleAtTable(self.table, self.who, person_who_speaks(self.table, self.who))
        )

    def hears(self, table: Table, who: int | None, tables: Sequence[ListedTable]) -> bool:
        """Whether nothing has changed since."""
        return self.table is table and self.who == who and self.tables == tables

    def commands(self) -> tuple[Command, ...]:
        """Everything that can be done, the selected character's rolls first."""
        return tuple(self.vocabulary(self.who).commands)

    def command(self, procedure: str) -> Command:
        """The command for this procedure as a whole, not for one of its kind."""
        return next(each for each in self.commands() if each.id == procedure)

    def vocabulary(self, key: int | None) -> CommandVocabulary:
        """Everything that the selected character can do; for another one, only their own rolls."""
        if key not in self._commands:
            self._commands[key] = CommandVocabulary(
                commands_at_table(self.table, self.rules, key, self.places, self.tables)
                if key is None or key == self.who
                else own_commands(self.table, self.rules, key)
            )
        return self._commands[key]

    def rolls_of(self, key: int) -> CommandVocabulary:
        """Somebody's rolls that are one of many of a kind, such as skills and spells."""
        if key not in self._rolls:
            self._rolls[key] = CommandVocabulary(each for each in self.vocabulary(key).commands if each.verbs)
        return self._rolls[key]

    def readings(self, text: str) -> tuple[ParsedReading, ...]:
        """All that a line may mean: complete readings first, then by likelihood."""
        line = word_tokens(text)
        if len(line) > MOST_WORDS:
            raise refused("too-many-words", most=str(MOST_WORDS))
        if line not in self._heard:
            keys = dict.fromkeys((self.who, *self.people_in(line)))
            read = _read_all(map(self.vocabulary, keys), line, self.known)
            if len(self._heard) >= MOST_HEARD:
                self._heard.clear()
            self._heard[line] = tuple(sorted(read, key=lambda each: each.likelihood))
        return self._heard[line]

    def people_in(self, line: Sequence[Token]) -> Iterator[int]:
        """Keys of those whose own rolls may be meant."""
        keys: dict[int, None] = {}
        for person in self.known.names_in(line).values():
            if not person.many and len(person.keys) <= MOST_PEOPLE:
                keys |= dict.fromkeys(person.keys)
        return iter(keys)

    def found(self, text: str) -> tuple[Offer, ...]:
        """Everything that a line may mean, offers of this name first; all offers for an empty line. What only
        concerns turn orders that are neither the game's own nor running is left out.

        Inputs stated in the line are filled in.
        """
        elsewhere = self.rules.out_of_play(self.table)
        return tuple(each for each in self._found_anywhere(text) if each.procedure.id not in elsewhere)

    def _found_anywhere(self, text: str) -> tuple[Offer, ...]:
        offers_here = self._offered()
        if not text.strip():
            return offers_here
        offered = offers_by_letters(offers_here, self.table, self.rules, self.who, text)
        if (dice := parse_dice(text)) is not None:
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
                asks = {id for id in each.missing if offer.procedure.input(id).default is not None}
                yield replace(offer, presets={**offer.presets, **each.said}, asks=frozenset(asks))

    def able_to(self, word: Token) -> list[int]:
        """Keys of those with a roll that a word begins, for lines in which nobody else can do it."""
        people = self.table.in_play()
        return [each.key for each in people if self.rolls_of(each.key).begins(word.low)]

    def known_words(self, people: Iterable[int] = ()) -> list[str]:
        """Every word that begins something here, including these people's own rolls."""
        words = [word for key in (self.who, *people) for word in self.vocabulary(key).words]
        return [*words, *(word for each in self.table.in_play() for word in each.name.casefold().split())]

    def begins(self, word: str, people: Iterable[int] = ()) -> bool:
        """Whether anything known here begins like this."""
        if any(self.vocabulary(key).begins(word) for key in (self.who, *people)):
            return True
        names = (each.name.casefold().split() for each in self.table.in_play())
        return any(each.startswith(word) for name in names for each in name)

    def words_here(self) -> frozenset[str]:
        """Every word that anybody's rolls here go by, and those of their names, things and skills."""
        if not self._words:
            here = self.table.in_play()
            rows = (row.casefold().split() for each in here for row in row_names_of_sheet(each).values())
            known = self.known_words(each.key for each in here)
            moves = (each.label for each in self._offered() if each.is_option)
            known += [word for each in moves for word in each.casefold().split()]
            names = (each.name.casefold() for each in here)
            self._words.append(frozenset((*known, *names, *(word for row in rows for word in row))))
        return self._words[0]

    def knows(self, word: Token) -> bool:
        """Whether a word, in any form of a verb, is one that something here goes by, for anybody in play."""
        known = self.words_here()
        return word.low in known or any(
            word.low in verb_forms(each) for each in known if each[:1] == word.low[:1]
        )

    def somebody(self, line: Sequence[Token]) -> tuple[int, int, tuple[int, ...]]:
        """The place and number of the first words that name somebody, and the keys of those in play; no keys
        if a single name is ambiguous.
        """
        for place in range(len(line)):
            person = self.known.named(line[place:])
            if person is not None:
                keys = tuple(key for key in person.keys if not self.table[key].retired)
                return place, person.count, keys if person.many or len(keys) == 1 else ()
        return 0, 0, ()


def _read_all(
    vocabularies: Iterable[CommandVocabulary], tokens: Sequence[Token], known: PeopleAtTable
) -> list[ParsedReading]:
    """Every reading of a line. If one names its command in full and takes all words, only named commands
    count.

    Many of a kind, such as tests of skills, are read once if the line names none of them.
    """
    line, places = ParsedLine(tokens, known), {each.place: each for each in tokens}
    begun = [
        _named(ParsedReading(command, line, known, {**places}), naming)
        for each in vocabularies
        for command, naming in each.meant_by(line.telling)
    ]
    if len(line.telling) > LONG and len(begun) > MOST_READ:
        likeliest = sorted(range(len(begun)), key=lambda n: (not begun[n].is_named, -begun[n].in_full))
        begun = [begun[n] for n in sorted(likeliest[:MOST_READ])]
    if not any(each.is_named for each in begun):
        return _read(begun)
    begun = [each for each in begun if each.is_named or each.command.implied < LOOSELY]
    if not any(each.is_spelt_out for each in begun):
        return _read(begun)
    readings = _read([each for each in begun if each.is_named])
    if any(not (each.left or each.trouble) for each in readings):
        return readings + [each for each in _read(filter(_is_of_state, begun)) if each.says_a_state]
    return readings + _read([each for each in begun if not each.is_named])


def _is_of_state(reading: ParsedReading) -> bool:
    """Whether it is a condition that the line does not call one."""
    return reading.role == Role.CONDITION and not reading.is_named


def _read(begun: Iterable[ParsedReading]) -> list[ParsedReading]:
    readings: list[ParsedReading] = []
    kinds: dict[tuple[str, Value | None], ParsedReading | None] = {}
    for reading in begun:
        offer = reading.command.target
        if reading.is_own or not reading.command.verbs or not isinstance(offer, Offer):
            read = _filled(reading)
        else:
            kind = offer.procedure.id, offer.presets.get("who")
            if kind not in kinds:
                kinds[kind] = _filled(reading)
            read = _as(kinds[kind], reading.command)
        readings += [read] if read is not None else []
    return readings


def _named(reading: ParsedReading, naming: Sequence[Token]) -> ParsedReading:
    """The reading without the words that name its command. What cannot be done now is less likely, unless the
    line begins with its name.
    """
    command, offer = reading.command, reading.command.target
    reading.cost += IMPOSSIBLE * command.is_of_another_order
    reading.cost += isinstance(offer, ViewPlace)
    if isinstance(offer, Offer):
        reading.cost += BARE * offer.is_on_numbers + (offer.procedure.role == Role.TABLE)
    reading.is_title = bool(reading.line.told) and reading.line.told == command.whole
    if naming:
        parse_command_name(reading, naming)
    is_first = bool(reading.words) and not reading.verb
    reading.cost += IMPOSSIBLE * (bool(command.why_not) and not is_first)
    return reading


def _filled(reading: ParsedReading) -> ParsedReading | None:
    """The reading with the other words sorted into inputs. None: nothing in the line means this command."""
    if not (reading.is_named or reading.command.may_go_unnamed):
        return None
    if not isinstance(reading.command.target, Offer):
        parse_without_fillers(reading)
        return reading
    if reading.command.target.is_on_numbers and reading.names_somebody:
        return None
    if not _has_room(reading):
        return reading if reading.is_named else None
    if not sort_input_words(reading):
        return None
    _take_object(reading)
    return reading if _is_meant(reading) else None


def _take_object(reading: ParsedReading) -> None:
    """Take the object of a skill at the end of a line as the roll's purpose: `climbs the wall`, `swims over
    the canal`; not if it resembles somebody's name, or is a matter of its own. Before an opponent, drop only
    the preposition: `sneaks past the guard`.
    """
    start = next((each.place for each in reading.line.tokens if each.low in synonyms_of("on-what")), None)
    if start is None or not reading.left or reading.role != Role.TEST or not _has_skill(reading):
        return
    behind = [each for each in reading.line.tokens[start:] if without_small_words(each.words)]
    if AGAINST in reading.said:
        behind = [each for each in reading.firsts() if each.low in synonyms_of("on-what")]
    elif isinstance(offer := reading.command.target, Offer) and keeps_matters(offer.procedure, reading.table):
        return
    is_free = all(each.place in reading.left and not each.text.lstrip("+-").isdecimal() for each in behind)
    if not is_free or reading.known.names_nearly(behind):
        return
    if reading.takes_purpose and AGAINST not in reading.said:
        reading.said[PURPOSE.id] = text_of_words(reading.line.tokens[start:])
        reading.fill()
    for each in behind:
        reading.take(each.place)


MATTER = "matter"
"""The input for what is attempted, in games in which nobody may retry it."""


def keeps_matters(test: Procedure, table: Table) -> bool:
    """Whether the test has an input for what is attempted; in a fight every attempt is new."""
    return table.order is None and any(each.id == MATTER for each in test.inputs)


def _has_skill(reading: ParsedReading) -> bool:
    """Whether the line states the skill, as an input or as the name of the command."""
    return "skill" in (reading.presets if reading.is_own else reading.said)


def _is_meant(reading: ParsedReading) -> bool:
    """Whether the command is named, itself or by an option, or only by whose roll it is."""
    if reading.is_named:
        return True
    reading.cost += reading.command.implied or 1
    return bool(reading.command.implied and reading.is_implied) or not (reading.left or reading.said)


def _as(reading: ParsedReading | None, command: Command) -> ParsedReading | None:
    """The reading for another command of the same kind."""
    if reading is None or reading.command is command:
        return reading
    other = replace(reading, command=command)
    other.fill()
    return other


def _has_room(reading: ParsedReading) -> bool:
    """Whether the inputs could take all remaining words, at most. A command that is not named can only be
    meant by one of its options.
    """
    if len(reading.left) <= SHORT:
        return True
    if not (reading.is_named or reading.command.implied):
        return False
    if not reading.is_named and not _may_go_unnamed_here(reading):
        return False
    reading.fill()  # the options depend on it
    if not (reading.is_named or may_input_be_implied(reading)):
        return False
    if reading.line.assigns:
        return True
    words = [each for each in reading.left.values() if each.low not in small_words()]
    room = sum(_room_of(reading, each) for each in reading.inputs() if not isinstance(each, Who))
    if len(words) <= room:
        return True
    longest = reading.known.people.names.most_words + 1
    whos = [each for each in reading.inputs() if isinstance(each, Who)]
    people = sum(ENDLESS if each.many else longest for each in whos)
    if len(words) > room + people:
        return False
    strange = sum(each.place not in reading.line.people for each in words)
    further = longest * (len(words) - strange)  # further words of a name begin none
    return strange <= room + min(people, further)


def _may_go_unnamed_here(reading: ParsedReading) -> bool:
    """Whether an option may stand for the command here: it has some, and the line is no sentence."""
    offer = reading.command.target
    if not isinstance(offer, Offer) or not any(isinstance(each, Choice) for each in offer.procedure.inputs):
        return False
    small, people = small_words(), reading.line.people
    strange = [each for each in reading.left.values() if each.low not in small and each.place not in people]
    return reading.line.assigns or len(strange) <= MOST_UNNAMED


def _room_of(reading: ParsedReading, input: Input) -> int:
    """The most words that an input could take, including its name."""
    names = max(map(len, synonyms_of_input(input.id)))
    match input:
        case Cells():
            return ENDLESS
        case Choice():
            if input.free and reading.is_spelt_out:
                return ENDLESS
            options = reading.names()[input.id]
            begun = [
                input.many and options.may_be(word_and_its_singular(each.low))
                for each in reading.left.values()
            ]
            return names + options.most_words * max(1, sum(begun))
        case Words():
            return ENDLESS if reading.is_spelt_out else names + 1
        case YesNo() | Filled():
            return names + 1
    return names + 1
