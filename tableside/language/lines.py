"""Lines that are known by how they begin: a note, a question, the number of an entry, dice, foes."""

import re
from collections.abc import Iterable

from tableside.language.commands import Act
from tableside.language.echo import Said
from tableside.language.idioms import dice_in, foe_of_kind, foes_in
from tableside.language.listener import Listener
from tableside.language.people_words import remark_said
from tableside.language.time_said import time_said
from tableside.language.tokens import called, tokens
from tableside.rules.dice import table_dice
from tableside.rules.form import Form, new_form
from tableside.rules.inputs import Choice, Value
from tableside.rules.procedure import Role
from tableside.rules.scenes import CLOSE_NAME
from tableside.rules.tables.procedures import THROW_ID
from tableside.views.notes import SIGNS
from tableside.wording import label

NOTE = '"'
QUESTION = "?"
SECRET = "secret"
_TIMES = re.compile(r"(?:the )?(?:last )?(?P<times>[1-9]\d{0,2})(?: times| changes)?")
MOST_DIGITS = 9
"""Of the number of an entry."""


def known_line(listener: Listener, text: str) -> Said | None:
    """What such a line means. None: it is none of them. Raises `RuleError` for dice that there are not."""
    if (note := note_of_line(text)) is not None:
        is_quoted = text.lstrip().startswith(NOTE)
        return (None if is_quoted else remark_said(listener, note)) or _note(listener, note)
    if (question := question_in(text)) is not None and listener.rules.role(Role.ORACLE) is not None:
        return _question(listener, question)
    if (moves := _in_time(listener, text)) is not None:
        return moves
    if (passes := time_said(listener, text)) is not None:
        return passes
    if (closed := _closed(listener, text)) is not None:
        return closed
    if text.strip().isdecimal():
        return Said(None, entry=int(text.strip()[:MOST_DIGITS]))
    if (dice := dice_in(text)) is not None:
        return _dice(listener, dice)
    if (counted := foes_in(text, listener.table, listener.rules)) is not None:
        return _foes(listener, *counted)
    first = next(iter(tokens(text)), None)
    if first is not None and first.low in (*called("articles"), *called("comes")):
        foe = foe_of_kind(text, listener.table, listener.rules)
        return _foes(listener, *foe) if foe is not None else None
    return None


def likely_line(listener: Listener, text: str) -> Said | None:
    """What a line means that nothing else is meant by: a question by its end, or one foe by its kind.

    None: it is neither.
    """
    if text.endswith(QUESTION) and listener.rules.role(Role.ORACLE) is not None:
        return _question(listener, text)
    foe = foe_of_kind(text, listener.table, listener.rules)
    return _foes(listener, *foe) if foe is not None else None


def note_of_line(text: str) -> str | None:
    """The note that a line is, which begins with a quote or with `note `. None: it is none."""
    bare = text.lstrip()
    if bare.startswith(NOTE):
        return bare[1:].removesuffix(NOTE).strip()
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in called(Role.NOTE) else None


def question_in(text: str) -> str | None:
    """What the oracle is asked by a line that begins with a question mark or with `oracle`, in plain words.
    None: nothing.
    """
    bare = text.strip()
    if bare.startswith(QUESTION):
        return bare[1:].strip()
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in called(Role.ORACLE) and "=" not in rest else None


def _in_time(listener: Listener, text: str) -> Said | None:
    """So many changes taken back or restored at once, `undo 3`. None: the line means something else."""
    verb, _, rest = text.strip().casefold().partition(" ")
    counted = _TIMES.fullmatch(rest.strip())
    act = next((each for each in (Act.UNDO, Act.REDO) if verb in called(each)), None)
    if act is None or counted is None:
        return None
    return Said(
        listener.command(act), times=int(counted["times"]), about=f"{label('act', act)} · {counted['times']}"
    )


def _closed(listener: Listener, text: str) -> Said | None:
    """What is over, by its sign, `close #ledger`, `close @[Old Fum]`. None: the line names nothing so."""
    verb, _, rest = text.strip().partition(" ")
    sign, name = rest.strip()[:1], rest.strip()[1:].strip("[]")
    if verb.casefold() not in called(CLOSE_NAME) or sign not in (*SIGNS,) or not name:
        return None
    form = new_form(listener.rules.procedure(CLOSE_NAME), listener.table, None, {"name": f"{sign}{name}"})
    return Said(listener.command(CLOSE_NAME), form, (), ("name",))


def _note(listener: Listener, text: str) -> Said | None:
    procedure = listener.rules.role(Role.NOTE)
    if procedure is None:
        return None
    form = Form(procedure, {"text": text} if text else {})
    return Said(listener.command(procedure.id), form, () if text else ("text",), ("text",) if text else ())


def _question(listener: Listener, text: str) -> Said:
    """A question to the oracle, behind how likely it is and `secret`, where either is said."""
    procedure = listener.rules.role(Role.ORACLE)
    assert procedure is not None  # whoever asks has looked
    pick = procedure.input("likelihood")
    known = pick.options(listener.table, {}) if isinstance(pick, Choice) else ()
    given: dict[str, Value] = {}
    while (word := _leading(text, (*known, SECRET))) and word not in given.values():
        given |= {SECRET: True} if word == SECRET else {"likelihood": word}
        text = text[len(word) :].strip()
    form = new_form(procedure, listener.table, None, {**given, "question": text})
    inputs = ("question", "likelihood", *([SECRET] * (SECRET in given)))
    return Said(listener.command(procedure.id), form, (), inputs)


def _leading(text: str, known: Iterable[str]) -> str:
    """The longest of these ids that a text begins with, as words; empty when it is none."""
    spaced = f"{text.casefold()} "
    return max(
        (each for each in known if spaced.startswith(f"{each.replace('-', ' ')} ")), key=len, default=""
    )


def _dice(listener: Listener, dice: str) -> Said:
    table_dice(dice)
    procedure = listener.rules.procedure(THROW_ID)
    form = new_form(procedure, listener.table, None, {"dice": dice})
    return Said(listener.command(THROW_ID), form, (), ("dice",))


def _foes(listener: Listener, form: Form, said: frozenset[str]) -> Said:
    inputs = form.procedure.inputs
    missing = tuple(each.id for each in inputs if each.default is None and each.id not in said)
    ids = tuple(each.id for each in inputs if each.id in said)
    return Said(listener.command(form.procedure.id), form, missing, ids)
