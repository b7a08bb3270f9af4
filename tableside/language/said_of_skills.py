"""What is said of skills: that several try one, that somebody lacks one, or learns or forgets it."""

from collections.abc import Iterator, Sequence

from tableside.frozen import frozen
from tableside.language.feedback import Said
from tableside.language.input_people import AGAINST, HELPERS
from tableside.language.listener import Listener
from tableside.language.people import people_beside_verb
from tableside.language.said_of_sheets import (
    edit_said_of_sheets,
    owner_of_sheet_said,
    sheet_rows_said_added,
    sheet_rows_said_removed,
)
from tableside.language.words import (
    SHORT,
    Phrase,
    Token,
    WordMatch,
    parted_words,
    refused,
    small_words,
    synonyms_of,
    synonyms_of_input,
    text_of_words,
    verb_forms,
    word_tokens,
    words_in_name,
    words_naming_a_thing,
)
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular_name
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Skills, Tags, sheet_part_of, sheet_parts
from tableside.rules.table import Character, Kind
from tableside.views.input_values import row_names_as_input_values
from tableside.views.rows import ARROW
from tableside.wording import label, part_label

SKILL, SKILLS, MEMBERS = "skill", "skills", "members"
MATTER = "matter"
"""The input for what is tried, in games in which nobody may try the same again."""
LEAST = 2
"""People who are several."""


@frozen
class UntrainedSkillSaid:
    """A test of somebody without a skill for it."""

    line: str
    """The same, as the command bar understands it."""
    skill: str
    """What they have no skill for; empty where that skill is tested all the same."""


def untrained_skill_said(listener: Listener, text: str) -> UntrainedSkillSaid | None:
    """The test that a line means of somebody who has no such skill, of the only player's character where
    nobody is named. None: it means none.
    """
    line_typed, party = word_tokens(text), listener.table.in_play(Kind.PC)
    place, count, keys = listener.somebody(line_typed)
    keys = keys or tuple(each.key for each in party if len(party) == 1)
    test = listener.rules.role(Role.TEST, listener.table)
    if test is None or len(keys) != 1:
        return None
    rest, against = _against(listener, test, (*line_typed[:place], *line_typed[place + count :]))
    rest = _without_what_it_is_tried_on(listener, rest)
    numbers = [each.text for each in rest if each.is_number]
    verbs = (form for verb in synonyms_of(Role.TEST) for form in (verb, *verb_forms(verb)))
    small = (*small_words(), *verbs, *synonyms_of("tries"), *(synonyms_of("on-what") if against else ()))
    words = tuple(each for each in rest if not each.is_number and each.low not in small)
    if len(words) > 1 and all(_names_an_input(test, each) for each in words[1:]):
        numbers = [each.text for each in rest if each is not words[0]]
        words = words[:1]
    skill = tuple(word for each in words for word in each.words)
    name = _deed_tried(skill) or next((" ".join(each) for each in _skills(listener) if each == skill), "")
    if not skill or not name:
        return None
    who = listener.table[keys[0]]
    own = [each for each in _skills_of(who) if _is_form_of(name, each.casefold())]
    if own and _deed_tried(skill):
        return UntrainedSkillSaid(" ".join((f"#{keys[0]}", own[0], *against, *numbers)), "")
    chosen = _option_without_skill(listener, test, keys[0], name)
    about = [f'{MATTER}="{name}"' for each in test.inputs if each.id == MATTER]
    line = " ".join((f"#{keys[0]}", synonyms_of(Role.TEST)[0], *chosen, *about, *against, *numbers))
    is_tested = any(each.endswith(f"={name}") for each in chosen)
    return UntrainedSkillSaid(line, "" if is_tested else name)


def _without_what_it_is_tried_on(listener: Listener, rest: Sequence[Token]) -> Sequence[Token]:
    """The words up to what a deed is tried on, `climbs the wall`, and the numbers behind it; all of them
    where that is somebody's name, or nearly, or a long story.
    """
    start = next((n for n, each in enumerate(rest) if n and each.low in synonyms_of("on-what")), len(rest))
    if len(rest) > SHORT or listener.known.names_nearly(rest[start:]):
        return rest
    return [*rest[:start], *(each for each in rest[start:] if each.is_number)]


def _against(
    listener: Listener, test: Procedure, rest: Sequence[Token]
) -> tuple[Sequence[Token], tuple[str, ...]]:
    """The words without the name of the one it is tried against behind the deed, `climbs the bell cliff`, and
    that one as the input for it, where the test has one.
    """
    place, count, keys = listener.somebody(rest)
    if len(keys) != 1 or not place or all(each.id != AGAINST for each in test.inputs):
        return rest, ()
    return (*rest[:place], *rest[place + count :]), (f"{AGAINST}=#{keys[0]}",)


def _names_an_input(test: Procedure, token: Token) -> bool:
    return any(token.words == name[:1] for each in test.inputs for name in synonyms_of_input(each.id))


def _deed_tried(words: Phrase) -> str:
    """What people try that is no command, `climb` or `climbs`; empty when it is nothing of that kind."""
    deeds = (
        each for each in synonyms_of("deeds") if words in [(form,) for form in (each, *verb_forms(each))]
    )
    return next(deeds, "")


def _skills(listener: Listener) -> Iterator[Phrase]:
    """What the skills of anybody here are called."""
    for who in listener.known.people.listed:
        yield from map(words_in_name, _skills_of(who))


def _skills_of(who: Character) -> Iterator[str]:
    value = sheet_part_of(who.sheet, SKILLS) if SKILLS in sheet_parts(who.sheet) else None
    if isinstance(value, Skills | Tags):
        yield from row_names_as_input_values(value)


def _option_without_skill(listener: Listener, test: Procedure, key: int, skill: str) -> tuple[str, ...]:
    """What is chosen where the game asks for a skill that somebody has not: that one where anybody may be
    asked for it, else what it has for who has none.
    """
    form = filled_form(test, listener.table, None, {"who": key})
    for each in test.inputs:
        if isinstance(each, Choice) and each.default is None:
            if skill in each.known_as(listener.table, form.given):
                return (f"{each.id}={skill}",)
            options = each.options(listener.table, form.given)
            return tuple(f"{each.id}={option}" for option in options if option in synonyms_of("no-skill"))[:1]
    return ()


def tried_together_said(listener: Listener, text: str) -> str | None:
    """A line of several as the roll of a group, or of one with helpers. None: it is about one alone."""
    helped = _helped_roll_said(listener, text)
    return _group_roll_said(listener, helped or text) or helped


def _helped_roll_said(listener: Listener, text: str) -> str | None:
    """Those who help as those with whom it is tried, `moss climbs, all help`, `quill helps moss climb`. None:
    nobody does, or nobody can in this game.
    """
    line, helps = word_tokens(text), synonyms_of("helps")
    verb = next((n for n, each in enumerate(line) if each.low in helps), 0)
    start = next((n for n in range(verb) if listener.known.are_on_one_side(line[n:verb])), verb)
    tried, behind = line[:start], line[verb + 1 :]
    while tried and tried[-1].low in small_words():
        tried = tried[:-1]
    helped = listener.known.named(behind) if behind and not tried else None
    is_tried = bool(tried) or (helped is not None and helped.count < len(behind))
    inputs = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    if start == verb or not is_tried or HELPERS not in inputs:
        return None
    helpers = (each.without_owner().text for each in line[start:verb])
    return " ".join((text_of_words((*tried, *behind)), HELPERS, *helpers))


def _group_roll_said(listener: Listener, text: str) -> str | None:
    """A line of several who try something, as the roll of a group. None: it begins with one alone or names no
    skill behind them, or the game has no such roll.
    """
    procedure = next((each for each in listener.rules.procedures if _is_of_a_group(each)), None)
    people = _named_first(listener, word_tokens(text)) if procedure is not None else None
    if procedure is None or people is None or not people.rest:
        return None
    keys = () if people.is_everybody else people.keys
    tried = _skill_or_deed(listener, procedure, keys, people.rest)
    if tried is None:
        return None
    return " ".join((*(f"#{key}" for key in keys), label("procedure", procedure.id), *tried))


@frozen
class _Named:
    """Those with whom a line begins, and what it says behind them."""

    keys: tuple[int, ...]
    is_everybody: bool
    """Whether they are named as all there are: whoever can act is meant."""
    rest: Sequence[Token]


def _is_of_a_group(procedure: Procedure) -> bool:
    return {MEMBERS, SKILL} <= {each.id for each in procedure.inputs}


def _named_first(listener: Listener, line: Sequence[Token]) -> _Named | None:
    keys: dict[int, None] = {}
    everybody, place = False, 0
    while place < len(line):
        person = listener.known.named(line[place:])
        if person is not None and person.is_exact and (person.many or len(person.keys) == 1):
            keys |= dict.fromkeys(person.keys)
            everybody = everybody or (person.many and _is_the_party(listener, person.keys))
            place += person.count
        elif line[place].low in synonyms_of("and" if keys else "fillers"):
            place += 1
        else:
            break
    is_several = everybody or len(keys) >= LEAST
    return _Named(tuple(keys), everybody, line[place:]) if is_several else None


def _is_the_party(listener: Listener, keys: Sequence[int]) -> bool:
    return {each.key for each in listener.table.in_play(Kind.PC)} <= {*keys}


def _skill_or_deed(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[str, ...] | None:
    """What they try, by a skill that somebody has or by what people do without one, and all behind it."""
    count, skill = _skill_tried(listener, procedure, keys, rest)
    if skill:
        return f"{SKILL}={skill}", *_typed(listener, rest[count:])
    tried = _deed_tried(rest[0].words)
    if not tried:
        return None
    return f"{SKILL}={synonyms_of('no-skill')[1]}", f'{MATTER}="{tried}"', *_typed(listener, rest[1:])


def _typed(listener: Listener, line: Sequence[Token]) -> Iterator[str]:
    """The words as they were typed, a foe's name that begins them as that of whom they try it against."""
    line = [each for each in line if each.low not in synonyms_of("on-what")]
    first = next((n for n, each in enumerate(line) if each.low not in synonyms_of("fillers")), len(line))
    foe = next((n for n in range(first + 1) if line[n:] and _is_a_foe(listener, line[n:])), None)
    for place, each in enumerate(line):
        if place == foe:
            yield AGAINST
        yield f"{each.text}{each.tail}"


def _is_a_foe(listener: Listener, line: Sequence[Token]) -> bool:
    person, table = listener.known.named(line), listener.table
    return person is not None and any(table[key].kind == Kind.ENEMY for key in person.keys)


def _skill_tried(
    listener: Listener, procedure: Procedure, keys: Sequence[int], rest: Sequence[Token]
) -> tuple[int, str]:
    """How many words name a skill, and its id: the one that most words name, if there is one."""
    given = filled_form(procedure, listener.table, None, {MEMBERS: tuple(keys)}).given
    named: list[tuple[int, str]] = []
    for input in procedure.inputs:
        if input.id == SKILL and isinstance(input, Choice):
            options = input.options(listener.table, given)
            named = [(_words_of(words_in_name(option), rest), option) for option in options]
    most = max((count for count, _ in named), default=0)
    skills = [option for count, option in named if count == most]
    return (most, skills[0]) if most and len(skills) == 1 else (0, "")


def _words_of(name: Sequence[str], rest: Sequence[Token]) -> int:
    """How many of these words are the name's: its first one in any form, `climbs` of `climbing`."""
    if not name or not _is_form_of(rest[0].low, name[0]):
        return 0
    others = zip(name[1:], rest[1:], strict=False)
    return 1 + sum(1 for word, token in others if token.low == word)


def _is_form_of(word: str, name: str) -> bool:
    bare = word.removesuffix("s")
    return min(len(bare), len(name)) >= len("abc") and (name.startswith(bare) or word.startswith(name))


def learnt_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns tracking,
    climb`: by the game's own way where it has one. None: nobody does.
    """
    line = word_tokens(text)
    learns = people_beside_verb(line, "learns", listener.known)
    got = learns or people_beside_verb(line, "gains", listener.known)
    who = owner_of_sheet_said(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = words_naming_a_thing(got.behind)
    lists = _lists(who)
    part = next((each for each in lists if words and singular_name(each) == words[0].low), "")
    learnt = [words_naming_a_thing(each) for each in parted_words(words[bool(part) :])]
    names = [" ".join(word.text for word in each) for each in learnt]
    ranked = [each for each in learnt if len(each) > 1 and each[-1].text.isdecimal()]
    if learns is not None and not part:
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
    line = word_tokens(text)
    forgets = people_beside_verb(line, "forgets", listener.known)
    lost = forgets or people_beside_verb(line, "gives-away", listener.known)
    who = owner_of_sheet_said(listener, lost) if lost is not None else None
    if lost is None or who is None:
        return None
    rows: dict[tuple[str, int], str] = {}
    for each in parted_words(lost.behind):
        row = _row_listed(who, words_naming_a_thing(each), in_full=forgets is None)
        if row is None and forgets is not None:
            raise refused("forgets-none", who=who.name, skill=" ".join(word.text for word in each))
        if row is None:
            return None
        rows |= row
    return sheet_rows_said_removed(listener, who, rows)


def skill_rank_said(listener: Listener, text: str) -> Said | None:
    """The rank of a skill on a sheet, `moss has climb 2`. None: it is no such line."""
    rest = people_beside_verb(word_tokens(text), "sets", listener.known)
    who = owner_of_sheet_said(listener, rest) if rest is not None else None
    if rest is None or who is None or not rest.behind[-1].text.isdecimal():
        return None
    row = _row_listed(who, words_naming_a_thing(rest.behind[:-1]), in_full=True) or {}
    rank = rest.behind[-1].text
    for (part, place), name in row.items():
        if isinstance(skills := sheet_part_of(who.sheet, part), Skills):
            before, typed = skills.rows[place - 1].rank, (f"{part}.{place}.rank={rank}",)
            told = f"{part_label(listener.rules.id, part)} {name} {before} {ARROW} {rank}"
            return edit_said_of_sheets(listener, (who,), typed, told)
    return None


def check_skill_said_has_rank(listener: Listener, text: str) -> None:
    """Raises `RuleError` saying how a skill is learnt whose rank a line sets, `moss has fishing 3`, where the
    sheet has none that is called so.
    """
    rest = people_beside_verb(word_tokens(text), "sets", listener.known)
    who = owner_of_sheet_said(listener, rest) if rest is not None else None
    if rest is None or who is None or SKILLS not in _lists(who):
        return
    *name, rank = rest.behind
    if name and rank.text.isdecimal() and isinstance(sheet_part_of(who.sheet, SKILLS), Skills):
        raise refused("ranked-unlearnt", who=who.name, skill=text_of_words(name), rank=rank.text)


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
