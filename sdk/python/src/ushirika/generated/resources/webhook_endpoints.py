# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.webhook_endpoints`"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
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

WEBHOOK_ENDPOINTS_CREATE = Operation(
    "POST",
    "/api/v1/webhook-endpoints",
    models.WebhookEndpoint,
)

WEBHOOK_ENDPOINTS_LIST = ListOperation(
    "/api/v1/webhook-endpoints",
    "webhook_endpoints",
    models.WebhookEndpoint,
)

WEBHOOK_ENDPOINTS_LIST_EVENTS = Operation(
    "GET",
    "/api/v1/webhook-endpoints/{webhook_endpoint}/events",
    models.PolledEvents,
)

WEBHOOK_ENDPOINTS_DELETE = Operation(
    "DELETE",
    "/api/v1/webhook-endpoints/{webhook_endpoint}",
    NoneType,
)

WEBHOOK_ENDPOINTS_ROTATE_SECRET = Operation(
    "POST",
    "/api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret",
    models.WebhookEndpoint,
)


class WebhookEndpoints(Resource):
    def create(
        self,
        *,
        mode: Literal["push", "poll"] | str | None = None,
        url: str | None = None,
        events: Sequence[params.WebhookEndpointsCreateEvents] | None = None,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Register an endpoint; its signing secret is shown only once.

        With `mode` `poll` nothing is sent: `GET …/events` returns the events. Such an endpoint is deleted if it is not polled for 24 hours. Staff need a second factor if the project requires one.

        `POST /api/v1/webhook-endpoints`

        Args:
            url: Required, except with `mode` `poll`, which has no URL
            events: Required with `mode` `poll`; otherwise by default all
        """
        return self._core.call(
            WEBHOOK_ENDPOINTS_CREATE,
            (),
            body={
                "mode": mode,
                "url": url,
                "events": events,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.WebhookEndpoint]:
        """Endpoints, without their secrets.

        `GET /api/v1/webhook-endpoints`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            WEBHOOK_ENDPOINTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def list_events(
        self,
        webhook_endpoint: str,
        *,
        after: str | None = None,
        wait_seconds: int | None = None,
        timeout: float | None = None,
    ) -> models.PolledEvents:
        """Events of an endpoint with mode `poll`, oldest first; waits if there are none.

        At most 100 events. Without `after` the list begins with the first event; the same `after` returns the same events again. `next_after` is never null: send it as `after` of the next request.

        `GET /api/v1/webhook-endpoints/{webhook_endpoint}/events`

        Args:
            after: `next_after` of the previous page
            wait_seconds: How long to wait for an event if there is none
        """
        return self._core.call(
            WEBHOOK_ENDPOINTS_LIST_EVENTS,
            (webhook_endpoint,),
            query={
                "after": after,
                "wait_seconds": wait_seconds,
            },
            timeout=timeout,
        )

    def delete(
        self,
        webhook_endpoint: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete an endpoint; its pending deliveries are abandoned.

        Staff need a second factor if the project requires one.

        `DELETE /api/v1/webhook-endpoints/{webhook_endpoint}`
        """
        return self._core.call(
            WEBHOOK_ENDPOINTS_DELETE,
            (webhook_endpoint,),
            timeout=timeout,
        )

    def rotate_secret(
        self,
        webhook_endpoint: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Rotate the signing secret; requests are also signed with the old one for 24 hours.

        Staff need a second factor if the project requires one.

        `POST /api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret`
        """
        return self._core.call(
            WEBHOOK_ENDPOINTS_ROTATE_SECRET,
            (webhook_endpoint,),
            timeout=timeout,
        )


class WebhookEndpointsWithResponse:
    def __init__(self, resource: WebhookEndpoints) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.list_events = with_response(resource.list_events)
        self.delete = with_response(resource.delete)
        self.rotate_secret = with_response(resource.rotate_secret)


class AsyncWebhookEndpoints(AsyncResource):
    async def create(
        self,
        *,
        mode: Literal["push", "poll"] | str | None = None,
        url: str | None = None,
        events: Sequence[params.WebhookEndpointsCreateEvents] | None = None,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Register an endpoint; its signing secret is shown only once.

        With `mode` `poll` nothing is sent: `GET …/events` returns the events. Such an endpoint is deleted if it is not polled for 24 hours. Staff need a second factor if the project requires one.

        `POST /api/v1/webhook-endpoints`

        Args:
            url: Required, except with `mode` `poll`, which has no URL
            events: Required with `mode` `poll`; otherwise by default all
        """
        return await self._core.call(
            WEBHOOK_ENDPOINTS_CREATE,
            (),
            body={
                "mode": mode,
                "url": url,
                "events": events,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.WebhookEndpoint]:
        """Endpoints, without their secrets.

        `GET /api/v1/webhook-endpoints`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            WEBHOOK_ENDPOINTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def list_events(
        self,
        webhook_endpoint: str,
        *,
        after: str | None = None,
        wait_seconds: int | None = None,
        timeout: float | None = None,
    ) -> models.PolledEvents:
        """Events of an endpoint with mode `poll`, oldest first; waits if there are none.

        At most 100 events. Without `after` the list begins with the first event; the same `after` returns the same events again. `next_after` is never null: send it as `after` of the next request.

        `GET /api/v1/webhook-endpoints/{webhook_endpoint}/events`

        Args:
            after: `next_after` of the previous page
            wait_seconds: How long to wait for an event if there is none
        """
        return await self._core.call(
            WEBHOOK_ENDPOINTS_LIST_EVENTS,
            (webhook_endpoint,),
            query={
                "after": after,
                "wait_seconds": wait_seconds,
            },
            timeout=timeout,
        )

    async def delete(
        self,
        webhook_endpoint: str,
        *,
        timeout: float | None = None,
    ) -> None:
        """Delete an endpoint; its pending deliveries are abandoned.

        Staff need a second factor if the project requires one.

        `DELETE /api/v1/webhook-endpoints/{webhook_endpoint}`
        """
        return await self._core.call(
            WEBHOOK_ENDPOINTS_DELETE,
            (webhook_endpoint,),
            timeout=timeout,
        )

    async def rotate_secret(
        self,
        webhook_endpoint: str,
        *,
        timeout: float | None = None,
    ) -> models.WebhookEndpoint:
        """Rotate the signing secret; requests are also signed with the old one for 24 hours.

        Staff need a second factor if the project requires one.

        `POST /api/v1/webhook-endpoints/{webhook_endpoint}/rotate-secret`
        """
        return await self._core.call(
            WEBHOOK_ENDPOINTS_ROTATE_SECRET,
            (webhook_endpoint,),
            timeout=timeout,
        )


class AsyncWebhookEndpointsWithResponse:
    def __init__(self, resource: AsyncWebhookEndpoints) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.list_events = async_with_response(resource.list_events)
        self.delete = async_with_response(resource.delete)
        self.rotate_secret = async_with_response(resource.rotate_secret)
