"""Typed client of Ushirika: payments, ledger, wallets and the SACCO of a cooperative.

from ushirika import Ushirika

with Ushirika() as client:
    entry = client.sacco.members.deposit("mem_…", amount_minor=15000)
"""

from . import models, webhooks
from ._client import AsyncUshirika, Health, Ushirika
from ._model import Unknown
from ._operation import NOT_GIVEN, NotGiven
from ._pages import AsyncPage, AsyncPages, Page
from ._response import Response
from ._version import __version__
from .errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    ConflictError,
    ErrorDetail,
    InternalServerError,
    NotFoundError,
    PayloadTooLargeError,
    PermissionDeniedError,
    RateLimitError,
    ServiceUnavailableError,
    UnprocessableError,
    UshirikaError,
    ValidationError,
    WebhookVerificationError,
    is_reason,
)
from .generated.events import WebhookEvent
from .generated.models import Reason
from .webhooks import UnknownEvent

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "AsyncPage",
    "AsyncPages",
    "AsyncUshirika",
    "AuthenticationError",
    "ConflictError",
    "ErrorDetail",
    "Health",
    "InternalServerError",
    "NOT_GIVEN",
    "NotFoundError",
    "NotGiven",
    "Page",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "RateLimitError",
    "Reason",
    "Response",
    "ServiceUnavailableError",
    "UnknownEvent",
    "Unknown",
    "UnprocessableError",
    "Ushirika",
    "UshirikaError",
    "ValidationError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "is_reason",
    "models",
    "webhooks",
]
