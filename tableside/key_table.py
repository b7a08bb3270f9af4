"""Every key of every screen, one row each: its action, its words, and whether the key bar shows it.

Bindings, key bar, help, command list and `docs/keys.md` come from here; the words are in `wording/keys.py`.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from tableside.frozen import frozen


@frozen
class Key:
    """A key, or several with the same action."""

    keys: str
    """Their Textual names, separated by commas."""
    action: str
    """The action on the place that the key belongs to."""
    text: str = ""
    """The id of its label; `.help` behind it gives its sentence in the help. Empty: that of its action."""
    in_bar: bool = True
    """Whether the key bar shows it where there is room; otherwise only while its place gives it a label."""
    shown: str = ""
    """Its spelling in the bar; empty: its name."""
    priority: bool = False
    """Whether it is handled before a text field gets it."""
    does: str = ""
    """The role or act by which the command list names it."""
    line: str = ""
    """The id of its line in the help on keys that work everywhere, which several keys may share."""

    @property
    def name(self) -> str:
        """The action without its arguments."""
        return self.action.partition("(")[0].removeprefix("screen.")

    @property
    def label_id(self) -> str:
        return self.text or f"key.{self.name}"

    @property
    def each(self) -> tuple[str, ...]:
        return tuple(self.keys.split(","))

    @property
    def written(self) -> str:
        """The keys as a person reads them."""
        return ", ".join(map(key_table_label, self.each))


VIEW_KEYS: Mapping[str, tuple[str, str]] = {
    "characters": ("c", "f2"),
    "roll": ("r", "f3"),
    "initiative": ("i", "f4"),
    "advancement": ("a", "f5"),
    "journal": ("j", "f6"),
    "recap-view": ("p", "f12"),
    "campaigns": ("g", "f7"),
}
"""The letter and the function key for each view."""

_TO_VIEWS = (
    *(Key(letter, f"go('{id}')", f"page.{id}", line=f"page.{id}") for id, (letter, _) in VIEW_KEYS.items()),
    *(
        Key(function_key, f"go('{id}')", f"page.{id}", in_bar=False, priority=True, line=f"page.{id}")
        for id, (_, function_key) in VIEW_KEYS.items()
    ),
)
_CARE = (
    Key("minus", "hurt", does="hurt", line="everywhere.care"),
    Key("plus", "heal", does="heal", line="everywhere.care"),
    Key("k", "condition", does="condition", line="everywhere.care"),
    Key("K", "relieve", in_bar=False, does="relieve", line="everywhere.care"),
    Key("N", "foe", does="foe", line="everywhere.care"),
    Key("F", "encounter", in_bar=False, does="encounter", line="everywhere.encounter"),
    Key("P", "keep", in_bar=False, does="keep", line="everywhere.keep"),
    Key("H", "presence", in_bar=False, line="everywhere.presence"),
    Key("quotation_mark", "remark", in_bar=False, does="remark", line="everywhere.remark"),
)
_CARE_ANYWHERE = tuple(
    Key(each.keys, f"care('{each.action}')", each.label_id, in_bar=False, line=each.line) for each in _CARE
)
_CHANGE_LINE = (
    Key("left", "step(-1)", "key.less", in_bar=False),
    Key("right", "step(1)", "key.change", shown="◂▸"),
    Key("e", "edit", "key.type-it"),
)
_TYPING = (
    Key("ctrl+z", "take_back", in_bar=False, priority=True),
    Key("ctrl+y", "put_back", in_bar=False, priority=True),
)

KEYS: Mapping[str, tuple[Key, ...]] = {
    # Everywhere
    "main": (
        *_TO_VIEWS,
        Key("question_mark", "help", does="help", line="everywhere.help"),
        Key("f1", "help", in_bar=False, priority=True, line="everywhere.help"),
        Key("w", "write", does="note", line="everywhere.write"),
        Key("W", "write_page", in_bar=False, does="page", line="everywhere.write"),
        Key("at", "name_result", in_bar=False, line="everywhere.name"),
        Key("colon", "say", line="everywhere.say"),
        Key("G", "house_rules", in_bar=False, does="house-rules", line="everywhere.house-rules"),
        *_CARE_ANYWHERE,
        *(
            Key(key, f"step_selection({step})", text, in_bar=False, line="everywhere.selection")
            for key, step, text in (
                ("left_square_bracket", -1, "key.before"),
                ("right_square_bracket", 1, "key.after"),
            )
        ),
    ),
    "app": (
        Key("full_stop", "again", in_bar=False, does="again", line="everywhere.again"),
        Key("u", "undo", does="undo", line="everywhere.undo"),
        Key("U", "redo", in_bar=False, does="redo", line="everywhere.undo"),
        Key("A", "amend", in_bar=False, does="amend", line="everywhere.amend"),
        Key("b", "begin", "key.begin-session", in_bar=False, does="begin", line="everywhere.session"),
        Key("B", "end", "key.end-session", in_bar=False, does="end", line="everywhere.session"),
        Key(
            "f8",
            "toggle_real_dice",
            "key.real-dice",
            in_bar=False,
            priority=True,
            does="real-dice",
            line="everywhere.dice",
        ),
        Key("S", "share", in_bar=False, does="share", line="everywhere.share"),
        Key("Y", "allow", in_bar=False, line="everywhere.asks"),
        Key("D", "decline", in_bar=False, line="everywhere.asks"),
        Key("ctrl+t", "next_theme", in_bar=False, priority=True, does="theme", line="everywhere.theme"),
        Key("ctrl+p", "command_palette", in_bar=False, priority=True, line="everywhere.commands"),
        Key("ctrl+z", "suspend_process", in_bar=False, line="everywhere.shell"),
        Key("ctrl+l", "redraw_all", in_bar=False, priority=True, line="everywhere.redraw"),
        Key("ctrl+q,f10", "quit", in_bar=False, priority=True, does="quit", line="everywhere.quit"),
        Key("ctrl+c", "quit", in_bar=False, priority=True),
    ),
    # The views, with their lists and fields
    "care": _CARE,
    "characters": (
        Key("n", "new", "key.new-character", does="create"),
        Key("E", "eat", does="eat"),
        Key("z", "rest", does="rest"),
        Key("X", "retire", in_bar=False, does="retire"),
        Key("x", "attack", in_bar=False),
        Key("f", "finish", in_bar=False),
    ),
    "roster": (
        Key("enter", "choose", "key.to-sheet"),
        Key("right", "choose", "key.to-sheet", in_bar=False),
    ),
    "sheet": (
        Key("enter", "choose", "key.edit-line"),
        Key("space", "tick"),
        Key("delete", "remove", in_bar=False),
        Key("escape", "leave", "key.to-roster"),
        Key("left", "aside(-1)", "key.left-column", in_bar=False),
        Key("right", "aside(1)", "key.right-column", in_bar=False),
    ),
    "roll-letters": (
        Key("up", "move(-1)", "key.up", in_bar=False),
        Key("down", "move(1)", "key.down", in_bar=False),
        Key("enter", "roll"),
        Key("tab", "form"),
        Key("escape", "form", "key.to-keys"),
    ),
    "roll-form": (
        Key("enter", "roll"),
        Key("slash", "find", "key.to-letters"),
        Key("tab", "next_line", in_bar=False),
        Key("tab,shift+tab", "find", "key.to-letters", in_bar=False),
        *_CHANGE_LINE[:2],
        Key("equals_sign", "typed"),
        Key("plus", "modify(1)", "key.plus-one", in_bar=False),
        Key("minus", "modify(-1)", "key.minus-one", in_bar=False),
        *_CHANGE_LINE[2:],
        Key("space", "next", "key.next-turn"),
        Key("v", "enlarge"),
    ),
    "roll-large": (Key("escape,enter,v", "back"),),
    "initiative": (
        Key("space", "begin"),
        Key("space", "next", does="next"),
        Key("backspace", "back", "key.turn-back", in_bar=False, does="back"),
        Key("tab", "target", in_bar=False),
        Key("O", "start", in_bar=False, does="assemble"),
        Key("x", "attack", does="fight"),
        Key("d", "delay", does="delay"),
        Key("m", "aim", does="aim"),
        Key("y", "ready", does="ready"),
        Key("M", "hand", in_bar=False, does="hand"),
        Key("I", "set_count", in_bar=False, does="set-count"),
        Key("o", "join", in_bar=False, does="join"),
        Key("l", "leave", in_bar=False, does="leave"),
        Key("t", "tick", "key.tick-clock", in_bar=False, does="tick"),
        Key("V", "table", "key.encounter-table", in_bar=False),
        Key("h", "hide", "key.hide-stack", in_bar=False),
        Key("X", "clear"),
        Key("f", "finish", does="finish"),
    ),
    "fighters": (Key("enter", "choose", "key.to-sheet", in_bar=False),),
    "advancement": (
        Key("right", "picks", in_bar=False),
        Key("T", "train", does="train"),
        Key("s", "skip", in_bar=False),
    ),
    "growers": (
        Key("enter", "choose", "key.roll-picked"),
        Key("enter", "sheet", "key.to-sheet"),
    ),
    "picks": (
        Key("enter", "choose", "key.roll-picked"),
        Key("space", "pick"),
        Key("escape,left", "leave", "key.to-list", in_bar=False),
    ),
    "entries": (
        Key("enter", "choose", "key.open-entry"),
        Key("enter", "tick_named", "key.tick-named"),
        Key("enter", "roll_named", "key.roll-named"),
        Key("enter", "draw_named", "key.draw-named"),
        Key("enter", "ask_named", "key.ask-named"),
    ),
    "journal": (
        Key("slash", "find"),
        Key("number_sign", "names"),
        Key("space", "close_name", in_bar=False),
        Key("h", "hide", "key.story"),
        Key("L", "look", in_bar=False),
        Key("R", "restore", in_bar=False),
        Key("escape", "now", in_bar=False),
    ),
    "recap-view": (
        Key("left", "step(-1)", "key.before", shown="←"),
        Key("right", "step(1)", "key.after", shown="→"),
        Key("1", "tell('short')", "key.tell-short", in_bar=False),
        Key("2", "tell('middle')", "key.tell-middle", in_bar=False),
        Key("3", "tell('whole')", "key.tell-whole", in_bar=False),
        Key("h", "hide", "key.for-whom"),
        Key("greater_than_sign", "write_out"),
    ),
    "campaigns": (
        Key("n", "new", "key.new-campaign"),
        Key("e", "edit", "key.retitle"),
        Key("X", "archive"),
    ),
    "shelf": (Key("enter", "choose", "key.open-campaign"),),
    # Screens on top of a view
    "amend": (Key("escape", "screen.back", "key.leave-it"),),
    "amend-lines": (
        Key("enter", "amend"),
        *_CHANGE_LINE[:2],
        Key("plus", "modify(1)", "key.plus-one"),
        Key("minus", "modify(-1)", "key.minus-one", in_bar=False),
        *_CHANGE_LINE[2:],
        Key("equals_sign", "typed", in_bar=False),
        Key("u", "take_back", in_bar=False),
    ),
    "writing": (
        Key("ctrl+d", "enter_it", priority=True),
        *_TYPING,
        Key("enter", "end_line", in_bar=False, priority=True),
        Key("tab", "complete", in_bar=False, priority=True),
        Key("escape", "screen.back", "key.leave-for-later", priority=True),
        Key("ctrl+g", "outside", priority=True),
    ),
    "writing-line": (
        Key("enter", "submit", priority=True),
        Key("up", "recall(1)", "key.earlier", priority=True),
        Key("down", "recall(-1)", "key.later", in_bar=False, priority=True),
        Key("tab", "complete", priority=True),
        Key("escape", "cancel", "key.leave-for-later", priority=True),
        *_TYPING,
    ),
    "palette": (
        Key("enter", "pick", "key.do-it"),
        Key("up", "list('move', -1)", "key.up", in_bar=False),
        Key("down", "list('move', 1)", "key.down", in_bar=False),
        Key("pageup", "list('page', -1)", "key.page-up", in_bar=False),
        Key("pagedown", "list('page', 1)", "key.page-down", in_bar=False),
        Key("ctrl+home", "list('first')", "key.first", in_bar=False),
        Key("ctrl+end", "list('last')", "key.last", in_bar=False),
        Key("escape", "screen.back"),
    ),
    "help": (Key("escape", "screen.back"),),
    "house-rules": (Key("escape", "screen.back"),),
    "house-rule-lines": (Key("enter", "choose", "key.change", in_bar=False), *_CHANGE_LINE[:2]),
    "share": (
        Key("C", "renew"),
        Key("Q", "unshare"),
        Key("escape", "screen.back", in_bar=False),
    ),
    "share-lines": (Key("enter", "choose", "key.close"), *_CHANGE_LINE),
    # Lists, fields and questions anywhere
    "list": (
        Key("up", "move(-1)", "key.up", in_bar=False),
        Key("down", "move(1)", "key.down", in_bar=False),
        Key("pageup", "page(-1)", "key.page-up", in_bar=False),
        Key("pagedown", "page(1)", "key.page-down", in_bar=False),
        Key("home", "first", in_bar=False),
        Key("end", "last", in_bar=False),
        Key("enter", "choose", in_bar=False),
    ),
    "marks": (
        Key("asterisk", "mark", in_bar=False),
        Key("shift+up", "mark_run(-1)", "key.mark-up", in_bar=False),
        Key("shift+down", "mark_run(1)", "key.mark-down", in_bar=False),
        Key("escape", "unmark", in_bar=False),
    ),
    "field": (
        Key("escape", "cancel"),
        Key("ctrl+z", "take_typing_back", in_bar=False),
        Key("ctrl+y", "put_typing_back", in_bar=False),
    ),
    "answer": (
        Key("tab", "go_on"),
        Key("tab", "end_turn"),
        Key("shift+tab", "go_on(-1)", "key.go_back", in_bar=False),
    ),
    "command": (
        Key("tab", "complete"),
        Key("up", "recall(1)", "key.earlier"),
        Key("down", "recall(-1)", "key.later", in_bar=False),
        Key("ctrl+z", "take_back", in_bar=False),
        Key("ctrl+y", "put_back", in_bar=False),
    ),
    "leaving": (
        Key("escape", "cancel"),
        Key("escape", "leave", "key.let-it-wait"),
    ),
    "options": (
        Key("enter", "answer"),
        Key("space", "pick", "key.pick-option"),
        Key("left,up", "step(-1)", "key.before", in_bar=False),
        Key("right,down", "step(1)", "key.next", in_bar=False),
        Key("tab", "go_on"),
        Key("tab", "step(1)", "key.next", in_bar=False),
        Key("shift+tab", "go_on(-1)", "key.go_back", in_bar=False),
    ),
    "faces": (
        Key("r", "roll", "key.roll-the-rest"),
        Key("backspace", "take_back", in_bar=False),
        Key("space,enter", "accept", in_bar=False),
    ),
}
"""The keys, by the place that they belong to."""

EVERYWHERE = ("main", "app")
"""The places whose keys work on every view."""

_NAMED = ("tick_named", "roll_named", "draw_named", "ask_named")
FIRST = ("roll", "choose", *_NAMED, "find", "form", "begin", "next", "attack", "hand", "join")
"""The actions at the beginning of the key bar."""
WANTED: Mapping[str, tuple[str, ...]] = {"journal": ("write", "amend")}
"""For each page, its main actions among those that work everywhere; they follow those above."""
PINNED = ("tick", "say", "help")
"""The actions at the end of the key bar, however little room there is, so that they never move."""

_WRITTEN = {
    "minus": "-",
    "plus": "+",
    "question_mark": "?",
    "colon": ":",
    "full_stop": ".",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "equals_sign": "=",
    "slash": "/",
    "asterisk": "*",
    "at": "@",
    "number_sign": "#",
    "greater_than_sign": ">",
    "quotation_mark": '"',
}


def key_table_label(key: str) -> str:
    """Return a key as a person reads it, given its Textual name."""
    is_function_key = key[:1] == "f" and key[1:].isdecimal()
    return key.upper() if is_function_key else _WRITTEN.get(key, key)


KEY_OF: Mapping[str, str] = {
    **{row.name: key_table_label(row.each[0]) for row in reversed([*chain(*KEYS.values())])},
    **{id: letter for id, (letter, _) in VIEW_KEYS.items()},
}
"""The key of each action and view, as a person reads it."""


def key_table_by_command() -> dict[str, str]:
    """Return the keys by role or act, behind the letter of their view: `i x`."""
    return {
        row.does: " ".join((*VIEW_KEYS.get(place, ())[:1], key_table_label(row.each[0])))
        for place, rows in KEYS.items()
        for row in rows
        if row.does
    }


def key_table_everywhere() -> Iterator[tuple[str, str]]:
    """Yield each line of the help on keys that work everywhere: its keys, and the id of its words."""
    rows = [row for place in EVERYWHERE for row in KEYS[place] if row.line]
    for line in dict.fromkeys(row.line for row in rows):
        yield ", ".join(row.written for row in rows if row.line == line), line
