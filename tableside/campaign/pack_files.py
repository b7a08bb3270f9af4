"""Packs: files of own kinds, a campaign's own before the shared ones, and the faults in them.

A file names its `game` at its top, or serves any game. A kind stands under a header of its section and id,
`[foes.goblin-shaman]`. Only the headers of a file are read until one of its kinds is wanted, so a pack of ten
thousand kinds does not slow down a key press.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tableside.campaign.untrusted_files import (
    Stamp,
    UnreadableFile,
    UntrustedFileFault,
    faults_of_too_many_untrusted_files,
    read_untrusted_toml,
    stamps_of_untrusted_files,
    text_of_untrusted_file,
)
from tableside.errors import Message, RuleError
from tableside.frozen import frozen
from tableside.games import BUNDLED, game_ids
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.foe_lines import forms_of_whole_foe_line
from tableside.rules.names import NameIndex
from tableside.rules.pack_kinds import ENCOUNTERS, LIKE, ReadKind, read_pack_kind
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import ComingToTable, Table, TableOwnKind
from tableside.rules.typed import NAME_LENGTH, hint_for_typed
from tableside.text import clean_text

FOLDER: Final = "packs"
LARGEST_FILE: Final = 4_000_000
"""The most bytes of a file."""
MOST_BYTES: Final = 8_000_000
"""The most bytes of all packs in a campaign's folder that are read."""
MOST_KINDS: Final = 10_000
"""The most kinds of a file."""
DEEPEST: Final = 20
"""The longest chain of kinds that are like one another."""
GAME: Final = "game"

Key = tuple[str, str]
"""A section and an id."""
Read = tuple[ReadKind, tuple[UntrustedFileFault, ...]]
"""A kind, and its faults by file and line."""
MOST_NAMED: Final = 50
"""The most kinds listed when an unknown one is named."""


@frozen
class KindPlace:
    """The place of a kind in a file."""

    line: int
    """The line of its header, counted from 1."""
    start: int
    end: int


@frozen
class PackFile:
    """A pack file as it was read."""

    path: Path
    text: str
    game: str
    """The id of its game; empty: any."""
    places: Mapping[Key, KindPlace]
    names: Mapping[Key, str]
    fault: UntrustedFileFault | None = None
    """Why none of it can be used."""

    def fault_at(self, key: Key, what: Message, within: str = "") -> UntrustedFileFault:
        """Return a fault in one of its kinds, or in the value under a name there."""
        place = self.places[key]
        lines = self.text[place.start : place.end].split("\n")
        begins = re.compile(rf"\s*['\"]?{re.escape(within)}['\"]?\s*[=.]")
        offset = next((n for n, line in enumerate(lines) if within and begins.match(line)), 0)
        message = Message("files.at", file=".".join(key)[:80], what=what)
        return UntrustedFileFault(self.path, place.line + offset, message, key[1])

    def written(self, key: Key) -> Any:  # Any: TOML values
        """Return what the file says about one of its kinds. Raises `UnreadableFile` with the line."""
        place = self.places[key]
        try:
            content = read_untrusted_toml(self.text[place.start : place.end])
        except UnreadableFile as error:
            raise UnreadableFile(error.what, place.line + max(0, error.line - 1)) from None
        section = content.get(key[0])
        return section.get(key[1]) if isinstance(section, Mapping) else None


_HEADER = re.compile(
    r"^[ \t]*\[[ \t]*(?P<section>[A-Za-z_-]+)[ \t]*\.[ \t]*"
    r"(?P<quote>['\"]?)(?P<id>[^\]\['\".\n]{1,200}?)(?P=quote)[ \t]*\][ \t]*(?:#[^\n]*)?$",
    re.MULTILINE,
)
_ANY_HEADER = re.compile(r"^[ \t]*\[[^\n]*$", re.MULTILINE)
_NAME = re.compile(
    r"^[ \t]*name[ \t]*=[ \t]*(?P<quote>['\"])(?P<name>[^\n]{1,200}?)(?P=quote)[ \t]*(?:#[^\n]*)?$",
    re.MULTILINE,
)


@lru_cache(maxsize=1_000)
def read_pack_file(path: Path, mtime: int, size: int, is_ours: bool) -> PackFile:
    """Return the kinds of a file by their headers, or why it cannot be read. Cached by `mtime` and `size`."""
    try:
        text = text_of_untrusted_file(path, size, LARGEST_FILE, is_ours=is_ours)
        headers = [*_HEADER.finditer(text)]
        first = _ANY_HEADER.search(text)
        top = read_untrusted_toml(text[: first.start() if first else len(text)])
        strange = next((match for match in _ANY_HEADER.finditer(text) if not _HEADER.match(match[0])), None)
        if strange is not None:
            line = text.count("\n", 0, strange.start()) + 1
            raise UnreadableFile(Message("packs.no-header", header=clean_text(strange[0].strip())[:80]), line)
        if len(headers) > MOST_KINDS:
            raise UnreadableFile(Message("packs.too-many", count=len(headers), most=MOST_KINDS))
        return _pack(path, text, _game(top), headers)
    except UnreadableFile as error:
        return PackFile(path, "", "", {}, {}, UntrustedFileFault(path, error.line, error.what))


def _game(top: Mapping[str, Any]) -> str:
    """Return the game that the top of a file names. Raises `UnreadableFile` for anything else there."""
    strange = next((key for key in top if key != GAME), None)
    if strange is not None:
        raise UnreadableFile(Message("packs.no-key", key=clean_text(strange)[:60]), 1)
    game = top.get(GAME, "")
    if not isinstance(game, str):
        raise UnreadableFile(Message("packs.no-game", game=str(game)[:60]), 1)
    return game


def _pack(path: Path, text: str, game: str, headers: list[re.Match[str]]) -> PackFile:
    places: dict[Key, KindPlace] = {}
    names: dict[Key, str] = {}
    line, counted = 1, 0
    for place, match in enumerate(headers):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        end = headers[place + 1].start() if place + 1 < len(headers) else len(text)
        key = (match["section"], match["id"].strip())
        if key in places:
            raise UnreadableFile(Message("packs.twice", kind=clean_text(".".join(key))[:80]), line)
        places[key] = KindPlace(line, match.start(), end)
        name_match = _NAME.search(text, match.end(), end)
        names[key] = clean_text(name_match["name"]) if name_match else key[1].replace("-", " ").capitalize()
    return PackFile(path, text, game, places, names)


class PackBook:
    """All kinds in some folders for one game; each is read when first wanted."""

    def __init__(
        self, files: Iterable[PackFile], faults: Iterable[UntrustedFileFault], ruleset: Ruleset
    ) -> None:
        self.files = tuple(files)
        self.faults = tuple(faults)
        """Why files cannot be used."""
        self._ruleset = ruleset
        self._rules = replace(campaign_rules(ruleset), packs=lambda: self)
        self._where: dict[Key, PackFile] = {}
        """The file of each kind: the first that has it."""
        for file in self.files:
            for key in file.places:
                self._where.setdefault(key, file)
        self._names: dict[str, NameIndex] = {}
        self._read: dict[Key, Read] = {}
        self._reading_now: list[Key] = []
        """The kinds being read, each of which is like the next."""

    def __len__(self) -> int:
        return len(self._where)

    def names(self, section: str) -> NameIndex:
        """Return the names of the kinds of a section, by id."""
        if section not in self._names:
            here = ((id, file.names[one, id]) for (one, id), file in self._where.items() if one == section)
            self._names[section] = NameIndex(dict(here))
        return self._names[section]

    def kind(self, section: str, id: str) -> TableOwnKind:
        """Return a kind. Raises `RuleError` with file and line where it has a fault."""
        read, faults = self._kind_with_faults((section, id))
        if read.kind is None:
            raise RuleError(faults[0].message)
        return read.kind

    def every_fault(self) -> Iterator[UntrustedFileFault]:
        """Yield all faults, kind by kind."""
        yield from self.faults
        for key in self._where:
            yield from self._kind_with_faults(key)[1]

    def _kind_with_faults(self, key: Key) -> Read:
        """Return a kind with its faults. Raises `RuleError` where there is no such kind."""
        if key not in self._where:
            raise self._unknown(key)
        if key not in self._read:
            self._reading_now.append(key)
            self._read[key] = self._reading(key, self._where[key])
            self._reading_now.pop()
        return self._read[key]

    def _unknown(self, key: Key) -> RuleError:
        known = self.names(key[0]).with_word(key[1][:2]) or [*islice(self.names(key[0]), MOST_NAMED)]
        return RuleError("kinds.unknown", kind=key[1][:60], hint=hint_for_typed(key[1], known, "hint.choose"))

    def _reading(self, key: Key, file: PackFile) -> Read:
        try:
            written = _cleaned(file.written(key))
            base = self._base(key, written)
        except UnreadableFile as error:
            return ReadKind(None), (UntrustedFileFault(file.path, error.line, error.what, key[1]),)
        except RuleError as error:
            return ReadKind(None), (file.fault_at(key, error.message, LIKE),)
        read = read_pack_kind(*key, written, self._rules, base)
        faults = (*read.faults, *(self._misfit_foes(read.kind) if read.kind is not None else ()))
        kind = None if faults else read.kind
        return ReadKind(kind), tuple(file.fault_at(key, what, within) for within, what in faults)

    def _misfit_foes(self, kind: TableOwnKind) -> Iterator[tuple[str, Message]]:
        """Yield the faults of an encounter's foes, such as unknown ones."""
        for path, text in kind.values if kind.section == ENCOUNTERS else ():
            coming = ComingToTable.from_text(text) if path == "coming.new" else None
            line = coming.foes if coming else text if path == "foes.new" else ""
            try:
                if line:
                    forms_of_whole_foe_line(self._rules, Table(), line)
            except RuleError as error:
                yield path.removesuffix(".new"), error.message

    def _base(self, key: Key, written: object) -> TableOwnKind | None:
        """Return the kind that this one is like. Raises `RuleError` where that is unknown, has a fault, or
        leads back here.
        """
        like = written.get(LIKE) if isinstance(written, Mapping) else None
        if like is None:
            return None
        if not isinstance(like, str):
            raise RuleError("kinds.no-text", key=LIKE, most=NAME_LENGTH)
        if (key[0], like) in self._reading_now or len(self._reading_now) > DEEPEST:
            raise RuleError("kinds.round", kind=like, most=DEEPEST)
        read, faults = self._kind_with_faults((key[0], like))
        if read.kind is None:
            raise RuleError("kinds.like-faulty", kind=like, place=faults[0].place)
        return read.kind


def _cleaned(written: Any) -> Any:  # Any: TOML values
    """Return the values without anything that a terminal would obey."""
    match written:
        case str():
            return clean_text(written, lines=True)
        case list():
            return [_cleaned(each) for each in written]
        case dict():
            return {clean_text(key): _cleaned(value) for key, value in written.items()}
    return written


def packs_of(folder: Path, shared: Path | None, ruleset: Ruleset) -> PackBook:
    """Return the own kinds in a campaign's folder and in the shared folder, as the files are now."""
    return book_of_pack_files((folder / FOLDER, *((shared,) if shared is not None else ())), ruleset)


def pack_files_in(where: tuple[Path, ...]) -> tuple[PackFile, ...]:
    """Return all packs in these folders, or these files, as they are now."""
    return _read(stamps_of_untrusted_files(where, MOST_BYTES))


def _read(stamped: Iterable[Stamp]) -> tuple[PackFile, ...]:
    return tuple(read_pack_file(Path(path), *rest) for _, path, *rest in stamped)


def book_of_pack_files(where: tuple[Path, ...], ruleset: Ruleset) -> PackBook:
    """Return the pack book of these folders or files, read again only when one has changed."""
    stamped = stamps_of_untrusted_files(where, MOST_BYTES)
    cached = _BOOKS.get(ruleset.id)
    if cached is None or cached[0] != (where, stamped):
        if len(_BOOKS) >= MOST_BOOKS:
            _BOOKS.clear()
        book = pack_book_of(_read(stamped), ruleset, faults_of_too_many_untrusted_files(stamped))
        _BOOKS[ruleset.id] = cached = (where, stamped), book
    return cached[1]


MOST_BOOKS: Final = 8
_BOOKS: dict[str, tuple[tuple[tuple[Path, ...], tuple[Stamp, ...]], PackBook]] = {}
"""By game, the book that was last read, with its folders and stamps."""


def pack_book_of(
    files: Iterable[PackFile], ruleset: Ruleset, more: Iterable[UntrustedFileFault] = ()
) -> PackBook:
    """Return the pack book of these files; `more` are further faults."""
    files = [*files]
    faults = [each.fault for each in files if each.fault]
    for each in files:
        if each.game and each.game not in BUNDLED and each.game not in game_ids():
            what = Message("tables.no-game", game=each.game[:60], known=game_ids())
            faults.append(UntrustedFileFault(each.path, 1, what))
    ours = [each for each in files if each.fault is None and each.game in ("", ruleset.id)]
    return PackBook(ours, (*faults, *more), ruleset)
