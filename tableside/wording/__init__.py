"""Every sentence that a person reads about a game or a campaign, made from ids and facts."""

from collections.abc import Mapping

from tableside.wording.core import TEXTS as _CORE
from tableside.wording.d20 import TEXTS as _D20
from tableside.wording.fell_life import TEXTS as _FELL_LIFE
from tableside.wording.fell_rolls import TEXTS as _FELL_ROLLS
from tableside.wording.galejatra import TEXTS as _GALEJATRA
from tableside.wording.troika_life import TEXTS as _TROIKA_LIFE
from tableside.wording.troika_rolls import TEXTS as _TROIKA_ROLLS
from tableside.wording.wandered import TEXTS as _WANDERED

TEXTS: Mapping[str, str] = {
    **_CORE,
    **_TROIKA_LIFE,
    **_TROIKA_ROLLS,
    **_FELL_LIFE,
    **_FELL_ROLLS,
    **_GALEJATRA,
    **_WANDERED,
    **_D20,
}
"""All texts by key: a kind such as `fact` or `input`, a dot, an id. Values stand in braces."""


def label(kind: str, id: str) -> str:
    """The text of an id; an id without a text is shown as its own words."""
    return TEXTS.get(f"{kind}.{id}", id.replace("-", " "))


def has_text(kind: str, id: str) -> bool:
    return f"{kind}.{id}" in TEXTS
