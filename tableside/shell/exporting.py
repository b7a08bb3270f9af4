"""Taking a campaign out of the program, and back in."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tableside.campaign.campaign import Campaign
from tableside.campaign.folders import named_path
from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.text import clean
from tableside.wording import label

if TYPE_CHECKING:
    from tableside.campaign.markdown_import import Edited, Page


def export(campaign: Campaign, options: argparse.Namespace) -> int:
    """The campaign as the options want it, on standard output, into a file, or into a folder."""
    to = None if options.to is None else named_path(options.to)
    if to is not None and options.format == "markdown" and (to.is_dir() or not to.suffix):
        from tableside.campaign.markdown_import import write_pages
        from tableside.views.markdown import session_files

        write_pages(to, session_files(campaign, secrets=options.secrets), shared=options.shared)
        _say_what_is_left_out(campaign, options)
        return 0
    written = _written(campaign, options)
    if to is None:
        print(written.decode(), end="")
    else:
        from tableside.campaign.json_export import write_export

        write_export(to, written, shared=options.shared)
    _say_what_is_left_out(campaign, options)
    return 0


def _say_what_is_left_out(campaign: Campaign, options: argparse.Namespace) -> None:
    """Say on standard error what is for the GM alone and so not written, and how to keep it; of JSON, that
    it is.
    """
    if options.format == "json":
        print(f"tableside: {label('left-out', 'nothing')}", file=sys.stderr)
    if options.secrets or options.format == "json":
        return
    from tableside.views.left_out import left_out

    if told := left_out(campaign, sheets=options.format == "html"):
        print(f"tableside: {told}", file=sys.stderr)


def _written(campaign: Campaign, options: argparse.Namespace) -> bytes:
    match options.format:
        case "json":
            from tableside.campaign.json_export import export_json

            return export_json(campaign)
        case "html":
            from tableside.views.page import page

            return page(campaign, secrets=options.secrets).encode()
        case _:
            from tableside.views.markdown import session_log

            return session_log(campaign, secrets=options.secrets).encode()


def made_of(library: Library, path: Path) -> str:
    """The id of a new campaign, made of an exported JSON file."""
    from tableside.campaign.json_export import import_json
    from tableside.shell.checking import prove

    return import_json(library, path, prove)


def campaign_of(path: Path) -> str:
    """The id of the campaign that these pages were made of. Raises `RuleError` when they are of several."""
    from tableside.campaign.markdown_import import read_pages

    ids = {each.campaign for each in read_pages(path).values()}
    if len(ids) > 1:
        raise RuleError(f"{path} holds pages of {', '.join(sorted(ids))}: name one with --into")
    return ids.pop()


def take_in(campaign: Campaign, path: Path) -> int:
    """Take in what was edited on these pages, all of it or nothing, and say what that was."""
    from tableside.campaign.markdown_import import Edited, read_pages, take_in

    changed = [_edited(campaign, name, page) for name, page in read_pages(path).items() if page.is_edited]
    notes = {number: text for each in changed for number, text in each.notes.items()}
    added = tuple(text for each in changed for text in each.added)
    made = take_in(campaign, Edited(notes, added))
    for number, text in zip(made, (*notes.values(), *added), strict=True):
        print(f"entry {number}: {clean(text)}")
    if not made:
        print("nothing was changed")
    return 0


def _edited(campaign: Campaign, name: str, page: "Page") -> "Edited":
    """What was changed on a page, by the numbers of the entries."""
    from tableside.campaign.markdown_import import Edited, edited
    from tableside.views.public.evening import notes_told
    from tableside.views.story import chapters

    if not page.is_for_players:
        told = (each for chapter in chapters(campaign, secrets=True) for each in chapter.told)
        return edited(name, page, {each.number: each.text for each in told if each.is_prose})
    notes = dict(enumerate(notes_told(campaign), 1))
    changes = edited(name, page, {number: text for number, (_, text) in notes.items()})
    return Edited({notes[number][0]: text for number, text in changes.notes.items()}, changes.added)
