"""`tableside packs add` and `tableside bring`: what comes from other tools, and what became of each."""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.foreign import packs_made, records
from tableside.campaign.foreign.files import PACKS, Files, Place, Unread, files_of
from tableside.campaign.foreign.records import Made
from tableside.campaign.library import Library
from tableside.campaign.pack_files import FOLDER, MOST_BYTES, PackFile, book, files_in
from tableside.campaign.replay import Answers
from tableside.campaign.safe_files import PRIVATE, SHARED, check_folder, make_folder, write_new_file
from tableside.campaign.settings import named_path
from tableside.errors import Message, RuleError, StoreError
from tableside.frozen import frozen
from tableside.rules.inputs import Value
from tableside.rules.kinds import CREATURES, SIDE
from tableside.rules.play import perform
from tableside.rules.ruleset import Ruleset, ruleset, ruleset_ids
from tableside.rules.table import Kind, OwnKind, Table
from tableside.rules.typed import one_of, slug
from tableside.shell.grammar import BAD_INPUT
from tableside.shell.json_output import encoded_json
from tableside.text import clean
from tableside.views.packs import as_pack
from tableside.wording.results import sentence

Options = argparse.Namespace
ADD: str = "campaign.add-character"
MOST_BROUGHT = 500
"""People who are brought in at once."""
MOST_TAKEN = 20_000
"""Kinds that are taken in of a path."""
MOST_NOTES = 8
"""Notes of a record that are named."""
LONGEST_STEM = 60
"""Letters of a pack's file name."""
SIDES = {"pc": Kind.PC, "npc": Kind.NPC, "foe": Kind.ENEMY, "henchman": Kind.HENCHMAN}


@frozen
class Became:
    """What became of a record, as it is told."""

    verdict: str
    """`taken`, `taken-in-part`, `there` or `left`."""
    place: Place
    name: str
    where: str = ""
    """The kind that was made of it, or who came."""
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
            place=clean(where),
            name=self.name,
            where=self.where,
            notes=", ".join(notes),
            why="" if self.why is None else self.why,
        )


def _became(made: Made, where: str) -> Became:
    """As it is told of a record that was taken: with `where` empty it is there already."""
    if made.why is not None:
        return Became("left", made.place, made.name, why=made.why)
    verdict = "there" if not where else "taken-in-part" if made.notes else "taken"
    return Became(verdict, made.place, made.name, where, made.notes)


class _Report:
    """Tells of each record at once, or of all as one document; counts them."""

    def __init__(self, options: Options) -> None:
        self._json: bool = options.json
        self._said: list[dict[str, object]] = []
        self.counts = dict.fromkeys(("taken", "taken-in-part", "there", "left"), 0)

    def tell(self, became: Became) -> None:
        self.counts[became.verdict] += 1
        if self._json:
            self._said.append(_document(became))
        else:
            print(became.text, file=sys.stderr if became.verdict == "left" else sys.stdout)

    def end(self, written: Iterable[Path], *, dry_run: bool) -> int:
        """The sum of it; the exit status: 0, or that of bad input where something was left."""
        files = [*map(str, written)]
        if self._json:
            print(encoded_json({"records": self._said, "written": files, "dry-run": dry_run}))
        else:
            told = {key.replace("-", "_"): count for key, count in self.counts.items()}
            told["taken"] += told["taken_in_part"]
            print(sentence("printed", "brought", **told))
            for each in files:
                print(sentence("printed", "written-to", path=each))
            if dry_run:
                print(sentence("printed", "only-looked"))
        return BAD_INPUT if self.counts["left"] else 0


def _document(became: Became) -> dict[str, object]:
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


def _read(path: Path, games: tuple[Ruleset, ...]) -> Iterator[tuple[Made, Ruleset | None]]:
    """All records of a file or a folder, each with the game that knows it; packs of our own are no records.

    Raises `RuleError` for a path that is not there.
    """
    if not path.exists():
        raise RuleError("shell.no-path", path=str(path))
    files = Files(path if path.is_dir() else path.parent)
    is_empty = True
    for file in files_of(path):
        is_pack = file.suffix.casefold() in PACKS
        is_empty = is_empty and not is_pack
        if is_pack:
            continue
        for each in files.records(file):
            is_empty = False
            if isinstance(each, Unread):
                yield Made(each.place, "", why=each.why), None
            elif each.is_row and len(games) > 1:
                yield Made(Place(file), "", why=Message("foreign.which-game", known=ruleset_ids())), None
                break
            else:
                made = ((records.made_of(each, game), game) for game in games)
                unknown = Made(
                    each.place, str(each.values.get("name", ""))[:60], why=Message("foreign.unknown")
                )
                known = next(((one, game) for one, game in made if one is not None), None)
                yield known or (unknown, None)
    if is_empty:
        yield Made(Place(path), "", why=Message("foreign.nothing")), None


# Into packs


def add_to_packs(options: Options, library: Library) -> int:
    """Put what these files hold into packs, of a campaign or of the shared folder."""
    if not options.where:
        raise RuleError("shell.packs-what")
    folder, games = _target(options, library)
    report = _Report(options)
    written: list[Path] = []
    for path in map(named_path, options.where):
        into = {game.id: packs_made.Placed(book((folder,), game)) for game in games}
        for became in _placed(path, games, into):
            report.tell(became)
        for game in games:
            kinds = [*into[game.id].new.values()]
            many = sum(bool(each.new) for each in into.values()) > 1
            stem = f"{path.stem}-{game.id}" if many else path.stem
            written += _write(kinds, game, folder, stem, options)
    return report.end(written, dry_run=options.dry_run)


def _target(options: Options, library: Library) -> tuple[Path, tuple[Ruleset, ...]]:
    """The folder of the packs, and the games that records may be of."""
    if options.to is not None:
        campaign = library.open(library.find(options.to), read_only=True)
        folder, game = campaign.folder / FOLDER, campaign.ruleset
        campaign.close()
        return folder, (game,)
    if library.shared_packs is None:
        raise RuleError("shell.packs-where")
    named = (one_of(options.rules, ruleset_ids()),) if options.rules else ruleset_ids()
    return library.shared_packs, tuple(map(ruleset, named))


def _placed(path: Path, games: tuple[Ruleset, ...], into: dict[str, packs_made.Placed]) -> Iterator[Became]:
    """What becomes of each record of a path, foreign or a pack of our own."""
    for made, game in _read(path, games):
        if sum(len(each.new) for each in into.values()) >= MOST_TAKEN:
            yield Became("left", made.place, made.name, why=Message("foreign.too-many", most=MOST_TAKEN))
            return
        kind = into[game.id].put(made.kind) if game is not None and made.kind is not None else None
        yield _became(made, "" if kind is None else f"{kind.section}.{kind.id}")
    packs = (each for each in files_of(path) if each.suffix.casefold() in PACKS)
    for file in packs:
        yield from _of_pack(file, games, into)


def _of_pack(file: Path, games: tuple[Ruleset, ...], into: dict[str, packs_made.Placed]) -> Iterator[Became]:
    """The sound kinds of a pack of our own, and what is wrong with the others."""
    for read in files_in((file,)):
        if read.fault is not None:
            yield Became("left", Place(file, read.fault.line), "", why=read.fault.what)
            continue
        game = _game_of(read, games)
        if game is None:
            why = Message("foreign.other-game", game=read.game[:60])
            yield Became("left", Place(file), "", why=why)
            continue
        kinds = book((file,), game)
        for section, id in read.places:
            place = Place(file, read.places[section, id].line)
            try:
                kind = into[game.id].put(kinds.kind(section, id))
            except RuleError as error:
                yield Became("left", place, read.names[section, id], why=error.message)
                continue
            where = "" if kind is None else f"{kind.section}.{kind.id}"
            yield Became("taken" if where else "there", place, read.names[section, id], where)


def _game_of(read: PackFile, games: tuple[Ruleset, ...]) -> Ruleset | None:
    """The game of a pack: the one it names, else the one whose sheets it fits best."""
    fitting = [each for each in games if read.game in ("", each.id)]
    return min(fitting, key=lambda game: sum(1 for _ in book((read.path,), game).every_fault()), default=None)


def _write(kinds: list[OwnKind], game: Ruleset, folder: Path, stem: str, options: Options) -> list[Path]:
    """Write kinds as packs of names that nothing has yet; where they go. Raises `RuleError`, `StoreError`."""
    written: list[Path] = []
    if options.dry_run or not kinds:
        return written
    texts = [as_pack(each, game.id).encode() for each in packs_made.in_files(kinds)]
    is_ours = options.to is None
    try:
        make_folder(folder)
        if not is_ours:
            check_folder(folder)
            _check_room(folder, sum(map(len, texts)))
        taken = {each.name.casefold() for each in folder.iterdir()}
        start = slug(stem).encode("ascii", "ignore").decode()[:LONGEST_STEM].strip("-") or FOLDER
        free = (f"{start}{f'-{number}' if number > 1 else ''}.toml" for number in range(1, len(taken) + 1000))
        for text in texts:
            path = folder / next(name for name in free if name not in taken)
            write_new_file(path, [text], SHARED if is_ours else PRIVATE)
            written.append(path)
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None
    return written


def _check_room(folder: Path, more: int) -> None:
    """Raises `RuleError` where a campaign's packs would be more than is read of them."""
    there = sum(each.stat().st_size for each in folder.glob("*.toml"))
    if there + more > MOST_BYTES:
        raise RuleError("foreign.no-room", size=there + more, most=MOST_BYTES)


# Into a campaign


def bring(campaign: Campaign, options: Options) -> int:
    """Bring in who these files hold, an entry each."""
    report = _Report(options)
    table, count = campaign.table, 0
    for made, _ in _read(named_path(options.path), (campaign.ruleset,)):
        for each in _each_of(made, options):
            if count >= MOST_BROUGHT and each.kind is not None:
                report.tell(
                    Became("left", made.place, "", why=Message("foreign.too-many", most=MOST_BROUGHT))
                )
                return report.end((), dry_run=options.dry_run)
            became, after = _brought(each, campaign, table, options)
            count += after is not table
            table = after
            report.tell(became)
    return report.end((), dry_run=options.dry_run)


def _each_of(made: Made, options: Options) -> Iterator[Made]:
    """As many of a record as it says; the party comes one by one."""
    many = made.count if made.kind is not None and _side(made, options) != Kind.PC else 1
    for _ in range(many):
        yield made


def _side(made: Made, options: Options) -> Kind:
    if options.side is not None:
        return SIDES[options.side]
    return Kind(made.side) if made.side else Kind.PC


def _brought(made: Made, campaign: Campaign, table: Table, options: Options) -> tuple[Became, Table]:
    """What becomes of a record, and the table after it."""
    if made.kind is None:
        return _became(made, ""), table
    if made.kind.section not in CREATURES:
        why = Message("foreign.no-person", section=made.kind.section)
        return Became("left", made.place, made.name, why=why), table
    side = _side(made, options)
    procedure = campaign.rules.procedure(ADD)
    cells = tuple(each for each in made.kind.cells if not each.startswith(f"{SIDE}="))
    given: dict[str, Value] = {
        "name": made.kind.name,
        "kind": str(side),
        "cells": _with_text(cells, made.kind.text),
    }
    try:
        performed = perform(procedure.perform(table, given), Answers(random.Random(0)))
    except RuleError as error:
        return Became("left", made.place, made.name, why=error.message), table
    after = performed.result.table or table
    who = after[max(after.characters)]
    if any(each.name == made.kind.name and each.sheet == who.sheet for each in table.in_play(side)) and (
        made.count == 1
    ):
        return _became(made, ""), table
    if not options.dry_run:
        campaign.record(procedure, given, performed)
        after = campaign.table
    return _became(made, who.name), after


def _with_text(cells: tuple[str, ...], text: str) -> tuple[str, ...]:
    """The cells with what there is to read before the notes."""
    if not text:
        return cells
    head = f"{records.NOTES}="
    notes = [each.removeprefix(head) for each in cells if each.startswith(head)]
    rest = tuple(each for each in cells if not each.startswith(head))
    return (*rest, head + "\n".join((text, *notes))[: records.LONGEST_CELL])
