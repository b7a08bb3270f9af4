"""What a demo is shown with at once is what it shows: `python -m tests.screens.snapshots` draws that anew."""

from tableside.start import FIRST_SCREENS
from tests.screens.first_screens import COLOURS, all_drawn


def test_a_demo_comes_with_its_first_screen() -> None:
    kept = {file.name: file.read_text(encoding="utf-8") for file in FIRST_SCREENS.iterdir()}
    assert kept == {name: picture for each in COLOURS for name, picture in all_drawn(each).items()}
