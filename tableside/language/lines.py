"""Lines recognised by their beginning or form: notes, questions, entry numbers, dice, foes, passing time, and
idioms that are short for other lines.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tableside.language.commands import AppCommand
from tableside.language.feedback import Said
from tableside.language.input_people import HELPERS
from tableside.language.listener import Listener
from tableside.language.parse import parse_dice
from tableside.language.people import PeopleAtTable, numbers_of_people_spelt_out, people_listed
from tableside.language.said_of_foes import counts_harm_not_foes, foe_said_by_kind, foes_said_counted
from tableside.language.said_of_people import remark_said_of_somebody
from tableside.language.said_of_story import (
    QUESTION,
    SCENE_SIGN,
    question_said,
    question_said_by_likelihood,
    question_text_said,
)
from tableside.language.words import (
    UNITS,
    Token,
    number_in_word,
    quoted_word,
    refused,
    small_words,
    synonyms_of,
    text_behind_first_words,
    text_of_words,
    word_tokens,
)
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Number, Value
from tableside.rules.items import part_for_items
from tableside.rules.life_states import can_act
from tableside.rules.names import singular_name
from tableside.rules.procedure import PURPOSE, Group, Procedure, Role
from tableside.rules.sheet import Skills, Tags, sheet_part_of, sheet_parts
from tableside.rules.tables.procedures import THROW_ID
from tableside.rules.typed import is_typed_dice, typed_dice, typed_slug
from tableside.text import narrow_text
from tableside.views.input_values import row_names_as_input_values
from tableside.wording import either, label, part_label

NOTE = '"'
_TIMES = re.compile(r"(?:the )?(?:last )?(?P<times>[1-9]\d{0,2})(?: times| changes)?")
_PROGRESS = re.compile(r"(\d{1,3})(?:/| of )(\d{1,3})$")
"""The progress of a clock: `2 of 6`."""
_DICE_BEGUN = re.compile(
    r"(?:roll |throw )?(?P<first>(?P<dice>\d{0,3}[dw](?:\d{1,5}|f(?!\w)|%))\S*)(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A line that begins like dice."""
MOST_DIGITS = 9
"""The most digits of an entry's number."""
DAYS, WEEKS = "days", "weeks"
DAYS_OF_A_WEEK = 7
PASS_DAYS = "campaign.pass-days"


def known_line(listener: Listener, text: str) -> Said | None:
    """The meaning of a line of such a form. None: it has none. Raises `RuleError` for impossible dice."""
    if (note := _note_of_line(text)) is not None:
        is_quoted = text.lstrip().startswith(NOTE)
        return (None if is_quoted else remark_said_of_somebody(listener, note)) or _note(listener, note)
    if (question := question_text_said(text)) is not None and listener.rules.role(Role.ORACLE) is not None:
        return question_said(listener, question)
    if (moves := _in_time(listener, text)) is not None:
        return moves
    if (passes := _time_said(listener, text)) is not None:
        return passes
    if (turn := _side_said_to_act(listener, text)) is not None:
        return turn
    if text.strip().isdecimal():
        return Said(None, entry=int(text.strip()[:MOST_DIGITS]))
    if (dice := parse_dice(text)) is not None:
        return _dice(listener, dice)
    if (foes := foes_said_counted(listener, text)) is not None:
        return foes
    first = next(iter(word_tokens(text)), None)
    is_of_one = first is not None and first.low in (*synonyms_of("articles"), *synonyms_of("comes"))
    return foe_said_by_kind(listener, text) if is_of_one else None


def harm_line_with_digits(listener: Listener, text: str) -> str:
    """The line with a number of wounds in digits: `moss takes two wounds`."""
    words, numbers = text.split(), synonyms_of("numbers")[1:]
    for place, (word, behind) in enumerate(pairwise(words)):
        is_counting = word.casefold() in numbers and len(word_tokens(behind)) == 1
        if is_counting and counts_harm_not_foes(listener, f"{word} {behind}"):
            words[place] = str(number_in_word(word.casefold()))
    return " ".join(words)


def people_line_spelt_out(listener: Listener, text: str) -> str:
    """The line with groups replaced by names, `keepers 2 and 3 flee`; attackers become all who can act, the
    first leading and the others helping: `the foes attack maud`.
    """
    text = numbers_of_people_spelt_out(text, listener.known)
    line = [each for each in word_tokens(text) if each.low not in synonyms_of("the")]
    group = listener.known.named(line) if line else None
    fight = listener.rules.role(Role.FIGHT, listener.table)
    if group is None or not group.many or listener.who in group.keys or fight is None:
        return text
    behind = line[group.count :]
    able = [listener.table[key].name for key in group.keys if can_act(listener.table[key])]
    is_attack = bool(behind) and _is_strike(behind[0]) and not behind[-1].text.isdecimal()
    is_together = is_attack and any(each.id == HELPERS for each in fight.inputs)
    return f"{people_listed(able)} {text_of_words(behind)}" if able and is_together else text


def phrases_spelt_out(listener: Listener, text: str) -> str:
    """The line with a phrase for something of this game as the one word for it: `goes without food`."""
    low = f" {text.casefold()} "
    for procedure in listener.rules.procedures:
        for phrase in synonyms_of(f"phrase.{procedure.id}"):
            if (place := low.find(f" {phrase} ")) >= 0:
                ahead, behind = text[:place], text[place + len(phrase) :]
                return f"{ahead}{synonyms_of(procedure.id)[0]}{behind}"
    return text


def _side_said_to_act(listener: Listener, text: str) -> Said | None:
    """The next turn, if sides act together and the line names the other side: `the foes act`. None: it does
    not. Raises `RuleError` when it is already that side's turn.
    """
    order, line = listener.table.order, word_tokens(text)
    acting = order.acting_together if order is not None else None
    telling = [each for each in line if each.low not in (*small_words(), *synonyms_of("side-acts"))]
    is_said = len(telling) == 1 and any(each.low in synonyms_of("side-acts") for each in line)
    side = listener.known.named(telling) if is_said and acting else None
    procedure = listener.rules.role(Role.NEXT, listener.table)
    if order is None or not acting or side is None or not side.many or procedure is None:
        return None
    if not {*order.now, *order.acted}.isdisjoint(side.keys):
        raise refused("side-acts-now", side=label("side", acting))
    return Said(listener.command(procedure.id), filled_form(procedure, listener.table, None, {}), (), ())


def nearest_line(listener: Listener, text: str) -> Said | None:
    """The meaning of a line that nothing else matches: a question by its likelihood or its end, a new scene,
    or one foe by its kind.

    None: it is none of these.
    """
    if listener.rules.role(Role.ORACLE) is not None:
        if (asked := question_said_by_likelihood(listener, text)) is not None:
            return asked
        if text.endswith(QUESTION):
            return question_said(listener, text)
    if scene := text_behind_first_words(text.replace(":", " "), synonyms_of("new-scene")):
        return _note(listener, f"{SCENE_SIGN} {scene}")
    return foe_said_by_kind(listener, text)


def person_said_alone(listener: Listener, text: str) -> Said | None:
    """The selection of a character whose name is all that was typed."""
    line = word_tokens(text)
    person = listener.known.named(line) if line else None
    if person is None or person.many or person.count < len(line):
        return None
    keys = [key for key in person.keys if not listener.table[key].retired]
    if len(keys) > 1:
        raise refused("which", who=either(listener.table[key].name for key in keys))
    return Said(None, select=keys[0]) if keys else None


def _note_of_line(text: str) -> str | None:
    """The note in a line that begins with a quote, with `note ` or with the name of a scene. None: it is no
    note.
    """
    bare = text.strip()
    if bare.startswith(NOTE):
        return bare[1:].removesuffix(NOTE).strip()
    if bare.startswith(f"{SCENE_SIGN} "):
        return bare
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in synonyms_of(Role.NOTE) else None


def line_as_typed(text: str) -> str:
    """The line with composed letters and narrow marks; the words of a note are as wide as they were typed."""
    text = unicodedata.normalize("NFC", text)
    narrow = narrow_text(text)
    note = None if narrow == text else _note_of_line(narrow)
    if not note:
        return narrow
    start = narrow.find(note)
    return f"{narrow[:start]}{text[start:]}"


def is_prose_line(text: str) -> bool:
    """Whether a line is a note or a question to the oracle, whose words are not parsed."""
    return _note_of_line(text) is not None or question_text_said(text) is not None


def is_time_line(text: str) -> bool:
    """Whether a line says that time passes: `2 rounds pass`."""
    return _counted(text) is not None


def _in_time(listener: Listener, text: str) -> Said | None:
    """Several changes to undo or redo at once, `undo 3`. None: the line means something else."""
    verb, _, rest = text.strip().casefold().partition(" ")
    counted = _TIMES.fullmatch(rest.strip())
    act = next((each for each in (AppCommand.UNDO, AppCommand.REDO) if verb in synonyms_of(each)), None)
    if act is None or counted is None:
        return None
    return Said(
        listener.command(act), times=int(counted["times"]), about=f"{label('act', act)} · {counted['times']}"
    )


def _note(listener: Listener, text: str) -> Said | None:
    procedure = listener.rules.role(Role.NOTE)
    if procedure is None:
        return None
    form = Form(procedure, {"text": text} if text else {})
    return Said(listener.command(procedure.id), form, () if text else ("text",), ("text",) if text else ())


def _dice(listener: Listener, dice: str) -> Said:
    typed_dice(dice)
    procedure = listener.rules.procedure(THROW_ID)
    form = filled_form(procedure, listener.table, None, {"dice": dice})
    return Said(listener.command(THROW_ID), form, (), ("dice",))


def check_dice_said_are_summed(text: str) -> None:
    """Raises `RuleError` for dice of which not all is understood: `4d6kh3`, `2w6`, `d20 advantage`."""
    begun = _DICE_BEGUN.fullmatch(text.strip())
    if begun is None:
        return
    first, dice = begun["first"], begun["dice"].lower()
    behind = next(iter(word_tokens(begun["words"])), None)
    if not is_typed_dice(first):
        if first.removeprefix(begun["dice"])[:1].isalpha() and first.isalpha():
            return
        plain = dice.replace("w", "d").replace("t", "d")
        raise refused(
            "dice-otherwise", text=quoted_word(first), dice=plain if is_typed_dice(plain) else "2d6"
        )
    if behind is not None and behind.low in synonyms_of("dice-otherwise"):
        raise refused("dice-otherwise", text=quoted_word(text_of_words(word_tokens(text))), dice=dice)


def dice_said_for_something(listener: Listener, text: str) -> Said | None:
    """Dice with what they are thrown for, `2d6 for the fire`, `2d6+3 sword damage`. None: there are none, or
    somebody is named.
    """
    line = word_tokens(text)
    if line and line[0].low in synonyms_of("secretly"):
        line = (*line[1:], line[0])
    line = line[1:] if line and line[0].low in synonyms_of("leading") else line
    if len(line) < 2 or not line[0].is_dice or line[0].is_signed or parse_dice(text) is not None:
        return None
    if any(each.is_exact for each in listener.known.names_in(line[1:]).values()):
        return None
    said, hides = _dice(listener, line[0].text), synonyms_of("secretly")
    place = next((n for n, each in enumerate(line) if each.low in hides), 0)
    first = line[1 : place - 1 if line[place - 1].low in small_words() else place]  # `in secret`
    words, is_secret = ([*first, *line[place + 1 :]] if place else line[1:]), bool(place)
    given: dict[str, Value] = {"secret": is_secret, PURPOSE.id: text_of_words(words).rstrip(",;")}
    form = said.form and replace(said.form, given={**said.form.given, **given})
    return replace(said, form=form, told=(*said.told, *(["secret"] if is_secret else [])))


def _time_said(listener: Listener, text: str) -> Said | None:
    """The passing of time. None: none is stated. Raises `RuleError` naming the units of this game."""
    counted = _counted(text)
    if counted is None:
        return None
    count, unit = counted
    if unit == WEEKS:
        count, unit = count * DAYS_OF_A_WEEK, DAYS
    procedure = _passing(listener, unit)
    if procedure is None:
        known = [synonyms_of(f"unit.{each}")[1] for each in UNITS if _passing(listener, each)]
        raise refused("no-such-time", unit=synonyms_of(f"unit.{unit}")[1], known=either(known))
    given: dict[str, Value] = {each.id: unit for each in procedure.inputs if isinstance(each, Choice)}
    for each in procedure.inputs:
        if isinstance(each, Number):
            given[each.id] = each.read(str(count), listener.table, given)
    form = filled_form(procedure, listener.table, None, given)
    return Said(listener.command(procedure.id), form, (), tuple(given))


def _passing(listener: Listener, unit: str) -> Procedure | None:
    """The procedure that lets this unit of time pass. None: this game does not count it."""
    if unit in (DAYS, WEEKS):
        return listener.rules.procedure(PASS_DAYS)
    sessions = (each for each in listener.rules.procedures if each.group == Group.SESSION)
    fitting = (each for each in sessions if any(_counts_in(one, unit, listener) for one in each.inputs))
    return next(fitting, None)


def _counts_in(input: object, unit: str, listener: Listener) -> bool:
    return isinstance(input, Choice) and unit in input.options(listener.table, {})


def _counted(text: str) -> tuple[int, str] | None:
    """The number and unit of time that passes; None if the line says something else."""
    line = text.strip().casefold().rstrip(".!")
    if line in synonyms_of("next-day"):
        return 1, DAYS
    verb = max(
        (each for each in synonyms_of("time-passes") if line.endswith(f" {each}")), key=len, default=""
    )
    words = line.removesuffix(verb).split()
    if not verb or len(words) != 2:
        return None
    count = number_in_word(words[0])
    unit = next((each for each in UNITS if words[1] in synonyms_of(f"unit.{each}")), "")
    return (count, unit) if count and unit else None


def rest_line_spelt_out(listener: Listener, text: str) -> str:
    """The line as the game's rest: `rue takes a nap`. Raises `RuleError` where what is taken may be an injury
    too, such as a break, and in a game without rests.
    """
    line = word_tokens(text.rstrip(".!"))
    verbs = (*synonyms_of("takes"), *synonyms_of("has"))
    verb = next((n for n, each in enumerate(line[:-1]) if each.low in verbs), len(line))
    between = line[verb + 1 : -1]
    is_rest = verb < len(line) and line[-1].low in synonyms_of("pauses")
    if not is_rest or (between and between[0].low not in synonyms_of("articles")):
        return text
    names = text_of_words(line[:verb])
    if verb and not _are_people(line[:verb], listener.known) and listener.known.named(line[:verb]) is None:
        return text
    if listener.rules.role(Role.REST, listener.table) is None:
        raise refused("no-such-act", act=label("role", Role.REST))
    rest = " ".join((synonyms_of(Role.REST)[0], *([names] if names else ())))
    hurt = listener.rules.role(Role.HURT, listener.table)
    picks = (each for each in hurt.inputs if isinstance(each, Choice)) if hurt is not None else ()
    if any(line[-1].low in each.options(listener.table, {}) for each in picks):
        who = names or either(listener.table[key].name for key in filter(None, [listener.who]))
        harm = " ".join((synonyms_of(Role.HURT)[0], who, line[-1].low))
        raise refused("rest-or-injury", harm=harm, rest=" ".join((synonyms_of(Role.REST)[0], who)))
    return " ".join((rest, *(each.text for each in between[1:])))


_LISTED = re.compile(r"(?P<who>[^:,]+?)(?:'s)?\s+(?P<list>[^\s:,]+):\s*(?P<rows>\S.*)", re.DOTALL)
"""Somebody's list on the sheet, with rows behind a colon."""


def rows_line_spelt_out(listener: Listener, text: str) -> str:
    """The line with rows for a list of a sheet, as what somebody gets: `rue approaches: quick hands`."""
    said = _LISTED.fullmatch(text.strip())
    person = listener.known.named(word_tokens(said["who"])) if said is not None else None
    if said is None or person is None or len(person.keys) != 1:
        return text
    who = listener.table[person.keys[0]]
    if person.count < len(word_tokens(said["who"])):
        return text
    wanted = said["list"].casefold()
    for part in sheet_parts(who.sheet, who.kind):
        value = sheet_part_of(who.sheet, part)
        names = (part, part_label(listener.rules.id, part).casefold())
        if wanted not in (*names, *map(singular_name, names)):
            continue
        gets = f"{said['who']} {synonyms_of('gains')[0]}"
        if isinstance(value, Skills | Tags):
            had = {typed_slug(each) for each in row_names_as_input_values(value)}
            rows = [each.strip() for each in said["rows"].split(",")]
            new = [each for each in rows if typed_slug(each) not in had] or rows
            return f"{gets} {part} {', '.join(new)}"
        if part == part_for_items(who):
            return f"{gets} {said['rows']}"
    return text


def idiom_line_spelt_out(text: str, known: PeopleAtTable) -> str | None:
    """The line, with a command, that an idiom is short for. None: it is no idiom."""
    line = word_tokens(text)
    numbers = [each for each in line if each.is_number or each.is_dice]
    amount = next((each for each in numbers if _has_sign(each)), numbers[-1] if numbers else None)
    counted = synonyms_of(Role.HURT) if amount is not None and amount is not line[-1] else ()
    small = (*synonyms_of("takes"), *counted)
    said = [each for each in line if each is not amount and each.low not in small]
    is_short = amount is not None and (_has_sign(amount) or len(said) < len(line) - 1)
    is_care = _are_people(said, known) or len(line) == 1
    if amount is not None and is_short and is_care:
        role = Role.HEAL if amount.text.startswith("+") else Role.HURT
        names = " ".join(each.text for each in said)
        return f"{synonyms_of(role)[0]} {names} {amount.text.lstrip('+-')}"
    new = (*synonyms_of("new-track"), *(synonyms_of("new-clock") if numbers else ()))
    if len(line) > 1 and line[0].low in new:
        spelt_out = _PROGRESS.sub(r"steps=\2 marked=\1", text.strip())
        return f"{synonyms_of('puts-down')[0]} {spelt_out}"
    if len(line) > 1 and line[0].low in synonyms_of("leading") and not text.endswith(QUESTION):
        return text.strip().partition(" ")[2]
    return None


def _has_sign(amount: Token) -> bool:
    return amount.text[0] in "+-"


def attack_line_spelt_out(text: str, known: PeopleAtTable) -> str | None:
    """An attack with damage as harm to its target: `keeper hits moss for 5`. None: it is no such line."""
    line = word_tokens(text)
    verb = next((each.place for each in line if _is_strike(each)), None)
    words = [each for each in line if each.low not in (*synonyms_of("fillers"), *synonyms_of(Role.HURT))]
    if verb is None or not (words[-1].text.isdecimal() or words[-1].is_dice):
        return None
    victims = [each for each in words[:-1] if each.place > verb]
    if _are_people([*victims, words[-1]], known):
        return None  # the number belongs to a foe's name
    names = " ".join(each.text for each in victims)
    return f"{synonyms_of(Role.HURT)[0]} {names} {words[-1].text}" if _are_people(victims, known) else None


def _is_strike(token: Token) -> bool:
    verbs = synonyms_of(Role.FIGHT)
    return token.low in verbs or token.low in {f"{each}s" for each in verbs}


def _are_people(line: Sequence[Token], known: PeopleAtTable) -> bool:
    """Whether some words are exactly one name or group of people."""
    who = known.named(line) if line else None
    return who is not None and who.count == len(line)
