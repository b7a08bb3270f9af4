"""Late imports: the modules loaded on first use, and why. Whatever makes the start quick is here.

A module in `LATE` is imported at the top of a file like any other, but always as a module: write `from
tableside.games.troika import casting`, then `casting.cast`. It is read and run when an attribute is first
used. The milliseconds are the cost of its first loading together with its own imports, on a machine of 2024;
a reason without them means less than 1 ms, or a module that is loaded with others.
"""

import sys
from _thread import RLock
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

LATE: Mapping[str, str] = {
    # Entry points: what one of them needs, and the other does not
    "tableside.start": "31 ms, the screens",
    "tableside.app": "182 ms, the bars are drawn before it",
    "tableside.wording": "16 ms, words: nothing of the bars needs any",
    "tableside.campaign.library": "59 ms, campaigns: read behind the bars",
    "tableside.demo": "52 ms, only when a demo is asked for",
    "tableside.troubles": "24 ms, only after a fault",
    # Games: the first painting needs their sheets, but no chapter
    "tableside.games.*.procedures": "34 ms, all chapters",
    "tableside.games.troika.time": "a chapter, when a round ends or days pass",
    "tableside.games.wandered.creation": "a chapter, when a session begins",
    **dict.fromkeys(
        (f"tableside.games.wandered.{each}" for each in ("rolls", "harm", "resources", "dangers")),
        "chapters, when something is done",
    ),
    "tableside.games.*.words": "when the game is played",
    "tableside.games.*.labels": "words, when the game is played",
    "tableside.games.*.facts": "as its labels",
    "tableside.games.*.explained": "when somebody asks why, or players read along",
    "tableside.games.troika.other_tools": "what comes from other tools, when something does",
    "tableside.games.d20.other_tools": "as Troika's",
    "tableside.campaign.pack_files": "3 ms, packs, when foes are typed",
    "tableside.rules.clocks": "2 ms, with the procedures",
    "tableside.rules.encounters": "2 ms, with the procedures",
    "tableside.rules.foe_lines": "2 ms, with the procedures",
    "tableside.rules.harm_lines": "with the procedures",
    "tableside.rules.kind_procedures": "1 ms, with the procedures",
    "tableside.rules.sessions": "1 ms, with the procedures",
    "tableside.rules.turns.sides": "1 ms, when sides take turns",
    "tableside.rules.tables.procedures": "1 ms, with the procedures",
    "tableside.rules.tables.written_tables": "as the definitions of tables",
    # Screens: each when its key is first pressed, or soon after the first paint
    "tableside.screens.initiative": "2 ms, a screen of its own",
    "tableside.screens.characters": "2 ms, a screen of its own",
    "tableside.screens.roll": "29 ms, a screen of its own",
    "tableside.screens.advancement": "a screen of its own",
    "tableside.screens.journal": "2 ms, a screen of its own",
    "tableside.screens.recap": "6 ms, a screen of its own",
    "tableside.screens.campaigns": "a screen of its own",
    "tableside.screens.amend": "2 ms, a screen of its own",
    "tableside.screens.writing": "a screen of its own",
    "tableside.widgets.writing_field": "34 ms, when somebody writes",
    "tableside.screens.help": "a screen of its own",
    "tableside.screens.palette": "4 ms, a screen of its own",
    "tableside.screens.house_rules": "a screen of its own",
    "tableside.screens.share": "a screen of its own",
    "tableside.share.guard": "4 ms, when somebody shares",
    "tableside.share.server": "120 ms, what serves; what it needs may not be installed",
    "tableside.share.hosting": "as the server",
    "tableside.screens.command_bar": "31 ms, a screen of its own",
    # Needed by screens on certain occasions
    "tableside.language.complete": "8 ms, the command language, at the first letter",
    "tableside.screens.questions": "1 ms, when a rule asks",
    "tableside.views.help": "2 ms, when a key can do nothing, or somebody asks why",
    "tableside.views.input_values": "2 ms, when a form is filled in",
    "tableside.views.kind_list": "when foes are typed",
    "tableside.views.opened_entry": "1 ms, beside the journal",
    "tableside.views.roll_result": "1 ms, when something was rolled",
    "tableside.views.amend": "when something was wrong",
    "tableside.views.improvements": "at the end of an evening",
    "tableside.views.chances": "with the tables whose rows it names, when something may be rolled",
    "tableside.views.rollable_tables": "2 ms, tables of files, when one may be rolled on",
    "tableside.views.public.document": "1 ms, what players read, when they read along",
    "tableside.views.public.seen_table": "1 ms, as the document",
    "tableside.views.public.entries_told": "1 ms, as the document",
    "tableside.views.public.sessions_told": "4 ms, as the document",
    "tableside.views.public.deeds": "when players may do something",
    "tableside.views.public.player_forms": "as what players may do",
    "tableside.views.sharing": "when somebody shares",
    # Campaigns: not needed to open a sound one
    "tableside.campaign.limit_checks": "34 ms, when something is performed",
    "tableside.campaign.session_entries": "1 ms, when a roll is done again",
    "tableside.campaign.store.checkpoint": "2 ms, when a log is folded",
    "tableside.campaign.backups": "62 ms, when a campaign is copied",
    "tableside.campaign.repair": "65 ms, when a campaign does not open",
    "tableside.campaign.store.old_copies": "37 ms, when the log does not say enough",
    # The shell: each command loads its own
    "tableside.shell.check": "63 ms, a command of its own",
    "tableside.shell.export": "62 ms, commands of their own",
    "tableside.shell.history": "51 ms, commands of their own",
    "tableside.shell.bring": "a command of its own",
    "tableside.shell.packs": "a command of its own",
    "tableside.campaign.foreign.packs_from_records": "as bringing in, and lists that are written out",
    "tableside.shell.look_up": "51 ms, a command of its own",
    "tableside.shell.say": "63 ms, a command of its own",
    "tableside.shell.for_players": "51 ms, a command of its own",
    "tableside.campaign.json_export": "60 ms, export and import",
    "tableside.campaign.markdown_pages": "60 ms, pages written and read",
    "tableside.campaign.edited_notes": "import of pages",
    "tableside.views.markdown": "5 ms, export",
    "tableside.views.html": "7 ms, export",
    "tableside.views.story": "4 ms, export",
    # Imported by libraries, but not needed at a start
    "ssl": "6 ms, asyncio's, for connections that nothing here makes",
    "asyncio.sslproto": "1 ms, as ssl",
    "bz2": "1 ms, to pack what nothing here packs so",
    "lzma": "1 ms, as bz2",
    "difflib": "for a misspelt word",
    "importlib.metadata": "7 ms, 30 modules, when a game that does not come with Tableside is asked for",
    "ipaddress": "2 ms, for an address that is asked for by its number",
    "json": "2 ms, TinyDB's own files, and how a page was left",
    "linecache": "1 ms, for the lines of a traceback",
    "markdown_it": "14 ms, for a page",
    "mimetypes": "for what a browser is handed",
    "msgspec.inspect": "1 ms, for schemas",
    "pkgutil": "to list packs",
    "platformdirs": "for an installed copy, or a fault",
    "shutil": "1 ms, where folders are copied",
    "textwrap": "1 ms, for help",
    "tomllib": "1 ms, for files of tables",
}
"""Modules by full name, with a star for any game, and why they are late."""


_A_GAME = "tableside.games."


class LateModule(ModuleType):
    """A module that is imported but has not run yet."""

    def __getattr__(self, name: str) -> object:
        """Run the module, then return the attribute. Raises `AttributeError` where it has none."""
        run_late_import(self)
        return ModuleType.__getattribute__(self, name)


class _NotYet:
    """A loader that makes late modules without running them."""

    def create_module(self, spec: ModuleSpec) -> None:
        """Use Python's own module."""

    def exec_module(self, module: ModuleType) -> None:
        module.__class__ = LateModule


class _Finder:
    """A finder that comes before Python's own."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        # _NOT_YET does what is asked of a loader
        return ModuleSpec(name, _NOT_YET) if is_late_import(name) else None  # type: ignore[arg-type]


_NOT_YET, _FINDER = _NotYet(), _Finder()
_LOCK = RLock()
_RUNNING: set[str] = set()


def install_late_imports() -> None:
    """Make the modules in `LATE` late from now on."""
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


def is_late_import(name: str) -> bool:
    """Whether a module of this name is in `LATE`."""
    _, _, rest = name.removeprefix(_A_GAME).partition(".")
    return name in LATE or (name.startswith(_A_GAME) and f"{_A_GAME}*.{rest}" in LATE)


def is_late_import_loaded(name: str) -> bool:
    """Whether a module has been imported and run."""
    return name in sys.modules and not isinstance(sys.modules[name], LateModule)


def is_late_import_running(name: str) -> bool:
    """Whether a late module is running now."""
    return name in _RUNNING


def run_late_import(module: ModuleType) -> None:
    """Run a module if it is late and has not run yet. Raises whatever its import raises."""
    with _LOCK:
        if not isinstance(module, LateModule) or module.__name__ in _RUNNING:
            return
        _RUNNING.add(module.__name__)
        try:
            spec = _spec_of(module.__name__)
            module.__spec__, module.__loader__, module.__file__ = spec, spec.loader, spec.origin
            module.__package__ = spec.parent
            if spec.submodule_search_locations is not None:
                module.__path__ = spec.submodule_search_locations
            assert spec.loader is not None
            spec.loader.exec_module(module)
            module.__class__ = ModuleType  # type: ignore[assignment]  # it was a late one, of a narrower class
        finally:
            _RUNNING.discard(module.__name__)


def _spec_of(name: str) -> ModuleSpec:
    """Return a module's spec. Raises `ModuleNotFoundError` where there is none."""
    parent = name.rpartition(".")[0]
    path = sys.modules[parent].__path__ if parent else None
    finders = (each for each in sys.meta_path if each is not _FINDER)
    spec = next((spec for each in finders if (spec := each.find_spec(name, path))), None)
    if spec is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return spec
