"""Opening the app: which campaign, in which terminal, and what is left when it ends.

Everything heavy is imported behind the skeleton, which a person sees first.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tableside.campaign.folders import backups_folder, login_name, saves_folder, tables_folder
from tableside.campaign.settings import Settings
from tableside.terminal import environment, skeleton
from tableside.themes import COLOURS, theme_named

if TYPE_CHECKING:
    from tableside.campaign.library import Library


def _listening() -> TextIO:
    """Where a person may read why nothing is drawn: not where the screen was sent away."""
    return sys.stdout if sys.stdout is not None and sys.stdout.isatty() else sys.stderr


def _theme(name: str, saves: Path) -> str:
    """The theme of this name, or when none is named the one that is set. Raises `RuleError`."""
    from tableside.rules.typed import one_of

    return one_of(name, COLOURS) if name else theme_named(Settings(saves)["theme"])


def start(
    saves: str | None,
    *,
    demo: str | None,
    backups: str | None = None,
    tables: str | None = None,
    theme: str | None = None,
) -> int:
    """Run the app to its end, on a fresh copy of a game's `demo` when one is named, the first game's when it
    is empty; the exit status.

    Raises `RuleError` for a theme or a demo that there is none of.
    """
    refusal = environment.refusal()
    if refusal is not None:
        print(f"tableside: {refusal}", file=_listening())
        return 2
    environment.prepare()
    folder = saves_folder(saves)
    wanted = _theme(theme or os.environ.get("TABLESIDE_THEME", ""), folder)
    with skeleton.shown("Tableside", wanted):
        from tableside.campaign.library import Library

        library = Library(
            folder, by=login_name(), backups=backups_folder(backups), shared_tables=tables_folder(tables)
        )
        status, parting_line = _run(library, demo, wanted)
    for trouble in library.troubles:
        print(f"tableside: {trouble}", file=sys.stderr)
    if parting_line:
        print(parting_line, file=sys.stderr)
    return status


def _run(library: "Library", demo: str | None, theme: str) -> tuple[int, str]:
    """Run the app; the exit status, and what is left to say."""
    from tableside.campaign.store.disk import REAL_DISK

    REAL_DISK.mkdir(library.folder)
    opened = library.last if demo is None else _placed(library, demo)
    from tableside.app import Tableside

    app = Tableside(library, opened, theme=theme)
    app.run(mouse=environment.mouse())
    return app.return_code or 0, app.parting_line


def _placed(library: "Library", game: str) -> str:
    """The id of a fresh copy of a game's demo."""
    from tableside.demo import FIRST, games, place_demo
    from tableside.rules.typed import one_of

    return place_demo(library, one_of(game, games()) if game else FIRST)
