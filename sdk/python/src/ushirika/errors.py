"""Every error of the API: one class for each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from .generated.models import Reason

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AuthenticationError",
    "ConflictError",
    "ErrorDetail",
    "InternalServerError",
    "NotFoundError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServiceUnavailableError",
    "UnprocessableError",
    "UshirikaError",
    "ValidationError",
    "WebhookVerificationError",
    "is_reason",
]


@dataclass(frozen=True)
class ErrorDetail:
    """One of several causes."""

    message: str
    path: str | None = None
    """The invalid field."""
    line_no: int | None = None
    """The invalid line of a statement."""


class UshirikaError(Exception):
    """The request failed. Subclasses say why; this class itself is for other statuses."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        reason: Reason | None = None,
        details: Sequence[ErrorDetail] = (),
        details_omitted: int = 0,
        doc_url: str | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """A sentence for people; never branch on it."""
        self.status = status
        """The status of the answer; None without an answer."""
        self.code = code
        self.reason: Reason | None = reason
        """The rule that rejected the request: stable, to branch on. A newer server may add more."""
        self.details = tuple(details)
        """The causes, if there are several."""
        self.details_omitted = details_omitted
        """The number of causes that `details` leaves out."""
        self.doc_url = doc_url
        """Where the server explains the error."""
        self.request_id = request_id
        """Quote it when you report a defect."""
        self.attempts = 0
        """Number of attempts."""
        self.idempotency_key: str | None = None
        """Send the request again with this key to repeat it safely."""

    def __str__(self) -> str:
        facts = [
            str(fact) for fact in (self.status, self.reason or self.code, self.request_id) if fact
        ]
        return f"{self.message} ({', '.join(facts)})" if facts else self.message


class ValidationError(UshirikaError):
    """400: the request is malformed; `details` names each field."""


class AuthenticationError(UshirikaError):
    """401: no API key, or an unknown, revoked or expired one."""


class PermissionDeniedError(UshirikaError):
    """403: the API key may not do this."""


class NotFoundError(UshirikaError):
    """404: there is no such resource in this project and environment."""


class ConflictError(UshirikaError):
    """409: the current state forbids it; `reason` names the rule."""


class PayloadTooLargeError(UshirikaError):
    """413: the request is over a size limit."""


class UnprocessableError(UshirikaError):
    """422: a business rule rejects the request; `reason` names the rule."""


class RateLimitError(UshirikaError):
    """429: too many requests."""


class InternalServerError(UshirikaError):
    """500: a defect of the server."""


class ServiceUnavailableError(UshirikaError):
    """502, 503 or 504: temporarily unreachable."""


class APIConnectionError(UshirikaError):
    """No answer: no connection, or it was cut. The request may have been carried out."""


class APITimeoutError(APIConnectionError):
    """No answer in time. The request may have been carried out."""


class WebhookVerificationError(UshirikaError):
    """The webhook was not signed with this secret, is too old, or is invalid."""


_BY_STATUS: Mapping[int, type[UshirikaError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: PayloadTooLargeError,
    422: UnprocessableError,
    429: RateLimitError,
    500: InternalServerError,
    502: ServiceUnavailableError,
    503: ServiceUnavailableError,
    504: ServiceUnavailableError,
}


def is_reason(error: object, reason: Reason) -> TypeGuard[UshirikaError]:
    """Whether the API rejected it for that reason: `is_reason(error, "exceeds_credits")`."""
    return isinstance(error, UshirikaError) and error.reason == reason


def error_of_answer(status: int, answer: Any, request_id: str | None) -> UshirikaError:
    """The error of an answer.

    Args:
        answer: the JSON of the body; anything, where something other than the service answered
        request_id: of the headers
    """
    told: Mapping[str, Any] = _mapping(_mapping(answer).get("error"))
    return _BY_STATUS.get(status, UshirikaError)(
        _text(told.get("message")) or f"The answer has status {status}.",
        status=status,
        code=_text(told.get("code")),
        reason=_text(told.get("reason")),
        details=[_detail(each) for each in _sequence(told.get("details"))],
        details_omitted=_integer(told.get("details_omitted")) or 0,
        doc_url=_text(told.get("doc_url")),
        request_id=_text(told.get("request_id")) or request_id,
    )


def _detail(told: Any) -> ErrorDetail:
    fields = _mapping(told)
    return ErrorDetail(
        message=_text(fields.get("message")) or "",
        path=_text(fields.get("path")),
        line_no=_integer(fields.get("line_no")),
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _integer(value: Any) -> int | None:
    return value if isinstance(value, int) else None
