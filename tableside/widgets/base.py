"""What widgets and screens are made with: their bindings out of the table of all keys, messages declared by
fields.
"""

from __future__ import annotations

from typing import ClassVar, dataclass_transform

from textual import message
from textual.binding import Binding, BindingType
from textual.widget import Widget

from tableside.key_table import KEYS
from tableside.wording import TEXTS


def bindings(place: str) -> list[BindingType]:
    """A binding for each key of this place, in the order of the table."""
    return [
        Binding(
            key,
            row.action,
            TEXTS[row.label_id],
            show=row.in_bar,
            key_display=row.shown or None,
            priority=row.priority,
            tooltip=TEXTS.get(f"{row.label_id}.help", ""),
        )
        for row in KEYS[place]
        for key in row.each
    ]


class Leaving(Widget):
    """A widget that answers a question. Which of its two keys is there says what Escape comes to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("leaving")

    waits = False
    """Whether what is asked waits when it is left, since its dice were seen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.waits if action == "leave" else action != "cancel" or not self.waits

    def action_cancel(self) -> None:
        """Answer with nothing."""
        raise NotImplementedError

    def action_leave(self) -> None:
        self.action_cancel()


@dataclass_transform()
class Message(message.Message):
    """A message with the fields that its class declares, given in their order or by name."""

    def __init__(self, *values: object, **named: object) -> None:
        super().__init__()
        given = dict(zip(self.__annotations__, values, strict=False), **named)
        for name, value in given.items():
            setattr(self, name, value)
