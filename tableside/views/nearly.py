"""Words that are nearly others: begun, in another form, or a slip of the fingers away."""

from tableside.views.phrases import Begun

LEAST_LETTERS, LEAST_STEM = 3, 4
"""Letters of a word that can be misspelt, and of one that others are made of: `climbing` of climb."""


def is_nearly(word: str, known: Begun) -> bool:
    """Whether a word is one of these, begins one, is made of one, or is a slip away from one."""
    if known.has(word):
        return True
    stems = (word[:end] for end in range(LEAST_STEM, len(word)))
    return any(each in known for each in stems) or any(is_slip(word, each) for each in known.words)


def is_slip(one: str, other: str) -> bool:
    """Whether one letter too many, too few, another, or two that changed places make one of the other."""
    if abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST_LETTERS:
        return False
    if len(one) != len(other):
        short, long = sorted((one, other), key=len)
        return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))
    differ = [place for place in range(len(one)) if one[place] != other[place]]
    is_swap = len(differ) == 2 and differ[1] == differ[0] + 1
    return len(differ) < 2 or (is_swap and sorted(one) == sorted(other))
