"""The recap of a session for players, made of what they were told of it and of nothing else."""

from collections.abc import Iterator, Sequence

from tableside.views import recap_parts
from tableside.views.public.document import EveningSeen, Member, Surprise
from tableside.views.public.evening import Sources
from tableside.views.recap_parts import LOOSE, SURPRISES, Chapter, Length, Told, is_question
from tableside.wording import label
from tableside.wording.results import exact, sentence


def recap(
    seen: EveningSeen,
    length: Length,
    surprises: Sequence[tuple[Surprise, int]] | None,
    sources: Sources,
) -> tuple[Chapter, ...]:
    """An evening told in this length. `sources` are for the GM's own screen: where each line comes from.

    `surprises`: the unlikely results, the least likely first, with their entries. None: still to be counted.
    """
    return recap_parts.listed(
        (
            ("head", _head(seen)),
            ("story", recap_parts.story([*zip(seen.notes, sources.notes, strict=True)], length)),
            ("fights", _fights(seen, length, sources)),
            ("losses", _losses(seen, sources)),
            ("unlikely", _unlikely(surprises, length)),
            (
                "gained",
                recap_parts.in_lines([f"{who}: {', '.join(new)}" for who, new in seen.gained], length),
            ),
            ("standing", recap_parts.in_lines([_standing(each, length) for each in seen.party], length)),
            ("loose", _loose(seen, length, sources)),
        )
    )


def _head(seen: EveningSeen) -> Iterator[Told]:
    """When it was, and who was there."""
    if seen.began is None:
        yield Told(label("recap", "empty"))
        return
    yield Told(recap_parts.head(seen.session, seen.began, seen.days))
    for id, names in (("there", seen.there), ("missing", seen.missing)):
        if names:
            yield Told(sentence("recap", id, {"names": names}))


def _fights(seen: EveningSeen, length: Length, sources: Sources) -> Iterator[Told]:
    for each, entry in zip(seen.fights, sources.fights, strict=True):
        there = {*seen.there.split(", ")}
        one = [label("recap", "everybody")] if seen.there and there <= {*each.ours} else each.ours
        head = recap_parts.fight_head(one, each.others, each.rounds, is_on=each.is_on)
        yield from recap_parts.fight(head, each.fell, entry, length)


def _losses(seen: EveningSeen, sources: Sources) -> Iterator[Told]:
    for id, names, entries in (("dead", seen.dead, sources.dead), ("gone", seen.gone, sources.gone)):
        for name, entry in zip(names, entries, strict=True):
            yield Told(sentence("recap", id, {"name": name}), entry)
    if seen.beaten:
        yield Told(sentence("recap", "slain", {"names": ", ".join(seen.beaten)}), max(sources.beaten))


def _unlikely(surprises: Sequence[tuple[Surprise, int]] | None, length: Length) -> Iterator[Told]:
    if surprises is None:
        yield Told(label("recap", "counting"))
        return
    for each, entry in surprises[: SURPRISES[length]]:
        words = each.brief if recap_parts.is_brief(each.words, length) else each.words
        yield Told(f"{exact(each.chance)}: {words}", entry)


def _standing(each: Member, length: Length) -> str:
    vitals = each.vitals[: 1 if length == Length.SHORT else 3]
    values = [f"{name} {value}" for name, value in vitals]
    return f"{each.name}: {', '.join([*values, *(state.upper() for state in each.states)])}"


def _loose(seen: EveningSeen, length: Length, sources: Sources) -> Iterator[Told]:
    """What is not settled: what the notes ask, clocks, conditions, a fight."""
    asked = zip(seen.notes, sources.notes, strict=True)
    found = [Told(recap_parts.question(note), entry) for note, entry in asked if is_question(note)]
    for clock in seen.clocks:
        values = {"clock": clock.name, "marked": str(clock.marked), "steps": str(clock.steps)}
        found.append(Told(sentence("recap", "clock-hidden" if clock.marked is None else "clock", values)))
    for each in seen.party:
        for condition in each.conditions:
            found.append(Told(sentence("recap", "still", {"name": each.name, "condition": condition})))
    found += [Told(seen.turn.words)] if seen.turn else []
    yield from found[: LOOSE.get(length, len(found))]
