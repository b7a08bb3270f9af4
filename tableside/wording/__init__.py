"""Every sentence that a person reads about a game or a campaign, made from ids and facts."""

from collections.abc import Mapping
from functools import cache

from tableside.rules.ruleset import knows_installed
from tableside.wording.clocks import TEXTS as _CLOCKS
from tableside.wording.core import TEXTS as _CORE
from tableside.wording.d20 import TEXTS as _D20
from tableside.wording.fell_life import TEXTS as _FELL_LIFE
from tableside.wording.fell_rolls import TEXTS as _FELL_ROLLS
from tableside.wording.galejatra import TEXTS as _GALEJATRA
from tableside.wording.helping import TEXTS as _HELPING
from tableside.wording.history import TEXTS as _HISTORY
from tableside.wording.refusing import TEXTS as _REFUSING
from tableside.wording.saving import TEXTS as _SAVING
from tableside.wording.saying import TEXTS as _SAYING
from tableside.wording.sessions import TEXTS as _SESSIONS
from tableside.wording.tables import TEXTS as _TABLES
from tableside.wording.troika_life import TEXTS as _TROIKA_LIFE
from tableside.wording.troika_rolls import TEXTS as _TROIKA_ROLLS
from tableside.wording.turns import TEXTS as _TURNS
from tableside.wording.waiting import TEXTS as _WAITING
from tableside.wording.wandered import TEXTS as _WANDERED

TEXTS: Mapping[str, str] = {
    **_CORE,
    **_TURNS,
    **_CLOCKS,
    **_TABLES,
    **_SAVING,
    **_SESSIONS,
    **_HISTORY,
    **_HELPING,
    **_SAYING,
    **_REFUSING,
    **_WAITING,
    **_TROIKA_LIFE,
    **_TROIKA_ROLLS,
    **_FELL_LIFE,
    **_FELL_ROLLS,
    **_GALEJATRA,
    **_WANDERED,
    **_D20,
}
"""All texts by key: a kind such as `fact` or `input`, a dot, an id. Values stand in braces."""


ENTRY_POINTS = "tableside.wording"
"""Where a game that is installed beside Tableside hands in its texts, as a mapping like `TEXTS`."""


def text_of(key: str) -> str | None:
    """The text of a key, ours or of a game installed beside Tableside. None: it has none."""
    return TEXTS.get(key) or (_installed().get(key) if knows_installed() else None)


@cache
def _installed() -> Mapping[str, str]:
    from importlib.metadata import entry_points  # 30 modules: only when one of those games is played

    found: dict[str, str] = {}
    for each in entry_points(group=ENTRY_POINTS):
        found |= each.load()
    return found


def label(kind: str, id: str) -> str:
    """The text of an id; an id without a text is shown as its own words. Words, and names with a capital, are
    no ids, and are left as they are.
    """
    is_id = " " not in id and id == id.lower()
    return text_of(f"{kind}.{id}") or (id.replace("-", " ").replace("_", " ") if is_id else id)


def part_label(game: str, part: str) -> str:
    """What a game calls a part of its sheet."""
    own = text_of(f"part.{game}.{part}")
    return own or label("part", part)


def has_text(kind: str, id: str) -> bool:
    return text_of(f"{kind}.{id}") is not None
