# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.payment_links`"""

from __future__ import annotations

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
from ushirika.generated import models

PAYMENT_LINKS_CREATE = Operation(
    "POST",
    "/api/v1/payment-links",
    models.PaymentLink,
    sends_major_units=True,
)

PAYMENT_LINKS_LIST = ListOperation(
    "/api/v1/payment-links",
    "payment_links",
    models.PaymentLink,
)

PAYMENT_LINKS_GET = Operation(
    "GET",
    "/api/v1/payment-links/{payment_link}",
    models.PaymentLink,
)

PAYMENT_LINKS_DISABLE = Operation(
    "POST",
    "/api/v1/payment-links/{payment_link}/disable",
    models.PaymentLink,
)


class PaymentLinks(Resource):
    def create(
        self,
        *,
        title: str,
        amount_minor: int,
        currency: models.Currency,
        reusable: bool | None = None,
        refund_overpaid: bool | None = None,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """Create a link to a checkout page.

        `POST /api/v1/payment-links`

        Args:
            amount_minor: Hundredths, in every currency
            refund_overpaid: Refund a payment that completes although another did; for one-time links
        """
        return self._core.call(
            PAYMENT_LINKS_CREATE,
            (),
            body={
                "title": title,
                "amount_minor": amount_minor,
                "currency": currency,
                "reusable": reusable,
                "refund_overpaid": refund_overpaid,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.PaymentLink]:
        """List payment links, newest first.

        `GET /api/v1/payment-links`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYMENT_LINKS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )

    def get(
        self,
        payment_link: str,
        *,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """One payment link.

        `GET /api/v1/payment-links/{payment_link}`
        """
        return self._core.call(
            PAYMENT_LINKS_GET,
            (payment_link,),
            timeout=timeout,
        )

    def disable(
        self,
        payment_link: str,
        *,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """Disable a link: it accepts no more payments.

        `POST /api/v1/payment-links/{payment_link}/disable`
        """
        return self._core.call(
            PAYMENT_LINKS_DISABLE,
            (payment_link,),
            timeout=timeout,
        )


class PaymentLinksWithResponse:
    def __init__(self, resource: PaymentLinks) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.disable = with_response(resource.disable)


class AsyncPaymentLinks(AsyncResource):
    async def create(
        self,
        *,
        title: str,
        amount_minor: int,
        currency: models.Currency,
        reusable: bool | None = None,
        refund_overpaid: bool | None = None,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """Create a link to a checkout page.

        `POST /api/v1/payment-links`

        Args:
            amount_minor: Hundredths, in every currency
            refund_overpaid: Refund a payment that completes although another did; for one-time links
        """
        return await self._core.call(
            PAYMENT_LINKS_CREATE,
            (),
            body={
                "title": title,
                "amount_minor": amount_minor,
                "currency": currency,
                "reusable": reusable,
                "refund_overpaid": refund_overpaid,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.PaymentLink]:
        """List payment links, newest first.

        `GET /api/v1/payment-links`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYMENT_LINKS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )

    async def get(
        self,
        payment_link: str,
        *,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """One payment link.

        `GET /api/v1/payment-links/{payment_link}`
        """
        return await self._core.call(
            PAYMENT_LINKS_GET,
            (payment_link,),
            timeout=timeout,
        )

    async def disable(
        self,
        payment_link: str,
        *,
        timeout: float | None = None,
    ) -> models.PaymentLink:
        """Disable a link: it accepts no more payments.

        `POST /api/v1/payment-links/{payment_link}/disable`
        """
        return await self._core.call(
            PAYMENT_LINKS_DISABLE,
            (payment_link,),
            timeout=timeout,
        )


class AsyncPaymentLinksWithResponse:
    def __init__(self, resource: AsyncPaymentLinks) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.disable = async_with_response(resource.disable)
