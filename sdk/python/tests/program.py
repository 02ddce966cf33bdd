"""A program that uses the installed package: checked by `mypy --strict`, and run.

Its argument is the address of a server that answers what test_wheel.py says.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import datetime
from decimal import Decimal

from typing_extensions import assert_type

import ushirika
from ushirika import (
    AsyncPage,
    AsyncPages,
    AsyncUshirika,
    Page,
    Response,
    Ushirika,
    UshirikaError,
    is_reason,
    models,
)

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def pay(client: Ushirika) -> None:
    payment = client.payments.create(
        provider="sandbox",
        amount_minor=150_050,
        currency="KES",
        reference="order-1",
        metadata={"order": 1},
        split={"subaccount_id": "vendor-7", "share_bps": 1000},
    )
    assert_type(payment, models.Payment)
    assert_type(payment.amount, Decimal)
    assert_type(payment.created_at, datetime)
    action = payment.next_action
    if isinstance(action, models.RedirectAction):
        assert_type(action.url, str)
    raw = client.with_response.payments.get(payment.id)
    assert_type(raw, Response[models.Payment])
    assert raw.data.id == payment.id
    assert raw.request_id == "req-1"


def list_customers(client: Ushirika) -> None:
    page = client.customers.list(status="active", limit=2)
    assert_type(page, Page[models.Customer])
    for customer in page:
        assert_type(customer.email, "str | None")
    assert_type(client.with_response.customers.list(), Response[Page[models.Customer]])


def fail(client: Ushirika) -> None:
    try:
        client.sacco.members.deposit("mem_1", amount_minor=1, idempotency_key="slip-1")
    except UshirikaError as error:
        refused = error
    assert is_reason(refused, "member_not_active")
    assert refused.idempotency_key == "slip-1"


def receive(body: bytes) -> None:
    event = ushirika.webhooks.verify(body, ushirika.webhooks.sign(body, SECRET), SECRET)
    if isinstance(event, models.PaymentCompletedEvent):
        assert_type(event.data, models.Payment)
    assert event.type == "a.b"


async def list_asynchronously(url: str) -> None:
    async with AsyncUshirika(api_key="ush_test_1", base_url=url) as client:
        pages = client.customers.list(limit=2)
        assert_type(pages, AsyncPages[models.Customer])
        found = [customer.id async for customer in pages]
        assert found
        first = await client.customers.list()
        assert_type(first, AsyncPage[models.Customer])
        raw = await client.with_response.customers.list()
        assert_type(raw, Response[AsyncPage[models.Customer]])
        customer = await client.with_response.customers.get(found[0])
        assert_type(customer, Response[models.Customer])


def main() -> None:
    url = sys.argv[1]
    with Ushirika(api_key="ush_test_1", base_url=url) as client:
        pay(client)
        list_customers(client)
        fail(client)
    receive(b'{"type": "a.b", "timestamp": "2026-11-22T09:30:00.000Z", "data": {}}')
    asyncio.run(list_asynchronously(url))
    print(f"ushirika {ushirika.__version__} works")


main()
