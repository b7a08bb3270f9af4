"""The recap of a session, made from the entries that stand of it, in three lengths; for the GM or players.

A recap for players is made of what they were told (`tableside.views.public`), and of nothing else.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from tableside.frozen import frozen
from tableside.rules.states import DEAD
from tableside.rules.table import Character, Clock, Kind, Sight, Table
from tableside.views import recap_parts, recap_players
from tableside.views.characters import condition_text
from tableside.views.fight import turn_text
from tableside.views.fights import Fight, up_again
from tableside.views.gains import gains
from tableside.views.journal import headline
from tableside.views.players import OURS, is_secret
from tableside.views.public.evening import evening_of
from tableside.views.recap_parts import LOOSE, SURPRISES, Chapter, Length, Material, Told, is_question
from tableside.views.sessions import there
from tableside.views.unlikely import Unlikely
from tableside.wording import label, part_label
from tableside.wording.results import exact, sentence

__all__ = ["Chapter", "Length", "Told", "is_question", "recap"]


def recap(
    material: Material, length: Length, *, public: bool, surprises: Collection[Unlikely] | None
) -> tuple[Chapter, ...]:
    """A session told in this length, a chapter a matter; those without lines are left out.

    `surprises`: what `Material.surprises` counts, the least likely first. None: still to be counted.
    """
    if public:
        evening = evening_of(material)
        known = None if surprises is None else evening.surprises(tuple(surprises))
        return recap_players.recap(evening.seen, length, known, evening.sources)
    told = _Teller(material, length)
    return recap_parts.listed(
        (
            ("head", told.head()),
            ("story", told.story()),
            ("fights", told.fights()),
            ("losses", told.losses()),
            ("unlikely", told.unlikely(surprises)),
            ("gained", told.gained()),
            ("standing", told.standing()),
            ("loose", told.loose()),
        )
    )


def surprise(each: Unlikely, names: Mapping[int, Character], length: Length) -> str:
    """An unlikely result with its exact chance."""
    text = headline(each.entry, secrets=True)
    who = each.entry.given.get("who")
    if recap_parts.is_brief(text, length) and isinstance(who, int) and who in names:
        did, came = label("procedure", each.entry.procedure), label("outcome", each.entry.result)
        text = f"{names[who].name}: {did}: {came}"
    if is_secret(each.entry):
        text = sentence("moved", "secret", {"text": text})
    return f"{exact(each.chance)}: {text}"


@frozen
class _Teller:
    """Tells a session in one length, to the GM."""

    material: Material
    length: Length

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
        told = recap_parts.head(session.number, first.time, (first.day, last.day))
        yield Told(told, first.number)
        if not session.number:
            return
        found = there(session.entries, self._table)
        for id, names in (("there", found.there), ("missing", found.missing)):
            if names:
                yield Told(sentence("recap", id, {"names": names}), first.number)

    def story(self) -> Iterator[Told]:
        """The GM's own words."""
        return recap_parts.story([(each.text, each.entry) for each in self.material.notes], self.length)

    def fights(self) -> Iterator[Told]:
        """Who fought whom, for how long, and who went down in which round."""
        for told, number in self.material.fights:
            is_on = self._table.order is not None and number == self.material.session.entries[-1].number
            head = recap_parts.fight_head(*self._sides(told), told.rounds, is_on=is_on)
            yield from recap_parts.fight(head, list(self._falls(told).items()), number, self.length)

    def _sides(self, told: Fight) -> tuple[list[str], list[str]]:
        there = {self._table[key].name for key in self._table.attending if key in self._table.characters}
        enemies = {each.name for each in self._table.characters.values() if each.kind == Kind.ENEMY}
        one = [each.name for each in told.fighters if each.name not in enemies]
        other = [each.name for each in told.fighters if each.name in enemies]
        return ([label("recap", "everybody")] if there and there <= {*one} else one), other

    def _falls(self, told: Fight) -> dict[int, str]:
        """Who went down, by round."""
        by_round: dict[int, list[str]] = {}
        for fighter in told.fighters:
            worst = {round: condition for condition, round in fighter.fell}
            for round, condition in worst.items():
                by_round.setdefault(round, []).append(
                    f"{fighter.name} {' '.join((label('condition', condition), *up_again(fighter)))}"
                )
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
            each.name == name and each.retired and each.kind in OURS and each.key not in dead
            for each in people
        )

    def unlikely(self, surprises: Collection[Unlikely] | None) -> Iterator[Told]:
        """The least likely results of the night."""
        if surprises is None:
            yield Told(label("recap", "counting"))
            return
        for each in [*surprises][: SURPRISES[self.length]]:
            yield Told(surprise(each, self._table.characters, self.length), each.entry.number)

    def gained(self) -> Iterator[Told]:
        """What changed on the party's sheets for good."""
        before = self.material.before
        found = []
        for each in self._party():
            had = before.characters.get(each.key)
            new = (label("recap", "joined"),) if had is None else gains(had, each, self.material.rules.id)
            if new:
                found.append(f"{each.name}: {', '.join(new)}")
        return recap_parts.in_lines(found, self.length)

    def standing(self) -> Iterator[Told]:
        """What is left of everybody."""
        rules, table = self.material.rules, self._table
        found = []
        for each in self._party():
            vitals = rules.vitals(table, each)[: 1 if self._is_short else 3]
            values = [f"{part_label(rules.id, id)} {value}" for id, value in vitals]
            states = [label("condition", state).upper() for state in rules.state(table, each)]
            found.append(f"{each.name}: {', '.join([*values, *states])}")
        return recap_parts.in_lines(found, self.length)

    def _party(self) -> Iterable[Character]:
        return self._table.in_play(*OURS)

    def loose(self) -> Iterator[Told]:
        """What is not settled: a fight, clocks, conditions, and what the notes ask."""
        found = [*self._questions(), *self._clocks(), *self._conditions()]
        if self._table.order is not None:
            found.append(Told(turn_text(self._table)))
        yield from found[: LOOSE.get(self.length, len(found))]

    def _questions(self) -> Iterator[Told]:
        for note in self.material.notes:
            if is_question(note.text):
                yield Told(recap_parts.question(note.text), note.entry)

    def _clocks(self) -> Iterator[Told]:
        for clock in self._table.clocks:
            if clock.marked < clock.steps:
                id = "clock-secret" if clock.sight == Sight.SECRET else "clock"
                yield Told(sentence("recap", id, _progress(clock)))

    def _conditions(self) -> Iterator[Told]:
        for each in self._party():
            known = self.material.rules.state(self._table, each)
            for condition in self.material.rules.telling(each):
                if condition.name not in known:
                    values = {"name": each.name, "condition": condition_text(condition)}
                    yield Told(sentence("recap", "still", values))


def _progress(clock: Clock) -> dict[str, str]:
    return {"clock": clock.name, "marked": str(clock.marked), "steps": str(clock.steps)}
