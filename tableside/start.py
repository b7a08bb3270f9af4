"""The start of the app: its campaign, its terminal, and the parting line at its end.

Everything heavy is imported behind the skeleton, which a person sees first.
"""

import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from tableside import app as the_app
from tableside import demo as demos
from tableside import wording
from tableside.campaign import last_screen
from tableside.campaign import library as libraries
from tableside.campaign.last_screen import PlaceLeft
from tableside.campaign.user_files import (
    Settings,
    backups_folder_of_user,
    saves_folder,
    shared_folders,
    user_login_name,
)
from tableside.rules import typed
from tableside.terminal import environment, first_screen
from tableside.terminal.first_screen import ScreenPicture, first_screen_of_text
from tableside.themes import COLOURS, SIGNS, theme_named

if TYPE_CHECKING:
    from tableside.campaign.library import Library

FIRST_SCREENS = Path(__file__).parent / "demo" / "first_screens"


def start_app(options: Namespace, demo: str | None) -> int:
    """Run the app to its end, and return the exit status. `demo` names a game for a fresh demo, empty for the
    first game; None opens the last campaign. The options are those before any command.

    Raises `RuleError` for an unknown theme, signs or demo.
    """
    environment.prepare_environment()
    if (refusal := environment.why_terminal_unusable()) is not None:
        is_read = sys.stdout is not None and sys.stdout.isatty()  # else the output is redirected
        print(f"tableside: {wording.worded_for_shell(refusal)}", file=sys.stdout if is_read else sys.stderr)
        return 2
    folder = saves_folder(options.saves)
    settings, named = Settings(folder), options.theme or os.environ.get("TABLESIDE_THEME", "")
    theme = typed.typed_option(named, COLOURS) if named else theme_named(settings["theme"])
    signs = typed.typed_option(options.signs, SIGNS) if options.signs else settings["signs"]
    last = last_screen.last_screen_taken(folder) if demo is None else None
    look = environment.environment_look(theme, signs)
    if demo is not None:
        picture = _picture_of_demo(demo, look)
    else:  # only if the terminal would show it unchanged
        picture = first_screen_of_text(last.picture) if last and last.look == look else None
    with first_screen.skeleton_shown("Tableside", theme, picture):
        backups = backups_folder_of_user(options.backups)
        shared = shared_folders(options.tables, options.packs)
        library = libraries.Library(folder, by=user_login_name(), backups=backups, shared=shared)
        status, parting_line = _run(library, demo, last.place if last else None, theme, signs)
    for trouble in library.troubles:
        print(f"tableside: {trouble}", file=sys.stderr)
    if parting_line:
        print(parting_line, file=sys.stderr)
    return status


def start_screen_file(demo: str, look: str, size: tuple[int, int]) -> Path:
    """Return the file with a demo's first screen for terminals of this look and size, whatever their name."""
    columns, rows = size
    parts = ("demo", *filter(None, (demo,)), *look.split(" ")[:-1], f"{columns}x{rows}")
    return FIRST_SCREENS / "-".join(parts)


def _picture_of_demo(demo: str, look: str) -> ScreenPicture | None:
    """Return the first screen of a demo. None: there is none for this terminal."""
    try:
        file = start_screen_file(demo, look, os.get_terminal_size(2))
        return first_screen_of_text(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None


def _run(
    library: "Library", demo: str | None, place: PlaceLeft | None, theme: str, signs: str
) -> tuple[int, str]:
    """Run the app, and return the exit status and the parting line."""
    library.make_folder()
    if library.settings["signs"] != signs:
        library.settings["signs"] = signs
    if demo is None:
        opened = library.last
    else:
        game = typed.typed_option(demo, demos.demos()) if demo else demos.FIRST
        opened = demos.place_demo(library, game)
    app = the_app.Tableside(library, opened, theme=theme, signs=signs, place=place)
    app.run(mouse=environment.is_mouse_wanted())
    return app.return_code or 0, app.parting_line
