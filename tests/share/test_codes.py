"""Codes: random, for each their own, slowed when they are guessed, gone with the program."""

import pytest

from tableside.errors import RuleError
from tableside.share.codes import LENGTH, LETTERS, LONGEST_WAIT, MOST_BROWSERS, Codes


def test_everybody_has_a_code_of_their_own_and_keeps_it() -> None:
    codes = Codes()
    first = codes.give([1, 2])
    assert {*first} == {1, 2} and first[1] != first[2]
    assert all(len(code) == LENGTH and {*code} <= {*LETTERS} for code in first.values())
    assert {*codes.give([1, 2, 3])} == {3}
    assert Codes().give([1]) != first


def test_a_code_is_taken_however_it_is_typed() -> None:
    codes = Codes()
    code = codes.give([7])[7]
    kept = codes.enter(f" {code[:3].upper()}-{code[3:]} ", "a", 0)
    assert codes.player(kept) == 7 and len(kept) > 40
    codes.leave(kept)
    assert codes.player(kept) is None and codes.player("") is None


def test_wrong_codes_are_slowed_and_the_right_one_with_them() -> None:
    codes, now = Codes(), 0.0
    code = codes.give([1])[1]
    tried = 0
    while now < 3_600:
        with pytest.raises(RuleError) as refused:
            codes.enter("wrong", "a", now)
        tried += refused.value.message.id == "share.wrong-code"
        now += 0.1
    assert tried < 75
    with pytest.raises(RuleError, match="too many wrong codes"):
        codes.enter(code, "a", now)
    assert codes.player(codes.enter(code, "b", now)) == 1
    assert codes.player(codes.enter(code, "a", now + LONGEST_WAIT)) == 1


def test_codes_of_another_program_open_nothing() -> None:
    before, after = Codes(), Codes()
    code = before.give([1])[1]
    kept = before.enter(code, "a", 0)
    after.give([1])
    assert after.player(kept) is None
    with pytest.raises(RuleError):
        after.enter(code, "a", 0)


def test_who_entered_first_leaves_when_there_are_too_many() -> None:
    codes = Codes()
    code = codes.give([1])[1]
    kept = [codes.enter(code, "a", 0) for _ in range(MOST_BROWSERS + 1)]
    assert codes.player(kept[0]) is None and codes.player(kept[1]) == 1
