"""What can go wrong at the table.

    TablesideError
        RuleError (ValueError)    a rule was asked for what it does not allow, or an input is out of range
            DiceError             a face that the die does not have, too few faces, too many
        StoreError                the disk, or a file on it (tableside.campaign.store.errors)
            Unfit                 a file holds what no Tableside writes, and what could not be looked at

An error carries the offending value and what would have worked, in one lower-case line.
"""


class TablesideError(Exception):
    """The root: whatever a person at the table is told in one line."""


class RuleError(TablesideError, ValueError):
    """A rule does not allow this, or an input is not what the rule needs."""


class DiceError(RuleError):
    """The faces given are not faces of the dice asked for."""


class StoreError(TablesideError):
    """A campaign cannot be read, or a change cannot be kept."""


class Unfit(StoreError):
    """A campaign holds what no Tableside writes, such as a number that nothing can be counted with."""
