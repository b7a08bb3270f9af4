"""Where the files are that are not Python: beside the package when it is installed, beside it in a
checkout.
"""

from pathlib import Path


def styles_folder() -> Path:
    """The folder of the style sheets."""
    inside = Path(__file__).parent / "styles"
    return inside if inside.is_dir() else Path(__file__).parents[1] / "styles"
