"""Each status is an error class of its own, which says what the answer said and shows no secret."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from typing import Any

import httpx
import pytest

import ushirika
from cases import API_KEY, CASES, UUID, Driver, answer_to
from recorder import Recorder, Scripted
from ushirika import UshirikaError, is_reason

Connect = Callable[..., Driver]

PAYMENT = {"provider": "sandbox", "amount_minor": 1, "currency": "KES", "reference": "order-1"}


@pytest.mark.parametrize("case", CASES["errors"], ids=lambda case: f"{case['status']}")
def test_each_status(connect: Connect, recorder: Recorder, case: dict[str, Any]) -> None:
    answer = Scripted(
        case["status"],
        case["body"],
        headers={"X-Request-Id": "req-header"},
        content_type=case.get("content_type"),
    )
    recorder.expect(answer)
    with pytest.raises(UshirikaError) as raised:
        connect(max_retries=0).call("sacco.members.deposit", "mem_1", amount_minor=1)
    error = raised.value
    assert type(error).__name__ == case["error"]
    told = case["body"].get("error", {}) if isinstance(case["body"], dict) else {}
    assert (error.status, error.code, error.reason) == (
        case["status"],
        told.get("code"),
        told.get("reason"),
    )
    assert error.message == str(told.get("message") or error.message)
    assert error.request_id == told.get("request_id", "req-header")
    assert [
        {name: value for name, value in vars(detail).items() if value is not None}
        for detail in error.details
    ] == told.get("details", [])
    assert error.attempts == 1
    assert error.idempotency_key == recorder.requests[0].json["idempotency_key"]
    assert UUID.fullmatch(error.idempotency_key or "")


def test_the_key_of_an_error_repeats_the_request(connect: Connect, recorder: Recorder) -> None:
    answer = answer_to("sacco.members.deposit")
    recorder.expect(Scripted(cut="before_answer"), Scripted(body=answer))
    client = connect(max_retries=0)
    with pytest.raises(ushirika.APIConnectionError) as raised:
        client.call("sacco.members.deposit", "mem_1", amount_minor=1)
    key = raised.value.idempotency_key
    client.call("sacco.members.deposit", "mem_1", amount_minor=1, idempotency_key=key)
    first, second = (sent.json for sent in recorder.requests)
    assert first == second


@pytest.mark.parametrize("key", CASES["refused_keys"])
def test_a_key_that_the_api_would_refuse_is_not_sent(
    connect: Connect, recorder: Recorder, key: str
) -> None:
    client = connect()
    with pytest.raises(ValueError, match="idempotency_key must be 1 to 255 printable ASCII"):
        client.call("payments.create", **PAYMENT, idempotency_key=key)
    with pytest.raises(ValueError, match="idempotency_key must be 1 to 255 printable ASCII"):
        client.call("sacco.members.deposit", "mem_1", amount_minor=1, idempotency_key=key)
    assert recorder.requests == []


def test_reasons(connect: Connect, recorder: Recorder) -> None:
    told = {"code": "CONFLICT", "message": "No.", "reason": "exceeds_credits", "doc_url": "/docs"}
    recorder.expect(Scripted(409, {"error": {**told, "details_omitted": 7, "request_id": "r"}}))
    with pytest.raises(
        ushirika.ConflictError, match=r"^No. \(409, exceeds_credits, r\)$"
    ) as raised:
        connect().call("ledger.holds.void", "hld_1")
    error = raised.value
    assert is_reason(error, "exceeds_credits")
    assert not is_reason(error, "insufficient_funds")
    assert not is_reason(ValueError("exceeds_credits"), "exceeds_credits")
    assert (error.details_omitted, error.doc_url) == (7, "/docs")
    assert error.idempotency_key is None


@pytest.mark.parametrize(
    "body",
    ['{"error": []}', '{"error": {"message": 1, "details": [1], "reason": {}}}', "[1]", "null"],
)
def test_any_answer_is_an_error(connect: Connect, recorder: Recorder, body: str) -> None:
    recorder.expect(Scripted(409, body, content_type="application/json"))
    with pytest.raises(ushirika.ConflictError, match="The answer has status 409"):
        connect().call("sacco.treasury")


@pytest.mark.parametrize("case", CASES["errors_of_others"])
def test_errors_of_others(connect: Connect, recorder: Recorder, case: dict[str, Any]) -> None:
    recorder.expect(Scripted(case["status"], case["body"]))
    with pytest.raises(UshirikaError) as raised:
        connect(max_retries=0).call("sacco.treasury")
    assert type(raised.value).__name__ == case["error"]
    assert (raised.value.status, raised.value.attempts) == (case["status"], 1)
    assert raised.value.message == f"The answer has status {case['status']}."


@pytest.mark.parametrize("case", CASES["answers_of_others"])
def test_answers_of_others(connect: Connect, recorder: Recorder, case: dict[str, Any]) -> None:
    calls = [
        ("sacco.members.get", ["mem_1"], {}),
        ("sacco.members.list", [], {}),
        ("payments.create", [], {**PAYMENT, "idempotency_key": "k"}),
    ]
    recorder.expect(*(Scripted(200, **case) for _ in calls))
    client = connect()
    for method, ids, arguments in calls:
        with pytest.raises(UshirikaError) as raised:
            client.call(method, *ids, **arguments)
        key = arguments.get("idempotency_key")
        facts = (raised.value.status, raised.value.attempts, raised.value.idempotency_key)
        assert facts == (200, 1, key)
    assert len(recorder.requests) == len(calls)


@pytest.mark.parametrize("body", ['{"id": "mem_1"}', "[]", "", '{"members": 1}'])
def test_an_answer_that_does_not_fit(connect: Connect, recorder: Recorder, body: str) -> None:
    recorder.expect(Scripted(200, body), Scripted(200, body))
    client = connect()
    for method in ("sacco.treasury", "sacco.members.list"):
        with pytest.raises(UshirikaError, match="succeeded, but its answer cannot be read"):
            client.call(method)


def test_an_outcome_is_no_error(connect: Connect, recorder: Recorder) -> None:
    entry = answer_to("sacco.members.withdraw")
    recorder.expect(
        Scripted(201, {**entry, "status": "failed", "error": "insufficient_savings"}),
        Scripted(202, {**entry, "status": "awaiting_approval", "error": None}),
    )
    client = connect()
    failed, waiting = (
        client.call("sacco.members.withdraw", "mem_1", amount_minor=1) for _ in range(2)
    )
    assert (failed.status, failed.error) == ("failed", "insufficient_savings")
    assert waiting.status == "awaiting_approval"


def test_nothing_shows_the_key(
    connect: Connect, recorder: Recorder, caplog: pytest.LogCaptureFixture, waits: list[float]
) -> None:
    caplog.set_level("DEBUG")
    secret = f"{API_KEY}_secret"
    recorder.expect(
        Scripted(503), Scripted(401, {"error": {"code": "UNAUTHORIZED", "message": "No."}})
    )
    client = connect(api_key=secret, headers={"X-Trace": "hidden-too"})
    with pytest.raises(UshirikaError) as raised:
        client.call("customers.list", q="Abebe")
    shown = "".join(traceback.format_exception(raised.value)) + caplog.text
    shown += repr(client.client) + repr(client.client._options) + repr(client.client._transport)
    assert "secret" not in shown
    assert "hidden-too" not in shown
    ours = [record.getMessage() for record in caplog.records if record.name == "ushirika"]
    assert ours == [
        f"GET /api/v1/customers: 503 at try 1, again in {waits[0]:.1f} s",
        "GET /api/v1/customers: 401 after 2 tries",
    ]
    assert recorder.requests[0].headers["x-trace"] == "hidden-too"


def test_secrets_of_models_are_masked(connect: Connect, recorder: Recorder) -> None:
    answer = {**answer_to("webhookEndpoints.create"), "secret": "whsec_c2VjcmV0"}
    recorder.expect(Scripted(201, answer), Scripted(201, json.dumps({**answer, "id": None})))
    client = connect()
    params = {"url": "https://example.com", "events": ["*"]}
    endpoint = client.call("webhookEndpoints.create", **params)
    assert endpoint.secret == "whsec_c2VjcmV0"
    assert "whsec" not in repr(endpoint) + str(endpoint)
    assert "secret='***'" in repr(endpoint)
    with pytest.raises(UshirikaError) as raised:
        client.call("webhookEndpoints.create", **params)
    assert "whsec" not in "".join(traceback.format_exception(raised.value))


def test_no_connection(kind: str) -> None:
    from cases import driver

    with driver(kind, "http://127.0.0.1:1", max_retries=0) as client:
        with pytest.raises(ushirika.APIConnectionError, match="No connection") as raised:
            client.call("sacco.treasury")
        assert isinstance(raised.value.__cause__, httpx.ConnectError)
        assert raised.value.status is None
