"""`tableside odds`: the chances of a procedure, exact, and as pictures drawn as text."""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from tableside.campaign.campaign import Campaign
from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Given
from tableside.rules.odds import Odds
from tableside.rules.procedure import Procedure, read_procedure_inputs
from tableside.rules.table import Table
from tableside.rules.typed import is_typed_dice, typed_option
from tableside.shell.arguments import (
    assigned_arguments,
    campaign_of_arguments,
    every_procedure,
    given_of_arguments,
    library_of_arguments,
    procedure_of_argument,
    procedure_of_arguments,
)
from tableside.shell.output import Document, output_lines, print_output
from tableside.shell.safe_output import output_can_show, terminal_columns
from tableside.themes import ASCII, PLAIN, SIGNS, theme_signs_named
from tableside.views.chances import (
    Called,
    amount_row,
    chance_rows,
    chances_of_fates,
    chances_that_can_come,
    outcome_text_in_chances,
)
from tableside.views.rollable_tables import given_with_rollable_tables
from tableside.wording import label, sentence
from tableside.wording.dice_and_chance_texts import assumed_text, exact_chance_text, mean_text


def run_odds_command(options: argparse.Namespace) -> int:
    library = library_of_arguments(options)
    asked = odds_asked_for(options.named, options.inputs, library)
    options.campaign, options.inputs = asked.campaign, asked.inputs
    if asked.campaign:
        with campaign_of_arguments(options) as campaign:
            return _odds_of(campaign, asked.procedure, options)
    procedure = procedure_of_argument(asked.procedure, "odds", [each.id for each in library.shelf()])
    return _print_odds(options, procedure, given_of_arguments(procedure, options), Table())


def _odds_of(campaign: Campaign, id: str, options: argparse.Namespace) -> int:
    procedure = campaign.rules.procedure(id)
    given = given_with_rollable_tables(
        campaign,
        procedure,
        read_procedure_inputs(procedure, assigned_arguments(options.inputs), campaign.table),
    )
    return _print_odds(options, procedure, given, campaign.table)


def _print_odds(options: argparse.Namespace, procedure: Procedure, given: Given, table: Table) -> int:
    odds = procedure.chances(table, given)
    called = partial(outcome_text_in_chances, Form(procedure, given), table)
    print_output(options, odds_json(procedure, given, odds), lambda: _told(odds, called, options))
    return 0


def _told(odds: Odds, called: Called, options: argparse.Namespace) -> str:
    """The odds in lines, and as pictures below them where they are wanted."""
    drawn = odds_plot_text(odds, called, terminal_columns(), _signs(options)) if options.plot else ""
    return "\n\n".join(filter(None, (odds_text(odds, called), drawn)))


def _signs(options: argparse.Namespace) -> str:
    """The signs of the name that was typed, else those that are set. Raises `RuleError`."""
    if options.signs:
        return typed_option(options.signs, SIGNS)
    return library_of_arguments(options).settings["signs"]


def odds_text(odds: Odds, called: Called) -> str:
    chances = [f"{called(id)}: {exact_chance_text(chance)}" for id, chance in chances_that_can_come(odds)]
    amounts = [
        f"{label('amount', id)}: {_expected(odds, id)}("
        + ", ".join(
            f"{value}: {exact_chance_text(chance)}" for value, chance in sorted(chances.items()) if chance
        )
        + ")"
        for id, chances in odds.amounts.items()
        if id not in odds.events
    ]
    amounts += [f"{label('amount', id)}: {exact_chance_text(odds.mean(id))}" for id in odds.events]
    struck = [
        f"{label('odds', 'struck')} {name}: {exact_chance_text(chance)}"
        for name, chance in odds.struck.items()
    ]
    struck += chances_of_fates(odds, exact_chance_text)
    return output_lines(*chances, *struck, *amounts, *filter(None, (assumed_text(odds),)))


def _expected(odds: Odds, id: str) -> str:
    """An amount's mean, where it has one."""
    if id not in odds.means:
        return ""
    return f"{sentence('printed', 'expected', amount=mean_text(odds.means[id]))} "


BETWEEN = "|"
"""Between the pieces of a bar: nothing is told apart by colour here."""
MOST_PIECES = 12
"""Outcomes that are drawn; more are only listed."""


def odds_plot_text(odds: Odds, called: Called, cells: int, signs: str) -> str:
    """A bar of the outcomes, and a histogram of each amount that has a mean, in so many cells; empty where
    there is neither. In ASCII where `signs` says so, or what is printed on cannot show blocks.
    """
    means = {id: mean for id, mean in odds.means.items() if id not in odds.events}
    amounts = (amount_row(id, odds, mean_text(mean), cells) for id, mean in means.items())
    lines = [*_outcomes(odds, called, cells), *(row.text for row in amounts)]
    text = "\n".join(line.rstrip() for line in lines)
    return text.translate(PLAIN) if theme_signs_named(signs) == ASCII or not output_can_show(text) else text


def _outcomes(odds: Odds, called: Called, cells: int) -> Iterator[str]:
    """The bar, and what each piece of it is; nothing where there are none, or too many."""
    outcomes: list[tuple[str, Fraction]] = [(id, chance) for id, chance in odds.chances.items() if chance]
    if 0 < len(outcomes) <= min(MOST_PIECES, cells // 2):
        bar, *legend = chance_rows(outcomes, cells - len(BETWEEN) * (len(outcomes) - 1), called)
        yield BETWEEN.join(text for text, _ in bar.spans)
        yield from (row.text for row in legend)


def odds_json(procedure: Procedure, given: Given, odds: Odds) -> Document:
    """`odds`: exact fractions in lowest terms; impossible outcomes are left out. `assumes`: what they take
    for granted, where that is anything.
    """
    struck = {name: str(chance) for name, chance in odds.struck.items()}
    fates = {
        name: {state: str(chance) for state, chance in states.items()} for name, states in odds.fates.items()
    }
    assumed: Document = {"assumes": odds.assumes} if odds.assumes else {}
    assumed |= {"assumed": dict(odds.assumed_values)} if odds.assumed_values else {}
    return {
        "procedure": procedure.id,
        "inputs": dict(given),
        "chances": {id: str(chance) for id, chance in odds.chances.items() if chance},
        **({"struck": struck} if struck else {}),
        **({"fates": fates} if fates else {}),
        "amounts": {
            id: {
                **({"mean": str(odds.means[id])} if id in odds.means else {}),
                "chances": {str(value): str(chance) for value, chance in sorted(chances.items()) if chance},
            }
            for id, chances in odds.amounts.items()
        },
        **assumed,
    }


@frozen
class OddsArguments:
    """Whose chances are asked for."""

    campaign: str
    """The campaign's id; empty for bare numbers."""
    procedure: str
    inputs: list[str]


def odds_asked_for(first: str, inputs: list[str], library: Library) -> OddsArguments:
    """What was typed behind `odds`. Raises `RuleError` for a campaign that there is none of, for one without
    a procedure, and for one that stands behind it.
    """
    is_dice = is_typed_dice("".join((first, *inputs)))
    on_campaign = bool(inputs) and "=" not in inputs[0] and not is_dice
    is_procedure = first in every_procedure() or is_typed_dice(first)
    if on_campaign and (not is_procedure or _named(first, library)):
        return OddsArguments(library.find(first), *procedure_of_arguments(inputs[0], inputs[1:]))
    if on_campaign and (id := _named(inputs[0], library)):
        raise RuleError("shell.campaign-first", campaign=id, procedure=first)
    if on_campaign:
        raise RuleError("shell.no-input", text=inputs[0])
    if not is_procedure and (id := _named(first, library)):
        raise RuleError("shell.procedure-too", campaign=id)
    return OddsArguments("", *procedure_of_arguments(first, inputs))


def _named(text: str, library: Library) -> str:
    """The id of the campaign that goes by this; empty when none does."""
    try:
        return library.find(text)
    except RuleError:
        return ""
