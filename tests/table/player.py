"""A player of random sense, who looks at what can be done now and presses the keys for it; or any keys."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

from textual.binding import Binding

from tableside.key_table import VIEW_KEYS
from tableside.language.listener import Listener
from tableside.rules.inputs import Filled
from tableside.screens.amend import AmendPage
from tableside.screens.help import MOVING, _bindings, _from
from tableside.screens.roll import RollPage
from tableside.screens.roll_parts import FormLines, RollFilter
from tableside.screens.writing import WritingPageText
from tableside.views.offers import Offer
from tableside.views.rollable_tables import all_rollable_tables
from tableside.widgets.face_entry import FaceEntry, could_face_entry_go_on
from tableside.widgets.line_list import LineList
from tableside.widgets.options import Options
from tableside.widgets.writing_field import WritingLine
from tests.table.keyboard import PASTE, Keyboard
from tests.table.words_typed import HOSTILE, LINES, PROSE, Words

Keys = tuple[str, ...]

NOISE = 0.04
"""Of so many steps nothing is meant."""
FEW = 4
"""People with whom not much can be done."""
PATIENCE = 4
"""Answers to one question after the other."""
LETTERS = "criajpg?wWuUbBA].[nNEfzxXkKdmosSyhvtlRLT#>0123456789+-*/=:. "
NAMED = (
    *(
        "enter",
        "escape",
        "up",
        "down",
        "left",
        "right",
        "tab",
        "shift+tab",
        "backspace",
        "delete",
        "end",
        "home",
    ),
    *("pageup", "pagedown", "shift+up", "shift+down", "f1", "f8", *(f"ctrl+{key}" for key in "pltudzgw")),
)
VIEWS = tuple(key for _, key in VIEW_KEYS.values())
SIZES = ("80x24", "80x24", "80x24", "60x20", "50x14", "49x13", "20x5", "1x1", "120x40", "200x60")
NOT_HEARD = {
    "go",
    "redraw_all",
    "quit",
    "toggle_real_dice",
    "step_selection",
    "tell",
    "leave",
    "screen.back",
    "back",
    "outside",
}
"""Actions that may leave everything as it is, or end the program."""
FIGHT_KEYS = "   ddmmyyoolltxfh"


class Player:
    """Somebody who presses the same keys for the same seed."""

    def __init__(self, keyboard: Keyboard, seed: int) -> None:
        self.keyboard = keyboard
        self.dice = random.Random(seed)
        self.words = Words(self.dice)
        self.heard: Counter[str] = Counter()
        """How often each key was pressed just to hear what comes of it."""
        self.tried: Counter[str] = Counter()
        """How often each procedure was begun: what the rules refuse is not begun for ever."""
        self.answered = 0
        """Questions in a row: one that nothing will do for is left."""
        self.moves: tuple[tuple[int, Callable[[], Keys]], ...] = (
            (30, self.fill_in_a_form),
            (12, self.say),
            (12, self.take_care),
            (14, self.fight),
            (3, self.undo),
            (6, self.edit_a_sheet),
            (5, self.look_into_the_journal),
            (5, self.amend),
            (5, self.hear_a_key),
            (4, self.note),
            (4, self.end_or_begin),
            (3, self.advance),
            (2, self.gather),
            (2, self.change_the_window),
            (1, self.go_elsewhere),
        )

    def keys(self) -> Keys:
        """What is pressed next."""
        app, dice = self.keyboard.app, self.dice
        if dice.random() < NOISE:
            return self.noise()
        if app.screen is not app.main_screen:
            return (
                *dice.choice(LINES),
                "(slowly)",
                "down",
                *dice.choice([("enter",), ("enter", "escape")]),
                "escape",
            )
        if app.campaign is None:
            return ("f7", "down", "enter")
        if app.main_screen.ask.is_asking:
            return self.answer()
        self.answered = 0
        if (here := self.on_this_view()) is not None:
            return here
        if len(app.campaign.table.in_play()) < FEW and dice.random() < 0.7:
            return dice.choice([("f2", "n"), ("N",)])
        if app.app_state.looking_at is not None and dice.random() < 0.7:
            return ("f6", "L", "L") if dice.random() < 0.5 else ("f6", "L")
        if app.campaign.id != self.keyboard.home and dice.random() < 0.1:
            return ("f7", "home", *("down",) * dice.randrange(3), "enter")
        keys = self.move()
        if dice.random() < 0.4 and "(heard)" not in (*keys, *(more := self.move())):
            keys += more
        return ("(slowly)", *keys) if dice.random() < 0.1 else keys

    def move(self) -> Keys:
        moves = [move for _, move in self.moves]
        return self.dice.choices(moves, [weight for weight, _ in self.moves])[0]()

    # What can be done where one is

    def answer(self) -> Keys:
        """Of what is asked, something that will do."""
        app, dice = self.keyboard.app, self.dice
        focused, ask = app.main_screen.focused, app.main_screen.ask
        is_note = isinstance(focused, WritingLine)
        self.answered += 1
        if self.answered > PATIENCE or dice.random() < (0.3 if is_note else 0.03):
            return (dice.choice(["escape", "escape", "f2", "f4", "f6", "u"]),)
        if isinstance(focused, Options):
            place = dice.randrange(max(1, len(focused._labels)))
            return (str(place + 1),) if place < 9 and dice.random() < 0.8 else (*("down",) * place, "enter")
        if isinstance(focused, FaceEntry):
            return self.faces(focused.sides[len(focused.faces) :])
        assert app.campaign is not None
        text = self.words.answer(ask, app.campaign.table, app.campaign.rules, self.rarest)
        written = (PASTE + text,) if dice.random() < 0.1 else tuple(text)
        ending = ("tab", "enter") if dice.random() < 0.1 else ("enter",)
        return ("end", "ctrl+u", *written, *ending)

    def faces(self, sides: Sequence[int]) -> Keys:
        """The faces of these dice, or of the first of them."""
        keys: list[str] = []
        for die in sides:
            if self.dice.random() < 0.05:
                return (*keys, "r")
            digits = str(self.dice.randint(1, die))
            keys += [*digits, *(["space"] if could_face_entry_go_on(digits, die) else [])]
        return tuple(keys)

    def on_this_view(self) -> Keys | None:
        """On with what has been begun here, most of the time. None: nothing has."""
        app, dice = self.keyboard.app, self.dice
        view, focused = app.main_screen.view, app.main_screen.focused
        if isinstance(focused, WritingPageText):
            ending = dice.choice([("ctrl+d",), ("ctrl+d",), ("escape",), ("ctrl+z",), ()])
            return (*dice.choice(PROSE), "enter", *dice.choice((*PROSE, *HOSTILE)), *ending)
        if isinstance(view, AmendPage):
            rows = len(view.query_one(LineList).lines)
            return self.changed(rows, [("enter",), ("enter",), ("=",), ("escape",)])
        if dice.random() < 0.65 or not isinstance(view, RollPage) or not isinstance(focused, FormLines):
            return None
        form, table = view.form, self.keyboard.app.main_screen.shown
        if form is None or table is None or form.procedure.problems(table.table):
            return None
        rows = sum(not isinstance(each, Filled) for each in form.procedure.inputs)
        return self.changed(
            rows, [("enter",), ("enter",), ("enter",), ("=",), ("+", "enter"), (".",), ("space",)]
        )

    def changed(self, rows: int, endings: Sequence[Keys]) -> Keys:
        """Another value in one of so many rows, and sometimes that is all."""
        dice = self.dice
        place = ("home", *("down",) * dice.randrange(max(1, rows)))
        if dice.random() < 0.3:
            return (*place, dice.choice(["e", str(dice.randint(1, 9))]))
        how = dice.choice([("right",), ("right", "right"), ("left",), ("+",), ()])
        return (*place, *how, *(dice.choice(endings) if dice.random() < 0.8 else ()))

    # What can be done from anywhere

    def fill_in_a_form(self) -> Keys:
        """Find something on the roll view that has seldom been done; roll it as it is, or change it first."""
        app, dice = self.keyboard.app, self.dice
        assert app.campaign is not None
        listener = Listener(
            app.campaign.table,
            app.campaign.rules,
            app.app_state.selected,
            tables=all_rollable_tables(app.campaign),
        )
        offers = [each for each in listener.found("") if not each.impossible] or listener.found("")
        procedure = self.rarest([*dict.fromkeys(each.procedure.id for each in offers)])
        offer = dice.choice([each for each in offers if each.procedure.id == procedure])
        text = _letters(offer)[: dice.randint(2, 9)].strip()
        keys = [each.key for each in listener.found(text)]
        way = ("f3", *text, *("down",) * (keys.index(offer.key) if offer.key in keys else 0))
        return (
            *way,
            *dice.choice(
                [*[("enter",)] * 5, ("tab",), ("tab",), ("tab", "enter"), ("=",), ("=",), ("+", "enter")]
            ),
        )

    def rarest(self, procedures: Sequence[str]) -> str:
        """One of those that have been done least, now and then another."""
        fewest = sorted(procedures, key=lambda id: (self.tried[id], self.dice.random()))
        found = self.dice.choice(procedures if self.dice.random() < 0.2 else fewest[:4])
        self.tried[found] += 1
        return found

    def say(self) -> Keys:
        return (":",)

    def take_care(self) -> Keys:
        """Hurt, heal, a condition, foes: of one, or of several that are marked."""
        dice = self.dice
        where = (dice.choice(["f2", "f4"]), "home", *("down",) * self.somebody())
        marks = dice.choice([(), (), (), ("*", "down", "*"), ("shift+down", "shift+down"), ("shift+up",)])
        others = ("-", "-", "+", "k", "k", "K", "N", str(dice.randint(1, 9)), "X", "E", "z")
        act = dice.choice(others if where[0] == "f2" else others[:-3])
        return (*where, *marks, act)

    def somebody(self) -> int:
        table = self.keyboard.app.main_screen.shown
        return self.dice.randrange(max(1, len(table.table.in_play()))) if table is not None else 0

    def fight(self) -> Keys:
        """What can be done in a fight, with turns taken in between."""
        dice = self.dice
        if dice.random() < 0.1:
            return ("f4", "f", dice.choice("221"), "O", str(dice.randint(1, 6)), "enter")
        act = dice.choice([*FIGHT_KEYS, "enter", "enter", "backspace"])
        whose = ("home", *("down",) * self.somebody()) if act in ("enter", "l", "o") else ()
        turns = ("space",) * dice.randrange(2)
        return ("f4", *turns, *whose, *{" ": ("space",), "x": ("x", "enter")}.get(act, (act,)))

    def edit_a_sheet(self) -> Keys:
        dice = self.dice
        cell = ("home", *("down",) * dice.randrange(30))
        return (
            "f2",
            "home",
            *("down",) * self.somebody(),
            "enter",
            *cell,
            dice.choice(["enter"] * 5 + ["space", "delete"]),
        )

    def gather(self) -> Keys:
        """Somebody new, as long as the table is not full."""
        return ("f2", "n") if self.somebody() < 12 else ("f2", "home", *("down",) * self.somebody(), "X", "2")

    def undo(self) -> Keys:
        dice = self.dice
        return dice.choice(
            [("u",) * dice.randint(1, 4), ("u", "U"), ("U",) * dice.randint(1, 4), ("u",) * 12 + ("U",) * 9]
        )

    def look_into_the_journal(self) -> Keys:
        dice = self.dice
        act = dice.choice(
            [
                ("enter",),
                ("L",),
                ("L", "f2"),
                ("R",),
                ("R", "2"),
                ("#", "down", "enter"),
                ("h",),
                ("/",),
                ("#",),
            ]
        )
        return ("f6", *("up",) * dice.randrange(40), *act)

    def amend(self) -> Keys:
        """Anything that was done, or the last of it."""
        return ("A",) if self.dice.random() < 0.3 else ("f6", *("up",) * self.dice.randrange(25), "A")

    def note(self) -> Keys:
        return (self.dice.choice(["w", "w", "W"]),) if self.dice.random() < 0.8 else ("f6", "w")

    def end_or_begin(self) -> Keys:
        campaign = self.keyboard.app.campaign
        is_on = campaign is not None and campaign.table.session_is_on
        return (
            ("B", self.dice.choice("2223"))
            if is_on and self.dice.random() < 0.5
            else ("b",)
            if not is_on
            else ("f12", self.dice.choice("123h>"))
        )

    def advance(self) -> Keys:
        dice = self.dice
        act = dice.choice(
            [("enter",), ("right", *("down",) * dice.randrange(6), "space", "enter"), ("T",), ("s",)]
        )
        return ("f5", *("down",) * dice.randrange(3), *act)

    def hear_a_key(self) -> Keys:
        """A key that is offered here, of those that were pressed least: something must come of it."""
        main_screen = self.keyboard.app.main_screen
        view = main_screen.view
        if view is None or isinstance(main_screen.focused, RollFilter | WritingPageText):
            return (self.dice.choice(VIEWS),)
        bound = [each for widget in _from(main_screen.focused, view) for each in _bindings(widget)]
        bound += [
            each for each in (*main_screen.BINDINGS, *main_screen.app.BINDINGS) if isinstance(each, Binding)
        ]
        keys = {f"{view.id} {each.key}": each.key for each in bound if _is_heard(each)}
        if not keys:
            return (self.dice.choice(VIEWS),)
        fewest = min(self.heard[name] for name in keys)
        name = self.dice.choice([each for each in keys if self.heard[each] == fewest])
        self.heard[name] += 1
        return ("(heard)", keys[name].split(",")[0])

    def change_the_window(self) -> Keys:
        return self.dice.choice(
            [(f"({self.dice.choice(SIZES)})",), ("ctrl+t",), ("f8",), ("ctrl+l",), ("?",), ("ctrl+p",)]
        )

    def go_elsewhere(self) -> Keys:
        """Another campaign, a new one, or the program anew."""
        dice = self.dice
        shelf = len(self.keyboard.library.shelf())
        ways: list[Keys] = [
            ("f7", "home", *("down",) * dice.randrange(shelf), "enter"),
            ("(again)",),
            ("f7", "e"),
            ("f7", "X"),
        ]
        return dice.choice([*ways, ("f7", "n")] if shelf < 3 else ways)

    def noise(self) -> Keys:
        """Any keys at all."""
        dice = self.dice
        if dice.random() < 0.1:
            return (PASTE + dice.choice((*HOSTILE, "a\nb\x1b[2J\x07\u202e", "x" * 5_000)),)
        keys = (*LETTERS, *NAMED * 2, *VIEWS)
        return tuple(dice.choices(keys, k=dice.randint(1, 8)))


def _is_heard(binding: Binding) -> bool:
    action = binding.action.partition("(")[0]
    return action not in MOVING | NOT_HEARD and not binding.key.startswith("escape")


def _letters(offer: Offer) -> str:
    """So much of its name as can be typed where signs are keys."""
    whole = offer.label.lower()
    signs = [place for place, letter in enumerate(whole) if letter in RollFilter.SIGNS]
    return whole[: min([*signs, len(whole)])]
