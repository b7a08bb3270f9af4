"""Lines that name no command and mean one all the same: `-5 keeper`, `hit moss for 3`, `kill goblin 2`,
`3 orcs hp 9`, `roll luck for moss`.
"""

import re
from collections.abc import Sequence

from tableside.errors import RuleError
from tableside.language.parse import Known
from tableside.language.tokens import Token, called, small_words, tokens
from tableside.rules import foe_lines
from tableside.rules.campaign_kinds import own_kind, own_names
from tableside.rules.foe_lines import ADD_KINDS, names_with
from tableside.rules.foes import read_part
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular
from tableside.rules.own_kinds import SOMEBODY
from tableside.rules.procedure import Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table
from tableside.rules.typed import is_dice, slug

UNITS = ("rounds", "minutes", "hours", "watches", "days", "weeks")
"""What time is counted in, somewhere."""
_COUNTED = re.compile(r"\d{1,3}x?\s+[^\W\d]")


def spelt_out(text: str, known: Known) -> str | None:
    """The line that an idiom is short for, with a command in it. None: it is not short for anything."""
    line = tokens(text)
    numbers = [each for each in line if each.is_number]
    amount = next((each for each in line if each.is_signed), numbers[-1] if numbers else None)
    counted = called(Role.HURT) if amount is not None and amount is not line[-1] else ()
    small = (*called("takes"), *counted)
    said = [each for each in line if each is not amount and each.low not in small]
    is_short = amount is not None and (amount.is_signed or len(said) < len(line) - 1)
    is_care = _are_people(said, known) or len(line) == 1
    if amount is not None and amount.is_number and is_short and is_care:
        role = Role.HEAL if amount.text.startswith("+") else Role.HURT
        names = " ".join(each.text for each in said)
        return f"{called(role)[0]} {names} {amount.text.lstrip('+-')}"
    new = (*called("new-track"), *(called("new-clock") if numbers else ()))
    if len(line) > 1 and line[0].low in new:
        return f"{called('puts-down')[0]} {text.strip()}"
    if len(line) > 1 and line[0].low in called("leading"):
        return text.strip().partition(" ")[2]
    return None


def struck(text: str, known: Known) -> str | None:
    """Those who are hit for so much, as those who are hurt: `keeper hits moss for 5`. None: nobody is."""
    line = tokens(text)
    verb = next((each.place for each in line if _is_strike(each)), None)
    if verb is None or not line[-1].text.isdecimal():
        return None
    victims = [each for each in line[verb + 1 : -1] if each.low not in called("fillers")]
    names = " ".join(each.text for each in victims)
    return f"{called(Role.HURT)[0]} {names} {line[-1].text}" if _are_people(victims, known) else None


def _is_strike(token: Token) -> bool:
    verbs = called(Role.FIGHT)
    return token.low in verbs or token.low in {f"{each}s" for each in verbs}


def _are_people(line: Sequence[Token], known: Known) -> bool:
    """Whether all of some words are one name, or stand for some people."""
    who = known.named(line) if line else None
    return who is not None and who.count == len(line)


def dice_in(text: str) -> str | None:
    """The dice that a line without a command is, by themselves or behind `roll`. None: it is none."""
    bare = text.strip()
    word, _, rest = bare.partition(" ")
    written = (rest if word.casefold() in called("leading") else bare).replace(" ", "").lower()
    return written if is_dice(written) else None


def foes_in(text: str, table: Table, rules: Ruleset) -> tuple[Form, frozenset[str]] | None:
    """The foes that a line counts, by itself or behind `add`, with the inputs that it says.

    None: it counts none. Raises `RuleError` for a kind with a fault that is to be added.
    """
    verb, _, rest = text.strip().partition(" ")
    is_kind = ":" in rest and verb.casefold() in called(f"foe.{rules.id}")
    is_told = is_kind or verb.casefold() in called(Role.FOE)
    told = _without_kind(rest, rules) if is_told else text.strip()
    line = _without_coming(_with_digits(told))
    if not is_told and (not _COUNTED.match(line) or _counts_time(line) or _counts_harm(line, table, rules)):
        return None
    try:
        form, said = foe_lines.from_line(rules, table, line)
    except RuleError:
        if is_told and faulty_kind(line, table, rules):
            raise
        return None
    is_written_out = is_told and (":" in line or read_part(rules.blank(Kind.ENEMY)) in said)
    return (form, said) if is_written_out or _COUNTED.match(line) or form.procedure.id == ADD_KINDS else None


def _counts_time(line: str) -> bool:
    """Whether it is time that is counted, `4 days pass`, `2 hours`."""
    counted = (word for unit in UNITS for word in called(f"unit.{unit}"))
    return tokens(line)[1].low in (*called("campaign.pass-days"), *counted)


def _counts_harm(line: str, table: Table, rules: Ruleset) -> bool:
    """Whether harm is counted that this game calls by its kind, `1 pain`, `2 wounds`."""
    harm = rules.role(Role.HURT, table)
    kinds = (
        (each for each in harm.inputs if isinstance(each, Choice) and each.default is None) if harm else ()
    )
    return any(singular(tokens(line)[1].low) in each.options(table, {}) for each in kinds)


def _without_kind(line: str, rules: Ruleset) -> str:
    """Without what this game calls any of them, before a name: `an obstacle wall: steep 3`."""
    named, colon, _ = line.partition(":")
    words = named.split(maxsplit=2)
    place = 1 if words and words[0].casefold() in called("articles") else 0
    is_called = len(words) > place + 1 and words[place].casefold() in called(f"foe.{rules.id}")
    return line.split(maxsplit=place + 1)[-1] if colon and is_called else line


def _without_coming(line: str) -> str:
    """Without its last word, where that says that they come: `3 goblins arrive`."""
    names, _, last = line.rpartition(" ")
    return names if names and last.casefold() in called("comes") else line


def _with_digits(line: str) -> str:
    """With its first word in digits, where it is a number or stands for one: `two goblins`, `a d6 wolf`."""
    word, _, rest = line.partition(" ")
    if word.casefold() in called("articles") and any(map(is_dice, rest.split())):
        return f"1 {rest}"
    digits = (str(n) for n, name in enumerate(called("numbers")) if n and word.casefold() == name)
    return next((f"{each} {rest}" for each in digits), line)


def foe_of_kind(text: str, table: Table, rules: Ruleset) -> tuple[Form, frozenset[str]] | None:
    """The one foe that a line names by a kind that is known here, `goblin`, `a troll`, `another goblin`.

    None: it names none.
    """
    words = [each for each in tokens(text) if each.low not in (*called("articles"), *called("comes"))]
    bare = " ".join(each.low for each in words)
    if bare not in names_with(rules, table, bare):
        return None
    try:
        return foe_lines.from_line(rules, table, bare)
    except RuleError:
        return None


def faulty_kind(text: str, table: Table, rules: Ruleset) -> str:
    """What is wrong with the own kind that a line names, or alone begins with, by itself or behind `add`;
    empty where it names none, or a sound one.
    """
    left_out = (*called("articles"), *called("comes"), *called(Role.FOE))
    bare = " ".join(each.low for each in tokens(text) if each.low not in left_out)
    names = own_names(rules, table, SOMEBODY)
    ids = (names.called(bare, singular(bare)) or names.begun(bare)) if slug(bare) else ()
    try:
        if len(ids) == 1:
            own_kind(rules, table, SOMEBODY, ids[0])
    except RuleError as error:
        return str(error)
    return ""


def no_foes(text: str, table: Table, rules: Ruleset) -> str:
    """Why a line that counts something without a command counts no foes; empty when it counts nothing."""
    if not _COUNTED.match(text.strip()) or tokens(text)[1].low in small_words():
        return ""
    try:
        foe_lines.from_line(rules, table, text)
    except RuleError as error:
        return str(error)
    return ""
