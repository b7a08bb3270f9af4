"""Random keys on a demo: keys, whole workflows, lines that people type, and windows of other sizes."""

import random
from collections import Counter
from contextlib import chdir, suppress
from pathlib import Path
from unittest.mock import patch

from textual.keys import _character_to_key
from textual.pilot import Pilot, WaitForScreenTimeout

from tableside.app import Tableside
from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.demo import place_demo
from tableside.screens.intents import CampaignWanted, LookWanted

LETTERS = "criajpg?wWuUbBA].[nNfzxXkKdmosyhvtlRLT0123456789+-*/=:. "
NAMED = ("enter", "escape", "up", "down", "left", "right", "tab", "shift+tab", "backspace", "delete", "end")
SELDOM = (
    "home",
    "pageup",
    "pagedown",
    "shift+up",
    "shift+down",
    "f1",
    "f8",
    *(f"ctrl+{key}" for key in "pltudz"),
)
VIEWS = ("f2", "f3", "f4", "f5", "f6", "f12", "f7")
KEYS = (*LETTERS, *NAMED * 3, *SELDOM, *VIEWS * 2)

LINES = (
    """
12|3|-7|+2|12/2|7+3|4*|0|-1|999999999999|1d6|max 9|no|yes|2 int|#3|41|a=b| ||'|/|//
prone 2|pr3|stunned|drowning|hexed 1|dying|dead|3 goblins|2 orcs hp 9|3 d6|wolf|2 wolves d6
Zed|[b]Zed[/b]|龍王|swim 3|Jolt 3 (1)|ladder (2)|Slippery 3, Steep 2|the gate #gm|xyzzy
? is it locked|likely is it far|oracle|luck|next|hurt 3|rest|fight|weather|undo|begin|house rule
The door groans. /? is it locked|He runs. /luck|/-3|## the quay|a @keeper and #lantern ~quay?
who:zed|day:1 kind:roll|session:1|is:secret|"the lamp
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""What may be typed where something is asked."""

MACROS = [
    macro.split()
    for macro in """
i space|i space space|i backspace|f4 d|f4 y|f4 m|f4 f|f4 s 1|f4 s 2|f4 s 3|f4 s 4|f4 s 5 enter|f4 o|f4 l
f4 - LINE enter|f4 + LINE enter|f4 k LINE enter|f4 N LINE enter|f4 t LINE enter|f4 8 LINE enter|f4 K
f4 home shift+down shift+down - LINE enter|f4 home * down * k LINE enter|f4 down enter|f4 end enter
f4 x enter|f4 x enter y|f4 x enter n enter|f4 x = 6 6|f4 x right down right enter|f4 space f4 space f4 space
f3 LETTER enter|f3 LINE enter|f3 LETTER tab right enter enter|f3 LETTER tab down e LINE enter enter
f3 LETTER + = 3 4 r|f3 NAME LETTER enter|f3 LETTER down down enter LINE enter|f3 LETTER tab LINE enter enter
f2 z|f2 z 2|f2 f|f2 n 1 LINE enter|f2 n 3 LINE enter|f2 K|f2 x|f2 enter enter LINE enter escape
f2 enter down down enter LINE enter escape|f2 enter down down down down enter LINE enter escape
f2 enter down down down down down down down enter LINE enter|f2 enter end up up enter LINE enter
f2 enter end t x|f2 enter end K|f2 * down * - LINE enter
f5 enter|f5 right space enter|f5 t enter LINE enter|b enter|b LINE enter|B enter enter enter|B 1 s enter s|B 2
: LINE enter|: NAME LINE enter|w LINE enter|f6 w LINE enter|f6 w LINE enter ctrl+z|W LINE enter LINE ctrl+d
W LINE escape|f6 / LINE enter escape|f6 t down enter|f6 up up v f4 f6 v|f6 up up up R 2|f6 h|f6 up enter
f6 up up A + enter|A + enter|A down right enter|A end 4 enter|A tab 2 enter|f12 left 3 v|f12 enter
f12 x LINE enter|f12 right enter|f6 / LINE enter A + enter
u|u|u u u|U|u U|.|f8|enter|escape|y|n|1|2|6|3 4|r|escape escape|SIZE|SIZE
f7 n LINE enter 2|f7 down enter|f7 home enter
""".strip()
    .replace("\n", "|")
    .split("|")
]
"""Workflows; LINE, LETTER and NAME are something of that kind, SIZE is another window."""
WHILE = 60
"""Keys for which somebody may be elsewhere."""
SIZES = ((80, 24), (80, 24), (60, 20), (50, 14), (49, 13), (20, 5), (120, 40), (200, 60), (80, 24))


class Watched(Tableside):
    """The app, which remembers what it crashed of."""

    fault: Exception | None = None

    def _handle_exception(self, error: Exception) -> None:
        self.fault = self.fault or error
        super()._handle_exception(error)


class Monkey:
    """Somebody who presses keys at random, the same ones for the same seed."""

    def __init__(self, app: Watched, pilot: Pilot[int], seed: int) -> None:
        self.app = app
        self.pilot = pilot
        self.dice = random.Random(seed)
        self.home = app.campaign.id if app.campaign is not None else ""
        self.pressed: list[str] = []
        self.views: Counter[str] = Counter()
        self.did: Counter[str] = Counter()
        """The procedures of the entries that came of it."""

    async def play(self, keys: int) -> None:
        """Press so many keys. Raises `AssertionError` with the last of them when the app has ended."""
        looked = 0
        while len(self.pressed) < keys:
            if len(self.pressed) - looked > WHILE:
                looked = len(self.pressed)
                self.come_home()
            if self.dice.random() < 0.4:
                await self.press(self.dice.choice(KEYS))
            else:
                for each in self.dice.choice(MACROS):
                    await self.do(each)
            view = self.app.desk.view
            self.views[view.id or "" if view is not None else ""] += 1

    def come_home(self) -> None:
        """To the demo as it is now: in the past, and in an empty campaign, most keys do nothing."""
        if self.app.seat.looking_at is not None:
            self.app.post_message(LookWanted(None))
        if self.app.campaign is None or self.app.campaign.id != self.home:
            self.app.post_message(CampaignWanted(self.home))

    async def do(self, what: str) -> None:
        """Press a key, or type what its name stands for."""
        match what:
            case "LINE":
                await self.press(*self.dice.choice(LINES))
            case "LETTER":
                await self.press(self.dice.choice("abcdefghilmnoprstuw"))
            case "NAME":
                table = self.app.campaign.table if self.app.campaign is not None else None
                names = [each.name for each in table.in_play()] if table is not None else []
                await self.press(*f"{self.dice.choice(names or ['Zed'])[:12]} ")
            case "SIZE":
                self.pressed.append("a window")
                await self.pilot.resize_terminal(*self.dice.choice(SIZES))
            case _:
                await self.press(what)

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.pressed.append(key)
            with suppress(WaitForScreenTimeout):  # an app that has ended answers no more
                await self.pilot.press(_character_to_key(key) if len(key) == 1 else key)
            if self.app.fault is not None:
                raise AssertionError(f"it ended after {self.pressed[-30:]}") from self.app.fault
            assert self.app.is_running and self.app.return_code is None, self.pressed[-30:]


async def press_at_random(folder: Path, game: str, seed: int, keys: int) -> Monkey:
    """Press so many keys on the demo of a game in this empty folder; who pressed them.

    Raises `AssertionError` when the app ends, when a campaign is not sound afterwards, or when undoing
    everything does not lead to its first table.
    """
    library = Library(folder / "saves")
    library.folder.mkdir()
    id = place_demo(library, game)
    opened = library.open(id, read_only=True)
    bundled = opened.length
    opened.close()
    app = Watched(library, id, random.Random(seed))
    with chdir(folder), patch("tableside.screens.recap.write_export"):
        async with app.run_test(size=(80, 24)) as pilot:
            monkey = Monkey(app, pilot, seed)
            await monkey.play(keys)
    if app.campaign is not None:
        app.campaign.close()
    for shelved in library.shelf():
        campaign = library.open(shelved.id)
        first = bundled if shelved.id == id else 0
        numbers = range(first + 1, campaign.length + 1)
        monkey.did.update(campaign.entry(number).procedure for number in numbers)
        prove(campaign, monkey)
        campaign.close()
    return monkey


def prove(campaign: Campaign, monkey: Monkey) -> None:
    """Whether the campaign is sound, and can be undone to its beginning and redone to its end."""
    last = f"{campaign.id}, after {monkey.pressed[-30:]}"
    now, count = campaign.table, 0
    assert list(audit(campaign)) == [], last
    while campaign.undoable is not None:
        campaign.undo()
        count += 1
    assert campaign.table == campaign.first_table, last
    if count:
        campaign.redo(count)
    assert campaign.table == now, last
    assert list(audit(campaign)) == [], last
