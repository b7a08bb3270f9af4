"""Every sentence that a person reads about a game or a campaign, made from ids and facts."""

from collections.abc import Callable, Iterable, Mapping

from tableside import errors
from tableside.errors import Message
from tableside.games import games_in_use
from tableside.key_table import KEY_OF
from tableside.rules.items import item_row_name
from tableside.wording.campaign import TEXTS as _CAMPAIGN
from tableside.wording.errors_files import TEXTS as _ERRORS_OF_FILES
from tableside.wording.errors_play import TEXTS as _ERRORS
from tableside.wording.games import TEXTS as _GAMES
from tableside.wording.games import wordings_of_games
from tableside.wording.journal import TEXTS as _JOURNAL
from tableside.wording.keys import TEXTS as _KEYS
from tableside.wording.language import TEXTS as _LANGUAGE
from tableside.wording.screens import TEXTS as _SCREENS
from tableside.wording.shell import TEXTS as _SHELL

Say = Callable[[Message], str]

TEXTS: Mapping[str, str] = {
    **_CAMPAIGN,
    **_GAMES,
    **_ERRORS,
    **_ERRORS_OF_FILES,
    **_SCREENS,
    **_JOURNAL,
    **_KEYS,
    **_LANGUAGE,
    **_SHELL,
}
"""The texts that are no game's, by key: a kind such as `fact` or `input`, a dot, an id. Values stand in
braces.
"""


def wording_in_use(key: str) -> str | None:
    """The text of a key: ours, or of a game that is in use. None: it has none."""
    return TEXTS.get(key) or wordings_of_games(games_in_use()).get(key)


def label(kind: str, id: str) -> str:
    """The text of an id; an id without a text is shown as its own words. Words, and names with a capital, are
    no ids, and are left as they are; of a row of one's own it is the name.
    """
    id = item_row_name(id)
    is_id = " " not in id and id == id.lower()
    return wording_in_use(f"{kind}.{id}") or (id.replace("-", " ").replace("_", " ") if is_id else id)


def part_label(game: str, part: str) -> str:
    """What a game calls a part of its sheet."""
    return wordings_of_games((game,)).get(f"part.{game}.{part}") or label("part", part)


def has_wording(kind: str, id: str) -> bool:
    return wording_in_use(f"{kind}.{id}") is not None


def wording_template(kind: str, id: str, values: Mapping[str, object]) -> str | None:
    """The text of an id, to be filled with these values; where one of them is 0 or empty, the text without it
    if there is one (`without.<id>.<value>`), and where it is a single one, the text for that
    (`one.<id>.<value>`); of a part of a sheet its own, if there is one (`<kind>.<id>.<game>.<part>`).
    """
    if "part" in values and (own := wording_in_use(f"{kind}.{id}.{values['part']}")):
        return own
    for name, value in values.items():
        count = _count(value)
        if count in (0, 1) and (text := wording_in_use(f"{'one' if count else 'without'}.{id}.{name}")):
            return text
    return wording_in_use(f"{kind}.{id}")


def wording_for_one(key: str, values: Mapping[str, object]) -> str | None:
    """The text of a key in use; where one of these values is a single one, that for it
    (`one.<key>.<value>`), and where one is 0 or empty, that without it (`without.<key>.<value>`).
    """
    counts = ((name, _count(value)) for name, value in values.items())
    own = (
        wording_in_use(f"{'one' if count else 'without'}.{key}.{name}")
        for name, count in counts
        if count in (0, 1)
    )
    return next(filter(None, own), None) or wording_in_use(key)


def _count(value: object) -> int | None:
    """How many a value stands for; None for a text."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, list | tuple) else 0 if value == "" else None


def worded_for_shell(message: Message) -> str:
    """A message as the command line tells it: inputs and procedures by the ids that are typed there."""
    return _said(message, ("error",), {}, worded_for_shell)


def worded_on_screen(message: Message) -> str:
    """A message as a screen tells it: inputs and procedures by their names, and in the text `screen.<id>`,
    where there is one, keys: `{key[end]}`.
    """
    return _said(message, ("screen", "error"), _NAMED_ON_SCREEN, worded_on_screen)


_NAMED = {"condition": "condition", "thrown": "why"}
"""The values that are ids nobody types, and the kinds of the texts that name them."""
_NAMED_ON_SCREEN = {
    **dict.fromkeys(("input", "inputs"), "input"),
    **dict.fromkeys(("way", "other_ways"), "option"),
    "procedure": "procedure",
}
"""Those that are typed in the shell."""


def _said(message: Message, kinds: tuple[str, ...], named: Mapping[str, str], say: Say) -> str:
    """A message in the first of these kinds of text that it has; an id without any is shown as its own
    words.
    """
    if " " in message.id:  # a sentence already
        return message.id
    texts = (wording_template(kind, message.id, message.values) for kind in kinds)
    text = next(filter(None, texts), None)
    if text is None:
        return label("error", message.id)
    named = {**_NAMED, **named}
    shown = {id: _shown(value, named.get(id, ""), say) for id, value in message.values.items()}
    return text.format_map(Values({"key": KEY_OF, **shown}))


def _shown(value: object, kind: str, say: Say) -> object:
    """A value as it stands in a text; ids of a kind are named, several are set apart by commas."""
    match value:
        case Message():
            return say(value)
        case list() | tuple():
            return ", ".join(str(_shown(each, kind, say)) for each in value)
        case str() if kind:
            return label(kind, value)
        case int():
            return value
    return item_row_name(str(value))


class Values(dict[str, object]):
    """The values of a text; one that is missing is a question mark, and keeps nobody from the rest."""

    def __missing__(self, key: str) -> str:
        return "?"


errors.say_errors_with(worded_for_shell)


def sentence(kind: str, id: str, /, **values: object) -> str:
    """The text of an id with its values filled in."""
    text = wording_in_use(f"{kind}.{id}")
    return label(kind, id) if text is None else text.format_map(Values(values)).strip()


def so_many(kind: str, id: str, count: int, **values: object) -> str:
    """So many of something: one and many have a text each."""
    return sentence(kind, id if count == 1 else f"{id}-many", count=count, **values)


def yes_or_no(value: bool) -> str:
    return label("option", "yes" if value else "no")


def either(texts: Iterable[str]) -> str:
    """Texts of which one is meant."""
    return label("list", "or").join(texts)


def both(texts: Iterable[str]) -> str:
    """Texts of which all are meant."""
    return label("list", "and").join(texts)


def and_more(count: int) -> str:
    """What stands for the rest of a list: so many more. Empty where there are none."""
    return sentence("list", "more", count=count) if count > 0 else ""
