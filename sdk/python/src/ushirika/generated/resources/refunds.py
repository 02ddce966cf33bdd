# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.refunds`"""

from __future__ import annotations

from typing import Literal

from ushirika._core import AsyncResource, Resource, async_with_response, with_response
from ushirika._operation import Operation
from ushirika.generated import models

REFUNDS_GET = Operation(
    "GET",
    "/api/v1/refunds/{refund}",
    models.Refund,
)

REFUNDS_MARK = Operation(
    "POST",
    "/api/v1/refunds/{refund}/mark",
    models.Refund,
)


class Refunds(Resource):
    def get(
        self,
        refund: str,
        *,
        timeout: float | None = None,
    ) -> models.Refund:
        """One refund.

        `GET /api/v1/refunds/{refund}`
        """
        return self._core.call(
            REFUNDS_GET,
            (refund,),
            timeout=timeout,
        )

    def mark(
        self,
        refund: str,
        *,
        status: Literal["succeeded", "failed", "cancelled"] | str,
        note: str | None = None,
        timeout: float | None = None,
    ) -> models.Refund:
        """Record the outcome of a refund that the provider cannot make or never answers.

        `POST /api/v1/refunds/{refund}/mark`
        """
        return self._core.call(
            REFUNDS_MARK,
            (refund,),
            body={
                "status": status,
                "note": note,
            },
            timeout=timeout,
        )


class RefundsWithResponse:
    def __init__(self, resource: Refunds) -> None:
        self.get = with_response(resource.get)
        self.mark = with_response(resource.mark)


class AsyncRefunds(AsyncResource):
    async def get(
        self,
        refund: str,
        *,
        timeout: float | None = None,
    ) -> models.Refund:
        """One refund.

        `GET /api/v1/refunds/{refund}`
        """
        return await self._core.call(
            REFUNDS_GET,
            (refund,),
            timeout=timeout,
        )

    async def mark(
        self,
        refund: str,
        *,
        status: Literal["succeeded", "failed", "cancelled"] | str,
        note: str | None = None,
        timeout: float | None = None,
    ) -> models.Refund:
        """Record the outcome of a refund that the provider cannot make or never answers.

        `POST /api/v1/refunds/{refund}/mark`
        """
        return await self._core.call(
            REFUNDS_MARK,
            (refund,),
            body={
                "status": status,
                "note": note,
            },
            timeout=timeout,
        )


class AsyncRefundsWithResponse:
    def __init__(self, resource: AsyncRefunds) -> None:
        self.get = async_with_response(resource.get)
        self.mark = async_with_response(resource.mark)
