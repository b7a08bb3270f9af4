"""What of an entry is for the GM alone, and how it is kept from eyes that fall on the GM's own screen.

What players are shown is not made of this, but of `tableside.views.public`.
"""

from dataclasses import replace

from tableside.campaign.entries import Entry
from tableside.rules.play import Rolled
from tableside.rules.table import Kind
from tableside.rules.typed import slug

OURS = (Kind.PC, Kind.HENCHMAN)
"""The party: those whose numbers the players know."""


def is_partly_secret(entry: Entry) -> bool:
    """Whether something of an entry is for the GM alone."""
    return any(each.secret for each in entry.facts) or any(
        isinstance(step, Rolled) and step.secret for step in entry.steps
    )


def without_secrets(entry: Entry) -> Entry:
    """The entry without what is for the GM alone: secret dice, secret facts, and the amounts they tell."""
    if not is_partly_secret(entry):
        return entry
    steps = tuple(step for step in entry.steps if not (isinstance(step, Rolled) and step.secret))
    facts = tuple(fact for fact in entry.facts if not fact.secret)
    return replace(entry, steps=steps, facts=facts, amounts={}, given={}, changes=())


def made_secret(entry: Entry) -> Entry:
    """The entry with all that it tells made secret, for the GM alone."""
    facts = tuple(replace(fact, secret=True) for fact in entry.facts)
    steps = tuple(replace(each, secret=True) if isinstance(each, Rolled) else each for each in entry.steps)
    return replace(entry, facts=facts, steps=steps)


FOR_THE_GM = "#gm"
"""What names this, or anything that begins so (`#gm-only`, `#GMs`), is the GM's alone: a note, a line on a
sheet, a name.
"""


def is_for_gm(text: str) -> bool:
    """Whether a text is not for the players."""
    return FOR_THE_GM in text.casefold()


def is_id_for_gm(id: str) -> bool:
    """Whether an id was made of a name that is not for the players: `ring-gm-only` of `Ring #gm-only`."""
    return id == slug(id) and any(each.startswith("gm") for each in id.split("-"))
