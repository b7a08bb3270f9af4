"""Why a typed line means nothing, and what would."""

from collections.abc import Iterable, Iterator, Sequence

from tableside.rules.inputs import Choice, Input, Who, YesNo
from tableside.views.listening import Listener
from tableside.views.phrases import Token, nearest, tokens
from tableside.views.reading import Reading
from tableside.views.shorthand import no_foes
from tableside.views.values import option_text
from tableside.wording import label

MOST_MEANT = 5
"""Commands or people that are named when several are meant."""


def why_not(listener: Listener, text: str, readings: Sequence[Reading]) -> str:
    """Why none of these readings takes all of the line."""
    listed = tokens(text)
    if not listed:
        return "type what is to be done, such as: rest"
    is_list = not readings or any(each.ends for each in listed)
    if is_list and (uncounted := no_foes(text, listener.table, listener.rules)):
        return uncounted
    if not readings:
        return _strange(listener, listed)
    best = min(readings, key=lambda each: (len(each.left), *each.likelihood))
    word = next(iter(best.left.values()))
    person = listener.known.named(listed[word.place :])
    name = best.command.label
    if person is not None:
        who = " or ".join(listener.table[key].name for key in person.keys[:MOST_MEANT])
        return f"{name}: {who} does not fit here"
    hint = nearest(word.low, words_for(best)) or _takes(best)
    return f"{name}: {word.text!r} fits nowhere: {hint}"


def _strange(listener: Listener, listed: Sequence[Token]) -> str:
    """That nothing begins with one of the words."""
    known = known_words(listener, listener.people_in(listed))
    strange = next((each for each in listed if not begins(each.low, known)), listed[0])
    able = [listener.table[key].name for key in able_to(listener, strange)]
    if able:
        return f"{strange.text!r} is nothing of this one's: name {' or '.join(able[:MOST_MEANT])} too"
    hint = nearest(strange.low, known) or "ctrl+p lists all there is"
    return f"{strange.text!r} is nothing that can be done here: {hint}"


def able_to(listener: Listener, word: Token) -> list[int]:
    """Those who can roll something that a word begins."""
    return [each.key for each in listener.table.in_play() if _can(listener, each.key, word)]


def _can(listener: Listener, key: int, word: Token) -> bool:
    own = [each for each in listener.commands_of(key) if each.verbs]
    return any(begins(word.low, name) for each in own for name in (*each.phrases, *each.verbs))


def known_words(listener: Listener, people: Iterable[int] = ()) -> list[str]:
    """Every word that begins something, with what these people alone can do."""
    listed = [*listener.commands(), *(each for key in people for each in listener.commands_of(key))]
    found = [word for each in listed for name in each.phrases for word in name]
    return [*found, *(word for each in listener.table.in_play() for word in each.name.casefold().split())]


def begins(word: str, known: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in known)


def words_for(reading: Reading) -> Iterator[str]:
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


def _options(reading: Reading, input: Input) -> str:
    """What there is to choose from where a choice must be made, when that is little enough to be said."""
    if not isinstance(input, Choice) or input.default is not None or reading.form is None:
        return ""
    given = reading.form.given
    listed = [option_text(each, reading.table, given) for each in input.options(reading.table, given)]
    return f" ({', '.join(listed)})" if 0 < len(listed) <= MOST_MEANT else ""


def _takes(reading: Reading) -> str:
    listed = [f"{label('input', each.id)}{_options(reading, each)}" for each in reading.inputs()]
    return f"it takes {', '.join(listed)}" if listed else "it takes nothing more"
