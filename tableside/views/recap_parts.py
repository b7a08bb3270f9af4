"""The parts of recaps: the standing entries of a session, the tables around it, and their content."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, islice, pairwise

from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import table_from_safe_documents
from tableside.campaign.entries import Entry, EntryGlance, FactSeen
from tableside.campaign.session_entries import SessionEntries, documents_before_session, session_entries_of
from tableside.frozen import frozen
from tableside.rules.life_states import DEAD, OUT_OF_ACTION, is_fallen
from tableside.rules.play import Fact
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Table, TableClockSight
from tableside.rules.tables.procedures import ANSWERS
from tableside.views.character_list import OURS, character_condition_text
from tableside.views.fight_summary import (
    FighterSummary,
    entry_begins_fight,
    entry_changes_fighters,
    entry_ends_fight,
    fight_summary,
    fight_summary_entries,
    fighter_up_again,
    fighters_helpless_since,
)
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.notes import has_gm_tag, note_without_tag_signs
from tableside.views.past_rolls import Thrown, UnlikelyPastRoll, past_roll_entries, unlikely_past_rolls
from tableside.views.recap_prose import (
    RecapSentencesHeard,
    Sourced,
    recap_sentence_with_stop,
    threads_for_recap_sentence,
)
from tableside.views.sessions import session_attendance, session_gains, session_names_won
from tableside.views.turn_orders import turn_order_text
from tableside.wording import label, part_label, sentence
from tableside.wording.facts import fact_text

MOST_ROLLS = 1_000
"""The most rolls whose unlikeliness is counted, from the end; each costs about a millisecond."""
SIDES_OF_DEAD = (*OURS, *(each for each in Kind if each not in OURS))
"""The order in which the dead are named."""
VITALS = 3
"""The most values told of somebody."""
TRACK_ENDS = ("track-strong-hit", "track-weak-hit", "track-miss")
"""Ids of facts about how a finished track ended."""


def _answer_told(fact: Fact | FactSeen) -> str:
    """A question with its answer, to read aloud; a custom oracle's answer in its own words."""
    question, answer = fact.values["question"], str(fact.values["answer"])
    if answer in ANSWERS:
        return sentence("recap", f"settled-{answer}", question=question)
    return f"{question} {recap_sentence_with_stop(answer)}"


@frozen
class RecapNote:
    """A line that the GM wrote, and the number of its entry."""

    text: str
    entry: int
    secret: bool

    @property
    def for_gm(self) -> bool:
        """Whether it is hidden from players."""
        return self.secret or has_gm_tag(self.text)


def _is_of_track(entry: EntryGlance) -> bool:
    """Whether a track was ticked in the entry."""
    return any(fact.id == "track-ticked" for fact in entry.facts)


FactOf = tuple[EntryGlance, Fact | FactSeen]
"""A fact and its entry."""
ToldFact = tuple[str, EntryGlance, Fact | FactSeen]
"""A fact in words, its entry, and the fact."""
Fall = tuple[str, int]
"""How somebody fell in words, and in which round."""


@frozen
class RecapFight:
    """A fight: who fought whom, and who fell."""

    ours: Sequence[str]
    others: Sequence[str]
    rounds: int
    is_on: bool
    """Whether it is still running."""
    fell: Sequence[tuple[int, str]]
    """The falls in words, by round."""


@frozen
class RecapEvening:
    """What a recap tells of a session, limited to what its readers may know."""

    session: int
    began: float | None
    """The time of the first entry. None: nothing has happened."""
    days: tuple[int, int]
    first: int
    """The number of the first entry told; 0: none."""
    there: str
    missing: str
    everybody: frozenset[str]
    """The names that `everybody` stands for when all of them fought."""
    heard: RecapSentencesHeard
    threads: Sequence[str]
    """Names in the notes that are not closed."""
    answered: frozenset[int]
    """Numbers of the notes right before an answer from an oracle or a table."""
    gone: Sequence[Sourced]
    gained: Iterable[tuple[str, tuple[str, ...]]]
    """The party's names, each with the lasting changes to their sheet."""
    standing: Iterable[str]
    """What is left of each of the party, one line each."""
    clocks: Iterable[str]
    """Clocks that are not full, one line each."""
    conditions: Iterable[tuple[str, str]]
    """The party's names with their other conditions."""
    turn: str
    """Whose turn it is; empty without a turn order."""
    fights: Sequence[int]
    """Fights, each by the number of its last entry."""
    fight: Callable[[int], RecapFight]
    """Returns a fight by that number, on demand."""
    unlikely: Callable[[UnlikelyPastRoll], str]
    """Returns the text of an unlikely result; empty if it is not told."""


class RecapParts:
    """The parts of a recap: the entries of a session, and the tables before and after it."""

    def __init__(
        self, campaign: Campaign, number: int, glance: Callable[[int], EntryGlance] | None = None
    ) -> None:
        self.campaign = campaign
        self.rules: Ruleset = campaign.rules
        self.session: SessionEntries = session_entries_of(campaign, number, glance)
        is_now = self.session.last == campaign.length
        self.table: Table = (
            campaign.table if is_now else table_from_safe_documents(self.session.after, self.rules)
        )
        self._glances_of_fight = cache(self._looked_over)

    @cached_property
    def before(self) -> Table:
        """The table when the session began."""
        return table_from_safe_documents(documents_before_session(self.session), self.rules)

    @cached_property
    def facts(self) -> Mapping[str, Sequence[FactOf]]:
        """The facts of the entries by id, in order."""
        by_id: dict[str, list[FactOf]] = {}
        for entry in self.session.glances:
            for fact in entry.facts:
                by_id.setdefault(fact.id, []).append((entry, fact))
        return by_id

    @cached_property
    def notes(self) -> tuple[RecapNote, ...]:
        """The GM's own words, in order."""
        facts = self.facts.get("note", ())
        return tuple(RecapNote(str(fact.values["text"]), entry.number, fact.secret) for entry, fact in facts)

    def answered_by(self, is_told: Callable[[int], bool] = lambda number: True) -> frozenset[int]:
        """Numbers of the notes right before an answer from an oracle or a table, in an entry that is told."""
        ids = [id for id in self.facts if id.startswith(("table-", "oracle-"))]
        answers = {entry.number for id in ids for entry, _ in self.facts[id] if is_told(entry.number)}
        written = {each.entry for each in self.notes}
        numbers = [entry.number for entry in self.session.glances]
        return frozenset(one for one, then in pairwise(numbers) if then in answers and one in written)

    @cached_property
    def settled(self) -> tuple[ToldFact, ...]:
        """The questions that an oracle answered, with its answers."""
        return tuple(
            (note_without_tag_signs(_answer_told(fact)), entry, fact)
            for entry, fact in self.facts.get("oracle-answered", ())
        )

    @cached_property
    def tracks(self) -> tuple[ToldFact, ...]:
        """The tracks that were filled, and how finished ones ended."""
        full = (each for each in self.facts.get("clock-full", ()) if _is_of_track(each[0]))
        ends = (each for id in TRACK_ENDS for each in self.facts.get(id, ()))
        sentences = (
            (sentence("recap", fact.id, track=fact.values["clock"]), entry, fact)
            for entry, fact in (*full, *ends)
        )
        return tuple(sorted(sentences, key=lambda each: each[1].number))

    @cached_property
    def found(self) -> tuple[ToldFact, ...]:
        """What tables yielded, and what an oracle said without a question in words."""
        ids = ("table-rolled", "table-answered", "oracle-said")
        facts = chain.from_iterable(self.facts.get(each, ()) for each in ids)
        texts = (
            (note_without_tag_signs(fact_text(Fact(fact.id, fact.rule, fact.values))), entry, fact)
            for entry, fact in facts
        )
        return tuple(sorted(texts, key=lambda each: each[1].number))

    @cached_property
    def filled(self) -> tuple[ToldFact, ...]:
        """The names of the clocks that were filled."""
        facts = self.facts.get("clock-full", ())
        return tuple(
            (str(fact.values["clock"]), entry, fact) for entry, fact in facts if not _is_of_track(entry)
        )

    @cached_property
    def ends_of_fights(self) -> Sequence[int]:
        """The fights of the session, including a running one, each by the number of its last entry."""
        glances = self.session.glances
        ends = [each.number for each in glances if entry_ends_fight(each)]
        return [*ends, glances[-1].number] if glances and self.table.order is not None else ends

    def fight_told(
        self, end: int, is_told: Callable[[str], bool], falls: Callable[[FighterSummary], Iterable[Fall]]
    ) -> RecapFight:
        """The fight that ends with this entry, or a running one so far, limited to people who may be told of;
        `falls` tells how somebody fell.
        """
        fight = fight_summary(self._glances_of_fight(end), self.table, self.rules)
        enemies = {each.name for each in self.table.characters.values() if each.kind == Kind.ENEMY}
        names = [each.name for each in fight.fighters if is_told(each.name)]
        by_round: dict[int, dict[int, str]] = {}
        for place, fighter in enumerate(fight.fighters):
            for words, round in falls(fighter):
                text = " ".join((fighter.name, words, *fighter_up_again(fighter)))
                by_round.setdefault(round, {})[place] = text
        return RecapFight(
            ours=[name for name in names if name not in enemies],
            others=[name for name in names if name in enemies],
            rounds=fight.rounds,
            is_on=self.table.order is not None and end == self.session.glances[-1].number,
            fell=[(round, ", ".join(texts.values())) for round, texts in sorted(by_round.items())],
        )

    def falls_in_fight(self, end: int) -> Sequence[Entry]:
        """The entries of the fight up to this one in which somebody may have fallen."""
        glances = self._glances_of_fight(end)
        return [self.session.whole(each) for each in glances if entry_changes_fighters(each)]

    def _looked_over(self, end: int) -> Sequence[EntryGlance]:
        """The entries of the fight up to this one, which ended it or is the latest."""
        glances = self.session.glances
        stop = bisect_right(glances, end, key=lambda each: each.number)
        nearest = ((n, glances[n]) for n in range(stop - 1, -1, -1))
        begins = (n for n, each in nearest if entry_begins_fight(each))
        begun = next(begins, None)
        return fight_summary_entries(self.campaign, end) if begun is None else glances[begun:stop]

    @cached_property
    def fallen(self) -> Mapping[int, int]:
        """The dead and the beaten foes, by key, with the number of the entry in which they fell; the party
        first.
        """
        fallen = {
            key: entry.number
            for entry in self.session.glances
            for key, condition in fighters_helpless_since(entry, self.rules)
            if condition in (DEAD, OUT_OF_ACTION) and is_fallen(self.table[key])
        }
        return dict(sorted(fallen.items(), key=lambda each: SIDES_OF_DEAD.index(self.table[each[0]].kind)))

    def was_there(self, name: str) -> bool:
        """Whether somebody of this name can have been there: not who was dead when the session began."""
        return name not in {each.name for each in self.before.characters.values() if each.has(DEAD)}

    def gone(self, dead: Collection[int]) -> list[ToldFact]:
        """The members of the party who left play without dying, by name."""
        people = self.table.characters.values()
        out = {each.name for each in people if each.retired and each.kind in OURS and each.key not in dead}
        retired = (
            (str(fact.values.get("who")), entry, fact) for entry, fact in self.facts.get("retired", ())
        )
        return [each for each in retired if each[0] in out]

    @cached_property
    def rolls(self) -> Sequence[Thrown]:
        """The latest rolls, the last first."""
        return [*islice(past_roll_entries(self.session), MOST_ROLLS)]

    def surprises(self) -> tuple[UnlikelyPastRoll, ...]:
        """The unlikely results, the least likely first."""
        return unlikely_past_rolls(self.rolls, self.rules)


def evening_of_gm(material: RecapParts) -> RecapEvening:
    """Everything about a session, for the GM."""
    table, rules, glances = material.table, material.rules, material.session.glances
    party, had = table.in_play(*OURS), material.before.characters
    attendance = session_attendance(glances, table, material.was_there)
    fallen = [(table[key], number) for key, number in material.fallen.items()]
    notes = [(each.text, each.entry) for each in material.notes]
    return RecapEvening(
        session=material.session.number,
        began=glances[0].time if glances else None,
        days=(glances[0].day, glances[-1].day) if glances else (0, 0),
        first=glances[0].number if glances else 0,
        there=attendance.there,
        missing=attendance.missing,
        everybody=frozenset(table[key].name for key in table.attending if key in table.characters),
        heard=RecapSentencesHeard(
            notes,
            _sourced(material.settled),
            _sourced(material.found),
            _sourced(material.filled),
            _sourced(material.tracks),
            [(who.name, number) for who, number in fallen if who.kind != Kind.ENEMY],
            [(who.name, number) for who, number in fallen if who.kind == Kind.ENEMY],
            session_names_won(had, party),
        ),
        threads=threads_for_recap_sentence((text for text, _ in notes), table.closed),
        answered=material.answered_by(),
        gone=_sourced(material.gone({who.key for who, _ in fallen})),
        gained=session_gains(had, party, rules.id),
        standing=[_standing(each, table, rules) for each in party],
        clocks=[*_clocks(table)],
        conditions=[*_conditions(party, table, rules)],
        turn=turn_order_text(table) if table.order is not None else "",
        fights=material.ends_of_fights,
        fight=lambda end: material.fight_told(end, lambda name: True, _falls),
        unlikely=_unlikely,
    )


def _sourced(told: Iterable[ToldFact]) -> list[Sourced]:
    return [(text, entry.number) for text, entry, _ in told]


def _falls(fighter: FighterSummary) -> Iterator[Fall]:
    return ((label("condition", condition), round) for condition, round in fighter.fell)


def _unlikely(each: UnlikelyPastRoll) -> str:
    text = journal_entry_in_a_line(each.entry, secrets=True)
    return sentence("moved", "secret", text=text) if each.entry.is_partly_secret else text


def _standing(each: Character, table: Table, rules: Ruleset) -> str:
    vitals = ((part_label(rules.id, id), value) for id, value in rules.vitals(table, each))
    states = (label("condition", state) for state in rules.state(table, each))
    return recap_standing_line(each.name, vitals, states)


def _clocks(table: Table) -> Iterator[str]:
    for clock in table.clocks:
        marked, steps = clock.far
        if clock.marked < clock.steps:
            id = "clock-secret" if clock.sight == TableClockSight.SECRET else "clock"
            yield sentence("recap", id, clock=clock.name, marked=marked, steps=steps)


def _conditions(party: Iterable[Character], table: Table, rules: Ruleset) -> Iterator[tuple[str, str]]:
    for each in party:
        known = rules.state(table, each)
        for condition in rules.telling(each):
            if condition.name not in known:
                yield each.name, character_condition_text(condition)


def recap_standing_line(name: str, vitals: Iterable[tuple[str, str]], states: Iterable[str]) -> str:
    """What is left of somebody: the most telling values with their names, with joint ones separated (`BOD 3,
    INT 8`), then threatening states.
    """
    parts: list[str] = []
    for title, value in islice(vitals, VITALS):
        names, values = title.split(), value.split()
        pairs = zip(names, values, strict=True) if len(names) == len(values) else [(title, value)]
        parts += map(" ".join, pairs)
    return f"{name}: {', '.join([*parts, *(state.upper() for state in states)])}"
