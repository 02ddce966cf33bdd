"""A day of a cooperative through the SDK, against the real service: every method that there is."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime, timezone
from typing import Any

import pytest

import ushirika
from cases import METHOD_CASES, method_of, python_name
from service import Service
from ushirika import AsyncUshirika, Ushirika, is_reason, models
from ushirika._core import Core
from ushirika._operation import ListOperation, Operation
from ushirika.generated import resources

PHONE = "+254712345789"
"""The sandbox completes payments of a phone that ends so."""

Called = set[str]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> Called:
    """Operations that were called."""
    seen: Called = set()

    def remember(name: str) -> None:
        real = getattr(Core, name)

        def call(core: Core, operation: Any, *args: Any, **kwargs: Any) -> Any:
            seen.add(key_of(operation))
            return real(core, operation, *args, **kwargs)

        monkeypatch.setattr(Core, name, call)

    remember("call")
    remember("list")
    return seen


def key_of(operation: Any) -> str:
    answer = operation.item if isinstance(operation, ListOperation) else operation.answer
    return f"{getattr(operation, 'method', 'GET')} {operation.path} {answer.__name__}"


def every_operation() -> set[str]:
    modules = [
        importlib.import_module(f"{resources.__name__}.{each.name}")
        for each in pkgutil.iter_modules(resources.__path__)
    ]
    found = [value for module in modules for value in vars(module).values()]
    return {key_of(value) for value in found if isinstance(value, (Operation, ListOperation))}


def send_case(client: Ushirika, operation: str) -> None:
    """What has no place in the walk yet is known to the service, whatever that answers."""
    method, path, _answer = operation.split(" ")
    pattern = re.sub(r"\{\w+\}", "[^/]+", path)
    for case in METHOD_CASES:
        request = case["request"]
        if request["verb"] != method or not re.fullmatch(pattern, request["path"]):
            continue
        arguments = {python_name(name): each for name, each in (case["params"] or {}).items()}
        call = method_of(client, case["method"])
        assert call
        try:
            call(*case["ids"], **arguments)
        except ushirika.UshirikaError as error:
            refusal = error
        else:
            continue
        # None is what something else than the service answers; INTERNAL is a defect.
        assert refusal.code not in (None, "INTERNAL")
        assert "There is nothing at" not in refusal.message


@pytest.fixture
def client(service: Service) -> Iterator[Ushirika]:
    with Ushirika(api_key=service.api_key, base_url=service.url) as client:
        yield client


def until(what: str, met: Callable[[], bool]) -> None:
    """Asks again and again, as a program without webhooks does."""
    end = time.monotonic() + 60
    while not met():
        assert time.monotonic() < end, f"still waiting: {what}"
        time.sleep(0.05)


def refused(reason: str, call: Callable[[], object]) -> None:
    with pytest.raises(ushirika.UshirikaError) as raised:
        call()
    assert is_reason(raised.value, reason), raised.value


def test_every_method_works_against_the_real_service(
    client: Ushirika, service: Service, called: Called
) -> None:
    product = service.set_up_sacco()
    assert client.health().status == "ok"
    saver, guarantor = serve_members(client)
    lend(client, service, product, saver, guarantor)
    share(client, service)
    leave(client, service, guarantor)
    customer = serve_customer(client)
    collect(client, customer)
    move_wallet_money(client, customer)
    move_ledger_money(client)
    reconcile(client)
    send_events(client)
    close_customer(client, customer)
    for operation in sorted(every_operation() - called):
        send_case(client, operation)
    assert every_operation() - called == set()


def new_customer(client: Ushirika, phone: str) -> str:
    customer = client.customers.create(full_name=f"Customer {phone}", phone=phone)
    decided = client.customers.kyc.decide(customer.id, decision="approve", tier=1)
    assert (decided.kyc_tier, decided.decision) == (1, "approve")
    return customer.id


def serve_members(client: Ushirika) -> list[str]:
    members = client.sacco.members
    ids = []
    for phone in ("+254712345701", "+254712345702"):
        member = members.join(customer_id=new_customer(client, phone))
        slip = f"slip-{phone}"
        deposit = members.deposit(member.id, amount_minor=500_000, idempotency_key=slip)
        assert (deposit.status, deposit.amount, deposit.replayed) == ("posted", "5000.00", False)
        again = client.with_response.sacco.members.deposit(
            member.id, amount_minor=500_000, idempotency_key=slip
        )
        assert (again.status, again.replayed, again.data.id) == (200, True, deposit.id)
        assert again.request_id
        members.buy_shares(member.id, amount_minor=100_000, from_="savings")
        ids.append(member.id)
    saver = ids[0]
    poor = members.withdraw(saver, amount_minor=1_000_000)
    assert (poor.status, poor.error) == ("failed", "insufficient_savings")
    members.suspend(saver)
    assert members.reactivate(saver).status == "active"
    assert saver in [member.id for member in members.list(status="active", limit=1)]
    assert members.list_entries(saver).items[0].id == poor.id
    assert client.sacco.entries.list(limit=1).items[0].id == poor.id
    assert client.sacco.entries.get(poor.id).amount_minor == 1_000_000
    assert client.sacco.settings.get().currency == "KES"
    assert client.sacco.treasury().cash_on_hand_minor == 1_000_000
    assert client.sacco.summary().integrity.balanced
    client.sacco.portfolio()
    assert client.sacco.provisioning_table.get().classes[0].from_days == 0
    provided = client.sacco.provisions.create(memo="end of the month")
    assert (provided.kind, provided.status) == ("loan_provision", "awaiting_approval")
    assert client.approvals.cancel(provided.approval_id or "").status == "cancelled"
    reports = client.sacco.reports
    assert reports.ageing().classes[0].loans >= 0
    assert reports.arrears(min_days=1).arrears == []
    assert reports.collection_sheet().loans == []
    assert reports.portfolio(group_by="product").groups is not None
    begin, end = date(2020, 1, 1), date(2099, 12, 31)
    statement = members.statement(saver, from_=begin, to=end)
    assert (statement.from_, statement.to) == (begin, end)
    assert [account.kind for account in statement.accounts] == ["member_savings", "member_shares"]
    assert members.statement_csv(saver, from_=begin, to=end).startswith("account,date,entry_id")
    assert members.statement_pdf(saver, from_=begin, to=end, language="am").startswith(b"%PDF-")
    [newest] = client.sacco.entries.list(status="posted", limit=1).items
    assert client.sacco.entries.receipt(newest.id).receipt_no == newest.id
    assert client.sacco.entries.receipt_pdf(newest.id, size="a5").startswith(b"%PDF-")

    spent = client.sacco.expenses.create(amount_minor=500, category="Fuel", memo="motorbike")
    assert (spent.kind, spent.status) == ("expense", "awaiting_approval")
    assert client.approvals.cancel(spent.approval_id or "").status == "cancelled"
    assert client.sacco.reports.expenses().total_minor == 0

    refused("not_posted", lambda: client.sacco.entries.reverse(spent.id, memo="never spent"))

    counted = client.sacco.cash_adjustments.create(amount_minor=500, direction="in", memo="count")
    assert counted.status == "awaiting_approval"
    approval = counted.approval_id or ""
    assert client.approvals.get(approval).entry_id == counted.id
    assert approval in [each.id for each in client.approvals.list(status="pending")]
    assert client.approvals.cancel(approval).status == "cancelled"
    refused("already_decided", lambda: client.approvals.cancel(approval))
    return ids


def lend(client: Ushirika, service: Service, product: str, saver: str, guarantor: str) -> None:
    loans = client.sacco.loans
    pledge: Any = {"member_id": guarantor, "amount_minor": 100_000}
    preview = loans.preview(
        member_id=saver, product_id=product, amount_minor=200_000, term=2, guarantors=[pledge]
    )
    assert len(preview.schedule) == 2
    assert all(check.met for check in preview.checks)
    applied = loans.apply(
        member_id=saver, product_id=product, amount_minor=200_000, term=2, guarantors=[pledge]
    )
    service.approve(applied.approval_id)
    assert client.sacco.loan_products.get(product).id == product
    assert [each.id for each in client.sacco.loan_products.list()] == [product]
    assert loans.guarantee(applied.id, guarantor).amount_minor > 0
    assert loans.guarantee_pdf(applied.id, guarantor).startswith(b"%PDF-")
    assert loans.get_pdf(applied.id, language="sw").startswith(b"%PDF-")
    assert loans.repay(applied.id, amount_minor=1_000, from_="cash").status == "posted"
    write_off = loans.write_off(applied.id, memo="cannot be found")
    service.approve(write_off.approval_id)
    assert loans.get(applied.id).status == "written_off"
    assert [each.id for each in loans.list(status="written_off")] == [applied.id]


def share(client: Ushirika, service: Service) -> None:
    dividends = client.sacco.dividends
    terms: Any = {
        "label": "January",
        "period_start": date(2026, 1, 1),
        "period_end": "2026-01-31",
        "share_rate_bps": 1,
        "interest_rebate_bps": 0,
        "paid_from": "fee_income",
    }
    preview = dividends.preview(**terms)
    declared = dividends.declare(**terms)
    service.approve(declared.approval_id)
    until("the dividend is paid", lambda: dividends.get(declared.id).status == "paid")
    with pytest.raises(ushirika.ConflictError):
        dividends.retry(declared.id)
    assert declared.total == preview.total
    [line, *_] = declared.lines
    assert dividends.line(declared.id, line.member_id).status == "paid"
    assert dividends.line_pdf(declared.id, line.member_id).startswith(b"%PDF-")
    assert [each.label for each in dividends.list()] == ["January"]


def leave(client: Ushirika, service: Service, member: str) -> None:
    left = client.sacco.members.exit(member, memo="moves away")
    service.approve(left.approval_id)
    assert client.sacco.members.get(member).status == "exited"


def serve_customer(client: Ushirika) -> str:
    customers = client.customers
    customer = new_customer(client, "+254712345711")
    changed = customers.update(customer, email="abebe@example.org", date_of_birth=date(1990, 2, 28))
    assert (changed.email, changed.date_of_birth) == ("abebe@example.org", date(1990, 2, 28))
    assert customers.update(customer, email=None).email is None
    document = customers.documents.create(
        customer, doc_type="passport", number="EP0123456", issuing_country="ET"
    )
    reviewed = customers.documents.review(customer, document.id, decision="accept", note="clear")
    assert reviewed.status == "accepted"
    assert [each.id for each in customers.documents.list(customer)] == [document.id]
    assert customers.kyc.requirements(customer, tier=3).missing
    assert customers.freeze(customer).status == "frozen"
    assert customers.unfreeze(customer).status == "active"
    assert len(customers.list_events(customer).items) > 3
    client.kyc_limits.put(tier=2, currency="KES", max_balance_minor=5, max_single_minor=None)
    [limit] = client.kyc_limits.list().items
    assert (limit.max_balance, limit.max_single_minor) == ("0.05", None)
    client.customers.wallets.open(customer, currency="KES")
    return customer


def collect(client: Ushirika, customer: str) -> None:
    metadata = {"wallet_customer_id": customer, "ownNote": {"kept_as": "it is"}}

    def pay() -> models.Payment:
        return client.payments.create(
            provider="sandbox",
            amount_minor=15_050,
            currency="KES",
            reference="order-1",
            customer_phone=PHONE,
            metadata=metadata,
            idempotency_key="order-1",
        )

    payment = pay()
    assert (str(payment.amount), payment.amount_minor) == ("150.5", 15_050)
    assert (payment.metadata, payment.replayed) == (metadata, False)
    assert pay().replayed is True
    topups, payments = client.wallet_topups, client.payments
    until("the top-up is credited", lambda: topups.get(payment.id).status == "credited")
    refused("invalid_state", lambda: topups.retry(payment.id))
    assert topups.reverse(payment.id).status == "reversed"
    assert topups.list(status="reversed").items[0].payment_id == payment.id
    assert payments.sync(payment.id).status == "completed"
    assert payments.get(payment.id).completed_at
    refused("not_cancellable", lambda: payments.cancel(payment.id))
    assert [each.id for each in payments.list(reference="order-1", from_="2020-01-01")] == [
        payment.id
    ]
    assert {event.to for event in payments.list_events(payment.id)} >= {"initiated", "completed"}
    assert client.ledger.postings.list(status="posted").items[0].payment_id == payment.id
    refused("posting_not_failed", lambda: client.ledger.postings.retry(payment.id))

    plain = payments.create(
        provider="sandbox",
        amount_minor=20_000,
        currency="KES",
        reference="order-2",
        customer_phone=PHONE,
        split={"subaccount_id": "vendor-9", "share_bps": 1000},
    )
    postings = client.ledger.postings
    until("it is posted", lambda: plain.id in [each.payment_id for each in postings.list()])
    until("its money is there", lambda: postings.list().items[0].status == "posted")
    refund = payments.refunds.create(plain.id, amount_minor=100, reason="sandbox:pending")
    assert client.refunds.get(refund.id).payment_id == plain.id
    assert [each.id for each in payments.refunds.list(plain.id)] == [refund.id]
    marked = client.refunds.mark(refund.id, status="succeeded", note="paid back in cash")
    assert marked.status == "succeeded"

    intent = payments.ussd_intent(amount_minor=25_000, currency="KES", reference="order-3")
    assert intent.amount == "250.00"
    link = client.payment_links.create(title="Fee", amount_minor=999, currency="KES")
    found = client.payment_links.get(link.id)
    assert (found.amount, found.status) == ("9.99", "active")
    assert client.payment_links.disable(link.id).status == "disabled"
    assert client.payment_links.list(limit=1).items[0].id == link.id


def move_wallet_money(client: Ushirika, customer: str) -> None:
    wallets = client.customers.wallets
    other = new_customer(client, "+254712345712")
    wallets.open(other, currency="KES")
    wallets.deposit(customer, currency="KES", amount_minor=10_000)
    wallets.withdraw(customer, currency="KES", amount_minor=1_000)
    client.wallet_transfers.create(
        from_customer_id=customer, to_customer_id=other, currency="KES", amount_minor=9_000
    )
    [wallet] = wallets.list(customer).items
    assert (wallet.balance, wallet.balance_minor) == ("0.00", 0)


def move_ledger_money(client: Ushirika) -> None:
    ledger = client.ledger
    page = ledger.accounts.list(currency="KES")
    assert page.fields["environment"] == client.environment == "test"
    source = next(each.id for each in page if each.kind == "merchant_available")
    target = ledger.accounts.open(kind="subaccount", currency="KES", subaccount_id="vendor-9").id
    moved = ledger.transfers.create(
        debit_account_id=source, credit_account_id=target, amount_minor=700, memo="bonus"
    )
    assert ledger.accounts.list_transfers(source).items[0].id == moved.id
    each_minor = [1, 2]
    batch = ledger.transfers.create_batch(
        transfers=[
            {"debit_account_id": source, "credit_account_id": target, "amount_minor": amount}
            for amount in each_minor
        ]
    )
    assert [transfer.amount_minor for transfer in batch.transfers] == each_minor
    now = datetime.now(timezone.utc)
    assert ledger.accounts.balance(target, at=now).balance_minor >= 700
    hold, other = (
        ledger.holds.create(debit_account_id=source, credit_account_id=target, amount_minor=100).id
        for _ in range(2)
    )
    assert ledger.holds.get(hold).status == "pending"
    assert ledger.holds.void(hold).status == "voided"
    refused("already_voided", lambda: ledger.holds.void(hold))
    assert ledger.holds.capture(other, amount_minor=60).captured_minor == 60
    assert [each.id for each in ledger.holds.list(status="voided")] == [hold]
    with pytest.raises(ushirika.ConflictError) as raised:
        ledger.transfers.create(
            debit_account_id=source, credit_account_id=target, amount_minor=10**12
        )
    assert is_reason(raised.value, "exceeds_credits")
    assert raised.value.idempotency_key
    today = now.date()
    assert [each.currency for each in ledger.report(from_=today, to=today).currencies] == ["KES"]


def reconcile(client: Ushirika) -> None:
    reconciliation = client.reconciliation
    runs, lines = reconciliation.runs, reconciliation.lines
    assert "mpesa_org" in [preset.name for preset in reconciliation.presets().presets]
    client.payments.create(
        provider="manual", amount_minor=25_000, currency="KES", reference="INV-2041"
    )
    today = datetime.now(timezone.utc).date()
    csv = [
        "Date,Type,Reference,Bank id,Amount",
        f"{today},Credit,INV-2041,B-70001,250.00",
        f"{today},Charge,,B-70002,-15.00",
        f"{today},Credit,INV-1999,B-70003,90.00",
    ]
    names: Any = {
        "date": "Date",
        "kind": "Type",
        "reference": "Reference",
        "provider_txn_id": "Bank id",
        "amount": "Amount",
    }
    run = runs.import_and_wait(
        provider="manual",
        currency="KES",
        period_start=today,
        period_end=today,
        columns=names,
        kinds={"payment": ["Credit"], "fee": ["Charge"]},
        csv="\n".join(csv),
    )
    assert (run.status, run.lines) == ("open", 3)
    settled = lines.resolve(run.id, "2", action="settle_payment")
    assert settled.resolution
    assert settled.resolution.action == "settle_payment"
    assert [result.ok for result in runs.resolve_all(run.id, action="book_fee").results] == [True]
    lines.resolve(run.id, "4", action="ignore", note="of another branch")
    assert [line.line_no for line in lines.list(run.id, limit=1)] == [2, 3, 4]
    assert runs.get(run.id).resolved == 3
    assert runs.close(run.id).status == "closed"
    assert [each.id for each in runs.list()] == [run.id]
    with pytest.raises(ushirika.ValidationError) as raised:
        runs.import_(
            provider="manual",
            currency="KES",
            period_start=today,
            period_end=today,
            columns=names,
            csv="Date,Type,Reference,Bank id,Amount\nx,Credit,a,b,c",
        )
    assert [detail.line_no for detail in raised.value.details] == [2] * len(raised.value.details)


def send_events(client: Ushirika) -> None:
    endpoints, deliveries = client.webhook_endpoints, client.webhook_deliveries
    # Nobody listens there.
    endpoint = endpoints.create(url="http://127.0.0.1:9/never", events=["*"])
    polled = endpoints.create(mode="poll", events=["payment.completed"])
    rotated = endpoints.rotate_secret(endpoint.id)
    assert (rotated.secret or "").startswith("whsec_")
    assert rotated.secret != endpoint.secret
    assert {endpoint.id, polled.id} == {each.id for each in endpoints.list()}
    client.payments.create(
        provider="sandbox",
        amount_minor=1,
        currency="KES",
        reference="event",
        customer_phone=PHONE,
    )
    until("there is an event", lambda: bool(endpoints.list_events(polled.id).events))
    until("there is a delivery", lambda: bool(deliveries.list(endpoint_id=endpoint.id).items))
    delivery = deliveries.list(endpoint_id=endpoint.id).items[0]
    assert deliveries.get(delivery.id).type == delivery.type
    assert deliveries.redeliver(delivery.id).webhook_id == delivery.webhook_id
    endpoints.delete(endpoint.id)
    endpoints.delete(polled.id)
    assert endpoints.list().items == ()


def close_customer(client: Ushirika, customer: str) -> None:
    assert client.customers.close(customer).status == "closed"
    assert client.customers.get(customer).status == "closed"
    found = client.customers.list(q="+254712345711", status="closed")
    assert [each.id for each in found] == [customer]


def test_async(service: Service) -> None:
    async def spend_day() -> None:
        async with AsyncUshirika(api_key=service.api_key, base_url=service.url) as client:
            customers = await asyncio.gather(
                *(client.customers.create(full_name=f"Saver {number}") for number in range(5))
            )
            limit = 2
            listed = [each.id async for each in client.customers.list(q="Saver", limit=limit)]
            assert sorted(listed) == sorted(customer.id for customer in customers)
            raw = await client.with_response.customers.list(limit=limit)
            assert (raw.status, len(raw.data.items), raw.data.has_more) == (200, limit, True)
            with pytest.raises(ushirika.NotFoundError):
                await client.sacco.members.get("mem_01M80Q8YTXE08VW3W2YCTAQXWY")

    asyncio.run(spend_day())


def test_an_unknown_key(service: Service) -> None:
    with (
        Ushirika(api_key="ush_test_unknown", base_url=service.url) as client,
        pytest.raises(ushirika.AuthenticationError) as raised,
    ):
        client.sacco.treasury()
    assert raised.value.status == 401
    assert raised.value.request_id
