"""What players are told of entries, fights and the story, in texts from the white list."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from tableside.campaign import undo_and_redo
from tableside.campaign.amended_entries import AsAmended
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import documents
from tableside.campaign.entries import Entry, EntryGlance, FactSeen, procedure_of_entry
from tableside.campaign.session_entries import StandingEntries
from tableside.errors import StoreError
from tableside.frozen import frozen
from tableside.rules.characters import EDIT
from tableside.rules.clocks import END_SCENE
from tableside.rules.life_states import DOWN
from tableside.rules.play import Fact, FactValue, Rolled
from tableside.rules.procedure import Group, Procedure, Role
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table
from tableside.rules.tables.procedures import are_answers_open
from tableside.views.fight_summary import (
    FighterSummary,
    WholeFight,
    entry_ends_fight,
    fight_summary,
    fight_summary_entries,
    fight_summary_with,
    fighters_helpless_since,
)
from tableside.views.journal_rows import (
    is_journal_fact_of_story,
    journal_story_of_roll,
    journal_story_parts,
)
from tableside.views.meters import clock_steps_text
from tableside.views.notes import has_gm_tag, is_id_with_gm_tag, is_struck_note
from tableside.views.public.document import ClockSeen, LineKind, LineSeen, Look, RollOddsSeen, ThrowSeen
from tableside.views.public.people_met import NAMES, PeopleMet, people_met_by_entry, people_met_in_inputs
from tableside.wording import has_wording, label, wording_in_use, wording_template
from tableside.wording.dice_and_chance_texts import dice_faces_text, dice_note
from tableside.wording.facts import fields_of_fact_text, filled_fact_text
from tableside.wording.told_to_players import CLOSED_DICE, OPEN_DICE, told_players_template

OF_ROLES = {Role.NOTE: LineKind.WRITTEN, Role.ORACLE: LineKind.LOOKED_UP, Role.TABLE: LineKind.LOOKED_UP}
OPEN_GROUPS = (Group.ROLL, Group.FIGHT, Group.CARE, Group.GROWTH, Group.SESSION)
"""Groups of procedures that are performed in the open."""
SESSION = ("session-begun", "session-ended")
NOTES = "notes"
"""The part of a sheet that its player alone reads."""
LOOKED_BACK = 60
"""Entries searched for the last ones that players may see."""


@frozen
class EntryTold:
    """A line that players are told, with its entry for the GM's use."""

    entry: Entry
    """The entry with its amendments, in the place of the original."""
    line: LineSeen
    known: PeopleMet
    """Who is known at that time."""


def entries_told(entries: Sequence[Entry], campaign: Campaign) -> Iterator[EntryTold]:
    """What players are told of these entries, which stand, are in order, have no gaps and end with the latest
    of the campaign.
    """
    whole = _told_or_not(entries, [each for each in entries if each.amends], campaign)
    return (each for each in whole if isinstance(each, EntryTold))


def _told_or_not(
    entries: Sequence[Entry], amendments: Sequence[Entry], campaign: Campaign
) -> Iterator[EntryTold | Entry]:
    """What players are told of each entry; the entry itself if they are told nothing."""
    amended, after, rules = AsAmended(amendments), documents(campaign.table), campaign.rules
    is_open = are_answers_open(campaign.table)
    for root, known_then in people_met_by_entry(entries, after, rules, lambda entry: entry):
        if root.amends:
            continue
        entry = amended.place(root).as_it_stands
        line = line_of_entry_told(entry, known_then, rules, is_open=is_open)
        yield entry if line is None else EntryTold(entry, line, known_then)


def line_of_entry_told(entry: Entry, known: PeopleMet, rules: Ruleset, *, is_open: bool) -> LineSeen | None:
    """The line that players are told of an entry. None: they are told nothing. `is_open`: whether they hear
    what oracles and tables say.
    """
    teller = _teller(entry, known, rules, is_open=is_open)
    words = teller.words() if teller is not None else ""
    if teller is None or not words:
        return None
    kind = teller.kind
    throws = () if kind == LineKind.WRITTEN else tuple(teller.throws(entry))
    is_story = any(is_journal_fact_of_story(fact) for fact in entry.facts if not fact.secret)
    facts = [(teller.seen(fact), teller.told(fact)) for fact in entry.facts]
    return LineSeen(
        entry.time,
        entry.session,
        entry.day,
        kind,
        words,
        throws,
        is_story=is_story,
        result=journal_story_of_roll(facts),
        ends_scene=entry.procedure == END_SCENE,
        parts=journal_story_parts(facts),
    )


def entry_told_words(glance: EntryGlance, known: PeopleMet, rules: Ruleset, *, is_open: bool) -> str:
    """The words of that line; empty if they are told nothing."""
    teller = _teller(glance, known, rules, is_open=is_open)
    return teller.words() if teller is not None else ""


def is_entry_told(glance: EntryGlance, known: PeopleMet, rules: Ruleset, *, is_open: bool) -> bool:
    """Whether players are told anything of an entry in words."""
    teller = _teller(glance, known, rules, is_open=is_open)
    return teller is not None and teller.is_told()


def _teller(entry: EntryGlance, known: PeopleMet, rules: Ruleset, *, is_open: bool) -> "_EntryTeller | None":
    procedure = procedure_of_entry(entry, rules)
    kind = None if procedure is None else _kind(entry, procedure)
    is_kept = kind == LineKind.LOOKED_UP and not (is_open or entry.given.get("open"))
    if procedure is None or kind is None or is_kept or is_of_players_own(entry, known.ours):
        return None
    return _EntryTeller(entry, procedure, kind, known, rules)


def is_of_players_own(entry: EntryGlance, party: Container[str]) -> bool:
    """Whether a player of one of the party, by name, noted something on the sheet on their own page."""
    return entry.procedure == EDIT and entry.by in party


def _kind(entry: EntryGlance, procedure: Procedure) -> LineKind | None:
    """The sort of line for an entry. None: players are told of no such entries."""
    if procedure.role is not None and procedure.role in OF_ROLES:
        return OF_ROLES[procedure.role]
    if any(fact.id in SESSION for fact in entry.facts):
        return LineKind.SESSION
    if procedure.group in OPEN_GROUPS:
        return LineKind.DONE
    return LineKind.SHEET if procedure.group == Group.SHEET else None


def _for_one(fact: Fact | FactSeen, text: str) -> str:
    """The text for a single one of what a fact counts (`Day 2`), if it uses only values of the usual text."""
    single = wording_template("fact", fact.id, fact.values) or text
    is_plain = text == wording_in_use(f"fact.{fact.id}")
    return single if is_plain and fields_of_fact_text(single) <= fields_of_fact_text(text) else text


def _is_kept(text: str) -> bool:
    """Whether a text, or an id made from one, is tagged for the GM alone."""
    return has_gm_tag(text) or is_id_with_gm_tag(text)


@frozen
class _EntryTeller:
    """Tells players of one entry."""

    entry: EntryGlance
    procedure: Procedure
    kind: LineKind
    known: PeopleMet
    rules: Ruleset

    def words(self) -> str:
        """All that is told, without the dice."""
        return "\n".join(self.notes()) if self.kind == LineKind.WRITTEN else " · ".join(self.facts())

    def is_told(self) -> bool:
        """Whether anything of the entry is told."""
        return any(self.notes() if self.kind == LineKind.WRITTEN else self.facts())

    @property
    def _people(self) -> tuple[int, ...]:
        return people_met_in_inputs(self.procedure, self.entry.given)

    @property
    def _is_ours(self) -> bool:
        """Whether only the party does it, or has it done to them."""
        who = self.entry.given.get("who")
        keys = [key for key in (who if isinstance(who, tuple) else (who,)) if isinstance(key, int) and key]
        return bool(keys) and {*keys} <= self.known.our_keys

    def notes(self) -> Iterator[str]:
        for fact in self.entry.facts:
            text = str(fact.values.get("text", ""))
            if fact.id == "note" and not fact.secret and not has_gm_tag(text):
                yield text

    def facts(self) -> Iterator[str]:
        """The told facts in words, one line each."""
        for fact in self.entry.facts:
            if words := self.told(fact):
                yield words

    def told(self, fact: Fact | FactSeen) -> str:
        """What is told of a fact, on one line; empty if nothing: notes on a sheet are its player's own."""
        is_kept = fact.secret or str(fact.values.get("part", "")).endswith(f".{NOTES}")
        return "" if is_kept else self._fact(fact).replace("\n", " ")

    def seen(self, fact: Fact) -> Fact:
        """A fact reduced to the values that are told, and the known people it names."""
        is_ours = self._is_of_ours(fact)
        wanted = fields_of_fact_text(self._template(fact)) | {*NAMES}
        values = ((id, each) for id, each in fact.values.items() if id in wanted)
        return replace(fact, values={id: v for id, v in values if self._may_be_told(id, v, is_ours=is_ours)})

    def _is_of_ours(self, fact: Fact | FactSeen) -> bool:
        who = str(fact.values.get("who") or fact.values.get("names", ""))
        return self.known.are_ours(who) if who else self._is_ours

    def _template(self, fact: Fact | FactSeen) -> str:
        is_at_ours = self.known.are_ours(str(fact.values.get("other", "")))
        return told_players_template(fact.id, is_ours=self._is_of_ours(fact), is_at_ours=is_at_ours)

    def _fact(self, fact: Fact | FactSeen) -> str:
        is_ours, text = self._is_of_ours(fact), self._template(fact)
        wanted = fields_of_fact_text(text)
        values = {id: value for id, value in fact.values.items() if id in wanted}
        may = all(self._may_be_told(id, value, is_ours=is_ours) for id, value in values.items())
        names_anybody = not wanted.isdisjoint(NAMES)
        if not text or not may or wanted - values.keys():
            return ""
        if not (names_anybody or self.known.knows_all(self._people)):
            return ""
        return filled_fact_text(_for_one(fact, text), values)

    def _may_be_told(self, id: str, value: FactValue, *, is_ours: bool) -> bool:
        if not isinstance(value, str):
            return True
        if id in NAMES:
            return self.known.are_known(value)
        if id == "condition" and not is_ours:
            return value in self.rules.conditions
        return not _is_kept(value)

    def throws(self, entry: Entry) -> Iterator[ThrowSeen]:
        """The dice that everybody saw: the party's in full, only the faces of known others."""
        for step in entry.steps:
            if not isinstance(step, Rolled) or step.secret:
                continue
            if step.who and self.known.are_ours(step.who) and not _is_kept(step.why):
                yield ThrowSeen(step.faces, label("why", step.why), step.who, step.sides, step.typed)
            elif step.who and self._may_see_of_others(step):
                yield ThrowSeen(step.faces, label("why", step.why), step.who, typed=step.typed)
            elif not step.who and step.why in OPEN_DICE and self.known.knows_all(self._people):
                yield ThrowSeen(step.faces, label("why", step.why), "", step.sides, step.typed)

    def _may_see_of_others(self, step: Rolled) -> bool:
        """Whether the party sees the faces of somebody else's dice."""
        return self.known.are_known(step.who) and has_wording("why", step.why) and step.why not in CLOSED_DICE


def throw_in_entry_told(throw: ThrowSeen) -> str:
    """Dice with their faces, and whether they were real dice."""
    return dice_faces_text(throw, dice_note(throw.why, is_typed=any(throw.typed)))


def clock_in_entry_told(clock: ClockSeen) -> str:
    """A clock, as far as players are told of it."""
    if clock.marked is None or clock.steps is None:
        return f"{clock.name} ?"
    return f"{clock.name} {clock_steps_text(clock.marked, clock.steps)}"


def latest_entries_told(campaign: Campaign, count: int) -> list[EntryTold]:
    """What players are told of the newest entries that stand and can be read."""
    first = max(1, campaign.length + 1 - count)
    stands = undo_and_redo.entries_not_undone(campaign.entry, campaign.length)
    late = takewhile(lambda entry: entry.number >= first, _readable(stands))
    return [*entries_told([*late][::-1], campaign)]


def _readable(entries: Iterator[Entry]) -> Iterator[Entry]:
    """The entries up to one that cannot be read."""
    try:
        yield from entries
    except StoreError:
        return  # the GM's journal reports the damage


def entry_told_to_players(campaign: Campaign, entry: Entry) -> str:
    """What players are told of one of the newest entries; empty if nothing."""
    number = entry.amends or entry.number
    lines = latest_entries_told(campaign, LOOKED_BACK)
    return next((each.line.words for each in lines if each.entry.number == number), "")


def last_entry_told(campaign: Campaign) -> str:
    """What players are told of the last entry; empty if nothing."""
    entries = [each for each in latest_entries_told(campaign, 1) if each.entry.number == campaign.length]
    return entries[-1].line.words if entries else ""


def fallen_in_entries_told(entries: Sequence[Entry], table: Table, rules: Ruleset) -> frozenset[str]:
    """The names of those whom players saw fall."""
    return frozenset(
        table.characters[key].name
        for entry in entries
        if not entry.is_partly_secret
        for key, _ in fighters_helpless_since(entry, rules)
        if key in table.characters
    )


def _fall_text(fighter: FighterSummary, condition: str, known: PeopleMet) -> str:
    """How players are told of a fall; of others, only that they are down."""
    is_vague = condition in DOWN and not known.are_ours(fighter.name)
    return label("look", Look.DOWN) if is_vague else label("condition", condition)


def falls_in_entry_told(
    fighter: FighterSummary, known: PeopleMet, fell: frozenset[str]
) -> list[tuple[str, int]]:
    """How and in which round somebody fell, each once; for others, only what was seen."""
    is_told = known.are_ours(fighter.name) or (known.are_known(fighter.name) and fighter.name in fell)
    texts = [(_fall_text(fighter, condition, known), round) for condition, round in fighter.fell]
    return list(dict.fromkeys(texts)) if is_told else []


def fight_lines_in_entry_told(fight: WholeFight, known: PeopleMet, fell: frozenset[str]) -> tuple[str, ...]:
    """The length of a fight, and everybody about whom there is something to tell."""
    return fight_summary_with(fight, [*_fighters(fight, known, fell)], "summary-seen")


def _fighters(fight: WholeFight, known: PeopleMet, fell: frozenset[str]) -> Iterator[FighterSummary]:
    for each in fight.fighters:
        came = falls_in_entry_told(each, known, fell)
        if known.are_ours(each.name):
            yield replace(each, dealt=0, fell=came)
        elif came:
            yield FighterSummary(each.name, fell=came, is_up=each.is_up)


def story_of_entries_told(
    campaign: Campaign,
    odds: Mapping[int, RollOddsSeen],
    entries: StandingEntries,
    told_of: Callable[[Entry, bool], object] = lambda entry, is_told: None,
) -> Iterator[LineSeen]:
    """The story as players know it, from these entries; `odds`: the odds of rolls by entry number. `told_of`
    is for the GM: called with each entry, and whether players are told anything of it.
    """
    for each in _all(campaign, entries):
        if isinstance(each, EntryTold):
            told_of(each.entry, True)
            yield replace(_whole(campaign, each), odds=odds.get(each.entry.number))
        else:
            told_of(each, False)


@frozen
class NoteTold:
    """A note that players were told, for the GM's use."""

    entry: int
    """The number of its entry."""
    text: str
    struck: int = 0
    """The number of the entry that struck it; 0: none."""


def notes_of_entries_told(campaign: Campaign) -> Iterator[NoteTold]:
    """The notes that players were told, in order, struck ones included; for the GM, who imports them after
    editing.
    """
    standing = StandingEntries(campaign)
    latest = {each.amends: each.number for each in standing.amendments}
    for each in _all(campaign, standing):
        if isinstance(each, EntryTold):
            if each.line.kind == LineKind.WRITTEN:
                yield NoteTold(each.entry.number, each.line.words)
        elif is_struck_note(each) and not has_gm_tag(text := str(each.given["text"])):
            yield NoteTold(each.number, text, latest[each.number])


def _all(campaign: Campaign, entries: StandingEntries) -> Iterator[EntryTold | Entry]:
    """What players are told of each entry that stands; the entry itself if they are told nothing."""
    return _told_or_not(entries, entries.amendments, campaign)


def _whole(campaign: Campaign, each: EntryTold) -> LineSeen:
    """The line of an entry; at the end of a fight, with its summary."""
    if not entry_ends_fight(each.entry):
        return each.line
    entries = fight_summary_entries(campaign, each.entry.number)
    fell = fallen_in_entries_told(entries, campaign.table, campaign.rules)
    fight = fight_summary(entries, campaign.table, campaign.rules)
    return replace(each.line, summary=fight_lines_in_entry_told(fight, each.known, fell))
