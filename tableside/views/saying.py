"""What is typed in words: understood, or told why not, and completed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form import Form, start
from tableside.rules.procedure import Choice, Role, Value, Who, YesNo
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.bare_dice import THROW_ID
from tableside.rules.tables.dice import table_dice
from tableside.views.commands import Command, Places, commands, rolls_of
from tableside.views.letters import lettered
from tableside.views.meaning import read_all
from tableside.views.offers import Offer, offers
from tableside.views.phrases import Token, called, nearest, tokens
from tableside.views.reading import Known, Reading
from tableside.views.shorthand import dice_in, foes_in, spelt_out
from tableside.views.tables import Listed
from tableside.views.values import option_text
from tableside.wording import label

MOST_WORDS = 40
MOST_PEOPLE = 12
"""People of one beginning whose rolls are looked at."""
MOST_NAME_WORDS = 3
"""Words of a name that are looked at to complete its last one."""
MOST_MEANT = 5
"""Commands that are named when several are meant."""
NOTE = '"'
QUESTION = "?"
SECRET = "secret"


@frozen
class Said:
    """What was understood of a line: a command, or somebody who is to be selected."""

    command: Command | None
    form: Form | None = None
    missing: tuple[str, ...] = ()
    """The inputs that have to be asked for."""
    told: tuple[str, ...] = ()
    """The inputs that the line says."""
    select: int | None = None
    """The key of the one who is to be selected."""
    entry: int | None = None
    """The number of the entry of the journal that is to be seen."""


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
    _commands: dict[int | None, tuple[Command, ...]] = field(default_factory=dict)
    _offers: dict[int | None, tuple[Offer, ...]] = field(default_factory=dict)
    _heard: dict[tuple[Token, ...], tuple[Reading, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", Known(self.table, self.who))

    def hears(self, table: Table, who: int | None, tables: Sequence[Listed]) -> bool:
        """Whether nothing has changed since."""
        return self.table is table and self.who == who and self.tables == tables

    def commands(self) -> tuple[Command, ...]:
        """Everything that can be done, the rolls of the one selected first."""
        if self.who not in self._commands:
            self._commands[self.who] = commands(self.table, self.rules, self.who, self.places, self.tables)
        return self._commands[self.who]

    def _of(self, key: int) -> tuple[Command, ...]:
        if key == self.who:
            return self.commands()
        if key not in self._commands:
            self._commands[key] = rolls_of(self.table, self.rules, key)
        return self._commands[key]

    def readings(self, text: str) -> tuple[Reading, ...]:
        """All that a line may mean: what it says wholly first, then what is meant more likely."""
        listed = tokens(text)
        if len(listed) > MOST_WORDS:
            raise RuleError(f"{len(listed)} words are too many: at most {MOST_WORDS}")
        if listed not in self._heard:
            found = [*self.commands()]
            for key in self._named(listed):
                found += self._of(key) if key != self.who else ()
            self._heard[listed] = tuple(sorted(read_all(found, listed, self.known), key=_likelihood))
        return self._heard[listed]

    def _named(self, listed: Sequence[Token]) -> Iterator[int]:
        """Those whose own rolls may be meant."""
        keys: dict[int, None] = {}
        for place in range(len(listed)):
            person = self.known.named(listed[place:])
            if person is not None and not person.many and len(person.keys) <= MOST_PEOPLE:
                keys |= dict.fromkeys(person.keys)
        return iter(keys)

    def found(self, text: str) -> tuple[Offer, ...]:
        """All that can be done and that a line may say, what is called so first; everything for none.

        What a line says of the inputs of a roll is filled in.
        """
        listed = self._offered()
        if not text.strip():
            return listed
        found = lettered(listed, self.table, self.rules, self.who, text)
        if (dice := dice_in(text)) is not None:
            thrown = next(each for each in listed if each.key == THROW_ID)
            found = (replace(thrown, presets={"dice": dice}), *found)
        keys = {each.key for each in found}
        return (*found, *(each for each in self._said(text) if each.key not in keys))

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

    def understood(self, text: str) -> Said:
        """What a line means. Raises `RuleError` naming the word that does not fit, or what could be meant."""
        if (note := note_in(text)) is not None:
            return self._note(note)
        if (question := question_in(text)) is not None and self.rules.role(Role.ORACLE) is not None:
            return self._question(question)
        if text.strip().isdecimal():
            return Said(None, entry=int(text.strip()[:9]))
        if (dice := dice_in(text)) is not None:
            return self._dice(dice)
        if (counted := foes_in(text, self.table, self.rules)) is not None:
            return self._foes(*counted)
        readings = self.readings(text)
        whole = [each for each in readings if not each.left]
        if not any(each.is_named for each in whole) and (person := self._selected(text)) is not None:
            return person
        if all(each.trouble for each in whole) and (line := spelt_out(text, self.known)) is not None:
            return self.understood(line)
        if not whole:
            raise RuleError(self._why_not(text, readings))
        tied = [each for each in whole if _weight(each) == _weight(whole[0])]
        most = max(each.words for each in tied)
        return self._decided([each for each in tied if each.words == most])

    def _note(self, text: str) -> Said:
        procedure = self.rules.role(Role.NOTE)
        command = next(each for each in self.commands() if each.id == (procedure.id if procedure else ""))
        form = Form(procedure, {"text": text} if text else {}) if procedure else None
        return Said(command, form, () if text else ("text",), ("text",) if text else ())

    def _question(self, text: str) -> Said:
        """A question to the oracle, behind how likely it is and `secret`, where either is said."""
        procedure = self.rules.role(Role.ORACLE)
        assert procedure is not None  # whoever asks has looked
        command = next(each for each in self.commands() if each.id == procedure.id)
        pick = procedure.input("likelihood")
        known = pick.options(self.table, {}) if isinstance(pick, Choice) else ()
        given: dict[str, Value] = {}
        while (word := _leading(text, (*known, SECRET))) and word not in given.values():
            given |= {SECRET: True} if word == SECRET else {"likelihood": word}
            text = text[len(word) :].strip()
        form = start(procedure, self.table, None, {**given, "question": text})
        return Said(command, form, (), ("question", "likelihood", *([SECRET] * (SECRET in given))))

    def _dice(self, dice: str) -> Said:
        """Raises `RuleError` for dice that there are not."""
        command = next(each for each in self.commands() if each.id == THROW_ID)
        procedure = self.rules.procedure(THROW_ID)
        table_dice(dice)
        return Said(command, start(procedure, self.table, None, {"dice": dice}), (), ("dice",))

    def _foes(self, form: Form, said: frozenset[str]) -> Said:
        command = next(each for each in self.commands() if each.id == form.procedure.id)
        inputs = form.procedure.inputs
        missing = tuple(each.id for each in inputs if each.default is None and each.id not in said)
        return Said(command, form, missing, tuple(each.id for each in inputs if each.id in said))

    def _selected(self, text: str) -> Said | None:
        """The one whose name is all that was typed."""
        listed = tokens(text)
        person = self.known.named(listed) if listed else None
        if person is None or person.many or person.count < len(listed):
            return None
        keys = [key for key in person.keys if not self.table[key].retired]
        if len(keys) > 1:
            names = [self.table[key].name for key in keys]
            raise RuleError(f"{' or '.join(names)}? type more of the name")
        return Said(None, select=keys[0]) if keys else None

    def _decided(self, tied: Sequence[Reading]) -> Said:
        """The one meant of those that are as likely. Raises `RuleError` naming them."""
        first = tied[0]
        same = [each for each in tied if _is_same(each, first)]
        if len(same) < len(tied):
            names = dict.fromkeys(self._name(each) for each in tied)
            listed = list(names)[:MOST_MEANT]
            more = "…" if len(names) > MOST_MEANT else ""
            raise RuleError(f"{', '.join(listed)}{more}? type more of it")
        if first.trouble:
            raise RuleError(first.trouble)
        return Said(first.command, first.form, first.missing, tuple(first.said))

    def _name(self, reading: Reading) -> str:
        target = reading.command.target
        who = target.presets.get("who") if isinstance(target, Offer) else None
        whose = f"{self.table[who].name}: " if isinstance(who, int) and who != self.who else ""
        return f"{whose}{reading.command.label}"

    def _why_not(self, text: str, readings: Sequence[Reading]) -> str:
        listed = tokens(text)
        if not listed:
            return "type what is to be done, such as: rest"
        known = self._words()
        if not readings:
            strange = next((each for each in listed if not _begins(each.low, known)), listed[0])
            able = [each.name for each in self.table.in_play() if self._can(each.key, strange)]
            if able:
                return f"{strange.text!r} is nothing of this one's: name {' or '.join(able[:MOST_MEANT])} too"
            hint = nearest(strange.low, known) or "ctrl+p lists all there is"
            return f"{strange.text!r} is nothing that can be done here: {hint}"
        best = min(readings, key=lambda each: (len(each.left), *_likelihood(each)))
        word = next(iter(best.left.values()))
        person = self.known.named(listed[word.place :])
        name = best.command.label
        if person is not None:
            who = " or ".join(self.table[key].name for key in person.keys[:MOST_MEANT])
            return f"{name}: {who} does not fit here"
        hint = nearest(word.low, _words_for(best)) or _takes(best)
        return f"{name}: {word.text!r} fits nowhere: {hint}"

    def _can(self, key: int, word: Token) -> bool:
        """Whether a word begins something that this one can roll."""
        names = [name for each in self._of(key) for name in (*each.phrases, *each.verbs) if each.verbs]
        return any(_begins(word.low, name) for name in names)

    def _words(self) -> list[str]:
        """Every word that begins something."""
        found = [word for each in self.commands() for name in each.phrases for word in name]
        return [*found, *(word for each in self.table.in_play() for word in each.name.casefold().split())]

    # Completing

    def completed(self, text: str) -> str:
        """The line with its last word completed to what is likeliest; the same line when nothing would."""
        words = text.split(" ")
        if not words[-1] or note_in(text) is not None:
            return text
        for count in range(min(len(words), MOST_NAME_WORDS), 0, -1):
            head, tail = " ".join(words[:-count]), " ".join(words[-count:])
            found = next((each for each in self._candidates(head) if each.startswith(tail.casefold())), None)
            if found is not None:
                return text + found[len(tail) :]
        return text

    def _candidates(self, head: str) -> Iterator[str]:
        readings = self.readings(head) if head.strip() else ()
        best = next(iter(readings), None)
        if best is not None and best.inputs():
            yield from _words_for(best)
        names = [each.name.casefold() for each in self.table.in_play()]
        for each in self.commands():
            yield each.label.partition(" · ")[0].casefold() if each.verbs else " ".join(each.phrases[0])
        yield from names
        for key in self._named(tokens(head)):
            yield from (each.label.casefold() for each in self._of(key) if each.verbs)
        for each in self.commands():
            yield from (" ".join(name) for name in each.phrases)


def note_in(text: str) -> str | None:
    """The note that a line is, which begins with a quote or with `note `. None: it is none."""
    bare = text.lstrip()
    if bare.startswith(NOTE):
        return bare[1:].removesuffix(NOTE).strip()
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in called(Role.NOTE) else None


def _leading(text: str, known: Iterable[str]) -> str:
    """The longest of these ids that a text begins with, as words; empty when it is none."""
    spaced = f"{text.casefold()} "
    return max(
        (each for each in known if spaced.startswith(f"{each.replace('-', ' ')} ")), key=len, default=""
    )


def question_in(text: str) -> str | None:
    """What the oracle is asked by a line that begins with a question mark or with `oracle`, in plain words.
    None: nothing.
    """
    bare = text.strip()
    if bare.startswith(QUESTION):
        return bare[1:].strip()
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in called(Role.ORACLE) and "=" not in rest else None


def understood(text: str, table: Table, rules: Ruleset, who: int | None) -> Said:
    """What a line means at this table. Raises `RuleError`."""
    return Listener(table, rules, who).understood(text)


def _weight(reading: Reading) -> tuple[bool, int]:
    return bool(reading.trouble), reading.cost


def _likelihood(reading: Reading) -> tuple[bool, bool, int, int, int]:
    target = reading.command.target
    rank = target.rank if isinstance(target, Offer) else 0
    return bool(reading.left), *_weight(reading), len(reading.left), rank


def _is_same(one: Reading, other: Reading) -> bool:
    """Whether two readings do the same, apart from what is asked for."""
    mine, theirs = one.command.target, other.command.target
    if not (isinstance(mine, Offer) and isinstance(theirs, Offer)):
        return mine == theirs
    if mine.procedure is not theirs.procedure or one.form is None or other.form is None:
        return False
    asked = {*one.missing, *other.missing}
    return all(other.form.given.get(id) == v for id, v in one.form.given.items() if id not in asked)


def _begins(word: str, known: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in known)


def _words_for(reading: Reading) -> Iterator[str]:
    """The words that would fill inputs which are not said yet."""
    form = reading.form
    if form is None:
        return
    for input in form.procedure.inputs:
        if input.id in reading.said and not getattr(input, "many", False):
            continue
        match input:
            case Choice():
                for each in input.options(reading.table, form.given):
                    yield option_text(each, reading.table, form.given).casefold()
                yield from (each.casefold() for each in input.known_as(reading.table, form.given))
            case Who():
                yield from (each.name.casefold() for each in input.candidates(reading.table))
            case YesNo():
                yield label("input", input.id)


def _takes(reading: Reading) -> str:
    listed = [label("input", each.id) for each in reading.inputs()]
    return f"it takes {', '.join(listed)}" if listed else "it takes nothing more"
