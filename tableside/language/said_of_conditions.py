"""Lines about conditions."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from tableside.errors import RuleError
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.people import people_beside_verb, people_in_play, people_meant
from tableside.language.said_of_harm import is_harmful_deed
from tableside.language.said_of_sheets import sheet_number_meant, sheet_number_said
from tableside.language.words import (
    LEAST_LETTERS,
    Phrase,
    Token,
    WordsByBeginning,
    is_slip,
    quoted_word,
    refusal,
    refused,
    small_words,
    synonyms_of,
    text_of_words,
    verb_forms,
    word_tokens,
    words_in_name,
)
from tableside.rules import harm_lines
from tableside.rules.campaign_kinds import campaign_kind_names
from tableside.rules.conditions import CONDITION_SECTION
from tableside.rules.foe_lines import LETTERS_ALIKE, names_for_foe_line
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Choice, Number
from tableside.rules.names import singular_name
from tableside.rules.procedure import Procedure, Role
from tableside.rules.sheet import Label, Meter, sheet_part_of, sheet_parts
from tableside.rules.table import Character
from tableside.views.input_values import row_names_as_input_values
from tableside.wording import both, either, label, part_label

MOST_OWN_WORDS = 3
"""The most words of a condition that is not called one."""
KEY = "k"
COVER = "cover"
LEAST_OF_STATE = 5
"""The least letters of a word that ends like a state."""
AILMENT = "ailment"
"""The input for what ails somebody, in games in which harm has names."""
_GLUED = re.compile(r"(?P<name>[^\W\d_]{2,})(?P<rounds>\d{1,3})")
_CHANGE = re.compile(r"(?<!\S)[+-]\d")
"""A decrease or increase."""
MOST_NAMED = 6
"""The most conditions to name if none is meant."""


def wound_or_care_said(listener: Listener, text: str) -> Said | None:
    """The meaning of a line that lowers or raises a number whose loss is a wound, or gains one: `bod -2` is
    harm, not a harder test, `bod +2` is healing, and `pim gets 1 token` is a gain. None: it does neither.
    """
    gains = any(each.low in synonyms_of("gains") for each in word_tokens(text))
    if gains or _CHANGE.search(text):
        with suppress(RuleError):  # another meaning is tried, and reported if there is none
            said = sheet_number_said(listener, text)
            if said is not None and said.form is not None:
                is_care = said.form.procedure.role in (Role.HURT, Role.HEAL)
                return said if gains or is_care else None
    return None


def full_healing_said(listener: Listener, text: str) -> Said | None:
    """The healing of all points that somebody lacks: `heal moss fully`. None: the line says no such thing, or
    this game heals no points. Raises `RuleError` when none are missing, and when several numbers could be
    meant.
    """
    line, heal = word_tokens(text), listener.rules.role(Role.HEAL, listener.table)
    verbs = {form for verb in synonyms_of(Role.HEAL) for form in (verb, *verb_forms(verb))}
    said = {each.low for each in line}
    is_said = not (said.isdisjoint(verbs) or said.isdisjoint(synonyms_of("fully")))
    if heal is None or not is_said or not any(isinstance(each, Number) for each in heal.inputs):
        return None
    place, count, named = listener.somebody(line)
    selected = () if listener.who is None or count else (listener.who,)
    people = listener.table.named(people_in_play(listener.table, named) or selected)
    others = (*line[:place], *line[place + count :])
    words = [each for each in others if each.low not in (*verbs, *small_words(), *synonyms_of("fully"))]
    most: dict[str, int] = {}
    for who in people:
        parts = [sheet_number_meant(listener, who, words)] if words else sheet_parts(who.sheet, who.kind)
        meters = ((part, sheet_part_of(who.sheet, part)) for part in parts if part)
        for part, meter in meters:
            if isinstance(meter, Meter):
                most[part] = max(most.get(part, 0), meter.maximum - meter.current)
    filled = (
        (part, harm_lines.form_of_harm(heal, listener.table, people[0].key, part, f"+{points or 1}"))
        for part, points in most.items()
    )
    healed = {part: form for part, form in filled if form is not None}
    forms = {part: form for part, form in healed.items() if most[part]}
    if not healed:
        return None
    if not forms:
        raise refused("lacks-nothing", who=both(each.name for each in people))
    if len(forms) > 1:
        raise refused("which-of-them", names=either(part_label(listener.rules.id, part) for part in forms))
    form = next(iter(forms.values())).with_value(listener.table, "who", tuple(each.key for each in people))
    return Said(listener.command(heal.id), form, (), tuple(each.id for each in heal.inputs))


def condition_said(listener: Listener, text: str) -> Said | None:
    """A condition in the table's own words, or None. Raises `RuleError` for an invalid duration."""
    procedure, line = _own_condition(listener), word_tokens(text)
    place, count, keys = listener.somebody(line)
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
    _check_is_no_slip(listener, text, words)
    known = _known(listener, keys, words)
    if not all(_is_own(each, known) for each in words):
        return None
    form = filled_form(procedure, listener.table, None, {"who": keys})
    form = form.typed(listener.table, "condition", " ".join(each.low for each in words))
    for each in rounds:
        form = form.typed(listener.table, "rounds", each.text)
    return Said(listener.command(procedure.id), form, (), ("who", "condition", *(["rounds"] * len(rounds))))


def ailment_said(listener: Listener, text: str) -> Said | None:
    """Something that ails somebody in words of the GM's own, with how bad it is: `kaisa sprained ankle 2`,
    `kaisa takes an ailment`, which asks for it. None: the line says none, or the game has no such thing.
    """
    hurt, line = listener.rules.role(Role.HURT, listener.table), word_tokens(text)
    pick = next((each for each in hurt.inputs if each.id == AILMENT), None) if hurt is not None else None
    place, count, keys = listener.somebody(line)
    if hurt is None or not isinstance(pick, Choice) or place or not keys:
        return None
    verbs = (*synonyms_of("takes"), *synonyms_of("gains"), *synonyms_of("becomes"), *synonyms_of("sets"))
    rest = [each for each in line[count:] if each.low not in (*verbs, *synonyms_of("articles"))]
    is_named = bool(rest) and rest[0].low == label("input", AILMENT)
    words = [each for each in rest[is_named:] if not each.text.isdecimal()]
    numbers = [each for each in rest if each.text.isdecimal()]
    is_listed = any(listener.known.names(pick, {}).has(each.words) for each in words[:1])
    typed = " ".join(each.low for each in words)
    is_state = bool(words) and _says_a_state(words[:1], is_said=False) and numbers == rest[-1:]
    is_state = is_state and not words[0].low.endswith("ing")  # a skill: climbing 3
    is_state = is_state and not any(label("condition", each) == typed for each in listener.rules.conditions)
    if is_listed or len(words) > MOST_OWN_WORDS or not all(each.text.isalpha() for each in words):
        return None
    if not (is_named and (words or not numbers)) and not is_state:
        return None
    form = filled_form(hurt, listener.table, None, {"who": keys})
    form = form.typed(listener.table, AILMENT, typed) if typed else form
    for each in numbers[:1]:
        form = form.typed(listener.table, "severity", each.text)
    told = ("who", *([AILMENT] * bool(typed)), *(["severity"] * bool(numbers)))
    return Said(listener.command(hurt.id), form, (), told)


def _check_is_no_slip(listener: Listener, text: str, words: Sequence[Token]) -> None:
    """Raises `RuleError` naming the condition of the game that a word is a letter away from, `posioned`."""
    procedure = listener.rules.role(Role.CONDITION, listener.table)
    pick = procedure.input("condition") if procedure is not None else None
    listed = listener.known.names(pick, {}).listed if isinstance(pick, Choice) else ()
    for word in words if len(words) == 1 else ():
        near = next((name[0] for name, _ in listed if len(name) == 1 and is_slip(word.low, name[0])), "")
        if near and near != word.low:
            hint = refusal("did-you-mean", word=near)
            why = refusal("nothing-like-it", word=quoted_word(word.text), hint=hint)
            own = line_said_as_condition(listener, text)
            raise refused("own-condition", why=str(why), line=own) if own else RuleError(why)


def check_state_is_no_thing(listener: Listener, who: Character, words: Sequence[Token]) -> None:
    """Raises `RuleError` when what somebody gets is a state, `frightened 2` or `burnt by the fire`."""
    telling = [each for each in words if not each.is_number]
    causes = {*synonyms_of("harm-causes"), *synonyms_of("by"), *synonyms_of("of")}
    is_behind = any(each.low in causes for each in telling[1:])  # `knocked over by the keeper` too
    if not telling or not (_is_state(telling[-1].low) or (_is_state(telling[0].low) and is_behind)):
        return
    state = " ".join(each.low for each in telling)
    numbers = [each.text for each in words if each.is_number]
    line = " ".join((synonyms_of(Role.CONDITION)[0], who.name, state, *numbers))
    hurt = listener.rules.role(Role.HURT, listener.table)
    by = next((n for n, each in enumerate(telling, 1) if each.low in synonyms_of("by")), 0)
    if by and listener.known.named(telling[by:]) is not None and is_harmful_deed(listener, telling[0].low):
        attack = (text_of_words(telling[by:]), verb_forms(synonyms_of(Role.FIGHT)[1])[0], who.name)
        raise refused("meant", word=telling[0].text, line=" ".join(attack))
    if len(telling) == len(numbers) == 1 and is_harmful_deed(listener, state) and hurt is not None:
        so = (who.name, synonyms_of("being")[0], state, synonyms_of("harm-for")[0], numbers[0])
        raise refused("meant", word=numbers[0], line=" ".join(so))
    is_harm = telling[0].low in synonyms_of("struck") or telling[-1].low in synonyms_of("struck")
    id = "gets-harm" if is_harm and hurt is not None else "gets-a-state"
    raise refused(id, state=quoted_word(state), line=line, who=who.name)


def _is_state(low: str) -> bool:
    """Whether a word can only be a state: `frightened`, not a seed or a bed."""
    is_done = len(low) >= LEAST_OF_STATE and low.endswith("ed") and not low.endswith(("eed", "bed"))
    return is_done or low in (*synonyms_of("states"), *synonyms_of("struck"))


def check_cover_is_said(listener: Listener, text: str) -> None:
    """Raises `RuleError` saying where cover counts when a line says that somebody takes it."""
    line = word_tokens(text)
    rest = people_beside_verb(line, "takes-cover", listener.known)
    people = people_meant(rest.before, listener.known) if rest is not None and rest.before else None
    keys = people.keys if people is not None else (listener.who,) if listener.who is not None else ()
    telling = [each.low for each in rest.behind if each.low not in small_words()] if rest is not None else []
    if (
        rest is None
        or (rest.before and people is None)
        or not keys
        or telling[:1] != [COVER]
        or keys[0] is None
    ):
        return
    counts = any(each.id == COVER for procedure in listener.rules.procedures for each in procedure.inputs)
    who = listener.table[keys[0]].name
    line_typed = f"{synonyms_of(Role.CONDITION)[0]} {who} in {COVER}"
    raise refused("cover" if counts else "cover-nowhere", who=who, line=line_typed)


def check_one_condition_is_said(listener: Listener, text: str) -> None:
    """Raises `RuleError` naming the first when a line states a known condition and another one, `moss prone
    and stunned`: each needs a line of its own.
    """
    procedure, line = listener.rules.role(Role.CONDITION, listener.table), word_tokens(text)
    pick = procedure.input("condition") if procedure is not None else None
    if not isinstance(pick, Choice):
        return
    names = listener.known.names(pick, {})
    runs = (line[place:] for place, each in enumerate(line) if each.low not in small_words())
    matches = ((run[0].place, names.best(run)[0]) for run in runs)
    ends = [place + each.count for place, each in matches if each and each.is_whole and not each.cost]
    if len(ends) > 1 and (line[ends[0] - 1].ends or line[ends[0]].low in synonyms_of("and")):
        raise refused("one-by-one", first=text_of_words(line[: ends[0]]).rstrip(",;"))


def line_said_as_condition(listener: Listener, text: str) -> str:
    """How to type a line as a condition of the table's own; empty if it does not name one person or group and
    nobody else, and for a number, which rather counts harm.
    """
    line = word_tokens(text)
    place, count, keys = listener.somebody(line)
    if _own_condition(listener) is None or not keys or any(each.text[0].isdigit() for each in line):
        return ""
    if len(listener.known.names_in(line)) > 1:
        return ""
    names = " ".join(each.text for each in line[place : place + count])
    rest = [each for each in (*line[:place], *line[place + count :])]
    words = " ".join(each.text for each in _bare(rest))
    has_words = any(each.isalpha() for each in words.split())
    return f"{synonyms_of(Role.CONDITION)[0]} {names} {words}" if has_words else ""


def _own_condition(listener: Listener) -> Procedure | None:
    """The procedure that accepts any words as a condition. None: this game has none."""
    for each in listener.rules.procedures:
        if each.role == Role.CONDITION and isinstance(pick := each.input("condition"), Choice) and pick.free:
            return each
    return None


def _says_a_state(words: Sequence[Token], *, is_said: bool) -> bool:
    """Whether words say what somebody is, not what they do or have: `is odd` or `cursed`, but not `rope`."""
    endings = synonyms_of("state-endings")
    return is_said or any(each.low.endswith(endings) or each.low in synonyms_of("states") for each in words)


def _known(listener: Listener, keys: Sequence[int], words: Sequence[Token]) -> WordsByBeginning:
    """All words that mean something at this table, without small ones; of foes, only those that begin like
    one of `words`.
    """
    known = {*listener.known_words(keys), *_input_words(listener), *_words_of_lists(listener, words)}
    for who in listener.known.people.listed:
        known |= {word for name in _names_of(listener, who) for word in name}
    return WordsByBeginning(known - {*small_words()})


def _names_of(listener: Listener, who: Character) -> Iterator[Phrase]:
    """The words of somebody's name and of everything on their sheet."""
    yield words_in_name(who.name)
    for part in sheet_parts(who.sheet):
        yield words_in_name(part_label(listener.rules.id, part))
        yield from (words_in_name(name) for name in row_names_as_input_values(sheet_part_of(who.sheet, part)))
        meta = who.sheet.__dataclass_fields__[part].metadata
        yield from (words_in_name(each) for each in (*meta[Label.OPTIONS], *meta[Label.WEAPONS]))


def _words_of_lists(listener: Listener, words: Sequence[Token]) -> Iterator[str]:
    """The words of foes, random tables and the command language."""
    begun = {each.low[:LETTERS_ALIKE] for each in words}
    foes = (name for each in begun for name in names_for_foe_line(listener.rules, listener.table, each))
    names = (*foes, *(each.title for each in listener.tables))
    yield from (word for name in names for word in words_in_name(name))
    for id in ("dies", "revives", "renames", "gains", "spends", "takes-up", "gives-away", "deeds", "comes"):
        yield from (word for name in synonyms_of(id) for word in words_in_name(name))
    for id in ("npc", "enemy", "henchman", "pc"):
        yield from (*synonyms_of(f"side.{id}"), *synonyms_of(f"kind.{id}"))


def _input_words(listener: Listener) -> Iterator[str]:
    """The words of the names of all inputs."""
    ids = {each.id for procedure in listener.rules.procedures for each in procedure.inputs}
    yield from (word for id in ids for word in words_in_name(label("input", id)))


def _bare(words: Sequence[Token]) -> Sequence[Token]:
    """The words without small ones at both ends, and without those that only introduce a state."""
    small = (*small_words(), *synonyms_of("becomes"))
    first = next((n for n, each in enumerate(words) if each.low not in small), len(words))
    last = next((n for n in range(len(words), first, -1) if words[n - 1].low not in small), first)
    return words[first:last]


def _is_own(word: Token, known: WordsByBeginning) -> bool:
    """Whether a word is not nearly the name of anything else."""
    if word.low in small_words():
        return True
    is_word = word.text.isalpha() and len(word.text) >= LEAST_LETTERS
    return is_word and not known.has_nearly(word.low) and not known.has_nearly(singular_name(word.low))


def condition_said_by_key(listener: Listener, text: str) -> Said | None:
    """A condition given by its key's letters. None: there is none. Raises `RuleError` when none fits."""
    line = word_tokens(text)
    procedure = listener.rules.role(Role.CONDITION, listener.table)
    if procedure is None or not line:
        return None
    is_key = line[0].low == KEY and len(line) > 1
    rest = line[1:] if is_key else line
    place, count, keys = listener.somebody(rest)
    words = (*rest[:place], *rest[place + count :])
    glued = _GLUED.fullmatch(words[0].low) if len(words) == 1 else None
    if not is_key and (glued is None or not keys):
        return None
    if is_key and not (glued or _is_begun(words)):
        return None
    if not keys:
        keys = (listener.who,) if listener.who is not None and not count else ()
    typed = " ".join(each.low for each in words)
    if len(_begun(procedure, listener, glued["name"] if glued else words[0].low)) != 1:
        return _none(procedure, listener, typed) if is_key else None
    if not keys:
        raise refused("condition-whom")
    form = harm_lines.form_with_condition(procedure, listener.table, keys, typed, _own(listener))
    return Said(listener.command(procedure.id), form, (), ("who", "condition", "rounds"))


def _is_begun(words: Sequence[Token]) -> bool:
    """Whether these are a word, or a word and a number of rounds."""
    is_word = bool(words) and words[0].text.isalpha()
    return is_word and len(words) <= 2 and all(each.text.isdecimal() for each in words[1:])


def _by_letters(procedure: Procedure, listener: Listener) -> tuple[str, ...]:
    return harm_lines.conditions_in_harm_lines(procedure, listener.table, _own(listener))


def _own(listener: Listener) -> tuple[str, ...]:
    """The names of own conditions, from files and earlier use."""
    return tuple(campaign_kind_names(listener.rules, listener.table, CONDITION_SECTION))


def _begun(procedure: Procedure, listener: Listener, name: str) -> tuple[str, ...]:
    """The known conditions that begin like this."""
    known = _by_letters(procedure, listener)
    return (name,) if name in known else tuple(each for each in known if each.startswith(name))


def _none(procedure: Procedure, listener: Listener, typed: str) -> Said:
    known = _by_letters(procedure, listener)[:MOST_NAMED]
    raise refused("no-such-condition", typed=repr(typed), known=", ".join(known))
