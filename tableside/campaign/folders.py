"""Where the campaigns, their backups and the shared tables are, and who is at the keyboard.

Asked before anything is on the screen, so it loads little.
"""

import getpass
import os
from collections.abc import Mapping
from pathlib import Path

from tableside.errors import RuleError
from tableside.text import clean


def named_path(text: str) -> Path:
    """The file or folder that was typed, `~` being the home. Raises `RuleError` for nothing, and for the home
    of nobody.
    """
    if not text.strip():
        raise RuleError(f"{text!r} names no file and no folder: type a path such as saves or ~/saves")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise RuleError(f"{text!r} is in the home of nobody here: type another path") from None


def saves_folder(given: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The folder named, or by the environment, or the checkout's `saves`, or the user's data folder."""
    if named := given or environment.get("TABLESIDE_SAVES"):
        return named_path(named)
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    from platformdirs import user_data_path  # only an installed copy needs it

    return user_data_path("tableside", appauthor=False) / "saves"


def backups_folder(given: str | None, environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder named, or by the environment. None: no backups are wanted."""
    named = given or environment.get("TABLESIDE_BACKUPS")
    return named_path(named) if named else None


def tables_folder(given: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The shared folder of random tables: the one named, or by the environment, or the user's own."""
    if named := given or environment.get("TABLESIDE_TABLES"):
        return named_path(named)
    from platformdirs import user_data_path  # 2 ms, only where nothing is named

    return user_data_path("tableside", appauthor=False) / "tables"


def login_name() -> str:
    """Who is at the keyboard; empty when the system does not say."""
    try:
        return clean(getpass.getuser())
    except (KeyError, OSError):
        return ""
