"""The oracle: a question that has yes or no for an answer, asked of two dice.

Two d6 are read in order as a d66 (ORA-1). From the number on that goes with the likelihood, the answer is
yes; so among the 36 rolls 1, 6, 12, 18, 24, 30 or 35 are a yes. The second die shades it (ORA-2): the face
that pulls hardest the way of the answer makes it "and", the one that pulls hardest against it "but", that is
6 and 1 for a yes, 1 and 6 for a no. A double may bring a twist besides (ORA-3, a house rule).
"""

from collections.abc import Mapping
from itertools import product
from typing import Final

from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.rules.dice import digits
from tableside.rules.forms import asked
from tableside.rules.house import HouseRule
from tableside.rules.inputs import Choice, Words, YesNo
from tableside.rules.odds import Odds, mapped, uniform
from tableside.rules.play import D6, FactValue, Play
from tableside.rules.procedure import Group, Outcome, Procedure, Role
from tableside.rules.table import Table

ORACLE_ID: Final = "oracle.ask"
YES_FROM: Final[Mapping[str, int]] = {
    "impossible": 66,
    "very-unlikely": 61,
    "unlikely": 51,
    "even": 41,
    "likely": 31,
    "very-likely": 21,
    "certain": 12,
}
"""The first number of a d66 that is a yes, for each likelihood."""
ANSWERS: Final = ("yes-and", "yes", "yes-but", "no-but", "no", "no-and")
QUIET, TWIST = "no-twist", "twist-on-doubles"
TWISTS: Final = HouseRule("ORA-3", (QUIET, TWIST))


def answer(faces: tuple[int, ...], likelihood: str) -> str:
    """What two dice say at this likelihood. Raises `RuleError` for a likelihood that there is not."""
    if likelihood not in YES_FROM:
        raise RuleError(f"{likelihood!r} is no likelihood: choose one of {', '.join(YES_FROM)}")
    is_yes = digits(*faces) >= YES_FROM[likelihood]
    shade = {6: "and", 1: "but"} if is_yes else {1: "and", 6: "but"}
    return "-".join(filter(None, ["yes" if is_yes else "no", shade.get(faces[1], "")]))


def as_question(text: str) -> str:
    """What was asked, as it is written down: with a capital, and a sign at its end."""
    said = " ".join(text.split())
    return f"{said[:1].upper()}{said[1:]}{'' if said[-1:] in '?!.…' else '?'}"


@frozen
class Ask:
    """What is asked, and how likely a yes is."""

    question: str = asked(Words(default="", long=True))
    likelihood: str = asked(Choice(options=lambda state, given: tuple(YES_FROM), default="even"))
    secret: bool = asked(YesNo(worth=False))


def ask(state: Table, form: Ask, play: Play) -> Outcome:
    """Ask the oracle. Rolls 2d6, in order."""
    faces = play.roll(D6, D6, why="oracle", secret=form.secret)
    said = answer(faces, form.likelihood)
    question = as_question(form.question)
    values: dict[str, FactValue] = {
        "question": question,
        "likelihood": form.likelihood,
        "answer": said,
        "rolled": str(digits(*faces)),
    }
    play.tell("oracle-answered" if question else "oracle-said", "ORA-1", values, secret=form.secret)
    if faces[0] == faces[1] and state.house.get(TWISTS.id, QUIET) == TWIST:
        play.tell("oracle-twist", TWISTS.id, {}, secret=form.secret)
    return Outcome(said)


def odds(state: Table, form: Ask) -> Odds:
    """The chances of the six answers."""
    rolls = uniform(product(range(1, 7), repeat=2))
    return Odds(mapped(rolls, lambda faces: answer(faces, form.likelihood)))


ORACLE: Final = Procedure(
    id=ORACLE_ID,
    rules=("ORA-1", "ORA-2", "ORA-3"),
    form=Ask,
    run=ask,
    odds=odds,
    group=Group.ROLL,
    outcomes=ANSWERS,
    role=Role.ORACLE,
)
