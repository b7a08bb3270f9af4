"""The recap of a session, made from the entries that stand of it, in three lengths; for the GM or players.

A recap for players holds no secret fact, no secret clock, no note for the GM, and no number of an enemy.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from tableside.frozen import frozen
from tableside.rules.states import DEAD
from tableside.rules.table import Character, Clock, Kind, Sight, Table
from tableside.text import clip, width
from tableside.views import fight
from tableside.views.characters import condition_text
from tableside.views.fights import Fight
from tableside.views.gains import gains
from tableside.views.journal import headline
from tableside.views.players import FOR_THE_GM, is_secret
from tableside.views.recap_material import Material
from tableside.views.tags import SIGNS, TagKind, tags
from tableside.views.times import local
from tableside.views.unlikely import Unlikely
from tableside.wording import label, part_label
from tableside.wording.results import exact, sentence

PARTY = (Kind.PC, Kind.HENCHMAN)
NOBODY_FELL = "nobody-fell"


class Length(StrEnum):
    """How much is told."""

    SHORT = "short"
    MIDDLE = "middle"
    WHOLE = "whole"


STORY = {Length.SHORT: 3}
"""Notes told, the last ones; else all."""
NOTE_CELLS = {Length.SHORT: 150, Length.MIDDLE: 230}
"""Cells of a note; else all of it."""
SURPRISES = {Length.SHORT: 1, Length.MIDDLE: 3, Length.WHOLE: 7}
"""Unlikely results told."""
BRIEF = 100
"""Cells of an unlikely result from which on only who, what and the outcome are told, but in the whole."""
LOOSE = {Length.SHORT: 4}
"""Loose ends told; else all."""


@frozen
class Told:
    """One line, and the number of the entry that it comes from; 0: from none alone."""

    text: str
    entry: int = 0


@frozen
class Chapter:
    """Lines of one matter: its id, such as `story` or `fights`."""

    id: str
    lines: tuple[Told, ...]


def recap(
    material: Material, length: Length, *, public: bool, surprises: Collection[Unlikely] | None
) -> tuple[Chapter, ...]:
    """A session told in this length, a chapter a matter; those without lines are left out.

    `surprises`: what `Material.surprises` counts, the least likely first. None: still to be counted.
    """
    told = _Teller(material, length, public)
    chapters = {
        "head": told.head(),
        "story": told.story(),
        "fights": told.fights(),
        "losses": told.losses(),
        "unlikely": told.unlikely(surprises),
        "gained": told.gained(),
        "standing": told.standing(),
        "loose": told.loose(),
    }
    listed = ((id, tuple(lines)) for id, lines in chapters.items())
    return tuple(Chapter(id, lines) for id, lines in listed if lines)


def surprise(each: Unlikely, names: Mapping[int, Character], *, whole: bool) -> str:
    """An unlikely result with its exact chance, for whoever may know it; the `whole` of it, or what is
    brief.
    """
    text = headline(each.entry, secrets=True)
    who = each.entry.given.get("who")
    if not whole and width(text) > BRIEF and isinstance(who, int) and who in names:
        did, came = label("procedure", each.entry.procedure), label("outcome", each.entry.result)
        text = f"{names[who].name}: {did}: {came}"
    if is_secret(each.entry):
        text = sentence("moved", "secret", {"text": text})
    return f"{exact(each.chance)}: {text}"


@frozen
class _Teller:
    """Tells a session in one length, to the GM or in `public`."""

    material: Material
    length: Length
    public: bool

    @property
    def _table(self) -> Table:
        return self.material.table

    @property
    def _is_short(self) -> bool:
        return self.length == Length.SHORT

    def head(self) -> Iterator[Told]:
        """When it was, and who was there."""
        session = self.material.session
        if not session.entries:
            yield Told(label("recap", "empty"))
            return
        first, last = session.entries[0], session.entries[-1]
        days = "days" if last.day > first.day else "day"
        values = {
            "session": str(session.number),
            "date": local(first.time).strftime("%Y-%m-%d"),
            "days": sentence("recap", days, {"day": str(first.day), "last": str(last.day)}),
        }
        yield Told(sentence("recap", "head" if session.number else "head-before", values), first.number)
        if not session.number:
            return
        for id, names in (("there", self._there()), ("missing", self._of_begin("session-missed"))):
            if names:
                yield Told(sentence("recap", id, {"names": names}), first.number)

    def _there(self) -> str:
        """Who was there from the beginning, and who came later."""
        began = self._of_begin("session-begun").removeprefix("-")
        table = self._table
        people = (table[key].name for key in table.attending if key in table.characters)
        later = [name for name in people if name not in began.split(", ")]
        return ", ".join(filter(None, [began, *later]))

    def _of_begin(self, id: str) -> str:
        facts = self.material.session.entries[0].facts
        return next((str(fact.values["who"]) for fact in facts if fact.id == id), "")

    def story(self) -> Iterator[Told]:
        """The GM's own words: the last ones of them, where the recap is short."""
        notes = [each for each in self.material.notes if not (self.public and each.for_gm)]
        most = STORY.get(self.length, len(notes))
        earlier = len(notes) - most
        if earlier > 0:
            yield Told(sentence("recap", "earlier", {"count": str(earlier)}), notes[earlier - 1].entry)
        cells = NOTE_CELLS.get(self.length)
        for note in notes[max(0, earlier) :]:
            text = " ".join(note.text.split()) if cells else note.text
            yield Told(clip(text, cells) if cells else text, note.entry)

    def fights(self) -> Iterator[Told]:
        """Who fought whom, for how long, and who went down in which round."""
        for told, number in self.material.fights:
            is_on = self._table.order is not None and number == self.material.session.entries[-1].number
            rounds = "1 round" if told.rounds == 1 else f"{told.rounds} rounds"
            values = {"sides": self._sides(told), "rounds": rounds, "round": str(told.rounds)}
            head = sentence("recap", "fight-on" if is_on else "fight", values)
            falls = self._falls(told)
            if self._is_short:
                yield Told(f"{head}: {'; '.join(falls.values()) or label('recap', NOBODY_FELL)}", number)
                continue
            yield Told(head, number)
            for round, what in falls.items():
                told_round = sentence("recap", "round", {"round": str(round), "what": what})
                yield Told(f"  {told_round}", number)

    def _sides(self, told: Fight) -> str:
        there = {self._table[key].name for key in self._table.attending if key in self._table.characters}
        enemies = {each.name for each in self._table.characters.values() if each.kind == Kind.ENEMY}
        one = [each.name for each in told.fighters if each.name not in enemies]
        other = [each.name for each in told.fighters if each.name in enemies]
        if there and there <= {*one}:
            one = [label("recap", "everybody")]
        if not one or not other:
            return ", ".join(one or other)
        return sentence("recap", "against", {"one": ", ".join(one), "other": ", ".join(other)})

    def _falls(self, told: Fight) -> dict[int, str]:
        """Who went down, by round."""
        by_round: dict[int, list[str]] = {}
        for fighter in told.fighters:
            worst = {round: condition for condition, round in fighter.fell}
            for round, condition in worst.items():
                by_round.setdefault(round, []).append(f"{fighter.name} {label('condition', condition)}")
        return {round: ", ".join(names) for round, names in sorted(by_round.items())}

    def losses(self) -> Iterator[Told]:
        """Who died and who left play; enemies in one line."""
        table, fallen = self._table, self.material.fallen
        dead = {key: number for key, number in fallen.items() if table[key].has(DEAD)}
        for key, number in dead.items():
            if table[key].kind != Kind.ENEMY:
                yield Told(sentence("recap", "dead", {"name": table[key].name}), number)
        for entry in self.material.session.entries:
            for fact in entry.facts:
                name = str(fact.values.get("who"))
                if fact.id == "retired" and self._is_out(name, dead):
                    yield Told(sentence("recap", "gone", {"name": name}), entry.number)
        slain = [table[key].name for key in dead if table[key].kind == Kind.ENEMY]
        if slain:
            yield Told(sentence("recap", "slain", {"names": ", ".join(slain)}), max(dead.values()))

    def _is_out(self, name: str, dead: Collection[int]) -> bool:
        """Whether the party's member of this name is out of play, and not for having died."""
        people = self._table.characters.values()
        return any(
            each.name == name and each.retired and each.kind in PARTY and each.key not in dead
            for each in people
        )

    def unlikely(self, surprises: Collection[Unlikely] | None) -> Iterator[Told]:
        """The least likely results of the night."""
        if surprises is None:
            yield Told(label("recap", "counting"))
            return
        found = [each for each in surprises if each.for_players or not self.public]
        for each in found[: SURPRISES[self.length]]:
            is_whole = self.length == Length.WHOLE
            text = surprise(each, self._table.characters, whole=is_whole)
            yield Told(text, each.entry.number)

    def gained(self) -> Iterator[Told]:
        """What changed on the party's sheets for good."""
        before = self.material.before
        found = []
        for each in self._party():
            had = before.characters.get(each.key)
            new = (label("recap", "joined"),) if had is None else gains(had, each, self.material.rules.id)
            if new:
                found.append(f"{each.name}: {', '.join(new)}")
        return self._in_lines(found)

    def standing(self) -> Iterator[Told]:
        """What is left of everybody."""
        rules, table = self.material.rules, self._table
        found = []
        for each in self._party():
            vitals = rules.vitals(table, each)[: 1 if self._is_short else 3]
            values = [f"{part_label(rules.id, id)} {value}" for id, value in vitals]
            states = [label("condition", state).upper() for state in rules.state(table, each)]
            found.append(f"{each.name}: {', '.join([*values, *states])}")
        return self._in_lines(found)

    def _in_lines(self, found: Sequence[str]) -> Iterator[Told]:
        """A line each, or in a short recap all in one."""
        return iter([Told("; ".join(found))] if found and self._is_short else map(Told, found))

    def _party(self) -> Iterable[Character]:
        return self._table.in_play(*PARTY)

    def loose(self) -> Iterator[Told]:
        """What is not settled: a fight, clocks, conditions, and what the notes ask."""
        found = [*self._questions(), *self._clocks(), *self._conditions()]
        if self._table.order is not None:
            found.append(Told(fight.turn_text(self._table)))
        yield from found[: LOOSE.get(self.length, len(found))]

    def _questions(self) -> Iterator[Told]:
        for note in self.material.notes:
            if is_question(note.text) and not (self.public and note.for_gm):
                yield Told(clip(" ".join(note.text.split()), NOTE_CELLS[Length.SHORT]), note.entry)

    def _clocks(self) -> Iterator[Told]:
        for clock in self._table.clocks:
            if clock.marked < clock.steps and not (self.public and clock.sight == Sight.SECRET):
                yield Told(sentence("recap", self._way(clock), _progress(clock)))

    def _way(self, clock: Clock) -> str:
        """How much of a clock is told."""
        if clock.sight == Sight.OPEN or (clock.sight == Sight.HIDDEN and not self.public):
            return "clock"
        return "clock-hidden" if self.public else "clock-secret"

    def _conditions(self) -> Iterator[Told]:
        for each in self._party():
            known = self.material.rules.state(self._table, each)
            for condition in self.material.rules.holding(each):
                if condition.name not in known:
                    values = {"name": each.name, "condition": condition_text(condition)}
                    yield Told(sentence("recap", "still", values))


def is_question(note: str) -> bool:
    """Whether a note leaves something open: it ends as a question, or names a thread as `#keeper`."""
    words = note.split()
    while words and words[-1][0] in SIGNS:
        words.pop()
    named = (tag for tag in tags(note) if tag.kind == TagKind.THREAD and tag.id != FOR_THE_GM)
    return (bool(words) and words[-1].endswith("?")) or any(named)


def _progress(clock: Clock) -> dict[str, str]:
    return {"clock": clock.name, "marked": str(clock.marked), "steps": str(clock.steps)}
