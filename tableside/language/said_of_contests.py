"""Lines that set two people against each other outside a fight: `ana sneaks past bo's awareness`, `brask
strength against lizard-man 1`.
"""

from collections.abc import Callable, Iterator, Sequence

from tableside.errors import RuleError
from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.people import people_meant
from tableside.language.words import Token, synonyms_of, text_of_words, word_tokens, words_in_name
from tableside.rules.form_filling import Form, filled_form
from tableside.rules.inputs import Number, Value
from tableside.rules.procedure import Procedure, Role

Understands = Callable[[str], Said]
MOST_WORDS = 20
"""The most words of a test against somebody."""


def contest_said(listener: Listener, text: str, understand: Understands) -> Said | None:
    """A test of one person opposed by one of another; `understand` reads the tests by themselves. None: the
    line says no such thing.
    """
    contest = listener.rules.role(Role.OPPOSED)
    line = word_tokens(text)
    for left, right in _divided(line) if contest is not None and len(line) <= MOST_WORDS else ():
        if contest is not None and (said := _opposed(listener, contest, left, right, understand)) is not None:
            return said
    return None


def contest_said_with_both_skills(listener: Listener, text: str, understand: Understands) -> Said | None:
    """As `contest_said`, if the line names the skill of the second person too."""
    said = contest_said(listener, text, understand)
    return said if said is not None and "their-skill" in said.told else None


def _divided(line: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token]]]:
    """The words on both sides of what says that one is against the other."""
    verbs = [words_in_name(each) for each in synonyms_of("opposes")]
    for place in range(1, len(line)):
        for verb in verbs:
            if tuple(each.low for each in line[place : place + len(verb)]) == tuple(verb):
                yield line[:place], line[place + len(verb) :]


def _opposed(
    listener: Listener,
    contest: Procedure,
    left: Sequence[Token],
    right: Sequence[Token],
    understand: Understands,
) -> Said | None:
    own = _test_said(listener, left, understand)
    other = people_meant(right, listener.known) if right else None
    theirs = None
    if other is None and right and listener.somebody(right)[2]:
        theirs = _test_said(listener, right, understand)
    if own is None or not (theirs is not None or (other is not None and len(other.keys) == 1)):
        return None
    who = own.given["who"]
    against = theirs.given["who"] if theirs is not None else other.keys[0] if other is not None else 0
    if who == against:
        return None
    given: dict[str, Value] = {"who": who, "against": against, "skill": own.given.get("skill", "skill")}
    if theirs is not None:
        given["their-skill"] = theirs.given.get("skill", "skill")
    if modifier := _modifier(own) - (_modifier(theirs) if theirs is not None else 0):
        given["modifier"] = modifier
    form = filled_form(contest, listener.table, None, given)
    offered = listener.vocabulary(int(str(who))).commands
    command = next((each for each in offered if each.id == f"{contest.id} {who}"), None)
    return Said(command, form, tuple(each.id for each in form.missing), tuple(given)) if command else None


def _modifier(form: Form) -> int:
    number = form.procedure.modifier_input
    value = form.given.get(number.id, 0) if isinstance(number, Number) else 0
    return value if isinstance(value, int) else 0


def _test_said(listener: Listener, words: Sequence[Token], understand: Understands) -> Form | None:
    """The form of a test of somebody's skill that these words say in full. None: they say none."""
    try:
        said = understand(text_of_words(words))
    except RuleError:
        return None
    form = said.form
    is_test = form is not None and form.procedure.role == Role.TEST and not said.missing
    return form if is_test and "skill" in said.told else None
