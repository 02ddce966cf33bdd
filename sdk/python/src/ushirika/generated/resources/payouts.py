# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.payouts`"""

from __future__ import annotations

from datetime import date
from typing import Literal

from ushirika._core import (
    AsyncResource,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import ListOperation, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models, params

PAYOUTS_CREATE = Operation(
    "POST",
    "/api/v1/payouts",
    models.Payout,
    idempotency="body",
)

PAYOUTS_LIST = ListOperation(
    "/api/v1/payouts",
    "payouts",
    models.Payout,
)

PAYOUTS_GET = Operation(
    "GET",
    "/api/v1/payouts/{payout}",
    models.Payout,
)

PAYOUTS_LIST_EVENTS = ListOperation(
    "/api/v1/payouts/{payout}/events",
    "events",
    models.PayoutEvent,
)

PAYOUTS_SYNC = Operation(
    "POST",
    "/api/v1/payouts/{payout}/sync",
    models.Payout,
)

PAYOUTS_CANCEL = Operation(
    "POST",
    "/api/v1/payouts/{payout}/cancel",
    models.Payout,
)


class Payouts(Resource):
    def create(
        self,
        *,
        provider: str,
        amount_minor: int,
        currency: models.Currency,
        to: params.PayoutsCreateTo,
        reference: str,
        narration: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Payout:
        """Send money to a phone or a bank account.

        The money is held in the merchant's balance at once, and sent by a worker. The outcome comes later: wait for a webhook, or get the payout again. An API key needs the scope `payouts`, also one without scopes.

        `POST /api/v1/payouts`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            to: A phone, with a bank_code where the provider needs that of its wallet, or an account of a bank
            reference: Of one payout that was requested here, of the project and environment, and was or may still be paid
            narration: For who is paid, where the provider shows it
        """
        return self._core.call(
            PAYOUTS_CREATE,
            (),
            body={
                "provider": provider,
                "amount_minor": amount_minor,
                "currency": currency,
                "to": to,
                "reference": reference,
                "narration": narration,
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
        status: params.PayoutsListStatus | None = None,
        provider: str | None = None,
        reference: str | None = None,
        origin: Literal["merchant", "sacco", "paybill"] | str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        utc_offset_minutes: int | None = None,
        timeout: float | None = None,
    ) -> Page[models.Payout]:
        """List payouts, newest first.

        `GET /api/v1/payouts`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            origin: Whose money it is
            from_: First day of creation
            to: Last day of creation, inclusive
            utc_offset_minutes: Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
        """
        return self._core.list(
            PAYOUTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "provider": provider,
                "reference": reference,
                "origin": origin,
                "from": from_,
                "to": to,
                "utc_offset_minutes": utc_offset_minutes,
            },
            timeout,
        )

    def get(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """One payout.

        `GET /api/v1/payouts/{payout}`
        """
        return self._core.call(
            PAYOUTS_GET,
            (payout,),
            timeout=timeout,
        )

    def list_events(
        self,
        payout: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.PayoutEvent]:
        """A payout's timeline, newest first.

        `GET /api/v1/payouts/{payout}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            PAYOUTS_LIST_EVENTS,
            (payout,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def sync(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """Query the provider now for the status of a payout.

        A payout that is still held is sent, if payouts are enabled; of one that was sent the provider is asked. While another process does so, the answer is the payout as it is.

        `POST /api/v1/payouts/{payout}/sync`
        """
        return self._core.call(
            PAYOUTS_SYNC,
            (payout,),
            timeout=timeout,
        )

    def cancel(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """Cancel a payout before it is sent.

        One that waits for a second person is cancelled by whoever requested it, by an admin or by the owner; what a movement of a cooperative sends by an admin or the owner.

        `POST /api/v1/payouts/{payout}/cancel`
        """
        return self._core.call(
            PAYOUTS_CANCEL,
            (payout,),
            timeout=timeout,
        )


class PayoutsWithResponse:
    def __init__(self, resource: Payouts) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.list_events = with_response(resource.list_events)
        self.sync = with_response(resource.sync)
        self.cancel = with_response(resource.cancel)


class AsyncPayouts(AsyncResource):
    async def create(
        self,
        *,
        provider: str,
        amount_minor: int,
        currency: models.Currency,
        to: params.PayoutsCreateTo,
        reference: str,
        narration: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Payout:
        """Send money to a phone or a bank account.

        The money is held in the merchant's balance at once, and sent by a worker. The outcome comes later: wait for a webhook, or get the payout again. An API key needs the scope `payouts`, also one without scopes.

        `POST /api/v1/payouts`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            to: A phone, with a bank_code where the provider needs that of its wallet, or an account of a bank
            reference: Of one payout that was requested here, of the project and environment, and was or may still be paid
            narration: For who is paid, where the provider shows it
        """
        return await self._core.call(
            PAYOUTS_CREATE,
            (),
            body={
                "provider": provider,
                "amount_minor": amount_minor,
                "currency": currency,
                "to": to,
                "reference": reference,
                "narration": narration,
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
        status: params.PayoutsListStatus | None = None,
        provider: str | None = None,
        reference: str | None = None,
        origin: Literal["merchant", "sacco", "paybill"] | str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        utc_offset_minutes: int | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Payout]:
        """List payouts, newest first.

        `GET /api/v1/payouts`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            origin: Whose money it is
            from_: First day of creation
            to: Last day of creation, inclusive
            utc_offset_minutes: Where these days begin and end, in minutes east of UTC: 180 in Nairobi; by default UTC
        """
        return self._core.list(
            PAYOUTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "provider": provider,
                "reference": reference,
                "origin": origin,
                "from": from_,
                "to": to,
                "utc_offset_minutes": utc_offset_minutes,
            },
            timeout,
        )

    async def get(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """One payout.

        `GET /api/v1/payouts/{payout}`
        """
        return await self._core.call(
            PAYOUTS_GET,
            (payout,),
            timeout=timeout,
        )

    def list_events(
        self,
        payout: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.PayoutEvent]:
        """A payout's timeline, newest first.

        `GET /api/v1/payouts/{payout}/events`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            PAYOUTS_LIST_EVENTS,
            (payout,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def sync(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """Query the provider now for the status of a payout.

        A payout that is still held is sent, if payouts are enabled; of one that was sent the provider is asked. While another process does so, the answer is the payout as it is.

        `POST /api/v1/payouts/{payout}/sync`
        """
        return await self._core.call(
            PAYOUTS_SYNC,
            (payout,),
            timeout=timeout,
        )

    async def cancel(
        self,
        payout: str,
        *,
        timeout: float | None = None,
    ) -> models.Payout:
        """Cancel a payout before it is sent.

        One that waits for a second person is cancelled by whoever requested it, by an admin or by the owner; what a movement of a cooperative sends by an admin or the owner.

        `POST /api/v1/payouts/{payout}/cancel`
        """
        return await self._core.call(
            PAYOUTS_CANCEL,
            (payout,),
            timeout=timeout,
        )


class AsyncPayoutsWithResponse:
    def __init__(self, resource: AsyncPayouts) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.list_events = async_list_with_response(resource.list_events)
        self.sync = async_with_response(resource.sync)
        self.cancel = async_with_response(resource.cancel)
