"""What is said of skills on a sheet: that somebody learns one, forgets it, or has it with a rank."""

from collections.abc import Sequence

from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.parse import ParsedReading
from tableside.language.people import PeopleBesideVerb
from tableside.language.said_of_sheets import (
    edit_said_of_sheets,
    owner_said_before_verb,
    sheet_rows_said_added,
    sheet_rows_said_removed,
)
from tableside.language.said_of_skills import SKILLS
from tableside.language.words import (
    Token,
    WordMatch,
    parted_words,
    refused,
    synonyms_of,
    text_of_words,
    words_in_name,
    words_naming_a_thing,
)
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular_name
from tableside.rules.procedure import Role
from tableside.rules.sheet import Skills, Tags, sheet_part_of, sheet_parts
from tableside.rules.table import Character
from tableside.rules.typed import typed_slug
from tableside.views.input_values import row_names_as_input_values
from tableside.views.rows import ARROW
from tableside.wording import part_label


def learnt_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns tracking,
    climb`: by the game's own way where it has one. None: nobody does.
    """
    if (said := owner_said_before_verb(listener, text, "learns", "gains")) is None:
        return None
    who, rest = said
    words, lists, learns = words_naming_a_thing(rest.behind), _lists(who), _is_verb_of("learns", rest)
    part = next((each for each in lists if words and singular_name(each) == words[0].low), "")
    learnt = [words_naming_a_thing(each) for each in parted_words(words[bool(part) :])]
    names = [" ".join(word.text for word in each) for each in learnt]
    ranked = [each for each in learnt if len(each) > 1 and each[-1].text.isdecimal()]
    if learns and not part:
        if not ranked and any(each.is_spelt_out and not each.left for each in listener.readings(text)):
            if len(names) > 1:
                raise refused("learns-one", who=who.name, name=names[0])
            return None
        part = SKILLS if SKILLS in lists else lists[0] if len(lists) == 1 else ""
        if not part:
            raise refused("learns-nowhere", who=who.name)
        if names and not ranked and (grown := _grown(listener, who, names)) is not None:
            return grown
    if not part or not names:
        return None
    if ranked and isinstance(sheet_part_of(who.sheet, part), Tags):
        plain = " ".join(each.text for each in ranked[0][:-1])
        raise refused("learns-unranked", part=part_label(listener.rules.id, part), who=who.name, name=plain)
    return sheet_rows_said_added(listener, (who,), part, names)


def _is_verb_of(id: str, rest: PeopleBesideVerb) -> bool:
    return rest.verb[0].low in synonyms_of(id)


def _lists(who: Character) -> list[str]:
    """The parts of their sheet that list skills and spells."""
    return [
        each
        for each in sheet_parts(who.sheet, who.kind)
        if isinstance(sheet_part_of(who.sheet, each), Skills | Tags)
    ]


def forgotten_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody has no more, `moss forgets climb, swim`; `moss loses climb` where it is
    called so in full. None: nobody forgets any. Raises `RuleError` for one that they have not.
    """
    if (said := owner_said_before_verb(listener, text, "forgets", "gives-away")) is None:
        return None
    who, rest = said
    forgets = _is_verb_of("forgets", rest)
    rows: dict[tuple[str, int], str] = {}
    for each in parted_words(rest.behind):
        row = _row_listed(who, words_naming_a_thing(each), in_full=not forgets)
        if row is None and forgets:
            raise refused("forgets-none", who=who.name, skill=" ".join(word.text for word in each))
        if row is None:
            return None
        rows |= row
    return sheet_rows_said_removed(listener, who, rows)


def skill_rank_said(listener: Listener, text: str) -> Said | None:
    """The rank of a skill on a sheet, `moss has climb 2`, `moss gets climb 2`. None: it is no such line."""
    if (said := owner_said_before_verb(listener, text, "sets", "gains")) is None:
        return None
    who, rest = said
    row, rank = _row_listed(who, words_naming_a_thing(rest.behind[:-1]), in_full=True), rest.behind[-1].text
    for (part, place), name in (row or {}).items() if rank.isdecimal() else ():
        if isinstance(skills := sheet_part_of(who.sheet, part), Skills):
            before, typed = skills.rows[place - 1].rank, (f"{part}.{place}.rank={rank}",)
            change = f"{part_label(listener.rules.id, part)} {name} {before} {ARROW} {rank}"
            return edit_said_of_sheets(listener, (who,), typed, change)
    return None


def check_skill_said_has_rank(listener: Listener, text: str) -> None:
    """Raises `RuleError` saying how a skill is learnt whose rank a line sets, `moss has fishing 3`, where the
    sheet has none that is called so.
    """
    if (said := owner_said_before_verb(listener, text, "sets")) is None:
        return
    who, rest = said
    *name, rank = rest.behind
    if SKILLS not in _lists(who):
        return
    if name and rank.text.isdecimal() and isinstance(sheet_part_of(who.sheet, SKILLS), Skills):
        raise refused("ranked-unlearnt", who=who.name, skill=text_of_words(name), rank=rank.text)


def check_number_said_behind_skill(reading: ParsedReading) -> None:
    """Raises `RuleError` saying what a bare number behind somebody's skill may mean, `moss climb 3`."""
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


def _row_listed(
    who: Character, words: Sequence[Token], *, in_full: bool
) -> dict[tuple[str, int], str] | None:
    """The one skill or spell on a sheet that these words name, by its part and place. None: none is."""
    rows = [
        (words_in_name(name), ((part, place), name))
        for part in _lists(who)
        for place, name in enumerate(row_names_as_input_values(sheet_part_of(who.sheet, part)), 1)
    ]
    match, places = WordMatch.best(words, rows) if words else (None, ())
    is_so = match is not None and match.count == len(words) and (match.is_whole or not in_full)
    return dict(places) if is_so and len(places) == 1 else None


def _grown(listener: Listener, who: Character, names: Sequence[str]) -> Said | None:
    """Skills learnt by the procedure of the game that takes any. None: it has none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = filled_form(procedure, listener.table, None, {"who": who.key, SKILLS: tuple(names)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))
