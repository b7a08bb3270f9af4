"""The recap of a session for players: made of what they were told (`tableside.views.public`), and of nothing
else.
"""

from collections.abc import Callable, Iterator, Sequence

from tableside.views import recap_parts
from tableside.views.public.document import EveningSeen, FightSeen, MemberSeen, SurpriseSeen
from tableside.views.public.sessions_told import Sources
from tableside.views.recap_parts import LOOSE, Length, RecapChapter, RecapLine, unanswered
from tableside.views.recap_prose import Heard
from tableside.wording import label
from tableside.wording.results import exact, sentence


def recap_for_players(
    seen: EveningSeen,
    length: Length,
    surprises: Sequence[tuple[SurpriseSeen, int]] | None,
    sources: Sources,
    fight: Callable[[int], FightSeen],
) -> tuple[RecapChapter, ...]:
    """An evening told in this length. `sources` are for the GM's own screen: where each line comes from.
    `fight` gives the fight over with an entry of theirs: it is asked for where it is told.

    `surprises`: the unlikely results, the least likely first, with their entries. None: still to be counted.
    """
    return recap_parts.recap_chapters(
        (
            ("head", _head(seen)),
            ("story", recap_parts.story_lines(_heard(seen, sources), length)),
            ("fights", _fights(seen, length, sources, fight)),
            ("losses", _losses(seen, sources)),
            ("unlikely", _unlikely(surprises)),
            ("gained", _gained(seen, length)),
            ("standing", map(RecapLine, map(_standing, seen.party))),
            ("threads", recap_parts.open_threads(seen.threads)),
            ("loose", _loose(seen, length, sources)),
        ),
        length,
    )


def _heard(seen: EveningSeen, sources: Sources) -> Heard:
    return Heard(
        notes=[*zip(seen.notes, sources.notes, strict=True)],
        answers=[*zip(seen.settled, sources.settled, strict=True)],
        filled=[*zip(seen.filled, sources.filled, strict=True)],
        dead=[*zip(seen.dead, sources.dead, strict=True)],
        beaten=[*zip(seen.beaten, sources.beaten, strict=True)],
        won=seen.won,
    )


def _head(seen: EveningSeen) -> Iterator[RecapLine]:
    """When it was, and who was there."""
    if seen.began is None:
        yield RecapLine(label("recap", "empty"))
        return
    yield RecapLine(recap_parts.recap_head(seen.session, seen.began, seen.days))
    for id, names in (("there", seen.there), ("missing", seen.missing)):
        if names:
            yield RecapLine(sentence("recap", id, names=names))


def _fights(
    seen: EveningSeen, length: Length, sources: Sources, fight: Callable[[int], FightSeen]
) -> Iterator[RecapLine]:
    ends, before = recap_parts.last_fights(sources.fights, length)
    yield from before
    for entry in ends:
        each = fight(entry)
        there = {*seen.there.split(", ")}
        one = [label("recap", "everybody")] if seen.there and there <= {*each.ours} else each.ours
        head = recap_parts.fight_head(one, each.others, each.rounds, is_on=each.is_on)
        yield from recap_parts.fight_lines(head, each.fell, entry)


def _losses(seen: EveningSeen, sources: Sources) -> Iterator[RecapLine]:
    for id, names, entries in (("dead", seen.dead, sources.dead), ("gone", seen.gone, sources.gone)):
        for name, entry in zip(names, entries, strict=True):
            yield RecapLine(sentence("recap", id, name=name), entry)
    if seen.beaten:
        yield RecapLine(sentence("recap", "slain", names=", ".join(seen.beaten)), max(sources.beaten))


def _unlikely(surprises: Sequence[tuple[SurpriseSeen, int]] | None) -> Iterator[RecapLine]:
    if surprises is None:
        yield RecapLine(label("recap", "counting"))
        return
    for each, entry in surprises[: recap_parts.SURPRISES]:
        yield RecapLine(f"{exact(each.chance)}: {each.words}", entry)


def _gained(seen: EveningSeen, length: Length) -> Iterator[RecapLine]:
    gained = seen.gained if length == Length.WHOLE else recap_parts.names_won(seen.won)
    return recap_parts.gained_lines(gained)


def _standing(each: MemberSeen) -> str:
    values = [f"{name} {value}" for name, value in each.vitals[: recap_parts.VITALS]]
    return f"{each.name}: {', '.join([*values, *(state.upper() for state in each.states)])}"


def _loose(seen: EveningSeen, length: Length, sources: Sources) -> Iterator[RecapLine]:
    """What is not settled: what the notes ask, clocks, conditions, a fight."""
    asked = zip(seen.notes, sources.notes, strict=True)
    lines = [*unanswered(asked, sources.answered, seen.settled)]
    if length != Length.SHORT:
        for clock in seen.clocks:
            values = {"clock": clock.name, "marked": str(clock.marked), "steps": str(clock.steps)}
            id = "clock-hidden" if clock.marked is None else "clock"
            lines.append(RecapLine(sentence("recap", id, **values)))
        for each in seen.party:
            for condition in each.conditions:
                lines.append(RecapLine(sentence("recap", "still", name=each.name, condition=condition)))
    lines += [RecapLine(sentence("recap", "fight-goes-on", turn=seen.turn.words))] if seen.turn else []
    yield from lines[: LOOSE.get(length, len(lines))]
