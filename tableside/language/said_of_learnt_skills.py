"""Lines about skills on a sheet: learning or forgetting one, or having it with a rank."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from itertools import takewhile

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.language.feedback import MOST_MEANT, Said, feedback_summary
from tableside.language.listener import Listener
from tableside.language.parse import ParsedReading
from tableside.language.people import PeopleBesideVerb
from tableside.language.said_of_sheets import (
    edit_said_of_sheets,
    owner_said_before_verb,
    sheet_number_said,
    sheet_rows_said_added,
    sheet_rows_said_removed,
)
from tableside.language.said_of_skills import SKILLS, deed_tried
from tableside.language.words import (
    Phrase,
    Token,
    WordMatch,
    are_all_words_in,
    parted_words,
    refused,
    small_words,
    synonyms_of,
    text_behind_first_words,
    text_of_words,
    word_tokens,
    words_in_name,
    words_naming_a_thing,
)
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.characters import EDIT
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice, Number
from tableside.rules.items import items_carried, parts_for_items_in_use, usable_item_rows
from tableside.rules.names import singular_name
from tableside.rules.procedure import Role
from tableside.rules.sheet import Skills, Tags, sheet_part_of, sheet_parts
from tableside.rules.table import Character
from tableside.rules.typed import typed_slug
from tableside.views.input_values import row_names_as_input_values
from tableside.views.rows import ARROW, SEPARATOR
from tableside.wording import both, label, part_label, sentence

SPELL = "spell"
NEARLY = 0.75
"""How alike a spell's name and its misspelling are."""
LEAST_BEGUN = 3
"""The least letters that begin a skill's name."""
_COST = re.compile(r"\(\d{1,3}\)")
"""The cost of a spell, typed after its rank."""


def learnt_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody learns: `moss gets skill Swim 3`, `corin learns tracking, climb`, `moss
    gets jolt 4`; by the game's own procedure if it has one. None: nobody does.
    """
    if listener.who is not None and text_behind_first_words(text, synonyms_of("learns")):
        text = f"#{listener.who} {text}"  # of whom is selected
    if (said := owner_said_before_verb(listener, text, "learns", "gains")) is None:
        return None
    who, rest = said
    words, lists, learns = words_naming_a_thing(rest.behind), _lists(who), _is_verb_of("learns", rest)
    part = next((each for each in lists if words and words[0].low in (each, singular_name(each))), "")
    parted = [words_naming_a_thing(each) for each in parted_words(words[bool(part) :])]
    if not all(parted) or not parted:
        if learns:
            raise refused("learns-what", who=who.name, verb=rest.verb[0].text)
        return None
    learnt = [*map(_row_said, parted)]
    if learns and any(each.name.isdecimal() for each in learnt):
        raise refused("learns-what", who=who.name, verb=rest.verb[0].text)
    names, is_ranked = [each.name for each in learnt], any(each.rank for each in learnt)
    known = {_list_known(listener, who, each) for each in names} if not part else {*()}
    if learns and not part:
        if not is_ranked and any(each.is_spelt_out and not each.left for each in listener.readings(text)):
            if len(names) > 1:
                raise refused("learns-one", who=who.name, name=names[0])
            return _trained(listener, text, *known)
        part = SKILLS if SKILLS in lists else lists[0] if len(lists) == 1 else ""
        if not part:
            raise refused("learns-nowhere", who=who.name)
    if len(known) > 1:
        return _of_several_lists(listener, who, learnt)
    part = next(iter(known), "") or part
    if not part:
        return None
    if part == SKILLS:
        _check_is_no_slip_of_a_skill(listener, who, text, names)
    is_grown = learns and part == SKILLS and not is_ranked
    if is_grown and (grown := _grown(listener, who, names)) is not None:
        return grown
    if is_ranked and isinstance(sheet_part_of(who.sheet, part), Tags):
        plain = next(each.name for each in learnt if each.rank)
        raise refused("learns-unranked", part=part_label(listener.rules.id, part), who=who.name, name=plain)
    return _with_rows(listener, who, part, learnt)


def _check_is_no_slip_of_a_skill(listener: Listener, who: Character, text: str, names: Sequence[str]) -> None:
    """Raises `RuleError` for a name that begins one of the game's own skills, or is spelt nearly so, with the
    line for that.
    """
    rows = [each.replace("-", " ") for each in listener.rules.known_rows.get(SKILLS, ())]
    for name in names:
        typed = name.casefold()
        is_own = typed in rows or typed in map(str.casefold, _names_listed(who, SKILLS))
        begun = [each for each in rows if len(typed) >= LEAST_BEGUN and each.startswith(typed)]
        near = [] if is_own else begun or get_close_matches(typed, rows, 1, NEARLY)
        if len(near) == 1:
            line = re.sub(rf"\b{re.escape(name)}\b", near[0], text)
            raise refused("meant", word=name, line=line)


def _of_several_lists(listener: Listener, who: Character, learnt: Sequence["_RowSaid"]) -> Said:
    """Skills and spells with their ranks in one line. Raises `RuleError` where a rank is missing."""
    if not all(each.rank for each in learnt) or SKILLS not in _lists(who):
        raise refused("learns-one", who=who.name, name=str(learnt[0]))
    by_list: dict[str, list[_RowSaid]] = {}
    for each in learnt:
        is_skill = deed_tried(words_in_name(each.name)) or _knows(listener, SKILLS, each.name)
        if not (is_skill or _list_known(listener, who, each.name)):
            other = next(
                part for part in map(lambda one: _list_known(listener, who, one.name), learnt) if part
            )
            raise refused("skill-or-what", who=who.name, name=str(each), part=singular_name(other))
        by_list.setdefault(_list_known(listener, who, each.name) or SKILLS, []).append(each)
    edits = [_with_rows(listener, who, part, rows) for part, rows in by_list.items()]
    cells: list[str] = []
    for edit in edits:
        typed = edit.form.given["cells"] if edit.form is not None else ()
        cells += map(str, typed) if isinstance(typed, tuple) else ()
    begun = SEPARATOR.join((label("procedure", EDIT), who.name, ""))
    changes = SEPARATOR.join(edit.about.removeprefix(begun) for edit in edits)
    return edit_said_of_sheets(listener, (who,), tuple(cells), changes)


@frozen
class _RowSaid:
    """A skill or a spell as stated; unstated parts are empty."""

    name: str
    rank: str
    cost: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.rank, self.cost)))


def _row_said(words: Sequence[Token]) -> _RowSaid:
    """The parts of `fire bolt 3` or `jolt 4 (1)`."""
    costs = [each for each in words if _COST.fullmatch(each.text)]
    *others, last = [each for each in words if each not in costs] or words
    is_ranked = bool(others) and last.text.isdecimal()
    name = others if is_ranked else (*others, last)
    return _RowSaid(
        " ".join(each.text for each in name), last.text if is_ranked else "", costs[0].text if costs else ""
    )


def _list_known(listener: Listener, who: Character, name: str) -> str:
    """The list of a sheet, other than skills, on which anybody has something of this name, or the game or a
    pack knows it; empty if there is none.
    """
    return next((each for each in _lists(who) if each != SKILLS and _knows(listener, each, name)), "")


def _knows(listener: Listener, part: str, name: str) -> bool:
    rows = (each for who in listener.table.characters.values() for each in _names_listed(who, part))
    own = campaign_kind_names(listener.rules, listener.table, part)
    known = {*listener.rules.known_rows.get(part, ()), *map(typed_slug, rows)}
    return typed_slug(name) in known or bool(own.called(name))


def _names_listed(who: Character, part: str) -> tuple[str, ...]:
    return row_names_as_input_values(sheet_part_of(who.sheet, part)) if part in sheet_parts(who.sheet) else ()


def _trained(listener: Listener, text: str, part: str) -> Said | None:
    """The training, by the game's own procedure, of something on a list other than skills. None: it is on
    none, or the procedure does not ask for the list.
    """
    line = f"{text} {singular_name(part)}=yes"
    trained = next((each for each in listener.readings(line) if each.is_spelt_out and not each.left), None)
    if not part or trained is None or trained.trouble:
        return None
    return Said(trained.command, trained.form, trained.missing, tuple(trained.said))


def _with_rows(listener: Listener, who: Character, part: str, learnt: Sequence[_RowSaid]) -> Said:
    """The addition of these rows to a sheet; for a spell without a cost, with how to state one."""
    has_costs = part != SKILLS and isinstance(sheet_part_of(who.sheet, part), Skills)
    own = campaign_kind_names(listener.rules, listener.table, part)
    rows = [_at_known_cost(listener, part, each) if has_costs else each for each in learnt]
    said = sheet_rows_said_added(listener, (who,), part, [str(each) for each in rows])
    free = [each for each in rows if has_costs and not (each.cost or own.called(each.name))]
    notes = [sentence("said", "costs-nothing", row=f"{each} (1)") for each in free[:1]]
    return replace(said, about=SEPARATOR.join((said.about, *notes)))


def _at_known_cost(listener: Listener, part: str, row: _RowSaid) -> _RowSaid:
    """A spell with the cost from anybody's sheet, if neither the line nor a pack states one."""
    if row.cost or not row.rank or campaign_kind_names(listener.rules, listener.table, part).called(row.name):
        return row
    lists = (getattr(each.sheet, part, None) for each in listener.table.characters.values())
    known = (skills.named(row.name) for skills in lists if isinstance(skills, Skills))
    cost = next((each.cost for each in known if each is not None), 0)
    return replace(row, cost=f"({cost})" if cost else "")


def _is_verb_of(id: str, rest: PeopleBesideVerb) -> bool:
    return rest.verb[0].low in synonyms_of(id)


def _lists(who: Character) -> list[str]:
    """The parts of the sheet that list skills and spells."""
    return [
        each
        for each in sheet_parts(who.sheet, who.kind)
        if isinstance(sheet_part_of(who.sheet, each), Skills | Tags)
    ]


def forgotten_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody forgets: `moss forgets climb, swim`, or `moss loses climb` with its full
    name. None: nobody does. Raises `RuleError` for one that they do not have.
    """
    if (said := owner_said_before_verb(listener, text, "forgets", "loses")) is None:
        return None
    who, rest = said
    forgets = _is_verb_of("forgets", rest)
    rows: dict[tuple[str, int], str] = {}
    for each in parted_words(rest.behind):
        thing = words_naming_a_thing(each)
        if not forgets and _may_be_a_thing(listener, who, thing):
            return None
        row = _row_listed(who, thing, in_full=not forgets)
        if row is None and forgets:
            raise refused("forgets-none", who=who.name, skill=" ".join(word.text for word in each))
        if row is None:
            return None
        rows |= row
    return sheet_rows_said_removed(listener, who, rows)


def _may_be_a_thing(listener: Listener, who: Character, words: Sequence[Token]) -> bool:
    """Whether words name something carried, or a weapon or armour of the game, rather than a skill alone."""
    name = words_in_name(text_of_words(words))
    items = (words_in_name(each.name) for each in items_carried(who.sheet))
    rows = (
        words_in_name(row)
        for part in parts_for_items_in_use(who.sheet, who.kind)
        for row in usable_item_rows(who.sheet, part)
    )
    own = listener.rules.weapon_rows
    known = (words_in_name(row) for row in own or ())
    return name in {*items, *rows, *known}


def skill_rank_said(listener: Listener, text: str) -> Said | None:
    """The rank of a skill on a sheet: `moss has climb 2`, `moss gets climb 2`. None: it is no such line."""
    if (said := owner_said_before_verb(listener, text, "sets", "gains")) is None:
        return None
    who, rest = said
    if not rest.behind:
        return None
    row, rank = _row_listed(who, words_naming_a_thing(rest.behind[:-1]), in_full=True), rest.behind[-1].text
    for (part, place), name in (row or {}).items() if rank.isdecimal() else ():
        if isinstance(skills := sheet_part_of(who.sheet, part), Skills):
            before, typed = skills.rows[place - 1].rank, (f"{part}.{place}.rank={rank}",)
            change = f"{part_label(listener.rules.id, part)} {name} {before} {ARROW} {rank}"
            return edit_said_of_sheets(listener, (who,), typed, change)
    return None


def check_skill_said_has_rank(listener: Listener, text: str) -> None:
    """Raises `RuleError` saying how to learn a skill when a line sets the rank of one that the sheet does not
    have: `moss has fishing 3`.
    """
    if (said := owner_said_before_verb(listener, text, "sets")) is None:
        return
    who, rest = said
    if not rest.behind:
        return
    *name, rank = rest.behind
    if SKILLS not in _lists(who):
        return
    if name and rank.text.isdecimal() and isinstance(sheet_part_of(who.sheet, SKILLS), Skills):
        raise refused("ranked-unlearnt", who=who.name, skill=text_of_words(name), rank=rank.text)


def check_skill_said_is_had(listener: Listener, text: str) -> None:
    """Raises `RuleError` when a line names somebody's skill or spell that only others have, naming them."""
    line = tuple(each for each in word_tokens(text) if "=" not in each.text)
    place, count, keys = listener.somebody(line)
    if len(keys) != 1 or place > 1 or (place and line[0].low in small_words()):
        return
    who, behind = listener.table[keys[0]], line[place + count :]
    said = takewhile(lambda each: each.low not in small_words(), behind) if place else behind
    words = {word for each in said for word in each.words}
    skills = listener.rules.known_rows.get(SKILLS, ())
    for each in [word for word in words if len(word) > LEAST_BEGUN and not listener.begins(word)]:
        words |= {row for row in skills if row.startswith(each)}
        words |= {*get_close_matches(each, skills, 1, NEARLY)}
    had = [(each, name) for each, name, phrase in _all_had(listener) if are_all_words_in(phrase, words)]
    own = {typed_slug(name) for each, name in had if each is who}
    if lacking := next((name for _, name in had if typed_slug(name) not in own), ""):
        names = dict.fromkeys(each.name for each, name in had if name == lacking)
        raise refused("has-none", who=who.name, thing=lacking, owner=both([*names][:MOST_MEANT]))
    known = (row for part in _lists(who) for row in listener.rules.known_rows.get(part, ()) if row not in own)
    if unknown := next((each for each in known if are_all_words_in(words_in_name(each), words)), ""):
        raise refused("does-not-have", who=who.name, thing=unknown.replace("-", " "))


def check_spell_said_is_known(listener: Listener, text: str, said: Said) -> None:
    """Raises `RuleError` for a spell that the caster does not know, with the line for one spelt nearly
    so, or naming those that they do know.
    """
    form = said.form
    spell = next((each for each in form.procedure.inputs if each.id == SPELL), None) if form else None
    if form is None or form.procedure.role != Role.CAST or not isinstance(spell, Choice):
        return
    name, who, known = form.given.get(SPELL), form.given.get("who"), spell.options(listener.table, form.given)
    if isinstance(who, int) and name and name not in known:
        by_name = {each.casefold(): each for each in known}
        for near in get_close_matches(str(name).casefold(), by_name, 1, NEARLY):
            line = re.sub(re.escape(str(name)), by_name[near], text, flags=re.IGNORECASE)
            raise refused("meant", word=str(name), line=line)
        raise refused("spell-unknown", who=listener.table[who].name, spell=str(name), known=both(known))


def _all_had(listener: Listener) -> Iterator[tuple[Character, str, Phrase]]:
    """Each skill and spell of everybody in play, by its name and all its synonyms."""
    for who in listener.table.in_play():
        for command in listener.rolls_of(who.key).commands:
            yield from ((who, command.name, each) for each in command.phrases)
        for part in _lists(who):
            yield from ((who, each, words_in_name(each)) for each in _names_listed(who, part))


def check_number_said_behind_skill(reading: ParsedReading) -> None:
    """Raises `RuleError` explaining a bare number after somebody's skill, `moss climb 3`."""
    if reading.role != Role.TEST or reading.form is None:
        return
    number, who = next(iter(reading.left.values())), reading.form.given.get("who")
    skill = str(reading.form.given.get("skill", ""))
    if not number.is_number or number.is_signed or not isinstance(who, int):
        return
    skills = getattr(reading.table[who].sheet, SKILLS, None)
    for known in skills.rows if isinstance(skills, Skills) else ():
        if typed_slug(known.name) == skill:
            raise refused(
                "rank-or-modifier", skill=known.name, number=number.text, who=reading.table[who].name
            )


def check_number_said_untrained(listener: Listener, line: str, skill: str) -> None:
    """Raises `RuleError` explaining a bare number after a skill that somebody does not have, when the test
    takes none.
    """
    test, words = listener.rules.role(Role.TEST, listener.table), word_tokens(line)
    numbers = [each.text for each in words if each.text.isdecimal()]
    takes = any(isinstance(each, Number) and each.lowest >= 0 for each in test.inputs) if test else True
    who = listener.known.named(words)
    if numbers and skill and not takes and who is not None:
        name = listener.table[who.keys[0]].name
        raise refused("number-untrained", skill=skill, number=numbers[0], who=name)


def told_how_number_is_set(listener: Listener, text: str, said: Said) -> Said:
    """Somebody's test against the bare number behind a score, `tamsin dex 14`, told with how that is set."""
    line, is_test = word_tokens(text), said.form is not None and said.form.procedure.role == Role.TEST
    number = line[-1].text
    if not is_test or not number.isdecimal() or listener.known.named(line) is None:
        return said
    with suppress(RuleError):  # no score can be so much
        if sheet_number_said(listener, text) is not None:
            note = sentence("said", "equals-sets", number=number)
            return replace(said, about=SEPARATOR.join((feedback_summary(said, listener.table), note)))
    return said


def _row_listed(
    who: Character, words: Sequence[Token], *, in_full: bool
) -> dict[tuple[str, int], str] | None:
    """The one skill or spell on a sheet that these words name, by part and place. None: there is none."""
    rows = [
        (words_in_name(name), ((part, place), name))
        for part in _lists(who)
        for place, name in enumerate(row_names_as_input_values(sheet_part_of(who.sheet, part)), 1)
    ]
    match, places = WordMatch.best(words, rows) if words else (None, ())
    is_so = match is not None and match.count == len(words) and (match.is_whole or not in_full)
    return dict(places) if is_so and len(places) == 1 else None


def _grown(listener: Listener, who: Character, names: Sequence[str]) -> Said | None:
    """The learning of skills by the game's procedure, if it takes any name. None: there is none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = filled_form(procedure, listener.table, None, {"who": who.key, SKILLS: tuple(names)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))
