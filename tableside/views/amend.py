"""Amending an entry: its inputs, decisions and faces as rows, and the result it would have."""

from collections.abc import Iterable, Iterator

from tableside.campaign.amendment import SECRET, Amendment, AmendmentImpossible, AmendmentOutcome
from tableside.campaign.campaign import Campaign
from tableside.campaign.documents import changes_between_documents, documents_changed_between
from tableside.campaign.entries import AGAIN
from tableside.campaign.replay import ReplayProgress, replay_with_other_face
from tableside.campaign.session_entries import last_amendable_in_session_entries
from tableside.campaign.table_files import inputs_from_table_files
from tableside.errors import RuleError
from tableside.rules import campaign_kinds, kind_procedures
from tableside.rules.form_filling import Form
from tableside.rules.inputs import Given
from tableside.rules.play import Asked, Chosen, DiceAsked, Fact, Performed, Rolled, play_facts
from tableside.rules.procedure import Role
from tableside.rules.table import Table
from tableside.text import width
from tableside.views.input_values import input_value_text
from tableside.views.journal_rows import journal_entry_in_a_line, journal_headline_in_brief
from tableside.views.opened_entry import opened_entry_change_texts, people_in_opened_entry
from tableside.views.rollable_tables import rollable_table_book
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, row_column, text_rows
from tableside.wording import label, sentence, yes_or_no
from tableside.wording.facts import fact_text

NAME_CELLS = 16
"""Cells for the name in a row, such as `their damage d6`."""
MOST_CHANGES = 8
"""The most changes of the table to list; further ones are counted."""


def to_amend(campaign: Campaign, number: int | None) -> Amendment:
    """The amendment of the entry with this number, else of the last roll. Raises `RuleError` without one."""
    last = last_amendable_in_session_entries(campaign) if number is None else None
    amended = number or (last.number if last else 0)
    if not amended:
        raise RuleError("refused.nothing-rolled")
    amendment = campaign.amending(amended)
    if not amend_rows(amendment):
        raise RuleError("amendment.nothing-in-it", entry=amended)
    return amendment


# The rows to change; a row's key says what it stands for


def amend_rows(amendment: Amendment, cells: int = 0) -> tuple[Row, ...]:
    """A row for each input, decision and die, with changes emphasised. Questions are cut to fit `cells`."""
    was, table = amendment.place.entry, amendment.table
    shown = Form(amendment.procedure, amendment.given).shown(table)
    room = min(NAME_CELLS, max((width(label("input", each.id)) for each in shown), default=NAME_CELLS))
    rows = []
    for each in shown:
        value = amendment.given.get(each.id)
        text = "-" if value is None else input_value_text(each, value, table, amendment.given)
        rows.append(_row(each.id, label("input", each.id), text, value != was.given.get(each.id), room))
    rows += _step_rows(amendment, cells, room)
    if amendment.can_be_secret:
        text = yes_or_no(amendment.is_secret)
        rows.append(
            _row(SECRET, label("input", SECRET), text, amendment.is_secret != amendment.was_secret, room)
        )
    return tuple(rows)


def _step_rows(amendment: Amendment, cells: int, room: int) -> Iterator[Row]:
    try:
        steps = amendment.run().steps
    except RuleError:
        return
    old = amendment.place.entry.steps
    for place, step in enumerate(steps):
        before = old[place] if place < len(old) else None
        if isinstance(step, Chosen):
            text = label("option", step.choice)
            most = max(room, cells - width(text) - 2)
            yield _row(f"step {place}", label("question", step.question), text, step != before, most)
            continue
        dice = zip(step.sides, step.faces, strict=True)
        for number, (sides, face) in enumerate(dice):
            typed = f" ({label('amending', 'typed')})" if step.typed and step.typed[number] else ""
            was = before.faces[number : number + 1] if isinstance(before, Rolled) else ()
            name = f"{label('why', step.why)} d{sides}"
            yield _row(
                f"die {place} {number}", name, f"{face}{typed}", was != (face,), max(room, width(name))
            )


def _row(key: str, name: str, text: str, is_changed: bool, room: int) -> Row:
    tone = Tone.ACCENT if is_changed else Tone.PLAIN
    return row(key, (row_column(name, room) + "  ", Tone.DIM), (text, tone))


def amend_row_stepped(amendment: Amendment, key: str, step: int) -> Amendment:
    """The amendment with the next (1) or previous (-1) value of a row; the same one if there is none."""
    if key == SECRET and amendment.can_be_secret:
        return amendment.in_secret(not amendment.is_secret)
    kind, _, place = key.partition(" ")
    if not place:  # an input, whose id may begin with "die" too
        form = Form(amendment.procedure, amendment.given)
        return amendment.with_given(form.stepped(amendment.table, key, step).given)
    if kind == "step":
        return _with_next_option(amendment, int(place), step)
    return _with_next_face(amendment, place, step)


def _with_next_option(amendment: Amendment, place: int, step: int) -> Amendment:
    chosen, options = amendment.run().steps[place], amendment.asked(place).options
    assert isinstance(chosen, Chosen)  # as its row requires
    option = options[(options.index(chosen.choice) + step) % len(options)]
    return amendment.with_step(place, Chosen(chosen.question, option, chosen.who))


def _with_next_face(amendment: Amendment, place: str, step: int) -> Amendment:
    thrown, number = _thrown(amendment, place)
    sides = thrown.sides[number]
    return amend_row_with_face(amendment, f"die {place}", (thrown.faces[number] - 1 + step) % sides + 1)


def _thrown(amendment: Amendment, place: str) -> tuple[Rolled, int]:
    at, number = map(int, place.split())
    thrown = amendment.run().steps[at]
    assert isinstance(thrown, Rolled)  # as its row requires
    return thrown, number


def amend_row_with_face(amendment: Amendment, key: str, face: int) -> Amendment:
    """The amendment with this face on the die of a row. Raises `RuleError` when the die has no such face."""
    place = key.removeprefix("die ")
    thrown, number = _thrown(amendment, place)
    if not 1 <= face <= thrown.sides[number]:
        raise RuleError("play.no-face", sides=thrown.sides[number], face=face)
    return amendment.with_step(int(place.split()[0]), replay_with_other_face(thrown, number, face))


def amend_row_sides(amendment: Amendment, key: str) -> int:
    """The number of sides of the die in a row of an amendment."""
    thrown, number = _thrown(amendment, key.removeprefix("die "))
    return thrown.sides[number]


# The result of the amendment


def amend_coming_rows(amendment: Amendment, now: Table, cells: int) -> tuple[Row, ...]:
    """The result of the amended entry, and what would differ on the table as it is `now`."""
    rows = [heading_row(sentence("amending", "title", entry=amendment.place.number))]
    try:
        run = amendment.run()
        lines = _lines("fact", map(fact_text, _so_far(amendment, run)), cells, Tone.STRONG)
        if isinstance(run.state, Performed):
            changes, again = _effects(amendment, amendment.comes_to(), now, cells)
            rows += [*changes, *lines, *again]
        else:
            rows += [*lines, *text_rows("asked", _asked_text(run.state), cells, Tone.ACCENT)]
    except RuleError as error:
        rows += text_rows("no", _why_not_amended(error), cells, Tone.BAD)
    was = sentence("amending", "was", text=journal_headline_in_brief(amendment.place.entry))
    return (*rows, blank_row("was"), *text_rows("was", was, cells))


def _so_far(amendment: Amendment, run: ReplayProgress) -> tuple[Fact, ...]:
    if isinstance(run.state, Performed):
        return run.state.facts
    return play_facts(amendment.procedure.perform(amendment.table, amendment.given), run.steps)


def _asked_text(asked: Asked) -> str:
    """The question that the amendment would ask."""
    if isinstance(asked, DiceAsked):
        dice = " ".join(f"d{sides}" for sides in asked.sides)
        return sentence("amending", "throws", what=f"{label('why', asked.why)} {dice}")
    return sentence("amending", "asks", what=label("question", asked.question))


def _effects(
    amendment: Amendment, amended: AmendmentOutcome, now: Table, cells: int
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """What else would change on the table, and the new results of later entries."""
    changes = changes_between_documents(*documents_changed_between(now, amended.table))
    texts = opened_entry_change_texts(changes, people_in_opened_entry(amended.table, now), amendment.rules.id)
    shown = [*texts[:MOST_CHANGES]] or [label("amending", "no-change")]
    if len(texts) > MOST_CHANGES:
        shown.append(sentence("amending", "more", count=len(texts) - MOST_CHANGES))
    again = (
        f"{sentence('fact', AGAIN, entry=number)}: {' · '.join(map(fact_text, facts))}"
        for number, facts in amended.otherwise
    )
    return _lines("change", shown, cells, Tone.GOOD), _lines("again", again, cells, Tone.PLAIN)


def _lines(key: str, texts: Iterable[str], cells: int, tone: Tone) -> tuple[Row, ...]:
    return text_rows(key, "\n".join(filter(None, texts)), cells, tone)


def _why_not_amended(error: RuleError, headlines: str = "") -> str:
    """Why an entry cannot be amended; if a later entry forbids it, with advice."""
    if not isinstance(error, AmendmentImpossible):
        return str(error)
    values = {"entry": str(error.number), "why": error.why, "text": f", {headlines}," if headlines else ""}
    return sentence("amending", "not-so", **values)


def amend_refusal_text(campaign: Campaign, error: RuleError) -> str:
    """Why an entry cannot be amended, naming a later entry that forbids it."""
    return _why_not_amended(
        error,
        journal_entry_in_a_line(campaign.entry(error.number))
        if isinstance(error, AmendmentImpossible)
        else "",
    )


def amend_inputs(campaign: Campaign, amendment: Amendment, given: Given) -> Given:
    """The inputs of an amendment. Tables rolled on and kinds used stay as they were; another table and other
    kinds are read now.

    Raises `RuleError` when such a table or kind is missing or faulty.
    """
    given = campaign_kinds.given_with_campaign_kinds(campaign.rules, amendment.procedure, given)
    if named := amendment.procedure.own:
        there = amendment.table
        return kind_procedures.with_more_procedure_kinds(campaign.rules, there, named, amendment.given, given)
    if amendment.procedure.role != Role.TABLE or given["table"] == amendment.given["table"]:
        return given
    return inputs_from_table_files(amendment.procedure, given, amendment.table, rollable_table_book(campaign))
