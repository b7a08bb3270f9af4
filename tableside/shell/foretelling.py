"""`odds`: what is typed behind it, a procedure that needs no campaign, or a campaign and its procedure."""

from tableside.campaign.library import Library
from tableside.errors import RuleError
from tableside.frozen import frozen
from tableside.shell.procedures import every_procedure


@frozen
class Asked:
    """Whose chances are asked for."""

    campaign: str
    """The campaign's id; empty for bare numbers."""
    procedure: str
    inputs: list[str]


def asked(first: str, inputs: list[str], library: Library) -> Asked:
    """What was typed. Raises `RuleError` for a campaign that there is none of, for one without a procedure,
    and for one that stands behind it.
    """
    on_campaign = bool(inputs) and "=" not in inputs[0]
    is_procedure = first in every_procedure()
    if on_campaign and (not is_procedure or _named(first, library)):
        return Asked(library.find(first), inputs[0], inputs[1:])
    if on_campaign and (id := _named(inputs[0], library)):
        raise RuleError(f"the campaign comes first: tableside odds {id} {first}")
    if on_campaign:
        raise RuleError(f"{inputs[0]!r} is not an input: write it as name=value")
    if not is_procedure and (id := _named(first, library)):
        raise RuleError(f"{id} is a campaign: name the procedure too: tableside odds {id} PROCEDURE")
    return Asked("", first, inputs)


def _named(text: str, library: Library) -> str:
    """The id of the campaign that goes by this; empty when none does."""
    try:
        return library.find(text)
    except RuleError:
        return ""
