"""What a line means at a table, for tests that have no campaign."""

from tableside.language.feedback import Said
from tableside.language.listener import Listener
from tableside.language.understand import understood
from tableside.rules.ruleset import Ruleset
from tableside.rules.table import Table


def understood_at(text: str, table: Table, rules: Ruleset, who: int | None) -> Said:
    """What a line means at this table. Raises `RuleError`."""
    return understood(Listener(table, rules, who), text)
