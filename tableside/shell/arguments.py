"""The arguments behind a command: procedures with their inputs, answers, and the campaign named."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import wraps
from pathlib import Path

from tableside.campaign.campaign import Campaign
from tableside.campaign.in_progress import read_progress
from tableside.campaign.library import Library
from tableside.campaign.replay import ReplayAnswers
from tableside.campaign.store.errors import CampaignBusy
from tableside.campaign.table_files import book_of_table_files, inputs_from_table_files, table_folders_shared
from tableside.campaign.user_files import (
    backups_folder_of_user,
    saves_folder,
    shared_folders,
    user_login_name,
    user_path,
)
from tableside.errors import DiceError, RuleError
from tableside.games import game_ids, load_game
from tableside.rules.inputs import Given
from tableside.rules.procedure import Procedure, Role, read_procedure_inputs
from tableside.rules.table import Table
from tableside.rules.tables.procedures import PROCEDURES as OF_TABLES
from tableside.rules.tables.procedures import THROW_ID
from tableside.rules.typed import is_meant_as_dice, is_typed_dice
from tableside.shell.grammar import LONGEST_NUMBER, command_changes_disk
from tableside.text import clean_text
from tableside.troubles import notice_line
from tableside.views.roll_result import result_so_far_text

PATIENCE = 1.0
"""The seconds that a command waits for whoever has the campaign."""
PATIENCE_WITH_COMMANDS = 5.0
"""The seconds for whoever has it since this minute or the last, and may be a command on a busy machine."""


def every_procedure() -> dict[str, Procedure]:
    """Return the procedures of every game, and those of random tables, by id."""
    of_games = (each for id in game_ids() for each in load_game(id).procedures)
    return {each.id: each for each in (*OF_TABLES, *of_games)}


def procedure_of_argument(id: str, command: str, others: Iterable[str] = ()) -> Procedure:
    """Return the procedure of this id, which must not need a campaign.

    Raises `RuleError` for one that does, with the command that takes it, and for an unknown id, with the
    nearest of the procedures and `others`.
    """
    known = every_procedure()
    procedure = known.get(id)
    if procedure is None:
        procedures = [*known, *others]
        near = [each for each in procedures if each.startswith(id)] or get_close_matches(id, procedures, n=1)
        raise RuleError("shell.no-procedure", text=id, near=near[:1])
    if procedure.on_table:
        raise RuleError("shell.needs-campaign", procedure=id, command=command)
    return procedure


def procedure_of_arguments(text: str, inputs: list[str]) -> tuple[str, list[str]]:
    """Return the procedure's id and its inputs as typed; plain dice, `2d6+3`, throw those dice."""
    if is_typed_dice("".join((text, *inputs))):
        return THROW_ID, [f"dice={text}{''.join(inputs)}"]
    return (THROW_ID, [f"dice={text}", *inputs]) if is_meant_as_dice(text) else (text, inputs)


def assigned_arguments(texts: list[str]) -> dict[str, str]:
    """Return what was typed as `name=value`. Raises `RuleError` otherwise, and for a name given twice."""
    given: dict[str, str] = {}
    for each in texts:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise RuleError("shell.no-input", text=each)
        if name in given:
            raise RuleError("shell.given-twice", name=name)
        given[name] = clean_text(value, lines=True)
    return given


def library_of_arguments(options: argparse.Namespace) -> Library:
    backups, shared = backups_folder_of_user(options.backups), shared_folders(options.tables, options.packs)
    return Library(saves_folder(options.saves), by=user_login_name(), backups=backups, shared=shared)


def answers_of_arguments(options: argparse.Namespace) -> ReplayAnswers:
    faces = None if options.faces is None else _faces(options.faces)
    return ReplayAnswers(random.Random(options.seed), faces, options.choose)


def _faces(text: str) -> list[int]:
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > LONGEST_NUMBER:
            raise DiceError("shell.no-face", text=word)
    return [int(word) for word in words]


def given_of_arguments(procedure: Procedure, options: argparse.Namespace) -> Given:
    """Return the inputs as typed, completed from the files of tables."""
    given = read_procedure_inputs(procedure, assigned_arguments(options.inputs), Table())
    if procedure.role not in (Role.TABLE, Role.ORACLE):
        return given
    book = book_of_table_files(table_folders_shared(library_of_arguments(options).shared.tables))
    return inputs_from_table_files(procedure, given, Table(), book)


def paths_of_arguments(
    where: Sequence[str], library: Library, folder: str, shared: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return the files and folders named; for a campaign, its folder of this name, followed by those
    `shared`.

    Raises `RuleError` for a path that does not exist.
    """
    paths = tuple(map(user_path, where))
    if len(paths) == 1 and not paths[0].exists() and paths[0].suffix != ".toml":
        return library.folder / library.find(where[0]) / folder, *shared
    if missing := next((path for path in paths if not path.exists()), None):
        raise RuleError("shell.no-path", path=str(missing))
    return paths


def _opened_in_turn(library: Library, id: str, *, read_only: bool) -> Campaign:
    """Open a campaign, and wait while others take short turns at it. Raises `CampaignBusy` when one of them
    does not let it go.
    """
    holder, until = "", 0.0
    while True:
        try:
            return library.open(id, read_only=read_only)
        except CampaignBusy as busy:
            if not until or busy.holder != holder:
                now = time.time()
                lately = tuple(time.strftime("%H:%M", time.localtime(now - ago)) for ago in (0, 60))
                patience = PATIENCE_WITH_COMMANDS if busy.holder.endswith(lately) else PATIENCE
                holder, until = busy.holder, time.monotonic() + patience
            if time.monotonic() >= until:
                raise
            time.sleep(0.02)


@contextmanager
def campaign_of_arguments(options: argparse.Namespace) -> Iterator[Campaign]:
    """Open the campaign named, read-only for a command that changes nothing. Notices about its files are
    printed when the command is done.
    """
    library, changes = library_of_arguments(options), command_changes_disk(options)
    campaign = _opened_in_turn(library, library.find(options.campaign), read_only=not changes)
    try:
        if changes and (waiting := read_progress(campaign)) is not None:  # its dice were seen in the app
            raise RuleError("shell.roll-waits", roll=result_so_far_text(waiting))
        yield campaign
    finally:
        campaign.close()
        for trouble in library.troubles:
            print(f"tableside: {trouble}", file=sys.stderr)
    for notice in campaign.notices:
        print(f"tableside: {notice_line(notice)}", file=sys.stderr)


def on_campaign_of_arguments(
    act: Callable[[Campaign, argparse.Namespace], int],
) -> Callable[[argparse.Namespace], int]:
    """Make a command of an act on the campaign named."""

    @wraps(act)
    def run(options: argparse.Namespace) -> int:
        with campaign_of_arguments(options) as campaign:
            return act(campaign, options)

    return run
