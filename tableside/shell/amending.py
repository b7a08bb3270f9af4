"""`tableside amend`: an entry done over with other inputs, decisions or faces, and else the same dice."""

import argparse
from collections.abc import Mapping

from tableside.campaign.amendment import Amendment, NotSo
from tableside.campaign.answers import Answers
from tableside.campaign.campaign import Campaign
from tableside.campaign.entries import Entry
from tableside.errors import RuleError
from tableside.rules.play import ChoiceAsked, Chosen, Performed, Rolled
from tableside.rules.procedure import read
from tableside.rules.typed import yes_no
from tableside.shell import documents, plain
from tableside.views.amending import SECRET, can_be_secret, last_amendable, told_refusal
from tableside.views.tables import ready_anew


def amend(
    campaign: Campaign,
    options: argparse.Namespace,
    number: int | None,
    texts: Mapping[str, str],
    answers: Answers,
    choices: Mapping[str, str],
) -> int:
    """Amend the entry of this number, or else the last roll: inputs as they were typed, decisions by their
    questions, and answers for whatever else is asked.
    """
    found = campaign.amending(_last(campaign) if number is None else number)
    amendment = _chosen(_given(campaign, found, texts), choices)
    if options.faces is not None:
        thrown = tuple(step for step in amendment.answers if not isinstance(step, Rolled))
        amendment = amendment.with_answers(thrown)
    amendment = _answered(amendment, answers, choices)
    answers.check_all_used()
    try:
        performed, entry = amendment.comes_to().performed, campaign.amend(amendment)
    except NotSo as error:
        raise RuleError(told_refusal(campaign, error)) from None
    document = documents.performed(amendment.procedure, amendment.given, performed, amendment.table)
    document |= {**documents.kept(entry), "amends": entry.amends}
    print(documents.encoded(document) if options.json else _told(entry))
    return 0


def _last(campaign: Campaign) -> int:
    last = last_amendable(campaign)
    if last is None:
        raise RuleError("nothing to amend: nothing has been rolled yet")
    return last.number


def _given(campaign: Campaign, amendment: Amendment, texts: Mapping[str, str]) -> Amendment:
    """With these inputs; `secret` is one of every roll."""
    own = dict(texts)
    if SECRET in own and can_be_secret(amendment):
        amendment = amendment.in_secret(yes_no(own.pop(SECRET)))
    given = read(amendment.procedure, own, amendment.table, amendment.given)
    return amendment.with_given(ready_anew(campaign, amendment, given))


def _chosen(amendment: Amendment, choices: Mapping[str, str]) -> Amendment:
    """With these decisions in the place of those that were taken."""
    for place, step in enumerate(amendment.run().steps):
        if isinstance(step, Chosen) and step.question in choices:
            asked = amendment.asked(place)
            amendment = amendment.with_step(place, _choice(asked, choices))
    return amendment


def _choice(asked: ChoiceAsked, choices: Mapping[str, str]) -> Chosen:
    choice = choices[asked.question]
    if choice not in asked.options:
        known = ", ".join(asked.options)
        raise RuleError(f"{choice!r} does not answer {asked.question!r}: one of {known}")
    return Chosen(asked.question, choice, asked.who)


def _answered(amendment: Amendment, answers: Answers, choices: Mapping[str, str]) -> Amendment:
    """With an answer to everything that is asked."""
    while not isinstance(asked := amendment.run().state, Performed):
        if isinstance(asked, ChoiceAsked) and asked.question in choices:
            amendment = amendment.answered(_choice(asked, choices))
        else:
            amendment = amendment.answered(answers(asked))
    unasked = {*choices} - {step.question for step in amendment.run().steps if isinstance(step, Chosen)}
    if unasked:
        raise RuleError(f"nothing asks {', '.join(sorted(unasked))}")
    return amendment


def _told(entry: Entry) -> str:
    return f"{plain.entry(entry)} (amends {entry.amends})"
