"""Lines about people: `kill goblin 2`, `revive moss`, `odwin heals moss`, `bram joins`, `goblin 3 is an
ally`, `rename goblin 2 Fishface`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.language.feedback import Said, feedback_on_nobody_called
from tableside.language.input_people import HELPERS
from tableside.language.listener import Listener
from tableside.language.people import (
    PeopleBesideVerb,
    PeopleMeant,
    kind_of_people_meant,
    no_people_named,
    people_beside_verb,
    people_meant,
)
from tableside.language.said_of_foes import foe_said_by_kind
from tableside.language.words import (
    Token,
    refused,
    small_words,
    synonyms_of,
    text_behind_first_words,
    verb_forms,
    word_tokens,
)
from tableside.rules.campaign_rules import REMARK, RENAME
from tableside.rules.characters import CALL_BACK, EDIT
from tableside.rules.conditions import PUT
from tableside.rules.form_filling import Form, filled_form, form_filling_trouble
from tableside.rules.inputs import Choice, Value, Who
from tableside.rules.life_states import DEAD, check_can_act, is_dead
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import Character, Kind
from tableside.rules.typed import NAME_LENGTH, typed_short
from tableside.text import narrow_text
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import both, either, label


def death_said_of_people(listener: Listener, text: str) -> Said | None:
    """The people that a line declares dead. None: nobody. Raises `RuleError` when none of them is alive."""
    line = word_tokens(text)
    rest = people_beside_verb(line, "dies", listener.known)
    people = people_meant(_who_dies(rest), listener.known) if rest is not None else None
    if rest is not None and people is None:
        _check_who_is_said(listener, rest, synonyms_of("kills"))
    if people is None:
        return None
    table = listener.table
    living = [key for key in people.keys if not (table[key].retired or is_dead(table[key]))]
    if not living:
        is_over = any(is_dead(table[key]) for key in people.keys)
        raise refused("dead-already" if is_over else "not-in-play", who=_names(listener, people.keys))
    _check_one(listener, people, living)
    given: dict[str, Value] = {"who": tuple(living), "condition": DEAD}
    forms = [(each, filled_form(each, table, None, given)) for each in _ways_to_die(listener)]
    procedure, form = next((each for each in forms if form_filling_trouble(each[1], table) is None), forms[0])
    return Said(listener.command(procedure.id), form, (), tuple(given))


def _who_dies(rest: PeopleBesideVerb) -> Sequence[Token]:
    """The words for those who die; for a killer and a victim, the victim's: `moss kills goblin 2`, `goblin 2
    is killed by moss`.
    """
    is_a_killing = rest.verb[0].low in synonyms_of("kills") and rest.before and _telling(rest.behind)
    if not is_a_killing:
        return rest.all
    return rest.before if rest.behind[0].low in synonyms_of("by") else rest.behind


CAPTURED, SURRENDERED = "captured", "surrendered"


def capture_said_of_people(listener: Listener, text: str) -> Said | None:
    """The people that a line says surrender, or are prisoners now: captured, or as the game calls it. None:
    nobody.
    """
    line = word_tokens(text)
    around = {*synonyms_of("becomes"), *synonyms_of("sets"), *small_words()}
    for id in ("takes-captive", "surrenders", "captures"):
        rest = people_beside_verb(line, id, listener.known)
        if rest is None:
            continue
        sides = (rest.behind, rest.before) if id == "takes-captive" else (rest.before, rest.behind)
        whose, others = ([each for each in side if each.low not in around] for side in sides)
        people = people_meant(whose, listener.known)
        if people is None or (others and people_meant(others, listener.known) is None):
            continue
        keys = [key for key in people.keys if not listener.table[key].retired]
        if not keys:
            continue
        _check_one(listener, people, keys)
        procedure = next(iter(_ways_to_die(listener)))
        pick = procedure.input("condition")
        known = pick.options(listener.table, {}) if isinstance(pick, Choice) else ()
        state = SURRENDERED if id == "surrenders" and SURRENDERED in known else CAPTURED
        procedure = procedure if state in known else listener.rules.procedure(PUT)
        given: dict[str, Value] = {"who": tuple(keys), "condition": state}
        form = filled_form(procedure, listener.table, None, given)
        return Said(listener.command(procedure.id), form, (), tuple(given))
    return None


def _ways_to_die(listener: Listener) -> Iterable[Procedure]:
    """The procedures that set a condition: the game's own, then the general one."""
    own = listener.rules.role(Role.CONDITION, listener.table)
    yield from (own,) if own is not None and own.id != PUT else ()
    yield listener.rules.procedure(PUT)


def revival_said_of_people(listener: Listener, text: str) -> Said | None:
    """The dead people, in play or not, that a line declares alive again. None: nobody.

    Raises `RuleError` when none of them is dead, and when it is ambiguous.
    """
    rest = people_beside_verb(word_tokens(text), "revives", listener.known)
    people = people_meant(rest.all, listener.known, dead_too=True) if rest is not None else None
    revive = listener.rules.role(Role.REVIVE, listener.table)
    if rest is None or revive is None:
        return None
    if people is None:
        if " ".join(each.low for each in (*rest.verb, *rest.all)) in synonyms_of("revives"):
            return Said(listener.command(revive.id), filled_form(revive, listener.table, None, {}), ("who",))
        _check_who_is_said(listener, rest, synonyms_of("revives"))
        return None
    table = listener.table
    dead = [key for key in people.keys if is_dead(table[key])]
    if not dead:
        if any(table[key].retired for key in people.keys):
            return None  # they come back into play
        raise refused("not-dead", who=_names(listener, people.keys))
    _check_one(listener, people, dead)
    form = filled_form(revive, table, None, {"who": tuple(dead)})
    return Said(listener.command(revive.id), form, (), ("who",))


def rescue_said_of_people(listener: Listener, text: str) -> Said | None:
    """That somebody helps one who is dying: `odwin heals quennel`, `treat moss with healing`. None: the line
    says no such thing, or says how many points are healed.
    """
    line, table = word_tokens(text), listener.table
    rescue = listener.rules.role(Role.RESCUE, table)
    rest = people_beside_verb(line, "rescues", listener.known)
    if rest is None or rescue is None or any(each.is_number for each in line):
        return None
    means = synonyms_of("by-means")
    by = next((place for place, each in enumerate(rest.behind) if each.low in means), None)
    helped = people_meant(rest.behind[:by], listener.known)
    helpers = people_meant(rest.before, listener.known)
    dying = [key for key in helped.keys if listener.rules.is_dying(table[key])] if helped is not None else []
    if not dying or helped is None or (rest.before and (helpers is None or len(helpers.keys) > 1)):
        return None
    _check_one(listener, helped, dying)
    patient = next(each.id for each in rescue.inputs if isinstance(each, Who) and each.id != rescue.doer)
    given: dict[str, Value] = {patient: dying[0]}
    if helpers is not None:
        helper = table[helpers.keys[0]]
        check_can_act(helper)
        given[rescue.doer] = helper.key
    form = filled_form(rescue, table, None, given)
    if by is not None:
        if not any(each.id == "skill" for each in rescue.inputs):
            return None
        form = form.typed(table, "skill", " ".join(each.text for each in rest.behind[by + 1 :]))
    told = (*given, *(each.id for each in rescue.inputs if each.id == "skill"))
    return Said(listener.command(rescue.id), form, tuple(each.id for each in form.missing), told)


def _check_who_is_said(listener: Listener, rest: PeopleBesideVerb, verbs: Sequence[str]) -> None:
    """Raises `RuleError` for a verb alone, for a number of people without names, or an unknown person."""
    counted = [each for each in rest.all if not each.is_number]
    is_alone = not rest.all and " ".join(each.low for each in rest.verb) in verbs
    if is_alone or (len(counted) < len(rest.all) and people_meant(counted, listener.known)):
        raise refused("kill-whom" if is_alone else "kill-which")
    if not rest.before and rest.verb[0].low in verbs:
        raise RuleError(feedback_on_nobody_called(listener, _telling(rest.behind)))


def _check_one(listener: Listener, people: PeopleMeant, keys: list[int]) -> None:
    """Raises `RuleError` when a single name fits several people."""
    if len(keys) > 1 and not people.many:
        raise refused("which", who=either(listener.table[key].name for key in keys))


def _names(listener: Listener, keys: Iterable[int], joined: Callable[[Iterable[str]], str] = either) -> str:
    return joined(listener.table[key].name for key in keys)


def arrival_said_of_people(listener: Listener, text: str) -> Said | None:
    """The people that a line says arrive. None: nobody. Raises `RuleError` for those there or unknown."""
    rest = people_beside_verb(word_tokens(text), "joins", listener.known)
    if rest is None:
        return None
    before, behind = _telling(rest.before), _telling(rest.behind)
    if len(rest.verb) > 1 and any(each.is_number for each in (*before, *behind)):
        raise refused("comes-only", verb=" ".join(each.text for each in rest.verb))
    if bool(before) == bool(behind):  # nobody is named, or they join somebody's side
        return None
    people = people_meant(before or behind, listener.known)
    if people is not None:
        return None if _acts_late(listener, text) else _comes(listener, people.keys, many=people.many)
    if before and not _says_more(listener, text, before):
        raise refused("comes-nobody", whom=" ".join(each.text for each in before))
    return None


def departure_said_of_people(listener: Listener, text: str) -> Said | None:
    """The people that a line says leave: a player's character leaves the table, anybody else the fight or,
    without one, play. None: nobody.

    Raises `RuleError` when a single name fits several people.
    """
    table, line = listener.table, word_tokens(text)
    rest = people_beside_verb(line, "went", listener.known)
    is_flight = rest is None and table.order is None
    if is_flight:
        rest = people_beside_verb(line, "fled", listener.known)
    people = people_meant(rest.before, listener.known) if rest is not None else None
    if rest is None or people is None or any(each.low not in small_words() for each in rest.behind):
        return None
    keys = [key for key in people.keys if not table[key].retired]
    if not keys:
        return None
    _check_one(listener, people, keys)
    players = [key for key in keys if table[key].kind == Kind.PC]
    going = [key for key in keys if table.order is None or key in table.order.members]
    role = Role.DEPART if players else Role.RETIRE if table.order is None else Role.LEAVE
    procedure = listener.rules.role(role, table)
    if procedure is None or keys != (players or going) or (players and is_flight):
        return None
    form = filled_form(procedure, table, None)
    whoever = replace(form, given={**form.given, "who": tuple(keys)})  # the rule says why one cannot go
    return Said(listener.command(procedure.id), whoever, (), ("who",))


def _comes(listener: Listener, keys: Sequence[int], *, many: bool) -> Said:
    """Those of these people who are still to come, by the first procedure that any of them needs."""
    table = listener.table
    if not many and len(keys) > 1:
        raise refused("which", who=_names(listener, keys))
    for procedure, lacks in _ways_in(listener):
        if coming := tuple(key for key in keys if lacks(table[key])):
            form = filled_form(procedure, table, None, {"who": coming})
            return Said(listener.command(procedure.id), form, (), ("who",))
    dead = [key for key in keys if is_dead(table[key])]
    id = "comes-dead" if dead else "comes-already" if table.order is None else "comes-fighting"
    raise refused(id, who=_names(listener, dead or keys, both))


def _acts_late(listener: Listener, text: str) -> bool:
    """Whether the turn order has an act of this name, for somebody who put off their turn."""
    hand = listener.rules.role(Role.HAND, listener.table)
    readings = (each for each in listener.readings(text) if hand and each.command.id == hand.id)
    return any(each.is_spelt_out and not (each.left or each.trouble) for each in readings)


def _ways_in(listener: Listener) -> Iterator[tuple[Procedure, Callable[[Character], bool]]]:
    """The procedures that bring people to where everybody is, each with a test of who needs it."""
    table, rules = listener.table, listener.rules
    yield rules.procedure(CALL_BACK), lambda who: who.retired and not is_dead(who)
    arrive, join = rules.role(Role.ARRIVE, table), rules.role(Role.JOIN, table)
    if arrive is not None:
        yield arrive, table.is_absent
    if join is not None and (order := table.order) is not None:
        yield join, lambda who: not (is_dead(who) or who.retired or who.key in order.members)


def _says_more(listener: Listener, text: str, words: Sequence[Token]) -> bool:
    """Whether the line means something else: a command, a person among other words, or a kind of foe."""
    if any(each.is_spelt_out and not each.left for each in listener.readings(text)):
        return True
    if any(listener.known.named(words[place:]) for place in range(len(words))):
        return True
    if any(each.is_number or "=" in each.text for each in words):
        return True
    names = " ".join(each.text for each in words)
    return foe_said_by_kind(listener, names) is not None


def _telling(line: Sequence[Token]) -> Sequence[Token]:
    return [each for each in line if each.low not in small_words()]


def check_act_said_of_people(listener: Listener, form: Form) -> None:
    """Raises `RuleError` when a member of a side is to act again, since that would undo the first act."""
    order, who = listener.table.order, form.given.get("who")
    if order is None or order.acting_together is None or form.procedure.role != Role.HAND:
        return
    if isinstance(who, int) and who in order.acted:
        raise refused("acted-already", who=listener.table[who].name)


def check_turn_said_of_people(listener: Listener, text: str) -> None:
    """Raises `RuleError` when the turn is handed to a member of a side that acts together."""
    order, whom = listener.table.order, text_behind_first_words(text, synonyms_of("turn.hand"))
    if whom and order is not None and order.acting_together is not None:
        raise refused("acts-together", whom=whom)


def place_said_in_order(listener: Listener, text: str) -> Said | None:
    """The count that a line gives to a member of a running order by counts, or whom it puts before or after
    whom: `orc 2 to 20`, `orc 2 initiative 20`, `orc 2 before ana`. None: it says neither. Raises `RuleError`
    when a name is ambiguous.
    """
    order = listener.table.order
    if order is None or not order.has_counts:
        return None
    line = word_tokens(_OF_SOMEBODY.sub("", text))
    moves = {*synonyms_of("moves-in-order"), *synonyms_of("sets"), *small_words()}
    for where in ("before", "after"):
        phrases = [phrase.split() for phrase in synonyms_of(f"place.{where}")]
        for at, phrase in ((at, phrase) for at in range(len(line)) for phrase in phrases):
            if [each.low for each in line[at : at + len(phrase)]] != phrase:
                continue
            mover = people_meant([each for each in line[:at] if each.low not in moves], listener.known)
            other = people_meant(_telling(line[at + len(phrase) :]), listener.known)
            if mover is None or other is None or not {*mover.keys} & {*order.members}:
                continue
            if _takes_turn_put_off(listener, mover.keys):
                return None
            for each in (mover, other):
                _check_one(listener, each, [*each.keys])
            return _placed(listener, Role.SET_PLACE, mover, {"against": other.keys[0], "where": where})
    set_to = synonyms_of("on-count")
    on_words = {*synonyms_of("count"), *set_to}
    ends_so = len(line) > 2 and line[-2].low in on_words and _COUNT.fullmatch(line[-1].text)
    end = len(line) - 2 if ends_so else len(line)  # `orc 2 to 20` are no orcs from 2 to 20
    for at in range(end):
        named = listener.known.named(line[at:end])
        if named is None:
            continue
        rest = [*line[:at], *line[at + named.count :]]
        on = [each for each in rest if each.low in on_words]
        said = [each for each in rest if each not in on and each.low not in moves]
        is_sum = said and said[0].text[0] in "+-" and not any(each.low in set_to for each in on)
        if on and len(said) == 1 and _COUNT.fullmatch(said[0].text) and not is_sum:
            people = PeopleMeant(named.keys, named.many)
            placed = (
                _placed(listener, Role.SET_COUNT, people, {}) if {*named.keys} & {*order.members} else None
            )
            if placed is None or placed.form is None:
                return None
            _check_one(listener, people, [*people.keys])
            form = placed.form.typed(listener.table, "count", f"={said[0].text}")
            return replace(placed, form=form, told=("who", "count"))
        return None
    return None


_COUNT: Final = re.compile(r"[+-]?\d{1,4}")
_OF_SOMEBODY: Final = re.compile(r"['\u2019]s\b")


def _placed(listener: Listener, role: Role, people: PeopleMeant, given: Mapping[str, Value]) -> Said | None:
    procedure = listener.rules.role(role, listener.table)
    if procedure is None:
        return None
    given = {"who": tuple(people.keys), **given}
    return Said(
        listener.command(procedure.id), filled_form(procedure, listener.table, None, given), (), (*given,)
    )


def _takes_turn_put_off(listener: Listener, keys: Iterable[int]) -> bool:
    """Whether one of these may now do what they have put off, before somebody's turn."""
    hand = listener.rules.role(Role.HAND, listener.table)
    pick = hand.input("who") if hand is not None else None
    may = {each.key for each in pick.candidates(listener.table)} if isinstance(pick, Who) else set()
    return bool(may & {*keys})


def check_attack_said_of_people(listener: Listener, text: str) -> None:
    """Raises `RuleError` when several attack at once and the game allows no help in attacks, and when
    somebody attacks in a game without attacks.
    """
    line, verbs = word_tokens(text), synonyms_of(Role.FIGHT)
    verb = next((each.place for each in line if each.place and each.low.removesuffix("s") in verbs), 0)
    behind = [each for each in line[verb + 1 :] if each.low not in small_words()]
    attackers = people_meant(line[:verb], listener.known)
    if attackers is None or not behind or listener.known.named(behind) is None:
        return
    attack = listener.rules.role(Role.FIGHT, listener.table)
    if attack is None:
        raise refused("no-such-act", act=label("role", Role.FIGHT))
    if attackers.many and len(attackers.keys) > 1 and all(each.id != HELPERS for each in attack.inputs):
        raise refused("one-at-a-time", who=either(listener.table[key].name for key in attackers.keys))


def check_game_has_act(listener: Listener, text: str) -> None:
    """Raises `RuleError` when somebody casts a spell in a game without spells."""
    line = word_tokens(text)
    person = listener.known.named(line) if line else None
    verb = line[person.count : person.count + 1] if person is not None else line[:1]
    verbs = {form for each in synonyms_of(Role.CAST) for form in (each, *verb_forms(each))}
    if len(line) > 1 and verb and verb[0].low in verbs and listener.rules.role(Role.CAST) is None:
        raise refused("no-such-act", act=label("role", Role.CAST))


def check_game_has_help(listener: Listener, text: str) -> None:
    """Raises `RuleError` when somebody helps somebody in a game where no roll takes helpers."""
    line = word_tokens(text)
    rest = people_beside_verb(line, "helps", listener.known)
    takes = any(each.id == HELPERS for one in listener.rules.procedures for each in one.inputs)
    if takes or rest is None or not (rest.before and rest.behind):
        return
    named = listener.known.named(rest.behind)
    if named is not None and people_meant(rest.before, listener.known) is not None:
        raise refused("helps-nowhere", line=f"{synonyms_of(Role.NOTE)[0]} {text.strip()}")


TURNS: Final[Mapping[str, Kind | None]] = {"with-us": Kind.NPC, "against-us": Kind.ENEMY, "other-side": None}
"""Verbs for changing sides, with the resulting kind. None: the opposite of the present side."""


def change_of_sides_said_of_people(listener: Listener, text: str) -> Said | None:
    """The people that a line puts on another side. None: nobody. Raises `RuleError` when it is ambiguous."""
    line = word_tokens(text)
    line = line[next((n for n, each in enumerate(line) if each.low not in small_words()), 0) :]
    if (turned := _turns(listener, line)) is not None:
        return turned
    verb = next((n for n, each in enumerate(line) if n and each.low in synonyms_of("becomes")), None)
    if verb is None:
        return None
    telling = [each for each in line[verb:] if each.low not in (*small_words(), *synonyms_of("becomes"))]
    if not telling or (kind := _side(telling[0])) is None:
        return None
    person = listener.known.named(line)
    if person is None:
        raise RuleError(feedback_on_nobody_called(listener, line[:verb]))
    if person.count < verb or len(telling) > 1:
        return None
    return _changed(listener, _one(listener, line, person.keys, many=person.many), kind)


def _turns(listener: Listener, line: Sequence[Token]) -> Said | None:
    """The people who change sides: `warden 2 joins us`, `moss switches sides`. None: nobody."""
    for id, kind in TURNS.items():
        rest = people_beside_verb(line, id, listener.known)
        if rest is not None and not rest.before:
            raise refused("turns-who", verb=" ".join(each.text for each in rest.verb))
        people = people_meant(rest.before, listener.known) if rest is not None else None
        if rest is None or people is None or any(each.low not in small_words() for each in rest.behind):
            continue
        who = _one(listener, rest.before, people.keys, many=people.many)
        other = Kind.NPC if who.kind == Kind.ENEMY else Kind.ENEMY
        return _changed(listener, who, kind or other)
    return None


def _one(listener: Listener, line: Sequence[Token], keys: tuple[int, ...], *, many: bool) -> Character:
    if not keys:
        raise RuleError(no_people_named(line))
    if len(keys) > 1:
        raise refused("one-at-a-time" if many else "which", who=_names(listener, keys))
    return listener.table[keys[0]]


def _changed(listener: Listener, who: Character, kind: Kind) -> Said:
    if who.kind == kind or (kind == Kind.NPC and who.kind != Kind.ENEMY):
        raise refused("on-that-side", who=who.name, side=label("side", who.kind))
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (f"kind={kind}",)})
    change = f"{label('side', who.kind)} {ARROW} {label('side', kind)}"
    about = SEPARATOR.join((label("said", "side"), who.name, change))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)


def _side(word: Token) -> Kind | None:
    """The kind that a word turns somebody into; an ally is an NPC rather than a player's character."""
    many = kind_of_people_meant(word)
    one = (kind for kind in Kind if word.low in synonyms_of(f"side.{kind}"))
    return next(one, None if many == Kind.PC else many)


def renaming_said_of_people(listener: Listener, text: str) -> Said | None:
    """The meaning of a line with `rename` or `title`. None: it has neither.

    Raises `RuleError` when it names nobody, or no new name.
    """
    line = word_tokens(text)
    if (named := people_beside_verb(line, "renames", listener.known)) is not None:
        rest = named.behind
        campaign = next((n for n, each in enumerate(rest[:2], 1) if each.low in synonyms_of("campaign")), 0)
        if campaign and all(each.low in small_words() for each in rest[: campaign - 1]):
            return _titled(listener, _without_joining(rest[campaign:]))
        return _called(listener, named.before, rest)
    if line and line[0].low in synonyms_of("titles"):
        return _titled(listener, _without_joining(line[1:]))
    return None


def _without_joining(line: Sequence[Token]) -> Sequence[Token]:
    """The words without a first one that only joins: `to`, `as`."""
    return line[1:] if line and line[0].low in synonyms_of("joining") else line


def _titled(listener: Listener, line: Sequence[Token]) -> Said:
    """A new title for the campaign, to be asked for if the line has none."""
    procedure, title = listener.rules.procedure(RENAME), _text(line)
    given = {"title": procedure.input("title").read(title, listener.table, {})} if title else {}
    form = Form(procedure, given)
    return Said(listener.command(RENAME), form, () if given else ("title",), tuple(given))


def _called(listener: Listener, before: Sequence[Token], rest: Sequence[Token]) -> Said:
    """A new name for somebody, who is named before or after the verb."""
    named = before or rest[next((n for n, each in enumerate(rest) if each.low not in small_words()), 0) :]
    name = _without_joining(rest)
    person = listener.known.named(named) if named else None
    if person is None:
        whom = _text(_as_far_as_a_number(named))
        raise refused("rename-whom", whom=whom) if named else refused("rename-nobody")
    if person.many or len(person.keys) != 1:
        names = either(listener.table[key].name for key in person.keys)
        raise refused("which", who=names or _text(named))
    if not before:
        name = _without_joining(named[person.count :])
    who, new = listener.table[person.keys[0]], typed_short(_text(name), NAME_LENGTH)
    if not new:
        raise refused("rename-to-what", who=who.name)
    others = (each for each in listener.known.people.listed if each is not who)
    if new.casefold() in (each.name.casefold() for each in others):
        raise refused("name-is-taken", name=new)
    form = Form(listener.rules.procedure(EDIT), {"who": who.key, "cells": (f"name={new}",)})
    about = SEPARATOR.join((label("said", "rename"), f"{who.name} {ARROW} {new}"))
    return Said(listener.command(EDIT), form, (), ("who", "cells"), about=about)


def _as_far_as_a_number(line: Sequence[Token]) -> Sequence[Token]:
    """The probable old name: `goblin 1` of `goblin 1 Snag`."""
    end = next((n for n, each in enumerate(line, 1) if each.is_number), len(line))
    return line[:end]


def _text(line: Sequence[Token]) -> str:
    """These words as typed."""
    return " ".join(each.text for each in line)


def remark_said_of_somebody(listener: Listener, note: str) -> Said | None:
    """The GM's remark about somebody, `goblin 3: if the door opens`; nothing after the colon deletes it.
    None: there is no colon, or no name before it.
    """
    end = narrow_text(note).find(":")
    name, colon, text = (note[:end], ":", note[end + 1 :]) if end >= 0 else (note, "", "")
    people = people_meant(word_tokens(name), listener.known) if colon and name.strip() else None
    keys = [key for key in people.keys if not listener.table[key].retired] if people is not None else []
    if people is None or not keys:
        return None
    _check_one(listener, people, keys)
    procedure = listener.rules.procedure(REMARK)
    form = filled_form(procedure, listener.table, None, {"who": tuple(keys), "text": text.strip()})
    return Said(listener.command(REMARK), form, (), ("who", "text") if text.strip() else ("who",))
