# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.wallet_topups`"""

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
from ushirika.generated import models, params

WALLET_TOPUPS_LIST = ListOperation(
    "/api/v1/wallet-topups",
    "topups",
    models.Topup,
)

WALLET_TOPUPS_GET = Operation(
    "GET",
    "/api/v1/wallet-topups/{payment}",
    models.Topup,
)

WALLET_TOPUPS_RETRY = Operation(
    "POST",
    "/api/v1/wallet-topups/{payment}/retry",
    models.Topup,
)

WALLET_TOPUPS_REVERSE = Operation(
    "POST",
    "/api/v1/wallet-topups/{payment}/reverse",
    models.Topup,
)


class WalletTopups(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.WalletTopupsListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.Topup]:
        """Top-ups, newest payment first.

        `GET /api/v1/wallet-topups`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            WALLET_TOPUPS_LIST,
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
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """The top-up of one payment.

        `GET /api/v1/wallet-topups/{payment}`
        """
        return self._core.call(
            WALLET_TOPUPS_GET,
            (payment,),
            timeout=timeout,
        )

    def retry(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """Retry a blocked top-up.

        `POST /api/v1/wallet-topups/{payment}/retry`
        """
        return self._core.call(
            WALLET_TOPUPS_RETRY,
            (payment,),
            timeout=timeout,
        )

    def reverse(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """Reverse a credited top-up, so that its payment can be refunded.

        `POST /api/v1/wallet-topups/{payment}/reverse`
        """
        return self._core.call(
            WALLET_TOPUPS_REVERSE,
            (payment,),
            timeout=timeout,
        )


class WalletTopupsWithResponse:
    def __init__(self, resource: WalletTopups) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.retry = with_response(resource.retry)
        self.reverse = with_response(resource.reverse)


class AsyncWalletTopups(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.WalletTopupsListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Topup]:
        """Top-ups, newest payment first.

        `GET /api/v1/wallet-topups`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            WALLET_TOPUPS_LIST,
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
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """The top-up of one payment.

        `GET /api/v1/wallet-topups/{payment}`
        """
        return await self._core.call(
            WALLET_TOPUPS_GET,
            (payment,),
            timeout=timeout,
        )

    async def retry(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """Retry a blocked top-up.

        `POST /api/v1/wallet-topups/{payment}/retry`
        """
        return await self._core.call(
            WALLET_TOPUPS_RETRY,
            (payment,),
            timeout=timeout,
        )

    async def reverse(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Topup:
        """Reverse a credited top-up, so that its payment can be refunded.

        `POST /api/v1/wallet-topups/{payment}/reverse`
        """
        return await self._core.call(
            WALLET_TOPUPS_REVERSE,
            (payment,),
            timeout=timeout,
        )


class AsyncWalletTopupsWithResponse:
    def __init__(self, resource: AsyncWalletTopups) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.retry = async_with_response(resource.retry)
        self.reverse = async_with_response(resource.reverse)
