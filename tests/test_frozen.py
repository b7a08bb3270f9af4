"""`@frozen` gives what a frozen dataclass with slots gives."""

import ast
import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tableside
from tableside import late_imports
from tableside.frozen import UNCHANGING, _written, frozen
from tests.source import nodes

PACKAGE = Path(tableside.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


@frozen
class Ours:
    x: int
    y: int = 0
    note: str = field(default="", compare=False)
    seen: list[int] = field(default_factory=list, hash=False, repr=False)


@dataclass(frozen=True, slots=True)
class Theirs:
    x: int
    y: int = 0
    note: str = field(default="", compare=False)
    seen: list[int] = field(default_factory=list, hash=False, repr=False)


numbers = st.integers(0, 2)
points = st.tuples(numbers, numbers, st.sampled_from(["", "a"]), st.lists(numbers, max_size=1))


@given(points, points)
def test_comparing_hashing_and_showing_are_those_of_a_dataclass(
    one: tuple[int, int, str, list[int]], other: tuple[int, int, str, list[int]]
) -> None:
    assert (Ours(*one) == Ours(*other)) == (Theirs(*one) == Theirs(*other))
    assert hash(Ours(*one)) == hash(Theirs(*one))
    assert repr(Ours(*one)).removeprefix("Ours") == repr(Theirs(*one)).removeprefix("Theirs")


@frozen
class Only:
    x: int


@frozen
class Nothing:
    pass


@frozen
class Loud:
    x: int

    def __repr__(self) -> str:
        return "loud"


def test_what_has_one_field_or_none_is_compared_too() -> None:
    assert Only(1) == Only(1) != Only(2)
    assert Nothing() == Nothing()
    assert hash(Only(1)) == hash((1,))
    assert repr(Only(1)) == "Only(x=1)"


def test_other_classes_are_never_equal() -> None:
    others: list[object] = [Loud(1), 1]
    assert Only(1) not in others


def test_nothing_can_be_changed_or_added() -> None:
    with pytest.raises(FrozenInstanceError):
        Only(1).x = 2  # type: ignore[misc]  # what is tested
    with pytest.raises(FrozenInstanceError):
        del Only(1).x
    assert not hasattr(Only(1), "__dict__")
    assert replace(Only(1), x=2) == Only(2)
    assert [each.name for each in fields(Only)] == ["x"]


def test_it_can_be_copied_and_sent_elsewhere() -> None:
    value = Ours(1, 2, "a", [3])
    for again in (copy(value), deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert again == value and again.seen == [3]
    assert deepcopy(value).seen is not value.seen


def test_what_is_left_out_is_made_anew_for_each() -> None:
    one, other = Ours(1), Ours(x=1)
    assert one.seen == other.seen == []
    assert one.seen is not other.seen


@frozen
class Counted:
    seen: list[int]
    most: int = field(init=False)
    rest: list[int] = field(default_factory=list, init=False)
    kind: str = field(default="plain", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "most", max(self.seen))


def test_what_follows_from_the_rest_is_not_asked_for() -> None:
    assert repr(Counted([1, 3])) == "Counted(seen=[1, 3], most=3, rest=[], kind='plain')"
    assert replace(Counted([1, 3]), seen=[2]).most == 2
    with pytest.raises(TypeError, match="argument"):
        Counted([1], 2)  # type: ignore[call-arg]  # what is tested


def test_every_one_of_ours_can_be_made() -> None:
    """How is written when the first one is made; what could not be is to be found here."""
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCES
    ]
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    for module in modules:
        late_imports.run_late_import(module)
    known = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    ours: list[Any] = [each for each in known if each.__setattr__ is UNCHANGING["__setattr__"]]
    assert len(ours) > 100
    for one in ours:
        asked = [*signature(_written(one)).parameters][1:]
        assert asked == [each.name for each in fields(one) if each.init]


@pytest.mark.parametrize("given", [{}, {"x": 1, "z": 2}])
def test_what_does_not_fit_is_refused(given: dict[str, int]) -> None:
    for _ in range(2):  # the first one made, and every other
        with pytest.raises(TypeError, match="argument"):
            Only(**given)


def test_a_method_of_its_own_is_kept() -> None:
    assert repr(Loud(1)) == "loud"


def test_it_is_matched_by_place() -> None:
    match Only(3):
        case Only(x):
            assert x == 3


def test_it_is_the_only_way_to_a_frozen_class_with_slots() -> None:
    assert [str(path) for path in SOURCES if path.stem != "frozen" and _is_written_out(path)] == []


def _is_written_out(path: Path) -> bool:
    """Whether a class of this module is decorated with a dataclass that is frozen and has slots."""
    decorators = (
        ast.unparse(each)
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        for each in node.decorator_list
    )
    return any("dataclass(" in each and "frozen" in each and "slots" in each for each in decorators)
