# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.notifications`"""

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

NOTIFICATIONS_LIST = ListOperation(
    "/api/v1/notifications",
    "notifications",
    models.Notification,
)

NOTIFICATIONS_GET = Operation(
    "GET",
    "/api/v1/notifications/{notification}",
    models.Notification,
)


class Notifications(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        member_id: str | None = None,
        channel: Literal["sms", "email"] | str | None = None,
        template: params.NotificationsListTemplate | None = None,
        status: params.NotificationsListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.Notification]:
        """Messages to members, newest first.

        `GET /api/v1/notifications`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            NOTIFICATIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "member_id": member_id,
                "channel": channel,
                "template": template,
                "status": status,
            },
            timeout,
        )

    def get(
        self,
        notification: str,
        *,
        timeout: float | None = None,
    ) -> models.Notification:
        """One message.

        `GET /api/v1/notifications/{notification}`
        """
        return self._core.call(
            NOTIFICATIONS_GET,
            (notification,),
            timeout=timeout,
        )


class NotificationsWithResponse:
    def __init__(self, resource: Notifications) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class AsyncNotifications(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        member_id: str | None = None,
        channel: Literal["sms", "email"] | str | None = None,
        template: params.NotificationsListTemplate | None = None,
        status: params.NotificationsListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Notification]:
        """Messages to members, newest first.

        `GET /api/v1/notifications`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            NOTIFICATIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "member_id": member_id,
                "channel": channel,
                "template": template,
                "status": status,
            },
            timeout,
        )

    async def get(
        self,
        notification: str,
        *,
        timeout: float | None = None,
    ) -> models.Notification:
        """One message.

        `GET /api/v1/notifications/{notification}`
        """
        return await self._core.call(
            NOTIFICATIONS_GET,
            (notification,),
            timeout=timeout,
        )


class AsyncNotificationsWithResponse:
    def __init__(self, resource: AsyncNotifications) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
