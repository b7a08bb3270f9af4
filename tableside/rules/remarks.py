"""What the GM wants to remember of somebody: a line beside them, which no player reads."""

from dataclasses import replace
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.inputs import Who, Words, asked
from tableside.rules.play import Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import Table
from tableside.rules.typed import NAME_LENGTH, one_line, short

REMARK: Final = "campaign.remark"


@frozen
class Remark:
    """Beside whom a line is to stand, and which; none takes away the one that stands there."""

    who: tuple[int, ...] = asked(Who(many=True))
    text: str = asked(Words(default=""))


def remark(table: Table, form: Remark, play: Play) -> Outcome:
    """Put it beside each of these, in the place of another. Raises `RuleError` where there is none to be
    taken away.
    """
    text = short(one_line(form.text.strip()), NAME_LENGTH)
    people = [table[key] for key in dict.fromkeys(form.who)]
    if not people:
        raise RuleError("inputs.nobody-named")
    if not text and not any(each.remark for each in people):
        raise RuleError("remarks.none", who=[each.name for each in people])
    for each in people:
        play.tell(
            "remarked" if text else "remark-cleared", "", {"who": each.name, "text": text or each.remark}
        )
    return Outcome("done", table=table.put(*(replace(each, remark=text) for each in people)))


PROCEDURE = Procedure(
    id=REMARK, rules=(), form=Remark, run=remark, group=Group.SHEET, role=Role.REMARK, on_table=True
)
