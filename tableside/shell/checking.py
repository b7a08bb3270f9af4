"""`tableside check`: every file is read, every entry played again."""

from tableside.campaign.audit import Checked, EarlierReading, Fault, played_again
from tableside.campaign.library import Library
from tableside.campaign.store import Damaged
from tableside.campaign.store.checking import check_files
from tableside.campaign.store.snapshot import Snapshot
from tableside.campaign.tables.book import FOLDER, book
from tableside.errors import TablesideError
from tableside.shell.tables import places


def faults(library: Library, id: str) -> list[Fault]:
    """Every fault of a campaign, in its files and in its journal."""
    return list(checked(library, id).faults)


def checked(library: Library, id: str) -> Checked:
    """A campaign's files read, and its journal played again."""
    snapshot = Snapshot(library.folder / id, library.memory)
    found = check_files(library.folder / id, disk=snapshot, memory=library.memory)
    in_files = [Fault(f"{each.file} {each.where}".strip(), each.what) for each in found]
    known = {fault.where.split(" ")[0] for fault in in_files}
    audited = [each for each in _audited(library, id, snapshot) if each.where.split(" ")[0] not in known]
    in_journal = (each for each in audited if isinstance(each, Fault))
    earlier = (each for each in audited if isinstance(each, EarlierReading))
    return Checked((*in_files, *in_journal, *_in_tables(library, id)), tuple(earlier))


def _in_tables(library: Library, id: str) -> list[Fault]:
    """What is wrong with the campaign's own random tables."""
    folder = library.folder / id
    faults = book((folder / FOLDER, *places(library))).faults
    own = (each for each in faults if each.path.is_relative_to(folder))
    return [
        Fault(f"{each.path.relative_to(folder)}{f' line {each.line}' if each.line else ''}", each.what)
        for each in own
    ]


def _audited(library: Library, id: str, snapshot: Snapshot) -> list[Fault] | list[Fault | EarlierReading]:
    """As of the moment of the snapshot: a writer may go on meanwhile."""
    try:
        campaign = library.look(id, snapshot)
    except Damaged as error:
        return [Fault(error.file, error.what)]
    except TablesideError as error:
        return [Fault(id, str(error))]
    try:
        return list(played_again(campaign))
    finally:
        campaign.close()
