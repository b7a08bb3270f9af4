"""The games that there are: those that come with Tableside, everything of each in its folder, and those that
are installed beside it.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module, metadata
from itertools import compress
from typing import TYPE_CHECKING

from tableside.errors import RuleError
from tableside.rules.ruleset import Ruleset
from tableside.rules.typed import typed_option

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    EntryPoints = Mapping[str, EntryPoint]

ENTRY_POINTS = "tableside.rulesets"
GAMES = "tableside.games"
"""The package of the games that come with Tableside."""
BUNDLED = ("troika", "fell", "galejatra", "wandered", "d20")
"""The games that come with Tableside; others are found by their entry point."""
_MODULES = tuple(f"{GAMES}.{id}" for id in BUNDLED)


def load_game(id: str) -> Ruleset:
    """The game of this id, bundled or installed beside Tableside. Raises `RuleError` naming the nearest, or
    what is wrong with one that is installed.
    """
    if id in BUNDLED:
        game: Ruleset = import_module(f"{GAMES}.{id}").RULESET
        return game
    if id not in _entry_points():
        typed_option(id, game_ids())
        raise RuleError("ruleset.not-loaded", ruleset=id)
    installed = _installed(id)
    if isinstance(installed, RuleError):
        raise installed
    return installed


def id_of_game(text: str) -> str:
    """The id of the game that was typed, or begun. Raises `RuleError` naming the nearest, or what is wrong
    with it.
    """
    id = typed_option(text, (*BUNDLED, *_entry_points()))
    load_game(id)
    return id


def game_ids() -> tuple[str, ...]:
    """The ids of all games that can be played: those bundled first."""
    return (*BUNDLED, *(id for id in _entry_points() if isinstance(_installed(id), Ruleset)))


def broken_games() -> tuple[RuleError, ...]:
    """What is wrong with games that are installed beside Tableside and cannot be played."""
    return tuple(why for id in _entry_points() if isinstance(why := _installed(id), RuleError))


@cache
def _installed(id: str) -> Ruleset | RuleError:
    """A game that is installed beside Tableside, or why it cannot be played."""
    try:
        game = _entry_points()[id].load()
    except Exception as error:  # somebody else's code may fail in any way, and the other games go on
        why = f"{type(error).__name__}: {error}"
        return RuleError("ruleset.broken", ruleset=id, at=_entry_points()[id].value, why=why)
    if not isinstance(game, Ruleset) or game.id != id:
        called = game.id if isinstance(game, Ruleset) else type(game).__name__
        return RuleError("ruleset.no-game", ruleset=id, at=_entry_points()[id].value, called=called)
    return game


def games_in_use() -> tuple[str, ...]:
    """The ids of the games whose rules have been loaded, those bundled first."""
    return _in_use(tuple(map(sys.modules.__contains__, _MODULES)), _knows_installed())


@cache  # asked for with every text
def _in_use(loaded: tuple[bool, ...], with_installed: bool) -> tuple[str, ...]:
    """Of the games that come with Tableside those that are loaded, and perhaps those installed beside it."""
    return (*compress(BUNDLED, loaded), *(game_ids()[len(BUNDLED) :] if with_installed else ()))


def known_game_ids() -> tuple[str, ...]:
    """The ids of all games, without a look for those that are installed beside Tableside."""
    return game_ids() if _knows_installed() else BUNDLED


def _knows_installed() -> bool:
    """Whether games installed beside Tableside have been looked for; before that none of them is played."""
    return bool(_entry_points.cache_info().currsize)


@cache
def _entry_points() -> "EntryPoints":
    """Where the games that are installed beside Tableside stand, by their ids."""
    by_name = {each.name: each for each in reversed([*metadata.entry_points(group=ENTRY_POINTS)])}
    return {id: by_name[id] for id in sorted(by_name.keys() - set(BUNDLED))}
