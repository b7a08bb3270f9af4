"""All texts about a game or a campaign that people read, made from ids and facts."""

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
"""The texts that belong to no game, by key: a kind such as `fact` or `input`, a dot, an id. Values stand in
braces.
"""


def wording_in_use(key: str) -> str | None:
    """The text of a key, from these texts or a game in use. None: there is none."""
    return TEXTS.get(key) or wordings_of_games(games_in_use()).get(key)


def label(kind: str, id: str) -> str:
    """The text of an id; without one, the id as words. Texts with spaces or capitals are no ids and stay as
    they are; a row of the table's own is shown by its name.
    """
    id = item_row_name(id)
    is_id = " " not in id and id == id.lower()
    return wording_in_use(f"{kind}.{id}") or (id.replace("-", " ").replace("_", " ") if is_id else id)


def part_label(game: str, part: str) -> str:
    """The game's name for a part of its sheet."""
    return wordings_of_games((game,)).get(f"part.{game}.{part}") or label("part", part)


def has_wording(kind: str, id: str) -> bool:
    return wording_in_use(f"{kind}.{id}") is not None


def wording_template(kind: str, id: str, values: Mapping[str, object]) -> str | None:
    """The template of an id for these values: a special one if a value is 0 or empty
    (`without.<id>.<value>`), if it is a single one (`one.<id>.<value>`), or for a part of a sheet
    (`<kind>.<id>.<game>.<part>`).
    """
    if "part" in values and (own := wording_in_use(f"{kind}.{id}.{values['part']}")):
        return own
    for name, value in values.items():
        count = _count(value)
        if count in (0, 1) and (text := wording_in_use(f"{'one' if count else 'without'}.{id}.{name}")):
            return text
    return wording_in_use(f"{kind}.{id}")


def wording_for_one(key: str, values: Mapping[str, object]) -> str | None:
    """The text of a key in use: a special one if a value is a single one (`one.<key>.<value>`), or 0 or empty
    (`without.<key>.<value>`).
    """
    counts = ((name, _count(value)) for name, value in values.items())
    own = (
        wording_in_use(f"{'one' if count else 'without'}.{key}.{name}")
        for name, count in counts
        if count in (0, 1)
    )
    return next(filter(None, own), None) or wording_in_use(key)


def _count(value: object) -> int | None:
    """The number that a value stands for; None for a text."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, list | tuple) else 0 if value == "" else None


def worded_for_shell(message: Message) -> str:
    """A message for the command line: inputs and procedures by the ids typed there."""
    return _said(message, ("error",), {}, worded_for_shell)


def worded_on_screen(message: Message) -> str:
    """A message for the screen: inputs and procedures by name and, in a text `screen.<id>` if there is one,
    keys: `{key[end]}`.
    """
    return _said(message, ("screen", "error"), _NAMED_ON_SCREEN, worded_on_screen)


_NAMED = {"condition": "condition", "thrown": "why"}
"""Values that are ids nobody types, and the kinds of texts that name them."""
_NAMED_ON_SCREEN = {
    **dict.fromkeys(("input", "inputs"), "input"),
    **dict.fromkeys(("way", "other_ways"), "option"),
    "procedure": "procedure",
}
"""Values that are ids typed in the shell."""


def _said(message: Message, kinds: tuple[str, ...], named: Mapping[str, str], say: Say) -> str:
    """A message in the first of these kinds of text that it has; without any, its id as words."""
    if " " in message.id:  # it is a sentence already
        return message.id
    texts = (wording_template(kind, message.id, message.values) for kind in kinds)
    text = next(filter(None, texts), None)
    if text is None:
        return label("error", message.id)
    named = {**_NAMED, **named}
    shown = {id: _shown(value, named.get(id, ""), say) for id, value in message.values.items()}
    return text.format_map(Values({"key": KEY_OF, **shown}))


def _shown(value: object, kind: str, say: Say) -> object:
    """A value as part of a text; ids of a kind are named, several values are separated by commas."""
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
    """The values of a text; a missing one becomes a question mark, so that the rest can be read."""

    def __missing__(self, key: str) -> str:
        return "?"


errors.say_errors_with(worded_for_shell)


def sentence(kind: str, id: str, /, **values: object) -> str:
    """The text of an id with its values filled in."""
    text = wording_in_use(f"{kind}.{id}")
    return label(kind, id) if text is None else text.format_map(Values(values)).strip()


def so_many(kind: str, id: str, count: int, **values: object) -> str:
    """A count of something; one and many have a text each."""
    return sentence(kind, id if count == 1 else f"{id}-many", count=count, **values)


def yes_or_no(value: bool) -> str:
    return label("option", "yes" if value else "no")


def either(texts: Iterable[str]) -> str:
    """Alternative texts joined with `or`."""
    return label("list", "or").join(texts)


def both(texts: Iterable[str]) -> str:
    """Texts joined with `and`."""
    return label("list", "and").join(texts)


def and_more(count: int) -> str:
    """The rest of a list as a count; empty if there is none."""
    return sentence("list", "more", count=count) if count > 0 else ""
