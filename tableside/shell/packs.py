"""`tableside packs`: own kinds listed, checked, saved from a campaign, and added from other tools."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from tableside.campaign import table_files
from tableside.campaign.campaign import Campaign
from tableside.campaign.foreign import packs_from_records
from tableside.campaign.foreign.files import PACKS, RecordPlace, foreign_files_of
from tableside.campaign.foreign.packs_from_records import (
    KindsFromRecords,
    MadeOfRecord,
    TablesFromRecords,
    packs_from_kinds,
)
from tableside.campaign.library import Library
from tableside.campaign.pack_files import (
    FOLDER,
    MOST_BYTES,
    PackFile,
    book_of_pack_files,
    pack_book_of,
    pack_files_in,
)
from tableside.campaign.plain_files import (
    PRIVATE,
    SHARED,
    check_plain_folder,
    make_plain_folder,
    write_new_plain_file,
)
from tableside.campaign.untrusted_files import UntrustedFileFault
from tableside.campaign.user_files import user_path
from tableside.errors import Message, RuleError, StoreError
from tableside.frozen import frozen
from tableside.games import game_ids, id_of_game, load_game
from tableside.rules.campaign_kinds import campaign_kind, campaign_kind_names, campaign_kinds_kept
from tableside.rules.pack_kinds import pack_kind_sections
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import TableOwnKind
from tableside.rules.typed import typed_id
from tableside.shell.arguments import library_of_arguments, paths_of_arguments
from tableside.shell.bring import BringOutcome, BringReport, bring_outcome_of_record, brought_records
from tableside.shell.output import json_output, print_faults_output
from tableside.wording import sentence

Options = argparse.Namespace
MOST_TAKEN = 20_000
"""The most kinds taken from a path."""
LONGEST_STEM = 60
"""The most letters of a file's name."""
LONGEST_TOML_LINE = 1_000
"""The most letters of a value on one line of a pack."""
TOML_LINE = 100
MOST_DOTS = 6
"""The most dots on a line, which a reader of packs counts as parts of a name where they are not quoted."""
NEWLINE = "\n"
_ON = "\\"
_NOT_FIRST = {" ": "\\u0020", "[": "\\u005b"}
"""Characters that may not begin a continued line, with their escapes."""
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def run_packs_command(options: Options) -> int:
    """List packs, check their files, save a campaign's kinds, or add kinds from other tools."""
    library = library_of_arguments(options)
    match options.act:
        case "list":
            return _list(options, library)
        case "save":
            return _save(options, library)
        case "add":
            return _add_to_packs(options, library)
    return _check(options, library)


def _list(options: Options, library: Library) -> int:
    kinds = [*_kinds(options, library)]
    if options.json:
        print(json_output(kinds))
        return 0
    if not kinds:
        print(sentence("printed", "no-kinds", folder=str(library.shared.packs)))
    width = max((len(f"{each.section}.{each.id}") for each in kinds), default=0)
    for each in kinds:
        print(f"{f'{each.section}.{each.id}':{width}}  {each.name}  {'; '.join(each.cells)}".rstrip())
    return 0


def _kinds(options: Options, library: Library) -> Iterable[TableOwnKind]:
    """Yield the kinds of a campaign, or of the shared packs for a game; those with a fault are skipped."""
    if options.where:
        with closing(_opened(options, library)) as campaign:
            rules = campaign.rules
            for section in pack_kind_sections(rules):
                names = campaign_kind_names(rules, campaign.table, section)
                yield from _sound(partial(campaign_kind, rules, campaign.table, section), names)
        return
    for game in _games(options):
        packs_here = book_of_pack_files(_shared(library), game)
        for section in pack_kind_sections(game):
            yield from _sound(partial(packs_here.kind, section), packs_here.names(section))


def _shared(library: Library) -> tuple[Path, ...]:
    """Return the folder of shared packs, if there is one."""
    return () if library.shared.packs is None else (library.shared.packs,)


def _sound(kind: Callable[[str], TableOwnKind], ids: Iterable[str]) -> Iterator[TableOwnKind]:
    """Yield the usable kinds, and print why the others are not."""
    for id in ids:
        try:
            yield kind(id)
        except RuleError as error:
            print(error, file=sys.stderr)


def _games(options: Options) -> tuple[Ruleset, ...]:
    """Return the game named, or all."""
    return tuple(map(load_game, (options.rules,) if options.rules else game_ids()))


def _opened(options: Options, library: Library) -> Campaign:
    if len(options.where) > 1:
        raise RuleError("shell.one-too-many", text=options.where[1])
    return library.open(library.find(options.where[0]), read_only=True)


def _save(options: Options, library: Library) -> int:
    """Print what a campaign has kept or put down, as a pack."""
    if not options.where:
        raise RuleError("shell.packs-whose")
    with closing(_opened(options, library)) as campaign:
        kept = campaign_kinds_kept(campaign.table).values()
        print(pack_as_toml(kept, campaign.ruleset.id), end="")
    return 0


def _check(options: Options, library: Library) -> int:
    """Print each fault, and exit with 2 if there are any."""
    shared = _shared(library)
    files = pack_files_in(paths_of_arguments(options.where, library, FOLDER, shared) or shared)
    faults = [fault for file in files for fault in _faults(file, options)]
    counts = {"kinds": sum(len(each.places) for each in files), "files": len(files)}
    sound = sentence("printed", "sound-packs", count=counts["kinds"], files=counts["files"])
    return print_faults_output(options, faults, counts, sound)


def _faults(file: PackFile, options: Options) -> tuple[UntrustedFileFault, ...]:
    """Return the faults of a file on the sheets of its game; if it names none, of the game it fits best."""
    games = _games(options) if file.game not in game_ids() else (load_game(file.game),)
    return min((tuple(pack_book_of((file,), game).every_fault()) for game in games), key=len)


def _add_to_packs(options: Options, library: Library) -> int:
    """Put the contents of these files into packs and tables, of a campaign or in the shared folders."""
    if not options.where:
        raise RuleError("shell.packs-what")
    target = _target(options, library)
    report = BringReport(options)
    written: list[Path] = []
    for path in map(user_path, options.where):
        coming = _ComingToPacks(target)
        for became in _outcomes(path, coming):
            report.tell(became)
        if not options.dry_run:
            written += _write_additions(path.stem, coming)
    return report.end(written, dry_run=options.dry_run)


@frozen
class _Target:
    """The folders for kinds and tables, and the games they may be of."""

    packs: Path
    tables: Path
    games: tuple[Ruleset, ...]
    is_ours: bool
    """Whether these are the shared folders; a campaign's may come from anybody."""


class _ComingToPacks:
    """The additions from one path to the existing packs and tables."""

    def __init__(self, target: _Target) -> None:
        self.target = target
        self.kinds = {
            game.id: KindsFromRecords(book_of_pack_files((target.packs,), game)) for game in target.games
        }
        self.tables = TablesFromRecords(table_files.book_of_table_files((target.tables,)).tables)

    @property
    def count(self) -> int:
        return len(self.tables.new) + sum(len(each.new) for each in self.kinds.values())

    def put(self, made: MadeOfRecord, game: Ruleset | None) -> str:
        """Return the name under which this is put; empty: it is not put anywhere."""
        if made.table is not None:
            id = self.tables.put(made.table)
            return f"{packs_from_records.FOLDER}.{id}" if id else ""
        kind = self.kinds[game.id].put(made.kind) if game is not None and made.kind is not None else None
        return "" if kind is None else f"{kind.section}.{kind.id}"


def _target(options: Options, library: Library) -> _Target:
    if options.to is not None:
        with closing(library.open(library.find(options.to), read_only=True)) as campaign:
            folder, game = campaign.folder, campaign.ruleset
        return _Target(folder / FOLDER, folder / packs_from_records.FOLDER, (game,), is_ours=False)
    if library.shared.packs is None or library.shared.tables is None:
        raise RuleError("shell.packs-where")
    named = (id_of_game(options.rules),) if options.rules else game_ids()
    return _Target(library.shared.packs, library.shared.tables, tuple(map(load_game, named)), is_ours=True)


def _outcomes(path: Path, coming: _ComingToPacks) -> Iterator[BringOutcome]:
    """Yield the outcome of each record in a path, foreign or in a pack of our own."""
    for made, game in brought_records(path, coming.target.games):
        if coming.count >= MOST_TAKEN:
            yield BringOutcome(
                "left", made.place, made.name, why=Message("foreign.too-many", most=MOST_TAKEN)
            )
            return
        yield bring_outcome_of_record(made, coming.put(made, game))
    for file in (each for each in foreign_files_of(path) if each.suffix.casefold() in PACKS):
        yield from _of_pack(file, coming)


def _of_pack(file: Path, coming: _ComingToPacks) -> Iterator[BringOutcome]:
    """Yield the outcomes of a pack of our own: its sound kinds, and the faults of the others."""
    for read in pack_files_in((file,)):
        if read.fault is not None:
            yield BringOutcome("left", RecordPlace(file, read.fault.line), "", why=read.fault.what)
            continue
        game = _game_of(read, coming.target.games)
        if game is None:
            why = Message("foreign.other-game", game=read.game[:60])
            yield BringOutcome("left", RecordPlace(file), "", why=why)
            continue
        kinds = book_of_pack_files((file,), game)
        for section, id in read.places:
            place = RecordPlace(file, read.places[section, id].line)
            try:
                kind = coming.kinds[game.id].put(kinds.kind(section, id))
            except RuleError as error:
                yield BringOutcome("left", place, read.names[section, id], why=error.message)
                continue
            where = "" if kind is None else f"{kind.section}.{kind.id}"
            yield BringOutcome("taken" if where else "there", place, read.names[section, id], where)


def _game_of(read: PackFile, games: tuple[Ruleset, ...]) -> Ruleset | None:
    """Return the game of a pack: the one it names, else the one whose sheets it fits best."""
    fitting = [each for each in games if read.game in ("", each.id)]
    return min(
        fitting,
        key=lambda game: sum(1 for _ in book_of_pack_files((read.path,), game).every_fault()),
        default=None,
    )


def _write_additions(stem: str, coming: _ComingToPacks) -> Iterator[Path]:
    """Write the additions and yield the files. Raises `RuleError`, `StoreError`."""
    target = coming.target
    several = sum(bool(each.new) for each in coming.kinds.values()) > 1
    for game, placed in coming.kinds.items():
        texts = [pack_as_toml(each, game) for each in packs_from_kinds(placed.new.values())]
        yield from _new_files(target.packs, f"{stem}-{game}" if several else stem, texts, target)
    if coming.tables.new:
        yield from _new_files(target.tables, stem, [tables_as_toml(coming.tables.new)], target)


def _new_files(folder: Path, stem: str, texts: list[str], target: _Target) -> Iterator[Path]:
    """Write files under unused names."""
    if not texts:
        return
    try:
        make_plain_folder(folder)
        if not target.is_ours:
            check_plain_folder(folder)
            _check_room(folder, sum(map(len, texts)))
        taken = {each.name.casefold() for each in folder.iterdir()}
        start = typed_id(stem)[:LONGEST_STEM].strip("-") or FOLDER
        free = (f"{start}-{number}.toml" if number > 1 else f"{start}.toml" for number in count(1))
        for text in texts:
            path = folder / next(name for name in free if name not in taken)
            write_new_plain_file(path, [text.encode()], SHARED if target.is_ours else PRIVATE)
            yield path
    except OSError as error:
        raise StoreError("files.not-written", path=str(folder), why=error.strerror or error) from None


def _check_room(folder: Path, more: int) -> None:
    """Raise `RuleError` where a campaign's packs would become larger than the limit for reading."""
    size = sum(each.stat().st_size for each in folder.glob("*.toml"))
    if size + more > MOST_BYTES:
        raise RuleError("foreign.no-room", size=size + more, most=MOST_BYTES)


# The text of packs and random tables


def pack_as_toml(kinds: Iterable[TableOwnKind], game: str) -> str:
    """Return own kinds as the text of a pack."""
    return (
        "\n\n".join((f"game = {_toml_text(game)}", *("\n".join(_toml_kind(each)) for each in kinds))) + "\n"
    )


def tables_as_toml(tables: Mapping[str, Mapping[str, Any]]) -> str:  # Any: TOML values
    """Return random tables, by id, as the text of a file."""
    return "\n\n".join("\n".join(_toml_table(id, written)) for id, written in tables.items()) + "\n"


def _toml_table(id: str, written: Mapping[str, Any]) -> Iterator[str]:
    yield f"[{_toml_key(id)}]"
    about = ((key, value) for key, value in written.items() if key != "rows")
    yield from (f"{key} = {'true' if value is True else _toml_text(str(value))}" for key, value in about)
    rows = written["rows"]
    if isinstance(rows, Mapping):
        yield f"\n[{_toml_key(id)}.rows]"
        yield from (f"{place} = {_toml_text(text)}" for place, text in rows.items())
        return
    yield "rows = ["
    for each in rows:
        weighed = isinstance(each, Mapping)
        text = _toml_text(each["text"] if weighed else each)
        yield f"  {{ weight = {each['weight']}, text = {text} }}," if weighed else f"  {text},"
    yield "]"


def _toml_kind(kind: TableOwnKind) -> Iterator[str]:
    yield f"[{kind.section}.{_toml_key(kind.id)}]"
    yield f"name = {_toml_text(kind.name)}"
    lists: dict[str, list[str]] = {}
    for path, text in kind.values:
        if path.endswith(".new"):
            lists.setdefault(path, []).append(_toml_text(text))
    for path, text in dict(kind.values).items():
        value = _toml_list(lists[path]) if path in lists else _toml_value(text)
        yield f"{_toml_key(path.removesuffix('.new'))} = {value}"
    if kind.text:
        yield f"text = {_toml_text(kind.text)}"


def _toml_key(key: str) -> str:
    letters = key.replace("-", "").replace("_", "")
    return key if letters.isascii() and letters.isalnum() else _toml_text(key)


def _toml_value(text: str) -> str:
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and str(int(text)) == text
    return text if is_number else _toml_text(text)


def _toml_list(texts: list[str]) -> str:
    """Return a TOML list, on one line if it is short."""
    line = ", ".join(texts)
    return f"[{line}]" if len(line) <= LONGEST_TOML_LINE else f"[\n  {f',{NEWLINE}  '.join(texts)},\n]"


def _toml_text(text: str) -> str:
    """Return a TOML string, on one line or, if long, continued behind backslashes."""
    signs = [_ESCAPED.get(sign, sign) for sign in text]
    if len(signs) <= LONGEST_TOML_LINE:
        return f'"{"".join(signs)}"'
    lines: list[str] = []
    start = 0
    for place, sign in enumerate(signs):
        is_full = not lines or place - start >= TOML_LINE or lines[-1].count(".") >= MOST_DOTS
        if is_full and (not lines or sign not in _NOT_FIRST or place - start >= 2 * TOML_LINE):
            lines, start = [*lines, _NOT_FIRST.get(sign, sign)], place
        else:
            lines[-1] += sign
    return f'"""\\\n{f"{_ON}{NEWLINE}".join(lines)}"""'
