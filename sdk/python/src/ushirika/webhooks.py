"""Webhooks as of Standard Webhooks 1.0: `verify` what came, `sign` what a test sends."""

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
"""How far the time of a webhook may be from ours."""

_TIMESTAMP = re.compile(r"[0-9]{1,12}")


class UnknownEvent(Model):
    """An event of a type that this version does not know, or with other data than it knows."""

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
    """The event, if it was signed with one of the secrets, not long ago.

    Args:
        raw_body: as it came, byte for byte; JSON written anew has another signature
        headers: of the request; upper and lower case are the same
        secrets: `whsec_…`; several while one is being replaced
        tolerance: seconds

    Raises:
        WebhookVerificationError: it was not, or it is no event
    """
    body = _bytes_of(raw_body)
    lower = {name.lower(): value for name, value in headers.items()}
    webhook_id, timestamp = lower.get("webhook-id"), lower.get("webhook-timestamp")
    signatures = lower.get("webhook-signature")
    if not webhook_id or not timestamp or not signatures:
        raise WebhookVerificationError("A header of the webhook is missing.")
    if not _TIMESTAMP.fullmatch(timestamp):
        raise WebhookVerificationError("The webhook's time is no number.")
    if not abs(time.time() - int(timestamp)) <= tolerance:
        raise WebhookVerificationError("The webhook is too old, or from the future.")
    given = [secrets] if isinstance(secrets, str) else list(secrets or ())
    if not given:
        raise WebhookVerificationError("A secret of the webhook endpoint is needed.")
    expected = [_signature(secret, webhook_id, timestamp, body) for secret in given]
    # All are compared: how long it takes tells nothing.
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
    """The headers of a webhook, for tests of what receives it.

    Args:
        timestamp: seconds since 1970; now unless given
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
        # With an empty key anybody can sign.
        raise WebhookVerificationError("That is no secret of a webhook endpoint.")
    return key


def _read_event(body: bytes) -> WebhookEvent | UnknownEvent:
    try:
        fields = read_json(body)
    except ValueError:
        raise WebhookVerificationError("The webhook is signed, but is no JSON.") from None
    try:
        unknown = UnknownEvent.model_validate(fields)
    except pydantic.ValidationError:
        raise WebhookVerificationError("The webhook is signed, but is no event.") from None
    known = EVENTS.get(unknown.type)
    if known is None:
        return unknown
    try:
        return known.model_validate(fields)
    except pydantic.ValidationError:
        # The event happened nevertheless, and is not lost.
        return unknown
