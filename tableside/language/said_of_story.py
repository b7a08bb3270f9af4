"""Lines about the story: questions to the oracle or to a table, closing and reopening names."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice, product

from tableside.campaign.campaign import Campaign
from tableside.errors import RuleError
from tableside.language.feedback import MOST_MEANT, Said
from tableside.language.listener import Listener
from tableside.language.words import (
    quoted_word,
    refused,
    synonyms_of,
    text_behind_first_words,
    without_small_words,
    words_in_name,
)
from tableside.rules.clocks import ADD_CLOCK, ADD_TRACK, CLOSE_NAME, DROP_CLOCK, END_SCENE, PACES, clock_of
from tableside.rules.form_filling import filled_form
from tableside.rules.inputs import Value
from tableside.rules.procedure import Procedure, Role
from tableside.rules.table import TableClock
from tableside.rules.tables.procedures import OWN_ORACLE, QUESTIONS, YES_FROM
from tableside.rules.typed import is_meant_as_dice, typed_dice, typed_dice_digits, typed_slug
from tableside.views.character_list import character_list_value
from tableside.views.names_in_notes import names_in_notes, note_name_in_brackets
from tableside.views.notes import SIGNS, NoteTag, TagKind
from tableside.views.rollable_tables import ListedTable
from tableside.wording import either, label
from tableside.wording.dice_and_chance_texts import expected_dice_text

SCENE_SIGN = "##"
"""The sign before the name of a scene in a note."""
MOST_LOOKED_THROUGH = 1_000
"""The most entries to search for a dropped clock."""


def story_name_said_closed(campaign: Campaign, listener: Listener, text: str) -> Said | None:
    """The name that a line closes or reopens, with or without its sign: a thread, scene, person or place,
    else a clock or track. None: it does neither.

    Raises `RuleError` naming what is open when nothing or several things are meant.
    """
    closes, reopens = (
        text_behind_first_words(text, synonyms_of("closes")),
        text_behind_first_words(text, synonyms_of("reopens")),
    )
    typed = closes if closes is not None else reopens
    if typed is None:
        return None
    tags = [each.tag for each in names_in_notes(campaign) if each.is_over == (closes is None)]
    meant = [each for each in tags if _is_called(each, typed)]
    if len(meant) > 1:
        raise refused("which-name", names=either(map(_written, meant)))
    if meant:
        return _said(listener, CLOSE_NAME, name=meant[0].listed)
    clocks = [each.name for each in listener.table.clocks] if closes is not None else []
    if clock := next((each for each in clocks if _words(each) == _words(typed)), ""):
        return _said(listener, DROP_CLOCK, clock=typed_slug(clock) or clock)
    if closes is None and (dropped := _clock_dropped(campaign, typed)) is not None:
        procedure, given = _clock_as_typed(dropped)
        return _said(listener, procedure, **given)
    scenes_last = sorted(tags, key=lambda each: each.kind == TagKind.SCENE)
    by_hand = (each for each in scenes_last if closes is not None or each.id in campaign.table.closed)
    known = [*map(_written, by_hand), *clocks]
    if not known:
        raise refused("nothing-is-open" if closes is not None else "nothing-is-over")
    few = ", ".join((*known[:MOST_MEANT], *(["…"] if len(known) > MOST_MEANT else [])))
    if not typed:
        raise refused("name-which", known=few)
    raise refused("nothing-to-close" if closes else "nothing-to-reopen", name=quoted_word(typed), known=few)


def check_story_has_scene(campaign: Campaign, procedure: Procedure) -> None:
    """Raises `RuleError` when a scene is to end and none is open: all named scenes are over or, if notes name
    none, the last entry ended one. The tension would move twice.
    """
    if procedure.id != END_SCENE:
        return
    scenes = [each for each in names_in_notes(campaign) if each.tag.kind == TagKind.SCENE]
    has_just_ended = campaign.last is not None and campaign.last.procedure == END_SCENE
    if all(each.is_over for each in scenes) if scenes else has_just_ended:
        raise refused("scene-over")


def _said(listener: Listener, procedure: str, **given: Value) -> Said:
    form = filled_form(listener.rules.procedure(procedure), listener.table, None, given)
    return Said(listener.command(procedure), form, (), tuple(given))


def _clock_as_typed(clock: TableClock) -> tuple[str, dict[str, Value]]:
    """The procedure and inputs that put such a clock on the table in its present state."""
    given: dict[str, Value] = {"name": clock.name, "marked": clock.marked}
    if clock.is_track:
        return ADD_TRACK, given | {"difficulty": next(id for id, pace in PACES.items() if pace == clock.pace)}
    milestones = "; ".join(f"{step} {text}" for step, text in clock.milestones)
    return ADD_CLOCK, given | {"steps": clock.steps, "milestones": milestones, "sight": clock.sight}


def _clock_dropped(campaign: Campaign, typed: str) -> TableClock | None:
    """The clock or track of this name as it was before it was last dropped. None: there was none, or it is on
    the table.
    """
    if not typed or any(_words(each.name) == _words(typed) for each in campaign.table.clocks):
        return None
    for entry in islice(campaign.entries(), MOST_LOOKED_THROUGH):
        if entry.procedure == DROP_CLOCK and _words(str(entry.given["clock"])) == _words(typed):
            return clock_of(campaign.table_at(entry.number - 1), str(entry.given["clock"]))
    return None


def _is_called(tag: NoteTag, typed: str) -> bool:
    """Whether a tag has the typed name, with or without its sign; for a scene also after the word scene."""
    scene = text_behind_first_words(typed, (TagKind.SCENE,)) if tag.kind == TagKind.SCENE else None
    kinds = {SCENE_SIGN: TagKind.SCENE, **SIGNS}
    sign = next((each for each in kinds if typed.startswith(each)), "")
    is_of_kind = not sign or kinds[sign] == tag.kind
    return is_of_kind and _words(tag.name) in (_words(typed), _words(scene or typed))


def _words(name: str) -> tuple[str, ...]:
    """The words of a name, without an article at the beginning."""
    words = words_in_name(name)
    return words[1:] if words[:1] == synonyms_of("the") else words


def _written(tag: NoteTag) -> str:
    return (
        f"{SCENE_SIGN} {tag.name}" if tag.kind == TagKind.SCENE else note_name_in_brackets(tag.kind, tag.name)
    )


QUESTION = "?"
SECRET, OPEN, LIKELIHOOD = "secret", "open", "likelihood"
_PERCENT = re.compile(r"(\d{1,3}) ?%|(\d{1,3}) percent(?!\w)", re.IGNORECASE)
_ENDS = re.compile(r"(?![\w-])[\s,:;]*")
"""What may separate a likelihood from the question after it."""


def check_question_said_of_story(listener: Listener, text: str) -> None:
    """Raises `RuleError` with the answer when a line only asks whose turn it is or who is hurt, which needs
    no roll.
    """
    asked = " ".join(text.casefold().rstrip(QUESTION).split())
    table, rules = listener.table, listener.rules
    if asked in synonyms_of("asks-turn"):
        acting = table.named(table.order.now) if table.order is not None else ()
        raise refused("acts-now" if acting else "nobody-acts", who=", ".join(each.name for each in acting))
    if asked in synonyms_of("asks-hurt"):
        hurt = [each for each in table.in_play() if any(m.current < m.maximum for m in rules.meters(each))]
        people = ", ".join(f"{each.name} {character_list_value(each, table, rules)}" for each in hurt)
        raise refused("hurt-now" if hurt else "nobody-hurt", who=people)


def check_odds_said_of_story(text: str) -> None:
    """Raises `RuleError` with the range of dice for `odds 2d6+3`, or saying where odds are shown."""
    asked = text_behind_first_words(text, synonyms_of("asks-odds"))
    if asked and is_meant_as_dice(asked):
        raise RuleError(expected_dice_text(typed_dice(asked)))
    if asked == "":
        raise refused("odds-where")


def question_text_said(text: str) -> str | None:
    """The question in a line that begins with a question mark or with `oracle`. None: there is none."""
    bare = text.strip()
    if bare.startswith(QUESTION):
        return bare[1:].strip()
    word, _, rest = bare.partition(" ")
    return rest.strip() if word.casefold() in synonyms_of(Role.ORACLE) and "=" not in rest else None


def question_said(listener: Listener, text: str) -> Said:
    """A question to the oracle, with the likelihood, and `secret` or `openly`, if stated before it."""
    procedure = listener.rules.role(Role.ORACLE)
    assert procedure is not None  # callers check that there is one
    given, text = _led(listener, text)
    form = filled_form(procedure, listener.table, None, {**given, "question": text})
    inputs = ("question", LIKELIHOOD, *(each for each in (SECRET, OPEN) if each in given))
    return Said(listener.command(procedure.id), form, (), inputs)


def question_said_by_likelihood(listener: Listener, text: str) -> Said | None:
    """A question that begins with a likelihood: `likely is the ferry running`. None: it does not."""
    given, asked = _led(listener, text)
    return question_said(listener, text) if LIKELIHOOD in given and asked else None


def question_said_of_story(listener: Listener, text: str) -> Said | None:
    """A question that begins like one for yes or no, `is it locked?`; after a likelihood it needs no question
    mark. None: it is none.
    """
    given, asked = _led(listener, text)
    is_asked = bool(text_behind_first_words(asked, synonyms_of("asks-yes-or-no")))
    is_known = is_asked and (LIKELIHOOD in given or text.endswith(QUESTION))
    return question_said(listener, text) if is_known and listener.rules.role(Role.ORACLE) else None


def _led(listener: Listener, text: str) -> tuple[Mapping[str, Value], str]:
    """The inputs at the beginning of a question, and the question after them."""
    given: dict[str, Value] = {}
    while (leading := _leading(listener, text)) and leading[0] not in given:
        id, value, text = leading
        given[id] = value
    if SECRET in given:
        given.pop(OPEN, None)
    return given, text


def _leading(listener: Listener, text: str) -> tuple[str, Value, str] | None:
    """The input at the beginning of a question, its value, and the rest. None: there is none."""
    if (percent := _PERCENT.match(text)) is not None:
        chance = int(percent[1] or percent[2]) / 100
        own = next((each.likelihoods for each in listener.tables if each.id == OWN_ORACLE), ())
        nearest = min(own or YES_FROM, key=lambda each: abs(_chance_of_yes(each) - chance))
        return LIKELIHOOD, nearest, _behind(text, percent.end())
    low = text.casefold()
    fitting = [
        each for each in _words_of_likelihoods() if low.startswith(each) and _ENDS.match(low, len(each))
    ]
    if said := max(fitting, key=len, default=""):
        return LIKELIHOOD, _words_of_likelihoods()[said], _behind(text, len(said))
    readers = (
        (SECRET, SECRET),
        *((id, word) for id in (SECRET, OPEN) for word in synonyms_of(f"input.{id}")),
    )
    for id, word in readers:
        if low.startswith(word) and _ENDS.match(low, len(word)):
            return id, True, _behind(text, len(word))
    return None


def _chance_of_yes(likelihood: str) -> float:
    rolls = [*product(range(1, 7), repeat=2)]
    return sum(typed_dice_digits(*faces) >= YES_FROM[likelihood] for faces in rolls) / len(rolls)


def _behind(text: str, end: int) -> str:
    return _ENDS.sub("", text[end:], count=1)


@lru_cache(maxsize=1)
def _words_of_likelihoods() -> Mapping[str, str]:
    """The likelihoods by all their names."""
    return {
        word: id
        for id in YES_FROM
        for word in (id.replace("-", " "), label("option", id), *synonyms_of(f"likelihood.{id}"))
    }


def question_said_to_table(listener: Listener, text: str) -> Said | None:
    """A question in words that begin like those for a table: `who is at the door`. None: it is for none."""
    known = {each.id: each for each in listener.tables}
    led, asked = _led(listener, text)
    id = next((id for id in QUESTIONS if id in known and _is_asked_of(id, asked)), "")
    if not id or LIKELIHOOD in led:
        return None
    given = {**known[id].presets, **led, "question": " ".join(asked.split())}
    form = filled_form(known[id].procedure, listener.table, None, given)
    return Said(listener.command(f"table {id}"), form, (), ("table", "question", *led))


def is_question_said_in_words(text: str) -> bool:
    """Whether a line begins like a question that is not answered by yes or no: `how long does it take`."""
    return bool(text_behind_first_words(text, synonyms_of("asks-in-words")))


def check_said_question_has_answer(listener: Listener, text: str) -> None:
    """Raises `RuleError`, naming what can be asked, for a question in words that no table answers and that is
    not for yes or no.
    """
    if not is_question_said_in_words(text):
        return
    first, second, *_ = text.split()
    asked = (
        first if text_behind_first_words(second, synonyms_of("asks-yes-or-no")) == "" else f"{first} {second}"
    )
    known = [
        synonyms_of(f"table.{id}")[:1] for id in QUESTIONS if id in {each.id for each in listener.tables}
    ]
    questions = ", ".join(word for words in known for word in words)
    raise refused("asks-no-table", asked=quoted_word(asked), known=questions)


def story_card_said_drawn(listener: Listener, text: str) -> Said | None:
    """Drawing from a deck: `draw a card`, `draw 2 cards from the lamp deck`; by default from the deck in use,
    if no fight uses tokens. None: no deck has this name.

    Raises `RuleError` when several have.
    """
    drawn = text_behind_first_words(text, synonyms_of("draws"))
    if drawn is None:
        return None
    table, decks = listener.table, [each for each in listener.tables if each.cards]
    words = {*without_small_words(words_in_name(drawn))}
    if not words and table.order is None:
        words = {*synonyms_of("of-a-deck")[:1]}
        decks = [each for each in decks if each.id in table.decks] or decks
    count = next((each for each in words if each.isdecimal()), "1")
    words.discard(count)
    named = words.difference(synonyms_of("of-a-deck"))
    fitting = [each for each in decks if words <= _words_of_deck(each)] or [
        each for each in decks if named <= _words_of_deck(each)
    ]
    if not words or not fitting:
        return None
    if len(fitting) > 1:
        raise refused("which-of-them", names=either(each.title for each in fitting))
    deck = fitting[0]
    times = deck.procedure.input("times").read(count, listener.table, deck.presets)
    form = filled_form(deck.procedure, listener.table, None, {**deck.presets, "times": times})
    inputs = ("table", "times") if times != 1 else ("table",)
    return Said(listener.command(f"table {deck.id}"), form, (), inputs)


def _words_of_deck(deck: ListedTable) -> set[str]:
    return {*words_in_name(deck.title), *words_in_name(deck.id)}


def _is_asked_of(id: str, text: str) -> bool:
    """Whether a line begins like a question to a table and, after a `…`, ends like one."""
    asked = text.casefold().rstrip(f"{QUESTION} ")
    words = (*synonyms_of(f"table.{id}"), *synonyms_of(f"asked.{id}"))
    called = (each.partition(" \N{HORIZONTAL ELLIPSIS}") for each in words)
    return any(text_behind_first_words(asked, (begin,)) and asked.endswith(end) for begin, _, end in called)
