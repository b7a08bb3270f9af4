"""Errors at the table, as ids with values; the wording makes sentences of them.

    TablesideError
        RuleError (ValueError)    a rule does not allow something, or an input is out of range
            DiceError             a face that the die does not have, or too few or too many faces
        StoreError                the disk, or a file on it (tableside.campaign.store.errors)
            Unfit                 a file holds something no Tableside writes, unsafe to look at

An error names the offending value and what would be valid; its text is one lower-case line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Message:
    """A text for a person: an id such as `states.dead` with its values. `str` puts it into words."""

    __slots__ = ("id", "values")

    def __init__(self, id: str, /, **values: Value) -> None:
        self.id = id
        self.values = {name: _without_traceback(value) for name, value in values.items()}

    def __str__(self) -> str:
        return _in_words(self)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Message({self.id!r}{values})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self.values) == (other.id, other.values)

    def __hash__(self) -> int:
        return hash(self.id)


Value = str | int | Message | Exception | Sequence[str] | Sequence[int] | Sequence[Message]
"""A value in a message: a text, a number, the id of an input or a procedure, another message, an error's
text, or several of these.
"""


def _without_traceback(value: Value) -> Value:
    """Return an error's message alone, since the error would keep its whole traceback alive."""
    if isinstance(value, Exception):
        return value.message if isinstance(value, TablesideError) else str(value)
    return value


def _plainly(message: Message) -> str:
    return ", ".join([message.id, *(f"{name}={value}" for name, value in message.values.items())])


_in_words: Callable[[Message], str] = _plainly


def say_errors_with(words: Callable[[Message], str]) -> None:
    """Put messages into words with this function from now on; before, they show their id and values."""
    global _in_words
    _in_words = words


class TablesideError(Exception):
    """The root of all errors reported to a person in one line, as a message or its id and values."""

    def __init__(self, message: str | Message, /, **values: Value) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **values)
        super().__init__(self.message)


class RuleError(TablesideError, ValueError):
    """A rule does not allow this, or an input is not what the rule needs."""

    @classmethod
    def of_input(cls, input: str, id: str, /, **values: Value) -> RuleError:
        """Return the error for an invalid value of the input of this id."""
        return cls("procedure.input", input=input, why=Message(id, **values))


class DiceError(RuleError):
    """The faces given do not fit the dice asked for."""


class StoreError(TablesideError):
    """A campaign cannot be read, or a change cannot be saved."""


class Unfit(StoreError):
    """A campaign holds something no Tableside writes, such as a number too big to calculate with."""
