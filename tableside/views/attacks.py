"""Attacks: the likely target, who has attacked this turn, and doubts about an act."""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice, takewhile
from typing import Final

from tableside.campaign import undo_and_redo
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import Change
from tableside.campaign.entries import Entry
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Choice, Given, Who, people_given_by_input
from tableside.rules.life_states import can_act, has_given_way, is_gone, stands
from tableside.rules.procedure import Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Character, Kind, Table
from tableside.rules.turns.running_order import order_after_next_turn, who_acts_in_running_order
from tableside.wording import has_wording, sentence

LOOKED_BACK = 40
"""The most entries to look back at for the last target."""
LASTING: Final = (Role.REST, Role.TRAIN, Role.PASS)
"""Roles of procedures that take at least a night."""
TURN: Final = ("acting", "turn", "round")
"""Fields of an order of which one changes when the turn does."""
NOBODYS_TURN: Final = (None, "", -1)
"""What those fields hold while it is nobody's turn."""


def next_target(table: Table, rules: Ruleset, entries: Iterable[Entry], selected: int | None) -> int | None:
    """The foe to select next: after a selected foe the next one, else the last target, else the first who can
    act. None: there is no foe. `entries` are the latest first.
    """
    enemies = foes_to_target(table)
    if selected in enemies:
        return enemies[(enemies.index(selected) + 1) % len(enemies)]
    last = _aimed_at(enemies, rules, entries)
    if last is not None and can_act(table[last]) and not has_given_way(table[last]):
        return last
    return next(iter(enemies), None)


def target_at_hand(
    table: Table, rules: Ruleset, entries: Iterable[Entry], selected: int | None
) -> int | None:
    """The selected character if a foe of whoever acts, else the one from `next_target`."""
    is_foe = selected in foes_to_target(table)
    return selected if is_foe else next_target(table, rules, entries, selected)


def attackers_this_turn(campaign: Campaign) -> frozenset[int]:
    """Keys of characters whose turn it is (or comes next, while it is nobody's), or who have broken into it,
    and who have used the one act that a turn allows.
    """
    rules, order = campaign.rules, campaign.table.order
    now = _whose_turn(campaign)
    this_turn = _entries_this_turn(campaign) if now else []
    acts = (each for each in this_turn if _took_turn(rules, each))
    by = {who.key for each in acts for who in _doers(campaign, each.procedure, each.given)}
    broken_in = {each.given.get("who") for each in this_turn if each.procedure in _hands(rules)}
    sharing = {one for key in now for one in order.sharing_turn(key)} if order is not None else set()
    return frozenset(by & {*sharing, *broken_in})


def _whose_turn(campaign: Campaign) -> tuple[int, ...]:
    """Keys of those whose turn it is, or who are certain to be next while it is nobody's."""
    order = campaign.table.order
    return (order.now or _who_comes_next(campaign)) if order is not None else ()


def _took_turn(rules: Ruleset, entry: Entry) -> bool:
    """Whether this entry is the one act that a turn allows."""
    return any(
        each.takes_turn and entry.result not in each.leaves_turn
        for each in rules.procedures
        if each.id == entry.procedure
    )


def _hands(rules: Ruleset) -> frozenset[str]:
    """The procedures by which somebody takes an action they had put off."""
    return frozenset(each.id for each in rules.procedures if each.role == Role.HAND)


def _entries_this_turn(campaign: Campaign) -> list[Entry]:
    """The entries since the turn began, the newest first."""
    entries = islice(undo_and_redo.entries_not_undone(campaign.entry, campaign.length), LOOKED_BACK)
    return [*takewhile(lambda each: not _ends_turn(each, campaign.rules), entries)]


def _doers(campaign: Campaign, procedure: str, given: Given) -> tuple[Character, ...]:
    """Who perform it: the named people, or where nobody need be named, whoever's turn it is."""
    table, rule = campaign.table, campaign.rules.procedure(procedure)
    if named := people_given_by_input(table, given, rule.doer):
        return tuple(named)
    asked = next((each for each in rule.inputs if each.id == rule.doer), None)
    now = table.order.now if table.order is not None and (asked is None or asked.default is not None) else ()
    return tuple(table[key] for key in now[:1])


def who_acts(campaign: Campaign) -> tuple[int, ...]:
    """Whoever has broken into a turn with an action they had put off, until they attack; else those whose
    turn it is and who can act.
    """
    table, order = campaign.table, campaign.table.order
    hands, rules = _hands(campaign.rules), campaign.rules
    this_turn = _entries_this_turn(campaign)
    last = next((each for each in this_turn if each.procedure in hands or _took_turn(rules, each)), None)
    who = last.given.get("who") if last is not None and last.procedure in hands else None
    if order is None or order.acting_together is not None or not isinstance(who, int):
        return who_acts_in_running_order(table)
    breaks_in = who in {*order.members} - {*order.now} and can_act(table[who])
    return (who,) if breaks_in else who_acts_in_running_order(table)


def who_acts_after(campaign: Campaign, procedure: Procedure) -> tuple[int, ...]:
    """Those who act after this procedure; after one that begins a fight, those certain to be first and able
    to act.
    """
    now = who_acts(campaign)
    return _who_comes_next(campaign) if not now and procedure.role == Role.ASSEMBLE else now


def _who_comes_next(campaign: Campaign) -> tuple[int, ...]:
    """Keys of the characters certain to be next and able to act."""
    after = order_after_next_turn(campaign.table, campaign.rules.turns)
    return who_acts_in_running_order(after) if after is not None else ()


def foe_broken_into(table: Table, who: int | None) -> int | None:
    """The foe whose turn this character has broken into. None: it is nobody's or no foe's turn."""
    now = table.order.now if table.order is not None else ()
    return next((key for key in now if table.are_opposed(who, key)), None)


def yet_to_attack(campaign: Campaign) -> tuple[int, ...]:
    """Those whose turn it is who can act and have not attacked yet; all who can act if somebody has broken
    into the turn. Empty unless somebody has attacked.
    """
    attackers, order = attackers_this_turn(campaign), campaign.table.order
    able = who_acts_in_running_order(campaign.table)
    left = tuple(key for key in able if attackers and key not in attackers)
    has_broken_in = order is not None and attackers.difference(order.now)
    return left or (able if has_broken_in else ())


def doubt_of(campaign: Campaign, procedure: Procedure, given: Given) -> str:
    """A question about what speaks against this act, by its rule or earlier entries; empty: nothing does."""
    id, others = _doubt(campaign, procedure, given)
    doers = _doers(campaign, procedure.id, given)
    for each in doers if procedure.takes_turn and not id else ():
        if found := _out_of_turn(campaign, each, given):
            (id, others), doers = found, (each,)
            break
    who, other = (", ".join(each.name for each in people) for people in (doers[:1], others))
    return sentence("doubt", id, who=who, other=other) if id else ""


def _doubt(campaign: Campaign, procedure: Procedure, given: Given) -> tuple[str, Sequence[Character]]:
    """The id of the doubt that is not about turns, and the other people it is about."""
    table = campaign.table
    if doubt := procedure.doubt(table, given):
        return doubt, ()
    if procedure.role in LASTING and (dying := those_dying(campaign)):
        return "is-dying", dying
    if procedure.role == Role.REST:
        return _no_rest(campaign)
    if down := _opponents_down(table, procedure, given):
        return "is-down", down
    is_second = procedure.role == Role.IMPROVE and given.get("who") in advanced_in_session(campaign)
    return "has-advanced" if is_second else "", ()


def those_dying(campaign: Campaign) -> tuple[Character, ...]:
    """The members of the party who die unless helped."""
    party = (each for each in campaign.table.in_play() if each.kind != Kind.ENEMY)
    return tuple(each for each in party if campaign.rules.is_dying(each))


def rescue_before(campaign: Campaign, procedure: Procedure) -> Form | None:
    """The form that helps the first of the dying before a rest. None: nobody is dying or nothing helps."""
    rescue = campaign.rules.role(Role.RESCUE) if procedure.role in LASTING else None
    dying = those_dying(campaign) if rescue is not None else ()
    return filled_form(rescue, campaign.table, dying[0].key) if rescue is not None and dying else None


def _opponents_down(table: Table, procedure: Procedure, given: Given) -> list[Character]:
    """Opponents who are down already; empty if the procedure applies only to such."""
    against = people_given_by_input(table, given, "against")
    down = [each for each in against if table.are_opposed(given.get("who"), each.key) and not stands(each)]
    if procedure.role == Role.FIGHT or not down:
        return down
    pick = procedure.input("against")
    others = pick.candidates(table, given) if isinstance(pick, Who) else ()
    return down if any(map(stands, others)) else []


def _out_of_turn(campaign: Campaign, doer: Character, given: Given) -> tuple[str, Sequence[Character]] | None:
    """The doubt about what somebody does in a turn that is not theirs, or for a second time in it, and about
    those who help for a second time. This alone decides it, for every act and every order.
    """
    table, order = campaign.table, campaign.table.order
    if order is None:
        return None
    if doer.key not in order.members:
        return "not-in-fight", ()
    acted = {*attackers_this_turn(campaign), *(order.acted if order.acting_together else ())}
    if order.acting_together == "":  # it is nobody's turn yet
        acted |= {key for key in order.members if order.times_acted(key)}
    now = _whose_turn(campaign)
    if doer.key in acted:
        return "acted", ()
    if doer.key not in now and doer.key not in who_acts(campaign):
        if why := order.kept_from_acting(doer.key):
            return why, ()
        if not any(doer.key in order.sharing_turn(key) for key in now):
            return ("others-turn", table.named(now)) if now else ("nobodys-turn", ())
    if sharing := [table[key] for key in order.sharing_turn(doer.key) if key in acted]:
        return "token-spent", sharing
    helpers = people_given_by_input(table, given, "helpers")
    again = [each for each in helpers if each.key in acted]
    return ("helper-acted", again) if again else None


def _no_rest(campaign: Campaign) -> tuple[str, Sequence[Character]]:
    """The id of why resting is doubtful now, and the people it is about: foes stand, or some of the party are
    in peril.
    """
    table, rules = campaign.table, campaign.rules
    able = (each for each in table.in_play(Kind.ENEMY) if can_act(each) and not rules.is_obstacle(each))
    if {each.key for each in able if not has_given_way(each)} - _left_the_fight(campaign):
        return "foes-stand", ()
    party = (each for each in table.in_play() if each.kind != Kind.ENEMY and not is_gone(each))
    in_peril = [
        each
        for each in party
        if any(has_wording(f"each-end.{rules.id}", condition.name) for condition in each.conditions)
    ]
    return "in-peril" if in_peril else "", in_peril


def _left_the_fight(campaign: Campaign) -> frozenset[int]:
    """Keys of those who left the last fight, as those who flee do, and have not come back into it."""
    entries = islice(undo_and_redo.entries_not_undone(campaign.entry, campaign.length), LOOKED_BACK)
    by_id = {each.id: each.role for each in campaign.rules.procedures}
    roles = ((by_id.get(each.procedure), each) for each in entries)
    came: set[int] = set()
    left: set[int] = set()
    for role, entry in takewhile(lambda each: each[0] != Role.ASSEMBLE, roles):
        who = entry.given.get("who")
        keys = {*who} if isinstance(who, tuple) else {who}
        if role == Role.JOIN:
            came |= {each for each in keys if isinstance(each, int)}
        elif role == Role.LEAVE:
            left |= {each for each in keys if isinstance(each, int)} - came
    return frozenset(left)


def advanced_in_session(campaign: Campaign) -> frozenset[int]:
    """Keys of those who have made an advance attempt this session; empty in games where one picks what to
    try.
    """
    procedure, begin = campaign.rules.role(Role.IMPROVE), campaign.rules.role(Role.BEGIN)
    if procedure is None or any(isinstance(each, Choice) and each.many for each in procedure.inputs):
        return frozenset()
    entries = islice(undo_and_redo.entries_not_undone(campaign.entry, campaign.length), LOOKED_BACK)
    since = takewhile(lambda each: begin is None or each.procedure != begin.id, entries)
    attempts = (each.given.get("who") for each in since if each.procedure == procedure.id)
    return frozenset(key for key in attempts if isinstance(key, int))


def _ends_turn(entry: Entry, rules: Ruleset) -> bool:
    """Whether this entry ended a turn or a fight. Acts between two turns count for the next one. Who draws
    two tokens one after the other has two turns.
    """
    of_order = [each for each in entry.changes if each.field[:1] == ("order",)]
    if any(len(each.field) == 1 or _is_of_turn(each) for each in of_order):
        return True
    if not of_order or any(each.field[1] in TURN for each in of_order):
        return False
    return any(each.role == Role.NEXT for each in rules.procedures if each.id == entry.procedure)


def _is_of_turn(change: Change) -> bool:
    return change.field[1] in TURN and change.before not in NOBODYS_TURN


def foes_to_target(table: Table) -> tuple[int, ...]:
    """Keys of the foes of whoever acts, in order, the helpless last; without turns, the enemies."""
    order = table.order
    in_order = order.members if order else tuple(each.key for each in table.in_play())
    acts = order.now[0] if order and order.now else None
    is_enemy_turn = acts is not None and table[acts].kind == Kind.ENEMY
    others = [
        table[key]
        for key in in_order
        if key in table.characters and (table[key].kind == Kind.ENEMY) != is_enemy_turn
    ]
    present = (each for each in others if not is_gone(each))
    return tuple(
        each.key for each in sorted(present, key=lambda each: not can_act(each) or has_given_way(each))
    )


def _aimed_at(wanted: Collection[int], rules: Ruleset, entries: Iterable[Entry]) -> int | None:
    """The one of `wanted` who was attacked or hurt last."""
    wounds = {each.id for each in rules.procedures if each.role == Role.HURT}
    for entry in islice(entries, LOOKED_BACK):
        hit = entry.given.get("who" if entry.procedure in wounds else "against")
        keys = hit if isinstance(hit, tuple) else (hit,)
        target = next((key for key in keys if key in wanted), None)
        if isinstance(target, int):
            return target
    return None


def foe_choosing_target(table: Table, selected: int | None) -> Character | None:
    """The acting foe; if several act, the selected one. None: no foe acts."""
    acting = table.order.now if table.order is not None else ()
    key = selected if selected in acting else next(iter(acting), None)
    who = table.characters.get(key) if key is not None else None
    return who if who is not None and who.kind == Kind.ENEMY else None
