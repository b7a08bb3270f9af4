"""A campaign on the disk: a folder of files that stock TinyDB can open, and a log of what changed since.

When a call returns, its change survives a kill and, on a disk that honours fsync, a power cut. No change
rewrites what grows with the campaign. A damaged file is named, never replaced by an empty one.
"""

from tinydb.table import Document

from tableside.campaign.store.database import CampaignDB
from tableside.campaign.store.disk import Disk
from tableside.campaign.store.errors import (
    CampaignBusy,
    Closed,
    Damaged,
    NewerVersion,
    NoCampaign,
    Notice,
    NoticeKind,
    NotSaved,
    NotStorable,
    Overtaken,
    PutBack,
    ReadOnly,
    StoreError,
    Unconfirmed,
    Unreadable,
)

__all__ = [
    "CampaignBusy",
    "CampaignDB",
    "Closed",
    "Damaged",
    "Disk",
    "Document",
    "NewerVersion",
    "NoCampaign",
    "NotSaved",
    "NotStorable",
    "Notice",
    "NoticeKind",
    "Overtaken",
    "PutBack",
    "ReadOnly",
    "StoreError",
    "Unconfirmed",
    "Unreadable",
]
