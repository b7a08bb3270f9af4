"""Everything that players are shown of a campaign, and evenings in which secrets are planted everywhere.

A planted word stands nowhere by chance. `Planted` plants them in the middle of a random evening, wherever one
can be: in notes for the GM, in what is done in secret or taken back, on foes and on whomever nobody has met,
in what is to come of clocks, on the sheets of the party behind #gm, and beside the campaign.
"""

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry, procedure_of_entry
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.session_entries import StandingEntries
from tableside.errors import RuleError
from tableside.rules.cells import Cell, CellKind
from tableside.rules.inputs import Value
from tableside.rules.play import play_to_end
from tableside.rules.procedure import Group, read_procedure_inputs
from tableside.rules.table import Kind, Permission, TableClockSight
from tableside.rules.tables.procedures import are_answers_open
from tableside.share.acts import act_form_of_deed, act_form_of_things
from tableside.share.guard import SharingWay
from tableside.share.page import page_parts_for_all, page_parts_of_own, shared_recap_page
from tableside.shell.export import WHOLE, WRITERS
from tableside.views.character_list import OURS
from tableside.views.html_sheet import html_sheet_page
from tableside.views.markdown import markdown_by_session
from tableside.views.public import seen_table
from tableside.views.public.deeds import deeds_of
from tableside.views.public.entries_told import entry_told_to_players
from tableside.views.public.people_met import people_met_in_inputs
from tableside.views.public.player_forms import filled_player_form, player_form_fields
from tableside.views.public.seen_table import own_sheet_seen_rows, seen_table_rows, sheet_as_seen, table_seen
from tableside.views.recap import (
    RecapLength,
    entry_of_recap_row,
    recap_document,
    recap_lines,
    recap_rows,
    session_recap,
)
from tableside.views.recap_parts import RecapParts
from tableside.views.sessions import next_session_line
from tableside.views.side_panes import pane_of_latest_entries, side_pane_for_players
from tableside.views.story import FOR_PLAYERS
from tests.campaign.random_play import Evening, all_cells
from tests.share.wire import on_the_wire

FOR_GM = ("{} #gm", "#GM {}", "{} #gm-only", "#gms: {}", "({} #Gm)", "a\n\n{}\n#gm_later", "x#gm {}")
"""Ways of keeping a text from players."""
SIZES = ((80, 24), (60, 200), (200, 5_000))
TOLD_OF_FOES = ("aspects", "resources", "escalations")
"""Parts of sheets whose names are told when what they stand for happens."""
OF_ONE = ("sheet", "own sheet", "shared with", "what ")
"""How what only one of the players is shown is called."""
BIG = 5_000
"""No number of the party, nor any that is rolled, is as high; the numbers of planted foes are."""
COUNTED = 2
"""Rolls of one whose odds are counted too: some take a tenth of a second."""
_NUMBER = re.compile(r"(?<![\w.-])\d{4}(?![\w.-])")
_MARKS = re.compile(
    r"<!--.*?-->|^---\n.*?\n---$|sha256-[^']*|\d{4}-\d\d-\d\d|^Content-Length: \d+|\(\d+/\d+\)|^Date: .*?$",
    re.DOTALL | re.MULTILINE,
)


# What players are shown


def public_outputs(campaign: Campaign) -> Iterator[tuple[str, str]]:
    """Everything that can be made of it for players, each with what it is."""
    seen = table_seen(campaign)
    for cells, count in SIZES:
        yield f"watch {cells}x{count}", _text(seen_table_rows(seen, cells, count))
    for count in (8, 60):
        yield f"last {count} lines", _text(pane_of_latest_entries(campaign, count, 80, players=True))
    undoable = campaign.undoable
    yield "what undo takes back", entry_told_to_players(campaign, undoable) if undoable else ""
    yield "what begins the next session", next_session_line(campaign)
    for session in range(campaign.table.session + 1):
        yield from _of_session(campaign, session)
    for format in WRITERS.keys() - set(WHOLE):
        yield format, "".join(WRITERS[format](campaign, FOR_PLAYERS))
    for who in campaign.table.in_play(*OURS):
        yield "sheet", html_sheet_page(campaign, sheet_as_seen(who, campaign.rules))
        for cells, _ in SIZES:
            yield (
                f"own sheet in {cells}",
                _text([*own_sheet_seen_rows(who, campaign.table, campaign.rules, cells)]),
            )
    for own in (None, *(each.key for each in campaign.table.in_play(*OURS))):
        shared = {**page_parts_for_all(seen), **page_parts_of_own(campaign, own)}
        yield f"shared with {own}", "\n".join(each.html for each in shared.values())
    for who in campaign.table.in_play(*OURS):
        yield f"what {who.key} may do", "\n".join(_deeds(seen_table.table_seen_by_player(campaign, who.key)))
    yield "shared recap", shared_recap_page(campaign)
    yield from markdown_by_session(campaign).items()


def _deeds(scene: seen_table.TableSeenByPlayer) -> Iterator[str]:
    """What one may do: each form, of the first with the odds, and what is carried."""
    yield act_form_of_things(scene, "")
    for place, deed in enumerate(deeds_of(scene)):
        form = filled_player_form(scene, deed, {})
        fields = player_form_fields(scene, deed, form)
        yield (
            act_form_of_deed(scene, deed, form, "") if place < COUNTED else f"{deed.id} {deed.label} {fields}"
        )


def _of_session(campaign: Campaign, session: int) -> Iterator[tuple[str, str]]:
    material = RecapParts(campaign, session)
    for length in RecapLength:
        told = session_recap(material, length, public=True, surprises=material.surprises())
        about = f"recap of session {session}, {length}"
        yield about, "\n".join(recap_lines(told))
        yield f"{about}, on the screen", _text(recap_rows(told, 60))
        yield f"{about}, as JSON", json.dumps(recap_document(told, public=True), ensure_ascii=False)
        numbers = {entry_of_recap_row(row.key) for row in recap_rows(told, 60)} - {0}
        opened = (_text(side_pane_for_players(material, number, 60)) for number in sorted(numbers))
        yield f"{about}, opened", "\n".join(opened)


def _text(found: Sequence[object]) -> str:
    return "\n".join(getattr(row, "text", "").rstrip() for row in found)


# Evenings with secrets


class Planted(Evening):
    """An evening in which secrets are planted."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.words: dict[str, Callable[[], bool]] = {}
        """Each planted word, and whether players may have come to know it all the same."""
        self.ours: set[int] = set()
        """Keys of those who have been of the party."""
        self.met: set[int] = set()
        self.foes: set[int] = set()
        """Those with numbers that nobody else has."""
        self.ours_hold: set[str] = set()
        """Words of foes that have come onto sheets of the party."""
        self.own: dict[str, Callable[[], bool]] = {}
        """Each word that a player has noted on their own sheet, and whether the GM has put it on it too."""
        self._seen = 0
        super().__init__(folder, game, seed)
        self._do("campaign.may", may=str(Permission.ACT))
        self._plans = (
            *(
                self.note_for_gm,
                self._remark,
                self.note_for_gm,
                self._note_made_secret,
                self._note_taken_back,
            ),
            *(
                self._oracle,
                self._asked_of_gm,
                self._asked_of_gm,
                self._noted_by_player,
                self._noted_by_player,
                self._dice,
                self._plant_clock,
                self._plant_clock,
                self._foe,
                self._foe,
                self._foe,
            ),
            *(self._cell_of_foe, self._condition_of_foe, self._cell_of_ours, self._cell_of_ours),
            *(
                self._condition_of_ours,
                self._beside,
                self._retired,
                self._fight,
                self._hurt_foe,
                self._session,
            ),
        )

    def operate(self) -> None:
        """One thing at random, and now and then a secret."""
        if self.dice.random() < 0.5:
            with suppress(RuleError):
                self.dice.choice(self._plans)()
                self._follow()
        super().operate()
        self._follow()

    def leaks(self) -> list[str]:
        """Where players are shown what they must not be, of all that there is for them and of every byte that
        is sent to them; and how many texts there are, how many of them sent.
        """
        found = []
        secret = {word for word, is_open in self.words.items() if not is_open()}
        own = {word for word, is_open in self.own.items() if not is_open()}
        has_big = not self.foes & self.ours
        self.outputs = 0
        wired = on_the_wire(self.campaign, SharingWay(looks=self.dice.random() < 0.8))
        self.wired = len(wired)
        for about, text in (*public_outputs(self.campaign), *wired):
            self.outputs += 1
            folded = text.casefold()
            found += [f"{about}: {word}" for word in secret if word in folded]
            if not _is_of_one(about):
                found += [f"{about}: {word}" for word in own if word in folded]
            found += [f"{about}: the number {number}" for number in numbers(text) if has_big]
        return found

    # What is planted

    def _word(self, is_open: Callable[[], bool] = lambda: False) -> str:
        word = f"zq{len(self.words)}{''.join(self.dice.choices('bcdfghjklmnpqrstvwxz', k=6))}"
        self.words[word] = is_open
        return word

    def _do(self, id: str, **texts: str) -> Entry:
        """Carry it out with inputs as they are typed."""
        procedure = self.campaign.rules.procedure(id)
        given = read_procedure_inputs(procedure, texts, self.campaign.table)
        return self._performed(id, given)

    def _performed(self, id: str, given: Mapping[str, Value]) -> Entry:
        procedure = self.campaign.rules.procedure(id)
        entry = self.campaign.perform(procedure, given, ReplayAnswers(random.Random(self.dice.random())))
        self.states.append(self.digest())
        return entry

    def _in_entries(self) -> str:
        """A word that is told in the open, where an entry that stands tells it so."""
        word = ""

        def is_open() -> bool:
            return any(
                word in str(value).casefold()
                for place in StandingEntries(self.campaign).places()
                for fact in place.told
                if not fact.secret
                for value in fact.values.values()
            ) or any(
                word in each.name.casefold()
                and each.sight != TableClockSight.SECRET  # as somebody amended it
                for each in self.campaign.table.clocks
            )

        word = self._word(is_open)
        return word

    def _of_foe(self, key: int) -> str:
        """A word for the GM as long as it is on no sheet of the party."""
        word = self._word(lambda: key in self.ours or word in self.ours_hold)
        return word

    def _for_gm(self) -> str:
        return self.dice.choice(FOR_GM).format(self._word())

    def _remark(self) -> None:
        if everybody := self.campaign.table.in_play():
            who = self.dice.choice(everybody)
            self._do("campaign.remark", who=f"#{who.key}", text=self._in_entries())

    def note_for_gm(self) -> None:
        self._do("campaign.note", text=self._for_gm())

    def _note_made_secret(self) -> None:
        entry = self._do("campaign.note", text=self._in_entries())
        self.campaign.amend(self.campaign.amending(entry.number).in_secret(True))
        self.states.append(self.digest())

    def _note_taken_back(self) -> None:
        self._do("campaign.note", text=self._in_entries())
        self.campaign.undo()
        self.states.append(self.states[-2])

    def _oracle(self) -> None:
        self._do("oracle.ask", question=self._in_entries(), secret="yes")

    def _asked_of_gm(self) -> None:
        """What the oracle is asked at a table with a GM, and not in the open."""
        question = ""

        def is_open() -> bool:
            return are_answers_open(self.campaign.table) or any(
                question in str(place.entry.given.get("question", "")).casefold()
                and bool(place.entry.given.get("open"))
                for place in StandingEntries(self.campaign).places()
            )

        question = self._word(is_open)
        self._do("oracle.ask", question=question)

    def _noted_by_player(self) -> None:
        """What a player notes on a sheet, on a screen of their own."""
        parts = [each for each in self.campaign.rules.own_parts if each in ("items", "notes")]
        if ours := self.campaign.table.in_play(*OURS):
            who, part, word = self.dice.choice(ours), self.dice.choice(parts), self._own_word()
            cell = f"{part}.new={word}" if part == "items" else f"{part}={word}"
            procedure = self.campaign.rules.procedure("campaign.edit")
            given: dict[str, Value] = {"who": who.key, "cells": (cell,)}
            answer = ReplayAnswers(random.Random(1))
            performed = play_to_end(procedure.perform(self.campaign.table, given), answer)
            self.campaign.record(procedure, given, performed, by=who.name)
            self.states.append(self.digest())

    def _own_word(self) -> str:
        word = f"zp{len(self.own)}{''.join(self.dice.choices('bcdfghjklmnpqrstvwxz', k=6))}"

        def is_open() -> bool:
            entries = (self.campaign.entry(number) for number in range(1, self.campaign.length + 1))
            by_gm = (each for each in entries if each.by == "gm")
            return any(word in f"{each.given} {each.facts}".casefold() for each in by_gm)

        self.own[word] = is_open
        return word

    def _dice(self) -> None:
        self._performed("dice.throw", {"dice": f"d6+{self.dice.randint(BIG, 9_000)}", "secret": True})

    def _plant_clock(self) -> None:
        sight = self.dice.choice([*TableClockSight])
        name = self._in_entries() if sight == TableClockSight.SECRET else f"Clock {self.campaign.length}"
        milestones = f"2 {self._in_entries()}; 6 {self._in_entries()}"
        self._do("campaign.add-clock", name=name, steps="6", milestones=milestones, sight=str(sight))

    def _foe(self) -> None:
        """Somebody whom nobody has met, with words and numbers of their own."""
        key = self.campaign.table.next_key
        if key > 30:
            return
        kind = self.dice.choice([Kind.ENEMY, Kind.ENEMY, Kind.NPC])
        name = self._word(lambda: key in self.met | self.ours)
        self._do("campaign.add-character", name=name, kind=str(kind))
        self.foes.add(key)
        for _ in range(6):
            self._write(key, lambda: self._of_foe(key), TOLD_OF_FOES)

    def _cell_of_foe(self) -> None:
        if keys := [*self.foes & {*self.campaign.table.characters}]:
            key = self.dice.choice(keys)
            self._write(key, lambda: self._of_foe(key), TOLD_OF_FOES)

    def _cell_of_ours(self) -> None:
        """Something that the GM keeps to themselves on a sheet of the party."""
        if ours := self.campaign.table.in_play(*OURS):
            self._write(self.dice.choice(ours).key, self._for_gm, (), numbers=False)

    def _write(self, key: int, word: Callable[[], str], but: Sequence[str], *, numbers: bool = True) -> None:
        who = self.campaign.table[key]
        cells = [each for each in all_cells(who.sheet, who.kind) if each.path.split(".")[0] not in but]
        for cell in self.dice.sample(cells, len(cells)):
            text = _filling(cell, word, self.dice, numbers=numbers)
            with suppress(RuleError):
                if text:
                    self._performed("campaign.edit", {"who": key, "cells": (f"{cell.path}={text}",)})
                    return

    def _condition_of_foe(self) -> None:
        if keys := [each.key for each in self.campaign.table.in_play() if each.kind not in OURS]:
            key = self.dice.choice(keys)
            self._do("campaign.condition", who=f"#{key}", condition=self._of_foe(key))

    def _condition_of_ours(self) -> None:
        if ours := self.campaign.table.in_play(*OURS):
            self._do(
                "campaign.condition", who=f"#{self.dice.choice(ours).key}", condition=f"{self._word()} #gm"
            )

    def _beside(self) -> None:
        self.campaign.keep_draft(self._word())
        self.campaign.keep_line(self._word())

    def _retired(self) -> None:
        if keys := [*self.foes & {each.key for each in self.campaign.table.in_play()}]:
            self._do("campaign.retire", who=f"#{self.dice.choice(keys)}")

    # What makes an evening of it

    def _fight(self) -> None:
        """A fight with some of those who are there."""
        table = self.campaign.table
        if table.order is None:
            keys = [each.key for each in table.in_play()]
            some = self.dice.sample(keys, min(len(keys), 4))
            self._performed("turn.begin-list", {"who": tuple(some)})

    def _hurt_foe(self) -> None:
        hurt = next(each for each in self.campaign.rules.procedures if each.role == "hurt")
        if keys := [*self.foes & {each.key for each in self.campaign.table.in_play()}]:
            self.try_to(hurt, {"who": (self.dice.choice(keys),)})

    def _session(self) -> None:
        is_on = self.campaign.table.session_is_on
        self._do("campaign.end-session" if is_on else "campaign.begin-session")

    def _follow(self) -> None:
        """Who has come to be known."""
        table = self.campaign.table
        self.ours |= {each.key for each in table.characters.values() if each.kind in OURS}
        self.met |= {*table.order.members} if table.order else set()
        held = str([each for each in table.characters.values() if each.kind in OURS])
        self.ours_hold |= {word for word in self.words if word in held}
        for number in range(self._seen + 1, self.campaign.length + 1):
            entry = self.campaign.entry(number)
            if entry.given.get("who") in self.ours:  # an amendment may turn it to one of the party
                self.ours_hold |= {word for word in self.words if word in str(entry.given)}
            procedure = procedure_of_entry(entry, self.campaign.rules)
            if procedure is not None and procedure.group in (Group.ROLL, Group.FIGHT):
                self.met |= {*people_met_in_inputs(procedure, entry.given)}
        self._seen = self.campaign.length


def _is_of_one(about: str) -> bool:
    """Whether only one of the players is shown it."""
    is_sent = about.startswith(("GET", "POST", "the form"))
    return not about.endswith("of a stranger") if is_sent else about.startswith(OF_ONE)


def numbers(text: str) -> list[str]:
    """The high numbers in a text, but those of dates, marks and checksums."""
    return [each for each in _NUMBER.findall(_MARKS.sub("", text)) if int(each) >= BIG]


def _filling(cell: Cell, word: Callable[[], str], dice: random.Random, *, numbers: bool) -> str:
    """What can be typed into a cell with a secret in it; empty when nothing can."""
    match cell.kind:
        case CellKind.NUMBER:
            return str(dice.randint(BIG, cell.highest)) if numbers and cell.highest > BIG else ""
        case CellKind.YES_NO | CellKind.CHOICE:
            return ""
        case CellKind.SKILL | CellKind.TRAIT:
            return f"{word()} 3" if cell.path.endswith(".new") else ""
    return word() if cell.path.endswith(".new") or "." not in cell.path else ""
