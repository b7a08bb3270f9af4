"""What nearly every class here is: a value that is made once and never changed.

`@frozen` gives what `@dataclass(frozen=True, slots=True)` gives, in half the time. A dataclass writes the
source of each of its methods and compiles it, 0.5 ms a class on Python 3.11, and the start of the program
waits for some ninety of them. How to compare, hash and show a value is the same for all but the names of its
fields, so those three are shared here; what is left to the dataclass is how to make one.
"""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """The class as a frozen dataclass with slots. A method that it has itself is kept."""
    made: Any = dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)  # Any: gets its methods below
    listed = fields(made)
    told = [each.name for each in listed if each.repr]
    compared = _values_of([each.name for each in listed if each.compare])
    hashed = _values_of([each.name for each in listed if (each.compare if each.hash is None else each.hash)])

    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(compared(self) == compared(other))

    def __hash__(self: object) -> int:
        return hash(hashed(self))

    def __repr__(self: object) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in told)
        return f"{self.__class__.__qualname__}({shown})"

    for method in (__eq__, __hash__, __repr__):
        if method.__name__ not in vars(cls):
            setattr(made, method.__name__, method)
    return made  # type: ignore[no-any-return]  # the class that came in, remade


def _values_of(names: list[str]) -> Any:  # Any: attrgetter gives back what the fields hold
    """What gives the values of these fields, of one thing after the other, to be compared as a whole."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)
