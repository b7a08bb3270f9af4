"""House rules: how a group reads the open questions of its game.

A game declares them as a frozen dataclass whose fields are questions; the first answer of each is the
default reading.
"""

from dataclasses import field, fields
from functools import lru_cache
from typing import Any, TypeVar

from tableside.frozen import frozen
from tableside.rules.table import Table

H = TypeVar("H")


@frozen
class HouseRule:
    """An open question of the rules, and how a group may answer it."""

    id: str
    options: tuple[str, ...]
    """Ids of the answers; the first is the default reading."""

    @property
    def default(self) -> str:
        return self.options[0]


def question(id: str, *options: str) -> Any:  # Any: dataclass fields take the type of their annotation
    """An open question: its id, and its answers of which the first is the default."""
    return field(default=options[0], metadata={"id": id, "options": options})


def house_rules(house: type) -> tuple[HouseRule, ...]:
    """The open questions that a dataclass declares."""
    return tuple(HouseRule(each.metadata["id"], each.metadata["options"]) for each in fields(house))


def readings(house: type[H], table: Table) -> H:
    """The readings of this table; what it does not say is the default."""
    named: Any = house  # Any: mypy holds no class for hashable
    read: H = _read(named, tuple(table.house.items()))
    return read


@lru_cache(maxsize=64)
def _read(house: Any, answers: tuple[tuple[str, str], ...]) -> Any:  # Any: a class that is a dataclass
    """Every roll asks, and it is the same until somebody changes a house rule."""
    given = dict(answers)
    chosen = {each.name: given.get(each.metadata["id"]) for each in fields(house)}
    return house(**{name: option for name, option in chosen.items() if option is not None})
