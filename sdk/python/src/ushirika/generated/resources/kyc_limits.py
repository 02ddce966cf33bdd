# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.kyc_limits`"""

from __future__ import annotations

from ushirika._core import (
    AsyncResource,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import NOT_GIVEN, ListOperation, NotGiven, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models

KYC_LIMITS_PUT = Operation(
    "PUT",
    "/api/v1/kyc/limits",
    models.KycLimit,
    nullable=frozenset({"max_balance_minor", "max_single_minor", "max_daily_out_minor"}),
)

KYC_LIMITS_LIST = ListOperation(
    "/api/v1/kyc/limits",
    "limits",
    models.KycLimit,
)


class KycLimits(Resource):
    def put(
        self,
        *,
        tier: int,
        currency: models.Currency,
        max_balance_minor: int | None | NotGiven = NOT_GIVEN,
        max_single_minor: int | None | NotGiven = NOT_GIVEN,
        max_daily_out_minor: int | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.KycLimit:
        """Replace the limits of a tier in a currency; a limit that is omitted or null does not apply.

        With strict approvals the change waits for a second person.

        `PUT /api/v1/kyc/limits`
        """
        return self._core.call(
            KYC_LIMITS_PUT,
            (),
            body={
                "tier": tier,
                "currency": currency,
                "max_balance_minor": max_balance_minor,
                "max_single_minor": max_single_minor,
                "max_daily_out_minor": max_daily_out_minor,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.KycLimit]:
        """The configured limits, by tier and currency.

        `GET /api/v1/kyc/limits`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            KYC_LIMITS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )


class KycLimitsWithResponse:
    def __init__(self, resource: KycLimits) -> None:
        self.put = with_response(resource.put)
        self.list = with_response(resource.list)


class AsyncKycLimits(AsyncResource):
    async def put(
        self,
        *,
        tier: int,
        currency: models.Currency,
        max_balance_minor: int | None | NotGiven = NOT_GIVEN,
        max_single_minor: int | None | NotGiven = NOT_GIVEN,
        max_daily_out_minor: int | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.KycLimit:
        """Replace the limits of a tier in a currency; a limit that is omitted or null does not apply.

        With strict approvals the change waits for a second person.

        `PUT /api/v1/kyc/limits`
        """
        return await self._core.call(
            KYC_LIMITS_PUT,
            (),
            body={
                "tier": tier,
                "currency": currency,
                "max_balance_minor": max_balance_minor,
                "max_single_minor": max_single_minor,
                "max_daily_out_minor": max_daily_out_minor,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.KycLimit]:
        """The configured limits, by tier and currency.

        `GET /api/v1/kyc/limits`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            KYC_LIMITS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )


class AsyncKycLimitsWithResponse:
    def __init__(self, resource: AsyncKycLimits) -> None:
        self.put = async_with_response(resource.put)
        self.list = async_list_with_response(resource.list)
