"""What widgets and screens tell each other: messages that are declared by their fields."""

from __future__ import annotations

from typing import dataclass_transform

from textual import message


@dataclass_transform()
class Message(message.Message):
    """A message with the fields that its class declares, given in their order or by name."""

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self.__annotations__, values, strict=False), **named)
        for name, value in given.items():
            setattr(self, name, value)
