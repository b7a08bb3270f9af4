"""Files damaged in every way, one at a time: a sample of what the bench does thousands of times."""

from tests.bench.flips import mended, run


def test_no_damage_is_silent() -> None:
    found, bad = run(300, seed=11)
    assert bad == []
    assert len(found) > 12


def test_what_can_be_mended_is_and_the_rest_is_reported() -> None:
    found, bad = mended(40, seed=12)
    assert bad == []
    assert found["mended"] > 20
