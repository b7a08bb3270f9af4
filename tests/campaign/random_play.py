"""Evenings of whatever can be done in a campaign of any game, with whatever inputs and answers.

`Evening.operate` does one thing at random: any procedure, undo and redo of some steps, restoring any earlier
table, opening again, folding, and opening what a kill would have left. What must hold after each is asserted
there; `Evening.prove` undoes and redoes everything and plays the journal again.
"""

import random
import shutil
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from string import Formatter

import msgspec

from tableside.campaign import undo_and_redo
from tableside.campaign.amendment import Amendment, amendment_history
from tableside.campaign.audit import audit
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents, documents_with_changes
from tableside.campaign.entries import Entry
from tableside.campaign.library import Library
from tableside.campaign.replay import replay_with_other_face
from tableside.errors import RuleError
from tableside.rules.cells import Cell, CellKind, cells
from tableside.rules.inputs import Cells, Choice, Filled, Input, Number, Value, Who, YesNo
from tableside.rules.misfits import misfits_of_table, misfits_uncountable_on_table
from tableside.rules.play import Asked, Chosen, DiceAsked, Performed, Rolled, Step
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.sheet import Sheet, sheet_parts
from tableside.rules.table import Kind, Table
from tableside.rules.typed import typed_slug
from tableside.views.fight_summary import entry_ends_fight
from tableside.views.journal_rows import journal_entry_in_a_line
from tableside.views.opened_entry import opened_entry_rows
from tests.campaign.summaries import check_summary
from tests.words import TEXTS

NAMES = (
    *("Swim", "Jolt", "Second Sight", "\N{DRAGON} Lore", "[/] {odd}", "rope", "sword", "Ana", "Smith, J."),
    *("{0}", "%s \\n", "O'Neill", "a" * 60, "Élan", "quick", "#1", "2"),
)
OWN_TABLES = {"two", "three"}
"""Dice may be thrown for a random table of one's own."""
SHORT_TEXTS = (*NAMES, "3 the alarm; 4 the gate", "d6 d4", "2v2 3v1", "")
OWN_SKILLS = {typed_slug(name) for name in (*SHORT_TEXTS, "some words")}
"""Dice may be thrown for a skill that somebody named."""
LONG_TEXTS = (*NAMES, "Slippery 3, Steep 2", "line one\nline two", "*bold* | `code`", "")
MOST_CHARACTERS = 16
"""Characters on the table beyond which no more are added, so that an evening stays an evening."""
ADDING = {Role.CREATE, Role.FOE}
MOVING = {Role.NEXT, Role.BACK, Role.DELAY, Role.AIM, Role.READY, Role.HAND, Role.JOIN}
SELDOM = {
    *("campaign.archive", "campaign.rename", "campaign.retire", "campaign.note", "campaign.pass-days"),
    *("campaign.house-rule", "turn.end", "turn.leave", "campaign.add-character"),
}
DEFINITIONS = (
    "",
    '{"two":{"dice":"d66","rows":{"11-36":"{who}, {three}","41-66":"{2 three} and {d6}"}},'
    '"three":{"rows":["odd","even"]}}',
    '{"two":{"rows":[{"weight":5,"text":"changed"},{"weight":2,"text":"{who.notes}"}]}}',
    '{"a":{"rows":["{b}"]},"b":{"rows":["{a}"]}}',
)
"""Of random tables, as they were written one after the other, and a loop."""
TRIES = 4
"""How often something is looked for that the rules allow, before they may refuse."""


def answered(asked: Asked, dice: random.Random) -> Step:
    if isinstance(asked, DiceAsked):
        faces = tuple(dice.randint(1, sides) for sides in asked.sides)
        typed = tuple(dice.random() < 0.5 for _ in faces) if dice.random() < 0.2 else ()
        return Rolled(asked.sides, faces, asked.why, asked.who, typed, asked.secret)
    return Chosen(asked.question, dice.choice(asked.options), asked.who)


def value_for(
    each: Input, rules: Ruleset, table: Table, taken: Mapping[str, Value], dice: random.Random
) -> Value:
    """Something that the input takes; now and then a character who is not offered."""
    match each:
        case Who():
            return who_for(each, table, dice)
        case Choice():
            options = each.options(table, taken)
            if each.id == "table" and dice.random() < 0.7:
                return "two"
            if each.free and (not options or dice.random() < 0.3):
                options = tuple(
                    name for name in NAMES if not (each.many and "," in name)
                )  # several are typed
            options = options or ("nothing",)
            if each.many:
                return tuple(dice.choices(options, k=dice.randint(0, min(3, each.most))))
            return dice.choice(options)
        case Number():
            return dice.choice(
                [
                    each.lowest,
                    dice.randint(each.lowest, min(each.highest, each.lowest + 12)),
                    each.default or 1,
                ]
            )
        case YesNo():
            return dice.random() < 0.5
        case Cells():
            return cells_for(rules, table, taken, dice)
        case Filled():
            return dice.choice(DEFINITIONS)
    texts: tuple[str, ...] = LONG_TEXTS if each.long else SHORT_TEXTS
    return dice.choice((*texts, str(each.default or "some words")))


def who_for(each: Who, table: Table, dice: random.Random) -> Value:
    offered = [who.key for who in each.candidates(table)]
    keys = [*table.characters] if dice.random() < 0.1 or not offered else offered
    if each.many and each.optional and dice.random() < 0.5:
        return ()
    if each.many:
        return tuple(dice.sample(keys, dice.randint(0, min(4, len(keys)))))
    if not keys or (each.optional and dice.random() < 0.4):
        return 0
    return dice.choice(keys)


def cells_for(
    rules: Ruleset, table: Table, taken: Mapping[str, Value], dice: random.Random
) -> tuple[str, ...]:
    """Cells of the sheet concerned, each with something to be typed into it."""
    who = taken.get("who")
    if isinstance(who, int) and who in table.characters:
        sheet, kind, chance = table[who].sheet, table[who].kind, 0.1
    else:
        kind = Kind(str(taken["kind"])) if taken.get("kind") in [*Kind] else Kind.PC
        sheet, chance = rules.blank(kind), 0.4
    found = [f"{cell.path}={typed(cell, dice)}" for cell in all_cells(sheet, kind) if dice.random() < chance]
    if isinstance(who, int) and dice.random() < 0.1:
        found.append(f"name={dice.choice(NAMES)}")
    return tuple(found)


def all_cells(sheet: Sheet, kind: Kind) -> list[Cell]:
    return [cell for part in sheet_parts(sheet, kind) for cell in cells(sheet, part)]


def typed(cell: Cell, dice: random.Random) -> str:
    """Something that this cell takes, most of the time."""
    match cell.kind:
        case CellKind.NUMBER:
            value = dice.randint(cell.lowest, min(cell.highest, cell.lowest + 15))
            return f"={value}" if value < 0 else str(value)
        case CellKind.YES_NO:
            return dice.choice(["yes", "no"])
        case CellKind.CHOICE:
            return dice.choice(cell.options)
        case CellKind.SKILL:
            return f"{dice.choice(NAMES)} {dice.randint(0, 9)}" + dice.choice(["", " (2)"])
        case CellKind.TRAIT:
            return f"{dice.choice(NAMES)} {dice.randint(1, 4)}" + dice.choice(["", " (a note)"])
    return dice.choice(NAMES)


class Evening:
    """A campaign of one game under way, and what its documents were after each entry."""

    latest: Entry
    """What was performed last."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.folder = folder
        self.kills = 0
        self._seconds = 1_800_000_000.0
        self.library = Library(folder / "0", self._clock, by="gm")
        self.campaign = self.library.open(self.library.new("Evening", game))
        self.did: Counter[str] = Counter()
        """Entries by procedure, other operations by name, and what the rules refused."""
        self.states = [self.digest()]
        """A digest of the documents after each entry, that of the beginning first."""
        self.procedures = [
            each
            for each in self.campaign.rules.procedures
            if is_played(each)
            for _ in range(self.weight(each))
        ]
        self.of_turns = [each for each in self.procedures if each.role in MOVING or each.id == "d20.fire"]
        self.gather()

    def _clock(self) -> float:
        self._seconds += 61.25
        return self._seconds

    def weight(self, procedure: Procedure) -> int:
        if procedure.id in SELDOM:
            return 1
        return 5 if procedure.id.startswith(self.campaign.ruleset.id) or procedure.role in MOVING else 3

    def gather(self) -> None:
        """Put some people on the table, and read some rules otherwise than by default."""
        rules = self.campaign.rules
        for kind in (Kind.PC, Kind.PC, Kind.ENEMY, Kind.ENEMY, Kind.HENCHMAN, Kind.NPC):
            self.try_to(rules.procedure("campaign.add-character"), {"kind": kind})
        for role in (Role.CREATE, Role.CREATE, Role.FOE):
            procedure = rules.role(role)
            if procedure is not None:
                self.try_to(procedure)
        for each in rules.house_rules:
            if self.dice.random() < 0.3:
                option = self.dice.choice(each.options)
                self.try_to(rules.procedure("campaign.house-rule"), {"rule": each.id, "option": option})

    def digest(self) -> bytes:
        found = dict(sorted(documents(self.campaign.table).items()))
        return sha256(msgspec.json.encode(found)).digest()

    # What can happen

    def operate(self) -> None:
        """One thing at random."""
        chance = self.dice.random()
        if chance < 0.83:
            self.act()
        elif chance < 0.87:
            self.amend()
        elif chance < 0.92:
            self.undo()
        elif chance < 0.955:
            self.redo()
        elif chance < 0.975:
            self.restore()
        elif chance < 0.985:
            self.look()
        elif chance < 0.990:
            self.did["(folded)"] += 1
            assert self.campaign._db.fold()
        elif chance < 0.995:
            self.open_again()
        else:
            self.kill()

    def act(self) -> None:
        """One procedure, if one is found that the rules allow."""
        length = self.campaign.length
        listed = self.procedures
        if self.campaign.table.order is not None and self.dice.random() < 0.3:
            listed = self.of_turns
        elif self.dice.random() < 0.15:  # what has not been done yet
            listed = [each for each in self.procedures if not self.did[each.id]] or listed
        for _ in range(TRIES):
            procedure = self.dice.choice(listed)
            if not procedure.problems(self.campaign.table) or self.dice.random() < 0.05:
                break
        for _ in range(TRIES):
            self.try_to(procedure)
            if self.campaign.length > length or len(self.campaign.table.characters) >= MOST_CHARACTERS:
                return
        self.did["(refused)"] += 1

    def try_to(self, procedure: Procedure, fixed: Mapping[str, Value] | None = None) -> None:
        """Do this with inputs and answers as they come, unless the rules refuse it."""
        table = self.campaign.table
        if len(table.characters) >= MOST_CHARACTERS and procedure.role in ADDING:
            return
        given: dict[str, Value] = {}
        try:
            for each in procedure.inputs:
                fits = (fixed or {}).get(each.id)
                value = (
                    value_for(each, self.campaign.rules, table, given, self.dice) if fits is None else fits
                )
                given[each.id] = value
            with suppress(RuleError):  # what cannot be foretold may be done all the same
                check_odds(procedure, table, given)
            entry = self.campaign.perform(procedure, given, self.answered)
        except RuleError as error:
            assert self.campaign.table is table
            assert str(error) and "\n" not in str(error), error
            return
        except Exception as error:
            error.add_note(f"{procedure.id} with {given}")
            raise
        self.latest = entry
        self.did[procedure.id] += 1
        self.states.append(self.digest())
        check_entry(entry, self.campaign)
        if entry_ends_fight(entry):
            self.did["(summaries)"] += check_summary(self.campaign, entry)

    def answered(self, asked: Asked) -> Step:
        return answered(asked, self.dice)

    def amend(self) -> None:
        """Something of late with another input, another decision or another face, where that is possible."""
        latest = [
            each.number
            for each in islice(
                undo_and_redo.entries_not_undone(self.campaign.entry, self.campaign.length), 12
            )
        ]
        table = self.campaign.table
        try:
            amendment = self.campaign.amending(self.dice.choice(latest or [self.campaign.length]))
            amendment = otherwise(amendment, self.dice)
            while not isinstance(asked := amendment.run().state, Performed):
                amendment = amendment.answered(answered(asked, self.dice))
            entry = self.campaign.amend(amendment)
        except RuleError as error:
            assert self.campaign.table is table
            assert str(error) and "\n" not in str(error), error
            self.did["(not amended)"] += 1
            return
        self.did["(amended)"] += 1
        self.states.append(self.digest())
        check_entry(entry, self.campaign)

    def undo(self) -> None:
        found = self.campaign.undoing(self.dice.choice([1, 1, 1, 2, 3, 12]))
        if found:
            self.campaign.undo(len(found))
            self.did["undo"] += len(found)
            self.states += [self.states[each.number - 1] for each in found]
            self.check_state()

    def redo(self) -> None:
        found = self.campaign.redoing(self.dice.choice([1, 1, 2, 3, 12]))
        if found:
            self.campaign.redo(len(found))
            self.did["redo"] += len(found)
            self.states += [self.states[each.number] for each in found]
            self.check_state()

    def restore(self) -> None:
        self.restore_to(self.dice.randint(max(0, self.campaign.length - 30), self.campaign.length))

    def restore_to(self, number: int) -> None:
        if self.states[number] == self.states[-1]:
            return
        self.campaign.restore(number)
        self.did["restore"] += 1
        self.states.append(self.states[number])
        self.check_state()

    def look(self) -> None:
        self.look_at(self.dice.randint(0, self.campaign.length))
        self.did["(looked back)"] += 1

    def look_at(self, number: int) -> None:
        found = dict(sorted(self.campaign.documents_at(number).items()))
        assert sha256(msgspec.json.encode(found)).digest() == self.states[number]

    def open_again(self) -> None:
        self.campaign.close()
        self.campaign = self.library.open(self.campaign.id)
        self.did["(opened again)"] += 1
        self.check_state()

    def kill(self) -> None:
        """Go on with the files as they are at this instant, half a line behind the last change."""
        self.kills += 1
        left = self.folder / str(self.kills)
        shutil.copytree(self.library.folder, left)
        self.campaign.close()
        shutil.rmtree(self.library.folder)
        with (left / self.campaign.id / "changes.log").open("ab") as log:
            log.write(b'1234abcd {"n":'[: self.dice.randint(0, 14)])
        self.library = Library(left, self._clock, by="gm")
        self.campaign = self.library.open(self.campaign.id)
        self.did["(killed)"] += 1
        self.check_state()

    def check_state(self) -> None:
        assert len(self.states) == self.campaign.length + 1
        assert self.digest() == self.states[-1]
        self.check_limits()

    def check_limits(self) -> None:
        """Whatever is done, an export of it is taken back in."""
        assert [*misfits_of_table(self.campaign.table, self.campaign.rules)] == []
        assert [*misfits_uncountable_on_table(self.campaign.table, {})] == []

    # What must hold at its end

    def prove(self) -> int:
        """Undo everything, redo everything, and play it all again; how many entries stood."""
        last = self.digest()
        standing = len(self.campaign.undoing(self.campaign.length))
        if standing:
            self.campaign.undo(standing)
            assert self.digest() == self.states[0]
            assert self.campaign.undoable is None
            self.campaign.redo(standing)
            assert self.digest() == last
        self.check_limits()
        assert [f"{fault.where}: {fault.what}" for fault in audit(self.campaign)] == []
        self.play_right()
        return standing

    def play_right(self) -> None:
        """Everything as if what was amended had been done right the first time leads to the same table."""
        campaign, now = self.campaign, documents(self.campaign.table)
        right, after = amendment_history(campaign.entry, campaign.rules, now, campaign.length, 1)
        found = documents(campaign.first_table)
        for entry in right:
            found = documents_with_changes(found, entry.changes)
        assert found == after == now


def otherwise(amendment: Amendment, dice: random.Random) -> Amendment:
    """With one input, one decision or one face changed, or turned secret or open."""
    if dice.random() < 0.1:
        return amendment.in_secret(not amendment.is_secret)
    run = amendment.run()
    if run.steps and dice.random() < 0.5:
        place = dice.randrange(len(run.steps))
        step = run.steps[place]
        if isinstance(step, Rolled):
            return amendment.with_step(place, corrected(step, dice))
        options = amendment.asked(place).options
        return amendment.with_step(place, replace(step, choice=dice.choice(options)))
    inputs = amendment.procedure.inputs
    if not inputs:
        return amendment
    each = dice.choice(inputs)
    value = value_for(each, amendment.rules, amendment.table, amendment.given, dice)
    return amendment.with_given({**amendment.given, each.id: value})


def corrected(step: Rolled, dice: random.Random) -> Rolled:
    """The throw with one face as it really lay."""
    if not step.faces:
        return step
    place = dice.randrange(len(step.faces))
    return replay_with_other_face(step, place, dice.randint(1, step.sides[place]))


def is_played(procedure: Procedure) -> bool:
    """Whether it belongs to an evening: what is done on the table, and the tables and the oracle."""
    return procedure.on_table or procedure.role in (Role.TABLE, Role.ORACLE)


def check_odds(procedure: Procedure, table: Table, given: Mapping[str, Value]) -> None:
    """The chances of everything sum to 1."""
    if procedure.odds is None or procedure.takes_long(table, given):
        return
    odds = procedure.chances(table, given)
    for chances in ([*odds.chances.values()], *([*each.values()] for each in odds.amounts.values())):
        assert not chances or (sum(chances) == 1 and min(chances) >= 0), f"{procedure.id} {given}"
    assert {*odds.amounts} <= {*procedure.amounts}


def check_entry(entry: Entry, campaign: Campaign) -> None:
    """Each fact has a text and every value that its text shows, and it can be told."""
    for fact in entry.facts:
        assert f"fact.{fact.id}" in TEXTS, fact
        shown = {field for _, field, _, _ in Formatter().parse(TEXTS[f"fact.{fact.id}"]) if field}
        assert shown - {"counted", "acting"} <= {*fact.values}, fact
    for step in entry.steps:
        kinds, id = (
            (("why", "option"), step.why) if isinstance(step, Rolled) else (["question"], step.question)
        )
        known = any(f"{kind}.{id}" in TEXTS for kind in kinds) or id in OWN_SKILLS | OWN_TABLES
        assert known, (entry.procedure, entry.given, step)
    assert journal_entry_in_a_line(entry) and opened_entry_rows(entry, campaign, 80)


def campaign_of(folder: Path, game: str, seed: int, operations: int) -> Campaign:
    """A campaign after so many operations, open."""
    evening = Evening(folder, game, seed)
    for _ in range(operations):
        evening.operate()
    return evening.campaign
