# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.wallet_transfers`"""

from __future__ import annotations

from ushirika._core import AsyncResource, Resource, async_with_response, with_response
from ushirika._operation import Operation
from ushirika.generated import models

WALLET_TRANSFERS_CREATE = Operation(
    "POST",
    "/api/v1/wallet-transfers",
    models.Transfer,
    idempotency="body",
)


class WalletTransfers(Resource):
    def create(
        self,
        *,
        from_customer_id: str,
        to_customer_id: str,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from one customer's wallet into another's.

        `POST /api/v1/wallet-transfers`
        """
        return self._core.call(
            WALLET_TRANSFERS_CREATE,
            (),
            body={
                "from_customer_id": from_customer_id,
                "to_customer_id": to_customer_id,
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class WalletTransfersWithResponse:
    def __init__(self, resource: WalletTransfers) -> None:
        self.create = with_response(resource.create)


class AsyncWalletTransfers(AsyncResource):
    async def create(
        self,
        *,
        from_customer_id: str,
        to_customer_id: str,
        currency: models.Currency,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money from one customer's wallet into another's.

        `POST /api/v1/wallet-transfers`
        """
        return await self._core.call(
            WALLET_TRANSFERS_CREATE,
            (),
            body={
                "from_customer_id": from_customer_id,
                "to_customer_id": to_customer_id,
                "currency": currency,
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncWalletTransfersWithResponse:
    def __init__(self, resource: AsyncWalletTransfers) -> None:
        self.create = async_with_response(resource.create)
