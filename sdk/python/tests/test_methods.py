"""Every method becomes the request that it must, and its answer the model that it must."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest

import ushirika
from cases import (
    API_KEY,
    CASE_OF,
    CASES,
    METHOD_CASES,
    UUID,
    Driver,
    answer_to,
    method_of,
)
from recorder import Recorder, Scripted
from ushirika import AsyncPage, Page
from ushirika._model import Model

Connect = Callable[..., Driver]

KEYED = [case for case in METHOD_CASES if case["idempotency_key"] is not None]


def name_of(case: Any) -> str:
    return str(case["method"])


@pytest.mark.parametrize(("name", "operation"), CASES["names"].items())
def test_names(connect: Connect, name: str, operation: str) -> None:
    assert method_of(connect().client, name)
    case = CASE_OF[name]
    path = operation
    for each in case["ids"]:
        begin, _, rest = path.partition("{")
        path = f"{begin}{each}{rest.partition('}')[2]}"
    assert f"{case['request']['verb']} {case['request']['path']}" == path


@pytest.mark.parametrize("name", CASES["absent"])
def test_is_not_for_api_keys(connect: Connect, name: str) -> None:
    assert method_of(connect().client, name) is None


@pytest.mark.parametrize("case", METHOD_CASES, ids=name_of)
def test_every_method(connect: Connect, recorder: Recorder, case: dict[str, Any]) -> None:
    request, answer = case["request"], case["answer"]
    recorder.expect(Scripted(answer["status"], answer["body"]))
    key = case["idempotency_key"]
    options = {} if key is None else {"idempotency_key": key}
    data = connect().call(case["method"], *case["ids"], **(case["params"] or {}), **options)

    [sent] = recorder.requests
    assert (sent.verb, sent.path, sent.query) == (
        request["verb"],
        request["path"],
        request["query"],
    )
    assert sent.json == request["body"]
    assert sent.headers.get("idempotency-key") == request["idempotency_key_header"]
    assert sent.headers["authorization"] == f"Bearer {API_KEY}"
    assert sent.headers["accept"] == "application/json"
    agent = f"ushirika-sdk-python/{ushirika.__version__} python/{platform.python_version()}"
    assert sent.headers["user-agent"] == agent
    assert sent.headers.get("content-type") == (None if sent.json is None else "application/json")

    expected = dict(answer["body"] or {})
    if answer["page"] is not None:
        assert isinstance(data, (Page, AsyncPage))
        items = expected.pop(answer["page"])
        assert [wire(item) for item in data.items] == [as_read(item) for item in items]
        assert (data.next_after, data.has_more) == (expected.pop("next_after"), False)
        assert data.fields == expected
    elif answer["body"] is None:
        assert data is None
    else:
        if request["idempotency_key_header"] is not None:
            expected["replayed"] = False
        assert wire(data) == as_read(expected)


def wire(model: Model) -> Any:
    """The fields that came, named and written as on the wire."""
    return as_read(model.model_dump(mode="json", by_alias=True, exclude_unset=True))


TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")


def as_read(value: Any, name: str = "") -> Any:
    """Times and numbers that are written differently and mean the same are the same."""
    if isinstance(value, dict):
        return {field: as_read(inner, field) for field, inner in value.items()}
    if isinstance(value, list):
        return [as_read(inner) for inner in value]
    if isinstance(value, str) and TIME.fullmatch(value):
        return datetime.fromisoformat(value.replace("Z", "+00:00"))
    return Decimal(str(value)) if name == "amount" else value


@pytest.mark.parametrize("case", KEYED, ids=name_of)
def test_every_request_has_a_random_key_of_its_own(
    connect: Connect, recorder: Recorder, case: dict[str, Any]
) -> None:
    answer = Scripted(case["answer"]["status"], case["answer"]["body"])
    recorder.expect(answer, answer)
    client = connect()
    for _ in range(2):
        client.call(case["method"], *case["ids"], **(case["params"] or {}))
    in_header = case["request"]["idempotency_key_header"] is not None
    first, second = (
        sent.headers["idempotency-key"] if in_header else sent.json["idempotency_key"]
        for sent in recorder.requests
    )
    assert UUID.fullmatch(first)
    assert UUID.fullmatch(second)
    assert first != second


@pytest.mark.parametrize("case", CASES["paths"], ids=lambda case: str(case["ids"]))
def test_ids_are_escaped(connect: Connect, recorder: Recorder, case: dict[str, Any]) -> None:
    recorder.expect(Scripted(body=answer_to(case["method"])))
    connect().call(case["method"], *case["ids"], **(case.get("params") or {}))
    assert [sent.path for sent in recorder.requests] == [case["path"]]


@pytest.mark.parametrize("refused", CASES["refused_ids"])
def test_what_is_no_id_is_not_sent(connect: Connect, recorder: Recorder, refused: str) -> None:
    with pytest.raises(ValueError, match="member must be an id"):
        connect().call("sacco.members.get", refused)
    with pytest.raises(TypeError, match="member must be text"):
        connect().call("sacco.members.get", None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="line must be text"):
        connect().call("reconciliation.lines.resolve", "rec_1", True, action="book_fee")  # type: ignore[arg-type]
    assert recorder.requests == []


PAYMENT = {"provider": "sandbox", "currency": "KES", "reference": "order-1"}


class TestAmounts:
    def test_a_payment_without_one_is_not_sent(self, connect: Connect, recorder: Recorder) -> None:
        with pytest.raises(TypeError, match="amount_minor must be an integer"):
            connect().call("payments.create", **PAYMENT, amount_minor=None)
        assert recorder.requests == []

    @pytest.mark.parametrize("case", CASES["money"]["exact"], ids=lambda case: str(case["json"]))
    def test_are_sent_exactly(
        self, connect: Connect, recorder: Recorder, case: dict[str, Any]
    ) -> None:
        methods = {
            "payments.create": PAYMENT,
            "payments.ussdIntent": {"currency": "KES", "reference": "r"},
            "paymentLinks.create": {"title": "Fee", "currency": "KES"},
        }
        recorder.expect(*(Scripted(body=answer_to(method)) for method in methods))
        client = connect()
        for method, params in methods.items():
            client.call(method, amount_minor=case["amount_minor"], **params)
        assert len(recorder.requests) == 3
        for sent in recorder.requests:
            assert sent.text.startswith(f'{{"amount":{case["json"]},')
            assert "minor" not in sent.text

    @pytest.mark.parametrize("written", [*CASES["money"]["refused"], "True", "Decimal"])
    def test_what_is_no_amount_is_not_sent(
        self, connect: Connect, recorder: Recorder, written: Any
    ) -> None:
        tags = {
            "NaN": float("nan"),
            "Infinity": float("inf"),
            "9007199254740993": 9007199254740993,
            "True": True,
            "Decimal": Decimal(150),
        }
        amount = tags.get(str(written), written)
        client = connect()
        refused = pytest.raises((TypeError, ValueError), match=r"amount_minor (must be an|is bey)")
        with refused:
            client.call("payments.create", **PAYMENT, amount_minor=amount)
        with refused:
            client.call("sacco.members.deposit", "mem_1", amount_minor=amount)
        pledge = {"member_id": "mem_2", "amount_minor": amount}
        loan = {"member_id": "mem_1", "product_id": "lpr_1", "term": 3, "amount_minor": 1}
        with refused:
            client.call("sacco.loans.apply", **loan, guarantors=[pledge])
        assert recorder.requests == []

    def test_a_limit_of_none_is_null(self, connect: Connect, recorder: Recorder) -> None:
        recorder.expect(Scripted(body=answer_to("kycLimits.put")))
        connect().call("kycLimits.put", tier=1, currency="KES", max_daily_out_minor=None)
        assert recorder.requests[0].json == {
            "tier": 1,
            "currency": "KES",
            "max_daily_out_minor": None,
        }

    def test_answers_lose_no_digit(self, connect: Connect, recorder: Recorder) -> None:
        text = ushirika._numbers.write_json(
            {**answer_to("payments.get"), "amount": 0, "amount_minor": 9007199254740991}
        )
        recorder.expect(Scripted(body=text.replace(b'"amount":0', b'"amount":90071992547409.91')))
        payment = connect().call("payments.get", "pay_1")
        assert payment.amount == Decimal("90071992547409.91")
        assert payment.amount_minor == 9007199254740991

    def test_totals_beyond_any_float_lose_no_digit(
        self, connect: Connect, recorder: Recorder
    ) -> None:
        total = 3 * (2**53 - 1) - 1
        answer = {**answer_to("sacco.treasury"), "cash_on_hand": "270215977642229.72"}
        recorder.expect(Scripted(body={**answer, "cash_on_hand_minor": total}))
        treasury = connect().call("sacco.treasury")
        assert treasury.cash_on_hand_minor == total
        assert treasury.cash_on_hand == "270215977642229.72"


class TestArguments:
    def test_days_and_times_are_written(self, connect: Connect, recorder: Recorder) -> None:
        recorder.expect(
            Scripted(body=answer_to("payments.list")),
            Scripted(body=answer_to("ledger.accounts.balance")),
        )
        client = connect()
        client.call("payments.list", **{"from": date(2026, 1, 2)}, to="2026-01-31")
        at = datetime(2026, 1, 2, 9, 30, tzinfo=timezone(timedelta(hours=3)))
        client.call("ledger.accounts.balance", "acc_1", at=at)
        days, moment = (sent.query for sent in recorder.requests)
        assert days == {"from": "2026-01-02", "to": "2026-01-31"}
        assert moment == {"at": "2026-01-02T06:30:00.000Z"}

    def test_a_time_without_zone_is_refused(self, connect: Connect, recorder: Recorder) -> None:
        with pytest.raises(ValueError, match="has no zone"):
            connect().call("ledger.accounts.balance", "acc_1", at=datetime(2026, 1, 2))
        assert recorder.requests == []

    def test_what_is_not_given_is_not_sent(self, connect: Connect, recorder: Recorder) -> None:
        recorder.expect(*[Scripted(body=answer_to("customers.update"))] * 2)
        client = connect()
        client.call("customers.update", "cus_1", full_name="Abebe")
        client.call("customers.update", "cus_1", email=None, full_name=None)
        assert [sent.json for sent in recorder.requests] == [
            {"full_name": "Abebe"},
            {"email": None},
        ]

    def test_names_within_maps_are_data(self, connect: Connect, recorder: Recorder) -> None:
        recorder.expect(Scripted(body=answer_to("payments.create")))
        metadata = {"fooBar": 1.5, "amount_minor": "text", "deep": {"from_": [True, None]}}
        connect().call("payments.create", **PAYMENT, amount_minor=1, metadata=metadata)
        assert recorder.requests[0].json["metadata"] == metadata

    def test_nan_is_refused_within_maps(self, connect: Connect, recorder: Recorder) -> None:
        metadata = {"rate": float("nan")}
        with pytest.raises(ValueError, match="JSON"):
            connect().call("payments.create", **PAYMENT, amount_minor=1, metadata=metadata)
        assert recorder.requests == []


class TestRaw:
    def test_data_with_what_came_with_it(self, connect: Connect, recorder: Recorder) -> None:
        headers = {"X-Request-Id": "req-1", "X-Cache": "HIT-IDEMPOTENCY"}
        recorder.expect(Scripted(201, answer_to("payments.create"), headers))
        client = connect()
        response = client.call_on(
            client.client.with_response,
            "payments.create",
            **PAYMENT,
            amount_minor=1,
        )
        assert (response.status, response.request_id, response.replayed) == (201, "req-1", True)
        assert response.headers["x-cache"] == "HIT-IDEMPOTENCY"
        assert response.data.replayed is True
        assert response.data.currency == "KES"

    def test_replayed_in_the_body(self, connect: Connect, recorder: Recorder) -> None:
        answer = answer_to("sacco.members.deposit")
        recorder.expect(
            Scripted(200, {**answer, "replayed": True}),
            Scripted(201, {**answer, "replayed": False}),
        )
        client = connect()
        replayed = [
            client.call_on(
                client.client.with_response, "sacco.members.deposit", "mem_1", amount_minor=1
            ).replayed
            for _ in range(2)
        ]
        assert replayed == [True, False]

    def test_every_method_has_one(self, connect: Connect) -> None:
        raw = connect().client.with_response
        assert [case["method"] for case in METHOD_CASES if not method_of(raw, case["method"])] == []

    def test_a_page(self, connect: Connect, recorder: Recorder) -> None:
        first = {**answer_to("sacco.members.list"), "next_after": "mem_9"}
        recorder.expect(Scripted(body=first), Scripted(body=answer_to("sacco.members.list")))
        client = connect()
        response = client.call_on(client.client.with_response, "sacco.members.list")
        assert response.status == 200
        assert response.data.has_more
        later = client.run(response.data.next_page())
        assert later.next_after is None
        assert recorder.requests[1].query == {"after": "mem_9"}
