# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.approvals`"""

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

APPROVALS_LIST = ListOperation(
    "/api/v1/approvals",
    "approvals",
    models.Approval,
)

APPROVALS_GET = Operation(
    "GET",
    "/api/v1/approvals/{approval}",
    models.ApprovalDetails,
)

APPROVALS_CANCEL = Operation(
    "POST",
    "/api/v1/approvals/{approval}/cancel",
    models.Approval,
)


class Approvals(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.ApprovalsListStatus | None = None,
        requested_by: Literal["me"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Approval]:
        """Approvals, pending or decided.

        `GET /api/v1/approvals`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            status: `decided`: all except pending ones
            requested_by: Only requests of the caller
        """
        return self._core.list(
            APPROVALS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "requested_by": requested_by,
            },
            timeout,
        )

    def get(
        self,
        approval: str,
        *,
        timeout: float | None = None,
    ) -> models.ApprovalDetails:
        """One approval, and what approving it would do.

        While it is pending, `effect` shows what approving it now would do, computed by the code that would do it; reading it moves nothing.

        `GET /api/v1/approvals/{approval}`
        """
        return self._core.call(
            APPROVALS_GET,
            (approval,),
            timeout=timeout,
        )

    def cancel(
        self,
        approval: str,
        *,
        timeout: float | None = None,
    ) -> models.Approval:
        """Cancel a request; for the requester, an admin or the owner.

        `POST /api/v1/approvals/{approval}/cancel`
        """
        return self._core.call(
            APPROVALS_CANCEL,
            (approval,),
            timeout=timeout,
        )


class ApprovalsWithResponse:
    def __init__(self, resource: Approvals) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.cancel = with_response(resource.cancel)


class AsyncApprovals(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.ApprovalsListStatus | None = None,
        requested_by: Literal["me"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Approval]:
        """Approvals, pending or decided.

        `GET /api/v1/approvals`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            status: `decided`: all except pending ones
            requested_by: Only requests of the caller
        """
        return self._core.list(
            APPROVALS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "requested_by": requested_by,
            },
            timeout,
        )

    async def get(
        self,
        approval: str,
        *,
        timeout: float | None = None,
    ) -> models.ApprovalDetails:
        """One approval, and what approving it would do.

        While it is pending, `effect` shows what approving it now would do, computed by the code that would do it; reading it moves nothing.

        `GET /api/v1/approvals/{approval}`
        """
        return await self._core.call(
            APPROVALS_GET,
            (approval,),
            timeout=timeout,
        )

    async def cancel(
        self,
        approval: str,
        *,
        timeout: float | None = None,
    ) -> models.Approval:
        """Cancel a request; for the requester, an admin or the owner.

        `POST /api/v1/approvals/{approval}/cancel`
        """
        return await self._core.call(
            APPROVALS_CANCEL,
            (approval,),
            timeout=timeout,
        )


class AsyncApprovalsWithResponse:
    def __init__(self, resource: AsyncApprovals) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.cancel = async_with_response(resource.cancel)
