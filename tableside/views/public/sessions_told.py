"""What players were told of a session, and the recap made of that for them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from tableside.campaign.amended_entries import AsAmended
from tableside.campaign.entries import EntryGlance
from tableside.frozen import frozen
from tableside.rules.life_states import DEAD
from tableside.rules.table import Kind, Table
from tableside.views import recap_parts
from tableside.views.character_list import OURS
from tableside.views.fight_summary import fighter_up_again
from tableside.views.notes import has_gm_tag, is_note
from tableside.views.past_rolls import UnlikelyPastRoll
from tableside.views.public.document import EveningSeen, FightSeen, LineSeen, MemberSeen, SurpriseSeen
from tableside.views.public.entries_told import (
    entry_told_words,
    fallen_in_entries_told,
    falls_in_entry_told,
    is_entry_told,
    line_of_entry_told,
)
from tableside.views.public.people_met import PeopleMet, people_met_by_entry
from tableside.views.public.seen_table import (
    seen_table_clocks,
    seen_table_member,
    seen_table_turn,
    sheet_as_seen,
)
from tableside.views.recap_parts import (
    LOOSE,
    RecapChapter,
    RecapLength,
    RecapLine,
    RecapParts,
    ToldFact,
    questions_part_of_recap,
)
from tableside.views.recap_prose import (
    RecapSentencesHeard,
    recap_sentence_of_beaten,
    threads_for_recap_sentence,
)
from tableside.views.sessions import Won, session_attendance, session_gains, session_gains_by_name
from tableside.wording import label, sentence
from tableside.wording.dice_and_chance_texts import exact_chance_text


@frozen
class Sources:
    """The numbers of the entries that the parts of an evening come from, for the GM alone."""

    notes: tuple[int, ...]
    answered: frozenset[int]
    """The notes behind which an oracle or a table has spoken."""
    settled: tuple[int, ...]
    found: tuple[int, ...]
    filled: tuple[int, ...]
    tracks: tuple[int, ...]
    dead: tuple[int, ...]
    gone: tuple[int, ...]
    beaten: tuple[int, ...]
    fights: Sequence[int]
    """Each by the number of its last entry."""


@lru_cache(maxsize=2)
def evening_of(material: RecapParts) -> "SessionTold":
    """The session as players are told it."""
    return SessionTold(material)


class SessionTold:
    """A session as players are told it."""

    def __init__(self, material: RecapParts) -> None:
        self._material = material
        self._table: Table = material.table
        session, rules = material.session, material.rules
        known = people_met_by_entry(session.glances, session.after, rules, session.whole)
        self._known: Mapping[int, PeopleMet] = {glance.number: then for glance, then in known}
        amendments = [session.whole(each) for each in session.glances if each.amends]
        self._amended = AsAmended(amendments) if amendments else None
        self._standing = {each.number: each for each in session.glances if not each.amends}
        self._lines: dict[int, LineSeen | None] = {}
        notes = {number: words for number in self._standing if (words := self._written(number))}
        dead, gone, beaten = dict(self._dead()), dict(self._gone()), dict(self._beaten())
        settled, filled = self._told(material.settled), self._told(material.filled)
        found, tracks = self._told(material.found), self._told(material.tracks)
        self.sources = Sources(
            tuple(notes),
            material.answered,
            tuple(number for _, number in settled),
            tuple(number for _, number in found),
            tuple(number for _, number in filled),
            tuple(number for _, number in tracks),
            tuple(dead.values()),
            tuple(gone.values()),
            tuple(beaten.values()),
            material.ends_of_fights,
        )
        entries = session.glances
        ever_known = {id(each): each for each in self._known.values()}.values()
        names = frozenset().union(*(each.ours | each.others for each in ever_known))
        attendance = session_attendance(entries, self._table, names.__contains__)
        self.seen = EveningSeen(
            session=session.number,
            began=entries[0].time if entries else None,
            days=(entries[0].day, entries[-1].day) if entries else (0, 0),
            there=attendance.there if session.number else "",
            missing=attendance.missing,
            notes=tuple(notes.values()),
            threads=threads_for_recap_sentence(notes.values(), self._table.closed),
            settled=tuple(text for text, _ in settled),
            found=tuple(text for text, _ in found),
            filled=tuple(text for text, _ in filled),
            tracks=tuple(text for text, _ in tracks),
            dead=tuple(dead),
            gone=tuple(gone),
            beaten=tuple(beaten),
            gained=tuple(self._gained()),
            won=tuple(self._won()),
            party=tuple(seen_table_member(each, self._table, rules) for each in self._table.in_play(*OURS)),
            clocks=tuple(each for each in seen_table_clocks(self._table) if not each.is_full),
            turn=seen_table_turn(self._table),
        )

    def line(self, number: int) -> LineSeen | None:
        """What players are told of the entry of this number. None: nothing."""
        if number not in self._lines:
            self._lines[number] = self._line(number)
        return self._lines[number]

    def _written(self, number: int) -> str:
        """The note that players are told; empty where it is none, or none of theirs."""
        glance = self._as_amended(self._standing[number])
        return entry_told_words(glance, self._known[number], self._material.rules) if is_note(glance) else ""

    def _is_told(self, number: int) -> bool:
        """Whether players are told anything of the entry of this number."""
        glance = self._standing.get(number)
        if glance is None:
            return False
        return is_entry_told(self._as_amended(glance), self._known[number], self._material.rules)

    def _line(self, number: int) -> LineSeen | None:
        glance = self._standing.get(number)
        if glance is None:
            return None
        entry = self._material.session.whole(self._as_amended(glance))
        return line_of_entry_told(entry, self._known[number], self._material.rules)

    def _as_amended(self, glance: EntryGlance) -> EntryGlance:
        if self._amended is None:
            return glance
        return self._amended.place(self._material.session.whole(glance)).as_it_stands

    def surprises(self, least_likely: tuple[UnlikelyPastRoll, ...]) -> list[tuple[SurpriseSeen, int]]:
        """The unlikely results that players may know, each with its entry's number."""
        return [
            (SurpriseSeen(each.chance, line.words), each.entry.number)
            for each in least_likely
            for line in (self.line(each.entry.number),)
            if each.for_players and line is not None
        ]

    def _told(self, told: Iterable[ToldFact]) -> list[tuple[str, int]]:
        """What entries tell of one kind in the open, each with its entry's number."""
        return [
            (text, entry.number)
            for text, entry, fact in told
            if not fact.secret and not has_gm_tag(text) and self._is_told(entry.number)
        ]

    # Fights, and who is no more

    def fight(self, number: int) -> FightSeen:
        """The fight that is over with this entry, or has come this far."""
        fight, known, table = self._material.fight(number), self._known[number], self._table
        fell = fallen_in_entries_told(self._material.falls_in_fight(number), table, self._material.rules)
        enemies = {each.name for each in table.characters.values() if each.kind == Kind.ENEMY}
        names = [each.name for each in fight.fighters if known.are_known(each.name)]
        by_round: dict[int, dict[str, str]] = {}
        for fighter in fight.fighters:
            for words, round in falls_in_entry_told(fighter, known, fell):
                by_round.setdefault(round, {})[fighter.name] = " ".join((words, *fighter_up_again(fighter)))
        rounds = ((round, ", ".join(map(" ".join, them.items()))) for round, them in sorted(by_round.items()))
        return FightSeen(
            ours=tuple(name for name in names if name not in enemies),
            others=tuple(name for name in names if name in enemies),
            rounds=fight.rounds,
            is_on=table.order is not None and number == self._material.session.glances[-1].number,
            fell=tuple(rounds),
        )

    def _fallen(self) -> Iterator[tuple[int, int]]:
        """The keys of those whom players know to be dead, each with the entry's number."""
        for key, number in self._material.fallen.items():
            known = self._known[number]
            if known.knows_all([key]) and self._table[key].has(DEAD):
                yield key, number

    def _dead(self) -> Iterator[tuple[str, int]]:
        for key, number in self._fallen():
            if self._table[key].kind != Kind.ENEMY:
                yield self._table[key].name, number

    def _beaten(self) -> Iterator[tuple[str, int]]:
        for key, number in self._fallen():
            if self._table[key].kind == Kind.ENEMY:
                yield self._table[key].name, number

    def _gone(self) -> Iterator[tuple[str, int]]:
        """The party's members who left play, and not for having died."""
        fallen = {key for key, _ in self._fallen()}
        out = {
            each.name
            for each in self._table.characters.values()
            if each.retired and each.kind in OURS and each.key not in fallen
        }
        for entry, fact in self._material.facts.get("retired", ()):
            name = str(fact.values.get("who"))
            if not fact.secret and name in out:
                yield name, entry.number

    def _gained(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What changed on the party's sheets for good."""
        before, rules = self._material.before, self._material.rules
        for each in self._table.in_play(*OURS):
            had = before.characters.get(each.key)
            if had is None or had.kind not in OURS:
                yield each.name, (label("recap", "joined"),)
            elif new := session_gains(sheet_as_seen(had, rules), sheet_as_seen(each, rules), rules.id):
                yield each.name, new

    def _won(self) -> Iterator[tuple[str, tuple[Won, ...]]]:
        before, rules = self._material.before, self._material.rules
        for each in self._table.in_play(*OURS):
            had = before.characters.get(each.key)
            if had is not None and had.kind in OURS:
                yield (
                    each.name,
                    session_gains_by_name(sheet_as_seen(had, rules), sheet_as_seen(each, rules)),
                )


def recap_of_session_told(
    seen: EveningSeen,
    length: RecapLength,
    surprises: Sequence[tuple[SurpriseSeen, int]] | None,
    sources: Sources,
    fight: Callable[[int], FightSeen],
) -> tuple[RecapChapter, ...]:
    """An evening told in this length. `sources` are for the GM's own screen: where each line comes from.
    `fight` gives the fight over with an entry of theirs: it is asked for where it is told.

    `surprises`: the unlikely results, the least likely first, with their entries. None: still to be counted.
    """
    return recap_parts.recap_parts_as_chapters(
        (
            ("head", _head(seen)),
            ("story", recap_parts.story_part_of_recap(_heard(seen, sources), seen.threads, length)),
            ("fights", _fights(seen, length, sources, fight)),
            ("losses", _losses(seen, sources)),
            ("unlikely", _unlikely(surprises)),
            ("gained", _gained(seen, length)),
            ("standing", map(RecapLine, map(_standing, seen.party))),
            ("threads", recap_parts.threads_part_of_recap(seen.threads)),
            ("loose", _loose(seen, length, sources)),
        ),
        length,
    )


def _heard(seen: EveningSeen, sources: Sources) -> RecapSentencesHeard:
    return RecapSentencesHeard(
        notes=[*zip(seen.notes, sources.notes, strict=True)],
        answers=[*zip(seen.settled, sources.settled, strict=True)],
        found=[*zip(seen.found, sources.found, strict=True)],
        filled=[*zip(seen.filled, sources.filled, strict=True)],
        tracks=[*zip(seen.tracks, sources.tracks, strict=True)],
        dead=[*zip(seen.dead, sources.dead, strict=True)],
        beaten=[*zip(seen.beaten, sources.beaten, strict=True)],
        won=seen.won,
    )


def _head(seen: EveningSeen) -> Iterator[RecapLine]:
    """When it was, and who was there."""
    if seen.began is None:
        yield RecapLine(label("recap", "empty"))
        return
    yield RecapLine(recap_parts.head_part_of_recap(seen.session, seen.began, seen.days))
    for id, names in (("there", seen.there), ("missing", seen.missing)):
        if names:
            yield RecapLine(sentence("recap", id, names=names))


def _fights(
    seen: EveningSeen, length: RecapLength, sources: Sources, fight: Callable[[int], FightSeen]
) -> Iterator[RecapLine]:
    ends, before = recap_parts.fights_part_of_recap(sources.fights, length)
    yield from before
    for entry in ends:
        each = fight(entry)
        there = {*seen.there.split(", ")}
        one = [label("recap", "everybody")] if seen.there and there <= {*each.ours} else each.ours
        head = recap_parts.fight_head_of_recap(one, each.others, each.rounds, is_on=each.is_on)
        yield from recap_parts.recap_fight_lines(head, each.fell, entry)


def _losses(seen: EveningSeen, sources: Sources) -> Iterator[RecapLine]:
    for id, names, entries in (("dead", seen.dead, sources.dead), ("gone", seen.gone, sources.gone)):
        for name, entry in zip(names, entries, strict=True):
            yield RecapLine(sentence("recap", id, name=name), entry)
    if seen.beaten:
        yield RecapLine(recap_sentence_of_beaten(seen.beaten), max(sources.beaten))


def _unlikely(surprises: Sequence[tuple[SurpriseSeen, int]] | None) -> Iterator[RecapLine]:
    if surprises is None:
        yield RecapLine(label("recap", "counting"))
        return
    for each, entry in surprises[: recap_parts.SURPRISES]:
        yield RecapLine(f"{exact_chance_text(each.chance)}: {each.words}", entry)


def _gained(seen: EveningSeen, length: RecapLength) -> Iterator[RecapLine]:
    gained = seen.gained if length == RecapLength.WHOLE else recap_parts.recap_names_won(seen.won)
    return recap_parts.gains_part_of_recap(gained)


def _standing(each: MemberSeen) -> str:
    values = recap_parts.vitals_part_of_recap(each.vitals)
    return f"{each.name}: {', '.join([*values, *(state.upper() for state in each.states)])}"


def _loose(seen: EveningSeen, length: RecapLength, sources: Sources) -> Iterator[RecapLine]:
    """What is not settled: what the notes ask, clocks, conditions, a fight."""
    asked = zip(seen.notes, sources.notes, strict=True)
    lines = [*questions_part_of_recap(asked, sources.answered, seen.settled)]
    if length != RecapLength.SHORT:
        for clock in seen.clocks:
            values = {"clock": clock.name, "marked": str(clock.marked), "steps": str(clock.steps)}
            id = "clock-hidden" if clock.marked is None else "clock"
            lines.append(RecapLine(sentence("recap", id, **values)))
        for each in seen.party:
            for condition in each.conditions:
                lines.append(RecapLine(sentence("recap", "still", name=each.name, condition=condition)))
    lines += [RecapLine(sentence("recap", "fight-goes-on", turn=seen.turn.words))] if seen.turn else []
    yield from lines[: LOOSE.get(length, len(lines))]
