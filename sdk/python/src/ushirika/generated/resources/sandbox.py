# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.sandbox`"""

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

SANDBOX_PAYBILL = Operation(
    "POST",
    "/api/v1/sandbox/paybill",
    models.PaybillConfirmation,
    sends_major_units=True,
)

SANDBOX_OUTBOX = ListOperation(
    "/api/v1/sandbox/outbox",
    "notifications",
    models.Notification,
)


class Sandbox(Resource):
    def paybill(
        self,
        *,
        transaction_id: str,
        amount_minor: int,
        currency: models.Currency,
        account_number: str,
        phone: str,
        name: str | None = None,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """Send money to the sandbox as a payer would, without a prompt; only in the test environment.

        One transaction id is one payment, however often it is sent: a repeat with another body is answered with the earlier one. The last three digits of the phone choose what the sandbox then says of it: 129 nothing yet, 453 nothing for 30 s, 029 that it does not know the transaction, 048 that it was not paid; others that it was.

        `POST /api/v1/sandbox/paybill`

        Args:
            account_number: What the payer types, e.g. a member number
            phone: Of the payer
            name: Of the payer
        """
        return self._core.call(
            SANDBOX_PAYBILL,
            (),
            body={
                "transaction_id": transaction_id,
                "amount_minor": amount_minor,
                "currency": currency,
                "account_number": account_number,
                "phone": phone,
                "name": name,
            },
            timeout=timeout,
        )

    def outbox(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        member_id: str | None = None,
        channel: Literal["sms", "email"] | str | None = None,
        template: params.SandboxOutboxTemplate | None = None,
        timeout: float | None = None,
    ) -> Page[models.Notification]:
        """What the sandbox has sent, newest first, secrets included; only in the test environment.

        `GET /api/v1/sandbox/outbox`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SANDBOX_OUTBOX,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "member_id": member_id,
                "channel": channel,
                "template": template,
            },
            timeout,
        )


class SandboxWithResponse:
    def __init__(self, resource: Sandbox) -> None:
        self.paybill = with_response(resource.paybill)
        self.outbox = with_response(resource.outbox)


class AsyncSandbox(AsyncResource):
    async def paybill(
        self,
        *,
        transaction_id: str,
        amount_minor: int,
        currency: models.Currency,
        account_number: str,
        phone: str,
        name: str | None = None,
        timeout: float | None = None,
    ) -> models.PaybillConfirmation:
        """Send money to the sandbox as a payer would, without a prompt; only in the test environment.

        One transaction id is one payment, however often it is sent: a repeat with another body is answered with the earlier one. The last three digits of the phone choose what the sandbox then says of it: 129 nothing yet, 453 nothing for 30 s, 029 that it does not know the transaction, 048 that it was not paid; others that it was.

        `POST /api/v1/sandbox/paybill`

        Args:
            account_number: What the payer types, e.g. a member number
            phone: Of the payer
            name: Of the payer
        """
        return await self._core.call(
            SANDBOX_PAYBILL,
            (),
            body={
                "transaction_id": transaction_id,
                "amount_minor": amount_minor,
                "currency": currency,
                "account_number": account_number,
                "phone": phone,
                "name": name,
            },
            timeout=timeout,
        )

    def outbox(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        member_id: str | None = None,
        channel: Literal["sms", "email"] | str | None = None,
        template: params.SandboxOutboxTemplate | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Notification]:
        """What the sandbox has sent, newest first, secrets included; only in the test environment.

        `GET /api/v1/sandbox/outbox`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SANDBOX_OUTBOX,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "member_id": member_id,
                "channel": channel,
                "template": template,
            },
            timeout,
        )


class AsyncSandboxWithResponse:
    def __init__(self, resource: AsyncSandbox) -> None:
        self.paybill = async_with_response(resource.paybill)
        self.outbox = async_list_with_response(resource.outbox)
