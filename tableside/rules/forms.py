"""Forms: the inputs of a procedure, declared once, as the fields of a frozen class.

    @frozen
    class Attack:
        who: int = asked(Who())
        against: int = asked(Who(kinds=(Kind.ENEMY,)))
        extras: Extras = together(Extras)

An input's id is its field's name, with `-` for `_`. What several procedures ask for is a form of its own,
which stands in theirs as a field: its inputs are listed in its place.
"""

from dataclasses import Field, fields, replace
from dataclasses import field as declared
from typing import Any, TypeVar, cast

from tableside.frozen import frozen
from tableside.rules.inputs import Given, Input

F = TypeVar("F")

INPUT = "input"
FORM = "form"


@frozen
class Nothing:
    """The form of what asks for nothing."""


def asked(input: Input) -> Any:  # Any: the type of the field is its annotation's
    """A field of a form: what fills it. Where nothing is given it has the input's default."""
    if input.default is None:
        return declared(metadata={INPUT: input})
    return declared(default=input.default, metadata={INPUT: input})


def together(form: type[F]) -> F:
    """A field of a form that holds another form."""
    return cast(F, declared(metadata={FORM: form}))


def inputs_of(form: type[Any]) -> tuple[Input, ...]:
    """All that a form asks for, in the order of its fields."""
    return tuple(input for each in fields(form) for input in _inputs_of_field(each))


def _inputs_of_field(field: Field[Any]) -> tuple[Input, ...]:
    if FORM in field.metadata:
        return inputs_of(field.metadata[FORM])
    return (replace(field.metadata[INPUT], id=_id(field)),)


def fill(form: type[F], given: Given) -> F:
    """The form with these values; what is not among them has its default."""
    filled = {
        each.name: fill(each.metadata[FORM], given) if FORM in each.metadata else given[_id(each)]
        for each in fields(cast(Any, form))
        if FORM in each.metadata or _id(each) in given
    }
    return form(**filled)


def part_of(form: object, kind: type[F], **others: Any) -> F:  # Any: fields that the form has not
    """What the fields of a form make of which a value of this kind has some too, and these others."""
    names = {each.name for each in fields(cast(Any, form))}
    shared = {each.name: getattr(form, each.name) for each in fields(cast(Any, kind)) if each.name in names}
    return kind(**shared, **others)


def _id(field: Field[Any]) -> str:
    return field.name.replace("_", "-")
