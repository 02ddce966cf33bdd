# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.payments`"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from ushirika._core import (
    AsyncCore,
    AsyncResource,
    Core,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import ListOperation, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models, params

PAYMENTS_REFUNDS_CREATE = Operation(
    "POST",
    "/api/v1/payments/{payment}/refunds",
    models.Refund,
    idempotency="body",
)

PAYMENTS_REFUNDS_LIST = ListOperation(
    "/api/v1/payments/{payment}/refunds",
    "refunds",
    models.Refund,
)

PAYMENTS_CREATE = Operation(
    "POST",
    "/api/v1/payments",
    models.Payment,
    idempotency="header",
    maps=frozenset({"metadata"}),
    sends_major_units=True,
)

PAYMENTS_LIST = ListOperation(
    "/api/v1/payments",
    "payments",
    models.Payment,
)

PAYMENTS_HOME = Operation(
    "GET",
    "/api/v1/payments/home",
    models.PaymentsHome,
)

PAYMENTS_GET = Operation(
    "GET",
    "/api/v1/payments/{payment}",
    models.Payment,
)

PAYMENTS_LIST_EVENTS = ListOperation(
    "/api/v1/payments/{payment}/events",
    "events",
    models.PaymentEvent,
)

PAYMENTS_CANCEL = Operation(
    "POST",
    "/api/v1/payments/{payment}/cancel",
    models.Payment,
)

PAYMENTS_SYNC = Operation(
    "POST",
    "/api/v1/payments/{payment}/sync",
    models.Payment,
)

PAYMENTS_USSD_INTENT = Operation(
    "POST",
    "/api/v1/payments/ussd-intent",
    models.UssdIntent,
    sends_major_units=True,
)


class PaymentsRefunds(Resource):
    def create(
        self,
        payment: str,
        *,
        amount_minor: int | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Refund:
        """Refund all or part of a completed payment; the money is held immediately.

        Without an amount, the remaining amount of the payment is refunded.

        `POST /api/v1/payments/{payment}/refunds`
        """
        return self._core.call(
            PAYMENTS_REFUNDS_CREATE,
            (payment,),
            body={
                "amount_minor": amount_minor,
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        payment: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.Refund]:
        """A payment's refunds, newest first.

        `GET /api/v1/payments/{payment}/refunds`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYMENTS_REFUNDS_LIST,
            (payment,),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )


class PaymentsRefundsWithResponse:
    def __init__(self, resource: PaymentsRefunds) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)


class Payments(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.refunds = PaymentsRefunds(core)

    def create(
        self,
        *,
        provider: str,
        amount_minor: int,
        currency: models.Currency,
        reference: str,
        customer_phone: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        split: params.PaymentsCreateSplit | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Payment:
        """Create a payment.

        The provider is asked to collect the money; `next_action` says what the payer has to do. The outcome comes later: wait for a webhook, or get the payment again.

        `POST /api/v1/payments`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            amount_minor: Hundredths, in every currency
            reference: Unique per provider and environment
            customer_phone: Required by providers that ask the payer by phone
            metadata: The merchant's own data, at most 8000 bytes
            split: Transfers a share, in basis points, to a subaccount
        """
        return self._core.call(
            PAYMENTS_CREATE,
            (),
            body={
                "provider": provider,
                "amount_minor": amount_minor,
                "currency": currency,
                "reference": reference,
                "customer_phone": customer_phone,
                "metadata": metadata,
                "split": split,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        q: str | None = None,
        status: params.PaymentsListStatus | None = None,
        provider: str | None = None,
        reference: str | None = None,
        payment_link: str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        utc_offset_minutes: int | None = None,
        timeout: float | None = None,
    ) -> Page[models.Payment]:
        """List payments, newest first.

        `GET /api/v1/payments`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            q: An amount, a phone number, the beginning of a reference, an id of the provider, or the id of a payment; newest first, without `sort` and `totals`. Of references that begin alike, the first 1,000 are found; other filters narrow the newest 1,000 of an amount or a phone
            payment_link: Payments that were made through this link
            from_: First day of creation
            to: Last day of creation, inclusive
            utc_offset_minutes: Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
        """
        return self._core.list(
            PAYMENTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "q": q,
                "status": status,
                "provider": provider,
                "reference": reference,
                "payment_link": payment_link,
                "from": from_,
                "to": to,
                "utc_offset_minutes": utc_offset_minutes,
            },
            timeout,
        )

    def home(
        self,
        *,
        timeout: float | None = None,
    ) -> models.PaymentsHome:
        """Payments of the last 24 hours by provider, and what waits or has failed.

        The success rate and how long completed payments took; postings and webhooks of this project that wait, are tried again or have failed; blocked top-ups.

        `GET /api/v1/payments/home`
        """
        return self._core.call(
            PAYMENTS_HOME,
            (),
            timeout=timeout,
        )

    def get(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """One payment.

        `GET /api/v1/payments/{payment}`
        """
        return self._core.call(
            PAYMENTS_GET,
            (payment,),
            timeout=timeout,
        )

    def list_events(
        self,
        payment: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.PaymentEvent]:
        """A payment's timeline, newest first.

        `GET /api/v1/payments/{payment}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            PAYMENTS_LIST_EVENTS,
            (payment,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def cancel(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """Cancel a payment that is initiated or pending.

        `POST /api/v1/payments/{payment}/cancel`
        """
        return self._core.call(
            PAYMENTS_CANCEL,
            (payment,),
            timeout=timeout,
        )

    def sync(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """Query the provider now for the status of a payment.

        `POST /api/v1/payments/{payment}/sync`
        """
        return self._core.call(
            PAYMENTS_SYNC,
            (payment,),
            timeout=timeout,
        )

    def ussd_intent(
        self,
        *,
        amount_minor: int,
        currency: models.Currency,
        reference: str,
        timeout: float | None = None,
    ) -> models.UssdIntent:
        """The codes that a payer dials to pay without internet; creates nothing.

        `POST /api/v1/payments/ussd-intent`

        Args:
            amount_minor: Hundredths, in every currency
        """
        return self._core.call(
            PAYMENTS_USSD_INTENT,
            (),
            body={
                "amount_minor": amount_minor,
                "currency": currency,
                "reference": reference,
            },
            timeout=timeout,
        )


class PaymentsWithResponse:
    def __init__(self, resource: Payments) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.home = with_response(resource.home)
        self.get = with_response(resource.get)
        self.list_events = with_response(resource.list_events)
        self.cancel = with_response(resource.cancel)
        self.sync = with_response(resource.sync)
        self.ussd_intent = with_response(resource.ussd_intent)
        self.refunds = PaymentsRefundsWithResponse(resource.refunds)


class AsyncPaymentsRefunds(AsyncResource):
    async def create(
        self,
        payment: str,
        *,
        amount_minor: int | None = None,
        reason: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Refund:
        """Refund all or part of a completed payment; the money is held immediately.

        Without an amount, the remaining amount of the payment is refunded.

        `POST /api/v1/payments/{payment}/refunds`
        """
        return await self._core.call(
            PAYMENTS_REFUNDS_CREATE,
            (payment,),
            body={
                "amount_minor": amount_minor,
                "reason": reason,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        payment: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Refund]:
        """A payment's refunds, newest first.

        `GET /api/v1/payments/{payment}/refunds`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYMENTS_REFUNDS_LIST,
            (payment,),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )


class AsyncPaymentsRefundsWithResponse:
    def __init__(self, resource: AsyncPaymentsRefunds) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)


class AsyncPayments(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.refunds = AsyncPaymentsRefunds(core)

    async def create(
        self,
        *,
        provider: str,
        amount_minor: int,
        currency: models.Currency,
        reference: str,
        customer_phone: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        split: params.PaymentsCreateSplit | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Payment:
        """Create a payment.

        The provider is asked to collect the money; `next_action` says what the payer has to do. The outcome comes later: wait for a webhook, or get the payment again.

        `POST /api/v1/payments`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            amount_minor: Hundredths, in every currency
            reference: Unique per provider and environment
            customer_phone: Required by providers that ask the payer by phone
            metadata: The merchant's own data, at most 8000 bytes
            split: Transfers a share, in basis points, to a subaccount
        """
        return await self._core.call(
            PAYMENTS_CREATE,
            (),
            body={
                "provider": provider,
                "amount_minor": amount_minor,
                "currency": currency,
                "reference": reference,
                "customer_phone": customer_phone,
                "metadata": metadata,
                "split": split,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        q: str | None = None,
        status: params.PaymentsListStatus | None = None,
        provider: str | None = None,
        reference: str | None = None,
        payment_link: str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        utc_offset_minutes: int | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Payment]:
        """List payments, newest first.

        `GET /api/v1/payments`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            q: An amount, a phone number, the beginning of a reference, an id of the provider, or the id of a payment; newest first, without `sort` and `totals`. Of references that begin alike, the first 1,000 are found; other filters narrow the newest 1,000 of an amount or a phone
            payment_link: Payments that were made through this link
            from_: First day of creation
            to: Last day of creation, inclusive
            utc_offset_minutes: Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
        """
        return self._core.list(
            PAYMENTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "q": q,
                "status": status,
                "provider": provider,
                "reference": reference,
                "payment_link": payment_link,
                "from": from_,
                "to": to,
                "utc_offset_minutes": utc_offset_minutes,
            },
            timeout,
        )

    async def home(
        self,
        *,
        timeout: float | None = None,
    ) -> models.PaymentsHome:
        """Payments of the last 24 hours by provider, and what waits or has failed.

        The success rate and how long completed payments took; postings and webhooks of this project that wait, are tried again or have failed; blocked top-ups.

        `GET /api/v1/payments/home`
        """
        return await self._core.call(
            PAYMENTS_HOME,
            (),
            timeout=timeout,
        )

    async def get(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """One payment.

        `GET /api/v1/payments/{payment}`
        """
        return await self._core.call(
            PAYMENTS_GET,
            (payment,),
            timeout=timeout,
        )

    def list_events(
        self,
        payment: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.PaymentEvent]:
        """A payment's timeline, newest first.

        `GET /api/v1/payments/{payment}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            PAYMENTS_LIST_EVENTS,
            (payment,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def cancel(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """Cancel a payment that is initiated or pending.

        `POST /api/v1/payments/{payment}/cancel`
        """
        return await self._core.call(
            PAYMENTS_CANCEL,
            (payment,),
            timeout=timeout,
        )

    async def sync(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Payment:
        """Query the provider now for the status of a payment.

        `POST /api/v1/payments/{payment}/sync`
        """
        return await self._core.call(
            PAYMENTS_SYNC,
            (payment,),
            timeout=timeout,
        )

    async def ussd_intent(
        self,
        *,
        amount_minor: int,
        currency: models.Currency,
        reference: str,
        timeout: float | None = None,
    ) -> models.UssdIntent:
        """The codes that a payer dials to pay without internet; creates nothing.

        `POST /api/v1/payments/ussd-intent`

        Args:
            amount_minor: Hundredths, in every currency
        """
        return await self._core.call(
            PAYMENTS_USSD_INTENT,
            (),
            body={
                "amount_minor": amount_minor,
                "currency": currency,
                "reference": reference,
            },
            timeout=timeout,
        )


class AsyncPaymentsWithResponse:
    def __init__(self, resource: AsyncPayments) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.home = async_with_response(resource.home)
        self.get = async_with_response(resource.get)
        self.list_events = async_list_with_response(resource.list_events)
        self.cancel = async_with_response(resource.cancel)
        self.sync = async_with_response(resource.sync)
        self.ussd_intent = async_with_response(resource.ussd_intent)
        self.refunds = AsyncPaymentsRefundsWithResponse(resource.refunds)
