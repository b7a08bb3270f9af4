"""All that a typed line may mean, with what each costs: whatever costs least is meant.

Each word that is only begun, or names something from its middle, costs 1.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tableside.frozen import frozen
from tableside.language.commands import LOOSELY, Command, Place
from tableside.language.input_words import drop_fillers, sort_words
from tableside.language.parse import Known, Reading
from tableside.language.tokens import Phrase, Token, called, kind_meant, telling
from tableside.language.vocabulary import Vocabulary, forms, has_room, is_slip
from tableside.rules.inputs import Value
from tableside.rules.procedure import Role
from tableside.views.offers import AT_HOME_ANYWHERE, Offer

LEAST_LETTERS = 3
"""Letters by which a further word of a command's name is known."""
IMPOSSIBLE, BARE = 4, 5
"""What it costs that a command cannot be done now, or is for bare numbers."""


def read_all(vocabularies: Iterable[Vocabulary], tokens: Sequence[Token], known: Known) -> list[Reading]:
    """Every command that the line may be. When it spells one out that takes all its words, nothing is meant
    that it does not name.

    Many of a kind, such as the tests of many skills, are read once where the line names none of them.
    """
    words = telling(tuple(word for each in tokens for word in each.words))
    begun = [
        _named(command, Line(tokens, words, naming.get(place, ())), known)
        for each, naming in ((each, each.named(tokens)) for each in vocabularies)
        for place, command in enumerate(each.commands)
    ]
    if not any(each.is_named for each in begun):
        return _read(begun)
    begun = [each for each in begun if each.is_named or each.command.implied < LOOSELY]
    if not any(each.is_spelt_out for each in begun):
        return _read(begun)
    readings = _read([each for each in begun if each.is_named])
    if any(not (each.left or each.trouble) for each in readings):
        return readings + [each for each in _read(filter(_is_of_state, begun)) if each.says_a_state]
    return readings + _read([each for each in begun if not each.is_named])


def _is_of_state(reading: Reading) -> bool:
    """Whether it is a condition that the line does not name as one."""
    return reading.role == Role.CONDITION and not reading.is_named


def _read(begun: Iterable[Reading]) -> list[Reading]:
    readings: list[Reading] = []
    kinds: dict[tuple[str, Value | None], Reading | None] = {}
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


@frozen
class Line:
    """A line as one command is looked for in it."""

    tokens: Sequence[Token]
    told: Phrase
    """Its words, without those that only join others."""
    naming: Sequence[Token]
    """Those of them that may name the command."""


def _named(command: Command, line: Line, known: Known) -> Reading:
    """The command without the words that name it."""
    reading = Reading(command, line.tokens, known, {each.place: each for each in line.tokens})
    offer = command.target
    reading.cost += IMPOSSIBLE * bool(command.why_not) + isinstance(offer, Place)
    if isinstance(offer, Offer):
        reading.cost += BARE * _is_bare(offer) + (offer.procedure.role == Role.TABLE)
    reading.is_title = bool(line.told) and line.told == command.whole
    if line.naming:
        _take_command(reading, line.naming)
    return reading


def _is_bare(offer: Offer) -> bool:
    return not offer.procedure.on_table and offer.procedure.role not in AT_HOME_ANYWHERE


def _filled(reading: Reading) -> Reading | None:
    """With the other words in its inputs. None: nothing in the line means this command."""
    if not isinstance(reading.command.target, Offer):
        drop_fillers(reading)
        return reading if reading.is_named else None
    if not reading.is_named and not reading.command.implied and "who" not in reading.presets:
        return None
    if _is_bare(reading.command.target) and reading.names_somebody:
        return None
    if not has_room(reading):
        return reading if reading.is_named else None
    if not sort_words(reading):
        return None
    _take_object(reading)
    return reading if _is_meant(reading) else None


def _take_object(reading: Reading) -> None:
    """Leave out what a skill is tried on, at the end of the line: `climbs the wall`, `swims over the canal`;
    not where that is nearly somebody's name.
    """
    start = next((each.place for each in reading.tokens if each.low in called("on-what")), None)
    if start is None or not reading.left or reading.role != Role.TEST or "skill" not in reading.said:
        return
    behind = [each for each in reading.tokens[start:] if telling(each.words)]
    names = [word for each in reading.table.in_play() for word in each.name.casefold().split()]
    is_free = all(each.place in reading.left and not each.text.lstrip("+-").isdecimal() for each in behind)
    if is_free and not any(each.low == name or is_slip(each.low, name) for each in behind for name in names):
        for each in behind:
            reading.take(each.place)


def _is_meant(reading: Reading) -> bool:
    """Whether the command is named, by itself or by one of its options, or only by whose roll it is."""
    if reading.is_named:
        return True
    reading.cost += reading.command.implied or 1
    return bool(reading.command.implied and reading.is_implied) or not (reading.left or reading.said)


def _as(reading: Reading | None, command: Command) -> Reading | None:
    """The reading for another of the same kind."""
    if reading is None or reading.command is command:
        return reading
    other = replace(reading, command=command)
    other.fill()
    return other


def _take_command(reading: Reading, naming: Sequence[Token]) -> None:
    for phrases, is_own in ((reading.command.phrases, True), (reading.command.verbs, False)):
        naming_left = [each for each in naming if each.place in reading.left]
        matches = [each for name in phrases if (each := _phrase_in(naming_left, name, reading))]
        if not matches:
            continue
        cost, places = min(matches, key=lambda each: (-len(each[1]), each[0]))
        reading.verb = min(places) if is_own or not reading.is_named else min(reading.verb, *places)
        reading.is_named, reading.is_own = True, reading.is_own or is_own
        for place in places:
            reading.take(place)
        _take_articles(reading, places)
        is_kind_begun = bool(cost) and not reading.is_own
        reading.cost += cost + is_kind_begun
        reading.is_spelt_out = not cost or reading.is_spelt_out
        reading.words = reading.words if cost else max(reading.words, len(places))


def _take_articles(reading: Reading, places: Sequence[int]) -> None:
    """The small words inside a name, as in `add a danger`."""
    for place in range(min(places), max(places)):
        if place in reading.left and reading.left[place].low in called("articles"):
            reading.take(place)


def _phrase_in(line: Sequence[Token], name: Phrase, reading: Reading) -> tuple[int, tuple[int, ...]] | None:
    """What it costs that some tokens name this, and their places. None: none does."""
    places: list[int] = []
    unused, cost, first = list(name), 0, False
    small = called("articles") if len(reading.tokens) > 1 else ()
    usable = [each for each in line if _may_name(each, name) and each.low not in small]
    usable.sort(key=lambda each: not {*each.words} <= {*name})
    for token in usable:
        word = _word_of(token, unused, is_further=bool(places))
        if word:
            cost += token.words != tuple(word) and token.low not in forms(word[-1])
            first = first or word[0] == name[0]
            for each in word:
                unused.remove(each)
            places.append(token.place)
    if not places or not (first or name[0] not in called("said-first")):
        return None  # nothing is ended, taken or given by what it is called alone
    return max(cost, bool(unused)) + (not first), tuple(places)


def _word_of(token: Token, unused: Sequence[str], *, is_further: bool) -> Phrase:
    """The words of a name that a token stands for."""
    if len(token.words) > 1:
        return token.words if Counter(token.words) <= Counter(unused) else ()
    if not token.words:
        return ()
    (typed,) = token.words
    if typed in unused:
        return (typed,)
    if is_further and len(typed) < LEAST_LETTERS:
        return ()
    begun = next(((each,) for each in unused if each.startswith(typed)), ())
    if begun or kind_meant(token) is not None:
        return begun
    return next(((each,) for each in unused if token.low in forms(each)), ())


def _may_name(token: Token, name: Phrase) -> bool:
    return not token.is_number or (token.words == (token.text,) and token.text in name)
