"""The field of a question: Enter enters what is typed; Tab goes on at once, where something comes next."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from tableside.widgets.field import Field


class AnswerField(Field):
    """While nothing is next, Tab does nothing: it must not lead away from the question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "go_on", "Enter, next turn")]

    goes_on = False
    """Whether something comes next."""

    class WentOn(Message):
        """What stands there is to be entered, and then to be gone on from."""

        def __init__(self, field: "AnswerField") -> None:
            self.field = field
            super().__init__()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "go_on" or self.goes_on

    def on_key(self, event: events.Key) -> None:
        if event.key == "tab" and not self.goes_on:
            event.stop()
            event.prevent_default()

    def action_go_on(self) -> None:
        self.post_message(self.WentOn(self))
