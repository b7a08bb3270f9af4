"""Whether a command has room for all the words of a line: most have none for a sentence, and are not looked
at any further.
"""

from tableside.rules.inputs import Cells, Choice, Filled, Input, Who, Words, YesNo
from tableside.views.filling import input_names, names_an_option
from tableside.views.phrases import SHORT, small_words
from tableside.views.reading import Reading

ENDLESS = 1_000


def has_room(reading: Reading) -> bool:
    """Whether its inputs could take all words that are left, at the very most. What is not named is meant by
    one of its options.
    """
    if len(reading.left) <= SHORT:
        return True
    reading.fill()  # what there is to choose from depends on it
    if not (reading.is_named or names_an_option(reading)):
        return False
    words = [each for each in reading.left.values() if each.low not in small_words()]
    room = sum(_room_of(reading, each) for each in reading.inputs() if not isinstance(each, Who))
    strange = [each for each in words if reading.known.named(reading.tokens[each.place :]) is None]
    longest = reading.known.people.names.most_words + 1
    whos = [each for each in reading.inputs() if isinstance(each, Who)]
    people = sum(ENDLESS if each.many else longest for each in whos)
    further = longest * (len(words) - len(strange))  # the further words of a name begin none
    return len(words) <= room + people and len(strange) <= room + min(people, further)


def _room_of(reading: Reading, input: Input) -> int:
    """The most words that an input could take, its name among them."""
    if "=" in "".join(each.text for each in reading.left.values()):
        return ENDLESS
    names = max(len(each) for each in input_names(input.id))
    match input:
        case Choice(many=True) | Cells():
            return ENDLESS
        case Choice():
            is_free = input.free and reading.is_spelt_out
            return ENDLESS if is_free else names + reading.names(input).most_words
        case Words():
            return ENDLESS if reading.is_spelt_out else names + 1
        case YesNo() | Filled():
            return names + 1
    return names + 1
