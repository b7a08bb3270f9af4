"""The inputs of procedures: what may be given, and how it is read from text."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.naming import all_of
from tableside.rules.sheet import BIGGEST
from tableside.rules.table import Character, Kind, Table, find
from tableside.rules.typed import NAME_LENGTH, number, one_line, one_of, short, slug, yes_no

Value = int | bool | str | tuple[int, ...] | tuple[str, ...]
Given = Mapping[str, Value]
"""The values of a procedure's inputs, by input id."""
Test = Callable[[Table, Given], bool]
"""Whether something holds, where this was given before."""


def always(table: Table, given: Given) -> bool:
    """What holds whatever was given."""
    return True


@frozen
class Number:
    """A whole number."""

    id: str = ""
    default: int | None = None
    lowest: int = 0
    highest: int = BIGGEST
    worth: tuple[int, ...] = ()
    """Steps up or down whose effect on the odds is worth showing."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return number(text, 0, self.lowest, self.highest)


@frozen
class YesNo:
    """Yes or no."""

    id: str = ""
    default: bool | None = False
    worth: bool = True
    """Whether the other answer's effect on the odds is worth showing."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return yes_no(text)


@frozen
class Words:
    """Free text. `many`: words apart by blanks."""

    id: str = ""
    default: str | None = None
    long: bool = False

    def read(self, text: str, table: Table, given: Given) -> Value:
        return short(text, BIGGEST) if self.long else short(one_line(text), NAME_LENGTH)


@frozen
class Choice:
    """One of a list of ids, or several (`many`).

    The list may depend on the table and on the inputs before.
    """

    id: str = ""
    options: Callable[[Table, Given], tuple[str, ...]] = field(default=lambda table, given: ())
    default: str | None = None
    many: bool = False
    most: int = BIGGEST
    """How many may be chosen at once, of `many`."""
    free: bool = False
    """Whether a text that is not in the list is taken as it is."""
    worth: bool = False
    """Whether the other options' effect on the odds is worth showing."""
    aside: tuple[str, ...] = ()
    """Those whose effect is not shown all the same, since another stands for them."""
    known_as: Callable[[Table, Given], Mapping[str, str]] = field(default=lambda table, given: {})
    """Options by other names that they go by now: the skill die by the name of each skill."""
    proposed: Callable[[Table], str | None] = field(default=lambda table: None)
    """The option that a form begins with where the table tells which is true. None: as ever."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    def read(self, text: str, table: Table, given: Given) -> Value:
        options = self.options(table, given)
        others = self.known_as(table, given)
        if self.many:
            return tuple(self._one(word, options, others) for word in words(text))
        return self._one(text, options, others)

    def _one(self, text: str, options: tuple[str, ...], others: Mapping[str, str]) -> str:
        folded = {option.casefold(): option for option in options}
        folded = {**{name.casefold(): option for name, option in others.items()}, **folded}
        if text.strip().casefold() in folded:
            return folded[text.strip().casefold()]
        if self.free and slug(text) in options:
            return slug(text)
        if self.free:
            if not any(letter.isalpha() for letter in text):
                raise RuleError(
                    f"{text.strip()!r} is no name: one has letters, and no number stands behind it"
                )
            return short(one_line(text.strip()), NAME_LENGTH)
        wanted = text.strip().casefold()
        starting = list(dict.fromkeys(each for low, each in folded.items() if low.startswith(wanted)))
        return starting[0] if wanted and len(starting) == 1 else one_of(text, options)


@frozen
class Who:
    """A character in play, or several (`many`), by name, start of name, or `#key`; several of a kind at once,
    as `goblins` or `goblin*`.
    """

    id: str = ""
    kinds: tuple[Kind, ...] = ()
    """The kinds that may be picked; none given: every kind."""
    many: bool = False
    optional: bool = False
    """Whether nobody may be given: 0, or the empty tuple. What that means the procedure says."""
    proposed: bool = False
    """Whether a form names somebody all the same, where nobody need be given."""
    fits: Callable[[Table, Character], bool] = field(default=lambda table, character: True)
    """Whether this character may be picked now."""
    retired: bool = False
    """Whether those out of play may be picked too."""
    apart: tuple[str, ...] = ()
    """Inputs before this one: whoever is picked there is not picked here."""
    matters: Test = always
    """Whether it can make a difference: a form leaves it out until it can."""

    @property
    def default(self) -> Value | None:
        return (() if self.many else 0) if self.optional else None

    def candidates(self, table: Table, given: Given | None = None) -> tuple[Character, ...]:
        """Those who may be picked, when this was given before."""
        everybody = table.characters.values() if self.retired else table.in_play()
        picked = self._picked(given)
        return tuple(
            each
            for each in sorted(everybody, key=lambda each: each.key)
            if (not self.kinds or each.kind in self.kinds)
            and self.fits(table, each)
            and each.key not in picked
        )

    def _picked(self, given: Given | None) -> tuple[Value | None, ...]:
        """The keys of those who are picked already where nobody may be picked twice."""
        return tuple(given.get(id) for id in self.apart) if given else ()

    def read(self, text: str, table: Table, given: Given) -> Value:
        if self.optional and not text.strip():
            return () if self.many else 0
        listed = self.candidates(table, given)
        if not self.many:
            self._check_other(text, table, given)
            return self._found(text, listed, table).key
        if whole := all_of(text, listed):
            return whole
        words = names(text, table.characters.values())
        self._check_apart(words, table, given)
        return tuple(dict.fromkeys(key for word in words for key in self._meant(word, listed, table)))

    def _check_other(self, text: str, table: Table, given: Given) -> None:
        """Raises `RuleError` for one who would be up against themselves."""
        wanted = text.strip().casefold()
        for key in self._picked(given):
            if isinstance(key, int) and key and wanted in (table[key].name.casefold(), f"#{key}"):
                raise RuleError(f"{table[key].name} cannot be up against themselves: name somebody else")

    def _check_apart(self, words: Iterable[str], table: Table, given: Given) -> None:
        """Raises `RuleError` naming one who is picked already."""
        people = [table[key] for key in self._picked(given) if isinstance(key, int) and key]
        for who in people:
            if any(word.strip().casefold() == who.name.casefold() for word in words):
                raise RuleError(f"{who.name} does it and cannot be among them: leave {who.name} out")

    def _meant(self, word: str, listed: Iterable[Character], table: Table) -> tuple[int, ...]:
        """The keys of those whom one word of a list means: one of them, or all of a kind."""
        try:
            return (self._found(word, listed, table).key,)
        except RuleError:
            if several := all_of(word, listed):
                return several
            raise

    def _found(self, text: str, listed: Iterable[Character], table: Table) -> Character:
        """The one meant among these. Raises `RuleError`, also for one who is there but will not do."""
        try:
            return find(listed, text)
        except RuleError as error:
            try:
                other = find(table.characters.values(), text)
            except RuleError:
                raise error from None
            from tableside.rules.unfit import unfit  # only for who will not do

            raise RuleError(unfit(table, other, tuple(listed))) from None


@frozen
class Cells:
    """Cells of a sheet and what is typed into them, as `path=text`: it takes every name that no other
    input has.
    """

    id: str = ""
    default: tuple[str, ...] = ()

    def read(self, text: str, table: Table, given: Given) -> Value:
        return tuple(each.strip() for each in text.split(";") if each.strip())


@frozen
class Filled:
    """A text that the program fills in when it performs the procedure: no form shows it."""

    id: str = ""
    default: str = ""

    def read(self, text: str, table: Table, given: Given) -> Value:
        return text


Input = Number | YesNo | Words | Choice | Who | Cells | Filled


def names(text: str, listed: Iterable[Character]) -> list[str]:
    """The names of a list, as `words`; words that are a whole name together are that one."""
    known = {each.name.casefold() for each in listed}
    if text.strip().casefold() in known:
        return [text]
    if "," in text:
        return words(text)
    found, left = [], text.split()
    while left:
        ends = range(len(left), 1, -1)
        taken = next((end for end in ends if " ".join(left[:end]).casefold() in known), 1)
        found.append(" ".join(left[:taken]))
        left = left[taken:]
    return found


def words(text: str) -> list[str]:
    """The words of a list: apart by blanks, or by commas when a word holds blanks itself."""
    if "," in text:
        return [word.strip() for word in text.split(",") if word.strip()]
    return text.split()
