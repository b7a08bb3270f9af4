"""How a question is left with Escape: cancelled, or, once dice were seen, left waiting with them."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget


class Leaving(Widget):
    """A widget that answers a question. Which of its two keys is there says what Escape comes to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel"),
        Binding("escape", "leave", "Let it wait"),
    ]

    waits = False
    """Whether what is asked waits when it is left, since its dice were seen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.waits if action == "leave" else action != "cancel" or not self.waits

    def action_cancel(self) -> None:
        """Answer with nothing."""
        raise NotImplementedError

    def action_leave(self) -> None:
        self.action_cancel()
