"""What may be typed where something is asked: what will do, most of the time, and now and then anything."""

import random
from collections.abc import Callable, Sequence
from functools import partial

from tableside.errors import TablesideError
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Cells, Choice, Filled, Input, Number, Who, YesNo
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.screens.command_bar import CommandBar
from tableside.widgets.ask_bar import AskBar
from tableside.widgets.field import Check

HOSTILE = (
    *("[/]", "[b]Zed[/b]", "[@click=app.quit]x", "{0} %s \\n", "a=b;c", "' OR 1=1 --", "<script>x</script>"),
    *(
        "\N{DRAGON} 龍王",
        "e\u0301lan",
        "\u202egnaw",
        "\u200dzwj\ufe0f",
        "a" * 300,
        "  ",
        "",
        "#1",
        "-",
        "0",
        "#",
    ),
    *("999999999999", "12/2", "3+4*", "1d6", "||", "/", "//", "*", "?", ":", '"', "=", "=-7", "max 9", "no"),
)
PEOPLE = ("Zed", "Ana Bell", "O'Neill", "龍王", "[/] Odd", "moss", "Moss 2")
PROSE = (
    *(
        "The door groans.",
        "## The lamp room",
        "a @keeper and #lantern ~quay?",
        "#gm the keeper lies about it",
    ),
    *("*bold* | `code` <b>", "He runs. /luck", "Who lit it? /? is it locked", "/-3", "/undo", "She waits. /"),
    *("/likely is it far", "/3 goblins", "Nothing.\u202e", "[/] [red]", "/oracle", "#lantern goes out"),
)
LINES = (
    *(
        "3 goblins",
        "2 orcs hp 9",
        "3 d6",
        "? is it locked",
        "likely is it far",
        "luck",
        "next",
        "rest",
        "fight",
    ),
    *(
        "weather",
        "undo",
        "redo",
        "begin",
        "end session",
        "house rule",
        "2d6+1",
        "12",
        "prone",
        "note",
        "amend",
    ),
    *('"the lamp', "likely secret is she lying", "clock", "again", "theme", "roll", "journal", "xyzzy plugh"),
    *(
        "moss hp 4/10, ac 17",
        "moss stamina 4, luck 3",
        "moss wears light armour",
        "give moss great tent",
        "moss leaves",
    ),
    *(
        "track find the mule hard",
        "clock the snow 4",
        "close #lantern",
        "scene check",
        "3 rounds pass",
        "rest a day",
    ),
    *(
        "1 cultist skill 6 stamina 8",
        "note moss: if the door opens",
        "moss wields axe",
        "full attack",
        "who is there",
    ),
    *(
        "create Brin skill 5",
        "prone moss 3",
        "moss 12",
        "hurt moss 3",
        "hurt all 1",
        "kill moss",
        "/who is it",
        "event",
    ),
)
OF_FOES = (
    *(
        "The ford: 2 goblins, 1 troll",
        "Ambush: 3 wolves hp 11 ac 13 bite +4 1d6",
        "The ford",
        "x2",
        "+ 1 troll",
    ),
    *(
        "round 2: 1 goblin",
        "clock The bell: troll",
        "1 cultist skill 6 stamina 8",
        "2 rats; 1 wolf",
        "The ford: zz",
    ),
    *("2 sentries d6 d8 harm 2", "3 orcs hit die d8", "Somebody: 1 somebody", "Ambush x3 + 2 goblins"),
)
"""What is asked for foes, encounters and who comes later takes."""
SEARCHES = (
    "lamp",
    "who:moss",
    "kind:roll",
    "day:1 kind:note",
    "session:1",
    "is:secret",
    '"the lamp',
    "on:2027-01",
)
CELLS = (
    *(
        "Swim 3",
        "Jolt 3 (1)",
        "ladder (2)",
        "Slippery 3, Steep 2",
        "heirloom = sword",
        "+3",
        "-7",
        "*2",
        "=4",
    ),
    *("max 16", "12/2", "yes", "no", "d8", "d6", "1", "2", "5", "rope", "", "prone 2"),
)


class Words:
    """Somebody who knows, of most questions, what will do."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def answer(
        self, ask: AskBar, table: Table, rules: Ruleset, rarest: Callable[[Sequence[str]], str]
    ) -> str:
        """A text for the question that is open; `rarest` picks one of the procedures that a line may name."""
        texts = [self._one(ask, table, rules, rarest) for _ in range(8)]
        texts += self.dice.choices(HOSTILE, k=2)
        fitting = [each for each in texts[:8] if _will_do(ask._check, each)]
        return fitting[0] if fitting and self.dice.random() < 0.9 else self.dice.choice(texts)

    def _one(self, ask: AskBar, table: Table, rules: Ruleset, rarest: Callable[[Sequence[str]], str]) -> str:
        question = ask._words._content.plain
        check = ask._check
        if question.startswith("Note:"):
            return self.dice.choice(PROSE)
        if question.startswith("Find:"):
            return self.dice.choice(SEARCHES)
        if isinstance(check, partial) and isinstance(form := getattr(check.func, "__self__", None), Form):
            return self.of_input(form.procedure.input(check.args[1]), check.args[0], form)
        if isinstance(bar := getattr(check, "__self__", None), CommandBar):
            return self._command(bar, table, rarest)
        return self.dice.choice(
            [
                *CELLS,
                *self._names(table),
                *PEOPLE,
                *self._conditions(rules, table),
                str(self.dice.randint(1, 14)),
            ]
            + [f"{self.dice.randint(1, 3)} {name}" for name in ("goblins", "wolf", "rats")]
            + [*OF_FOES]
        )

    def of_input(self, input: Input, table: Table, form: Form) -> str:
        """What such an input takes."""
        dice = self.dice
        match input:
            case Number():
                low, high = input.lowest, input.highest
                return str(
                    dice.choice([low, input.default or 1, dice.randint(low, min(high, max(low, 0) + 9))])
                )
            case YesNo():
                return dice.choice(["yes", "no"])
            case Who():
                names = [each.name for each in input.candidates(table)] or ["nobody"]
                return ", ".join(dice.sample(names, dice.randint(1, min(3, len(names))) if input.many else 1))
            case Choice():
                options = [*input.options(table, form.given), *(PEOPLE if input.free else ())] or ["nothing"]
                most = min(3, input.most) if input.many else 1
                return ", ".join(dice.choices(options, k=dice.randint(1, most)))
            case Cells():
                return f"name={dice.choice(PEOPLE)}"
            case Filled():
                return ""
        return dice.choice([*PROSE, *PEOPLE, *OF_FOES, "3 the alarm; 4 the gate", "d6 d4"])

    def _command(self, bar: CommandBar, table: Table, rarest: Callable[[Sequence[str]], str]) -> str:
        """A line in words: what can be done, and something about it."""
        dice = self.dice
        if dice.random() < 0.3:
            return dice.choice(LINES)
        commands = [each for each in bar.listener.commands() if not each.why_not and each.id != "quit"]
        names = {each.label: each.id for each in commands}
        named = rarest([*dict.fromkeys(names.values())])
        label = dice.choice([label for label, id in names.items() if id == named])
        more = (*self._names(table), str(dice.randint(1, 9)), "secret", "yes", "2 rounds", "prone", "")
        return " ".join([label.lower(), *dice.choices(more, k=dice.randint(0, 2))]).strip()

    def _names(self, table: Table) -> list[str]:
        return [each.name for each in table.in_play()][:8] or ["Zed"]

    def _conditions(self, rules: Ruleset, table: Table) -> list[str]:
        procedure = rules.role(Role.CONDITION, table)
        pick = (
            next((each for each in procedure.inputs if isinstance(each, Choice)), None) if procedure else None
        )
        known = pick.options(table, {}) if pick is not None else ()
        return [f"{each} {self.dice.randint(1, 3)}" for each in self.dice.sample(known, min(4, len(known)))]


def _will_do(check: Check, text: str) -> bool:
    try:
        check(text)
    except TablesideError:
        return False
    return True
