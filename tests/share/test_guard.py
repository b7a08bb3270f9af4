"""Which requests are ours."""

import pytest

from tableside.share.guard import A_SECOND, AT_ONCE, MOST_ADDRESSES, Rates, is_own_host, is_own_origin


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
    assert is_own_origin(origin, fetched_from, "127.0.0.1:8765") == is_own


def test_each_address_may_ask_so_often() -> None:
    rates = Rates()
    assert sum(rates.is_within("a", 0) for _ in range(500)) == AT_ONCE
    assert rates.is_within("b", 0)
    assert sum(rates.is_within("a", 1) for _ in range(500)) == A_SECOND
    for n in range(2 * MOST_ADDRESSES):
        rates.is_within(str(n), 2)
    assert len(rates._left) == MOST_ADDRESSES
