"""What has become of entries since they were made: taken back, amended, told anew by an amendment."""

from collections.abc import Collection, Sequence

from tableside.campaign.amendment import amended_by, is_in_secret
from tableside.campaign.entries import Entry
from tableside.campaign.otherwise import retold_by
from tableside.frozen import frozen
from tableside.wording import label


@frozen
class Since:
    """What is to be said with an entry that does not stand as it was told."""

    text: str = ""
    is_struck: bool = False
    """Whether it stands no more, or another in its place."""
    is_hidden: bool = False
    """Whether what came of it has become the GM's alone."""


AS_TOLD = Since()


def since(taken_back: Collection[int], amendments: Sequence[Entry]) -> dict[int, Since]:
    """By their numbers, all entries that do not stand as they were told; `amendments` are those that stand,
    in their order.
    """
    by_number = {each.number: each for each in amendments}
    found = {number: Since(_said("corrected", by)) for number, by in retold_by(amendments).items()}
    for number, by in amended_by(amendments).items():
        found[number] = Since(_said("amended", by), True, is_in_secret(by_number[by]))
    return found | {number: Since(label("moved", "taken-back"), True) for number in taken_back}


def _said(how: str, by: int) -> str:
    return label("moved", how).format(entry=by)
