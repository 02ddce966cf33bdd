# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.reconciliation`"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from ushirika import _extras
from ushirika._core import (
    AsyncCore,
    AsyncResource,
    Core,
    Resource,
    async_list_with_response,
    async_with_response,
    with_response,
)
from ushirika._operation import NOT_GIVEN, ListOperation, NotGiven, Operation
from ushirika._pages import AsyncPages, Page
from ushirika.generated import models, params

RECONCILIATION_RUNS_IMPORT = Operation(
    "POST",
    "/api/v1/reconciliation/runs",
    models.Run,
    idempotency="header",
    maps=frozenset({"columns", "kinds"}),
)

RECONCILIATION_RUNS_LIST = ListOperation(
    "/api/v1/reconciliation/runs",
    "runs",
    models.Run,
)

RECONCILIATION_RUNS_GET = Operation(
    "GET",
    "/api/v1/reconciliation/runs/{run}",
    models.Run,
)

RECONCILIATION_RUNS_CLOSE = Operation(
    "POST",
    "/api/v1/reconciliation/runs/{run}/close",
    models.Run,
)

RECONCILIATION_RUNS_RESOLVE_ALL = Operation(
    "POST",
    "/api/v1/reconciliation/runs/{run}/resolve-all",
    models.LineResults,
    nullable=frozenset({"note"}),
)

RECONCILIATION_LINES_LIST = ListOperation(
    "/api/v1/reconciliation/runs/{run}/lines",
    "lines",
    models.Line,
)

RECONCILIATION_LINES_RESOLVE = Operation(
    "POST",
    "/api/v1/reconciliation/runs/{run}/lines/{line}/resolve",
    models.Line,
    nullable=frozenset({"note"}),
)

RECONCILIATION_PRESETS = Operation(
    "GET",
    "/api/v1/reconciliation/presets",
    models.ReconciliationPresetsResult,
)


class ReconciliationRuns(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.import_and_wait = _extras.and_wait(self.import_, self.get)

    def import_(
        self,
        *,
        provider: str,
        currency: models.Currency,
        period_start: date | str,
        period_end: date | str,
        csv: str,
        utc_offset: str | None = None,
        source_name: str | None = None,
        preset: Literal["mpesa_org", "mtn_momo", "airtel_ug"] | str | None = None,
        columns: Mapping[str, Any] | None = None,
        kinds: Mapping[str, Any] | None = None,
        default_kind: params.ReconciliationRunsImportDefaultKind | None = None,
        amount_unit: Literal["major", "minor"] | str | None = None,
        decimal_separator: Literal[".", ","] | str | None = None,
        delimiter: Literal[",", ";", "|", "\t"] | str | None = None,
        date_format: str | None = None,
        skip_rows: int | None = None,
        status_column: str | None = None,
        ok_statuses: Sequence[str] | None = None,
        reference_after: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Run:
        """Import a statement.

        All or nothing: if lines cannot be read, the error names them, and nothing is stored. An import that takes longer than 30 seconds is answered 202; then poll the run until its status is `open` or `failed`.

        `POST /api/v1/reconciliation/runs`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            period_end: Inclusive
            csv: The text of the statement
            utc_offset: Determines which payments fall in the period; by default `+00:00`
            source_name: The name of the file
            preset: Supplies the format of the statement; fields sent with it override it
            columns: Column names in the header: `amount`, or `credit` and `debit`, and optional columns
            kinds: Values of the kind column; a `*` at the end matches all values with that prefix. Any other value is `other`
            default_kind: Kind of every line if there is no kind column; by default `payment`
            date_format: Tokens: YYYY YY MM MMM DD HH hh mm ss A
            skip_rows: Number of lines before the header
            ok_statuses: Rows with another status are skipped
            reference_after: The reference is the part after this text in its column
            dry_run: Returns the run and stores nothing
        """
        return self._core.call(
            RECONCILIATION_RUNS_IMPORT,
            (),
            body={
                "provider": provider,
                "currency": currency,
                "period_start": period_start,
                "period_end": period_end,
                "csv": csv,
                "utc_offset": utc_offset,
                "source_name": source_name,
                "preset": preset,
                "columns": columns,
                "kinds": kinds,
                "default_kind": default_kind,
                "amount_unit": amount_unit,
                "decimal_separator": decimal_separator,
                "delimiter": delimiter,
                "date_format": date_format,
                "skip_rows": skip_rows,
                "status_column": status_column,
                "ok_statuses": ok_statuses,
                "reference_after": reference_after,
                "dry_run": dry_run,
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
        timeout: float | None = None,
    ) -> Page[models.Run]:
        """Runs, without figures that change from day to day.

        `GET /api/v1/reconciliation/runs`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            RECONCILIATION_RUNS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )

    def get(
        self,
        run: str,
        *,
        timeout: float | None = None,
    ) -> models.Run:
        """One run: its figures, and the payments that the statement does not list.

        `GET /api/v1/reconciliation/runs/{run}`
        """
        return self._core.call(
            RECONCILIATION_RUNS_GET,
            (run,),
            timeout=timeout,
        )

    def close(
        self,
        run: str,
        *,
        timeout: float | None = None,
    ) -> models.Run:
        """Close a run: it becomes read-only.

        `POST /api/v1/reconciliation/runs/{run}/close`
        """
        return self._core.call(
            RECONCILIATION_RUNS_CLOSE,
            (run,),
            timeout=timeout,
        )

    def resolve_all(
        self,
        run: str,
        *,
        action: Literal["settle_payment", "book_payout", "book_fee"] | str,
        bank_account: str | None = None,
        as_: Literal["expense"] | str | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.LineResults:
        """Resolve all lines that an action applies to.

        Also finishes interrupted decisions of the same action. A line that cannot be resolved does not stop the others: its result gives the reason.

        `POST /api/v1/reconciliation/runs/{run}/resolve-all`

        Args:
            bank_account: Code or id of an account of the chart of accounts
            as_: Of a fee: the SACCO bears it, instead of the merchant's balance
        """
        return self._core.call(
            RECONCILIATION_RUNS_RESOLVE_ALL,
            (run,),
            body={
                "action": action,
                "bank_account": bank_account,
                "as": as_,
                "note": note,
            },
            timeout=timeout,
        )


class ReconciliationRunsWithResponse:
    def __init__(self, resource: ReconciliationRuns) -> None:
        self.import_ = with_response(resource.import_)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.close = with_response(resource.close)
        self.resolve_all = with_response(resource.resolve_all)


class ReconciliationLines(Resource):
    def list(
        self,
        run: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        match_status: params.ReconciliationLinesListMatchStatus | None = None,
        done: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.Line]:
        """Lines of a run, in the order of the file, beside what our books have.

        `GET /api/v1/reconciliation/runs/{run}/lines`

        Args:
            after: `next_after` of the previous page
            done: `false`: what is left to do. A line is done when it is resolved, or matches what is completed already
        """
        return self._core.list(
            RECONCILIATION_LINES_LIST,
            (run,),
            {
                "limit": limit,
                "after": after,
                "match_status": match_status,
                "done": done,
            },
            timeout,
        )

    def resolve(
        self,
        run: str,
        line: str | int,
        *,
        action: params.ReconciliationLinesResolveAction,
        bank_account: str | None = None,
        as_: Literal["expense"] | str | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Line:
        """Resolve one line.

        The line is identified by its id or its number in the file. A line is resolved once; repeating the same decision finishes an interrupted one. With strict approvals `settle_payment` waits for a second person, unless the payment is completed already.

        `POST /api/v1/reconciliation/runs/{run}/lines/{line}/resolve`

        Args:
            bank_account: Code or id of an account of the chart of accounts
            as_: Of a fee: the SACCO bears it, instead of the merchant's balance
            note: Required to ignore a line
        """
        return self._core.call(
            RECONCILIATION_LINES_RESOLVE,
            (run, line),
            body={
                "action": action,
                "bank_account": bank_account,
                "as": as_,
                "note": note,
            },
            timeout=timeout,
        )


class ReconciliationLinesWithResponse:
    def __init__(self, resource: ReconciliationLines) -> None:
        self.list = with_response(resource.list)
        self.resolve = with_response(resource.resolve)


class Reconciliation(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.runs = ReconciliationRuns(core)
        self.lines = ReconciliationLines(core)

    def presets(
        self,
        *,
        timeout: float | None = None,
    ) -> models.ReconciliationPresetsResult:
        """The formats of some providers' exports.

        `GET /api/v1/reconciliation/presets`
        """
        return self._core.call(
            RECONCILIATION_PRESETS,
            (),
            timeout=timeout,
        )


class ReconciliationWithResponse:
    def __init__(self, resource: Reconciliation) -> None:
        self.presets = with_response(resource.presets)
        self.runs = ReconciliationRunsWithResponse(resource.runs)
        self.lines = ReconciliationLinesWithResponse(resource.lines)


class AsyncReconciliationRuns(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.import_and_wait = _extras.async_and_wait(self.import_, self.get)

    async def import_(
        self,
        *,
        provider: str,
        currency: models.Currency,
        period_start: date | str,
        period_end: date | str,
        csv: str,
        utc_offset: str | None = None,
        source_name: str | None = None,
        preset: Literal["mpesa_org", "mtn_momo", "airtel_ug"] | str | None = None,
        columns: Mapping[str, Any] | None = None,
        kinds: Mapping[str, Any] | None = None,
        default_kind: params.ReconciliationRunsImportDefaultKind | None = None,
        amount_unit: Literal["major", "minor"] | str | None = None,
        decimal_separator: Literal[".", ","] | str | None = None,
        delimiter: Literal[",", ";", "|", "\t"] | str | None = None,
        date_format: str | None = None,
        skip_rows: int | None = None,
        status_column: str | None = None,
        ok_statuses: Sequence[str] | None = None,
        reference_after: str | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Run:
        """Import a statement.

        All or nothing: if lines cannot be read, the error names them, and nothing is stored. An import that takes longer than 30 seconds is answered 202; then poll the run until its status is `open` or `failed`.

        `POST /api/v1/reconciliation/runs`

        Args:
            provider: One of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`
            period_end: Inclusive
            csv: The text of the statement
            utc_offset: Determines which payments fall in the period; by default `+00:00`
            source_name: The name of the file
            preset: Supplies the format of the statement; fields sent with it override it
            columns: Column names in the header: `amount`, or `credit` and `debit`, and optional columns
            kinds: Values of the kind column; a `*` at the end matches all values with that prefix. Any other value is `other`
            default_kind: Kind of every line if there is no kind column; by default `payment`
            date_format: Tokens: YYYY YY MM MMM DD HH hh mm ss A
            skip_rows: Number of lines before the header
            ok_statuses: Rows with another status are skipped
            reference_after: The reference is the part after this text in its column
            dry_run: Returns the run and stores nothing
        """
        return await self._core.call(
            RECONCILIATION_RUNS_IMPORT,
            (),
            body={
                "provider": provider,
                "currency": currency,
                "period_start": period_start,
                "period_end": period_end,
                "csv": csv,
                "utc_offset": utc_offset,
                "source_name": source_name,
                "preset": preset,
                "columns": columns,
                "kinds": kinds,
                "default_kind": default_kind,
                "amount_unit": amount_unit,
                "decimal_separator": decimal_separator,
                "delimiter": delimiter,
                "date_format": date_format,
                "skip_rows": skip_rows,
                "status_column": status_column,
                "ok_statuses": ok_statuses,
                "reference_after": reference_after,
                "dry_run": dry_run,
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
        timeout: float | None = None,
    ) -> AsyncPages[models.Run]:
        """Runs, without figures that change from day to day.

        `GET /api/v1/reconciliation/runs`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            RECONCILIATION_RUNS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
            },
            timeout,
        )

    async def get(
        self,
        run: str,
        *,
        timeout: float | None = None,
    ) -> models.Run:
        """One run: its figures, and the payments that the statement does not list.

        `GET /api/v1/reconciliation/runs/{run}`
        """
        return await self._core.call(
            RECONCILIATION_RUNS_GET,
            (run,),
            timeout=timeout,
        )

    async def close(
        self,
        run: str,
        *,
        timeout: float | None = None,
    ) -> models.Run:
        """Close a run: it becomes read-only.

        `POST /api/v1/reconciliation/runs/{run}/close`
        """
        return await self._core.call(
            RECONCILIATION_RUNS_CLOSE,
            (run,),
            timeout=timeout,
        )

    async def resolve_all(
        self,
        run: str,
        *,
        action: Literal["settle_payment", "book_payout", "book_fee"] | str,
        bank_account: str | None = None,
        as_: Literal["expense"] | str | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.LineResults:
        """Resolve all lines that an action applies to.

        Also finishes interrupted decisions of the same action. A line that cannot be resolved does not stop the others: its result gives the reason.

        `POST /api/v1/reconciliation/runs/{run}/resolve-all`

        Args:
            bank_account: Code or id of an account of the chart of accounts
            as_: Of a fee: the SACCO bears it, instead of the merchant's balance
        """
        return await self._core.call(
            RECONCILIATION_RUNS_RESOLVE_ALL,
            (run,),
            body={
                "action": action,
                "bank_account": bank_account,
                "as": as_,
                "note": note,
            },
            timeout=timeout,
        )


class AsyncReconciliationRunsWithResponse:
    def __init__(self, resource: AsyncReconciliationRuns) -> None:
        self.import_ = async_with_response(resource.import_)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.close = async_with_response(resource.close)
        self.resolve_all = async_with_response(resource.resolve_all)


class AsyncReconciliationLines(AsyncResource):
    def list(
        self,
        run: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        match_status: params.ReconciliationLinesListMatchStatus | None = None,
        done: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Line]:
        """Lines of a run, in the order of the file, beside what our books have.

        `GET /api/v1/reconciliation/runs/{run}/lines`

        Args:
            after: `next_after` of the previous page
            done: `false`: what is left to do. A line is done when it is resolved, or matches what is completed already
        """
        return self._core.list(
            RECONCILIATION_LINES_LIST,
            (run,),
            {
                "limit": limit,
                "after": after,
                "match_status": match_status,
                "done": done,
            },
            timeout,
        )

    async def resolve(
        self,
        run: str,
        line: str | int,
        *,
        action: params.ReconciliationLinesResolveAction,
        bank_account: str | None = None,
        as_: Literal["expense"] | str | None = None,
        note: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Line:
        """Resolve one line.

        The line is identified by its id or its number in the file. A line is resolved once; repeating the same decision finishes an interrupted one. With strict approvals `settle_payment` waits for a second person, unless the payment is completed already.

        `POST /api/v1/reconciliation/runs/{run}/lines/{line}/resolve`

        Args:
            bank_account: Code or id of an account of the chart of accounts
            as_: Of a fee: the SACCO bears it, instead of the merchant's balance
            note: Required to ignore a line
        """
        return await self._core.call(
            RECONCILIATION_LINES_RESOLVE,
            (run, line),
            body={
                "action": action,
                "bank_account": bank_account,
                "as": as_,
                "note": note,
            },
            timeout=timeout,
        )


class AsyncReconciliationLinesWithResponse:
    def __init__(self, resource: AsyncReconciliationLines) -> None:
        self.list = async_list_with_response(resource.list)
        self.resolve = async_with_response(resource.resolve)


class AsyncReconciliation(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.runs = AsyncReconciliationRuns(core)
        self.lines = AsyncReconciliationLines(core)

    async def presets(
        self,
        *,
        timeout: float | None = None,
    ) -> models.ReconciliationPresetsResult:
        """The formats of some providers' exports.

        `GET /api/v1/reconciliation/presets`
        """
        return await self._core.call(
            RECONCILIATION_PRESETS,
            (),
            timeout=timeout,
        )


class AsyncReconciliationWithResponse:
    def __init__(self, resource: AsyncReconciliation) -> None:
        self.presets = async_with_response(resource.presets)
        self.runs = AsyncReconciliationRunsWithResponse(resource.runs)
        self.lines = AsyncReconciliationLinesWithResponse(resource.lines)
