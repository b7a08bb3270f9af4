"""The JSON documents that commands print, as the contract fixes them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tableside.campaign.audit import Checked
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import as_json, character_document, table_document
from tableside.campaign.entries import Entry
from tableside.campaign.library import Shelved
from tableside.rules.inputs import Given, Input, Number, Who, YesNo
from tableside.rules.odds import Odds
from tableside.rules.play import Chosen, Performed, Rolled
from tableside.rules.procedure import Outcome, Procedure
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Table
from tableside.text import escaped_json
from tableside.wording import label

Document = dict[str, Any]  # Any: JSON values


def encoded_json(document: object) -> str:
    return escaped_json(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())


def checked_json(checked: Checked, done: Sequence[str]) -> Document:
    """`check`: what was mended, every fault, and the entries that today's rules would not make again."""
    document: Document = {
        "faults": [{"where": str(each.where), "what": str(each.what)} for each in checked.faults]
    }
    if checked.earlier:
        document["earlier"] = [
            {"where": str(each.where), "rules": list(each.rules)} for each in checked.earlier
        ]
    if checked.misread:
        document["misread"] = list(checked.misread)
    return {**document, "done": list(done)} if done else document


def performed_json(
    procedure: Procedure, given: Given, performed: Performed[Outcome], table: Table
) -> Document:
    """`roll`: every die and why, every choice, the outcome, and the rules that had a say on this table."""
    dice = [
        {"sides": sides, "face": face, "why": step.why}
        for step in performed.steps
        if isinstance(step, Rolled)
        for sides, face in zip(step.sides, step.faces, strict=True)
    ]
    rules = dict.fromkeys([*procedure.rules_on(table), *(fact.rule for fact in performed.facts if fact.rule)])
    return {
        "procedure": procedure.id,
        "inputs": dict(given),
        "dice": dice,
        "choices": [step.choice for step in performed.steps if isinstance(step, Chosen)],
        "outcome": performed.result.result,
        "amounts": dict(performed.result.amounts),
        "rules": list(rules),
    }


def kept(entry: Entry) -> Document:
    """What `do` adds: the entry's number and its changes."""
    changes = [
        {
            "what": each.what,
            "field": ".".join(map(str, each.field)),
            "before": each.before,
            "after": each.after,
        }
        for each in entry.changes
    ]
    return {"entry": entry.number, "changes": changes}


def odds_json(procedure: Procedure, given: Given, odds: Odds) -> Document:
    """`odds`: exact fractions in lowest terms; impossible outcomes are left out. `assumes`: what they take
    for granted, where that is anything.
    """
    struck = {name: str(chance) for name, chance in odds.struck.items()}
    assumed = {"assumes": odds.assumes} if odds.assumes else {}
    return {
        "procedure": procedure.id,
        "inputs": dict(given),
        "chances": {id: str(chance) for id, chance in odds.chances.items() if chance},
        **({"struck": struck} if struck else {}),
        "amounts": {
            id: {
                **({"mean": str(odds.means[id])} if id in odds.means else {}),
                "chances": {str(value): str(chance) for value, chance in sorted(chances.items()) if chance},
            }
            for id, chances in odds.amounts.items()
        },
        **assumed,
    }


def shelved(each: Shelved) -> Document:
    document: Document = as_json(each)
    return document


def ruleset_json(game: Ruleset) -> Document:
    """`rules`: everything that can be called, and the open questions."""
    return {
        "id": game.id,
        "name": game.name,
        "procedures": [
            {
                "id": each.id,
                "label": label("procedure", each.id),
                "rules": list(each.rules),
                "inputs": [_input(given) for given in each.inputs],
                "outcomes": list(each.outcomes),
                "amounts": list(each.amounts),
                "campaign": each.on_table,
                "odds": each.odds is not None,
            }
            for each in game.procedures
        ],
        "house-rules": [
            {"id": each.id, "question": label("rule", each.id), "options": list(each.options)}
            for each in game.open_questions
        ],
    }


def _input(input: Input) -> Document:
    document: Document = {"id": input.id, "type": type(input).__name__.lower(), "default": input.default}
    if isinstance(input, Number):
        document |= {"lowest": input.lowest, "highest": input.highest}
    if isinstance(input, Who):
        document["many"] = input.many
    if isinstance(input, YesNo):
        document["type"] = "yes-no"
    return document


def campaign_json(campaign: Campaign, table: Table, at: int | None) -> Document:
    """`show`: the whole campaign but its journal, as it is, or as it was after entry `at`."""
    return {
        "id": campaign.id,
        "ruleset": campaign.about.ruleset,
        "entries": campaign.length,
        **({} if at is None else {"at": at}),
        **table_document(table),
        "characters": [character_json(each) for each in table.characters.values()],
    }


def character_json(character: Character) -> Document:
    return {"key": character.key, **character_document(character)}
