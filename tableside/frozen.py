"""The decorator of nearly every class here: a value that is made once and never changed.

`@frozen` gives the same as `@dataclass(frozen=True, slots=True)` in a sixth of the time. A dataclass writes
the source of each of its methods and compiles it, 0.5 ms a class on Python 3.11, and some seventy of them
delay the start of the program. Comparing, hashing, showing and protecting a value differ only by the names of
its fields, so those methods are shared here. `__init__` is compiled when the first value is made, and most
classes loaded at the start make none.
"""

from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make the class a frozen dataclass with slots. Methods that it defines itself are kept."""
    own = {*vars(cls)}
    cls.__doc__ = cls.__doc__ or cls.__name__  # else the dataclass makes one from its signature
    made: Any = dataclass(init=False, eq=False, repr=False, slots=True)(cls)  # Any: gets its methods below
    all_fields = fields(made)
    repr_names = [each.name for each in all_fields if each.repr]
    given = _values_of([each.name for each in all_fields if each.init])
    compared = _values_of([each.name for each in all_fields if each.compare])
    hashed = _values_of(
        [each.name for each in all_fields if (each.compare if each.hash is None else each.hash)]
    )

    def __init__(self: object, *values: object, **named: object) -> None:
        made.__init__ = _written(made)
        made.__init__(self, *values, **named)

    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return bool(compared(self) == compared(other))

    def __hash__(self: object) -> int:
        return hash(hashed(self))

    def __repr__(self: object) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in repr_names)
        return f"{self.__class__.__qualname__}({shown})"

    def __reduce__(self: object) -> tuple[object, ...]:
        return self.__class__, given(self)

    methods = {each.__name__: each for each in (__init__, __eq__, __hash__, __repr__, __reduce__)}
    for name, method in (methods | UNCHANGING).items():
        if name not in own:
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]  # the class that came in, remade


def _assign(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


UNCHANGING: dict[str, Any] = {"__setattr__": _assign, "__delattr__": _delete}  # Any: methods of any class


def _values_of(names: list[str]) -> Any:  # Any: attrgetter gives back what the fields hold
    """Return a function that gets the values of these fields, as one comparable value."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _written(cls: Any) -> Any:  # Any: a class of values, and what `exec` has made
    """Compile an `__init__` for this class, with its fields in order or by name."""
    known: dict[str, Any] = {"MISSING": MISSING}
    wanted, lines = ["self"], ["pass"]
    for each in fields(cls):
        name = each.name
        default, make, keep = (f"{what}_{name}" for what in ("default", "make", "keep"))
        known |= {default: each.default, make: each.default_factory, keep: getattr(cls, name).__set__}
        is_made, has_default = each.default_factory is not MISSING, each.default is not MISSING
        value = f"{make}()" if is_made else default
        if each.init:
            if "=" in wanted[-1] and "*" not in wanted and not (is_made or has_default):
                wanted.append("*")  # required fields behind optional ones are given by name
            wanted.append(name + (f"={default}" if is_made or has_default else ""))
            value = f"{value} if {name} is MISSING else {name}" if is_made else name
        if each.init or is_made or has_default:
            lines.append(f"{keep}(self, {value})")  # by its slot, which `object.__setattr__` would look up
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(wanted)}):\n " + "\n ".join(lines), known)
    return known["__init__"]
