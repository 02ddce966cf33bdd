# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.sandbox`"""

from __future__ import annotations

from ushirika._core import AsyncResource, Resource, async_with_response, with_response
from ushirika._operation import Operation
from ushirika.generated import models

SANDBOX_PAYBILL = Operation(
    "POST",
    "/api/v1/sandbox/paybill",
    models.PaybillConfirmation,
    sends_major_units=True,
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


class SandboxWithResponse:
    def __init__(self, resource: Sandbox) -> None:
        self.paybill = with_response(resource.paybill)


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


class AsyncSandboxWithResponse:
    def __init__(self, resource: AsyncSandbox) -> None:
        self.paybill = async_with_response(resource.paybill)
