# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.ledger`"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Literal

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
from ushirika.generated import models, params

LEDGER_ACCOUNTS_LIST = ListOperation(
    "/api/v1/ledger/accounts",
    "accounts",
    models.Account,
)

LEDGER_ACCOUNTS_OPEN = Operation(
    "POST",
    "/api/v1/ledger/accounts",
    models.Account,
)

LEDGER_ACCOUNTS_GET = Operation(
    "GET",
    "/api/v1/ledger/accounts/{account}",
    models.Account,
)

LEDGER_ACCOUNTS_LIST_TRANSFERS = ListOperation(
    "/api/v1/ledger/accounts/{account}/transfers",
    "transfers",
    models.Transfer,
)

LEDGER_ACCOUNTS_BALANCE = Operation(
    "GET",
    "/api/v1/ledger/accounts/{account}/balance",
    models.AccountBalance,
)

LEDGER_TRANSFERS_CREATE = Operation(
    "POST",
    "/api/v1/ledger/transfers",
    models.Transfer,
    idempotency="body",
)

LEDGER_TRANSFERS_CREATE_BATCH = Operation(
    "POST",
    "/api/v1/ledger/transfer-batches",
    models.TransferBatch,
    idempotency="body",
)

LEDGER_HOLDS_CREATE = Operation(
    "POST",
    "/api/v1/ledger/holds",
    models.Hold,
    idempotency="body",
)

LEDGER_HOLDS_LIST = ListOperation(
    "/api/v1/ledger/holds",
    "holds",
    models.Hold,
)

LEDGER_HOLDS_GET = Operation(
    "GET",
    "/api/v1/ledger/holds/{hold}",
    models.Hold,
)

LEDGER_HOLDS_CAPTURE = Operation(
    "POST",
    "/api/v1/ledger/holds/{hold}/capture",
    models.Hold,
)

LEDGER_HOLDS_VOID = Operation(
    "POST",
    "/api/v1/ledger/holds/{hold}/void",
    models.Hold,
)

LEDGER_POSTINGS_LIST = ListOperation(
    "/api/v1/ledger/postings",
    "postings",
    models.Posting,
)

LEDGER_POSTINGS_RETRY = Operation(
    "POST",
    "/api/v1/ledger/postings/{payment}/retry",
    models.Posting,
)

LEDGER_REPORT = Operation(
    "GET",
    "/api/v1/ledger/report",
    models.Report,
)


class LedgerAccounts(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        kind: models.AccountKind | None = None,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> Page[models.Account]:
        """Accounts of the generic kinds, or of one kind.

        `GET /api/v1/ledger/accounts`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            LEDGER_ACCOUNTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "kind": kind,
                "currency": currency,
            },
            timeout,
        )

    def open(
        self,
        *,
        kind: params.LedgerAccountsOpenKind,
        currency: models.Currency,
        subaccount_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Account:
        """Open an account, or return it if it is already open.

        `POST /api/v1/ledger/accounts`

        Args:
            subaccount_id: Required for a subaccount, forbidden otherwise
        """
        return self._core.call(
            LEDGER_ACCOUNTS_OPEN,
            (),
            body={
                "kind": kind,
                "currency": currency,
                "subaccount_id": subaccount_id,
            },
            timeout=timeout,
        )

    def get(
        self,
        account: str,
        *,
        timeout: float | None = None,
    ) -> models.Account:
        """One account, of any kind.

        `GET /api/v1/ledger/accounts/{account}`
        """
        return self._core.call(
            LEDGER_ACCOUNTS_GET,
            (account,),
            timeout=timeout,
        )

    def list_transfers(
        self,
        account: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Transfer]:
        """An account's transfers, newest first.

        `GET /api/v1/ledger/accounts/{account}/transfers`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            LEDGER_ACCOUNTS_LIST_TRANSFERS,
            (account,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def balance(
        self,
        account: str,
        *,
        at: datetime | str,
        timeout: float | None = None,
    ) -> models.AccountBalance:
        """An account's balance at a past moment.

        `GET /api/v1/ledger/accounts/{account}/balance`
        """
        return self._core.call(
            LEDGER_ACCOUNTS_BALANCE,
            (account,),
            query={
                "at": at,
            },
            timeout=timeout,
        )


class LedgerAccountsWithResponse:
    def __init__(self, resource: LedgerAccounts) -> None:
        self.list = with_response(resource.list)
        self.open = with_response(resource.open)
        self.get = with_response(resource.get)
        self.list_transfers = with_response(resource.list_transfers)
        self.balance = with_response(resource.balance)


class LedgerTransfers(Resource):
    def create(
        self,
        *,
        debit_account_id: str,
        credit_account_id: str,
        amount_minor: int,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money between generic accounts.

        `POST /api/v1/ledger/transfers`
        """
        return self._core.call(
            LEDGER_TRANSFERS_CREATE,
            (),
            body={
                "debit_account_id": debit_account_id,
                "credit_account_id": credit_account_id,
                "amount_minor": amount_minor,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def create_batch(
        self,
        *,
        transfers: Sequence[params.LedgerTransfersCreateBatchTransfers],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.TransferBatch:
        """Book up to 1,000 transfers between generic accounts, all or none.

        `POST /api/v1/ledger/transfer-batches`
        """
        return self._core.call(
            LEDGER_TRANSFERS_CREATE_BATCH,
            (),
            body={
                "transfers": transfers,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class LedgerTransfersWithResponse:
    def __init__(self, resource: LedgerTransfers) -> None:
        self.create = with_response(resource.create)
        self.create_batch = with_response(resource.create_batch)


class LedgerHolds(Resource):
    def create(
        self,
        *,
        debit_account_id: str,
        credit_account_id: str,
        amount_minor: int,
        memo: str | None = None,
        timeout_secs: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Hold:
        """Hold money until it is captured, voided or expired.

        `POST /api/v1/ledger/holds`

        Args:
            timeout_secs: Seconds until it expires; without it, never
        """
        return self._core.call(
            LEDGER_HOLDS_CREATE,
            (),
            body={
                "debit_account_id": debit_account_id,
                "credit_account_id": credit_account_id,
                "amount_minor": amount_minor,
                "memo": memo,
                "timeout_secs": timeout_secs,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "captured", "voided", "expired"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Hold]:
        """Holds, newest first.

        `GET /api/v1/ledger/holds`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            LEDGER_HOLDS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    def get(
        self,
        hold: str,
        *,
        timeout: float | None = None,
    ) -> models.Hold:
        """One hold.

        `GET /api/v1/ledger/holds/{hold}`
        """
        return self._core.call(
            LEDGER_HOLDS_GET,
            (hold,),
            timeout=timeout,
        )

    def capture(
        self,
        hold: str,
        *,
        amount_minor: int | None = None,
        timeout: float | None = None,
    ) -> models.Hold:
        """Capture all or part of a hold; the remainder is released.

        `POST /api/v1/ledger/holds/{hold}/capture`

        Args:
            amount_minor: By default the whole amount
        """
        return self._core.call(
            LEDGER_HOLDS_CAPTURE,
            (hold,),
            body={
                "amount_minor": amount_minor,
            },
            timeout=timeout,
        )

    def void(
        self,
        hold: str,
        *,
        timeout: float | None = None,
    ) -> models.Hold:
        """Release a hold.

        `POST /api/v1/ledger/holds/{hold}/void`
        """
        return self._core.call(
            LEDGER_HOLDS_VOID,
            (hold,),
            timeout=timeout,
        )


class LedgerHoldsWithResponse:
    def __init__(self, resource: LedgerHolds) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.capture = with_response(resource.capture)
        self.void = with_response(resource.void)


class LedgerPostings(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "posted", "failed"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Posting]:
        """Postings of completed payments, newest payment first.

        `GET /api/v1/ledger/postings`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            LEDGER_POSTINGS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    def retry(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Posting:
        """Retry a failed posting.

        `POST /api/v1/ledger/postings/{payment}/retry`
        """
        return self._core.call(
            LEDGER_POSTINGS_RETRY,
            (payment,),
            timeout=timeout,
        )


class LedgerPostingsWithResponse:
    def __init__(self, resource: LedgerPostings) -> None:
        self.list = with_response(resource.list)
        self.retry = with_response(resource.retry)


class Ledger(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.accounts = LedgerAccounts(core)
        self.transfers = LedgerTransfers(core)
        self.holds = LedgerHolds(core)
        self.postings = LedgerPostings(core)

    def report(
        self,
        *,
        from_: date | str,
        to: date | str,
        timeout: float | None = None,
    ) -> models.Report:
        """Collected, refunded and retained amounts per currency; at most 366 days, UTC, inclusive.

        `GET /api/v1/ledger/report`
        """
        return self._core.call(
            LEDGER_REPORT,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class LedgerWithResponse:
    def __init__(self, resource: Ledger) -> None:
        self.report = with_response(resource.report)
        self.accounts = LedgerAccountsWithResponse(resource.accounts)
        self.transfers = LedgerTransfersWithResponse(resource.transfers)
        self.holds = LedgerHoldsWithResponse(resource.holds)
        self.postings = LedgerPostingsWithResponse(resource.postings)


class AsyncLedgerAccounts(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        kind: models.AccountKind | None = None,
        currency: models.Currency | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Account]:
        """Accounts of the generic kinds, or of one kind.

        `GET /api/v1/ledger/accounts`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            LEDGER_ACCOUNTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "kind": kind,
                "currency": currency,
            },
            timeout,
        )

    async def open(
        self,
        *,
        kind: params.LedgerAccountsOpenKind,
        currency: models.Currency,
        subaccount_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Account:
        """Open an account, or return it if it is already open.

        `POST /api/v1/ledger/accounts`

        Args:
            subaccount_id: Required for a subaccount, forbidden otherwise
        """
        return await self._core.call(
            LEDGER_ACCOUNTS_OPEN,
            (),
            body={
                "kind": kind,
                "currency": currency,
                "subaccount_id": subaccount_id,
            },
            timeout=timeout,
        )

    async def get(
        self,
        account: str,
        *,
        timeout: float | None = None,
    ) -> models.Account:
        """One account, of any kind.

        `GET /api/v1/ledger/accounts/{account}`
        """
        return await self._core.call(
            LEDGER_ACCOUNTS_GET,
            (account,),
            timeout=timeout,
        )

    def list_transfers(
        self,
        account: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Transfer]:
        """An account's transfers, newest first.

        `GET /api/v1/ledger/accounts/{account}/transfers`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            LEDGER_ACCOUNTS_LIST_TRANSFERS,
            (account,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def balance(
        self,
        account: str,
        *,
        at: datetime | str,
        timeout: float | None = None,
    ) -> models.AccountBalance:
        """An account's balance at a past moment.

        `GET /api/v1/ledger/accounts/{account}/balance`
        """
        return await self._core.call(
            LEDGER_ACCOUNTS_BALANCE,
            (account,),
            query={
                "at": at,
            },
            timeout=timeout,
        )


class AsyncLedgerAccountsWithResponse:
    def __init__(self, resource: AsyncLedgerAccounts) -> None:
        self.list = async_list_with_response(resource.list)
        self.open = async_with_response(resource.open)
        self.get = async_with_response(resource.get)
        self.list_transfers = async_list_with_response(resource.list_transfers)
        self.balance = async_with_response(resource.balance)


class AsyncLedgerTransfers(AsyncResource):
    async def create(
        self,
        *,
        debit_account_id: str,
        credit_account_id: str,
        amount_minor: int,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Transfer:
        """Move money between generic accounts.

        `POST /api/v1/ledger/transfers`
        """
        return await self._core.call(
            LEDGER_TRANSFERS_CREATE,
            (),
            body={
                "debit_account_id": debit_account_id,
                "credit_account_id": credit_account_id,
                "amount_minor": amount_minor,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def create_batch(
        self,
        *,
        transfers: Sequence[params.LedgerTransfersCreateBatchTransfers],
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.TransferBatch:
        """Book up to 1,000 transfers between generic accounts, all or none.

        `POST /api/v1/ledger/transfer-batches`
        """
        return await self._core.call(
            LEDGER_TRANSFERS_CREATE_BATCH,
            (),
            body={
                "transfers": transfers,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncLedgerTransfersWithResponse:
    def __init__(self, resource: AsyncLedgerTransfers) -> None:
        self.create = async_with_response(resource.create)
        self.create_batch = async_with_response(resource.create_batch)


class AsyncLedgerHolds(AsyncResource):
    async def create(
        self,
        *,
        debit_account_id: str,
        credit_account_id: str,
        amount_minor: int,
        memo: str | None = None,
        timeout_secs: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Hold:
        """Hold money until it is captured, voided or expired.

        `POST /api/v1/ledger/holds`

        Args:
            timeout_secs: Seconds until it expires; without it, never
        """
        return await self._core.call(
            LEDGER_HOLDS_CREATE,
            (),
            body={
                "debit_account_id": debit_account_id,
                "credit_account_id": credit_account_id,
                "amount_minor": amount_minor,
                "memo": memo,
                "timeout_secs": timeout_secs,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "captured", "voided", "expired"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Hold]:
        """Holds, newest first.

        `GET /api/v1/ledger/holds`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            LEDGER_HOLDS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    async def get(
        self,
        hold: str,
        *,
        timeout: float | None = None,
    ) -> models.Hold:
        """One hold.

        `GET /api/v1/ledger/holds/{hold}`
        """
        return await self._core.call(
            LEDGER_HOLDS_GET,
            (hold,),
            timeout=timeout,
        )

    async def capture(
        self,
        hold: str,
        *,
        amount_minor: int | None = None,
        timeout: float | None = None,
    ) -> models.Hold:
        """Capture all or part of a hold; the remainder is released.

        `POST /api/v1/ledger/holds/{hold}/capture`

        Args:
            amount_minor: By default the whole amount
        """
        return await self._core.call(
            LEDGER_HOLDS_CAPTURE,
            (hold,),
            body={
                "amount_minor": amount_minor,
            },
            timeout=timeout,
        )

    async def void(
        self,
        hold: str,
        *,
        timeout: float | None = None,
    ) -> models.Hold:
        """Release a hold.

        `POST /api/v1/ledger/holds/{hold}/void`
        """
        return await self._core.call(
            LEDGER_HOLDS_VOID,
            (hold,),
            timeout=timeout,
        )


class AsyncLedgerHoldsWithResponse:
    def __init__(self, resource: AsyncLedgerHolds) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.capture = async_with_response(resource.capture)
        self.void = async_with_response(resource.void)


class AsyncLedgerPostings(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: Literal["pending", "posted", "failed"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Posting]:
        """Postings of completed payments, newest payment first.

        `GET /api/v1/ledger/postings`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            LEDGER_POSTINGS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
            },
            timeout,
        )

    async def retry(
        self,
        payment: str,
        *,
        timeout: float | None = None,
    ) -> models.Posting:
        """Retry a failed posting.

        `POST /api/v1/ledger/postings/{payment}/retry`
        """
        return await self._core.call(
            LEDGER_POSTINGS_RETRY,
            (payment,),
            timeout=timeout,
        )


class AsyncLedgerPostingsWithResponse:
    def __init__(self, resource: AsyncLedgerPostings) -> None:
        self.list = async_list_with_response(resource.list)
        self.retry = async_with_response(resource.retry)


class AsyncLedger(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.accounts = AsyncLedgerAccounts(core)
        self.transfers = AsyncLedgerTransfers(core)
        self.holds = AsyncLedgerHolds(core)
        self.postings = AsyncLedgerPostings(core)

    async def report(
        self,
        *,
        from_: date | str,
        to: date | str,
        timeout: float | None = None,
    ) -> models.Report:
        """Collected, refunded and retained amounts per currency; at most 366 days, UTC, inclusive.

        `GET /api/v1/ledger/report`
        """
        return await self._core.call(
            LEDGER_REPORT,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class AsyncLedgerWithResponse:
    def __init__(self, resource: AsyncLedger) -> None:
        self.report = async_with_response(resource.report)
        self.accounts = AsyncLedgerAccountsWithResponse(resource.accounts)
        self.transfers = AsyncLedgerTransfersWithResponse(resource.transfers)
        self.holds = AsyncLedgerHoldsWithResponse(resource.holds)
        self.postings = AsyncLedgerPostingsWithResponse(resource.postings)
