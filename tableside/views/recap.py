"""The recap of a session, made from the entries that stand of it, in three lengths: for the GM, for players,
as rows and lines.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from tableside.frozen import frozen
from tableside.rules.life_states import DEAD
from tableside.rules.table import Character, Kind, Table, TableClock, TableClockSight
from tableside.text import wrapped
from tableside.views import recap_parts
from tableside.views.character_list import OURS, character_condition_text
from tableside.views.fight_summary import WholeFight, fighter_up_again
from tableside.views.journal_rows import journal_headline
from tableside.views.past_rolls import UnlikelyPastRoll
from tableside.views.public.sessions_told import evening_of, recap_of_session_told
from tableside.views.recap_parts import (
    LOOSE,
    RecapChapter,
    RecapLength,
    RecapLine,
    RecapParts,
    questions_part_of_recap,
)
from tableside.views.recap_prose import (
    RecapSentencesHeard,
    recap_sentence_of_beaten,
    threads_for_recap_sentence,
)
from tableside.views.rows import Row, Span, Tone, heading_row, row, words_row
from tableside.views.sessions import Won, session_attendance, session_gains, session_gains_by_name
from tableside.views.turn_orders import turn_order_text
from tableside.wording import label, part_label, sentence
from tableside.wording.dice_and_chance_texts import exact_chance_text

__all__ = ["RecapChapter", "RecapLength", "session_recap"]


def session_recap(
    material: RecapParts, length: RecapLength, *, public: bool, surprises: Collection[UnlikelyPastRoll] | None
) -> tuple[RecapChapter, ...]:
    """A session told in this length, a chapter a matter; those without lines are left out.

    `surprises`: what `RecapParts.surprises` counts, the least likely first. None: still to be counted.
    """
    if public:
        evening = evening_of(material)
        known = None if surprises is None else evening.surprises(tuple(surprises))
        return recap_of_session_told(evening.seen, length, known, evening.sources, evening.fight)
    teller = _Recap(material, length)
    return recap_parts.recap_parts_as_chapters(
        (
            ("head", teller.head()),
            ("story", teller.story()),
            ("fights", teller.fights()),
            ("losses", teller.losses()),
            ("unlikely", teller.unlikely(surprises)),
            ("gained", teller.gained()),
            ("standing", teller.standing()),
            ("threads", recap_parts.threads_part_of_recap(teller.threads())),
            ("loose", teller.loose()),
        ),
        length,
    )


def _unlikely_line(each: UnlikelyPastRoll) -> str:
    """An unlikely result in a recap, with its exact chance."""
    text = journal_headline(each.entry, secrets=True)
    if each.entry.is_partly_secret:
        text = sentence("moved", "secret", text=text)
    return f"{exact_chance_text(each.chance)}: {text}"


@frozen
class _Recap:
    """Tells a session in one length, to the GM."""

    material: RecapParts
    length: RecapLength

    @property
    def _table(self) -> Table:
        return self.material.table

    def head(self) -> Iterator[RecapLine]:
        """When it was, and who was there."""
        session = self.material.session
        if not session.glances:
            yield RecapLine(label("recap", "empty"))
            return
        first, last = session.glances[0], session.glances[-1]
        parts = recap_parts.head_part_of_recap(session.number, first.time, (first.day, last.day))
        yield RecapLine(parts, first.number)
        if not session.number:
            return
        attendance = session_attendance(session.glances, self._table)
        for id, names in (("there", attendance.there), ("missing", attendance.missing)):
            if names:
                yield RecapLine(sentence("recap", id, names=names), first.number)

    def story(self) -> Iterator[RecapLine]:
        """The GM's own words, and in five sentences what else came of it."""
        return recap_parts.story_part_of_recap(self._heard(), self.threads(), self.length)

    def _heard(self) -> RecapSentencesHeard:
        notes = [(each.text, each.entry) for each in self.material.notes]
        table, fallen = self._table, self.material.fallen
        named = [(table[key], entry) for key, entry in fallen.items() if table[key].has(DEAD)]
        return RecapSentencesHeard(
            notes,
            [(text, entry.number) for text, entry, _ in self.material.settled],
            [(text, entry.number) for text, entry, _ in self.material.found],
            [(text, entry.number) for text, entry, _ in self.material.filled],
            [(text, entry.number) for text, entry, _ in self.material.tracks],
            [(who.name, entry) for who, entry in named if who.kind != Kind.ENEMY],
            [(who.name, entry) for who, entry in named if who.kind == Kind.ENEMY],
            self._won(),
        )

    def _won(self) -> list[tuple[str, tuple[Won, ...]]]:
        had = self.material.before.characters
        return [
            (each.name, session_gains_by_name(had[each.key], each))
            for each in self._party()
            if each.key in had
        ]

    def threads(self) -> tuple[str, ...]:
        """What the notes name as a thread, and is not over."""
        return threads_for_recap_sentence((each.text for each in self.material.notes), self._table.closed)

    def fights(self) -> Iterator[RecapLine]:
        """Who fought whom, for how long, and who went down in which round."""
        ends, before = recap_parts.fights_part_of_recap(self.material.ends_of_fights, self.length)
        yield from before
        characters = self._table.characters
        there = {characters[key].name for key in self._table.attending if key in characters}
        enemies = {each.name for each in characters.values() if each.kind == Kind.ENEMY}
        for number in ends:
            fight = self.material.fight(number)
            is_on = self._table.order is not None and number == self.material.session.glances[-1].number
            one = [each.name for each in fight.fighters if each.name not in enemies]
            other = [each.name for each in fight.fighters if each.name in enemies]
            ours = [label("recap", "everybody")] if there and there <= {*one} else one
            head = recap_parts.fight_head_of_recap(ours, other, fight.rounds, is_on=is_on)
            yield from recap_parts.recap_fight_lines(head, list(self._falls(fight).items()), number)

    def _falls(self, fight: WholeFight) -> dict[int, str]:
        """Who went down, by round."""
        by_round: dict[int, list[str]] = {}
        for fighter in fight.fighters:
            worst = {round: condition for condition, round in fighter.fell}
            for round, condition in worst.items():
                by_round.setdefault(round, []).append(
                    f"{fighter.name} {' '.join((label('condition', condition), *fighter_up_again(fighter)))}"
                )
        return {round: ", ".join(names) for round, names in sorted(by_round.items())}

    def losses(self) -> Iterator[RecapLine]:
        """Who died and who left play; enemies in one line."""
        table, fallen = self._table, self.material.fallen
        dead = {key: number for key, number in fallen.items() if table[key].has(DEAD)}
        for key, number in dead.items():
            if table[key].kind != Kind.ENEMY:
                yield RecapLine(sentence("recap", "dead", name=table[key].name), number)
        for entry, fact in self.material.facts.get("retired", ()):
            name = str(fact.values.get("who"))
            if self._is_out(name, dead):
                yield RecapLine(sentence("recap", "gone", name=name), entry.number)
        slain = [table[key].name for key in dead if table[key].kind == Kind.ENEMY]
        if slain:
            yield RecapLine(recap_sentence_of_beaten(slain), max(dead.values()))

    def _is_out(self, name: str, dead: Collection[int]) -> bool:
        """Whether the party's member of this name is out of play, and not for having died."""
        people = self._table.characters.values()
        return any(
            each.name == name and each.retired and each.kind in OURS and each.key not in dead
            for each in people
        )

    def unlikely(self, surprises: Collection[UnlikelyPastRoll] | None) -> Iterator[RecapLine]:
        """The least likely results of the night."""
        if surprises is None:
            yield RecapLine(label("recap", "counting"))
            return
        for each in [*surprises][: recap_parts.SURPRISES]:
            yield RecapLine(_unlikely_line(each), each.entry.number)

    def gained(self) -> Iterator[RecapLine]:
        """What changed on the party's sheets for good; but in the whole, what has a name."""
        if self.length != RecapLength.WHOLE:
            yield from recap_parts.gains_part_of_recap(recap_parts.recap_names_won(self._won()))
            return
        before = self.material.before
        for each in self._party():
            had = before.characters.get(each.key)
            new = (
                (label("recap", "joined"),)
                if had is None
                else session_gains(had, each, self.material.rules.id)
            )
            yield from recap_parts.gains_part_of_recap([(each.name, new)])

    def standing(self) -> Iterator[RecapLine]:
        """What is left of everybody."""
        rules, table = self.material.rules, self._table
        for each in self._party():
            vitals = ((part_label(rules.id, id), value) for id, value in rules.vitals(table, each))
            values = recap_parts.vitals_part_of_recap(vitals)
            states = [label("condition", state).upper() for state in rules.state(table, each)]
            yield RecapLine(f"{each.name}: {', '.join([*values, *states])}")

    def _party(self) -> Iterable[Character]:
        return self._table.in_play(*OURS)

    def loose(self) -> Iterator[RecapLine]:
        """What is not settled: a fight, clocks, conditions, and what the notes ask."""
        lines = [*self._questions()]
        if self.length != RecapLength.SHORT:
            lines += [*self._clocks(), *self._conditions()]
        if self._table.order is not None:
            lines.append(RecapLine(sentence("recap", "fight-goes-on", turn=turn_order_text(self._table))))
        yield from lines[: LOOSE.get(self.length, len(lines))]

    def _questions(self) -> Iterator[RecapLine]:
        notes = ((each.text, each.entry) for each in self.material.notes)
        settled = (question for question, _, _ in self.material.settled)
        return questions_part_of_recap(notes, self.material.answered, settled)

    def _clocks(self) -> Iterator[RecapLine]:
        for clock in self._table.clocks:
            if clock.marked < clock.steps:
                id = "clock-secret" if clock.sight == TableClockSight.SECRET else "clock"
                yield RecapLine(sentence("recap", id, **_progress(clock)))

    def _conditions(self) -> Iterator[RecapLine]:
        for each in self._party():
            known = self.material.rules.state(self._table, each)
            for condition in self.material.rules.telling(each):
                if condition.name not in known:
                    values = {"name": each.name, "condition": character_condition_text(condition)}
                    yield RecapLine(sentence("recap", "still", **values))


def _progress(clock: TableClock) -> dict[str, str]:
    marked, steps = clock.far
    return {"clock": clock.name, "marked": str(marked), "steps": str(steps)}


HEAD, STORY = "head", "story"
TONES = {HEAD: Tone.STRONG, STORY: Tone.PLAIN, "losses": Tone.BAD}
"""How the lines of a chapter look; else dim, being what the program counted."""


def recap_rows(chapters: Sequence[RecapChapter], cells: int) -> tuple[Row, ...]:
    """The recap wrapped to so many cells; the key of a line's first row begins with its entry's number."""
    return tuple(each for chapter in chapters for each in _chapter(chapter, cells))


def recap_heading(length: RecapLength, *, public: bool) -> Row:
    """How long the recap is, for whom, and the keys that change both."""
    spans: list[Span] = []
    for key, each in enumerate(RecapLength, 1):
        text = label("recap", each)
        spans.append((f"[{key} {text}] ", Tone.STRONG) if each == length else (f" {key} {text}  ", Tone.DIM))
    return Row(
        "how", (*spans, (f" {label('recap', 'for-players' if public else 'for-gm')}", Tone.DIM)), False
    )


def _chapter(chapter: RecapChapter, cells: int) -> Iterator[Row]:
    tone = TONES.get(chapter.id, Tone.DIM)
    title = label("recap", chapter.id)
    if is_one_line := chapter.id not in (HEAD, STORY) and len(chapter.lines) == 1:
        title += ": "
    elif chapter.id != HEAD:
        yield heading_row(title)
    for place, lines in enumerate(chapter.lines):
        key = f"{lines.entry} {chapter.id} {place}"
        named = title if is_one_line else ""
        first, *rest = wrapped(named + lines.text, max(20, cells - 2))
        yield row(key, (named, Tone.STRONG), (first.removeprefix(named), tone))
        for n, line in enumerate(rest):
            yield words_row(f"{key}.{n}", f"  {line}", tone)


def entry_of_recap_row(key: str) -> int:
    """The entry that a row of a recap comes from; 0: from none alone."""
    number = key.partition(" ")[0]
    return int(number) if number.isdecimal() else 0


def recap_lines(chapters: Sequence[RecapChapter]) -> list[str]:
    """The recap in plain lines, each matter under its title."""
    texts: list[str] = []
    for chapter in chapters:
        if chapter.id == HEAD:
            texts += [each.text for each in chapter.lines]
        elif chapter.is_prose:
            texts += ["", label("recap", chapter.id), f"  {' '.join(each.text for each in chapter.lines)}"]
        else:
            texts += ["", label("recap", chapter.id), *(f"  {_hung(each.text)}" for each in chapter.lines)]
    return texts


def _hung(text: str) -> str:
    return text.replace("\n", "\n  ")


def recap_document(chapters: Sequence[RecapChapter], *, public: bool) -> dict[str, list[dict[str, object]]]:
    """The recap as JSON values: by matter, each line with its entry, where it is for the GM: to players gaps
    in their numbers would tell that something is hidden.
    """
    return {
        chapter.id: [
            {"text": each.text.strip()} | ({} if public else {"entry": each.entry or None})
            for each in chapter.lines
        ]
        for chapter in chapters
    }
