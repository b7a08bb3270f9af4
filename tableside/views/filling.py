"""What the words of a line say of a command's inputs: people, options, yes and no, numbers, words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tableside.errors import RuleError
from tableside.rules.naming import singular
from tableside.rules.procedure import Cells, Choice, Input, Number, Value, Who, Words, YesNo
from tableside.views.people import Named
from tableside.views.phrases import Phrase, Token, best, called, match, phrase
from tableside.views.reading import Reading, opposed
from tableside.views.values import option_text
from tableside.wording import label

LEAST_LETTERS = 3
"""Letters by which an input of yes or no is known; a plural has more."""
TARGETS = ("dn", "dc", "opposition")
"""Numbers that a roll is made against."""
OPPOSITES = ("hindrance", "disadvantage", "cover")
"""Numbers that make a roll harder."""


def fill(reading: Reading) -> bool:
    """Sort the words into the inputs; whether the one whose roll it is may be meant."""
    _take_assigned(reading)
    if not _take_people(reading):
        return False
    reading.fill()
    _take_choices(reading)
    _take_numbers(reading)
    _take_words(reading)
    drop_fillers(reading)
    reading.fill()
    return True


def _take_assigned(reading: Reading) -> None:
    """`x=value` sets an input by its id; a cell of a sheet by its path."""
    cells = next((each for each in reading.inputs() if isinstance(each, Cells)), None)
    by_id = {each.id: each for each in reading.inputs()}
    written: list[str] = []
    for token in tuple(reading.left.values()):
        id, equals, value = token.text.partition("=")
        if not equals or not id:
            continue
        value = value.strip('"')
        if id in by_id:
            reading.take(token.place)
            reading.said |= _value(reading, by_id[id], value)
        elif cells is not None:
            reading.take(token.place)
            written.append(f"{id}={value}")
    if cells is not None and written:
        reading.said[cells.id] = tuple(written)


def _value(reading: Reading, input: Input, text: str) -> dict[str, Value]:
    """What an input makes of a text; what is wrong with it is remembered."""
    given = reading.form.given if reading.form else reading.said
    try:
        return {input.id: input.read(text, reading.table, given)}
    except RuleError as error:
        reading.trouble = f"{label('input', input.id)}: {error}"
        return {}


def _take_people(reading: Reading) -> bool:
    """Sort the names into the inputs; whether the one whose roll it is may be meant."""
    presets = reading.presets
    pointed = {}
    found: list[Named] = []
    whos = [each for each in reading.inputs() if isinstance(each, Who) and each.id not in reading.said]
    if not whos:
        return True
    for listed in reading.runs():
        person = _person(reading, listed)
        if person is None:
            continue
        input = _pointed_at(reading, whos, person.place)
        if input is not None:
            pointed[person.place] = input
        reading.take(person.place, person.count, person.match.cost if person.match else 0)
        found.append(person)
    subject = _subject(found, pointed, presets.get("who"))
    if subject is not None:
        found.remove(subject)
    elif "who" in presets and presets["who"] != reading.who:
        return False
    free = [each for each in whos if each.id not in presets and each not in pointed.values()]
    _share_out(reading, found, pointed, free)
    if "who" in presets:
        reading.cost += subject is not None and any(each.place < subject.place for each in found)
        _weigh_sides(reading, subject, found)
    return True


def _person(reading: Reading, listed: Sequence[Token]) -> Named | None:
    """Somebody named by the first tokens, unless they are an option in full."""
    person = reading.known.named(listed)
    if person is None or person.is_exact:
        return person
    for input in reading.inputs():
        if isinstance(input, Choice) and reading.form is not None:
            option, _ = best(listed[:1], _options(reading, input))
            if option is not None and option.exact:
                return None
    return person


def _pointed_at(reading: Reading, whos: Iterable[Who], place: int) -> Who | None:
    """The input that the word before a name is the name of."""
    before = reading.left.get(place - 1)
    for each in whos:
        names = (each.id, label("input", each.id), *called(f"input.{each.id}"))
        if before is not None and before.words in map(phrase, names):
            reading.take(before.place)
            return each
    return None


def _subject(found: Sequence[Named], pointed: Mapping[int, Who], who: Value | None) -> Named | None:
    """The first name, if it is that of the one who rolls."""
    listed = [each for each in found if each.place not in pointed or pointed[each.place].id == "who"]
    return next((each for each in listed if not each.many and who in each.keys), None)


def _share_out(
    reading: Reading, found: Sequence[Named], pointed: Mapping[int, Who], free: Sequence[Who]
) -> None:
    waiting = [each for each in found if each.place not in pointed]
    for place, input in pointed.items():
        _give(reading, input, [each for each in found if each.place == place])
    for input in free:
        if not waiting:
            return
        taken = waiting if input.many else waiting[:1]
        waiting = waiting[len(taken) :]
        _give(reading, input, taken)
    for each in waiting:  # nothing takes them: they are left over
        for place in range(each.place, each.place + each.count):
            reading.left[place] = reading.tokens[place]


def _give(reading: Reading, input: Who, taken: Sequence[Named]) -> None:
    keys: list[int] = []
    for each in taken:
        keys += _fitting(reading, input, each)
    if not keys:
        return
    if not input.many and len(keys) > 1:
        reading.trouble = _which(reading, keys)
    reading.said[input.id] = tuple(dict.fromkeys(keys)) if input.many else keys[0]


def _fitting(reading: Reading, input: Who, person: Named) -> list[int]:
    """Those meant who will do. A single name that could be several people's is told."""
    candidates = {each.key for each in input.candidates(reading.table)}
    keys = [key for key in person.keys if key in candidates]
    if not keys:
        names = ", ".join(reading.table[key].name for key in person.keys)
        reading.trouble = f"{names} will not do here"
    elif len(keys) > 1 and not person.many:
        reading.trouble = _which(reading, keys)
    return keys


def _which(reading: Reading, keys: Iterable[int]) -> str:
    return f"{' or '.join(reading.table[key].name for key in keys)}? type more of the name"


def _weigh_sides(reading: Reading, subject: Named | None, others: Sequence[Named]) -> None:
    """What stands before the verb acts; else one's own side acts, and the other is acted upon."""
    who = reading.presets["who"]
    against = reading.said.get("against")
    reading.cost += subject is None and any(each.place < reading.verb for each in others)
    if isinstance(against, int) and against:
        reading.cost += not opposed(reading.table, who, against)
    elif subject is not None and any(each.id == "against" for each in reading.inputs()):
        is_theirs = isinstance(who, int) and opposed(reading.table, reading.who, who)
        reading.cost += 2 * (is_theirs and subject.place > reading.verb)


def _options(reading: Reading, input: Choice) -> list[tuple[Phrase, str]]:
    """What the options of an input go by."""
    return reading.known.names(input, reading.form.given if reading.form else {})


def _take_choices(reading: Reading) -> None:
    """Options by their names, yes and no by the input's, and whatever stands behind an input's name."""
    for listed in reading.runs():
        if listed[0].is_number:
            continue
        for take in (_take_behind_a_name, _take_option, _take_yes):
            if take(reading, listed):
                break


def _take_behind_a_name(reading: Reading, listed: Sequence[Token]) -> bool:
    """An input's name and its value, `rounds 3`, `dn 5`, `weapon axe`; whether these are that."""
    for input in reading.inputs():
        if isinstance(input, (YesNo, Who, Cells)) or input.id in reading.said:
            continue
        found, _ = best(listed, ((phrase(each), 0) for each in (input.id, label("input", input.id))))
        if found is None or not found.is_whole or found.exact < found.count or found.count == len(listed):
            continue
        behind = listed[found.count :]
        if isinstance(input, Choice):
            option, values = best(behind, _options(reading, input))
            if option is not None:
                _choose(reading, input, values)
                reading.take(listed[0].place, found.count + option.count, option.cost)
                return True
        elif isinstance(input, Words) or behind[0].is_number:
            value = _value(reading, input, behind[0].text)
            reading.said |= value
            reading.take(listed[0].place, found.count + 1)
            return True
    return False


def _take_option(reading: Reading, listed: Sequence[Token]) -> bool:
    """An option of any input, by its name or its plural; whether these begin one."""
    tried = []
    for input in reading.inputs():
        preset = input.id in reading.presets
        if not isinstance(input, Choice) or (input.id in reading.said and not input.many) or preset:
            continue
        options = _options(reading, input)
        found, values = best(listed, options)
        if found is not None and found.count == 1 and listed[0].low in called("articles"):
            continue
        if found is None and len(listed[0].low) > LEAST_LETTERS:
            found, values = best(_one_of(listed), options)
        if found is not None:
            tried.append((found, input, values))
    if not tried:
        return False
    found, input, values = max(tried, key=lambda each: each[0].rank)
    _choose(reading, input, values)
    reading.is_implied = True
    reading.take(listed[0].place, found.count, found.cost)
    return True


def _one_of(listed: Sequence[Token]) -> Sequence[Token]:
    """With the first word, `goblins`, as one of them; nothing when it is no plural."""
    first = listed[0]
    one = singular(first.low)
    return () if one == first.low else (replace(first, words=phrase(one)), *listed[1:])


def _choose(reading: Reading, input: Choice, values: Sequence[str]) -> None:
    """Fill an input with an option; that it could be another too is remembered."""
    if len(values) > 1:
        given = reading.form.given if reading.form else {}
        names = [option_text(each, reading.table, given) for each in values]
        reading.trouble = f"{' or '.join(names)}? type more of it"
    before = reading.said.get(input.id, ())
    many = (*(before if isinstance(before, tuple) else ()), values[0])
    reading.said[input.id] = tuple(map(str, many)) if input.many else values[0]
    if reading.form is not None:
        reading.form = reading.form.with_value(reading.table, input.id, reading.said[input.id])


def _take_yes(reading: Reading, listed: Sequence[Token]) -> bool:
    """What is or is not so, `aimed`, `no shield`; whether these say it."""
    denies = listed[0].low in called("no") and len(listed) > 1
    rest = listed[1:] if denies else listed
    for input in reading.inputs():
        if isinstance(input, YesNo) and input.id not in reading.said:
            names = (phrase(input.id), phrase(label("input", input.id)))
            found = next((each for name in names if (each := match(rest, name)) and each.from_first), None)
            if found is not None and (found.exact or len(rest[0].low) >= LEAST_LETTERS):
                reading.said[input.id] = not denies
                reading.take(listed[0].place, found.count + denies, found.cost)
                return True
    return False


def _take_numbers(reading: Reading) -> None:
    """Signed numbers into the modifier; others first where a number must be given, and in order."""
    for token in tuple(reading.left.values()):
        if not token.is_number:
            continue
        free = [each for each in reading.inputs() if isinstance(each, Number) and each.id not in reading.said]
        input, text = _signed(token, free) if token.is_signed else _plain(token, free)
        if input is not None:
            reading.take(token.place)
            reading.said |= _value(reading, input, text)


def _signed(token: Token, free: Sequence[Number]) -> tuple[Number | None, str]:
    """`+1` is an input that is worth a step; where that cannot be negative, `-1` is one of its opposite."""
    worth = [each for each in free if each.default is not None and each.worth and each.id not in TARGETS]
    worth.sort(key=lambda each: each.id != "modifier")
    amount = int(token.text)
    for each in worth:
        if each.lowest < 0 or (amount >= 0) == (each.id not in OPPOSITES):
            return each, str(amount if each.lowest < 0 else abs(amount))
    needed = next((each for each in free if each.default is None), None)
    return needed, token.text


def _plain(token: Token, free: Sequence[Number]) -> tuple[Number | None, str]:
    needed = [each for each in free if each.default is None]
    timed = [each for each in free if each.id == "rounds"]
    others = [each for each in free if each.id in TARGETS]
    rest = sorted(free, key=lambda each: each.lowest < 0)
    return next(iter((*needed, *timed, *others, *rest)), None), token.text


def _take_words(reading: Reading) -> None:
    """What is left, as it was typed, where words must be given; else where they are taken as they are."""
    places = [each.place for each in reading.left.values() if each.text not in called("fillers")]
    if not places or not reading.is_spelt_out:
        return
    inputs = [each for each in reading.inputs() if each.id not in reading.said]
    needed = [each for each in inputs if isinstance(each, Words) and each.default is None]
    free = [each for each in inputs if isinstance(each, Choice) and each.free]
    optional = [each for each in inputs if isinstance(each, Words) and not reading.command.verbs]
    taking: list[Input] = [*needed, *free, *optional]
    if not taking:
        return
    first = places[0]
    while isinstance(taking[0], Words) and taking[0].long and first - 1 in reading.left:
        first -= 1  # a sentence keeps its small words
    words = [each for each in reading.left.values() if first <= each.place <= places[-1]]
    reading.said |= _value(reading, taking[0], " ".join(word.text for word in words))
    for word in words:
        reading.take(word.place)


def drop_fillers(reading: Reading) -> None:
    """Leave out the words that say nothing by themselves."""
    small = {*called("fillers"), *called("articles")}
    for token in tuple(reading.left.values()):
        if token.low in small or not token.words:
            reading.take(token.place)
