# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.webhook_deliveries`"""

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

WEBHOOK_DELIVERIES_LIST = ListOperation(
    "/api/v1/webhook-deliveries",
    "webhook_deliveries",
    models.WebhookDelivery,
)

WEBHOOK_DELIVERIES_GET = Operation(
    "GET",
    "/api/v1/webhook-deliveries/{webhook_delivery}",
    models.WebhookDeliveryDetails,
)

WEBHOOK_DELIVERIES_REDELIVER = Operation(
    "POST",
    "/api/v1/webhook-deliveries/{webhook_delivery}/redeliver",
    models.WebhookDelivery,
)


class WebhookDeliveries(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "delivered", "failed"] | str | None = None,
        endpoint_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.WebhookDelivery]:
        """Deliveries and their attempts, newest first.

        `GET /api/v1/webhook-deliveries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            WEBHOOK_DELIVERIES_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "endpoint_id": endpoint_id,
            },
            timeout,
        )

    def get(
        self,
        webhook_delivery: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookDeliveryDetails:
        """One delivery, with its payload.

        `GET /api/v1/webhook-deliveries/{webhook_delivery}`
        """
        return self._core.call(
            WEBHOOK_DELIVERIES_GET,
            (webhook_delivery,),
            timeout=timeout,
        )

    def redeliver(
        self,
        webhook_delivery: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookDelivery:
        """Send an event again, with the same webhook-id.

        `POST /api/v1/webhook-deliveries/{webhook_delivery}/redeliver`
        """
        return self._core.call(
            WEBHOOK_DELIVERIES_REDELIVER,
            (webhook_delivery,),
            timeout=timeout,
        )


class WebhookDeliveriesWithResponse:
    def __init__(self, resource: WebhookDeliveries) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.redeliver = with_response(resource.redeliver)


class AsyncWebhookDeliveries(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "delivered", "failed"] | str | None = None,
        endpoint_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.WebhookDelivery]:
        """Deliveries and their attempts, newest first.

        `GET /api/v1/webhook-deliveries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            WEBHOOK_DELIVERIES_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "endpoint_id": endpoint_id,
            },
            timeout,
        )

    async def get(
        self,
        webhook_delivery: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookDeliveryDetails:
        """One delivery, with its payload.

        `GET /api/v1/webhook-deliveries/{webhook_delivery}`
        """
        return await self._core.call(
            WEBHOOK_DELIVERIES_GET,
            (webhook_delivery,),
            timeout=timeout,
        )

    async def redeliver(
        self,
        webhook_delivery: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookDelivery:
        """Send an event again, with the same webhook-id.

        `POST /api/v1/webhook-deliveries/{webhook_delivery}/redeliver`
        """
        return await self._core.call(
            WEBHOOK_DELIVERIES_REDELIVER,
            (webhook_delivery,),
            timeout=timeout,
        )


class AsyncWebhookDeliveriesWithResponse:
    def __init__(self, resource: AsyncWebhookDeliveries) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.redeliver = async_with_response(resource.redeliver)
