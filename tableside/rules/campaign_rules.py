"""All procedures of a campaign: the game's own, and those of any campaign, including notes, remarks, the
title and the house rules.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Annotated, Final

from tableside.errors import RuleError
from tableside.rules import clocks, encounters, foe_lines, harm_lines, kind_procedures, sessions
from tableside.rules.characters import character_procedures
from tableside.rules.conditions import as_ending_round_conditions, condition_procedures
from tableside.rules.inputs import Choice, Given, Who, Words, YesNo
from tableside.rules.names import name_as_given
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.rule import rule
from tableside.rules.ruleset import HouseRule, Ruleset
from tableside.rules.table import Table
from tableside.rules.tables import procedures
from tableside.rules.turns.order import order_kinds
from tableside.rules.turns.running_order import followed_by_order, order_methods, running_order_method
from tableside.rules.turns.turn_steps import followed_by_turn_step, turn_procedures
from tableside.rules.typed import NAME_LENGTH, typed_line, typed_short

REMARK: Final = "campaign.remark"
HOUSE_RULE: Final = "campaign.house-rule"
RENAME: Final = "campaign.rename"
REVISIONS: Mapping[str, int] = {
    "campaign.add-character": 3,
    **dict.fromkeys(("campaign.add-kinds", "campaign.call-back"), 2),
    "campaign.edit": 4,  # quotes hold a name with commas together
    "campaign.edit-several": 2,
    **dict.fromkeys(("campaign.condition", "table.roll"), 2),
    **dict.fromkeys(("campaign.prepare", "campaign.keep-kind", "oracle.ask"), 1),
    "campaign.begin-session": 2,  # the dead are not there
    "campaign.retire": 1,
    # prisoners are no foes in a fight for everybody
    **dict.fromkeys(("turn.begin-list", "turn.begin-popcorn", "turn.begin-sides"), 1),
    "campaign.pass-days": 2,  # conditions with rounds end with the day
    "campaign.settle-track": 1,  # a hit ends the track
}
"""How often the procedures of any campaign have been corrected, as `Ruleset.revisions`."""
REVISIONS_OF_ROLES: Mapping[Role, int] = {
    Role.FOE: 2,  # namesakes are numbered
    **dict.fromkeys((Role.REST, Role.TRAIN), 1),  # conditions with rounds end with the day
}
"""How often the additions of any campaign to a game's own procedures have been corrected."""


MADE: dict[int, tuple[Ruleset, Ruleset]] = {}
"""The rules made for each game, by its identity; the game is kept so that its identity stays unique."""


def campaign_rules(game: Ruleset) -> Ruleset:
    """Return the game with every turn order, its open questions, and the procedures of any campaign; cached.

    The procedures are loaded when first asked for.
    """
    if id(game) not in MADE:
        MADE[id(game)] = game, _with_books(game)
    return MADE[id(game)][1]


def _with_books(game: Ruleset) -> Ruleset:
    whole = replace(
        game,
        order_questions=cache(lambda: _order_questions(game)),
        order_revisions=cache(lambda: _order_revisions(game)),
        other_orders=cache(lambda: _other_orders(game)),
    )
    load = cache(lambda: _procedures(game, whole))
    return replace(whole, load=load, is_loaded=lambda: bool(load.cache_info().currsize))


def _order_questions(game: Ruleset) -> tuple[HouseRule, ...]:
    own = {each.id for each in game.house_rules}
    asked = (
        *(question for method in order_methods() for question in method.questions),
        procedures.TWISTS,
        procedures.HEARD,
    )
    return tuple(each for each in asked if each.id not in own)


def _order_revisions(game: Ruleset) -> Mapping[str, int]:
    of_roles = {each.id: REVISIONS_OF_ROLES.get(each.role, 0) for each in game.procedures if each.role}
    of_orders = {id: times for method in order_methods() for id, times in method.revisions.items()}
    of_other_orders = {id: times for id, times in of_orders.items() if id not in game.revisions}
    return Counter(REVISIONS) + Counter(of_roles) + Counter(of_other_orders)


def _other_orders(game: Ruleset) -> Mapping[str, frozenset[str]]:
    ids = {}
    own = {each.id for each in game.procedures} | {each.id for each in game.house_rules}
    for kind in order_kinds():
        method = running_order_method(kind)
        begun_by = {each.id: each.role == Role.ASSEMBLE for each in method.procedures(game.turns)}
        if game.turns.begin in begun_by:
            own |= {*begun_by}
            continue
        questions = {each.id for each in method.questions}
        ids[kind.method] = frozenset(questions | {id for id, begins in begun_by.items() if not begins})
    return {method: each - own for method, each in ids.items()}


STEPS = (Role.HAND, Role.DELAY, Role.AIM, Role.READY)
"""Roles besides the next turn that move a turn, and can be taken back singly."""


def _procedures(game: Ruleset, whole: Ruleset) -> tuple[Procedure, ...]:
    def of_campaign(procedure: Procedure) -> Procedure:
        if procedure.role == Role.CREATE:
            procedure = kind_procedures.as_procedure_with_origin_kind(procedure, whole)
        if procedure.own:
            procedure = kind_procedures.as_procedure_naming_kinds(procedure, whole)
        procedure = as_ending_round_conditions(procedure.followed_by(followed_by_order), whole.dyings)
        if procedure.role == Role.FOE:
            return kind_procedures.as_putting_on_the_table(procedure, whole)
        return procedure.followed_by(followed_by_turn_step) if procedure.role in STEPS else procedure

    procedures = tuple(map(of_campaign, (*game.procedures, *_of_any_campaign(whole))))
    put_down = next(each for each in procedures if each.id == foe_lines.PUT_DOWN)
    foe = next((each for each in procedures if each.role == Role.FOE), None)
    if foe is None:  # the game lists no foes, so there are only own kinds and numbers
        foe = replace(put_down, role=Role.FOE)
        procedures = tuple(foe if each is put_down else each for each in procedures)
        put_down = foe
    lines_at = partial(foe_lines.foe_lines_of, foe, put_down, whole)
    several = kind_procedures.several_kinds_procedure(foe, lines_at)
    more = (several, *encounters.encounter_procedures(put_down, lines_at))
    whole_list = (*procedures, *(kind_procedures.as_procedure_naming_kinds(each, whole) for each in more))
    hurt = next((each for each in procedures if each.role == Role.HURT), None)
    if hurt is not None:
        whole_list = tuple(harm_lines.as_doing_harm_lines_after_round(each, hurt) for each in whole_list)
    return tuple(encounters.as_bringing_encounter(each, lines_at) for each in whole_list)


def _of_any_campaign(game: Ruleset) -> tuple[Procedure, ...]:
    added = (
        *turn_procedures(game.turns, game.telling),
        *procedures.PROCEDURES,
        *character_procedures(game),
        *condition_procedures(game),
        note,
        remark,
        *sessions.session_procedures(game),
        *clocks.PROCEDURES,
        *_about_the_campaign(game.open_questions),
        kind_procedures.put_down_kind_procedure(game),
        kind_procedures.keep_kind_procedure(game),
    )
    own = {each.id for each in game.procedures}
    new = (each for each in added if each.id not in own)
    return tuple(sorted(new, key=lambda each: each.role == Role.ASSEMBLE and each.id != game.turns.begin))


@rule(REMARK, group=Group.SHEET, role=Role.REMARK)
def remark(
    table: Table,
    play: Play,
    who: Annotated[tuple[int, ...], Who(many=True)],
    text: Annotated[str, Words()] = "",
) -> Outcome:
    """Set the remark of each of these; an empty one removes it. Raises `RuleError` when there is nothing to
    remove.
    """
    text = typed_short(typed_line(text.strip()), NAME_LENGTH)
    people = table.named(who)
    if not text and not any(each.remark for each in people):
        raise RuleError("remarks.none", who=[each.name for each in people])
    for each in people:
        play.tell(
            "remarked" if text else "remark-cleared", "", {"who": each.name, "text": text or each.remark}
        )
    return Outcome("done", table=table.put(*(replace(each, remark=text) for each in people)))


@rule("campaign.note", group=Group.SESSION, role=Role.NOTE)
def note(
    table: Table,
    play: Play,
    text: Annotated[str, Words(long=True)],
    struck: Annotated[bool, YesNo(worth=False)] = False,
) -> Outcome:
    """Write a note in the journal, or strike one when amending it."""
    if not text.strip():
        raise RuleError("upkeep.empty-note")
    play.tell("note-struck" if struck else "note", "", {"text": text})
    return Outcome("done", table=table)


@rule(RENAME, group=Group.SESSION)
def rename(table: Table, play: Play, title: Annotated[str, Words()]) -> Outcome:
    """Give the campaign another title. Its id stays."""
    play.tell("campaign-renamed", "", {"before": table.title, "after": name_as_given(title)})
    return Outcome("done", table=replace(table, title=name_as_given(title)))


@rule("campaign.archive", group=Group.SESSION)
def archive(table: Table, play: Play, archived: Annotated[bool, YesNo(worth=False)] = True) -> Outcome:
    """Archive the campaign, or take it out of the archive."""
    play.tell("campaign-archived" if archived else "campaign-taken-out", "", {})
    return Outcome("done", table=replace(table, archived=archived))


def _about_the_campaign(house_rules: tuple[HouseRule, ...]) -> tuple[Procedure, ...]:
    by_id = {each.id: each for each in house_rules}

    def options_of(table: Table, given: Given) -> tuple[str, ...]:
        question = by_id.get(str(given.get("rule")))
        return question.options if question else ()

    @rule(HOUSE_RULE, *by_id, group=Group.SESSION, decides=lambda table: ())
    def set_house_rule(
        table: Table,
        play: Play,
        rule: Annotated[str, Choice(options=lambda table, given: (*by_id,))],
        option: Annotated[str, Choice(options=options_of)],
    ) -> Outcome:
        """Decide an open question of the rules for this campaign. Raises `RuleError` when it is unknown."""
        if rule not in by_id:
            raise RuleError("upkeep.no-question", rule=rule, known=[*by_id])
        others = {id: chosen for id, chosen in table.house.items() if id != rule}
        house = others if option == by_id[rule].default else {**others, rule: option}
        play.tell("house-rule-set", rule, {"rule": rule, "option": option})
        return Outcome("done", table=replace(table, house=dict(sorted(house.items()))))

    return rename, archive, set_house_rule
