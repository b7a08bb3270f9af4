"""`tableside check`: the files first, then the journal played again; with repair, what can be mended is."""

import sys

from tableside.campaign.audit import Fault, audit
from tableside.campaign.library import Library
from tableside.campaign.store.checking import check_files
from tableside.campaign.store.rebuilding import rebuild
from tableside.errors import StoreError


def check_campaign(library: Library, id: str, *, repair: bool) -> list[Fault]:
    """The faults that are there, or after a repair those that are left."""
    folder = library.folder / id
    found = [Fault(f"{each.file} {each.where}".strip(), each.what) for each in check_files(folder)]
    if found and repair:
        for line in rebuild(folder):
            print(line, file=sys.stderr)
        found = [Fault(f"{each.file} {each.where}".strip(), each.what) for each in check_files(folder)]
    if found:
        return found
    try:
        campaign = library.open(id, read_only=True)
    except StoreError as error:
        return [Fault(id, str(error))]
    try:
        return list(audit(campaign))
    finally:
        campaign.close()
