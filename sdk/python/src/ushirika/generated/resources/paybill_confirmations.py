# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.paybill_confirmations`"""

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

PAYBILL_CONFIRMATIONS_LIST = ListOperation(
    "/api/v1/paybill-confirmations",
    "confirmations",
    models.PaybillConfirmation,
)

PAYBILL_CONFIRMATIONS_GET = Operation(
    "GET",
    "/api/v1/paybill-confirmations/{paybill_confirmation}",
    models.PaybillConfirmation,
)

PAYBILL_CONFIRMATIONS_SYNC = Operation(
    "POST",
    "/api/v1/paybill-confirmations/{paybill_confirmation}/sync",
    models.PaybillConfirmation,
)


class PaybillConfirmations(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "confirmed", "refused"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.PaybillConfirmation]:
        """What providers said of payments that payers sent without a prompt, newest first.

        `GET /api/v1/paybill-confirmations`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYBILL_CONFIRMATIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    def get(
        self,
        paybill_confirmation: str,
        *,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """One confirmation.

        `GET /api/v1/paybill-confirmations/{paybill_confirmation}`
        """
        return self._core.call(
            PAYBILL_CONFIRMATIONS_GET,
            (paybill_confirmation,),
            timeout=timeout,
        )

    def sync(
        self,
        paybill_confirmation: str,
        *,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """Ask the provider about the transaction now, also where it was refused or given up.

        `POST /api/v1/paybill-confirmations/{paybill_confirmation}/sync`
        """
        return self._core.call(
            PAYBILL_CONFIRMATIONS_SYNC,
            (paybill_confirmation,),
            timeout=timeout,
        )


class PaybillConfirmationsWithResponse:
    def __init__(self, resource: PaybillConfirmations) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.sync = with_response(resource.sync)


class AsyncPaybillConfirmations(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "confirmed", "refused"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.PaybillConfirmation]:
        """What providers said of payments that payers sent without a prompt, newest first.

        `GET /api/v1/paybill-confirmations`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            PAYBILL_CONFIRMATIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    async def get(
        self,
        paybill_confirmation: str,
        *,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """One confirmation.

        `GET /api/v1/paybill-confirmations/{paybill_confirmation}`
        """
        return await self._core.call(
            PAYBILL_CONFIRMATIONS_GET,
            (paybill_confirmation,),
            timeout=timeout,
        )

    async def sync(
        self,
        paybill_confirmation: str,
        *,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """Ask the provider about the transaction now, also where it was refused or given up.

        `POST /api/v1/paybill-confirmations/{paybill_confirmation}/sync`
        """
        return await self._core.call(
            PAYBILL_CONFIRMATIONS_SYNC,
            (paybill_confirmation,),
            timeout=timeout,
        )


class AsyncPaybillConfirmationsWithResponse:
    def __init__(self, resource: AsyncPaybillConfirmations) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.sync = async_with_response(resource.sync)
