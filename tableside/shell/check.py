"""`tableside check`: reading every file and replaying every entry; and a trial of all views on a campaign
from elsewhere, before it is imported.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from tableside.campaign import repair
from tableside.campaign.audit import AuditFault, AuditFindings, AuditPlace, EarlierReading, audit_by_replay
from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.campaign.store.check import SnapshotToCheck, check_store_files
from tableside.campaign.store.errors import Damaged
from tableside.campaign.table_files import FOLDER, book_of_table_files, table_folders_shared
from tableside.errors import Message, StoreError, TablesideError
from tableside.shell import look_up
from tableside.shell.arguments import library_of_arguments
from tableside.shell.output import Document, entry_output_text, output_lines, print_output, progress_output
from tableside.views.html import campaign_html_page
from tableside.views.journal_rows import journal_dice_line, journal_entry_in_a_line, journal_entry_rows
from tableside.views.markdown import markdown_by_session, markdown_log
from tableside.views.opened_entry import opened_entry_rows
from tableside.views.public.seen_table import seen_table_rows, table_seen
from tableside.views.recap import RecapLength, session_recap
from tableside.views.recap_parts import RecapParts
from tableside.views.story import Telling
from tableside.wording import label, sentence


def run_check_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    id = library.find(options.campaign)
    done = _mended(options, library, id)
    result = shell_check_of_campaign(library, id)
    print_output(options, _document(result, done), lambda: shell_check_text(result, done))
    return 1 if result.faults else 0


def _mended(options: argparse.Namespace, library: Library, id: str) -> list[str]:
    """Mend the faults as the options say, and return what was done."""
    ways = (
        (options.accept, repair.repair_accepting_edits),
        (options.without, repair.repair_without),
        (options.repair, repair.repair),
    )
    done = next((way(library, id) for wanted, way in ways if wanted), [])
    return [str(each) for each in done]


def shell_check_text(checked: AuditFindings, done: Sequence[str] = ()) -> str:
    faults = [f"{each.where}: {each.what}" for each in checked.faults] or [label("printed", "sound")]
    earlier = [
        f"{each.where}: {label('history', 'earlier-reading').format(rules=', '.join(each.rules))}"
        for each in checked.earlier
    ]
    misread = [sentence("history", "misread", rule=each) for each in checked.misread]
    return output_lines(
        *(sentence("printed", "done", what=each) for each in done), *earlier, *misread, *faults
    )


def _document(checked: AuditFindings, done: Sequence[str]) -> Document:
    """Return the JSON of `check`: what was mended, every fault, and the entries that today's rules would make
    differently.
    """
    faults = [{"where": str(each.where), "what": str(each.what)} for each in checked.faults]
    earlier = [{"where": str(each.where), "rules": list(each.rules)} for each in checked.earlier]
    seldom = {"earlier": earlier, "misread": list(checked.misread), "done": list(done)}
    return {"faults": faults, **{name: each for name, each in seldom.items() if each}}


def shell_check_of_campaign(library: Library, id: str) -> AuditFindings:
    """Read a campaign's files and replay its journal."""
    snapshot = SnapshotToCheck(library.folder / id, library.memory)
    files = check_store_files(library.folder / id, disk=snapshot, memory=library.memory)
    in_files = [AuditFault(AuditPlace(each.file, each.where), each.what) for each in files]
    known = {fault.where.file for fault in in_files}
    found_in_play, misread = _audited(library, id, snapshot)
    audited = [each for each in found_in_play if each.where.file not in known]
    in_journal = (each for each in audited if isinstance(each, AuditFault))
    earlier = (each for each in audited if isinstance(each, EarlierReading))
    return AuditFindings((*in_files, *in_journal, *_in_tables(library, id)), tuple(earlier), misread)


def _in_tables(library: Library, id: str) -> list[AuditFault]:
    """Return the faults in the campaign's own random tables."""
    folder = library.folder / id
    faults = book_of_table_files((folder / FOLDER, *table_folders_shared(library.shared.tables))).faults
    own = (each for each in faults if each.path.is_relative_to(folder))
    placed = ((each, Message("audit.line", line=each.line) if each.line else "") for each in own)
    return [
        AuditFault(AuditPlace(str(each.path.relative_to(folder)), line), each.what) for each, line in placed
    ]


Audited = tuple[list[AuditFault | EarlierReading], tuple[str, ...]]
"""The findings of a replay, and the open questions that hold another's answer."""


def _audited(library: Library, id: str, snapshot: SnapshotToCheck) -> Audited:
    """Replay the journal as of the snapshot, since a writer may go on meanwhile."""
    try:
        campaign = library.look(id, snapshot)
    except Damaged as error:
        return [AuditFault(AuditPlace(error.file), error.what)], ()
    except TablesideError as error:
        return [AuditFault(AuditPlace(id), error.message)], ()
    with closing(campaign), progress_output("check", campaign.length) as count:
        return list(audit_by_replay(campaign, count)), _misread_questions(campaign)


Look = tuple[str, Callable[[], object]]
"""A view's name, and the function that makes it."""
CELLS = 80


def shell_check_by_showing(campaign: Campaign) -> None:
    """Raise `StoreError` naming the first thing in a campaign from elsewhere that cannot be shown."""
    for what, look in _looks(campaign):
        try:
            look()
        except TablesideError as error:
            raise StoreError("shell.cannot-be-told", what=what, why=error) from None
        except Exception as error:  # files from elsewhere may hold anything, and views trust facts
            raise StoreError(
                "shell.cannot-be-told", what=what, why=f"{type(error).__name__} {error}"
            ) from None


def _looks(campaign: Campaign) -> Iterator[Look]:
    table = campaign.table
    for number in range(1, campaign.length + 1):
        yield sentence("proved", "entry", entry=number), partial(_entry, campaign, number)
    yield label("proved", "campaign"), partial(look_up.shown_campaign_text, campaign, table, None)
    for each in table.characters.values():
        yield f"characters/{each.key}", partial(look_up.shown_character_text, each, table, campaign)
    yield label("proved", "watch"), lambda: seen_table_rows(table_seen(campaign), CELLS, campaign.length)
    for secrets in (False, True):
        yield label("proved", "log"), partial(_logs, campaign, secrets)
    for number in sorted({each.session for each in campaign.entries()}):
        yield sentence("proved", "session", session=number), partial(_recap, campaign, number)


def _entry(campaign: Campaign, number: int) -> None:
    entry = campaign.entry(number)
    entry_output_text(entry)
    journal_dice_line(entry)
    opened_entry_rows(entry, campaign, CELLS, odds=False)
    journal_entry_rows(entry, CELLS)
    for secrets in (False, True):
        journal_entry_in_a_line(entry, secrets=secrets)


def _logs(campaign: Campaign, secrets: bool) -> None:
    markdown_log(campaign, secrets=secrets)
    markdown_by_session(campaign, Telling(secrets))
    campaign_html_page(campaign, secrets=secrets)


def _recap(campaign: Campaign, number: int) -> None:
    try:
        material = RecapParts(campaign, number)
    except TablesideError:
        return  # nothing happened in it
    for length in RecapLength:
        for public in (False, True):
            session_recap(material, length, public=public, surprises=())


def _misread_questions(campaign: Campaign) -> tuple[str, ...]:
    """Return the ids of open questions whose house rule is not one of their answers."""
    house = campaign.table.house
    asked = (each for each in campaign.rules.open_questions if each.id in house)
    return tuple(each.id for each in asked if house[each.id] not in each.options)
