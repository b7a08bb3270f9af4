"""What can go wrong at the table, as ids and values: wording makes the sentences.

    TablesideError
        RuleError (ValueError)    a rule was asked for what it does not allow, or an input is out of range
            DiceError             a face that the die does not have, too few faces, too many
        StoreError                the disk, or a file on it (tableside.campaign.store.errors)
            Unfit                 a file holds what no Tableside writes, and what could not be looked at

An error carries the offending value and what would have worked; its text is one lower-case line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Message:
    """What a person is told: an id such as `states.dead`, and the values that go with it. `str` says it."""

    __slots__ = ("id", "values")

    def __init__(self, id: str, /, **values: Value) -> None:
        self.id = id
        self.values = {name: _kept(value) for name, value in values.items()}

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
"""What a message names: a text, a number, the id of an input or a procedure, another message or what an error
says, or several."""


def _kept(value: Value) -> Value:
    """An error would hold on to all that there was when it was raised."""
    if isinstance(value, Exception):
        return value.message if isinstance(value, TablesideError) else str(value)
    return value


def _plainly(message: Message) -> str:
    return ", ".join([message.id, *(f"{name}={value}" for name, value in message.values.items())])


_in_words: Callable[[Message], str] = _plainly


def say_errors_with(words: Callable[[Message], str]) -> None:
    """From now on messages are put into words so; until then they are their id and values."""
    global _in_words
    _in_words = words


class TablesideError(Exception):
    """The root: whatever a person at the table is told in one line, as a message or its id and values."""

    def __init__(self, message: str | Message, /, **values: Value) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **values)
        super().__init__(self.message)


class RuleError(TablesideError, ValueError):
    """A rule does not allow this, or an input is not what the rule needs."""

    @classmethod
    def of_input(cls, input: str, id: str, /, **values: Value) -> RuleError:
        """Why what was given for the input of this id will not do."""
        return cls("procedure.input", input=input, why=Message(id, **values))


class DiceError(RuleError):
    """The faces given are not faces of the dice asked for."""


class StoreError(TablesideError):
    """A campaign cannot be read, or a change cannot be kept."""


class Unfit(StoreError):
    """A campaign holds what no Tableside writes, such as a number that nothing can be counted with."""
