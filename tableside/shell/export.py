"""`tableside new`, `import`, `export`, `recap`, `backup`: whole campaigns made, read, written and copied."""

import argparse
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import partial
from pathlib import Path

from tableside.campaign import backups, edited_notes, json_export, markdown_pages, plain_files
from tableside.campaign.campaign import Campaign
from tableside.campaign.foreign import spreadsheets
from tableside.campaign.untrusted_files import read_untrusted_text
from tableside.campaign.user_files import user_path
from tableside.errors import RuleError, StoreError
from tableside.shell import check
from tableside.shell.arguments import campaign_of_arguments, library_of_arguments, on_campaign_of_arguments
from tableside.shell.output import json_output, print_output, progress_output
from tableside.text import clean_text
from tableside.views import html, lonelog, markdown, story
from tableside.views.character_list import OURS
from tableside.views.public.entries_told import NoteTold, notes_of_entries_told
from tableside.views.recap import RecapLength, recap_document, recap_lines, session_recap
from tableside.views.recap_parts import RecapParts
from tableside.views.wiki_links import names_for_wiki_links, wiki_links_as_names, wiki_links_with_other_words
from tableside.wording import label, sentence

Pages = Mapping[str, "markdown_pages.MarkdownPage"]


def run_new_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    id = library.new(options.name, options.rules)
    library.remember(id)
    print(id)
    return 0


def run_backup_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    folder = library.backups if options.folder is None else user_path(options.folder)
    if folder is None:
        raise RuleError("shell.no-backups")
    copied = backups.back_up(library.folder / library.find(options.campaign), folder)
    print(copied.folder)
    for fault in copied.faults:
        print(f"tableside: {fault}", file=sys.stderr)
    return 0


def run_import_command(options: argparse.Namespace) -> int:
    library, path = library_of_arguments(options), user_path(options.file)
    if options.lonelog:
        if options.into is None:
            raise RuleError("shell.lonelog-where")
        options.campaign = options.into
        with campaign_of_arguments(options) as campaign:
            return _import_log(campaign, path)
    if not path.is_dir() and path.suffix != ".md":
        print(json_export.import_json(library, path, check.shell_check_by_showing))
        return 0
    options.campaign = options.into or _campaign_of(path)
    with campaign_of_arguments(options) as campaign:
        return _import_pages(campaign, path)


@on_campaign_of_arguments
def run_export_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Export the campaign as the options say, to standard output, a file, or a folder."""
    to = None if options.to is None else user_path(options.to)
    left_out = markdown.LeftOutOfMarkdown()
    passes = 1 if options.format in WHOLE else story.PASSES[options.secrets]
    with progress_output("export", campaign.length * passes) as count:
        telling = story.Telling(options.secrets, options.story, seen=count, told_of=left_out.count)
        if to is not None and options.format == "markdown" and (to.is_dir() or not to.suffix):
            pages = markdown.markdown_by_session(campaign, telling)
            _check_taken_in(campaign, to, pages)
            markdown_pages.write_markdown_pages(to, pages, shared=options.shared)
            left, how = _take_pictures(campaign, pages.values(), to, shared=options.shared), "not-there"
        else:
            shown: dict[str, None] = {}
            parts = _seen(WRITERS[options.format](campaign, telling), shown)
            how = "in-a-folder"
            if to is None:
                sys.stdout.writelines(parts)
            else:
                json_export.write_json_export(to, (each.encode() for each in parts), shared=options.shared)
            left = [*shown]
    if left and options.format in ("markdown", "lonelog"):
        print(f"tableside: {sentence('pictures', how, files=', '.join(left))}", file=sys.stderr)
    _say_what_is_left_out(campaign, options, left_out)
    return 0


def _check_taken_in(campaign: Campaign, folder: Path, texts: Mapping[str, str]) -> None:
    """Raise `RuleError` where a page to be replaced in this folder has edits that the campaign lacks."""
    edited = markdown_pages.edited_pages(folder, texts)
    if _changes(campaign, edited):
        raise RuleError("pages.edited-since", path=str(folder))
    for name, page in edited.items():
        if not page.is_session and page.head != markdown_pages.read_markdown_page(name, texts[name]).head:
            raise RuleError("pages.head-edited", path=str(folder / name))


def _seen(parts: Iterable[str], shown: dict[str, None]) -> Iterator[str]:
    """Yield these parts of a text, noting the pictures they show in `shown`."""
    for part in parts:
        shown |= dict.fromkeys(html.pictures_shown_in_html(part))
        yield part


def _take_pictures(campaign: Campaign, texts: Iterable[str], folder: Path, *, shared: bool) -> list[str]:
    """Write the pictures in these texts beside them; return those left out, being no pictures or having a
    name that another file has.
    """
    left = []
    for name in dict.fromkeys(name for text in texts for name in html.pictures_shown_in_html(text)):
        data = html.html_picture(campaign.folder, name)
        if data is None or not plain_files.write_plain_picture(folder, name, data, shared=shared):
            left.append(name)
    return left


IMPROVED_INITIATIVE = "improved-initiative"


def _for_another_tool(campaign: Campaign, telling: story.Telling) -> Iterator[str]:
    """Yield the characters in play in another tool's format. Raises `RuleError` where the game has none."""
    write = campaign.ruleset.other_tools().writes.get(IMPROVED_INITIATIVE)
    if write is None:
        raise RuleError("shell.no-format", format=IMPROVED_INITIATIVE, game=campaign.ruleset.name)
    return iter((json_output(write(campaign.table)), "\n"))


WRITERS: Mapping[str, Callable[[Campaign, story.Telling], Iterator[str]]] = {
    "markdown": markdown.markdown_log_parts,
    "html": html.campaign_html_parts,
    "lonelog": lonelog.lonelog_parts,
    "json": lambda campaign, telling: json_export.json_export_parts(campaign, telling.seen),
    "csv": lambda campaign, telling: spreadsheets.csv_lines(campaign.table.in_play(), campaign.ruleset),
    IMPROVED_INITIATIVE: _for_another_tool,
}
"""The writer of each format, which yields it in parts."""
WHOLE = ("json", "csv", IMPROVED_INITIATIVE)
"""Formats that include everything for the GM alone."""


def _say_what_is_left_out(
    campaign: Campaign, options: argparse.Namespace, left_out: markdown.LeftOutOfMarkdown
) -> None:
    """Report on standard error what was left out as for the GM alone, and how to include it."""
    if options.format in WHOLE:
        print(f"tableside: {label('left-out', 'nothing')}", file=sys.stderr)
        return
    foes = sum(each.kind not in OURS for each in campaign.table.in_play())
    if not options.secrets and (text := left_out.text(foes if options.format == "html" else 0)):
        print(f"tableside: {text}", file=sys.stderr)


def _campaign_of(path: Path) -> str:
    """Return the id of the campaign of these pages. Raises `RuleError` when they are of several."""
    ids = {each.campaign for each in markdown_pages.read_markdown_pages(path).values()}
    if len(ids) > 1:
        raise RuleError("shell.several-campaigns", path=str(path), campaigns=sorted(ids))
    return ids.pop()


def _import_pages(campaign: Campaign, path: Path) -> int:
    """Take in the edits on these pages, all or none, and report them."""
    pages = markdown_pages.read_markdown_pages(path)
    changes = _changes(campaign, pages)
    for name, page in pages.items():
        if page.is_edited and not page.is_session:
            print(f"tableside: {sentence('printed', 'page-stays', page=name)}", file=sys.stderr)
    _take_in(campaign, changes)
    for text in (*changes.notes.values(), *changes.added):
        for link in wiki_links_with_other_words(text):
            print(f"tableside: {sentence('printed', 'stays-link', link=clean_text(link))}", file=sys.stderr)
    return 0


def _changes(campaign: Campaign, pages: Pages) -> "edited_notes.EditedNotes":
    """Return the edits on these pages, including those for players."""
    edited = {name: page for name, page in pages.items() if page.is_edited}
    ours = {name: page for name, page in edited.items() if not page.is_for_players}
    chapters = story.story_chapters(campaign, story.Telling(secrets=True, marks=True)) if ours else ()
    texts = {each.number: each.text for chapter in chapters for each in chapter.told if each.is_prose}
    changes = edited_notes.edited_notes(ours, texts, _reading(campaign, texts.values()))
    theirs = _edited_for_players(campaign, {name: edited[name] for name in edited.keys() - ours.keys()})
    return edited_notes.EditedNotes(
        {**changes.notes, **theirs.notes}, (*changes.struck, *theirs.struck), (*changes.added, *theirs.added)
    )


def _edited_for_players(campaign: Campaign, pages: Pages) -> "edited_notes.EditedNotes":
    """Return the edits on pages for players, by the numbers of the entries."""
    if not pages:
        return edited_notes.EditedNotes({})
    notes = _numbered_as_on({mark for page in pages.values() for mark in page.marks}, campaign)
    texts = {number: each.text for number, each in notes.items() if not each.struck}
    changes = edited_notes.edited_notes(pages, texts, _reading(campaign, texts.values()))
    return edited_notes.EditedNotes(
        {notes[number].entry: text for number, text in changes.notes.items()},
        tuple(notes[number].entry for number in changes.struck),
        changes.added,
    )


def _numbered_as_on(marks: "Set[markdown_pages.NoteMark]", campaign: Campaign) -> dict[int, NoteTold]:
    """Return the notes told to players, by their numbers when these marks were written. That is before the
    strikes without which most marks fit.
    """
    all_notes = [*notes_of_entries_told(campaign)]
    strikes = sorted({each.struck for each in all_notes}, reverse=True)
    numbered = (
        dict(enumerate((each for each in all_notes if not each.struck or each.struck > first), 1))
        for first in (campaign.length, *(number - 1 for number in strikes if number))
    )

    def fit(notes: Mapping[int, NoteTold]) -> int:
        told_so = (
            (number, markdown_pages.markdown_note_checksum(each.text)) for number, each in notes.items()
        )
        return len(marks & {markdown_pages.NoteMark(*each) for each in told_so})

    return max(numbered, key=fit)


def _reading(campaign: Campaign, texts: Collection[str]) -> Callable[[str], str]:
    """Return the function that makes a note of a page's text: links to these names become names."""
    people = (each.name for each in campaign.table.characters.values())
    return partial(wiki_links_as_names, known=names_for_wiki_links(texts, people))


def _import_log(campaign: Campaign, path: Path) -> int:
    """Take in a log in Lonelog's notation as notes, all or none, and report them."""
    try:
        text = read_untrusted_text(path, markdown_pages.LONGEST_PAGE)
    except StoreError as error:
        raise StoreError("files.is", file=path.name, what=error) from None
    notes = lonelog.notes_in_lonelog(text)
    if not notes:
        raise RuleError("shell.lonelog-empty", page=path.name)
    _take_in(campaign, edited_notes.EditedNotes({}, added=notes))
    return 0


def _take_in(campaign: Campaign, changes: "edited_notes.EditedNotes") -> None:
    struck_texts = [str(campaign.amending(number).given["text"]) for number in changes.struck]
    made = iter(edited_notes.take_in_edited_notes(campaign, changes))
    groups = (
        ("taken-in", changes.notes.values()),
        ("taken-in-struck", struck_texts),
        ("taken-in-last", changes.added),
    )
    texts = [(id, text) for id, texts in groups for text in texts]
    for id, text in texts:
        print(sentence("printed", id, entry=next(made), text=clean_text(text)))
    if not texts:
        print(label("printed", "nothing-taken-in"))


@on_campaign_of_arguments
def run_recap_command(campaign: Campaign, options: argparse.Namespace) -> int:
    """Print the recap of a session; the last one if none is named."""
    number = campaign.table.session if options.session is None else options.session
    material = RecapParts(campaign, number)
    length, public = RecapLength(options.length), options.players
    surprises = material.surprises() if length == RecapLength.WHOLE else ()  # only the whole recap tells them
    chapters = session_recap(material, length, public=public, surprises=surprises)
    parts = recap_document(chapters, public=public)
    document = {"session": number, "length": length, "players": public, "chapters": parts}
    print_output(options, document, lambda: "\n".join(recap_lines(chapters)))
    return 0
