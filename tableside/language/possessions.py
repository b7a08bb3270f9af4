"""What people carry, wear, hold and learn, by a word: `ana gets rope`, `everyone gets 10 silver`, `moss loses
the key`, `corin learns tracking`, `bram wears chain`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from tableside.language.feedback import SEPARATOR, Said
from tableside.language.listener import Listener
from tableside.language.parse import Reading
from tableside.language.sheet_words import (
    before_a_thing,
    carried_in,
    edited_row,
    in_play,
    people_said,
    who_said,
)
from tableside.language.tokens import Names, Token, phrase, refused, small_words, tokens
from tableside.language.vocabulary import besides
from tableside.language.wearing import is_wearable, laid_down, worn_down
from tableside.rules.campaign_kinds import own_kind, own_names
from tableside.rules.form_filling import new_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular
from tableside.rules.own_kinds import row_text
from tableside.rules.procedure import Role
from tableside.rules.sheet import Skills, Tags, part_of, parts
from tableside.rules.table import Character
from tableside.views.rows import row_names
from tableside.wording import part_label
from tableside.wording.results import sentence

EQUALS = "="
"""Between what a thing is called and the weapon that it is: `widowmaker = axe`."""


def carried(listener: Listener, text: str) -> Said | None:
    """What changes in what people carry by a line. None: nothing, or it means something else."""
    line = tokens(text)
    if any(each.is_number or (EQUALS in each.text and each.text != EQUALS) for each in line):
        return None
    lost = besides(line, "gives-away", listener.known)
    if lost is not None and (who := who_said(listener, lost)) is not None:
        return None if _is_an_act(listener, text) else _without(listener, text, who, lost.behind)
    if (given := besides(line, "gives", listener.known)) is not None and not given.before:
        return _given(listener, text, given.behind)
    got = besides(line, "takes-up", listener.known) or besides(line, "gains", listener.known)
    people = people_said(listener, got) if got is not None else ()
    if got is None or not people or _is_something_else(listener, text):
        return None
    return _with(listener, people, got.behind)


def counted_things(listener: Listener, text: str) -> Said | None:
    """So many of a thing that somebody gets, `moss gets 3 torches`, where the number is nothing else.

    None: it is no such line.
    """
    line = tokens(text)
    got = besides(line, "takes-up", listener.known) or besides(line, "gains", listener.known)
    people, things = (people_said(listener, got), got.behind) if got is not None else ((), ())
    if (given := besides(line, "gives", listener.known)) is not None and not given.before:
        people, things = _receiving(listener, given.behind)
    words = [each for each in things[1:] if each.low not in small_words()]
    if not people or not things[0].text.isdecimal() or not words or any(each.is_number for each in words):
        return None
    return _with(listener, people, things)


SKILLS = "skills"
"""The part of a sheet that lists what somebody can do."""


def learnt(listener: Listener, text: str) -> Said | None:
    """A skill or a spell that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns
    tracking`: by the game's own way where it has one. None: nobody does.
    """
    line = tokens(text)
    learns = besides(line, "learns", listener.known)
    got = learns or besides(line, "gains", listener.known)
    who = who_said(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = _thing(got.behind)
    lists = [p for p in parts(who.sheet, who.kind) if isinstance(part_of(who.sheet, p), Skills | Tags)]
    part = next((each for each in lists if words and singular(each) == words[0].low), "")
    name = " ".join(each.text for each in (_thing(words[1:]) if part else words))
    is_ranked = bool(words) and words[-1].text.isdecimal() and len(words) > 1
    if learns is not None and not part:
        if not is_ranked and any(each.is_spelt_out and not each.left for each in listener.readings(text)):
            return None
        part = SKILLS if SKILLS in lists else lists[0] if len(lists) == 1 else ""
        if not part:
            raise refused("learns-nowhere", who=who.name)
        if name and not is_ranked and (grown := _grown(listener, who, name)) is not None:
            return grown
    if not part or not name:
        return None
    if is_ranked and isinstance(part_of(who.sheet, part), Tags):
        plain = " ".join(each.text for each in words[:-1])
        raise refused("learns-unranked", part=part_label(listener.rules.id, part), who=who.name, name=plain)
    typed = as_in_a_pack(listener, part, name)
    return edited_row(listener, (who,), part, f"{part}.new", typed, f"+ {typed}")


_RANKED = re.compile(r"(?P<name>.*\S)\s+(?P<rank>\d{1,3})")


def as_in_a_pack(listener: Listener, part: str, name: str) -> str:
    """What is typed for a thing of this name: with the numbers that a pack or the campaign knows of it, its
    rank as the line says it; else as it stands.
    """
    own = own_names(listener.rules, listener.table, part)
    ranked = _RANKED.fullmatch(name)
    for said in (name, ranked["name"] if ranked else name):
        if id := next(iter(own.called(said)), ""):
            kind = own_kind(listener.rules, listener.table, part, id)
            rank = (f"rank={ranked['rank']}",) if ranked and said != name else ()
            return row_text(replace(kind, cells=(*kind.cells, *rank)), listener.rules)
    return name


def _grown(listener: Listener, who: Character, name: str) -> Said | None:
    """A skill learnt by the procedure of the game that takes any. None: it has none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = new_form(procedure, listener.table, None, {"who": who.key, SKILLS: (name,)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))


def _given(listener: Listener, text: str, words: Sequence[Token]) -> Said | None:
    """What those get whose name stands before it, `give moss a rope`. None: it means something else."""
    people, things = _receiving(listener, words)
    return None if not people or _is_something_else(listener, text) else _with(listener, people, things)


def _receiving(listener: Listener, words: Sequence[Token]) -> tuple[tuple[Character, ...], tuple[Token, ...]]:
    """Those whose names stand first, and what they get. Nobody: none do, or one name is that of several."""
    person = listener.known.named(words) if words else None
    keys = in_play(listener.table, person.keys) if person is not None else ()
    if person is None or not keys or not (person.many or len(person.keys) == 1):
        return (), ()
    things = tuple(words[person.count :])
    return (tuple(listener.table[key] for key in keys), things) if things else ((), ())


def _is_something_else(listener: Listener, text: str) -> bool:
    """Whether a command is spelt out, or whoever it is gets a wound or a condition: `moss gets prone`."""
    whole = [each for each in listener.readings(text) if not each.left]
    return any((each.is_spelt_out and not _is_named_by_a_row(each)) or each.is_care for each in whole)


def _is_named_by_a_row(reading: Reading) -> bool:
    """Whether only a skill or a spell on the sheet names it: who gets a bow makes no test of Bow."""
    verbs = {word for each in reading.command.verbs for word in each}
    return bool(verbs) and verbs.isdisjoint(word for each in reading.line.tokens for word in each.words)


def _is_an_act(listener: Listener, text: str) -> bool:
    """Whether the game has an act for it: one of the GM's own loses a resource by its rules."""
    readings = listener.readings(text)
    return any(each.is_spelt_out and not (each.left or each.trouble or each.is_free) for each in readings)


def _thing(words: Sequence[Token]) -> Sequence[Token]:
    """What words name, without the small ones before it."""
    first = next((n for n, each in enumerate(words) if each.low not in before_a_thing()), len(words))
    return words[first:]


def _with(listener: Listener, people: Sequence[Character], words: Sequence[Token]) -> Said | None:
    """What these carry from now on. None: their sheets have no place for it, or it is nothing."""
    who = people[0]
    part = carried_in(who)
    if any(carried_in(each) != part for each in people):
        return None
    name = " ".join(each.text for each in _thing(words))
    if part is None or not name:
        return None
    typed = as_in_a_pack(listener, part, name)
    said = edited_row(listener, people, part, f"{part}.new", typed, f"+ {typed}")
    if len(people) > 1 or not is_wearable(who, name):
        return said
    note = sentence("said", "not-worn", line=sentence("said", "wears", who=who.name, thing=name))
    return replace(said, about=SEPARATOR.join((said.about, note)))


def _without(listener: Listener, text: str, who: Character, words: Sequence[Token]) -> Said | None:
    """None: it means something else. Raises `RuleError` when nothing that is carried is called so."""
    part = carried_in(who)
    if part is None:
        return None
    rows = row_names(part_of(who.sheet, part))
    telling = _thing(words)
    match, places = Names((phrase(name), place) for place, name in enumerate(rows)).best(telling)
    if match is None or match.count < len(telling) or len(places) != 1:
        if (worn := worn_down(listener, who, telling)) is not None:
            return worn
        if telling and all(each.left for each in listener.readings(text)):
            raise refused("carries-none", who=who.name, thing=" ".join(each.text for each in telling))
        return None
    (place,) = places
    gone = [f"\N{MINUS SIGN} {rows[place]}", *laid_down(listener, who, part, place)]
    return edited_row(listener, (who,), part, f"{part}.{place + 1}", "", SEPARATOR.join(gone))
