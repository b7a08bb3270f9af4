"""`@frozen` gives what a frozen dataclass with slots gives."""

import ast
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tableside
from tableside.frozen import frozen

SOURCES = sorted(Path(tableside.__file__).parent.rglob("*.py"))


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
    assert not hasattr(Only(1), "__dict__")
    assert replace(Only(1), x=2) == Only(2)
    assert [each.name for each in fields(Only)] == ["x"]


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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for each in node.decorator_list
    )
    return any("dataclass(" in each and "frozen" in each and "slots" in each for each in decorators)
