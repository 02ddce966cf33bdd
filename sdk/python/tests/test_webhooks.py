"""Webhooks are accepted when they were signed with a secret, not long ago, and else never."""

from __future__ import annotations

import json
import time
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import pytest
import standardwebhooks

from cases import CASES, answer_to
from ushirika import UnknownEvent, Ushirika, WebhookVerificationError, models, webhooks

WEBHOOKS = CASES["webhooks"]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def by_name(case: Any) -> str:
    return str(case["name"])


@pytest.mark.parametrize("vector", WEBHOOKS["vectors"], ids=by_name)
@pytest.mark.parametrize("encode", [str, str.encode], ids=["text", "bytes"])
def test_vectors(vector: dict[str, Any], encode: Any) -> None:
    def verify() -> Any:
        return webhooks.verify(
            encode(vector["body"]),
            vector["headers"],
            vector["secrets"],
            tolerance=vector["tolerance"],
        )

    if vector["valid"]:
        assert verify().model_dump(exclude_unset=True) == json.loads(vector["body"])
        return
    with pytest.raises(WebhookVerificationError) as raised:
        verify()
    assert "whsec" not in str(raised.value)


@pytest.mark.parametrize("missing", ["webhook-id", "webhook-timestamp", "webhook-signature"])
def test_all_headers_are_needed(missing: str) -> None:
    headers = webhooks.sign("{}", SECRET)
    del headers[missing]
    with pytest.raises(WebhookVerificationError, match="missing"):
        webhooks.verify("{}", headers, SECRET)


@pytest.mark.parametrize("case", WEBHOOKS["signed"], ids=by_name)
def test_times(case: dict[str, Any]) -> None:
    headers = webhooks.sign("{}", SECRET, timestamp=int(time.time()) + case["offset_seconds"])
    if case["valid"]:
        webhooks.verify("{}", headers, SECRET)
    else:
        with pytest.raises(WebhookVerificationError, match="too old, or from the future"):
            webhooks.verify("{}", headers, SECRET)


@pytest.mark.parametrize("case", WEBHOOKS["events"], ids=lambda case: str(case["body"]["type"]))
def test_events_are_never_lost(case: dict[str, Any]) -> None:
    body = json.dumps(case["body"])
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    assert event.type == case["body"]["type"]
    assert event.data == case["body"]["data"]
    assert isinstance(event, UnknownEvent)


def test_an_event_is_told_apart_by_its_type() -> None:
    data = {**answer_to("payments.get"), "amount": 1500.5, "metadata": {"fooBar": 1.5}}
    body = json.dumps(
        {"type": "payment.completed", "timestamp": "2026-11-22T09:30:00.000Z", "data": data}
    )
    event = webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)
    assert isinstance(event, models.PaymentCompletedEvent)
    assert event.timestamp == datetime(2026, 11, 22, 9, 30, tzinfo=timezone.utc)
    assert event.data.amount == Decimal("1500.5")
    assert event.data.metadata == {"fooBar": 1.5}


@pytest.mark.parametrize("body", ["", *WEBHOOKS["no_events"]])
def test_what_is_no_event(body: str) -> None:
    with pytest.raises(WebhookVerificationError, match=r"is not (JSON|an event)"):
        webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)


def test_a_time_that_no_event_has() -> None:
    body = '{"type":"payment.completed","timestamp":5}'
    with pytest.raises(WebhookVerificationError, match="is not an event"):
        webhooks.verify(body, webhooks.sign(body, SECRET), SECRET)


@pytest.mark.parametrize("secrets", [None, [], [None]])
def test_a_secret_is_needed(secrets: Any) -> None:
    with pytest.raises(WebhookVerificationError, match="secret"):
        webhooks.verify("{}", webhooks.sign("{}", SECRET), secrets)


def test_a_tolerance_that_is_no_number_tolerates_nothing() -> None:
    with pytest.raises(WebhookVerificationError, match="too old"):
        webhooks.verify("{}", webhooks.sign("{}", SECRET), SECRET, tolerance=float("nan"))


def test_a_signature_of_any_characters_is_compared() -> None:
    headers = {**webhooks.sign("{}", SECRET), "webhook-signature": "v1,\udc80 v1,é"}
    with pytest.raises(WebhookVerificationError, match="not signed"):
        webhooks.verify("{}", headers, SECRET)


def test_parsed_already_it_is_refused_with_what_to_do() -> None:
    parsed: Any = {"type": "payment.completed"}
    with pytest.raises(TypeError, match=r"request\.body\(\)"):
        webhooks.verify(parsed, webhooks.sign("{}", SECRET), SECRET)


def test_headers_in_any_case() -> None:
    headers = {name.title(): value for name, value in webhooks.sign(b"{}", SECRET).items()}
    assert set(headers) == {"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"}
    webhooks.verify(b"{}", headers, SECRET)


def test_as_standard_webhooks_does_it() -> None:
    theirs = standardwebhooks.Webhook(SECRET)
    at = datetime.now(timezone.utc)
    body = '{"type":"a","timestamp":"2026-11-22T09:30:00.000Z","data":{"ä":1}}'
    headers = webhooks.sign(body, SECRET, id="evt_1", timestamp=int(at.timestamp()))
    assert headers["webhook-signature"] == theirs.sign("evt_1", at, body)
    assert theirs.verify(body, headers) == json.loads(body)
    webhooks.verify(body, headers, SECRET)


def test_of_a_client() -> None:
    with Ushirika(api_key="ush_test_1", base_url="http://127.0.0.1:1") as client:
        headers = client.webhooks.sign("{}", SECRET)
        client.webhooks.verify("{}", headers, ["whsec_b3RoZXI=", SECRET])
