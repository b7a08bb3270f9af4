"""A session in five sentences to read aloud: how scenes began, what was answered and filled, who fell, what
was won; also the open threads and the unanswered questions.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Final

from tableside.frozen import frozen
from tableside.text import ELLIPSIS, clip_words, narrow_text, width
from tableside.views.notes import (
    ENDS,
    LOGGED,
    SCENE_SIGN,
    SIGNED,
    SIGNS,
    THE,
    NoteTag,
    TagKind,
    has_gm_tag,
    is_scene_note_line,
    name_with_article,
    note_without_tag_signs,
    tags_in_note,
)
from tableside.views.sessions import Won
from tableside.wording import and_more, both, label, sentence

SENTENCES = 5
FIGHTS = 2
"""The most scenes whose beaten foes get a sentence each."""
LONGEST = 230
"""The most cells of a sentence."""
LOOKED_AT = 2_000
"""Letters at the beginning of a note in which its first sentence is searched."""
NAMES = 4
"""The most names in a sentence; the rest is counted."""
Sourced = tuple[str, int]
"""A text, and the number of its entry."""


@frozen
class RecapSentencesHeard:
    """The events of a session by sort, each in order."""

    notes: Sequence[Sourced]
    answers: Sequence[Sourced] = ()
    """Questions with the oracle's answers."""
    found: Sequence[Sourced] = ()
    """Results of tables."""
    filled: Sequence[Sourced] = ()
    """Names of filled clocks."""
    tracks: Sequence[Sourced] = ()
    """The progress and ends of tracks."""
    dead: Sequence[Sourced] = ()
    beaten: Sequence[Sourced] = ()
    won: Sequence[tuple[str, tuple[Won, ...]]] = ()
    """Names of the party with what they gained."""


def recap_sentences(heard: RecapSentencesHeard) -> tuple[Sourced, ...]:
    """A session in at most five sentences, in order, to read aloud; a scene includes who was beaten in it."""
    ends = [*filter(None, (_ran_out(heard.filled), *heard.tracks[-1:], _of_names("died", heard.dead)))]
    answers = heard.answers[-1:]
    won = [recap_sentence_with_stop(_won(who, what)) for who, what in heard.won if what]
    last = [(each, 0) for each in won[: 1 if ends or answers or heard.beaten else 2]]
    all_scenes = [*_scenes(heard.notes)]
    scenes = _spread(all_scenes, SENTENCES - len(ends) - len(answers) - len(last))
    sentences = [*scenes, *ends, *(_answered(each, heard.notes, scenes) for each in answers)]
    sentences += _between(heard.notes, sentences, SENTENCES - len(sentences) - len(last))
    sentences += _beaten(heard.beaten, [entry for _, entry in all_scenes])
    return (*sorted(sentences, key=lambda each: each[1]), *last)


def _spread(scenes: list[Sourced], room: int) -> list[Sourced]:
    """At most `room` of these scenes: the first, the last, and others evenly between."""
    if len(scenes) <= room:
        return scenes
    if room < 2:
        return scenes[:room]
    step = (len(scenes) - 1) / (room - 1)
    return [scenes[round(step * place)] for place in range(room)]


def _scenes(notes: Sequence[Sourced]) -> Iterator[Sourced]:
    """The first sentence of the first note of each scene; without scenes, of the first note."""
    is_new = True
    for text, entry in notes:
        is_new = is_new or ("##" in text and any(map(is_scene_note_line, text.splitlines())))
        if is_new and (said := first_recap_sentence(text)):
            yield said, entry
            is_new = False


def _between(notes: Sequence[Sourced], told: Sequence[Sourced], room: int) -> list[Sourced]:
    """The first sentences of at most `room` other notes, beginning with the last one."""
    others = [each for each in notes if each[1] not in {entry for _, entry in told}]
    picked = _spread(others[::-1], room) if room > 0 else []
    said = ((first_recap_sentence(text), entry) for text, entry in picked)
    return [each for each in said if each[0] and not _is_told(each[0], told)]


def _is_told(said: str, told: Iterable[Sourced]) -> bool:
    return any(said in text for text, _ in told)


def _ran_out(filled: Sequence[Sourced]) -> Sourced | None:
    return _of_names(
        "filled", [(sentence("recap", "clock-name", clock=name), entry) for name, entry in filled]
    )


def recap_sentences_of_answers(heard: RecapSentencesHeard) -> list[Sourced]:
    """What oracles and tables said, how tracks went, and which clocks ran out, in order."""
    filled = filter(None, (_ran_out([each]) for each in heard.filled))
    return sorted((*heard.answers, *heard.found, *heard.tracks, *filled), key=lambda each: each[1])


def _answered(answer: Sourced, notes: Sequence[Sourced], scenes: Sequence[Sourced]) -> Sourced:
    """A question with its answer; if it contains only pronouns, with the sentence before it."""
    text, entry = answer
    asked = comparable_recap_question(text.partition("?")[0])
    before = next((note for note, number in reversed(notes) if number < entry), "")
    said = "".join(
        recap_sentence_with_stop(clip_words(each, LONGEST))
        for each in recap_sentences_in(_as_spoken(before))[-1:]
    )
    if (
        PRONOUNS.isdisjoint(asked.split())
        or comparable_recap_question(said) == asked
        or _is_told(said, scenes)
    ):
        return recap_sentence_with_stop(text), entry
    return f"{said} {recap_sentence_with_stop(text)}".strip(), entry


def _beaten(beaten: Sequence[Sourced], scenes: Sequence[int]) -> list[Sourced]:
    """Sentences about beaten foes, one for each scene, or a single one for many scenes. `scenes`: the numbers
    of the entries that begin a scene.
    """
    by_scene = [[*those] for _, those in groupby(beaten, key=lambda each: bisect_right(scenes, each[1]))]
    sentences = (_of_names("beaten", those) for those in (by_scene if len(by_scene) <= FIGHTS else [beaten]))
    return [each for each in sentences if each]


def recap_sentence_of_beaten(names: Iterable[str]) -> str:
    """A sentence saying that these foes were beaten."""
    sourced = _of_names("beaten", [(name, 0) for name in names])
    return sourced[0] if sourced else ""


def _of_names(id: str, named: Sequence[Sourced]) -> Sourced | None:
    names = _together([*dict.fromkeys(name for name, _ in named)])
    if not names:
        return None
    phrase = _some([*map(_with_article, _without_repeats(names))])
    return recap_sentence_with_stop(
        sentence("recap", id if len(names) == 1 else f"{id}-many", names=phrase)
    ), named[-1][1]


def _with_article(name: str) -> str:
    """A descriptive name with its article: the `Drowned carrier`, but neither `Old Fum` nor `Gob`."""
    first, *rest = name.split()
    is_of_a_kind = rest and first.istitle() and all(each.isalpha() and each.islower() for each in rest)
    return f"{THE} {name[:1].lower()}{name[1:]}" if is_of_a_kind else name


def _together(names: Sequence[str]) -> list[str]:
    """The names with those of a kind together, in the order of their numbers, at the first one's place."""
    stems = [_numbered(name)[0] for name in names]
    return sorted(names, key=lambda name: (stems.index(_numbered(name)[0]), _numbered(name)[1]))


def _numbered(name: str) -> tuple[str, int]:
    """A name without its final number, and that number; 0 if there is none."""
    stem, _, number = name.rpartition(" ")
    return (stem, int(number)) if stem and number.isdecimal() else (name, 0)


def _without_repeats(names: Sequence[str]) -> list[str]:
    """Names shortened to their number after one of the same kind: `Gremlin 1`, `2`."""
    shortened = [*names[:1]]
    for before, name in pairwise(names):
        stem, number = _numbered(name)
        shortened.append(str(number) if number and stem == _numbered(before)[0] else name)
    return shortened


def _won(who: str, won: Sequence[Won]) -> str:
    """What somebody learnt and gained."""
    by_how: dict[str, list[str]] = {}
    for how, name in won:
        by_how.setdefault(how, []).append(name_with_article(name) if how == "got" else name)
    phrases = [sentence("recap", f"won-{how}", what=_some(names)) for how, names in by_how.items()]
    return f"{who} {_some(phrases)}"


def _some(names: Sequence[str]) -> str:
    """Names as part of a sentence."""
    few, more = names[:NAMES], and_more(len(names) - NAMES)
    if more:
        return ", ".join([*few, more])
    return both([", ".join(few[:-1]), few[-1]]) if len(few) > 1 else few[0]


# Sentences in notes


_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
_BULLET = r"^\s*(?:[-*+]|\d+[.)]) +"
_ITEM = re.compile(rf"{_BULLET}(\S.*?)\s*$(?P<more>(?=\n{_BULLET}))?", re.MULTILINE)
_QUOTED = re.compile(r"^\s*> +", re.MULTILINE)
_EMPHASIS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_END = re.compile(r"[.!?…]+[\"'”\u2019)\]]*(?=\s|$)")


def first_recap_sentence(note: str) -> str:
    """The first sentence of a note as read aloud; empty if it holds nothing but titles and names."""
    return next(
        (
            recap_sentence_with_stop(clip_words(each, LONGEST))
            for each in recap_sentences_in(_as_spoken(note))
        ),
        "",
    )


def recap_sentences_in(text: str) -> list[str]:
    """The sentences of a text on one line, each with its stop."""
    ends = [match.end() for match in _END.finditer(text) if not _goes_on(match)]
    sentences = (text[start:end].strip() for start, end in pairwise((0, *ends, len(text))))
    return [each for each in sentences if each]


def _goes_on(end: re.Match[str]) -> bool:
    """Whether a sentence goes on after a possible end: `nothing ... that I know`, `"Who?" she asks`."""
    return end[0] != "." and end.string[end.end() :].lstrip()[:1].islower()


def _as_spoken(note: str) -> str:
    """The prose of a note on one line, as read aloud; empty if there is none."""
    prose = LOGGED.sub("", _HEADING.sub("", note[:LOOKED_AT]))
    text = _on_one_line(_EMPHASIS.sub("", prose))
    return note_without_tag_signs(recap_sentence_without_labels(text)).strip() if _is_prose(text) else ""


def _is_prose(text: str) -> bool:
    """Whether a text has more than names in tags."""
    return any(each.isalnum() for each in SIGNED.sub("", text))


def _on_one_line(text: str) -> str:
    """A text on one line, with list items joined into a sentence."""
    return " ".join(_QUOTED.sub("", _ITEM.sub(_listed, text)).split())


def _listed(item: re.Match[str]) -> str:
    end = "," if item["more"] is not None else "."
    return item[1] if item[1][-1] in f"{ENDS},;" else f"{item[1]}{end}"


def note_as_recap_sentences(note: str) -> str:
    """A note with its names as spoken, without tags behind sentences."""
    return "\n".join(
        note_without_tag_signs(recap_sentence_without_labels(line)) for line in note.splitlines()
    )


def note_in_recap_sentences(note: str, cells: int | None) -> Iterator[str]:
    """A note for reading: each scene title with its sign, and the text under it without marks or signs of
    names. With `cells`, only as many whole sentences as fit on one line, and nothing for a text of names
    alone.
    """
    for is_scene, lines in groupby(note.splitlines(), key=is_scene_note_line):
        if is_scene:
            yield from (f"{SCENE_SIGN} {note_without_tag_signs(line.strip('# '))}" for line in lines)
            continue
        prose = _EMPHASIS.sub("", "\n".join(lines))
        if (text := note_as_recap_sentences(prose).strip()) and (cells is None or _is_prose(prose)):
            yield text if cells is None else _shortened(_on_one_line(text), cells)


def _shortened(text: str, cells: int) -> str:
    """A text, or as many of its whole sentences as fit; if not even one does, its first words."""
    if width(text) <= cells:
        return text
    *whole, _ = accumulate(recap_sentences_in(text), "{} {}".format)
    fitting = [each for each in whole if width(each) <= cells - 2]
    return f"{fitting[-1]} {ELLIPSIS}" if fitting else clip_words(text, cells)


def recap_sentence_without_labels(text: str) -> str:
    """A text without the tags behind its last sentence, except those that hide it from players."""
    end = len(text)
    for name in reversed([*SIGNED.finditer(text)]):
        if name.end() != len(text[:end].rstrip()) or has_gm_tag(name[0]):
            break
        end = name.start()
    said = text[:end].rstrip()
    return said if said and said[-1] in ENDS else text


def recap_sentence_with_stop(text: str) -> str:
    """A sentence with a capital letter and a full stop."""
    text = f"{text[:1].upper()}{text[1:]}"
    return text if text[-1:] in ENDS else f"{text}."


# Open matters


def comparable_recap_question(text: str) -> str:
    """A question reduced to its words, for comparison with another."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def recap_sentence_asks(note: str) -> bool:
    """Whether a note ends with a question, ignoring tags behind it."""
    words = narrow_text(note).split()
    while words and words[-1][0] in SIGNS:
        words.pop()
    return bool(words) and words[-1].rstrip("*_\"'”\u2019)").endswith("?")


def threads_for_recap_sentence(notes: Iterable[str], closed: Collection[str]) -> tuple[str, ...]:
    """The threads that these notes name and whose ids are not in `closed`, the latest first."""
    named: dict[str, NoteTag] = {}
    for note in (each for each in notes if "#" in narrow_text(each)):
        for tag in (each for each in tags_in_note(note) if each.kind == TagKind.THREAD):
            named[tag.id] = named.pop(tag.id, tag).said_as(tag)
    return tuple(tag.said for id, tag in reversed(named.items()) if id not in closed)


def recap_sentence_of_threads(names: Sequence[str]) -> str:
    """A sentence saying that these threads are open, to read aloud."""
    return recap_sentence_with_stop(
        sentence("recap", "open" if len(names) == 1 else "open-many", names=_some(names))
    )


PRONOUNS: Final = frozenset(label("say", "pronouns").split(", "))
"""Words whose meaning depends on the sentence before."""
