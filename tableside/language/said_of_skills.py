"""What is said of skills that somebody learns or lacks, and of conditions that they have."""

from collections.abc import Iterator, Sequence

from tableside.frozen import frozen
from tableside.language.feedback import Said
from tableside.language.listener import Listener, somebody_in
from tableside.language.people import words_beside_verb
from tableside.language.said_of_sheets import added_rows, edited_sheets, removed_rows, who_said
from tableside.language.words import (
    LEAST_LETTERS,
    Begun,
    Phrase,
    Token,
    as_typed,
    best_match,
    input_synonyms,
    is_nearly,
    parted,
    phrase,
    possession_named,
    refused,
    small_words,
    synonyms_of,
    tokens,
    verb_forms,
)
from tableside.rules.foe_lines import LETTERS_ALIKE, names_with
from tableside.rules.form_filling import new_form
from tableside.rules.inputs import Choice
from tableside.rules.names import singular_name
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Label, Skills, Tags, part_of, parts
from tableside.rules.table import Character
from tableside.views.input_values import row_names
from tableside.views.rows import ARROW
from tableside.wording import label, part_label


@frozen
class Untrained:
    """A test of somebody without a skill for it."""

    line: str
    """The same, as the command bar understands it."""
    skill: str
    """What they have no skill for; empty where that skill is tested all the same."""


def untrained_skill_said(listener: Listener, text: str) -> Untrained | None:
    """The test that a line means of somebody who has no such skill. None: it means none."""
    line_typed = tokens(text)
    place, count, keys = somebody_in(listener, line_typed)
    test = listener.rules.role(Role.TEST, listener.table)
    if test is None or len(keys) != 1:
        return None
    rest, against = _against(listener, test, (*line_typed[:place], *line_typed[place + count :]))
    numbers = [each.text for each in rest if each.is_number]
    verbs = (form for verb in synonyms_of(Role.TEST) for form in (verb, *verb_forms(verb)))
    small = (*small_words(), *verbs, *(synonyms_of("on-what") if against else ()))
    words = tuple(each for each in rest if not each.is_number and each.low not in small)
    if len(words) > 1 and all(_names_an_input(test, each) for each in words[1:]):
        numbers = [each.text for each in rest if each is not words[0]]
        words = words[:1]
    skill = tuple(word for each in words for word in each.words)
    name = deed_tried(skill) or next((" ".join(each) for each in _skills(listener) if each == skill), "")
    if not skill or not name:
        return None
    chosen = _option_without_skill(listener, test, keys[0], name)
    about = [f'{MATTER}="{name}"' for each in test.inputs if each.id == MATTER]
    line = " ".join((f"#{keys[0]}", synonyms_of(Role.TEST)[0], *chosen, *about, *against, *numbers))
    is_tested = any(each.endswith(f"={name}") for each in chosen)
    return Untrained(line, "" if is_tested else name)


def _against(
    listener: Listener, test: Procedure, rest: Sequence[Token]
) -> tuple[Sequence[Token], tuple[str, ...]]:
    """The words without the name of the one it is tried against behind the deed, `climbs the bell cliff`, and
    that one as the input for it, where the test has one.
    """
    place, count, keys = somebody_in(listener, rest)
    if len(keys) != 1 or not place or all(each.id != AGAINST for each in test.inputs):
        return rest, ()
    return (*rest[:place], *rest[place + count :]), (f"{AGAINST}=#{keys[0]}",)


def _names_an_input(test: Procedure, token: Token) -> bool:
    return any(token.words == name[:1] for each in test.inputs for name in input_synonyms(each.id))


def deed_tried(words: Phrase) -> str:
    """What people try that is no command, `climb` or `climbs`; empty when it is nothing of that kind."""
    deeds = (
        each for each in synonyms_of("deeds") if words in [(form,) for form in (each, *verb_forms(each))]
    )
    return next(deeds, "")


def _skills(listener: Listener) -> Iterator[Phrase]:
    """What the skills of anybody here are called."""
    for who in listener.known.people.listed:
        for part in parts(who.sheet):
            value = part_of(who.sheet, part)
            if part == SKILLS and isinstance(value, Skills | Tags):
                yield from map(phrase, row_names(value))


def _option_without_skill(listener: Listener, test: Procedure, key: int, skill: str) -> tuple[str, ...]:
    """What is chosen where the game asks for a skill that somebody has not: that one where anybody may be
    asked for it, else what it has for who has none.
    """
    form = new_form(test, listener.table, None, {"who": key})
    for each in test.inputs:
        if isinstance(each, Choice) and each.default is None:
            if skill in each.known_as(listener.table, form.given):
                return (f"{each.id}={skill}",)
            options = each.options(listener.table, form.given)
            return tuple(f"{each.id}={option}" for option in options if option in synonyms_of("no-skill"))[:1]
    return ()


def learnt_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody gets by being told so, `moss gets skill Swim 3`, `corin learns tracking,
    climb`: by the game's own way where it has one. None: nobody does.
    """
    line = tokens(text)
    learns = words_beside_verb(line, "learns", listener.known)
    got = learns or words_beside_verb(line, "gains", listener.known)
    who = who_said(listener, got) if got is not None else None
    if got is None or who is None:
        return None
    words = possession_named(got.behind)
    lists = _lists(who)
    part = next((each for each in lists if words and singular_name(each) == words[0].low), "")
    learnt = [possession_named(each) for each in parted(words[bool(part) :])]
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
    if ranked and isinstance(part_of(who.sheet, part), Tags):
        plain = " ".join(each.text for each in ranked[0][:-1])
        raise refused("learns-unranked", part=part_label(listener.rules.id, part), who=who.name, name=plain)
    return added_rows(listener, (who,), part, names)


def _lists(who: Character) -> list[str]:
    """The parts of their sheet that list skills and spells."""
    return [
        each for each in parts(who.sheet, who.kind) if isinstance(part_of(who.sheet, each), Skills | Tags)
    ]


def forgotten_skill_said(listener: Listener, text: str) -> Said | None:
    """Skills or spells that somebody has no more, `moss forgets climb, swim`; `moss loses climb` where it is
    called so in full. None: nobody forgets any. Raises `RuleError` for one that they have not.
    """
    line = tokens(text)
    forgets = words_beside_verb(line, "forgets", listener.known)
    lost = forgets or words_beside_verb(line, "gives-away", listener.known)
    who = who_said(listener, lost) if lost is not None else None
    if lost is None or who is None:
        return None
    rows: dict[tuple[str, int], str] = {}
    for each in parted(lost.behind):
        row = _row_listed(who, possession_named(each), in_full=forgets is None)
        if row is None and forgets is not None:
            raise refused("forgets-none", who=who.name, skill=" ".join(word.text for word in each))
        if row is None:
            return None
        rows |= row
    return removed_rows(listener, who, rows)


def rank_said(listener: Listener, text: str) -> Said | None:
    """The rank of a skill on a sheet, `moss has climb 2`. None: it is no such line."""
    rest = words_beside_verb(tokens(text), "sets", listener.known)
    who = who_said(listener, rest) if rest is not None else None
    if rest is None or who is None or not rest.behind[-1].text.isdecimal():
        return None
    row = _row_listed(who, possession_named(rest.behind[:-1]), in_full=True) or {}
    rank = rest.behind[-1].text
    for (part, place), name in row.items():
        if isinstance(skills := part_of(who.sheet, part), Skills):
            before, typed = skills.rows[place - 1].rank, (f"{part}.{place}.rank={rank}",)
            told = f"{part_label(listener.rules.id, part)} {name} {before} {ARROW} {rank}"
            return edited_sheets(listener, (who,), typed, told)
    return None


def check_has_rank(listener: Listener, text: str) -> None:
    """Raises `RuleError` saying how a skill is learnt whose rank a line sets, `moss has fishing 3`, where the
    sheet has none that is called so.
    """
    rest = words_beside_verb(tokens(text), "sets", listener.known)
    who = who_said(listener, rest) if rest is not None else None
    if rest is None or who is None or SKILLS not in _lists(who):
        return
    *name, rank = rest.behind
    if name and rank.text.isdecimal() and isinstance(part_of(who.sheet, SKILLS), Skills):
        raise refused("ranked-unlearnt", who=who.name, skill=as_typed(name), rank=rank.text)


def _row_listed(
    who: Character, words: Sequence[Token], *, in_full: bool
) -> dict[tuple[str, int], str] | None:
    """The one skill or spell on a sheet that these words name, by its part and place. None: none is."""
    rows = [
        (phrase(name), ((part, place), name))
        for part in _lists(who)
        for place, name in enumerate(row_names(part_of(who.sheet, part)), 1)
    ]
    match, found = best_match(words, rows) if words else (None, ())
    is_so = match is not None and match.count == len(words) and (match.is_whole or not in_full)
    return dict(found) if is_so and len(found) == 1 else None


def _grown(listener: Listener, who: Character, names: Sequence[str]) -> Said | None:
    """Skills learnt by the procedure of the game that takes any. None: it has none."""
    procedure = listener.rules.role(Role.IMPROVE, listener.table)
    pick = next((each for each in procedure.inputs if each.id == SKILLS), None) if procedure else None
    if procedure is None or not (isinstance(pick, Choice) and pick.free and pick.many):
        return None
    form = new_form(procedure, listener.table, None, {"who": who.key, SKILLS: tuple(names)})
    return Said(listener.command(procedure.id), form, (), ("who", SKILLS))


MOST_OWN_WORDS = 3
"""Words that a condition has at most when it is not called one."""


def condition_said(listener: Listener, text: str) -> Said | None:
    """A condition in the table's own words that a line gives, or None. Raises `RuleError` for bad rounds."""
    procedure, line = _own_condition(listener), tokens(text)
    place, count, keys = somebody_in(listener, line)
    if procedure is None or not keys:
        return None
    rest = [each for each in (*line[:place], *line[place + count :])]
    rounds = [each for each in rest if each.text.isdecimal()]
    words = _bare([each for each in rest if each not in rounds])
    if any(each.low in synonyms_of("articles") for each in rest):  # `moss is a frog` is no state
        return None
    is_said = any(each.low in synonyms_of("becomes") for each in rest)
    if len(rounds) > 1 or not 0 < len(words) <= MOST_OWN_WORDS or not _says_a_state(words, is_said=is_said):
        return None
    known = _known(listener, keys, words)
    if not all(_is_own(each, known) for each in words):
        return None
    form = new_form(procedure, listener.table, None, {"who": keys})
    form = form.typed(listener.table, "condition", " ".join(each.low for each in words))
    for each in rounds:
        form = form.typed(listener.table, "rounds", each.text)
    return Said(listener.command(procedure.id), form, (), ("who", "condition", *(["rounds"] * len(rounds))))


def as_condition(listener: Listener, text: str) -> str:
    """How a line would be typed that is to be a condition of the table's own; empty when nobody is named."""
    line = tokens(text)
    place, count, keys = somebody_in(listener, line)
    if _own_condition(listener) is None or not keys or line[0].is_number:
        return ""
    names = " ".join(each.text for each in line[place : place + count])
    rest = [each for each in (*line[:place], *line[place + count :])]
    words = " ".join(each.text for each in _bare(rest))
    has_words = any(each.isalpha() for each in words.split())
    return f"{synonyms_of(Role.CONDITION)[0]} {names} {words}" if has_words else ""


def _own_condition(listener: Listener) -> Procedure | None:
    """The procedure by which any words are a condition. None: this game has none."""
    for each in listener.rules.procedures:
        if each.role == Role.CONDITION and isinstance(pick := each.input("condition"), Choice) and pick.free:
            return each
    return None


def _says_a_state(words: Sequence[Token], *, is_said: bool) -> bool:
    """Whether these say what somebody is, not what they do or have: `is odd` or `cursed`, but not `rope`."""
    endings = synonyms_of("state-endings")
    return is_said or any(each.low.endswith(endings) or each.low in synonyms_of("states") for each in words)


def _known(listener: Listener, keys: Sequence[int], words: Sequence[Token]) -> Begun:
    """All words that mean something at this table, besides those that join others; of foes, as far as one of
    these may be meant.
    """
    known = {*listener.known_words(keys), *_input_words(listener), *_words_of_lists(listener, words)}
    for who in listener.known.people.listed:
        known |= {word for name in _names_of(listener, who) for word in name}
    return Begun(known - {*small_words()})


def _names_of(listener: Listener, who: Character) -> Iterator[Phrase]:
    """What somebody is called, and what all the things on their sheet are."""
    yield phrase(who.name)
    for part in parts(who.sheet):
        yield phrase(part_label(listener.rules.id, part))
        yield from (phrase(name) for name in row_names(part_of(who.sheet, part)))
        meta = who.sheet.__dataclass_fields__[part].metadata
        yield from (phrase(each) for each in (*meta[Label.OPTIONS], *meta[Label.WEAPONS]))


def _words_of_lists(listener: Listener, words: Sequence[Token]) -> Iterator[str]:
    """The words of foes, of random tables, and those that the language has a use for."""
    begun = {each.low[:LETTERS_ALIKE] for each in words}
    foes = (name for each in begun for name in names_with(listener.rules, listener.table, each))
    names = (*foes, *(each.title for each in listener.tables))
    yield from (word for name in names for word in phrase(name))
    for id in ("dies", "revives", "renames", "gains", "spends", "takes-up", "gives-away", "deeds", "comes"):
        yield from (word for name in synonyms_of(id) for word in phrase(name))
    for id in ("npc", "enemy", "henchman", "pc"):
        yield from (*synonyms_of(f"side.{id}"), *synonyms_of(f"kind.{id}"))


def _input_words(listener: Listener) -> Iterator[str]:
    """What the inputs of all procedures are called."""
    ids = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    yield from (word for id in ids for word in phrase(label("input", id)))


def _bare(words: Sequence[Token]) -> Sequence[Token]:
    """Without the small words before and behind, and those that only say that somebody is so."""
    small = (*small_words(), *synonyms_of("becomes"))
    first = next((n for n, each in enumerate(words) if each.low not in small), len(words))
    last = next((n for n in range(len(words), first, -1) if words[n - 1].low not in small), first)
    return words[first:last]


def _is_own(word: Token, known: Begun) -> bool:
    """Whether a word is none that anything else is called by, nor nearly one."""
    if word.low in small_words():
        return True
    is_word = word.text.isalpha() and len(word.text) >= LEAST_LETTERS
    return is_word and not is_nearly(word.low, known) and not is_nearly(singular_name(word.low), known)


SKILLS = "skills"
AGAINST = "against"
MATTER = "matter"
"""The input for what is tried, in games in which nobody may try the same again."""
