"""Which requests are ours."""

import contextlib
from collections.abc import Iterable
from itertools import count, repeat

import pytest

from tableside.errors import RuleError
from tableside.share.guard import (
    A_SECOND,
    AT_ONCE,
    CODE_LENGTH,
    CODE_LETTERS,
    FORGIVEN_AFTER,
    LONGEST_WAIT,
    MOST_ADDRESSES,
    MOST_BROWSERS,
    GuardedCodes,
    RequestRates,
    is_own_host,
    is_own_origin_guarded,
)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "192.168.1.5:8765", "[::1]:8765", "salt.example"]
)
def test_own_names(host: str) -> None:
    assert is_own_host(host, {"salt.example"})


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8765", "127.0.0.1.evil.example", "localhost.evil.example", ""),
        *("a@127.0.0.1", "127.0.0.1/x", "127.0.0.1:99999", "127.0.0.1:x", "[::1", "127.0.0.1 evil", "127.1"),
    ],
)
def test_foreign_names(host: str) -> None:
    assert not is_own_host(host, {"salt.example"})


@pytest.mark.parametrize(
    ("origin", "fetched_from", "is_own"),
    [
        (None, None, True),
        ("http://127.0.0.1:8765", "same-origin", True),
        ("https://127.0.0.1:8765", None, True),
        (None, "none", True),
        ("null", None, False),
        ("http://127.0.0.1:9999", None, False),
        ("http://evil.example", None, False),
        ("http://[", None, False),
        ("file://127.0.0.1:8765", None, False),
        (None, "cross-site", False),
        (None, "same-site", False),
    ],
)
def test_origins(origin: str | None, fetched_from: str | None, is_own: bool) -> None:
    assert is_own_origin_guarded(origin, fetched_from, "127.0.0.1:8765") == is_own


def test_each_address_may_ask_so_often() -> None:
    rates = RequestRates()
    assert sum(rates.is_within("a", 0) for _ in range(500)) == AT_ONCE
    assert rates.is_within("b", 0)
    assert sum(rates.is_within("a", 1) for _ in range(500)) == A_SECOND
    for n in range(2 * MOST_ADDRESSES):
        rates.is_within(str(n), 2)
    assert len(rates._left) == MOST_ADDRESSES


def test_everybody_has_a_code_of_their_own_and_keeps_it() -> None:
    codes = GuardedCodes()
    first = codes.give([1, 2])
    assert {*first} == {1, 2} and first[1] != first[2]
    assert all(len(code) == CODE_LENGTH and {*code} <= {*CODE_LETTERS} for code in first.values())
    assert {*codes.give([1, 2, 3])} == {3}
    assert GuardedCodes().give([1]) != first


def test_a_code_is_taken_however_it_is_typed() -> None:
    codes = GuardedCodes()
    code = codes.give([7])[7]
    kept = codes.enter(f" {code[:3].upper()}-{code[3:]} ", "a", 0)
    assert codes.player(kept) == 7 and len(kept) > 40
    codes.leave(kept)
    assert codes.player(kept) is None and codes.player("") is None


@pytest.mark.long
def test_wrong_codes_are_slowed_and_the_right_one_with_them() -> None:
    codes, now = GuardedCodes(), 0.0
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


def guesses(codes: GuardedCodes, seconds: int, tries: Iterable[tuple[str, str, str]]) -> int:
    """How many wrong codes are compared when ten a second come, each a code, an address and what is kept."""
    compared = 0
    for tick, (code, address, kept) in zip(range(10 * seconds), tries, strict=False):
        with contextlib.suppress(RuleError):
            codes.enter(code, address, tick / 10, kept)
        try:
            codes.enter("aaaaaa", address, tick / 10, kept)
        except RuleError as refused:
            compared += refused.message.id == "share.wrong-code"
    return compared


def test_whoever_holds_a_right_code_guesses_no_faster() -> None:
    codes = GuardedCodes()
    code = codes.give([1])[1]
    assert guesses(codes, 60, repeat((code, "192.168.1.5", ""))) < 10


@pytest.mark.parametrize("network", ["10.1.2.{}", "::ffff:10.1.2.{}", "2001:db8:1:2::{:x}"])
def test_addresses_of_one_network_are_counted_together(network: str) -> None:
    addresses = (network.format(number % 250 + 1) for number in count())
    assert guesses(GuardedCodes(), 60, (("", each, "") for each in addresses)) < 10


def test_whoever_has_entered_is_counted_wherever_they_are() -> None:
    codes = GuardedCodes()
    kept = codes.enter(codes.give([1])[1], "10.0.0.1", 0)
    assert guesses(codes, 60, (("", f"10.0.{number}.1", kept) for number in count())) < 10


def test_guesses_from_everywhere_are_slowed_and_players_are_not_kept_out() -> None:
    codes = GuardedCodes()
    code = codes.give([1])[1]
    assert guesses(codes, 60, (("", f"10.{n % 250}.{n // 250}.1", "") for n in count())) < 70
    assert codes.player(codes.enter(code, "192.168.1.5", 63)) == 1


def test_wrong_codes_are_forgiven_in_time() -> None:
    codes = GuardedCodes()
    for _ in range(3):
        with pytest.raises(RuleError, match="opens no sheet"):
            codes.enter("wrong", "a", 0)
    for minute in (60, 120, 180):
        with pytest.raises(RuleError, match="opens no sheet"):
            codes.enter("wrong", "a", minute * FORGIVEN_AFTER)


def test_codes_of_another_program_open_nothing() -> None:
    before, after = GuardedCodes(), GuardedCodes()
    code = before.give([1])[1]
    kept = before.enter(code, "a", 0)
    after.give([1])
    assert after.player(kept) is None
    with pytest.raises(RuleError):
        after.enter(code, "a", 0)


def test_who_entered_first_leaves_when_there_are_too_many() -> None:
    codes = GuardedCodes()
    code = codes.give([1])[1]
    kept = [codes.enter(code, "a", 0) for _ in range(MOST_BROWSERS + 1)]
    assert codes.player(kept[0]) is None and codes.player(kept[1]) == 1
