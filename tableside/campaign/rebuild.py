"""campaign.json made anew from the journal, which holds every change, where no copy of it is left."""

import msgspec

from tableside.campaign.canonical import completed_entry
from tableside.campaign.documents import TABLE, applied, documents
from tableside.campaign.entries import Entry, read_entry
from tableside.campaign.records import About, about_document
from tableside.campaign.store.encoding import Fields
from tableside.campaign.store.recovery import Retell, Told
from tableside.errors import StoreError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.ruleset import ruleset, ruleset_ids
from tableside.rules.table import Table


def rebuild_tables(folder_name: str) -> Retell:
    """How to make the tables of campaign.json for the campaign in a folder of this name."""

    def retell(told: Told, about: Fields | None) -> Told:
        entries = [
            read_entry(number, told[table][number])
            for table in sorted(told)
            for number in sorted(told[table])
        ]
        if [entry.number for entry in entries] != [*range(1, len(entries) + 1)]:
            raise StoreError("rebuild.entries-lacking")
        return _tables(told, entries, _about(entries, about, folder_name))

    return retell


def _tables(told: Told, entries: list[Entry], about: About) -> Told:
    rules = campaign_rules(ruleset(about.ruleset))
    by_address = documents(Table(title=about.title))
    for entry in entries:
        by_address = applied(by_address, completed_entry(entry, rules).changes)
    tables: dict[str, dict[int, Fields]] = {"about": {1: about_document(about)}}
    for address, document in by_address.items():
        collection, _, number = address.partition("/")
        tables.setdefault(collection, {})[int(number)] = document
    firsts = (min(told[table]) for table in sorted(told) if told[table])
    return {**tables, "volumes": {volume: {"first": first} for volume, first in enumerate(firsts, 1)}}


def _about(entries: list[Entry], about: Fields | None, folder_name: str) -> About:
    """As a journal file has it; of an older one, what can be seen from the entries and the folder."""
    if about:
        return msgspec.convert(about, About)
    prefixes = (entry.procedure.partition(".")[0] for entry in entries)
    games = [game for game in prefixes if game in ruleset_ids()]
    if not games:
        raise StoreError("rebuild.no-game")
    changes = (change for entry in entries for change in entry.changes)
    titles = (change.before for change in changes if (change.what, change.field) == (TABLE, ("title",)))
    title = next(titles, folder_name.replace("-", " ").title())
    return About(games[0], entries[0].time, str(title))
