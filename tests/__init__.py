"""The tests. The screens in their own process are those of a terminal with all colours, wherever they run."""

import os

os.environ["COLORTERM"] = "truecolor"
