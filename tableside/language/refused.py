"""What a typed line is refused with."""

from tableside.errors import RuleError
from tableside.wording.results import sentence


def refused(id: str, /, **values: str) -> RuleError:
    """The refusal of this id, to be raised, with its values filled in."""
    return RuleError(sentence("refused", id, values))
