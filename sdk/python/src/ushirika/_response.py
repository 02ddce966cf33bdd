"""An answer with status and headers."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import NoneType
from typing import Any, Generic, TypeVar, cast

import httpx
import pydantic

from ._numbers import read_json
from ._operation import ListOperation, Operation
from .errors import UshirikaError, error_of_answer

T = TypeVar("T")


@dataclass(frozen=True)
class Response(Generic[T]):
    """The return value of methods of `client.with_response`."""

    data: T
    status: int
    headers: httpx.Headers = field(repr=False)
    request_id: str | None
    """Quote it when you report a defect."""
    replayed: bool
    """Is this the stored answer of the first request with the same idempotency key?"""

    @classmethod
    def of(cls, answer: httpx.Response, data: T, *, replayed: bool = False) -> Response[T]:
        return cls(
            data=data,
            status=answer.status_code,
            headers=answer.headers,
            request_id=_request_id(answer),
            replayed=replayed or _is_cached(answer),
        )


def failure_of(answer: httpx.Response) -> UshirikaError:
    """The error of an unsuccessful answer."""
    try:
        told = read_json(answer.content)
    except ValueError:
        told = None
    return error_of_answer(answer.status_code, told, _request_id(answer))


def read_answer(operation: Operation[T], answer: httpx.Response) -> Response[T]:
    """The typed answer of a successful request.

    Raises:
        UshirikaError: the body is not what the operation answers
    """
    if operation.answer is NoneType:
        return Response.of(answer, cast("T", None))
    if operation.answer is str:
        return Response.of(answer, cast("T", answer.text))
    if operation.answer is bytes:
        return Response.of(answer, cast("T", answer.content))
    fields = _read_object(answer)
    if operation.idempotency == "header":
        # The body of a payment is the stored one; only the header shows the replay.
        fields["replayed"] = _is_cached(answer)
    data = _read_model(operation.answer, fields, answer)
    return Response.of(answer, data, replayed=fields.get("replayed") is True)


def read_list(
    operation: ListOperation[T], answer: httpx.Response
) -> tuple[tuple[T, ...], str | None, dict[str, Any]]:
    """The elements of a page, the cursor of the next one, and the other fields of the answer.

    Raises:
        UshirikaError: the body is not what the operation answers
    """
    fields = _read_object(answer)
    items, next_after = fields.pop(operation.plural, None), fields.pop("next_after", None)
    if not isinstance(items, list):
        raise _unexpected(answer, f"it has no list {operation.plural}")
    # The cursors of a statement's lines are line numbers.
    place = None if next_after is None else str(next_after)
    return tuple(_read_model(operation.item, each, answer) for each in items), place, fields


def _read_object(answer: httpx.Response) -> dict[str, Any]:
    try:
        fields = read_json(answer.content)
    except ValueError as error:
        raise _unexpected(answer, "it is not JSON") from error
    if not isinstance(fields, dict):
        raise _unexpected(answer, "it is not an object")
    return fields


def _read_model(model: type[T], fields: Any, answer: httpx.Response) -> T:
    # Generated operations return models, except those that read_answer handles.
    read = cast("type[pydantic.BaseModel]", model).model_validate
    try:
        return cast("T", read(fields))
    except pydantic.ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        # The error itself would show the values, which may be secret.
        raise _unexpected(answer, f"{model.__name__} does not fit at {places}") from None


def _is_cached(answer: httpx.Response) -> bool:
    return bool(answer.headers.get("X-Cache") == "HIT-IDEMPOTENCY")


def _request_id(answer: httpx.Response) -> str | None:
    return cast("str | None", answer.headers.get("X-Request-Id"))


def _unexpected(answer: httpx.Response, why: str) -> UshirikaError:
    return UshirikaError(
        f"The request succeeded, but its answer cannot be read: {why}.",
        status=answer.status_code,
        request_id=_request_id(answer),
    )
