"""`why`: what a rule says, with worked examples, and by which rules a procedure works, in our own words."""

from difflib import get_close_matches

from tableside.errors import RuleError
from tableside.rules.campaign_rules import campaign_rules
from tableside.rules.procedure import Procedure
from tableside.rules.ruleset import Ruleset, ruleset, ruleset_ids
from tableside.shell.json_output import Document
from tableside.wording import label
from tableside.wording.examples import EXAMPLES
from tableside.wording.explained import question_explained, rule_explained, rule_ids
from tableside.wording.results import sentence


def explanation(asked: str) -> Document:
    """A rule, or a procedure with its rules. Raises `RuleError` naming the nearest."""
    games = [campaign_rules(ruleset(id)) for id in ruleset_ids()]
    procedures = {each.id: each for game in games for each in game.procedures}
    rules = {id for each in procedures.values() for id in each.rules}
    questions = {each.id for game in games for each in game.open_questions}
    known = [*procedures, *sorted({*rules, *questions, *rule_ids()}), *EXAMPLES]
    known_id = _one_of(asked, known)
    if known_id in procedures:
        return _procedure(procedures[known_id], games)
    if known_id in EXAMPLES:
        shown, text = EXAMPLES[known_id]
        return {"id": known_id, "text": text, "rules": [_rule(each, games) for each in shown]}
    by_rule = [each.id for each in procedures.values() if known_id in each.rules]
    examples = [{"id": id, "text": text} for id, (shown, text) in EXAMPLES.items() if known_id in shown]
    return {**_rule(known_id, games), "procedures": by_rule, "examples": examples}


def _one_of(asked: str, known: list[str]) -> str:
    """The id that was typed, in whatever case. Raises `RuleError` naming the nearest."""
    by_low = {each.casefold(): each for each in known}
    low = asked.strip().casefold()
    if low not in by_low:
        near = get_close_matches(low, by_low, n=3)
        raise RuleError("shell.no-rule", text=asked, near=[by_low[each] for each in near])
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
        asked = question_explained(id, question.options, question.default, where=label("printed", "default"))
        document["text"] = " ".join(filter(None, (document["text"], asked)))
        document["options"] = list(question.options)
    return document


def explanation_text(document: Document) -> str:
    """The same for people."""
    called = f"{document['label']}. " if "label" in document else ""
    rules = [f"{each['id']}: {each['text']}" for each in document.get("rules", ())]
    examples = [sentence("printed", "example", **each) for each in document.get("examples", ())]
    used = document.get("procedures")
    carried = [sentence("printed", "procedures", ids=", ".join(used))] if used else []
    return "\n".join([f"{document['id']}: {called}{document['text']}", *rules, *examples, *carried])
