"""Words about going back: undo, redo, restoring an earlier state, and what the shell says of them."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "procedure.restore": "Restore",
    "procedure.restore.help": "Bring back the table as it was after any earlier entry; undo takes that back.",
    "moved.restore": "Back to how it was after entry {entry}",
    "moved.beginning": "Back to the beginning",
    "moved.taken-back": "taken back",
    "moved.amended": "amended by {entry}",
    "moved.corrected": "corrected by {entry}",
    "moved.amends": "{text} (amends {entry})",
    "fact.played-again": "Entry {entry} now",
    "history.at": "As it was after entry {entry}",
    "history.beginning": "As it was at the beginning",
    "history.undo": "undo takes back",
    "history.redo": "redo restores",
    "history.nothing": "nothing",
    "history.undone": "undone",
    "history.redone": "redone",
    "history.taken-back": "taken back",
    "history.restored": "restored",
    "history.would-take-back": "would take back",
    "history.would-restore": "would restore",
    "history.empty": "no entries yet: the campaign is as it began",
    "backup.made": "backup made",
}
