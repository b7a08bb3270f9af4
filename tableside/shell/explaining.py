"""`why`: what a rule says, what a procedure does and by which rules, in words of our own."""

from difflib import get_close_matches

from tableside.errors import RuleError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, ruleset, ruleset_ids
from tableside.shell.documents import Document
from tableside.wording import label
from tableside.wording.explaining import question_explained, rule_explained, rule_ids

EXAMPLES = "give an id like TRO-4.1 or troika.fight (tableside rules lists them)"


def why(asked: str) -> Document:
    """A rule, or a procedure with its rules. Raises `RuleError` naming the nearest."""
    games = [campaign_rules(ruleset(id)) for id in ruleset_ids()]
    procedures = {each.id: each for game in games for each in game.procedures}
    rules = {id for each in procedures.values() for id in each.rules}
    questions = {each.id for game in games for each in game.open_questions}
    known = [*procedures, *sorted({*rules, *questions, *rule_ids()})]
    found = _one_of(asked, known)
    if found in procedures:
        return _procedure(procedures[found], games)
    by_rule = [each.id for each in procedures.values() if found in each.rules]
    return {**_rule(found, games), "procedures": by_rule}


def _one_of(asked: str, known: list[str]) -> str:
    """The id that was typed, in whatever case. Raises `RuleError` naming the nearest."""
    by_low = {each.casefold(): each for each in known}
    low = asked.strip().casefold()
    if low not in by_low:
        near = get_close_matches(low, by_low, n=3)
        hint = f"did you mean {', '.join(by_low[each] for each in near)}?" if near else EXAMPLES
        raise RuleError(f"{asked!r} is no rule and no procedure: {hint}")
    return by_low[low]


def _procedure(procedure: Procedure, games: list[Ruleset]) -> Document:
    return {
        "id": procedure.id,
        "label": label("procedure", procedure.id),
        "text": label("procedure", f"{procedure.id}.help"),
        "rules": [_rule(each, games) for each in procedure.rules],
    }


def _rule(id: str, games: list[Ruleset]) -> Document:
    question = next((each for game in games for each in game.open_questions if each.id == id), None)
    document: Document = {"id": id, "text": rule_explained(id)}
    if question is not None:
        asked = question_explained(id, question.options, question.default, where="By default")
        document["text"] = " ".join(filter(None, (document["text"], asked)))
        document["options"] = list(question.options)
    return document


def text(document: Document) -> str:
    """The same for people."""
    if "rules" in document:
        rules = [f"{each['id']}: {each['text']}" for each in document["rules"]]
        return "\n".join([f"{document['id']}: {document['label']}. {document['text']}", *rules])
    used = document["procedures"]
    carried = [f"Carried out by {', '.join(used)}"] if used else []
    return "\n".join([f"{document['id']}: {document['text']}", *carried])
