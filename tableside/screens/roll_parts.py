"""What is typed into and picked from on the roll view: the letters, the offers, the form, the odds. Each
hands its keys to the view.
"""

from collections.abc import Mapping
from typing import ClassVar, Protocol

from textual import events
from textual.binding import Binding, BindingType

from tableside.language.idioms import dice_in
from tableside.widgets.field import Field
from tableside.widgets.line_list import LineList


class Builder(Protocol):
    """What the parts ask of the view that they are in."""

    def move(self, step: int) -> None:
        """Go on in the offers."""

    def roll(self, *, typed: bool = False) -> object:
        """Roll what the form says."""

    def step(self, step: int) -> None:
        """Change the line of the form under the cursor."""

    def sign(self, sign: str) -> None:
        """Do what one of the signs means."""

    def edit_input(self, begun: str) -> object:
        """Type the line of the form under the cursor."""

    def next_turn(self) -> None:
        """Back to the fight."""

    def fit(self) -> None:
        """Wrap anew."""


class Filter(Field):
    """Where the letters go. Signs that no name begins with are keys of their own, except behind dice."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("enter", "roll", "Roll"),
        Binding("tab", "form", "Change it", tooltip="To the form, to change what it says"),
        Binding("escape", "form", "Leave", show=False),
    ]
    SIGNS: ClassVar[Mapping[str, str]] = {
        "+": "up",
        "-": "down",
        "=": "typed",
        ".": "again",
        "?": "help",
        ":": "say",
    }

    def __init__(self, view: Builder, placeholder: str, id: str) -> None:
        super().__init__(placeholder=placeholder, id=id)
        self.view = view

    def action_move(self, step: int) -> None:
        self.view.move(step)

    def action_roll(self) -> None:
        self.view.roll()

    def action_form(self) -> None:
        self.screen.set_focus(self.screen.query_one(FormLines))

    async def _on_key(self, event: events.Key) -> None:
        character = event.character or ""
        sign = self.SIGNS.get(character)
        is_in_dice = character in ("+", "-") and dice_in(self.value) is not None
        if sign is None or is_in_dice:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        self.view.sign(sign)


class Offers(LineList):
    """What can be rolled or done."""

    can_focus = False


class FormLines(LineList):
    """The inputs of one procedure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "Roll"),
        Binding("left", "step(-1)", "Less", show=False, tooltip="The value before, of this line"),
        Binding("right", "step(1)", "Change", key_display="◂▸", tooltip="The next value, of this line"),
        Binding("equals_sign", "typed", "Real dice", key_display="=", tooltip="Rolls with real dice"),
        Binding("plus", "modify('up')", "+1", show=False, tooltip="The modifier one up"),
        Binding("minus", "modify('down')", "-1", show=False, tooltip="The modifier one down"),
        Binding("e", "edit", "Type it", tooltip="Types the value of this line"),
        Binding("space", "next", "Next turn"),
        Binding("tab,shift+tab", "find", "Find", show=False, tooltip="To the letters, to find another roll"),
    ]

    def __init__(self, view: Builder, id: str) -> None:
        super().__init__(id=id)
        self.view = view

    def action_roll(self) -> None:
        self.view.roll()

    def action_step(self, step: int) -> None:
        self.view.step(step)

    def action_typed(self) -> None:
        self.view.roll(typed=True)

    def action_find(self) -> None:
        self.screen.set_focus(self.screen.query_one(Filter))

    def action_modify(self, sign: str) -> None:
        self.view.sign(sign)

    def action_edit(self) -> None:
        self.view.edit_input("")

    def action_next(self) -> None:
        self.view.next_turn()

    def on_key(self, event: events.Key) -> None:
        """A digit begins the number of the input under the cursor."""
        if event.character is not None and event.character.isdecimal():
            event.stop()
            self.view.edit_input(event.character)


class About(LineList):
    """The last result and the next odds. They are wrapped to its width, which the view knows too late."""

    def __init__(self, view: Builder, id: str) -> None:
        super().__init__(show_cursor=False, id=id)
        self.view = view

    def on_resize(self) -> None:
        self.view.fit()
