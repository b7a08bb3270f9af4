"""Facts as a headline with details: the verdict first, then its effects, then how it came about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, groupby, product, takewhile

from tableside.frozen import frozen
from tableside.games import games_in_use
from tableside.rules.play import Fact
from tableside.rules.procedure import PURPOSE
from tableside.rules.table import Kind, Table
from tableside.views.rows import Tone
from tableside.wording import both, sentence, wording_for_one, wording_in_use
from tableside.wording.facts import fact_text, fields_of_fact_text, filled_fact_text, word_for_grave_fact

VERDICTS = {"good": Tone.GOOD, "bad": Tone.BAD, "even": Tone.ACCENT}
"""Kinds of texts that say how a roll went, with their tones."""
EFFECTS = {"better": Tone.GOOD, "worse": Tone.BAD, "event": Tone.PLAIN}
"""Kinds of texts that say what else happened, with their tones."""
CHANGES = ("better", "worse")
"""The kinds of effects that are somebody's gain or loss."""
AGAINST = {Tone.GOOD: Tone.BAD, Tone.BAD: Tone.GOOD}
"""Tones for a foe: what is good for a foe is bad for the party, and the reverse."""
IsFoe = Callable[[str], bool]
"""Tells whether somebody of this name is a foe."""
MOST_EFFECTS, MOST_OF_MANY = 3, 6
"""The most effects in a headline, and in one about many people; further ones are counted."""
BETWEEN = " · "
OTHER = "{other}"
"""The placeholder for another person; a fact without one, as in old entries, uses its sentence instead."""


@frozen
class Headline:
    """An entry at a glance."""

    words: str
    tone: Tone
    detail: str = ""
    """How it came about: arithmetic, what is left, reasons. Empty: there is nothing to add."""
    verdict: str = ""
    """A word for how a roll went, such as HIT, or for what happens, such as NEXT; may be empty."""


def no_foe_for_headline(name: str) -> bool:
    """Treat nobody as a foe."""
    return False


def foes_for_headline(table: Table) -> IsFoe:
    """A predicate for the names of the foes at this table."""
    return {each.name for each in table.characters.values() if each.kind == Kind.ENEMY}.__contains__


def headline_of(facts: Sequence[Fact], is_foe: IsFoe = no_foe_for_headline) -> Headline:
    """The headline of one or more facts, in its tone for the party."""
    if (opening := headline_opening_fact(facts)) is not None:
        return _headline_of_many(opening, facts, is_foe)
    verdicts = _verdicts(facts)
    verdict = verdicts[-1] if verdicts else None
    effects = _alike(_effects(facts))
    heads = [*verdicts, *chain.from_iterable(effects[:MOST_EFFECTS])]
    heads = heads or [next((each for each in facts if fact_text(each)), facts[0])]
    upon = next((each for each in heads if verdict is not None and _upon(each, verdict)), None)
    words = [*_heads([each for each in heads if each is not upon])]
    if verdict is not None:
        words[0] += _tried_at(verdict, facts) + (f" {_upon(upon, verdict)}" if upon else "")
    words[0] += "".join(f": {each.values['text']}" for each in facts if each.id == PURPOSE.id)
    if (more := sum(map(len, effects[MOST_EFFECTS:]))) > 0:
        words.append(sentence("headline", "more", count=more))
    return Headline(
        BETWEEN.join(words),
        _tone(heads, is_foe),
        BETWEEN.join(dict.fromkeys(_details(facts, heads))),
        (_verdict_word(verdict, facts) if verdict else "") or _what_happens(facts),
    )


def headline_told(told: Sequence[tuple[Fact, str]]) -> str:
    """How it went and what it did, from facts with their words: their headline if the facts hold all its
    values, else the words of each, up to its reason.
    """
    came = [each for each in told if is_headline_verdict(each[0]) or _kind(each[0], EFFECTS)]
    if all(_fills(_own_head(fact), fact) for fact, _ in came):
        return headline_of([fact for fact, _ in told if _fills(wording_in_use(f"at.{fact.id}"), fact)]).words
    brief = (words.partition(": ")[0] if is_headline_verdict(fact) else words for fact, words in came)
    return BETWEEN.join(brief)


def _fills(text: str | None, fact: Fact) -> bool:
    """Whether a fact has every value that a text uses."""
    return fields_of_fact_text(text or "") <= fact.values.keys()


def headline_opening_fact(facts: Sequence[Fact]) -> Fact | None:
    """The fact that opens a headline about many people, such as the end of a round. None: there is none."""
    return next((each for each in facts if wording_in_use(f"opens.{each.id}")), None)


def _headline_of_many(opening: Fact, facts: Sequence[Fact], is_foe: IsFoe) -> Headline:
    """The headline of an opening fact: what it did to whom, the gravest first, with verdicts and effects."""
    verdicts = {each.values.get("who"): each for each in facts if _decides(each) and not _is_aside(each)}
    effects = _effects(facts)
    came = [each for each in facts if each in effects or verdicts.get(each.values.get("who")) is each]
    came.sort(key=lambda each: word_for_grave_fact(each) is None or is_foe(str(each.values.get("who"))))
    heads = [opening, *(each for each in came if each is not opening)]
    shown = heads[: 1 + MOST_OF_MANY]
    words = [*_heads(shown)]
    if more := len(heads) - len(shown):
        words.append(sentence("headline", "more", count=more))
    detail = BETWEEN.join(dict.fromkeys(_details(facts, shown)))
    return Headline(BETWEEN.join(words), _tone(heads, is_foe), detail, _what_happens(facts))


def separate_headlines(facts: Sequence[Fact], is_foe: IsFoe = no_foe_for_headline) -> tuple[Headline, ...]:
    """The headlines of these facts, one by one: what is grave for the party, verdicts, effects, then what
    else was decided. If there is none of these, the single headline of the facts.
    """
    decisive = _verdicts(facts)
    others = [fact for fact in facts if _decides(fact) and fact not in decisive]
    effects = [each for each in _effects(facts) if not (decisive and wording_in_use(f"louder.{each.id}"))]
    came = [_effect(group, is_foe) for group in _alike(effects)]
    headlines = [
        *(each for each in came if each.verdict),
        *(_verdict(fact, facts, is_foe) for fact in decisive),
        *(each for each in came if not each.verdict),
        *(
            replace(_verdict(fact, facts, is_foe), detail=_behind([fact], fact_headline(fact)))
            for fact in others
        ),
    ]
    if (opening := headline_opening_fact(facts)) is not None:
        headlines.sort(key=lambda each: each.words != fact_headline(opening))
    if not headlines:
        return (headline_of(facts, is_foe),)
    first, *rest = headlines
    return (first if first.verdict else replace(first, verdict=_what_happens(facts)), *rest)


def fact_text_with_try(fact: Fact, facts: Sequence[Fact]) -> str:
    """The sentence of a fact; a verdict says what was attempted."""
    verdict, colon, behind = (text := fact_text(fact)).partition(": ")
    return f"{verdict}{_tried_at(fact, facts)}{colon}{behind}" if _kind(fact, VERDICTS) else text


def fact_beyond_headline(fact: Fact, said: Sequence[str]) -> str:
    """What a fact adds to the texts already `said`: its sentence; only the part after the colon if the
    beginning was said or is only a name and a verb; empty if it adds nothing.
    """
    before, _, behind = (text := fact_text(fact)).partition(": ")
    who = f"{fact.values.get('who')} "
    is_said = any(each.startswith(before) for each in said) or " " not in before.removeprefix(who)
    beyond = behind if behind and is_said and _kind(fact, VERDICTS) else text
    return "" if {text, beyond, text.removeprefix(who)} & {*said} else beyond


def _effect(facts: Sequence[Fact], is_foe: IsFoe) -> Headline:
    """The headline of an effect, with details if there is one fact and a verdict word if it is grave."""
    words = next(_heads(facts))
    grave = None if is_foe(str(facts[0].values.get("who"))) else word_for_grave_fact(facts[0])
    return Headline(words, _tone(facts, is_foe), _behind(facts, words), grave or "")


def _behind(facts: Sequence[Fact], words: str) -> str:
    """The rest of a single fact's sentence after these words; empty for several facts."""
    before, _, behind = fact_text(facts[0]).partition(": ")
    return behind if len(facts) == 1 and before == words else ""


def _upon(fact: Fact, verdict: Fact) -> str:
    """What a hit took from the opponent whom the verdict names, such as `for 8`; else empty."""
    is_theirs = fact is not verdict and fact.values.get("who") == verdict.values.get("other")
    text = wording_in_use(f"upon.{fact.id}") if is_theirs else None
    return filled_fact_text(text, fact.values) if text else ""


def _decides(fact: Fact) -> bool:
    """Whether a fact says how something went, and does not merely count."""
    kind = _kind(fact, VERDICTS)
    return kind in ("good", "bad") or (kind == "even" and not _is_aside(fact))


def fact_went_well(fact: Fact) -> bool | None:
    """Whether a fact says that something went well (True) or badly (False). None: neither."""
    return {"good": True, "bad": False}.get(_kind(fact, VERDICTS))


def is_headline_verdict(fact: Fact) -> bool:
    """Whether a fact decides an attempt, or is a hit in an exchange."""
    return _decides(fact) or wording_in_use(f"tally.{fact.id}") in COMPARED


def _is_aside(fact: Fact) -> bool:
    """Whether a fact tells how a minor matter went, such as Luck for more damage."""
    return wording_in_use(f"aside.{fact.id}") is not None


def _verdict(fact: Fact, facts: Sequence[Fact], is_foe: IsFoe) -> Headline:
    words = fact_headline(fact) + _tried_at(fact, facts)
    return Headline(words, _tone([fact], is_foe), verdict=_verdict_word(fact, facts))


def _tried_at(fact: Fact, facts: Sequence[Fact]) -> str:
    """What was attempted, after a space, unless the verdict's words stand alone."""
    return _tried(facts, fact) if wording_in_use(f"alone.{fact.id}") is None else ""


def _verdicts(facts: Sequence[Fact]) -> list[Fact]:
    """The verdicts among the facts: the last one, which rests on those before; with several skills, one for
    each. An aside, such as Luck for more damage, counts only if there is no other verdict and no event with a
    headline of its own.
    """
    every = [fact for fact in facts if _kind(fact, VERDICTS)] or [*_tallied(facts)]
    happens = any(_kind(fact, EFFECTS) == "event" for fact in facts)
    verdicts = [fact for fact in every if not _is_aside(fact)] or every[: 0 if happens else None]
    of_skills = [fact for fact in verdicts if "skill" in fact.values]
    return of_skills if verdicts and verdicts[-1] in of_skills else verdicts[-1:]


OWN, THEIRS, BOTH = "own", "theirs", "both"
"""Values of a `tally` text: who has hit."""
HELPS = "helps"
"""The `tally` value of a fact about somebody who helps a side."""
COMPARED = (OWN, THEIRS, BOTH, "none")
TALLIES = {(1, 1): "tally-both", (1, 0): "tally-hits", (0, 1): "tally-struck", (0, 0): "tally-none"}
"""The verdict by whether one's own side has hit, and whether the other has."""


def _tallied(facts: Sequence[Fact]) -> Iterator[Fact]:
    """The verdict of an exchange that is told hit by hit; empty for other facts."""
    tallies = [(wording_in_use(f"tally.{fact.id}"), fact) for fact in facts]
    compared = [(by, fact) for by, fact in tallies if by in COMPARED]
    if not compared:
        return
    hits, theirs = (sum(by in (side, BOTH) for by, _ in compared) for side in (OWN, THEIRS))
    named = {"who": "", "other": "", "helpers": ""}
    for name, (_, fact) in product(("who", "other"), compared):
        named[name] = named[name] or str(fact.values.get(name, ""))
    named |= _sides(tallies[: tallies.index(compared[0])])
    yield Fact(TALLIES[hits > 0, theirs > 0], "", {**named, "hits": hits, "their_hits": theirs})


def _sides(gathered: Sequence[tuple[str | None, Fact]]) -> dict[str, str]:
    """The leaders of both sides of an exchange and one's own helpers, from the facts about why dice are
    rolled, in which each side's leader comes first. Empty if they name nobody.
    """
    people = dict.fromkeys(str(fact.values["who"]) for _, fact in gathered if fact.values.get("who"))
    helpers = {fact.values.get("who") for by, fact in gathered if by == HELPS}
    leaders = [name for name in people if name not in helpers]
    if not leaders:
        return {}
    who, other = leaders[0], next(iter(leaders[1:]), "")
    own = takewhile(lambda name: name != other, people)
    return {"who": who, "other": other, "helpers": both(name for name in own if name != who)}


def _tried(facts: Sequence[Fact], verdict: Fact) -> str:
    """What succeeded or failed, such as a skill, after a space; empty if no fact says."""
    before = facts[: facts.index(verdict)] if verdict in facts else facts
    tried = ((_at(fact, verdict), fact) for fact in reversed(before))
    return next((f" {filled_fact_text(text, fact.values)}" for text, fact in tried if text), "")


def _at(fact: Fact, verdict: Fact) -> str | None:
    """The text of an attempt for this verdict, which may name nobody, else for any of the same person."""
    own, who = wording_in_use(f"at.{fact.id}.{verdict.id}"), verdict.values.get("who")
    is_same = fact.values.get("who") == who
    return (own or wording_in_use(f"at.{fact.id}")) if is_same else own if who is None else None


def _heads(heads: Sequence[Fact]) -> Iterator[str]:
    """The headlines of successive facts, naming each person once."""
    named = last = ""
    for alike in _alike(heads):
        who = ", ".join(str(fact.values.get("who")) for fact in alike)
        text = fact_headline(alike[0]) if len(alike) == 1 else _of_several(alike[0], who)
        said = next((each for each in (f"{named} ", f"{named}: ") if named and text.startswith(each)), "")
        if text != last:
            yield text.removeprefix(said)
        named, last = named if said else who, text


def _alike(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts in groups, each of which can be told of several people together."""
    return [list(group) for _, group in groupby(facts, key=lambda fact: _of_several(fact, "") or id(fact))]


def _of_several(fact: Fact, who: str) -> str:
    """The text of a fact about several people; empty if there is no such text."""
    text = wording_for_one(f"several.{fact.id}", fact.values)
    return filled_fact_text(text, {**fact.values, "who": who}) if text else ""


def fact_headline(fact: Fact) -> str:
    """A fact in the fewest words: its headline text, else its sentence up to the colon."""
    template = _own_head(fact)
    return filled_fact_text(template, fact.values) if template else fact_text(fact).partition(": ")[0]


def _own_head(fact: Fact) -> str | None:
    key = f"{_kind(fact, EFFECTS) or 'head'}.{fact.id}"
    own = wording_in_use(f"{key}.{fact.values['part']}") if "part" in fact.values else None
    text = own or wording_for_one(key, fact.values)
    return text if text and (OTHER not in text or fact.values.get("other")) else None


def _verdict_word(fact: Fact, facts: Sequence[Fact]) -> str:
    """A word or two for how a roll went; empty if the fact is no verdict."""
    text = wording_for_one(f"{_kind(fact, VERDICTS)}.{fact.id}", fact.values)
    others = () if _is_aside(fact) else facts
    louder = next(filter(None, (wording_in_use(f"louder.{each.id}") for each in others)), None)
    return (louder or filled_fact_text(text, fact.values)).upper() if text else ""


def _what_happens(facts: Sequence[Fact]) -> str:
    """A word or two for an act that nobody won or lost; a turn or a day precedes who is better for it. Empty
    if no fact has one.
    """
    by_rank = sorted(facts, key=lambda fact: _kind(fact, EFFECTS) in ("better", "worse"))
    return next((text.upper() for fact in by_rank if (text := wording_in_use(f"badge.{fact.id}"))), "")


def facts_by_headline_weight(facts: Sequence[Fact]) -> list[Fact]:
    """The facts in the order of a headline: what decided, then its effects, then everything else."""
    decisive = _verdicts(facts)

    def rank(fact: Fact) -> int:
        if fact in decisive or wording_in_use(f"tally.{fact.id}") in COMPARED:
            return 0
        return 1 if _kind(fact, VERDICTS) or _kind(fact, EFFECTS) else 2

    return sorted(facts, key=rank)


def _kind(fact: Fact, kinds: dict[str, Tone]) -> str:
    """The first of these kinds of texts that a fact has; else empty."""
    empty = tuple(name for name, value in fact.values.items() if value == 0)
    return _first_of((*kinds,), fact.id, empty, games_in_use())


@lru_cache(4096)  # several calls for each fact
def _first_of(kinds: tuple[str, ...], id: str, empty: tuple[str, ...], games: tuple[str, ...]) -> str:
    """The first of these kinds of texts that an id has, given its values that are 0; else empty."""
    for kind in kinds:
        keys = (f"{kind}.{id}", *(f"without.{kind}.{id}.{name}" for name in empty))
        if any(wording_in_use(key) is not None for key in keys):
            return kind
    return ""


def _effects(facts: Sequence[Fact]) -> list[Fact]:
    """The effects in order; for each person only the last gain or loss, or the last for each ability, or
    separately for facts with an `apart` text.
    """
    effects = [fact for fact in facts if _kind(fact, EFFECTS)]
    last = {_bettered(fact): fact for fact in effects if _kind(fact, EFFECTS) != "event"}
    return [fact for fact in effects if _kind(fact, EFFECTS) == "event" or last[_bettered(fact)] is fact]


def _bettered(fact: Fact) -> tuple[object, object]:
    """Who gained or lost something, and in what."""
    is_apart = wording_in_use(f"apart.{fact.id}") is not None
    return fact.values.get("who"), fact.values.get("ability", fact.id) if is_apart else None


def _tone(heads: Sequence[Fact], is_foe: IsFoe) -> Tone:
    """The tone of the verdict; without one, of the worst effect."""
    verdicts = [each for each in heads if _kind(each, VERDICTS)][:1]
    kinds = VERDICTS if verdicts else EFFECTS
    tones = [_for_the_party(each, kinds, is_foe) for each in verdicts or heads]
    return next((each for each in (Tone.BAD, Tone.GOOD, Tone.ACCENT) if each in tones), Tone.PLAIN)


def _for_the_party(fact: Fact, kinds: dict[str, Tone], is_foe: IsFoe) -> Tone:
    tone = kinds.get(_kind(fact, kinds), Tone.PLAIN)
    return AGAINST[tone] if tone in AGAINST and is_foe(str(fact.values.get("who", ""))) else tone


def _details(facts: Sequence[Fact], heads: Sequence[Fact]) -> Iterator[str]:
    """The details of a headline: its own facts', then, unless one has an `all` text, others', `last` last."""
    named = {fact.values.get("who") for fact in heads}
    who = named.pop() if len(named) == 1 else None
    upon = {fact.values.get("who") for fact in heads if _kind(fact, EFFECTS)} - {None}
    is_all = any(wording_in_use(f"all.{each.id}") for each in heads)
    others = [each for each in facts if each not in heads and not is_all]
    others.sort(key=lambda each: wording_in_use(f"last.{each.id}") is not None)
    for fact in (*heads, *others):
        detail = filled_fact_text(wording_for_one(f"detail.{fact.id}", fact.values) or "", fact.values)
        if fact not in heads and _kind(fact, EFFECTS):
            did = fact_headline(fact).removeprefix(f"{who} ")
            yield f"{did}: {detail}" if detail else did
        elif detail:
            whose = wording_in_use(f"whose.{fact.id}") or "{who}"
            is_of_one = len(upon) <= 1 or _kind(fact, EFFECTS) not in CHANGES
            yield detail if is_of_one else f"{filled_fact_text(whose, fact.values)} {detail}"
        elif fact not in heads and (aside := wording_in_use(f"aside.{fact.id}")):
            yield filled_fact_text(aside, fact.values)
        elif fact in heads and not _own_head(fact) and (behind := fact_text(fact).partition(": ")[2]):
            yield behind
