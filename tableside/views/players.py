"""What players may see of an entry: the one place where secrets are left out."""

from dataclasses import replace

from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.rules.play import Fact, Rolled
from tableside.rules.table import Kind
from tableside.views.tags import tags

OURS = (Kind.PC, Kind.HENCHMAN)
"""Those whose numbers the players know."""
HARMED, HEALED = "foe-harmed", "foe-healed"
"""The facts that stand for those that say what a foe has left."""


def is_secret(entry: Entry) -> bool:
    """Whether something of it is for the GM alone."""
    return any(each.secret for each in entry.facts) or any(
        isinstance(step, Rolled) and step.secret for step in entry.steps
    )


def public(entry: Entry) -> Entry:
    """The entry without what is for the GM alone: secret dice, secret facts, and the amounts they tell."""
    if not is_secret(entry):
        return entry
    steps = tuple(step for step in entry.steps if not (isinstance(step, Rolled) and step.secret))
    facts = tuple(fact for fact in entry.facts if not fact.secret)
    return replace(entry, steps=steps, facts=facts, amounts={}, given={}, changes=())


def hidden(entry: Entry) -> Entry:
    """The entry with all that it tells for the GM alone."""
    facts = tuple(replace(fact, secret=True) for fact in entry.facts)
    steps = tuple(replace(each, secret=True) if isinstance(each, Rolled) else each for each in entry.steps)
    return replace(entry, facts=facts, steps=steps)


FOR_THE_GM = "#gm"
"""A note that names this is the GM's alone."""


def is_for_gm(note: str) -> bool:
    """Whether a note is not for the players."""
    return any(tag.id == FOR_THE_GM for tag in tags(note))


def for_players(entry: Entry) -> Entry:
    """The entry as it may leave the program: `public`, and without notes for the GM, who reads those on the
    screen.
    """
    shown = public(entry)
    facts = (fact for fact in shown.facts if not (fact.id == "note" and is_for_gm(str(fact.values["text"]))))
    return replace(shown, facts=tuple(facts))


def without_what_foes_have_left(entry: Entry, campaign: Campaign) -> Entry:
    """The entry, telling of anybody but the party how much they were hurt, not what is left of them."""
    ours = {each.name for each in campaign.table.characters.values() if each.kind in OURS}
    told = {id: (HARMED, count) for id, count in campaign.rules.harms.items() if count}
    told |= {id: (HEALED, count) for id, count in campaign.rules.heals.items() if count}

    def seen(fact: Fact) -> Fact:
        if fact.id not in told or fact.values.get("who") in ours:
            return fact
        id, count = told[fact.id]
        return replace(fact, id=id, values={"who": fact.values["who"], "points": fact.values[count]})

    return replace(entry, facts=tuple(map(seen, entry.facts)))
