"""House rules as rows: the open questions of a game, and how this table answers each."""

from collections.abc import Iterator

from tableside.rules.ruleset import HouseRule, Ruleset
from tableside.rules.table import Table
from tableside.views.help import LineHelp, help_of_rule
from tableside.views.rows import Row, Tone, blank_row, heading_row, row, words_row
from tableside.wording import label, sentence, so_many

CHANGED = "* "
"""Before an answer that is not the usual one."""


def house_questions(table: Table, rules: Ruleset) -> tuple[HouseRule, ...]:
    """The open questions that have more than one answer, without those of turn orders that this table does
    not use, unless it has answered them in its own way.
    """
    elsewhere = rules.out_of_play(table) - {
        each.id for each in rules.open_questions if table.house.get(each.id, each.default) != each.default
    }
    return tuple(each for each in rules.open_questions if len(each.options) > 1 and each.id not in elsewhere)


def house_rule_rows(table: Table, rules: Ruleset) -> Iterator[Row]:
    """Each question with its answer below it, which can be gone to by the question's id; what is usual where
    this table answers otherwise.
    """
    questions = house_questions(table, rules)
    others = sum(table.house.get(each.id, each.default) != each.default for each in questions)
    yield heading_row(
        so_many("house-rules", "others", others) if others else label("house-rules", "all-usual")
    )
    for each in questions:
        answer = table.house.get(each.id, each.default)
        is_usual = answer == each.default
        yield blank_row(each.id)
        yield words_row(f"question {each.id}", label("rule", each.id), Tone.DIM)
        usually = sentence("house-rules", "usually", answer=label("option", each.default))
        mark = (" " * len(CHANGED) if is_usual else CHANGED, Tone.ACCENT)
        spans = ((label("option", answer), Tone.STRONG), ("" if is_usual else f"  {usually}", Tone.DIM))
        yield row(each.id, mark, *spans, hangs=len(CHANGED))


def house_rule_beside(table: Table, rules: Ruleset, id: str, step: int) -> str:
    """The answer to a question that is this many steps after the table's own, going round at the end."""
    options = next(each.options for each in house_questions(table, rules) if each.id == id)
    answer = table.house.get(id, options[0])
    return options[((options.index(answer) if answer in options else 0) + step) % len(options)]


def house_rule_help(table: Table, rules: Ruleset, id: str) -> LineHelp:
    """A question, its answers, and the rule that it is about."""
    return LineHelp(label("rule", id), (help_of_rule(id, table, rules),))
