"""The generated description of an operation, and the request that is built from it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode

from ._numbers import check_integer, write_json

T = TypeVar("T")

_ACCEPT: dict[type, str] = {str: "text/csv", bytes: "application/pdf"}

_KEY = re.compile(r"[ -~]{1,255}")


class NotGiven:
    """The type of `NOT_GIVEN`: the default of arguments for which None has a meaning."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


@dataclass(frozen=True)
class Operation(Generic[T]):
    """One operation of the API."""

    method: str
    path: str
    """With names in braces: `/api/v1/payments/{payment}`."""
    answer: type[T]
    idempotency: Literal["header", "body", "none"] = "none"
    """Where the idempotency key goes."""
    nullable: frozenset[str] = frozenset()
    """Arguments that are sent even if they are None; others are left out."""
    maps: frozenset[str] = frozenset()
    """Paths of objects whose field names are data, such as `metadata`."""
    sends_major_units: bool = False
    """Is `amount_minor` sent as `amount`, a number of major units?"""


@dataclass(frozen=True)
class ListOperation(Generic[T]):
    """One operation of the API that returns a list, page by page."""

    path: str
    plural: str
    """The field of the answer that holds the list."""
    item: type[T]


@dataclass(frozen=True)
class Request:
    """A complete request: each attempt sends the same."""

    method: str
    path: str
    """With ids and query."""
    headers: Mapping[str, str]
    content: bytes | None
    idempotency_key: str | None
    timeout_s: float | None
    """Of each attempt; None: the timeout of the client."""


def build_list_request(
    operation: ListOperation[Any],
    ids: Sequence[str | int],
    query: Mapping[str, Any],
    timeout_s: float | None,
) -> Request:
    """Requests one page.

    Raises:
        TypeError, ValueError: like `build_request`
    """
    path = _fill(operation.path, ids) + _query(query)
    return Request("GET", path, {"Accept": "application/json"}, None, None, timeout_s)


def build_request(
    operation: Operation[Any],
    ids: Sequence[str | int],
    query: Mapping[str, Any] | None,
    body: Mapping[str, Any] | None,
    idempotency_key: str | None,
    timeout_s: float | None,
) -> Request:
    """Builds the request, with a random idempotency key unless one is given or not supported.

    Args:
        body: None if the operation has none

    Raises:
        TypeError: a value cannot be sent, such as an amount that is not an integer
        ValueError: an id is empty, an amount too large, a time without zone, or a key invalid
    """
    _check_key(idempotency_key)
    headers = {"Accept": _ACCEPT.get(operation.answer, "application/json")}
    key = None
    if operation.idempotency != "none":
        key = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
    if operation.idempotency == "header" and key is not None:
        headers["Idempotency-Key"] = key
    content = None
    if body is not None:
        given = {
            name: _plain(value, name, operation.maps)
            for name, value in body.items()
            if value is not NOT_GIVEN and (value is not None or name in operation.nullable)
        }
        if operation.idempotency == "body":
            given["idempotency_key"] = key
        content = write_json(given, sends_major_units=operation.sends_major_units)
        headers["Content-Type"] = "application/json"
    return Request(
        method=operation.method,
        path=_fill(operation.path, ids) + _query(query or {}),
        headers=headers,
        content=content,
        idempotency_key=key,
        timeout_s=timeout_s,
    )


def build_upload(
    operation: Operation[Any],
    query: Mapping[str, Any],
    name: str,
    content: bytes,
    timeout_s: float | None,
) -> Request:
    """A form with one file.

    Args:
        name: of the file; what no header may have is left out
    """
    boundary = f"ushirika-{uuid.uuid4()}"
    plain = re.sub(r'[\r\n"\\]', "", name)
    head = (
        f"--{boundary}\r\n"
        f'content-disposition: form-data; name="file"; filename="{plain}"\r\n'
        "content-type: application/octet-stream\r\n\r\n"
    )
    return Request(
        method=operation.method,
        path=operation.path + _query(query),
        headers={
            "Accept": "application/json",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
        },
        content=head.encode() + content + f"\r\n--{boundary}--\r\n".encode(),
        idempotency_key=None,
        timeout_s=timeout_s,
    )


def _check_key(key: str | None) -> None:
    """Rejects an empty key, with which the request would wrongly be retried."""
    if key is not None and not _KEY.fullmatch(key):
        raise ValueError("idempotency_key must be 1 to 255 printable ASCII characters")


def _fill(path: str, ids: Sequence[str | int]) -> str:
    """Replaces names with ids; an id cannot lead to another operation."""
    segments = path.split("/")
    values = iter(ids)
    for place, segment in enumerate(segments):
        if not segment.startswith("{"):
            continue
        value = next(values)
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise TypeError(f"{segment[1:-1]} must be text, not {type(value).__name__}")
        value = str(value)
        if value in ("", ".", ".."):
            raise ValueError(f"{segment[1:-1]} must be an id, not {value!r}")
        segments[place] = quote(value, safe="")
    return "/".join(segments)


def _query(query: Mapping[str, Any]) -> str:
    given = {
        name: _query_text(value)
        for name, value in query.items()
        if value is not None and value is not NOT_GIVEN
    }
    return f"?{urlencode(given)}" if given else ""


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(_plain(value, "", frozenset()))


def _plain(value: Any, path: str, maps: frozenset[str]) -> Any:
    """The value as JSON. Maps may contain any JSON."""
    if path in maps or value is None or isinstance(value, (str, bool)):
        _check_amount(path, value)
        return value
    if isinstance(value, datetime):
        return _timestamp(value, path)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {
            name: _plain(inner, f"{path}.{name}", maps)
            for name, inner in value.items()
            if inner is not NOT_GIVEN
        }
    if isinstance(value, Sequence):
        return [_plain(inner, path, maps) for inner in value]
    check_integer(path or "the value", value)
    return value


def _check_amount(path: str, value: Any) -> None:
    if path.endswith("_minor") and value is not None:
        check_integer(path, value)


def _timestamp(value: datetime, path: str) -> str:
    if value.tzinfo is None:
        raise ValueError(f"{path or 'the time'} has no zone: datetime.now(timezone.utc)")
    utc = value.astimezone(timezone.utc)
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")
