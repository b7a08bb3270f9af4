"""Lines of random sense typed at random tables of all games: each is understood or refused in one line of
plain words, shown with its chances, completed, and some are done.
"""

import random
import re
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.commands import AppCommand
from tableside.language.complete import completed_line
from tableside.language.feedback import Said, feedback_summary
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.rules.form_filling import form_filling_trouble
from tableside.rules.procedure import Role
from tableside.rules.sheet import sheet_part_of, sheet_parts
from tableside.rules.table import Kind
from tableside.text import clean_text
from tableside.views.chances import chances_line, odds_lines
from tableside.views.input_values import row_names_as_input_values
from tableside.views.notes import note_and_command
from tableside.views.rollable_tables import ListedTable, all_rollable_tables, rollable_table_form
from tableside.wording.language import TEXTS
from tests.campaign.random_play import Evening, answered
from tests.table.words_typed import HOSTILE, LINES, PROSE

PLACES = {"journal": ("Journal", "j"), "roll": ("Roll", "r"), "characters": ("Characters", "c")}
CASES = Path(__file__).parents[1] / "cases"
SAYINGS = tomllib.loads((CASES / "sayings.toml").read_text(encoding="utf-8"))
VERBS = [word for text in TEXTS.values() for word in text.split(", ") if len(word) < 20]
NUMBERS = ("1", "3", "12", "+2", "-4", "12/2", "7+3", "0", "1000000", "3x", "d6", "2d6+1", "#3", "#99")
SMALL = ("the", "a", "with", "is", "no", "not", "all", "my", "i", "me", "*", "=", "/", ",", ";", '"', "?")
SMALLEST = ("the", "a", "an", "and", "her", "of", "with", "from", ",")
DONE, ALTERED = 0.6, 0.5
"""How many of the lines that could be done are done, and of the known ones are typed otherwise."""
IDS = re.compile(
    r"\b(?:campaign|turn|table|oracle|dice|troika|fell|galejatra|wandered|d20)\.[a-z]|\w\.new\b|table/\d"
)
"""What no person should have to read."""


def unfinished(verb: str, person: str, small: str) -> tuple[str, ...]:
    """Lines in which a small word stands at each place where more is expected."""
    return (
        f"{verb} {small}",
        f"{person} {verb}",
        f"{person} {verb} {small}",
        f"{person} {verb} climb and {small}",
        f"{person} {verb} 3 {small}",
        f"{person} {verb} {small} 3",
        f"{person} {small} {verb} 3",
        f"{small} {verb}",
    )


@frozen
class Failure:
    """A line that ended the program, or that was answered as no person would answer."""

    game: str
    line: str
    what: str


class Talk:
    """Somebody who types at the table of one game, the same lines for the same seed."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.dice = random.Random(f"{game} {seed}")
        self.evening = Evening(folder, game, seed)
        self.game = game
        self.counted: Counter[str] = Counter()
        self._listener: Listener | None = None
        self._ids: set[str] = set()
        """What looks like an id and was typed by somebody: conditions and clocks may be called so."""

    def close(self) -> None:
        self.evening.campaign.close()

    def play_on(self, operations: int) -> None:
        """What happens at the table besides."""
        for _ in range(operations):
            self.evening.act()

    def failures(self, lines: int) -> Iterator[Failure]:
        """So many lines; those that failed."""
        for _ in range(lines):
            line = self.line()
            try:
                wrong = self.say(line)
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                wrong = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"
            if wrong:
                yield Failure(self.game, line, wrong)

    # What is typed

    def line(self) -> str:
        kinds: tuple[tuple[int, Callable[[], str]], ...] = (
            (35, self._sensible),
            (35, self._known),
            (10, self._salad),
            (10, self._of_a_command),
            (5, lambda: self._salad(self.dice.randint(12, 90))),
            (5, lambda: self.dice.choice((*HOSTILE, *LINES, *PROSE))),
            (5, self._letters),
            (10, self._unfinished),
        )
        typed = self.dice.choices([each for _, each in kinds], [weight for weight, _ in kinds])[0]()
        return clean_text(typed[: self.dice.randrange(len(typed) + 1)] if self.dice.random() < 0.1 else typed)

    def _sensible(self) -> str:
        """A verb, somebody, and something about it, in any order."""
        words = [
            self.dice.choice(VERBS),
            self._person(),
            *self.dice.choices(self._more(), k=self.dice.randint(0, 2)),
        ]
        if self.dice.random() < 0.3:
            self.dice.shuffle(words)
        return " ".join(words)

    def _known(self) -> str:
        """A line that means something at another table, as it is or typed otherwise."""
        line: str = self.dice.choice(self.dice.choice([*SAYINGS.values()]))[0]
        words = line.split()
        for place, word in enumerate(words):
            if self.dice.random() < 0.3 and word.isalpha() and len(word) > 3:
                words[place] = self.dice.choice((self._person(), word[:-1], word + word[-1], word[::-1]))
        return " ".join(words) if self.dice.random() < ALTERED else line

    def _salad(self, count: int = 0) -> str:
        count = count or self.dice.randint(1, 7)
        return " ".join(self.dice.choice((self._person(), *self._more(), *VERBS[:200])) for _ in range(count))

    def _of_a_command(self) -> str:
        """What something is called on the screen, or the beginning of it, and more."""
        label = self.dice.choice(self.listener.commands()).label.lower()
        begun = label if self.dice.random() < 0.6 else label[: self.dice.randint(1, len(label))]
        return " ".join(
            (begun, *self.dice.choices((self._person(), *self._more()), k=self.dice.randint(0, 3)))
        )

    def _unfinished(self) -> str:
        """A verb with only small words where a thing, a skill or a person should be."""
        return self.dice.choice(
            unfinished(self.dice.choice(VERBS), self._person(), self.dice.choice(SMALLEST))
        )

    def _letters(self) -> str:
        signs = "abcdeghilmnoprstu 0123456789+-*/=.,;:?!\"'#@~[]{}()\\%\t\n\N{DRAGON}é\u202e\x1b"
        return "".join(self.dice.choices(signs, k=self.dice.randint(0, 30)))

    def _person(self) -> str:
        names = [each.name for each in self.listener.table.characters.values()] or ["nobody"]
        name = self.dice.choice(names)
        first = next(iter(name.lower().split()), name)
        several = ("foes", "party", "henchmen", "everyone", "goblins", f"{name.lower()}s", f"{first}*")
        one = (name, name.lower(), first, name[:3], f"#{self.dice.randint(1, 20)}", "me", "I")
        return self.dice.choice((*one, *several))

    def _more(self) -> tuple[str, ...]:
        """What may stand behind a verb: numbers, conditions, things, skills, inputs, small words."""
        table, rules = self.listener.table, self.listener.rules
        sheets = [each.sheet for each in table.characters.values()] or [rules.blank(Kind.PC)]
        sheet = self.dice.choice(sheets)
        things = [
            name
            for part in sheet_parts(sheet)
            for name in row_names_as_input_values(sheet_part_of(sheet, part))
        ]
        inputs = self.dice.choice(rules.procedures).inputs or ()
        return (
            *self.dice.choices(NUMBERS, k=3),
            *self.dice.choices(SMALL, k=2),
            *self.dice.choices(rules.conditions or ("odd",), k=2),
            *(each.lower() for each in self.dice.sample(things, min(3, len(things)))),
            *(f"{each.id}={self.dice.choice(NUMBERS)}" for each in inputs[:1]),
            self.dice.choice(self.listener.tables).id if self.listener.tables else "weather",
            self.dice.choice(HOSTILE),
        )

    # What comes of it

    @property
    def listener(self) -> Listener:
        """Whoever hears it: at the table as it is now, with somebody selected or nobody."""
        campaign = self.evening.campaign
        known = self._listener
        if known is None or known.table is not campaign.table or self.dice.random() < 0.02:
            keys = [*campaign.table.characters]
            who = self.dice.choice(keys) if keys and self.dice.random() < 0.9 else None
            tables: tuple[ListedTable, ...] = all_rollable_tables(campaign)
            self._listener = known = Listener(campaign.table, campaign.rules, who, PLACES, tables)
        return known

    def say(self, line: str) -> str:
        """Type it on the command bar and while writing, and now and then do it. What is wrong with what comes
        of it; empty when nothing is.
        """
        for text in (line, note_and_command(line).command):
            if not completed_line(self.listener, text).startswith(text):
                return f"completed to {completed_line(self.listener, text)!r}"
        try:
            meant = understood(self.listener, line)
            told = self._shown(meant)
        except RuleError as error:
            self.counted["refused"] += 1
            return self._unfit(str(error), line)
        self.counted["understood"] += 1
        self._do(meant)
        return next(filter(None, (self._unfit(each, line) for each in told)), "")

    def _shown(self, meant: Said) -> list[str]:
        """What stands above the line."""
        table = self.listener.table
        told = [feedback_summary(meant, table)]
        if meant.form is None or meant.missing:
            return told
        form = rollable_table_form(self.evening.campaign, meant.form)
        if (why_not := form_filling_trouble(form, table)) is not None:
            return [*told, why_not]
        if not form.procedure.takes_long(table, form.given):
            told += [chances_line(form, table), *odds_lines(form, table, self.dice.choice((20, 50, 80, 200)))]
        return [each for each in told if each]

    def _do(self, meant: Said) -> None:
        target = meant.command.target if meant.command is not None else None
        if target in (AppCommand.UNDO, AppCommand.REDO) and self.dice.random() < DONE:
            self.evening.undo() if target == AppCommand.UNDO else self.evening.redo()
        if meant.form is None or meant.missing or self.dice.random() > DONE:
            return
        if meant.form.procedure.role == Role.TABLE:
            return  # an evening rolls on tables of its own
        campaign = self.evening.campaign
        brings = meant.form.procedure.role in (Role.FOE, Role.CREATE) or "add" in meant.form.procedure.id
        if brings and len(campaign.table.characters) > 24:
            return
        form = rollable_table_form(campaign, meant.form)
        try:
            campaign.perform(form.procedure, form.given, lambda asked: answered(asked, self.dice))
        except RuleError as error:
            assert str(error)
            return
        self.evening.states.append(self.evening.digest())
        self.evening.check_limits()
        self.counted["done"] += 1

    def _unfit(self, text: str, line: str) -> str:
        """What no person should be told like that, unless people have typed it themselves."""
        if not text.strip():
            return "told nothing"
        if "\n" in text or text.startswith(("refused ", "refused.")):
            return f"told {text!r}"
        table = self.listener.table
        typed = " ".join((line, table.title, *(each.name for each in table.characters.values()))).casefold()
        self._ids |= {found[0] for found in IDS.finditer(typed)}
        ids = [found[0] for found in IDS.finditer(text) if found[0] not in self._ids]
        return f"told of an id: {text!r}" if ids else ""
