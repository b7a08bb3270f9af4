"""Opening the app: which campaign, in which terminal, and what is left when it ends."""

import os
import sys
from typing import TextIO

from tableside.campaign.library import Library, backups_folder, login_name, saves_folder, tables_folder
from tableside.campaign.store.disk import REAL_DISK
from tableside.terminal import environment


def _listening() -> TextIO:
    """Where a person may read why nothing is drawn: not where the screen was sent away."""
    return sys.stdout if sys.stdout is not None and sys.stdout.isatty() else sys.stderr


def _theme(name: str) -> str:
    """The theme of this name; empty when none is named."""
    from tableside.rules.typed import one_of
    from tableside.screens.theme import THEMES

    return one_of(name, THEMES) if name else ""


def start(
    saves: str | None,
    *,
    demo: str | None,
    backups: str | None = None,
    tables: str | None = None,
    theme: str | None = None,
) -> int:
    """Run the app to its end, on a fresh copy of a game's `demo` when one is named; the exit status.

    Raises `RuleError` for a theme that there is none of.
    """
    refusal = environment.refusal()
    if refusal is not None:
        print(f"tableside: {refusal}", file=_listening())
        return 2
    environment.prepare()
    wanted = _theme(theme or os.environ.get("TABLESIDE_THEME", ""))
    library = Library(
        saves_folder(saves),
        by=login_name(),
        backups=backups_folder(backups),
        shared_tables=tables_folder(tables),
    )
    REAL_DISK.mkdir(library.folder)
    if demo is not None:
        from tableside.demo import place_demo

        opened: str | None = place_demo(library, demo)
    else:
        opened = library.last
    from tableside.app import Tableside

    app = Tableside(library, opened, theme=wanted)
    app.run(mouse=environment.mouse())
    for trouble in library.troubles:
        print(f"tableside: {trouble}", file=sys.stderr)
    if app.parting_line:
        print(app.parting_line, file=sys.stderr)
    return app.return_code or 0
