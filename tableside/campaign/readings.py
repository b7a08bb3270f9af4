"""By which reading of its rules an entry was made: correcting a rule makes no old entry false."""

from tableside.campaign.entries import Entry
from tableside.rules.ruleset import Ruleset


def earlier_readings(entry: Entry, rules: Ruleset) -> tuple[str, ...]:
    """The ids of the rules of an entry whose reading has been corrected since it was made."""
    if not entry.is_of_a_rule:
        return ()
    procedure = next((each for each in rules.procedures if each.id == entry.procedure), None)
    now = rules.revisions_of(procedure) if procedure else {}
    return tuple(id for id, revision in now.items() if entry.revisions.get(id, 0) < revision)
