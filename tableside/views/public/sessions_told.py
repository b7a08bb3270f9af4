"""What players were told of a session, the source of their recap."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache

from tableside.campaign.amended_entries import AsAmended
from tableside.campaign.entries import Entry, EntryGlance
from tableside.rules.table import Kind, Table
from tableside.rules.tables.procedures import are_answers_open
from tableside.views.character_list import OURS
from tableside.views.notes import has_gm_tag, is_note
from tableside.views.past_rolls import UnlikelyPastRoll
from tableside.views.public.document import ClockSeen, LineSeen
from tableside.views.public.entries_told import (
    entry_told_words,
    fallen_in_entries_told,
    falls_in_entry_told,
    is_entry_told,
    is_of_players_own,
    line_of_entry_told,
)
from tableside.views.public.people_met import PeopleMet, people_met_by_entry
from tableside.views.public.seen_table import (
    seen_table_clocks,
    seen_table_member,
    seen_table_turn,
    sheet_in_common,
    things_of_players_own,
)
from tableside.views.recap_parts import (
    RecapEvening,
    RecapFight,
    RecapParts,
    ToldFact,
    recap_standing_line,
)
from tableside.views.recap_prose import RecapSentencesHeard, Sourced, threads_for_recap_sentence
from tableside.views.sessions import session_attendance, session_gains, session_names_won
from tableside.wording import sentence


@lru_cache(maxsize=2)
def evening_of(material: RecapParts) -> "SessionTold":
    """The session as told to players."""
    return SessionTold(material)


class SessionTold:
    """A session as told to players."""

    def __init__(self, material: RecapParts) -> None:
        self._material = material
        self._table: Table = material.table
        session, rules = material.session, material.rules
        known = people_met_by_entry(session.glances, session.after, rules, session.whole)
        self._known: Mapping[int, PeopleMet] = {glance.number: then for glance, then in known}
        amendments = [session.whole(each) for each in session.glances if each.amends]
        self._amended = AsAmended(amendments) if amendments else None
        self._standing = {each.number: each for each in session.glances if not each.amends}
        self._is_open = are_answers_open(material.campaign.table)
        self._lines: dict[int, LineSeen | None] = {}
        notes = [(words, number) for number in self._standing if (words := self._written(number))]
        fallen = [(self._table[key], number) for key, number in self._fallen()]
        own = frozenset().union(*map(things_of_players_own, self._noted_by_players()))
        had = {
            each.key: sheet_in_common(each, rules, own)
            for each in material.before.characters.values()
            if each.kind in OURS
        }
        here = self._table.in_play(*OURS)
        party = [sheet_in_common(each, rules, own) for each in here]
        members = [seen_table_member(each, self._table, rules) for each in here]
        glances = session.glances
        ever_known = {id(each): each for each in self._known.values()}.values()
        names = frozenset().union(*(each.ours | each.others for each in ever_known))
        attendance = session_attendance(
            glances, self._table, lambda name: name in names and material.was_there(name)
        )
        there = attendance.there if session.number else ""
        turn = seen_table_turn(self._table)
        self.evening = RecapEvening(
            session=session.number,
            began=glances[0].time if glances else None,
            days=(glances[0].day, glances[-1].day) if glances else (0, 0),
            first=0,
            there=there,
            missing=attendance.missing,
            everybody=frozenset(there.split(", ") if there else ()),
            heard=RecapSentencesHeard(
                notes,
                self._told(material.settled),
                self._told(material.found),
                self._told(material.filled),
                self._told(material.tracks),
                [(who.name, number) for who, number in fallen if who.kind != Kind.ENEMY],
                [(who.name, number) for who, number in fallen if who.kind == Kind.ENEMY],
                session_names_won(had, party),
            ),
            threads=threads_for_recap_sentence((words for words, _ in notes), self._table.closed),
            answered=material.answered_by(self._is_told),
            gone=[*self._gone({who.key for who, _ in fallen})],
            gained=session_gains(had, party, rules.id),
            standing=[recap_standing_line(each.name, each.vitals, each.states) for each in members],
            clocks=[_clock_line(each) for each in seen_table_clocks(self._table) if not each.is_full],
            conditions=[(each.name, condition) for each in members for condition in each.conditions],
            turn=turn.words if turn is not None else "",
            fights=material.ends_of_fights,
            fight=self._fight,
            unlikely=self._unlikely,
        )

    def line(self, number: int) -> LineSeen | None:
        """What players are told of the entry with this number. None: nothing."""
        if number not in self._lines:
            self._lines[number] = self._line(number)
        return self._lines[number]

    def _written(self, number: int) -> str:
        """The note that players are told; empty if the entry is no note, or not for them."""
        glance = self._as_amended(self._standing[number])
        return self._words(glance) if is_note(glance) else ""

    def _noted_by_players(self) -> Iterator[Entry]:
        """What players changed on their sheets on screens of their own."""
        for number, glance in self._standing.items():
            if is_of_players_own(glance, self._known[number].ours):
                yield self._material.session.whole(glance)

    def _words(self, glance: EntryGlance) -> str:
        known, rules = self._known[glance.number], self._material.rules
        return entry_told_words(glance, known, rules, is_open=self._is_open)

    def _is_told(self, number: int) -> bool:
        """Whether players are told anything of the entry with this number."""
        glance = self._standing.get(number)
        if glance is None:
            return False
        known, rules = self._known[number], self._material.rules
        return is_entry_told(self._as_amended(glance), known, rules, is_open=self._is_open)

    def _line(self, number: int) -> LineSeen | None:
        glance = self._standing.get(number)
        if glance is None:
            return None
        entry = self._material.session.whole(self._as_amended(glance))
        known, rules = self._known[number], self._material.rules
        return line_of_entry_told(entry, known, rules, is_open=self._is_open)

    def _as_amended(self, glance: EntryGlance) -> EntryGlance:
        if self._amended is None:
            return glance
        return self._amended.place(self._material.session.whole(glance)).as_it_stands

    def _unlikely(self, each: UnlikelyPastRoll) -> str:
        """An unlikely result in words; empty if players may not know it."""
        line = self.line(each.entry.number) if each.for_players else None
        return line.words if line is not None else ""

    def _told(self, told: Iterable[ToldFact]) -> list[tuple[str, int]]:
        """The public facts of one sort in words, each with the number of its entry."""
        return [
            (text, entry.number)
            for text, entry, fact in told
            if not fact.secret and not has_gm_tag(text) and self._is_told(entry.number)
        ]

    def _fight(self, number: int) -> RecapFight:
        """The fight that ends with this entry, or a running one so far."""
        known, entries = self._known[number], self._material.falls_in_fight(number)
        fell = fallen_in_entries_told(entries, self._table, self._material.rules)
        return self._material.fight_told(
            number, known.are_known, lambda fighter: falls_in_entry_told(fighter, known, fell)
        )

    def _fallen(self) -> Iterator[tuple[int, int]]:
        """The keys of those who have fallen and whom players know, each with the number of the entry."""
        for key, number in self._material.fallen.items():
            known = self._known[number]
            if known.knows_all([key]):
                yield key, number

    def _gone(self, dead: Collection[int]) -> Iterable[Sourced]:
        departures = (each for each in self._material.gone(dead) if not each[2].secret)
        return {name: entry.number for name, entry, _ in departures}.items()


def _clock_line(clock: ClockSeen) -> str:
    id = "clock-hidden" if clock.marked is None else "clock"
    return sentence("recap", id, clock=clock.name, marked=clock.marked, steps=clock.steps)
