"""Style sheets parsed once for all apps under test: Textual keeps what it has parsed for one app alone."""

from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse = Stylesheet._parse_rules
_parsed: dict[tuple[object, ...], list[RuleSet]] = {}


def once(sheet: Stylesheet, css: str, *where: Any, **what: Any) -> list[RuleSet]:
    """The rules in this text with the variables of this sheet; the same rules for the same."""
    key = (css, where, tuple(what.items()), frozenset(sheet._variables.items()))
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, *where, **what)
    return _parsed[key]
