"""The last words of a typed line, completed to what is likeliest."""

from collections.abc import Iterator

from tableside.views.known_lines import note_in
from tableside.views.listening import Listener
from tableside.views.phrases import tokens
from tableside.views.refusing import words_for

MOST_NAME_WORDS = 3
"""Words of a name that are looked at to complete its last one."""


def completed(listener: Listener, text: str) -> str:
    """The line with its last word completed to what is likeliest; the same line when nothing would."""
    if not text or text.endswith(" ") or note_in(text) is not None:
        return text
    words = text.split(" ")
    for count in range(min(len(words), MOST_NAME_WORDS), 0, -1):
        head, tail = " ".join(words[:-count]), " ".join(words[-count:])
        found = next((each for each in _candidates(listener, head) if each.startswith(tail.casefold())), None)
        if found is not None:
            return text + found[len(tail) :]
    return text


def _candidates(listener: Listener, head: str) -> Iterator[str]:
    readings = listener.readings(head) if head.strip() else ()
    best = next(iter(readings), None)
    if best is not None and best.inputs():
        yield from words_for(best)
    for each in listener.commands():
        yield each.label.partition(" · ")[0].casefold() if each.verbs else " ".join(each.phrases[0])
    yield from (each.name.casefold() for each in listener.table.in_play())
    for key in listener.people_in(tokens(head)):
        yield from (each.label.casefold() for each in listener.commands_of(key) if each.verbs)
    for each in listener.commands():
        yield from (" ".join(name) for name in each.phrases)
