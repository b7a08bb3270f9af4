"""Sorting the words of a line into the inputs of a command: options, yes and no, numbers, words."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from tableside.errors import RuleError
from tableside.language.commands import LOOSELY, is_app_command_word
from tableside.language.input_people import THEIRS, take_input_people
from tableside.language.parse import ParsedReading, parse_newcomer, parse_without_fillers
from tableside.language.words import (
    LEAST_LETTERS,
    SHORT,
    Phrase,
    Token,
    WordMatch,
    WordsByBeginning,
    input_opposites,
    one_of_first_word,
    refusal,
    signed_input_words,
    small_words,
    synonyms_of,
    synonyms_of_input,
    without_small_words,
    word_and_its_singular,
    words_before_a_thing,
    words_begin_with_name,
    words_in_name,
    words_matching_name,
)
from tableside.rules.cells import typed_cells
from tableside.rules.inputs import Cells, Choice, Input, Number, Value, Who, Words, YesNo
from tableside.rules.procedure import PURPOSE, Role
from tableside.views.input_values import input_option_text
from tableside.views.offers import Offer
from tableside.wording import either, label

TARGETS = ("dn", "dc", "opposition")
"""Numbers that a roll is made against."""
MODIFIER = "modifier"
WEAPON = "weapon"
"""The input for the weapon of an attack, apart from its skill."""
OPPOSITES = ("hindrance", "disadvantage", "cover")
"""Numbers that make a roll harder."""
MOST_OF_AN_AILMENT = 4
"""The most words of something of the GM's own that hurts."""
BY_NAME = ("cover", "concealed", "sneak")
"""Inputs that a bare number never fills: `hit orc for 5` is a wound."""


def sort_input_words(reading: ParsedReading) -> bool:
    """Sort the words of a line into the inputs; return whether the owner of the roll may be meant."""
    _take_assigned(reading)
    if not take_input_people(reading):
        return False
    reading.fill()
    _take_choices(reading)
    _take_called(reading)
    parse_newcomer(reading)
    _take_numbers(reading)
    _take_words(reading)
    _take_verb(reading)
    parse_without_fillers(reading)
    reading.fill()
    return True


def _take_assigned(reading: ParsedReading) -> None:
    """Take `x=value`, which sets an input by its id or a cell of a sheet by its path."""
    if not reading.line.assigns:
        return
    cells = next((each for each in reading.inputs() if isinstance(each, Cells)), None)
    by_name = {name: each for each in reading.inputs() for name in synonyms_of_input(each.id)}
    if reading.takes_purpose:
        by_name[(PURPOSE.id,)] = PURPOSE
    written: list[str] = []
    for token in tuple(reading.left.values()):
        id, equals, value = token.text.partition("=")
        if not equals or not id:
            continue
        value = value.strip('"')
        if words_in_name(id) in by_name:
            reading.take(token.place)
            reading.said |= _value(reading, by_name[words_in_name(id)], value)
        elif cells is not None:
            reading.take(token.place)
            sheets = [each.sheet for each in reading.table.characters.values()]  # all of one game
            written += typed_cells(sheets[0], id, value) if sheets else (f"{id}={value}",)
    if cells is not None and written:
        reading.said[cells.id] = tuple(written)


def _value(reading: ParsedReading, input: Input, text: str) -> dict[str, Value]:
    """The value of an input from a text; what is wrong with it is noted."""
    given = reading.form.given if reading.form else reading.said
    try:
        return {input.id: input.read(text, reading.table, given)}
    except RuleError as error:
        reading.trouble = f"{label('input', input.id)}: {error}"
        return {}


def _take_choices(reading: ParsedReading) -> None:
    """Take options by name, yes and no by the input's name, and values after an input's name."""
    names = _input_words(tuple(each.id for each in reading.inputs()))
    for first in reading.firsts():
        ways = (_take_before_a_name,) if first.is_number else _takes(reading, first, names)
        run = reading.run(first) if ways else ()
        next((each for each in ways if each(reading, run)), None)


def _takes(
    reading: ParsedReading, token: Token, names: WordsByBeginning
) -> tuple[Callable[[ParsedReading, Sequence[Token]], bool], ...]:
    """The functions that may take a word: it begins an input's or option's name, which most words do not."""
    if len(token.low) == 1 and len(reading.line.tokens) > SHORT:
        return ()  # in a sentence, a single letter abbreviates nothing
    if (token.words and names.has(token.words[0])) or token.low in synonyms_of("no"):
        return _take_behind_a_name, _take_yes_in_full, _take_option, _take_yes, _take_one
    return (_take_option,) if _may_be_option(reading, word_and_its_singular(token.low)) else ()


def may_input_be_implied(reading: ParsedReading) -> bool:
    """Whether a word may be an option by which a command is meant without its name."""
    words = reading.line.first_words
    if reading.command.implied < LOOSELY:
        return _may_be_option(reading, words)
    return any(each.begins(words) for each in reading.names().values())


def _may_be_option(reading: ParsedReading, words: frozenset[str]) -> bool:
    return any(each.may_be(words) for each in reading.names().values())


@lru_cache(maxsize=256)
def _input_words(ids: tuple[str, ...]) -> WordsByBeginning:
    return WordsByBeginning(
        word for id in ids for name in (*synonyms_of_input(id), *input_opposites(id)) for word in name
    )


def _take_behind_a_name(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take an input's name and value: `rounds 3`, `dn 5`, `weapon axe`; return whether they are that."""
    for input in reading.inputs():
        if isinstance(input, (YesNo, Who, Cells)) or input.id in reading.said:
            continue
        match, signs = WordMatch.best(run, signed_input_words(input))
        if match is None or not match.is_whole or match.exact < match.count or match.count == len(run):
            continue
        behind = run[match.count :]
        if isinstance(input, Choice):
            option, values = reading.names()[input.id].best(behind)
            if option is not None:
                _choose(reading, input, values)
                reading.take(run[0].place, match.count + option.count, option.cost)
                return True
        elif isinstance(input, Words) and input.long:
            typed = " ".join(f"{each.text}{each.tail}" for each in behind)
            reading.said |= _value(reading, input, typed.rstrip(",;"))
            reading.take(run[0].place, len(run))
            return True
        elif isinstance(input, Words) or behind[0].is_number:
            value = behind[: _words_of(reading, input, run[0].place, behind)]
            reading.said |= _value(reading, input, signs[0] + " ".join(each.text for each in value))
            reading.take(run[0].place, match.count + len(value))
            return True
    return False


def _words_of(reading: ParsedReading, input: Input, place: int, behind: Sequence[Token]) -> int:
    """The number of words after an input's name that are its value: one, since others may follow; for a text
    that is not the first, all up to the next input: `create ana concept a tired smith`.
    """
    is_told = any(each.place < place and without_small_words(each.words) for each in reading.left.values())
    if not isinstance(input, Words):
        return 1
    if _is_roll(reading):  # `danger: a fall, secret`
        behind = behind[: next((n for n, each in enumerate(behind, 1) if each.ends), len(behind))]
    elif not is_told:
        return 1
    others = [each for each in reading.inputs() if each.id not in (input.id, *reading.said)]
    names = [(name, 0) for each in others for name in synonyms_of_input(each.id)]
    return next((n for n in range(1, len(behind)) if words_begin_with_name(behind[n:], names)), len(behind))


def _take_before_a_name(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take a number and what it counts: `6 metres`, `2 edge`; return whether they are that."""
    for input in reading.inputs():
        if not isinstance(input, Number) or input.id in reading.said:
            continue
        match, signs = WordMatch.best(run[1:], _counted_names(reading, input))
        if match is None or not match.is_whole or match.exact < match.count:
            continue
        behind = run[match.count + 1 :]
        is_signed = run[0].is_signed and not (run[0].text.startswith("+") and input.lowest >= 0)
        if not (is_signed or (behind and behind[0].is_number)):
            reading.said |= _value(reading, input, signs[0] + run[0].text.removeprefix("+"))
            reading.take(run[0].place, match.count + 1)
            return True
    return False


def _counted_names(reading: ParsedReading, input: Number) -> Iterator[tuple[Phrase, str]]:
    """The names of what an input counts, including this command's own."""
    offer = reading.command.target
    own = synonyms_of(f"input.{input.id}.{offer.procedure.id}") if isinstance(offer, Offer) else ()
    yield from (*signed_input_words(input), *((words_in_name(each), "") for each in own))


def _take_option(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take an option of any input by its name or plural; return whether the words begin one."""
    tried = []
    words = word_and_its_singular(run[0].low)
    for input in reading.inputs():
        if not isinstance(input, Choice) or input.id in reading.presets:
            continue
        options = reading.names()[input.id]
        if (input.id in reading.said and not input.many) or not options.may_be(words):
            continue
        match, values = options.best(run)
        if match is not None and match.count == 1 and run[0].low in _words_beginning_no_option():
            continue
        if match is None and len(run[0].low) > LEAST_LETTERS:
            match, values = options.best(one_of_first_word(run))
        if match is not None and not (match.cost and is_app_command_word(run[0].low)):
            tried.append((match, input, values))
    if not tried:
        return False
    match, input, values = max(tried, key=lambda each: each[0].rank)
    if match.cost and _is_named_behind(reading, run[0], input, values):
        return False  # `picks the lock with lockpicks`
    _choose(reading, input, values)
    _choose_weapon(reading, match.count, input, tried)
    reading.in_full += match.count if match.is_whole and not match.cost else 0
    is_ours = not input.id.startswith(THEIRS)
    is_likely = not match.cost or (
        reading.command.implied < LOOSELY and (match.from_first or not reading.is_care)
    )
    reading.is_implied = reading.is_implied or (is_ours and is_likely)
    reading.take(run[0].place, match.count, match.cost)
    return True


def _is_named_behind(reading: ParsedReading, word: Token, input: Choice, values: Sequence[str]) -> bool:
    """Whether an option that a word only begins is named in full behind it."""
    for later in reading.firsts():
        if later.place > word.place:
            match, named = reading.names()[input.id].best(reading.run(later))
            if match is not None and match.is_whole and not match.cost and {*named} <= {*values}:
                return True
    return False


@lru_cache(maxsize=1)
def _words_beginning_no_option() -> frozenset[str]:
    """Words that alone stand for no option, whatever begins like them: `ana has` is not *has aimed*, nor does
    `foes ask` leave open what ails them."""
    ids = ("sets", "pronouns", "the", Role.ORACLE)
    return small_words().union(*map(synonyms_of, ids))


def _choose_weapon(
    reading: ParsedReading, words: int, input: Input, tried: Iterable[tuple[WordMatch, Choice, Sequence[str]]]
) -> None:
    """Choose the weapon with the same name as a skill: `with bow` means both."""
    for each, other, values in tried:
        is_open = other.id == WEAPON and other is not input and other.id not in reading.said
        is_named = each.is_whole and not each.cost and each.count == words
        if is_open and is_named and len(values) == 1:
            _choose(reading, other, values)


def _take_verb(reading: ParsedReading) -> None:
    """Take a choice that the verb implies: `2 wounds` are harmful wounds, `sleep` is a rest for a night."""
    if not reading.is_named or not reading.is_spelt_out:
        return
    verb = reading.line.tokens[reading.verb : reading.verb + 1]
    for input in reading.inputs():
        if isinstance(input, Choice) and input.id not in reading.said:
            meant = [id for id in _options(reading, input) if verb[0].low in synonyms_of(f"option.{id}")]
            if meant:
                return _choose(reading, input, meant)
        if isinstance(input, Choice) and input.default is None and input.id not in reading.said:
            for words in (verb, one_of_first_word(verb)):
                match, values = reading.names()[input.id].best(words)
                if match is not None and match.is_whole and match.exact and len(values) == 1:
                    return _choose(reading, input, values)


def _options(reading: ParsedReading, input: Choice) -> tuple[str, ...]:
    return input.options(reading.table, reading.form.given if reading.form else {})


def _choose(reading: ParsedReading, input: Choice, values: Sequence[str]) -> None:
    """Fill an input with an option; note if it is ambiguous."""
    if len(values) > 1:
        given = reading.form.given if reading.form else {}
        names = [input_option_text(each, reading.table, given) for each in values]
        reading.trouble = str(refusal("which-of-them", names=either(names)))
    before = reading.said.get(input.id, ())
    many = (*(before if isinstance(before, tuple) else ()), values[0])
    reading.said[input.id] = tuple(map(str, many)) if input.many else values[0]
    if reading.form is not None:
        reading.form = reading.form.with_value(reading.table, input.id, reading.said[input.id])


def _take_yes_in_full(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take a yes stated by all words of its name, `as an attack`, even if its single words begin options."""
    for input in reading.inputs():
        if isinstance(input, YesNo) and input.id not in reading.said:
            names = ((each, 0) for each in synonyms_of_input(input.id) if len(each) > 1)
            match, _ = WordMatch.best(run, names)
            if match is not None and match.is_whole and match.exact == match.count:
                reading.said[input.id] = True
                reading.take(run[0].place, match.count)
                return True
    return False


def _take_yes(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take a yes or no: `aimed`, `no shield`; return whether these words are one."""
    denies = run[0].low in synonyms_of("no") and len(run) > 1
    rest = run[1:] if denies else run
    for input in reading.inputs():
        if isinstance(input, YesNo) and input.id not in reading.said:
            matches = (words_matching_name(rest, name) for name in synonyms_of_input(input.id))
            yes = next((each for each in matches if each is not None and each.from_first), None)
            is_long = len(rest[0].low) >= LEAST_LETTERS and rest[0].low not in small_words()
            if yes is not None and (yes.exact or is_long):
                reading.said[input.id] = not denies
                reading.take(run[0].place, yes.count + denies, yes.cost)
                return True
    return False


def _take_one(reading: ParsedReading, run: Sequence[Token]) -> bool:
    """Take one of something that helps or hinders without a number: `climb edge`."""
    numbers = [each for each in reading.inputs() if isinstance(each, Number) and each.default == 0]
    for input in numbers:
        if input.id in (*TARGETS, MODIFIER, *reading.said) or run[0].low in synonyms_of("fillers"):
            continue
        match, signs = WordMatch.best(run, signed_input_words(input))
        if match is not None and match.is_whole and match.exact == match.count:
            reading.said[input.id] = int(f"{signs[0]}1")
            reading.take(run[0].place, match.count)
            return True
    return False


def _take_called(reading: ParsedReading) -> None:
    """Take the word that introduces a name: `create a character called Bo`."""
    telling = [each for each in reading.left.values() if without_small_words(each.words)]
    has_name = any(each.id == "name" and isinstance(each, Words) for each in reading.inputs())
    if has_name and len(telling) > 1 and telling[0].low in synonyms_of("called"):
        reading.take(telling[0].place)


def _take_numbers(reading: ParsedReading) -> None:
    """Take signed numbers for the modifier; others first for required numbers, in order; dice for inputs that
    take dice. A number before a single choice, `1 wound`, means nothing.
    """
    numbers = [each for each in reading.inputs() if isinstance(each, Number)]
    for token in tuple(reading.left.values()):
        if not (token.is_number or token.is_dice):
            continue
        free = [each for each in numbers if each.id not in reading.said and (each.dice or not token.is_dice)]
        input, text = _signed(token, free) if token.is_signed else _plain(token, free)
        behind = reading.line.tokens[token.place + 1 :]
        if input is not None:
            reading.take(token.place)
            reading.said |= _value(reading, input, text)
        elif token.text == "1" and not numbers and behind and behind[0].place not in reading.left:
            reading.take(token.place)


def _signed(token: Token, free: Sequence[Number]) -> tuple[Number | None, str]:
    """The input and value for `+1` or `-1`: one worth a step or, if it cannot be negative, its opposite."""
    worth = [each for each in free if each.default is not None and each.worth and each.id not in TARGETS]
    worth.sort(key=lambda each: each.id != MODIFIER)
    amount = int(token.text)
    for each in worth:
        if each.lowest < 0 or (amount >= 0) == (each.id not in OPPOSITES):
            return each, str(amount if each.lowest < 0 else abs(amount))
    steps = (each for each in free if each.lowest < 0)
    needed = (each for each in free if each.default is None)
    return next(iter((*needed, *steps)), None), token.text


def _plain(token: Token, free: Sequence[Number]) -> tuple[Number | None, str]:
    needed = [each for each in free if each.default is None]
    timed = [each for each in free if each.id == "rounds"]
    others = [each for each in free if each.id in TARGETS]
    rest = [each for each in free if (each.lowest >= 0 or each.default != 0) and each.id not in BY_NAME]
    rest.sort(key=lambda each: each.lowest < 0)
    return next(iter((*needed, *timed, *others, *rest)), None), token.text


def _take_words(reading: ParsedReading) -> None:
    """Take the remaining words as typed, for a required text, else for an input that takes free text."""
    names_people = reading.role in (Role.CREATE, Role.FOE)  # `add a goblin`
    small = small_words() if names_people else synonyms_of("fillers")
    telling = [
        each for each in reading.left.values() if each.text not in small and (each.words or not names_people)
    ]
    places = [each.place for each in telling if not (each.is_dice and reading.is_care)]
    if not places or not reading.is_spelt_out:
        return
    if all(reading.left[place].low in words_before_a_thing() for place in places):
        return  # an article names nothing
    own = reading.presets if reading.is_own else {}
    inputs = [each for each in reading.inputs() if each.id not in (*reading.said, *own)]
    needed = [each for each in inputs if isinstance(each, Words) and each.default is None]
    free = [each for each in inputs if isinstance(each, Choice) and each.free]
    optional = [] if _is_roll(reading) else [each for each in inputs if isinstance(each, Words)]
    taking: list[Input] = [*needed, *free, *optional]
    if not taking:
        return
    first = places[0]
    while first - 1 in reading.left and _keeps(reading, taking[0], reading.left[first - 1]):
        first -= 1
    words = [each for each in reading.left.values() if first <= each.place <= places[-1]]
    if taking[0] in free and reading.role == Role.HURT and _is_a_deed(reading, words):
        return
    is_text = isinstance(taking[0], Words)
    while not is_text and words and words[-1].low in small_words():  # `fog with a`, before its die
        words = words[:-1]
    while not is_text and words and words[0].low in synonyms_of("articles"):
        words = words[1:]
    if not words:
        return  # small words name nothing
    if not is_text and tuple(word for each in words for word in each.words) in synonyms_of_input(
        taking[0].id
    ):
        return _take_all(reading, first, places[-1])  # `takes an ailment` does not say which
    typed = " ".join(f"{word.text}{word.tail}" if is_text else word.text for word in words)
    reading.said |= _value(reading, taking[0], typed.rstrip(",;"))
    reading.is_free = True
    _take_all(reading, first, places[-1])


def _take_all(reading: ParsedReading, first: int, last: int) -> None:
    for place in [each for each in reading.left if first <= each <= last]:
        reading.take(place)


def _is_roll(reading: ParsedReading) -> bool:
    """Whether dice are rolled by it: then words that name no input are no text of one."""
    offer = reading.command.target
    return bool(reading.command.verbs) or (isinstance(offer, Offer) and offer.procedure.odds is not None)


def _is_a_deed(reading: ParsedReading, words: Sequence[Token]) -> bool:
    """Whether words are no name of what hurts, since others stand among them or joins do."""
    joins = (*synonyms_of("by-means"), *synonyms_of("vs"), *synonyms_of("input.opposition"))
    run = reading.line.tokens[words[0].place : words[-1].place + 1]
    return len(run) > MOST_OF_AN_AILMENT or any(each.low in joins for each in run)


def _keeps(reading: ParsedReading, input: Input, small: Token) -> bool:
    """Whether a small word before a text is part of it: always in sentences, and an article in the name of a
    thing, `the ferry leaves`.
    """
    is_of_a_name = input.id == "name" and small.low in synonyms_of("the") and reading.role != Role.CREATE
    return isinstance(input, Words) and (input.long or is_of_a_name)
