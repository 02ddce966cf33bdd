"""Standard Webhooks 1.0: `verify` received webhooks, `sign` webhooks of tests."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

import pydantic

from ._model import Model
from ._numbers import read_json
from .errors import WebhookVerificationError
from .generated.events import EVENTS, WebhookEvent

__all__ = ["TOLERANCE_S", "UnknownEvent", "WebhookEvent", "Webhooks", "sign", "verify"]

TOLERANCE_S = 300
"""Maximum difference between the time of a webhook and the local clock."""

_TIMESTAMP = re.compile(r"[0-9]{1,12}")


class UnknownEvent(Model):
    """An event with a type or data that this version does not know."""

    type: str = ""
    timestamp: str | None = None
    data: Any = None


def verify(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_S,
) -> WebhookEvent | UnknownEvent:
    """Returns the event if it was recently signed with one of the secrets.

    Args:
        raw_body: as received, byte for byte; JSON serialised again has another signature
        headers: of the request, in any letter case
        secrets: `whsec_…`; several during a rotation
        tolerance: seconds

    Raises:
        WebhookVerificationError: the signature or the time is wrong, or it is not an event
    """
    body = _bytes_of(raw_body)
    lower = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp = lower.get("webhook-id"), lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("A header of the webhook is missing.")
    if not _TIMESTAMP.fullmatch(timestamp):
        raise WebhookVerificationError("The webhook's time is not a number.")
    if not abs(time.time() - int(timestamp)) <= tolerance:
        raise WebhookVerificationError("The webhook is too old, or from the future.")
    given = [secrets] if isinstance(secrets, str) else list(secrets or ())
    if not given:
        raise WebhookVerificationError("A secret of the webhook endpoint is needed.")
    expected = [_signature(secret, webhook_id, timestamp, body) for secret in given]
    # All are compared, so that the duration reveals nothing.
    matches = [
        hmac.compare_digest(signature.encode(errors="replace"), one.encode())
        for signature in signatures.split(" ")
        for one in expected
    ]
    if not any(matches):
        raise WebhookVerificationError("The webhook was not signed with this secret.")
    return _read_event(body)


def sign(
    raw_body: bytes | str,
    secret: str,
    *,
    id: str = "evt_test",
    timestamp: int | None = None,
) -> dict[str, str]:
    """The headers of a webhook, for tests of a receiver.

    Args:
        timestamp: seconds since 1970; default now
    """
    body = _bytes_of(raw_body)
    at = str(int(time.time()) if timestamp is None else timestamp)
    return {
        "webhook-id": id,
        "webhook-timestamp": at,
        "webhook-signature": _signature(secret, id, at, body),
    }


class Webhooks:
    """`client.webhooks`. The functions of this module do the same without a client."""

    verify = staticmethod(verify)
    sign = staticmethod(sign)


def _bytes_of(raw_body: bytes | str) -> bytes:
    if isinstance(raw_body, str):
        return raw_body.encode()
    if isinstance(raw_body, (bytes, bytearray, memoryview)):
        return bytes(raw_body)
    raise TypeError(
        "The body must be the bytes or the text as received, "
        f"not {type(raw_body).__name__}: await request.body() instead of request.json()"
    )


def _signature(secret: str, webhook_id: str, timestamp: str, body: bytes) -> str:
    digest = hmac.digest(_key(secret), f"{webhook_id}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def _key(secret: str) -> bytes:
    key = b""
    if isinstance(secret, str):
        # The error itself would show the secret.
        with contextlib.suppress(binascii.Error, ValueError):
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    if not key:
        # With an empty key anyone can sign.
        raise WebhookVerificationError("That is not a secret of a webhook endpoint.")
    return key


def _read_event(body: bytes) -> WebhookEvent | UnknownEvent:
    try:
        fields = read_json(body)
    except ValueError:
        raise WebhookVerificationError("The webhook is signed, but is not JSON.") from None
    try:
        unknown = UnknownEvent.model_validate(fields)
    except pydantic.ValidationError:
        raise WebhookVerificationError("The webhook is signed, but is not an event.") from None
    known = EVENTS.get(unknown.type)
    if known is None:
        return unknown
    try:
        return known.model_validate(fields)
    except pydantic.ValidationError:
        # The event happened nevertheless, and must not be lost.
        return unknown
