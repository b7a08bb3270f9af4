"""What differs between documents, as changes: found, made, and put back.

A change is an address, a path into the document, and the values before and after. None stands for no value.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tableside.campaign.documents import Document, Documents
from tableside.errors import StoreError
from tableside.frozen import frozen

Path = tuple[str | int, ...]
"""Keys and places (from 0) that lead into a document; empty: the whole document."""


@frozen
class Change:
    """One value that differs. None before or after: there was, or is, none."""

    what: str
    field: Path
    before: Any  # Any: JSON values
    after: Any

    @property
    def reversed(self) -> "Change":
        return Change(self.what, self.field, self.after, self.before)


def changes_between(before: Documents, after: Documents) -> tuple[Change, ...]:
    """The changes that lead from these documents to those, in the order of their addresses."""
    return tuple(
        change
        for what in sorted({*before, *after})
        for change in _differences(what, (), before.get(what), after.get(what))
    )


def _differences(what: str, path: Path, before: Any, after: Any) -> Iterator[Change]:  # Any: JSON values
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in before:
            yield from _differences(what, (*path, key), before[key], after[key])
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differences(what, (*path, place), old, new)
    else:
        yield Change(what, path, before, after)


def with_changes_applied(documents: Mapping[str, Document], changes: Iterable[Change]) -> Documents:
    """The documents with the changes made; those not touched are the same objects.

    Raises `StoreError` when a value is not the one that a change says was there before.
    """
    changed: dict[str, Any] = dict(documents)  # Any: JSON values
    for change in changes:
        changed[change.what] = _with(changed.get(change.what), change.field, change)
    return {what: document for what, document in changed.items() if document is not None}


def with_changes_put_back(documents: Mapping[str, Document], changes: Iterable[Change]) -> Documents:
    """The documents with what was there before these changes, whatever has become of it since."""
    changed: dict[str, Any] = dict(documents)  # Any: JSON values
    for change in changes:
        back = change.reversed
        changed[change.what] = _with(changed.get(change.what), change.field, back, is_sure=True)
    return {what: document for what, document in changed.items() if document is not None}


def _with(value: Any, path: Path, change: Change, *, is_sure: bool = False) -> Any:  # Any: JSON values
    if not path:
        if not is_sure and value != change.before:
            where = ".".join(map(str, (change.what, *change.field)))
            raise StoreError(
                "changes.not-expected", where=where, value=repr(value), before=repr(change.before)
            )
        return change.after
    if not isinstance(value, dict | list):
        raise StoreError("changes.no-field", document=change.what, field=".".join(map(str, change.field)))
    changed = value.copy()
    step: Any = path[0]  # Any: a key of a dict or a place in a list
    try:
        changed[step] = _with(value[step], path[1:], change, is_sure=is_sure)
    except (KeyError, IndexError, TypeError):
        raise StoreError(
            "changes.no-field", document=change.what, field=".".join(map(str, change.field))
        ) from None
    return changed
