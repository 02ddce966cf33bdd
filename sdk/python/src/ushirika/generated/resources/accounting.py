# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.accounting`"""

from __future__ import annotations

from datetime import date

from ushirika._core import (
    AsyncCore,
    AsyncResource,
    Core,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import ListOperation, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models

ACCOUNTING_PERIODS_LIST = ListOperation(
    "/api/v1/accounting/periods",
    "periods",
    models.AccountingPeriod,
)

ACCOUNTING_PERIODS_GET = Operation(
    "GET",
    "/api/v1/accounting/periods/{period}",
    models.AccountingPeriod,
)

ACCOUNTING_CHART_GET = Operation(
    "GET",
    "/api/v1/accounting/chart",
    models.Chart,
)

ACCOUNTING_TRIAL_BALANCE = Operation(
    "GET",
    "/api/v1/accounting/trial-balance",
    models.TrialBalance,
)

ACCOUNTING_GENERAL_LEDGER = ListOperation(
    "/api/v1/accounting/general-ledger",
    "lines",
    models.LedgerLine,
)

ACCOUNTING_INCOME_STATEMENT = Operation(
    "GET",
    "/api/v1/accounting/income-statement",
    models.IncomeStatement,
)

ACCOUNTING_BALANCE_SHEET = Operation(
    "GET",
    "/api/v1/accounting/balance-sheet",
    models.BalanceSheet,
)


class AccountingPeriods(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.AccountingPeriod]:
        """Accounting periods, newest first.

        `GET /api/v1/accounting/periods`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            ACCOUNTING_PERIODS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def get(
        self,
        period: str,
        *,
        timeout: float | None = None,
    ) -> models.AccountingPeriod:
        """One accounting period, with its figures once it is closed.

        `GET /api/v1/accounting/periods/{period}`
        """
        return self._core.call(
            ACCOUNTING_PERIODS_GET,
            (period,),
            timeout=timeout,
        )


class AccountingPeriodsWithResponse:
    def __init__(self, resource: AccountingPeriods) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class AccountingChart(Resource):
    def get(
        self,
        *,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> models.Chart:
        """The chart of accounts, with what the accounts hold now.

        `GET /api/v1/accounting/chart`
        """
        return self._core.call(
            ACCOUNTING_CHART_GET,
            (),
            query={
                "currency": currency,
            },
            timeout=timeout,
        )


class AccountingChartWithResponse:
    def __init__(self, resource: AccountingChart) -> None:
        self.get = with_response(resource.get)


class Accounting(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.periods = AccountingPeriods(core)
        self.chart = AccountingChart(core)

    def trial_balance(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> models.TrialBalance:
        """Balances and posted totals of every kind of account for a range of local days; also as CSV.

        `GET /api/v1/accounting/trial-balance`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
        """
        return self._core.call(
            ACCOUNTING_TRIAL_BALANCE,
            (),
            query={
                "from": from_,
                "to": to,
                "currency": currency,
            },
            timeout=timeout,
        )

    def general_ledger(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        currency: models.Currency | None = None,
        kind: models.TransferKind | None = None,
        account_kind: models.AccountKind | None = None,
        owner: str | None = None,
        account_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.LedgerLine]:
        """Every transfer of a range of local days as two lines, oldest first; CSV has the whole range.

        `GET /api/v1/accounting/general-ledger`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
            kind: Kind of the transfer
            owner: Id of a member, loan, customer or subaccount
            account_id: One account alone
        """
        return self._core.list(
            ACCOUNTING_GENERAL_LEDGER,
            (),
            {
                "limit": limit,
                "after": after,
                "from": from_,
                "to": to,
                "currency": currency,
                "kind": kind,
                "account_kind": account_kind,
                "owner": owner,
                "account_id": account_id,
            },
            timeout,
        )

    def income_statement(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.IncomeStatement:
        """Income and costs of a range of local days; also as CSV.

        `GET /api/v1/accounting/income-statement`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
        """
        return self._core.call(
            ACCOUNTING_INCOME_STATEMENT,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def balance_sheet(
        self,
        *,
        as_of: date | str | None = None,
        timeout: float | None = None,
    ) -> models.BalanceSheet:
        """Assets, liabilities and equity at the end of a local day; also as CSV.

        `GET /api/v1/accounting/balance-sheet`

        Args:
            as_of: By default today
        """
        return self._core.call(
            ACCOUNTING_BALANCE_SHEET,
            (),
            query={
                "as_of": as_of,
            },
            timeout=timeout,
        )


class AccountingWithResponse:
    def __init__(self, resource: Accounting) -> None:
        self.trial_balance = with_response(resource.trial_balance)
        self.general_ledger = with_response(resource.general_ledger)
        self.income_statement = with_response(resource.income_statement)
        self.balance_sheet = with_response(resource.balance_sheet)
        self.periods = AccountingPeriodsWithResponse(resource.periods)
        self.chart = AccountingChartWithResponse(resource.chart)


class AsyncAccountingPeriods(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.AccountingPeriod]:
        """Accounting periods, newest first.

        `GET /api/v1/accounting/periods`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            ACCOUNTING_PERIODS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def get(
        self,
        period: str,
        *,
        timeout: float | None = None,
    ) -> models.AccountingPeriod:
        """One accounting period, with its figures once it is closed.

        `GET /api/v1/accounting/periods/{period}`
        """
        return await self._core.call(
            ACCOUNTING_PERIODS_GET,
            (period,),
            timeout=timeout,
        )


class AsyncAccountingPeriodsWithResponse:
    def __init__(self, resource: AsyncAccountingPeriods) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncAccountingChart(AsyncResource):
    async def get(
        self,
        *,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> models.Chart:
        """The chart of accounts, with what the accounts hold now.

        `GET /api/v1/accounting/chart`
        """
        return await self._core.call(
            ACCOUNTING_CHART_GET,
            (),
            query={
                "currency": currency,
            },
            timeout=timeout,
        )


class AsyncAccountingChartWithResponse:
    def __init__(self, resource: AsyncAccountingChart) -> None:
        self.get = async_with_response(resource.get)


class AsyncAccounting(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.periods = AsyncAccountingPeriods(core)
        self.chart = AsyncAccountingChart(core)

    async def trial_balance(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> models.TrialBalance:
        """Balances and posted totals of every kind of account for a range of local days; also as CSV.

        `GET /api/v1/accounting/trial-balance`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
        """
        return await self._core.call(
            ACCOUNTING_TRIAL_BALANCE,
            (),
            query={
                "from": from_,
                "to": to,
                "currency": currency,
            },
            timeout=timeout,
        )

    def general_ledger(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        currency: models.Currency | None = None,
        kind: models.TransferKind | None = None,
        account_kind: models.AccountKind | None = None,
        owner: str | None = None,
        account_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.LedgerLine]:
        """Every transfer of a range of local days as two lines, oldest first; CSV has the whole range.

        `GET /api/v1/accounting/general-ledger`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
            kind: Kind of the transfer
            owner: Id of a member, loan, customer or subaccount
            account_id: One account alone
        """
        return self._core.list(
            ACCOUNTING_GENERAL_LEDGER,
            (),
            {
                "limit": limit,
                "after": after,
                "from": from_,
                "to": to,
                "currency": currency,
                "kind": kind,
                "account_kind": account_kind,
                "owner": owner,
                "account_id": account_id,
            },
            timeout,
        )

    async def income_statement(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.IncomeStatement:
        """Income and costs of a range of local days; also as CSV.

        `GET /api/v1/accounting/income-statement`

        Args:
            from_: First day; by default 1 January of the year of the last day
            to: Last day, by default today; at most 366 days
        """
        return await self._core.call(
            ACCOUNTING_INCOME_STATEMENT,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    async def balance_sheet(
        self,
        *,
        as_of: date | str | None = None,
        timeout: float | None = None,
    ) -> models.BalanceSheet:
        """Assets, liabilities and equity at the end of a local day; also as CSV.

        `GET /api/v1/accounting/balance-sheet`

        Args:
            as_of: By default today
        """
        return await self._core.call(
            ACCOUNTING_BALANCE_SHEET,
            (),
            query={
                "as_of": as_of,
            },
            timeout=timeout,
        )


class AsyncAccountingWithResponse:
    def __init__(self, resource: AsyncAccounting) -> None:
        self.trial_balance = async_with_response(resource.trial_balance)
        self.general_ledger = async_list_with_response(resource.general_ledger)
        self.income_statement = async_with_response(resource.income_statement)
        self.balance_sheet = async_with_response(resource.balance_sheet)
        self.periods = AsyncAccountingPeriodsWithResponse(resource.periods)
        self.chart = AsyncAccountingChartWithResponse(resource.chart)
