"""People named in lines: at the table, and before or after a verb."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, lru_cache

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.words import (
    SHORT,
    Phrase,
    Token,
    WordMatch,
    WordsByBeginning,
    WordsOfNames,
    is_slip,
    small_words,
    synonyms_of,
    without_small_words,
    word_tokens,
    words_in_name,
)
from tableside.rules.inputs import Choice, Given, Who
from tableside.rules.life_states import is_gone
from tableside.rules.names import singular_name
from tableside.rules.table import Character, Kind, Table
from tableside.views.input_values import input_option_texts, people_in_input_values, row_names_of_sheet
from tableside.wording import label

_NUMBERED = re.compile(r"(?P<kind>[^\W\d]+) (?P<numbers>\d{1,3}(?:(?:,? and |, ?)\d{1,3})+)(?!\S)")
"""Several of a kind by number: `keepers 2 and 3`."""
_RANGE = re.compile(
    r"(?P<kind>[^\W\d]+) (?P<first>\d{1,3})(?:[-\u2013]| to | through )(?P<last>\d{1,3})(?!\S)"
)
"""A run of a kind by number: `keepers 2-4`."""
MOST_OF_RANGE = 50
"""The most people of a run."""
MOST_NAMES = 4
"""The most names for people together: a group, and those left out of it."""


@frozen
class PeopleNamed:
    """Tokens that stand for somebody, or for several people."""

    place: int
    count: int
    keys: tuple[int, ...]
    """Keys of the people; empty if there are none, such as no foe in play."""
    many: bool
    match: WordMatch | None

    @property
    def is_exact(self) -> bool:
        return self.match is None or self.match.exact == self.match.count


class PeopleByName:
    """The people at a table, by name."""

    def __init__(self, table: Table, me: int | None = None) -> None:
        self.me = me
        """The character that `I` and `me` stand for."""
        self.listed: tuple[Character, ...] = tuple(each for _, each in sorted(table.characters.items()))
        names = ((words_in_name(each.name), each.key) for each in self.listed)
        self.names = WordsOfNames(
            (name, key)
            for whole, key in names
            for name in dict.fromkeys((whole, without_small_words(whole) or whole))
        )
        self._keys: dict[str, list[int]] = {}
        for name, key in self.names.listed:
            for word in {*name}:
                self._keys.setdefault(word, []).append(key)
        self._begun = WordsByBeginning(self._keys)

    def is_plural(self, line: Sequence[Token]) -> bool:
        """Whether a line begins with the plural of a kind, `goblins`, perhaps behind `every`."""
        first = next((each for each in line if each.low not in synonyms_of("both")), None)
        return first is not None and bool(self.each_called(first.low))

    def each_called(self, low: str) -> tuple[int, ...]:
        """Keys of people whose name has a word with this beginning (`gob*`) or plural (`goblins`)."""
        if low.endswith("*"):
            words = {*self._begun.by(low[:-1])} if low != "*" else set()
        else:
            words = {singular_name(low), low.removesuffix("s")} if singular_name(low) != low else set()
        return tuple(sorted({key for word in words for key in self._keys.get(word, ())}))


@frozen
class PeopleAtTable:
    """The people at a table, valid as long as the table does not change."""

    table: Table
    who: int | None
    """The key of the selected character."""
    me: int | None = None
    people: PeopleByName = field(init=False)
    _named: dict[tuple[Token, ...], PeopleNamed | None] = field(default_factory=dict)
    _candidates: dict[Who, tuple[Character, ...]] = field(default_factory=dict)
    _options: dict[tuple[object, ...], WordsOfNames[str]] = field(default_factory=dict)
    _sheets: dict[int, Mapping[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "people", PeopleByName(self.table, self.me))

    def named(self, line: Sequence[Token]) -> PeopleNamed | None:
        """The people that the first tokens stand for, possibly as owners: of several those who live, and of
        the plural of a kind, `goblins`, one side.
        """
        named = self.all_named(line)
        if named is None or len(named.keys) < 2:
            return named
        is_kind = named.many and named.match is None and self.people.is_plural(line)
        if named.many and not is_kind:
            return named
        living = tuple(key for key in named.keys if not is_gone(self.table[key])) or named.keys
        foes = tuple(key for key in living if self.table[key].kind == Kind.ENEMY)
        return replace(named, keys=foes if is_kind and foes else living)

    def all_named(self, line: Sequence[Token]) -> PeopleNamed | None:
        """All people that the first tokens stand for, dead or alive, of any side; cached."""
        key = tuple(line[: MOST_NAMES * self.people.names.most_words + MOST_NAMES])
        if key not in self._named:
            whose = tuple(map(Token.without_owner, key[: self.people.names.most_words + 1]))
            self._named[key] = people_named(key, self.people) or people_named(whose, self.people)
        return self._named[key]

    def names_in(self, line: Sequence[Token]) -> dict[int, PeopleNamed]:
        """The people named in a line, by place; in a sentence, a single letter begins no name."""
        named = ((each, self.named(line[place:])) for place, each in enumerate(line))
        is_long = len(line) > SHORT
        return {
            token.place: each
            for token, each in named
            if each is not None and (each.is_exact or not is_long or len(token.low) > 1)
        }

    def names_nearly(self, words: Sequence[Token]) -> bool:
        """Whether one of these words occurs in the name of somebody in play, or nearly."""
        called = (words_in_name(each.name) for each in self.table.in_play())
        names = [name for each in called for name in without_small_words(each)]
        return any(each.low == name or is_slip(each.low, name) for each in words for name in names)

    def are_on_one_side(self, line: Sequence[Token]) -> bool:
        """Whether all words stand for people on one side: a single name, or several of a side."""
        named = self.named(line)
        if named is not None and named.count == len(line):
            return True
        with suppress(RuleError):  # nobody belongs to the group
            people = people_meant(line, self) if line[0].low not in small_words() else None
            return people is not None and not any(
                self.table.are_opposed(people.keys[0], each) for each in people.keys
            )
        return False

    def candidates(self, input: Who, given: Given) -> tuple[Character, ...]:
        """The characters suitable for an input, given earlier inputs."""
        if input.apart:
            return input.candidates(self.table, given)
        if input not in self._candidates:
            self._candidates[input] = input.candidates(self.table)
        return self._candidates[input]

    def names(self, input: Choice, given: Given) -> WordsOfNames[str]:
        """The names of the options of an input."""
        options = input.options(self.table, given)
        others = input.known_as(self.table, given)
        people = (each for each in people_in_input_values(self.table, given) if self._has_any(each, options))
        key = (options, tuple(others), *people)
        if key not in self._options:
            texts = input_option_texts(options, self.table, given)
            phrases = [(words_in_name(text), each) for text, each in zip(texts, options, strict=True)]
            phrases += [(words_in_name(each), each) for each in options]
            phrases += [
                (words_in_name(name), each) for each in options for name in synonyms_of(f"option.{each}")
            ]
            phrases += [
                (short, each)
                for name, each in phrases
                if (short := without_small_words(name)) not in ((), name)
            ]
            self._options[key] = WordsOfNames(
                [*phrases, *((words_in_name(name), each) for name, each in others.items())]
            )
        return self._options[key]

    def _has_any(self, key: int, options: Sequence[str]) -> bool:
        """Whether an option is a row of somebody's sheet, and so has its name from there."""
        if key not in self._sheets:
            self._sheets[key] = row_names_of_sheet(self.table[key])
        return not self._sheets[key].keys().isdisjoint(options)


def people_named(line: Sequence[Token], at: PeopleByName) -> PeopleNamed | None:
    """The people that the first of these tokens stand for: a name or its beginning, `#3`, `goblins`,
    `goblin*`, `all`, `party`, `foes`, `all but moss`.
    """
    named = _people_named(line, at)
    return named if named is None or not named.many else _without_those_left_out(line, named, at)


def _people_named(line: Sequence[Token], at: PeopleByName) -> PeopleNamed | None:
    first = line[0]
    if first.is_number:
        return None
    match, keys = at.names.best(line)
    if first.low in synonyms_of("me") and (match is None or not match.exact):
        return PeopleNamed(first.place, 1, (at.me,) if at.me is not None else (), False, None)
    if first.low in synonyms_of("fillers") and (match is None or match.count == 1):
        return None
    is_article = bool(first.place) and first.low in synonyms_of("articles")
    if is_article and (match is None or not match.exact):
        return None  # `climbs with a rope` is nothing with Aino
    if first.text.startswith("#") and first.text[1:].isdecimal():
        keys = tuple(each.key for each in at.listed if first.text == f"#{each.key}")
        return PeopleNamed(first.place, 1, keys, False, None) if keys else None
    is_several = first.text.endswith("*") or (
        kind_of_people_meant(first) is not None and match is not None and not match.exact
    )
    if match is not None and not is_several:
        of_a_kind = {*keys} & {*at.each_called(line[match.count].low)} if line[match.count :] else {*()}
        if of_a_kind:
            return PeopleNamed(first.place, match.count + 1, tuple(sorted(of_a_kind)), True, None)
        return PeopleNamed(first.place, match.count, keys, False, match)
    return _several(line, at)


def _without_those_left_out(line: Sequence[Token], named: PeopleNamed, at: PeopleByName) -> PeopleNamed:
    """The group without those left out by the words after it, `all but moss and quill`; everybody without a
    member of the party means the party.
    """
    count, out, joins = named.count, list[int](), synonyms_of("but")
    while line[count + 1 :] and line[count].low in joins:
        other = _people_named(line[count + 1 :], at)
        if other is None:
            break
        count, out, joins = count + 1 + other.count, [*out, *other.keys], synonyms_of("and")
    if not out:
        return named
    party = {each.key for each in at.listed if each.kind == Kind.PC}
    is_of_party = party.issuperset(out) and party.issubset(named.keys)
    keys = tuple(key for key in named.keys if key not in out and (key in party or not is_of_party))
    return replace(named, count=count, keys=keys, many=len(keys) > 1)


def _several(line: Sequence[Token], at: PeopleByName) -> PeopleNamed | None:
    first = line[0]
    if first.low in (*synonyms_of("everybody"), *synonyms_of("both")):
        place = next((n for n, each in enumerate(line) if n and each.low not in small_words()), 0)
        behind = _people_named(line[place:], at) if place else None
        if behind is not None and (behind.many or len(behind.keys) > 1):
            return PeopleNamed(first.place, place + behind.count, behind.keys, True, None)
        if first.low in synonyms_of("both"):
            return None
        return PeopleNamed(
            first.place, 1, tuple(each.key for each in at.listed if not each.retired), True, None
        )
    if (kind := kind_of_people_meant(first)) is not None:
        keys = tuple(each.key for each in at.listed if each.kind == kind and not each.retired)
        return PeopleNamed(first.place, 1, keys, True, None)
    keys = at.each_called(first.low)
    return PeopleNamed(first.place, 1, keys, True, None) if keys else None


@frozen
class PeopleBesideVerb:
    """The words of a line before its verb, and those after or inside it."""

    verb: tuple[Token, ...]
    before: tuple[Token, ...]
    behind: tuple[Token, ...]

    @property
    def all(self) -> tuple[Token, ...]:
        return (*self.before, *self.behind)


def people_beside_verb(line: Sequence[Token], id: str, known: PeopleAtTable) -> PeopleBesideVerb | None:
    """The words around one of these verbs: `bring moss back`, `moss dies`. None: there is none of them; no
    word of a name such as Dead Man is a verb.
    """
    verbs = _verbs(id)
    if _first_words(id).isdisjoint([each.words[:1] for each in line]):
        return None
    names = _places_of_names(line, known)
    ways = (_besides(line, each, names) for each in verbs)
    return next((each for each in ways if each is not None), None)


def _places_of_names(line: Sequence[Token], known: PeopleAtTable) -> frozenset[int]:
    """The places of words that form a name, or begin one of several words."""
    named = ((n, known.named(line[n:])) for n in range(len(line)))
    whole = ((n, each) for n, each in named if each is not None and each.match is not None)
    return frozenset(
        place
        for n, each in whole
        if each.match is not None and each.is_exact and (each.count > 1 or each.match.is_whole)
        for place in range(n, n + each.count)
    )


@lru_cache(maxsize=64)
def _verbs(id: str) -> tuple[Phrase, ...]:
    """The words of each verb, the longest verb first."""
    phrases = (words_in_name(each) for each in synonyms_of(id))
    return tuple(sorted((without_small_words(each) or each for each in phrases), key=lambda each: -len(each)))


@lru_cache(maxsize=64)
def _first_words(id: str) -> frozenset[Phrase]:
    """The first words of the verbs."""
    return frozenset(each[:1] for each in _verbs(id))


def _besides(line: Sequence[Token], verb: Phrase, names: Collection[int]) -> PeopleBesideVerb | None:
    places: list[int] = []
    for word in verb:
        start = places[-1] + 1 if places else 0
        places_left = range(start, len(line))
        place = next((n for n in places_left if n not in names and line[n].words == (word,)), None)
        if place is None:
            return None
        places.append(place)
    behind = [each for n, each in enumerate(line) if n > places[0] and n not in places]
    return PeopleBesideVerb(tuple(line[n] for n in places), tuple(line[: places[0]]), tuple(behind))


@frozen
class PeopleMeant:
    """The people named by words that name nothing else."""

    keys: tuple[int, ...]
    many: bool
    """Whether several were named at once, rather than one by an ambiguous name."""


def people_meant(
    line: Sequence[Token], known: PeopleAtTable, *, dead_too: bool = False
) -> PeopleMeant | None:
    """The people that all these words name. None: some words name nobody. Raises `RuleError` for a group that
    nobody belongs to now.
    """
    named = known.all_named if dead_too else known.named
    keys: list[int] = []
    place, names, many = 0, 0, False
    while place < len(line):
        if line[place].low in small_words():
            place += 1
            continue
        person = named(line[place:])
        if person is None:
            return None
        if not person.keys:
            raise RuleError(no_people_named(line[place:]))
        keys += person.keys
        place, names, many = place + person.count, names + 1, many or person.many
    return PeopleMeant(tuple(dict.fromkeys(keys)), many or names > 1) if names else None


def no_people_named(line: Sequence[Token]) -> str:
    """That nobody is in play whom the first of these tokens would name."""
    kind = next(
        (kind_named for each in line[:2] if (kind_named := kind_of_people_meant(each)) is not None), None
    )
    is_me = line[0].low in synonyms_of("me")
    return label("nobody-in-play", "me" if is_me else kind or "anybody")


def numbers_of_people_spelt_out(text: str, known: PeopleAtTable) -> str:
    """A line with names for numbers, `keeper 2 and keeper 3` for `keepers 2 and 3`, if all of them exist, and
    for `keepers 2-4`.
    """
    text = _RANGE.sub(lambda match: _each_of_range(match, known), text)
    return _NUMBERED.sub(lambda match: _each_numbered(match, known), text)


def _each_of_range(match: re.Match[str], known: PeopleAtTable) -> str:
    kind, first, last = singular_name(match["kind"]), int(match["first"]), int(match["last"])
    if not first < last < first + MOST_OF_RANGE:
        return match[0]
    names = [f"{kind} {each}" for each in range(first, last + 1)]
    people = [(name, known.named(word_tokens(name))) for name in names]
    there = [
        (name, each.keys[0]) for name, each in people if each is not None and each.count == 2 and each.keys
    ]
    living = [(name, known.table[key]) for name, key in there if not is_gone(known.table[key])]
    foes = [name for name, who in living if who.kind == Kind.ENEMY]
    return people_listed(foes or [name for name, _ in living or there]) or match[0]


def _each_numbered(match: re.Match[str], known: PeopleAtTable) -> str:
    kind, numbers = singular_name(match["kind"]), re.findall(r"\d+", match["numbers"])
    names = [f"{kind} {each}" for each in numbers]
    people = [known.named(word_tokens(each)) for each in names]
    is_known = all(each is not None and each.is_exact and each.count == 2 for each in people)
    is_several = kind != match["kind"] or not match["numbers"].replace(",", "").replace(" ", "").isdecimal()
    return people_listed(names) if is_known and is_several else match[0]


def people_listed(names: Iterable[str]) -> str:
    """Names joined as in a line about people who act together."""
    return f" {synonyms_of('and')[0]} ".join(names)


def person_who_speaks(table: Table, selected: int | None) -> int | None:
    """The key of whoever says `I`: the only player's character, else the selected or acting one. None:
    ambiguous or nobody.
    """
    party = [each.key for each in table.present(Kind.PC) or table.in_play(Kind.PC)]
    now = table.order.now if table.order is not None else ()
    acting = [key for key in party if key in now]
    candidates = party if len(party) == 1 else [selected] if selected in party else acting
    return candidates[0] if len(candidates) == 1 else None


def person_who_writes(table: Table, selected: int | None, hero: int | None = None) -> int | None:
    """The key of whoever acts in a written note: a player's character, the `hero` if another character is
    selected. None: the line has to name somebody.
    """
    party = [each.key for each in table.in_play(Kind.PC)]
    if not party:
        return selected
    return person_who_speaks(table, selected) or (hero if hero in party else None)


def kind_of_people_meant(token: Token) -> Kind | None:
    """The kind whose members a word means: `party`, `foes`. None: it means none."""
    return _kinds().get(token.low)


@cache
def _kinds() -> Mapping[str, Kind]:
    return {word: kind for kind in Kind for word in synonyms_of(f"kind.{kind}")}


def people_in_play(table: Table, keys: Iterable[int]) -> tuple[int, ...]:
    """The keys of those in play; if that is everybody, of the players' characters if there are any."""
    present = tuple(key for key in keys if not table[key].retired)
    players = tuple(each.key for each in table.in_play(Kind.PC))
    return players if players and len(present) == len(table.in_play()) else present
