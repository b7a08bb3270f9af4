"""What is said when a campaign cannot be opened or saved, and what can be done about it."""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    # Cures
    "cure.open-read-only": "Open it for reading only",
    "cure.reopen": "Open it again",
    "cure.rebuild": "Rebuild {file} from old copies and logs",
    "cure.keep-whole": "Keep every change that is whole",
    "cure.go-on": "Go on from change {seq}",
    "cure.accept-edit": "Accept the edit of {file}",
    "cure.open-without": "Go on without what is lost of {file}",
    "cure.open-read-only.help": "Nothing is written; everything can be looked at and exported.",
    "cure.reopen.help": "The last change may or may not be there: the journal says.",
    "cure.rebuild.help": "The faulty file is kept beside the new one, and the journal says what was done.",
    "cure.keep-whole.help": "The log as it was is kept beside it, and the journal says what is gone.",
    "cure.go-on.help": "The campaign was put back on purpose, or what is missing is not missed.",
    "cure.accept-edit.help": "It becomes an entry of the journal, which undo takes back.",
    "cure.open-without.help": "What can be rebuilt is; an entry stands in the place of the others.",
    # What is added to an error: what still works, and what helps
    "advice.busy": "show, list, export and check work meanwhile",
    "advice.not-saved": "nothing has changed; free some space or mend the disk and do it again",
    "advice.unconfirmed": "the last change may or may not be there: tableside show tells",
    "advice.not-storable": "nothing has changed",
    "advice.damaged": "nothing has been written; tableside check {id} --repair rebuilds it from old copies and logs",
    "advice.edited": "nothing has been written; tableside check {id} --accept keeps an edit, --repair undoes it",
    "advice.log": "nothing has been written; tableside check {id} --repair keeps every change that is whole",
    "advice.put-back": "tableside check {id} --repair brings back what old copies hold, --accept goes on from here",
    "advice.unreadable": "nothing is repaired over what cannot be read; mend the disk, or who may read it",
    "advice.journal": "tableside check {id} --repair rebuilds it, --without goes on without it; the rest can be read",
    "advice.unfit": "nothing has been written; no Tableside has made it: put an older copy in its place, or mend it in the file and tableside check {id} --accept",
    "advice.newer": "nothing has been written; a newer Tableside opens it",
    # A campaign that is not opened
    "shelf.fault": "it could not be opened, which is a fault of ours: {why}; tableside check {id} says more",
    # What cannot be printed
    "printing.done": "it is done and saved, but what came of it could not be printed: {why}",
    "printing.failed": "what was asked for could not be printed: {why}",
    # What is being typed while the disk refuses
    "draft.elsewhere": "not kept on this disk ({why}): what you write is kept in {file} until it can be",
    "draft.in-memory": "not kept on any disk ({why}): what you write is only in memory, until the program ends",
    "draft.no-editor": "no editor can open it: it is only in memory, for the disk refuses ({why})",
    # What was done
    "procedure.campaign.repaired": "Files repaired",
    "procedure.campaign.accepted": "Edit of a file accepted",
    "procedure.campaign.lost": "Entries lost",
    "fact.repaired": "Repaired: {file}: {what}",
    "fact.edit-accepted": "Taken as another program edited it: {file}",
    "fact.entries-lost": "Lost: the entries {first} to {last}; the table is as it was after them",
}
