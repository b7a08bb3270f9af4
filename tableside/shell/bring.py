"""`tableside bring`: characters from other tools brought into a campaign, with a report on each record."""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.foreign import packs_from_records
from tableside.campaign.foreign.files import PACKS, ForeignFiles, RecordPlace, Unread, foreign_files_of
from tableside.campaign.foreign.packs_from_records import FOLDER, MadeOfRecord
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.user_files import user_path
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.games import game_ids
from tableside.rules.inputs import Value
from tableside.rules.pack_kinds import CREATURES, SIDE
from tableside.rules.play import play_to_end
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Kind, Table
from tableside.shell.arguments import on_campaign_of_arguments
from tableside.shell.grammar import BAD_INPUT
from tableside.shell.output import json_output
from tableside.text import clean_text
from tableside.wording import sentence

Options = argparse.Namespace
ADD: str = "campaign.add-character"
MOST_BROUGHT = 500
"""The most characters brought in at once."""
MOST_NOTES = 8
"""The most notes of a record that are named."""
SIDES = {"pc": Kind.PC, "npc": Kind.NPC, "foe": Kind.ENEMY, "henchman": Kind.HENCHMAN}


@frozen
class BringOutcome:
    """What became of a record, for the report."""

    verdict: str
    """`taken`, `taken-in-part`, `there` or `left`."""
    place: RecordPlace
    name: str
    where: str = ""
    """The kind made of it, or the character."""
    notes: tuple[str, ...] = ()
    why: Message | None = None

    @property
    def text(self) -> str:
        where = f"{self.place.file.name}{f':{self.place.line}' if self.place.line else ''}"
        if self.place.record:
            where = sentence("printed", "record", file=where, number=self.place.record)
        heads = [*dict.fromkeys(each.partition(":")[0][:40] for each in self.notes)]
        notes = (*heads[:MOST_NOTES], *(["…"] if len(heads) > MOST_NOTES else []))
        return sentence(
            "printed",
            self.verdict if self.name or self.verdict != "left" else "left-whole",
            place=clean_text(where),
            name=self.name,
            where=self.where,
            notes=", ".join(notes),
            why="" if self.why is None else self.why,
        )


def bring_outcome_of_record(made: MadeOfRecord, where: str) -> BringOutcome:
    """Return the outcome of a record that was taken; an empty `where` means that it was there already."""
    if made.why is not None:
        return BringOutcome("left", made.place, made.name, why=made.why)
    verdict = "there" if not where else "taken-in-part" if made.notes else "taken"
    return BringOutcome(verdict, made.place, made.name, where, made.notes)


class BringReport:
    """Reports each record at once, or all as one document, and counts them."""

    def __init__(self, options: Options) -> None:
        self._json: bool = options.json
        self._said: list[dict[str, object]] = []
        self.counts = dict.fromkeys(("taken", "taken-in-part", "there", "left"), 0)

    def tell(self, became: BringOutcome) -> None:
        self.counts[became.verdict] += 1
        if self._json:
            self._said.append(_document(became))
        else:
            print(became.text, file=sys.stderr if became.verdict == "left" else sys.stdout)

    def end(self, written: Iterable[Path], *, dry_run: bool) -> int:
        """Print the totals. Returns the exit status: 0, or that of bad input when something was left."""
        files = [*map(str, written)]
        if self._json:
            print(json_output({"records": self._said, "written": files, "dry-run": dry_run}))
        else:
            counts = {key.replace("-", "_"): count for key, count in self.counts.items()}
            counts["taken"] += counts["taken_in_part"]
            print(sentence("printed", "brought", **counts))
            for each in files:
                print(sentence("printed", "written-to", path=each))
            if dry_run:
                print(sentence("printed", "only-looked"))
        return BAD_INPUT if self.counts["left"] else 0


def _document(became: BringOutcome) -> dict[str, object]:
    return {
        "file": str(became.place.file),
        "line": became.place.line,
        "record": became.place.record,
        "name": became.name,
        "verdict": became.verdict,
        "as": became.where,
        "notes": [*became.notes],
        "why": "" if became.why is None else str(became.why),
    }


def brought_records(path: Path, games: tuple[Ruleset, ...]) -> Iterator[tuple[MadeOfRecord, Ruleset | None]]:
    """Yield all records in a file or a folder, each with the game that knows it; packs of our own are
    skipped.

    Raises `RuleError` for a path that does not exist.
    """
    if not path.exists():
        raise RuleError("shell.no-path", path=str(path))
    files = ForeignFiles(path if path.is_dir() else path.parent)
    is_empty = True
    for file in foreign_files_of(path):
        is_pack = file.suffix.casefold() in PACKS
        is_empty = is_empty and not is_pack
        if is_pack:
            continue
        for each in files.records(file):
            is_empty = False
            if isinstance(each, Unread):
                yield MadeOfRecord(each.place, "", why=each.why), None
            elif each.is_row and len(games) > 1:
                yield (
                    MadeOfRecord(RecordPlace(file), "", why=Message("foreign.which-game", known=game_ids())),
                    None,
                )
                break
            else:
                made = ((packs_from_records.pack_made_of(each, game), game) for game in games)
                known = next(((one, game) for one, game in made if one is not None), None)
                yield known or (packs_from_records.pack_made_of_unknown_record(each), None)
    if is_empty:
        yield MadeOfRecord(RecordPlace(path), "", why=Message("foreign.nothing")), None


@on_campaign_of_arguments
def run_bring_command(campaign: Campaign, options: Options) -> int:
    """Bring in the characters in these files, an entry each."""
    report = BringReport(options)
    table, count = campaign.table, 0
    for made, _ in brought_records(user_path(options.path), (campaign.ruleset,)):
        is_alone = made.kind is None or _side(made, options) == Kind.PC  # the party comes one by one
        for _ in range(1 if is_alone else made.count):
            if count >= MOST_BROUGHT and made.kind is not None:
                report.tell(
                    BringOutcome("left", made.place, "", why=Message("foreign.too-many", most=MOST_BROUGHT))
                )
                return report.end((), dry_run=options.dry_run)
            became, after = _bring_record(made, campaign, table, options)
            count += after is not table
            table = after
            report.tell(became)
    return report.end((), dry_run=options.dry_run)


def _side(made: MadeOfRecord, options: Options) -> Kind:
    if options.side is not None:
        return SIDES[options.side]
    return Kind(made.side) if made.side else Kind.PC


def _bring_record(
    made: MadeOfRecord, campaign: Campaign, table: Table, options: Options
) -> tuple[BringOutcome, Table]:
    """Return the outcome of a record, and the table after it."""
    if made.table is None and made.kind is None:
        return bring_outcome_of_record(made, ""), table
    if made.kind is None or made.kind.section not in CREATURES:
        why = Message("foreign.no-person", section=made.kind.section if made.kind else FOLDER)
        return BringOutcome("left", made.place, made.name, why=why), table
    side = _side(made, options)
    procedure = campaign.rules.procedure(ADD)
    cells = tuple(each for each in made.kind.cells if not each.startswith(f"{SIDE}="))
    cells = _with_text(cells, made.kind.text)
    given: dict[str, Value] = {"name": made.kind.name, "kind": str(side), "cells": cells}
    try:
        performed = play_to_end(procedure.perform(table, given), ReplayAnswers(random.Random(0)))
    except RuleError as error:
        return BringOutcome("left", made.place, made.name, why=error.message), table
    after = performed.result.table or table
    who = after[max(after.characters)]
    if any(each.name == made.kind.name and each.sheet == who.sheet for each in table.in_play(side)) and (
        made.count == 1
    ):
        return bring_outcome_of_record(made, ""), table
    if not options.dry_run:
        campaign.record(procedure, given, performed)
        after = campaign.table
    return bring_outcome_of_record(made, who.name), after


def _with_text(cells: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return the cells with the description before the notes."""
    if not text:
        return cells
    head = f"{packs_from_records.NOTES}="
    notes = [each.removeprefix(head) for each in cells if each.startswith(head)]
    rest = tuple(each for each in cells if not each.startswith(head))
    return (*rest, head + "\n".join((text, *notes))[: packs_from_records.LONGEST_CELL])
