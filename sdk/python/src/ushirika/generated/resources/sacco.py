# Written by `npm run sdk` from docs/reference/openapi.json.
"""`client.sacco`"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

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

SACCO_EMPLOYERS_REMITTANCES_LIST = ListOperation(
    "/api/v1/sacco/employers/{employer}/remittances",
    "remittances",
    models.MovementBatch,
)

SACCO_EMPLOYERS_REMITTANCES_GET = Operation(
    "GET",
    "/api/v1/sacco/employers/{employer}/remittances/{remittance}",
    models.Remittance,
)

SACCO_MEMBERS_PREFERENCES_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/preferences",
    models.MemberPreferences,
)

SACCO_MEMBERS_PREFERENCES_PUT = Operation(
    "PUT",
    "/api/v1/sacco/members/{member}/preferences",
    models.MemberPreferences,
)

SACCO_MEMBERS_DIVIDEND_ACCOUNT_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/dividend-account",
    models.DividendAccount,
)

SACCO_MEMBERS_DIVIDEND_ACCOUNT_PUT = Operation(
    "PUT",
    "/api/v1/sacco/members/{member}/dividend-account",
    models.DividendAccount,
)

SACCO_MEMBERS_TAX_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/tax",
    models.MemberTax,
)

SACCO_MEMBERS_CONTRIBUTION_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/contribution",
    models.Contribution,
)

SACCO_MEMBERS_CONTRIBUTION_PUT = Operation(
    "PUT",
    "/api/v1/sacco/members/{member}/contribution",
    models.Contribution,
)

SACCO_SETTINGS_GET = Operation(
    "GET",
    "/api/v1/sacco/settings",
    models.SaccoSettings,
)

SACCO_EXPENSES_CREATE = Operation(
    "POST",
    "/api/v1/sacco/expenses",
    models.Entry,
    idempotency="body",
)

SACCO_REPORTS_EXPENSES = Operation(
    "GET",
    "/api/v1/sacco/reports/expenses",
    models.ExpenseReport,
)

SACCO_REPORTS_CHECK_OFF = Operation(
    "GET",
    "/api/v1/sacco/reports/check-off",
    models.CheckOff,
)

SACCO_REPORTS_TRENDS = Operation(
    "GET",
    "/api/v1/sacco/reports/trends",
    models.Trends,
)

SACCO_REPORTS_RATIOS = Operation(
    "GET",
    "/api/v1/sacco/reports/ratios",
    models.Ratios,
)

SACCO_REPORTS_FEES = Operation(
    "GET",
    "/api/v1/sacco/reports/fees",
    models.SavingsFeeReport,
)

SACCO_REPORTS_AGEING = Operation(
    "GET",
    "/api/v1/sacco/reports/ageing",
    models.Ageing,
)

SACCO_REPORTS_ARREARS = Operation(
    "GET",
    "/api/v1/sacco/reports/arrears",
    models.Arrears,
)

SACCO_REPORTS_COLLECTION_SHEET = Operation(
    "GET",
    "/api/v1/sacco/reports/collection-sheet",
    models.CollectionSheet,
)

SACCO_REPORTS_PORTFOLIO = Operation(
    "GET",
    "/api/v1/sacco/reports/portfolio",
    models.PortfolioGroups,
)

SACCO_REPORTS_WITHHOLDING = Operation(
    "GET",
    "/api/v1/sacco/reports/withholding",
    models.WithholdingReport,
)

SACCO_REPORTS_CONTRIBUTIONS = Operation(
    "GET",
    "/api/v1/sacco/reports/contributions",
    models.ContributionReport,
)

SACCO_BANKINGS_CREATE = Operation(
    "POST",
    "/api/v1/sacco/bankings",
    models.Entry,
    idempotency="body",
)

SACCO_UNALLOCATED_LIST = ListOperation(
    "/api/v1/sacco/unallocated",
    "receipts",
    models.Receipt,
)

SACCO_UNALLOCATED_CREATE = Operation(
    "POST",
    "/api/v1/sacco/unallocated",
    models.Entry,
    idempotency="body",
)

SACCO_UNALLOCATED_GET = Operation(
    "GET",
    "/api/v1/sacco/unallocated/{receipt}",
    models.Receipt,
)

SACCO_UNALLOCATED_ALLOCATE = Operation(
    "POST",
    "/api/v1/sacco/unallocated/{receipt}/allocate",
    models.Entry,
    idempotency="body",
)

SACCO_UNALLOCATED_REFUND = Operation(
    "POST",
    "/api/v1/sacco/unallocated/{receipt}/refund",
    models.Receipt,
    idempotency="body",
)

SACCO_IMPORTS_LIST = ListOperation(
    "/api/v1/sacco/imports",
    "imports",
    models.CutOverImport,
)

SACCO_IMPORTS_GET = Operation(
    "GET",
    "/api/v1/sacco/imports/{import_id}",
    models.CutOverImport,
)

SACCO_MOVEMENT_BATCHES_LIST = ListOperation(
    "/api/v1/sacco/movement-batches",
    "movement_batches",
    models.MovementBatch,
)

SACCO_MOVEMENT_BATCHES_GET = Operation(
    "GET",
    "/api/v1/sacco/movement-batches/{batch}",
    models.MovementBatch,
)

SACCO_MOVEMENT_BATCHES_LINES = ListOperation(
    "/api/v1/sacco/movement-batches/{batch}/lines",
    "lines",
    models.MovementBatchLine,
)

SACCO_EMPLOYERS_CREATE = Operation(
    "POST",
    "/api/v1/sacco/employers",
    models.Employer,
)

SACCO_EMPLOYERS_LIST = ListOperation(
    "/api/v1/sacco/employers",
    "employers",
    models.Employer,
)

SACCO_EMPLOYERS_GET = Operation(
    "GET",
    "/api/v1/sacco/employers/{employer}",
    models.Employer,
)

SACCO_EMPLOYERS_UPDATE = Operation(
    "PATCH",
    "/api/v1/sacco/employers/{employer}",
    models.Employer,
)

SACCO_EMPLOYERS_ADVICE = Operation(
    "GET",
    "/api/v1/sacco/employers/{employer}/advice",
    models.Advice,
)

SACCO_MEMBERS_UPDATE = Operation(
    "PATCH",
    "/api/v1/sacco/members/{member}",
    models.Member,
    nullable=frozenset({"employer_id", "payroll_no"}),
)

SACCO_MEMBERS_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}",
    models.Member,
)

SACCO_MEMBERS_JOIN = Operation(
    "POST",
    "/api/v1/sacco/members",
    models.Member,
)

SACCO_MEMBERS_LIST = ListOperation(
    "/api/v1/sacco/members",
    "members",
    models.Member,
)

SACCO_MEMBERS_SUSPEND = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/suspend",
    models.Member,
)

SACCO_MEMBERS_REACTIVATE = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/reactivate",
    models.Member,
)

SACCO_MEMBERS_PUT_FILES = Operation(
    "PUT",
    "/api/v1/sacco/members/{member}/files",
    models.Member,
    nullable=frozenset({"photo_file_id", "signature_file_id"}),
)

SACCO_MEMBERS_STATEMENT = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/statement",
    models.Statement,
)

SACCO_MEMBERS_TIMELINE = ListOperation(
    "/api/v1/sacco/members/{member}/timeline",
    "timeline",
    models.TimelineItem,
)

SACCO_MEMBERS_WRITE_NOTE = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/notes",
    models.MemberNote,
    idempotency="body",
)

SACCO_MEMBERS_BALANCES = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/balances",
    models.BalanceHistory,
)

SACCO_MEMBERS_DEPOSIT = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/deposits",
    models.Entry,
    idempotency="body",
)

SACCO_MEMBERS_WITHDRAW = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/withdrawals",
    models.Entry,
    idempotency="body",
)

SACCO_MEMBERS_BUY_SHARES = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/shares",
    models.Entry,
    idempotency="body",
)

SACCO_MEMBERS_EXIT = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/exit",
    models.Entry,
    idempotency="body",
)

SACCO_MEMBERS_LIST_ENTRIES = ListOperation(
    "/api/v1/sacco/members/{member}/entries",
    "entries",
    models.Entry,
)

SACCO_MEMBERS_TRANSFER_SAVINGS = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/savings-transfers",
    models.Entry,
    idempotency="body",
)

SACCO_NOTIFICATION_TEMPLATES_LIST = Operation(
    "GET",
    "/api/v1/sacco/notification-templates",
    models.SaccoNotificationTemplatesListResult,
)

SACCO_NOTIFICATION_TEMPLATES_GET = Operation(
    "GET",
    "/api/v1/sacco/notification-templates/{template}/{language}",
    models.NotificationTemplate,
)

SACCO_TILLS_LIST = ListOperation(
    "/api/v1/sacco/tills",
    "tills",
    models.Till,
)

SACCO_TILLS_GET = Operation(
    "GET",
    "/api/v1/sacco/tills/{till}",
    models.Till,
)

SACCO_TILL_SESSIONS_LIST = ListOperation(
    "/api/v1/sacco/till-sessions",
    "till_sessions",
    models.TillSession,
)

SACCO_TILL_SESSIONS_GET = Operation(
    "GET",
    "/api/v1/sacco/till-sessions/{till_session}",
    models.TillSessionDetails,
)

SACCO_CASH_ADJUSTMENTS_CREATE = Operation(
    "POST",
    "/api/v1/sacco/cash-adjustments",
    models.Entry,
    idempotency="body",
)

SACCO_ENTRIES_LIST = ListOperation(
    "/api/v1/sacco/entries",
    "entries",
    models.Entry,
)

SACCO_ENTRIES_GET = Operation(
    "GET",
    "/api/v1/sacco/entries/{entry}",
    models.Entry,
)

SACCO_ENTRIES_RECEIPT = Operation(
    "GET",
    "/api/v1/sacco/entries/{entry}/receipt",
    models.EntryReceipt,
)

SACCO_ENTRIES_REVERSE = Operation(
    "POST",
    "/api/v1/sacco/entries/{entry}/reverse",
    models.Entry,
    idempotency="body",
)

SACCO_SAVINGS_PRODUCTS_LIST = ListOperation(
    "/api/v1/sacco/savings-products",
    "savings_products",
    models.SavingsProduct,
)

SACCO_SAVINGS_PRODUCTS_GET = Operation(
    "GET",
    "/api/v1/sacco/savings-products/{savings_product}",
    models.SavingsProduct,
)

SACCO_SAVINGS_ACCOUNTS_OPEN = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/savings-accounts",
    models.SavingsAccount,
    idempotency="body",
)

SACCO_SAVINGS_ACCOUNTS_LIST = ListOperation(
    "/api/v1/sacco/members/{member}/savings-accounts",
    "savings_accounts",
    models.SavingsAccount,
)

SACCO_SAVINGS_ACCOUNTS_GET = Operation(
    "GET",
    "/api/v1/sacco/members/{member}/savings-accounts/{savings_account}",
    models.SavingsAccount,
)

SACCO_SAVINGS_ACCOUNTS_CLOSE = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close",
    models.SavingsAccount,
)

SACCO_SAVINGS_ACCOUNTS_GIVE_NOTICE = Operation(
    "POST",
    "/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices",
    models.SavingsNotice,
    idempotency="body",
)

SACCO_SAVINGS_ACCOUNTS_LIST_NOTICES = ListOperation(
    "/api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices",
    "notices",
    models.SavingsNotice,
)

SACCO_LOAN_PRODUCTS_LIST = ListOperation(
    "/api/v1/sacco/loan-products",
    "loan_products",
    models.LoanProduct,
)

SACCO_LOAN_PRODUCTS_GET = Operation(
    "GET",
    "/api/v1/sacco/loan-products/{loan_product}",
    models.LoanProduct,
)

SACCO_LOANS_APPLY = Operation(
    "POST",
    "/api/v1/sacco/loans",
    models.Loan,
    idempotency="body",
    nullable=frozenset({"purpose"}),
)

SACCO_LOANS_PREVIEW = Operation(
    "POST",
    "/api/v1/sacco/loans",
    models.LoanPreview,
    nullable=frozenset({"purpose"}),
)

SACCO_LOANS_LIST = ListOperation(
    "/api/v1/sacco/loans",
    "loans",
    models.LoanSummary,
)

SACCO_LOANS_GET = Operation(
    "GET",
    "/api/v1/sacco/loans/{loan}",
    models.Loan,
)

SACCO_LOANS_GUARANTEE = Operation(
    "GET",
    "/api/v1/sacco/loans/{loan}/guarantors/{member}",
    models.Guarantee,
)

SACCO_LOANS_DECIDE_CONSENT = Operation(
    "POST",
    "/api/v1/sacco/loans/{loan}/guarantors/{member}/consent",
    models.Guarantee,
)

SACCO_LOANS_REQUEST_CONSENT = Operation(
    "POST",
    "/api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request",
    models.Guarantee,
)

SACCO_LOANS_WRITE_OFF = Operation(
    "POST",
    "/api/v1/sacco/loans/{loan}/write-off",
    models.Entry,
    idempotency="body",
)

SACCO_LOANS_REPAY = Operation(
    "POST",
    "/api/v1/sacco/loans/{loan}/repayments",
    models.Entry,
    idempotency="body",
)

SACCO_LOANS_SPLIT = Operation(
    "GET",
    "/api/v1/sacco/loans/{loan}/repayment-split",
    models.RepaymentSplit,
)

SACCO_LOANS_HISTORY = Operation(
    "GET",
    "/api/v1/sacco/loans/{loan}/history",
    models.LoanHistory,
)

SACCO_PROVISIONING_TABLE_GET = Operation(
    "GET",
    "/api/v1/sacco/provisioning-table",
    models.ProvisioningTable,
)

SACCO_PROVISIONS_CREATE = Operation(
    "POST",
    "/api/v1/sacco/provisions",
    models.Entry,
    idempotency="body",
)

SACCO_DIVIDENDS_DECLARE = Operation(
    "POST",
    "/api/v1/sacco/dividends",
    models.Dividend,
    idempotency="body",
)

SACCO_DIVIDENDS_PREVIEW = Operation(
    "POST",
    "/api/v1/sacco/dividends",
    models.DividendPreview,
)

SACCO_DIVIDENDS_LIST = ListOperation(
    "/api/v1/sacco/dividends",
    "dividends",
    models.DividendSummary,
)

SACCO_DIVIDENDS_GET = Operation(
    "GET",
    "/api/v1/sacco/dividends/{dividend}",
    models.Dividend,
)

SACCO_DIVIDENDS_LINE = Operation(
    "GET",
    "/api/v1/sacco/dividends/{dividend}/lines/{member}",
    models.MemberDividend,
)

SACCO_DIVIDENDS_RETRY = Operation(
    "POST",
    "/api/v1/sacco/dividends/{dividend}/retry",
    models.Dividend,
)

SACCO_SAVINGS_INTEREST_DECLARE = Operation(
    "POST",
    "/api/v1/sacco/savings-interest",
    models.SavingsInterest,
    idempotency="body",
)

SACCO_SAVINGS_INTEREST_LIST = ListOperation(
    "/api/v1/sacco/savings-interest",
    "savings_interest",
    models.SavingsInterestSummary,
)

SACCO_SAVINGS_INTEREST_GET = Operation(
    "GET",
    "/api/v1/sacco/savings-interest/{savings_interest}",
    models.SavingsInterest,
)

SACCO_SAVINGS_INTEREST_RETRY = Operation(
    "POST",
    "/api/v1/sacco/savings-interest/{savings_interest}/retry",
    models.SavingsInterest,
)

SACCO_TAX_REMITTANCES_CREATE = Operation(
    "POST",
    "/api/v1/sacco/tax-remittances",
    models.Entry,
    idempotency="body",
)

SACCO_HOME = Operation(
    "GET",
    "/api/v1/sacco/home",
    models.Home,
)

SACCO_TREASURY = Operation(
    "GET",
    "/api/v1/sacco/treasury",
    models.Treasury,
)

SACCO_SUMMARY = Operation(
    "GET",
    "/api/v1/sacco/summary",
    models.Summary,
)

SACCO_PORTFOLIO = Operation(
    "GET",
    "/api/v1/sacco/portfolio",
    models.Portfolio,
)

SACCO_PORTFOLIO_HISTORY = Operation(
    "GET",
    "/api/v1/sacco/portfolio/history",
    models.PortfolioHistory,
)


class SaccoEmployersRemittances(Resource):
    def list(
        self,
        employer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.MovementBatch]:
        """Remittances of an employer, newest first.

        `GET /api/v1/sacco/employers/{employer}/remittances`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_EMPLOYERS_REMITTANCES_LIST,
            (employer,),
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
        employer: str,
        remittance: str,
        *,
        timeout: float | None = None,
    ) -> models.Remittance:
        """One remittance, and whose deductions were short; its lines are those of the batch.

        `GET /api/v1/sacco/employers/{employer}/remittances/{remittance}`
        """
        return self._core.call(
            SACCO_EMPLOYERS_REMITTANCES_GET,
            (employer, remittance),
            timeout=timeout,
        )


class SaccoEmployersRemittancesWithResponse:
    def __init__(self, resource: SaccoEmployersRemittances) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoMembersPreferences(Resource):
    def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.MemberPreferences:
        """What a member wants to be told.

        `GET /api/v1/sacco/members/{member}/preferences`
        """
        return self._core.call(
            SACCO_MEMBERS_PREFERENCES_GET,
            (member,),
            timeout=timeout,
        )

    def put(
        self,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        sms: bool | None = None,
        email: bool | None = None,
        timeout: float | None = None,
    ) -> models.MemberPreferences:
        """Say what a member wants to be told; what is left out stays.

        Who opts out gets nothing more on that channel, not even what is queued: it is `suppressed`.

        `PUT /api/v1/sacco/members/{member}/preferences`
        """
        return self._core.call(
            SACCO_MEMBERS_PREFERENCES_PUT,
            (member,),
            body={
                "language": language,
                "sms": sms,
                "email": email,
            },
            timeout=timeout,
        )


class SaccoMembersPreferencesWithResponse:
    def __init__(self, resource: SaccoMembersPreferences) -> None:
        self.get = with_response(resource.get)
        self.put = with_response(resource.put)


class SaccoMembersDividendAccount(Resource):
    def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.DividendAccount:
        """The savings account that the dividends of a member are paid into.

        `GET /api/v1/sacco/members/{member}/dividend-account`
        """
        return self._core.call(
            SACCO_MEMBERS_DIVIDEND_ACCOUNT_GET,
            (member,),
            timeout=timeout,
        )

    def put(
        self,
        member: str,
        *,
        savings_account_id: str,
        timeout: float | None = None,
    ) -> models.DividendAccount:
        """Choose the savings account that the dividends of a member are paid into.

        Lines that are declared already stay as they are. A fixed account takes no dividends (422 `savings_account_fixed`).

        `PUT /api/v1/sacco/members/{member}/dividend-account`
        """
        return self._core.call(
            SACCO_MEMBERS_DIVIDEND_ACCOUNT_PUT,
            (member,),
            body={
                "savings_account_id": savings_account_id,
            },
            timeout=timeout,
        )


class SaccoMembersDividendAccountWithResponse:
    def __init__(self, resource: SaccoMembersDividendAccount) -> None:
        self.get = with_response(resource.get)
        self.put = with_response(resource.put)


class SaccoMembersTax(Resource):
    def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.MemberTax:
        """A member's tax number, and whether tax is withheld.

        `GET /api/v1/sacco/members/{member}/tax`
        """
        return self._core.call(
            SACCO_MEMBERS_TAX_GET,
            (member,),
            timeout=timeout,
        )


class SaccoMembersTaxWithResponse:
    def __init__(self, resource: SaccoMembersTax) -> None:
        self.get = with_response(resource.get)


class SaccoMembersContribution(Resource):
    def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Contribution:
        """What a member has agreed to save regularly.

        `GET /api/v1/sacco/members/{member}/contribution`
        """
        return self._core.call(
            SACCO_MEMBERS_CONTRIBUTION_GET,
            (member,),
            timeout=timeout,
        )

    def put(
        self,
        member: str,
        *,
        amount_minor: int,
        frequency: models.ContributionFrequency,
        start_date: date | str,
        timeout: float | None = None,
    ) -> models.Contribution:
        """Record what a member has agreed to save regularly.

        It replaces what was agreed before; what is expected counts from the new `start_date` on.

        `PUT /api/v1/sacco/members/{member}/contribution`

        Args:
            start_date: Of the first one; monthly ones fall due on the same day, or the last one of a shorter month
        """
        return self._core.call(
            SACCO_MEMBERS_CONTRIBUTION_PUT,
            (member,),
            body={
                "amount_minor": amount_minor,
                "frequency": frequency,
                "start_date": start_date,
            },
            timeout=timeout,
        )


class SaccoMembersContributionWithResponse:
    def __init__(self, resource: SaccoMembersContribution) -> None:
        self.get = with_response(resource.get)
        self.put = with_response(resource.put)


class SaccoSettings(Resource):
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.SaccoSettings:
        """The SACCO's settings.

        `GET /api/v1/sacco/settings`
        """
        return self._core.call(
            SACCO_SETTINGS_GET,
            (),
            timeout=timeout,
        )


class SaccoSettingsWithResponse:
    def __init__(self, resource: SaccoSettings) -> None:
        self.get = with_response(resource.get)


class SaccoExpenses(Resource):
    def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        category: str,
        till: str | None = None,
        paid_from: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Pay an expense in cash or by the bank; a checker decides.

        `POST /api/v1/sacco/expenses`

        Args:
            category: The purpose; reports total by category
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            paid_from: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `paid_from: "bank"` alone
        """
        return self._core.call(
            SACCO_EXPENSES_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "category": category,
                "till": till,
                "paid_from": paid_from,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoExpensesWithResponse:
    def __init__(self, resource: SaccoExpenses) -> None:
        self.create = with_response(resource.create)


class SaccoReports(Resource):
    def expenses(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ExpenseReport:
        """Expenses of a period by category, less those reversed in it.

        `GET /api/v1/sacco/reports/expenses`

        Args:
            from_: First local date; by default 1 January
            to: Last local date; by default today
        """
        return self._core.call(
            SACCO_REPORTS_EXPENSES,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def check_off(
        self,
        *,
        month: str,
        employer_id: str | None = None,
        timeout: float | None = None,
    ) -> models.CheckOff:
        """What employers were to remit for a month, what they did, and what is short; also as CSV.

        `GET /api/v1/sacco/reports/check-off`

        Args:
            employer_id: Left out: all employers
        """
        return self._core.call(
            SACCO_REPORTS_CHECK_OFF,
            (),
            query={
                "month": month,
                "employer_id": employer_id,
            },
            timeout=timeout,
        )

    def trends(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Trends:
        """Savings, collections, cash and payments by provider over time.

        Of each of the last twelve months, and of each of the last thirty days, up to today.

        `GET /api/v1/sacco/reports/trends`
        """
        return self._core.call(
            SACCO_REPORTS_TRENDS,
            (),
            timeout=timeout,
        )

    def ratios(
        self,
        *,
        as_of: date | str | None = None,
        timeout: float | None = None,
    ) -> models.Ratios:
        """Ratios of capital, liquidity and the loan book at the end of a local day; also as CSV.

        Those of the loan book (`P1`, `P2`, `A1`) are known for today alone. What the books cannot tell is null, with the reason in `missing`.

        `GET /api/v1/sacco/reports/ratios`

        Args:
            as_of: By default today
        """
        return self._core.call(
            SACCO_REPORTS_RATIOS,
            (),
            query={
                "as_of": as_of,
            },
            timeout=timeout,
        )

    def fees(
        self,
        *,
        month: str,
        timeout: float | None = None,
    ) -> models.SavingsFeeReport:
        """The monthly fees of a month: charged, and skipped where the account could not pay; also as CSV.

        `GET /api/v1/sacco/reports/fees`

        Args:
            month: As 2027-01
        """
        return self._core.call(
            SACCO_REPORTS_FEES,
            (),
            query={
                "month": month,
            },
            timeout=timeout,
        )

    def ageing(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Ageing:
        """Open loans by days past due, and the required provision, as of now.

        A loan's days past due determine its class; the class includes its whole outstanding principal. CSV has one line per class.

        `GET /api/v1/sacco/reports/ageing`
        """
        return self._core.call(
            SACCO_REPORTS_AGEING,
            (),
            timeout=timeout,
        )

    def arrears(
        self,
        *,
        min_days: int | None = None,
        product_id: str | None = None,
        officer_user_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Arrears:
        """Loans in arrears, the longest overdue first.

        Overdue is the unpaid part of installments that were due before today.

        `GET /api/v1/sacco/reports/arrears`

        Args:
            min_days: Only loans with at least this many days past due
            officer_user_id: Only loans of this officer
        """
        return self._core.call(
            SACCO_REPORTS_ARREARS,
            (),
            query={
                "min_days": min_days,
                "product_id": product_id,
                "officer_user_id": officer_user_id,
            },
            timeout=timeout,
        )

    def collection_sheet(
        self,
        *,
        date: date | str | None = None,
        officer_user_id: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> models.CollectionSheet:
        """Amounts to collect on a day, loan by loan.

        For a future day: the amounts to collect if nothing is paid until then. By member number: all loans, or with `limit` page by page.

        `GET /api/v1/sacco/reports/collection-sheet`

        Args:
            date: By default today; at most 366 days ahead
            officer_user_id: Only loans of this officer
            limit: All by default
            after: `next_after` of the previous page
        """
        return self._core.call(
            SACCO_REPORTS_COLLECTION_SHEET,
            (),
            query={
                "date": date,
                "officer_user_id": officer_user_id,
                "limit": limit,
                "after": after,
            },
            timeout=timeout,
        )

    def portfolio(
        self,
        *,
        group_by: Literal["product", "officer", "class"] | str,
        timeout: float | None = None,
    ) -> models.PortfolioGroups:
        """Open loans by product, by officer, or by class.

        `GET /api/v1/sacco/reports/portfolio`
        """
        return self._core.call(
            SACCO_REPORTS_PORTFOLIO,
            (),
            query={
                "group_by": group_by,
            },
            timeout=timeout,
        )

    def withholding(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.WithholdingReport:
        """Interest and dividends paid in a period, and the tax withheld, by member.

        `GET /api/v1/sacco/reports/withholding`

        Args:
            from_: First local date; by default 1 January
            to: Last local date; by default today
        """
        return self._core.call(
            SACCO_REPORTS_WITHHOLDING,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    def contributions(
        self,
        *,
        date: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ContributionReport:
        """What members were to save by a day, and what they have.

        Expected are the contributions that fell due from `start_date` to the day, contributed the deposits since then less those reversed.

        `GET /api/v1/sacco/reports/contributions`

        Args:
            date: By default today; that day counts
        """
        return self._core.call(
            SACCO_REPORTS_CONTRIBUTIONS,
            (),
            query={
                "date": date,
            },
            timeout=timeout,
        )


class SaccoReportsWithResponse:
    def __init__(self, resource: SaccoReports) -> None:
        self.expenses = with_response(resource.expenses)
        self.check_off = with_response(resource.check_off)
        self.trends = with_response(resource.trends)
        self.ratios = with_response(resource.ratios)
        self.fees = with_response(resource.fees)
        self.ageing = with_response(resource.ageing)
        self.arrears = with_response(resource.arrears)
        self.collection_sheet = with_response(resource.collection_sheet)
        self.portfolio = with_response(resource.portfolio)
        self.withholding = with_response(resource.withholding)
        self.contributions = with_response(resource.contributions)


class SaccoBankings(Resource):
    def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        direction: params.SaccoBankingsCreateDirection,
        account: str,
        reference: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Move money between a bank account and the tills, or the providers' clearing; a checker decides.

        `POST /api/v1/sacco/bankings`

        Args:
            account: Code or id of a bank account
            reference: Of the bank's slip
        """
        return self._core.call(
            SACCO_BANKINGS_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "direction": direction,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoBankingsWithResponse:
    def __init__(self, resource: SaccoBankings) -> None:
        self.create = with_response(resource.create)


class SaccoUnallocated(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoUnallocatedListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.Receipt]:
        """Money that came without a prompt and belongs to nobody yet, newest first.

        `GET /api/v1/sacco/unallocated`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            status: Left out: all of which some is unallocated
        """
        return self._core.list(
            SACCO_UNALLOCATED_LIST,
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

    def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        account: str,
        reference: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Book money that came into a bank account and that nobody can identify.

        Its receipt, which the entry names by `receipt_id`, is allocated like any other. It goes back to its sender by the reversal of the entry, which a checker decides.

        `POST /api/v1/sacco/unallocated`

        Args:
            memo: What is known of it, such as the name of the sender
            account: Code or id of a bank account
            reference: The bank's
        """
        return self._core.call(
            SACCO_UNALLOCATED_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(
        self,
        receipt: str,
        *,
        timeout: float | None = None,
    ) -> models.Receipt:
        """One receipt, also of money that has found its member.

        `GET /api/v1/sacco/unallocated/{receipt}`
        """
        return self._core.call(
            SACCO_UNALLOCATED_GET,
            (receipt,),
            timeout=timeout,
        )

    def allocate(
        self,
        receipt: str,
        *,
        member_id: str,
        purpose: Literal["savings", "shares", "loan_repayment"] | str,
        memo: str,
        loan_id: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Say whose the money is, and what for; a checker decides.

        All that is unallocated of the receipt. What is above the payoff of a loan goes into savings.

        `POST /api/v1/sacco/unallocated/{receipt}/allocate`

        Args:
            loan_id: Required to repay a loan
            savings_account_id: With the purpose savings: which account; by default the default one
        """
        return self._core.call(
            SACCO_UNALLOCATED_ALLOCATE,
            (receipt,),
            body={
                "member_id": member_id,
                "purpose": purpose,
                "memo": memo,
                "loan_id": loan_id,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def refund(
        self,
        receipt: str,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Receipt:
        """Send the money back to who sent it; a second person decides, and then a payout sends it.

        All that is unallocated of the receipt. A payout that fails leaves it unallocated, and it can be tried again. An API key needs the scope `payouts` besides.

        `POST /api/v1/sacco/unallocated/{receipt}/refund`
        """
        return self._core.call(
            SACCO_UNALLOCATED_REFUND,
            (receipt,),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoUnallocatedWithResponse:
    def __init__(self, resource: SaccoUnallocated) -> None:
        self.list = with_response(resource.list)
        self.create = with_response(resource.create)
        self.get = with_response(resource.get)
        self.allocate = with_response(resource.allocate)
        self.refund = with_response(resource.refund)


class SaccoImports(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.CutOverImport]:
        """Imports, newest first; without dry runs.

        `GET /api/v1/sacco/imports`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_IMPORTS_LIST,
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
        import_id: str,
        *,
        timeout: float | None = None,
    ) -> models.CutOverImport:
        """One import with its first 100 errors, also a dry run of the last 7 days.

        `GET /api/v1/sacco/imports/{import_id}`
        """
        return self._core.call(
            SACCO_IMPORTS_GET,
            (import_id,),
            timeout=timeout,
        )


class SaccoImportsWithResponse:
    def __init__(self, resource: SaccoImports) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoMovementBatches(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoMovementBatchesListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.MovementBatch]:
        """Batches, newest first; also remittances of employers.

        `GET /api/v1/sacco/movement-batches`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_MOVEMENT_BATCHES_LIST,
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
        batch: str,
        *,
        timeout: float | None = None,
    ) -> models.MovementBatch:
        """One batch, without its lines.

        `GET /api/v1/sacco/movement-batches/{batch}`
        """
        return self._core.call(
            SACCO_MOVEMENT_BATCHES_GET,
            (batch,),
            timeout=timeout,
        )

    def lines(
        self,
        batch: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["pending", "posted", "failed"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.MovementBatchLine]:
        """Lines of a batch in the order of its file, each with its entry or its error.

        Those of a remittance that waits are as they would be booked: they are split again whenever another one of its month is approved.

        `GET /api/v1/sacco/movement-batches/{batch}/lines`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_MOVEMENT_BATCHES_LINES,
            (batch,),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )


class SaccoMovementBatchesWithResponse:
    def __init__(self, resource: SaccoMovementBatches) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.lines = with_response(resource.lines)


class SaccoEmployers(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.remittances = SaccoEmployersRemittances(core)

    def create(
        self,
        *,
        name: str,
        code: str,
        pay_day: int,
        timeout: float | None = None,
    ) -> models.Employer:
        """Define an employer that deducts from wages.

        `POST /api/v1/sacco/employers`

        Args:
            pay_day: Of the month; the last day of a shorter month
        """
        return self._core.call(
            SACCO_EMPLOYERS_CREATE,
            (),
            body={
                "name": name,
                "code": code,
                "pay_day": pay_day,
            },
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
    ) -> Page[models.Employer]:
        """Employers, newest first.

        `GET /api/v1/sacco/employers`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_EMPLOYERS_LIST,
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
        employer: str,
        *,
        timeout: float | None = None,
    ) -> models.Employer:
        """One employer.

        `GET /api/v1/sacco/employers/{employer}`
        """
        return self._core.call(
            SACCO_EMPLOYERS_GET,
            (employer,),
            timeout=timeout,
        )

    def update(
        self,
        employer: str,
        *,
        name: str | None = None,
        code: str | None = None,
        pay_day: int | None = None,
        timeout: float | None = None,
    ) -> models.Employer:
        """Change name, code or pay day of an employer.

        `PATCH /api/v1/sacco/employers/{employer}`

        Args:
            pay_day: Of the month; the last day of a shorter month
        """
        return self._core.call(
            SACCO_EMPLOYERS_UPDATE,
            (employer,),
            body={
                "name": name,
                "code": code,
                "pay_day": pay_day,
            },
            timeout=timeout,
        )

    def advice(
        self,
        employer: str,
        *,
        month: str,
        timeout: float | None = None,
    ) -> models.Advice:
        """What an employer is to deduct for a month, member by member; also as CSV.

        Contributions that fall due in the month, and what is unpaid of installments that do, or are overdue. Once a remittance of the month has come in, the advice of then stays.

        `GET /api/v1/sacco/employers/{employer}/advice`
        """
        return self._core.call(
            SACCO_EMPLOYERS_ADVICE,
            (employer,),
            query={
                "month": month,
            },
            timeout=timeout,
        )


class SaccoEmployersWithResponse:
    def __init__(self, resource: SaccoEmployers) -> None:
        self.create = with_response(resource.create)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.update = with_response(resource.update)
        self.advice = with_response(resource.advice)
        self.remittances = SaccoEmployersRemittancesWithResponse(resource.remittances)


class SaccoMembers(_extras.SaccoMembers):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.preferences = SaccoMembersPreferences(core)
        self.dividend_account = SaccoMembersDividendAccount(core)
        self.tax = SaccoMembersTax(core)
        self.contribution = SaccoMembersContribution(core)

    def update(
        self,
        member: str,
        *,
        employer_id: str | None | NotGiven = NOT_GIVEN,
        payroll_no: str | None | NotGiven = NOT_GIVEN,
        contribution: str | None = None,
        contribution_minor: int | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Say who employs a member, under which payroll number, and what is deducted each month.

        The contribution is a monthly one from the current month on; other frequencies are set as the contribution of the member.

        `PATCH /api/v1/sacco/members/{member}`

        Args:
            employer_id: Null: nobody any more
        """
        return self._core.call(
            SACCO_MEMBERS_UPDATE,
            (member,),
            body={
                "employer_id": employer_id,
                "payroll_no": payroll_no,
                "contribution": contribution,
                "contribution_minor": contribution_minor,
            },
            timeout=timeout,
        )

    def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """One member.

        `GET /api/v1/sacco/members/{member}`
        """
        return self._core.call(
            SACCO_MEMBERS_GET,
            (member,),
            timeout=timeout,
        )

    def join(
        self,
        *,
        customer_id: str,
        pay_entrance_fee: bool | None = None,
        member_no: str | None = None,
        till: str | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Register a customer as a member.

        `POST /api/v1/sacco/members`

        Args:
            pay_entrance_fee: Books the entrance fee as paid in cash
            member_no: By default the next number
            till: The till at which an API key takes the fee, where the cooperative has tills
        """
        return self._core.call(
            SACCO_MEMBERS_JOIN,
            (),
            body={
                "customer_id": customer_id,
                "pay_entrance_fee": pay_entrance_fee,
                "member_no": member_no,
                "till": till,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: params.SaccoMembersListSort | None = None,
        totals: bool | None = None,
        status: Literal["active", "suspended", "exiting", "exited"] | str | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Member]:
        """Members; `q` searches number, name and phone.

        `GET /api/v1/sacco/members`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_MEMBERS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "q": q,
            },
            timeout,
        )

    def suspend(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """Suspend a member: nothing is paid out any more.

        `POST /api/v1/sacco/members/{member}/suspend`
        """
        return self._core.call(
            SACCO_MEMBERS_SUSPEND,
            (member,),
            timeout=timeout,
        )

    def reactivate(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """Reactivate a suspended member.

        `POST /api/v1/sacco/members/{member}/reactivate`
        """
        return self._core.call(
            SACCO_MEMBERS_REACTIVATE,
            (member,),
            timeout=timeout,
        )

    def put_files(
        self,
        member: str,
        *,
        photo_file_id: str | None | NotGiven = NOT_GIVEN,
        signature_file_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Member:
        """A member's photo and signature, uploaded before.

        What it replaces or removes is deleted. What is left out stays.

        `PUT /api/v1/sacco/members/{member}/files`

        Args:
            photo_file_id: Null: none
            signature_file_id: Null: none
        """
        return self._core.call(
            SACCO_MEMBERS_PUT_FILES,
            (member,),
            body={
                "photo_file_id": photo_file_id,
                "signature_file_id": signature_file_id,
            },
            timeout=timeout,
        )

    def statement(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        limit: int | None = None,
        after: str | None = None,
        savings_account_id: str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Statement:
        """A member's statement; as CSV or PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has the whole period, until today at the latest, and at most 5000 movements.

        `GET /api/v1/sacco/members/{member}/statement`

        Args:
            limit: 1000 by default; all as CSV, up to 10000
            savings_account_id: One savings account alone
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_MEMBERS_STATEMENT,
            (member,),
            query={
                "from": from_,
                "to": to,
                "limit": limit,
                "after": after,
                "savings_account_id": savings_account_id,
                "language": language,
            },
            timeout=timeout,
        )

    def timeline(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        kind: models.TimelineKind | None = None,
        timeout: float | None = None,
    ) -> Page[models.TimelineItem]:
        """Everything that happened with a member, newest first.

        Movements, loans, guarantees, documents, messages, notes, and events of the customer; `kind` chooses one of these. A thing is listed once, at the moment when it was stored, with the status that it has today.

        `GET /api/v1/sacco/members/{member}/timeline`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_MEMBERS_TIMELINE,
            (member,),
            {
                "limit": limit,
                "after": after,
                "kind": kind,
            },
            timeout,
        )

    def write_note(
        self,
        member: str,
        *,
        text: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.MemberNote:
        """Write a note about a member.

        It stays in the timeline of the member, and cannot be changed. Without `idempotency_key` a repeat is another note.

        `POST /api/v1/sacco/members/{member}/notes`
        """
        return self._core.call(
            SACCO_MEMBERS_WRITE_NOTE,
            (member,),
            body={
                "text": text,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def balances(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.BalanceHistory:
        """What a member held at the ends of the last twelve months, account by account.

        `GET /api/v1/sacco/members/{member}/balances`
        """
        return self._core.call(
            SACCO_MEMBERS_BALANCES,
            (member,),
            timeout=timeout,
        )

    def deposit(
        self,
        member: str,
        *,
        amount_minor: int,
        memo: str | None = None,
        till: str | None = None,
        from_: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Deposit cash, or money that came into the bank, into savings.

        `POST /api/v1/sacco/members/{member}/deposits`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            from_: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_MEMBERS_DEPOSIT,
            (member,),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "from": from_,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def withdraw(
        self,
        member: str,
        *,
        amount_minor: int,
        till: str | None = None,
        to: Literal["cash", "bank", "mobile"] | str | None = None,
        memo: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Withdraw savings in cash, to the member's phone or by the bank; above the day's threshold, and by the bank, a checker decides.

        With `to: "mobile"` the money is held and the entry `paying` until the provider has paid it out: then it is posted, or has failed with `failure_code` and the savings are back.

        `POST /api/v1/sacco/members/{member}/withdrawals`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            to: By default cash
            memo: What the movement is about, such as a slip's number
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `to: "bank"` alone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
            phone: The member's own, which it is by default; with `to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_MEMBERS_WITHDRAW,
            (member,),
            body={
                "amount_minor": amount_minor,
                "till": till,
                "to": to,
                "memo": memo,
                "account": account,
                "reference": reference,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def buy_shares(
        self,
        member: str,
        *,
        amount_minor: int,
        from_: Literal["cash", "savings", "bank"] | str,
        memo: str | None = None,
        till: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Buy shares from cash, from savings, or from money that came into the bank.

        `POST /api/v1/sacco/members/{member}/shares`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_MEMBERS_BUY_SHARES,
            (member,),
            body={
                "amount_minor": amount_minor,
                "from": from_,
                "memo": memo,
                "till": till,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def exit(
        self,
        member: str,
        *,
        memo: str,
        till: str | None = None,
        to: Literal["cash", "bank", "mobile"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Request the exit of a member; a checker decides.

        `POST /api/v1/sacco/members/{member}/exit`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            to: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `to: "bank"` alone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
            phone: The member's own, which it is by default; with `to: "mobile"` alone
        """
        return self._core.call(
            SACCO_MEMBERS_EXIT,
            (member,),
            body={
                "memo": memo,
                "till": till,
                "to": to,
                "account": account,
                "reference": reference,
                "provider": provider,
                "phone": phone,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_entries(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: models.EntryStatus | None = None,
        kind: models.EntryKind | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        requested_by: Literal["me"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Entry]:
        """A member's movements.

        Includes write-offs of other members' loans for which a guarantee of this member was called.

        `GET /api/v1/sacco/members/{member}/entries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            from_: First local date of requests
            to: Last local date of requests
            requested_by: Only requests of the caller
        """
        return self._core.list(
            SACCO_MEMBERS_LIST_ENTRIES,
            (member,),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "kind": kind,
                "from": from_,
                "to": to,
                "requested_by": requested_by,
            },
            timeout,
        )

    def transfer_savings(
        self,
        member: str,
        *,
        amount_minor: int,
        from_savings_account_id: str,
        to_savings_account_id: str,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Move money between two savings accounts of a member.

        From a fixed account all that it holds is moved, which loses the interest of its term: a checker decides.

        `POST /api/v1/sacco/members/{member}/savings-transfers`

        Args:
            memo: What the movement is about, such as a slip's number
        """
        return self._core.call(
            SACCO_MEMBERS_TRANSFER_SAVINGS,
            (member,),
            body={
                "amount_minor": amount_minor,
                "from_savings_account_id": from_savings_account_id,
                "to_savings_account_id": to_savings_account_id,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoMembersWithResponse:
    def __init__(self, resource: SaccoMembers) -> None:
        self.update = with_response(resource.update)
        self.get = with_response(resource.get)
        self.join = with_response(resource.join)
        self.list = with_response(resource.list)
        self.suspend = with_response(resource.suspend)
        self.reactivate = with_response(resource.reactivate)
        self.put_files = with_response(resource.put_files)
        self.statement = with_response(resource.statement)
        self.timeline = with_response(resource.timeline)
        self.write_note = with_response(resource.write_note)
        self.balances = with_response(resource.balances)
        self.deposit = with_response(resource.deposit)
        self.withdraw = with_response(resource.withdraw)
        self.buy_shares = with_response(resource.buy_shares)
        self.exit = with_response(resource.exit)
        self.list_entries = with_response(resource.list_entries)
        self.transfer_savings = with_response(resource.transfer_savings)
        self.statement_csv = with_response(resource.statement_csv)
        self.statement_pdf = with_response(resource.statement_pdf)
        self.preferences = SaccoMembersPreferencesWithResponse(resource.preferences)
        self.dividend_account = SaccoMembersDividendAccountWithResponse(resource.dividend_account)
        self.tax = SaccoMembersTaxWithResponse(resource.tax)
        self.contribution = SaccoMembersContributionWithResponse(resource.contribution)


class SaccoNotificationTemplates(Resource):
    def list(
        self,
        *,
        template: params.SaccoNotificationTemplatesListTemplate | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.SaccoNotificationTemplatesListResult:
        """What messages say, in every language, with a preview.

        `GET /api/v1/sacco/notification-templates`
        """
        return self._core.call(
            SACCO_NOTIFICATION_TEMPLATES_LIST,
            (),
            query={
                "template": template,
                "language": language,
            },
            timeout=timeout,
        )

    def get(
        self,
        template: str,
        language: str,
        *,
        timeout: float | None = None,
    ) -> models.NotificationTemplate:
        """What messages of one kind say in one language.

        `GET /api/v1/sacco/notification-templates/{template}/{language}`
        """
        return self._core.call(
            SACCO_NOTIFICATION_TEMPLATES_GET,
            (template, language),
            timeout=timeout,
        )


class SaccoNotificationTemplatesWithResponse:
    def __init__(self, resource: SaccoNotificationTemplates) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoTills(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        active: bool | None = None,
        timeout: float | None = None,
    ) -> Page[models.Till]:
        """Tills, with what each holds and its session.

        `GET /api/v1/sacco/tills`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_TILLS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "active": active,
            },
            timeout,
        )

    def get(
        self,
        till: str,
        *,
        timeout: float | None = None,
    ) -> models.Till:
        """One till.

        `GET /api/v1/sacco/tills/{till}`
        """
        return self._core.call(
            SACCO_TILLS_GET,
            (till,),
            timeout=timeout,
        )


class SaccoTillsWithResponse:
    def __init__(self, resource: SaccoTills) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoTillSessions(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        till: str | None = None,
        status: models.TillSessionStatus | None = None,
        teller: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.TillSession]:
        """Sessions at tills, newest first.

        `GET /api/v1/sacco/till-sessions`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            teller: A user, or `me`
        """
        return self._core.list(
            SACCO_TILL_SESSIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "till": till,
                "status": status,
                "teller": teller,
            },
            timeout,
        )

    def get(
        self,
        till_session: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.TillSessionDetails:
        """One session with its movements and counts; as CSV or PDF its day sheet.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has at most 5000 movements.

        `GET /api/v1/sacco/till-sessions/{till_session}`

        Args:
            after: `next_after` of the previous page
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_TILL_SESSIONS_GET,
            (till_session,),
            query={
                "limit": limit,
                "after": after,
                "language": language,
            },
            timeout=timeout,
        )


class SaccoTillSessionsWithResponse:
    def __init__(self, resource: SaccoTillSessions) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoCashAdjustments(Resource):
    def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        direction: Literal["in", "out"] | str,
        till: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Book the difference between counted cash and the ledger; a checker decides.

        `POST /api/v1/sacco/cash-adjustments`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
        """
        return self._core.call(
            SACCO_CASH_ADJUSTMENTS_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "direction": direction,
                "till": till,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoCashAdjustmentsWithResponse:
    def __init__(self, resource: SaccoCashAdjustments) -> None:
        self.create = with_response(resource.create)


class SaccoEntries(_extras.SaccoEntries):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: models.EntryStatus | None = None,
        kind: models.EntryKind | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        requested_by: Literal["me"] | str | None = None,
        short_no: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.Entry]:
        """All movements.

        `GET /api/v1/sacco/entries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            from_: First local date of requests
            to: Last local date of requests
            requested_by: Only requests of the caller
            short_no: The number that the receipt prints: the last six characters of the id. Case does not matter, `O` is read as `0`, `I` and `L` as `1`
        """
        return self._core.list(
            SACCO_ENTRIES_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "kind": kind,
                "from": from_,
                "to": to,
                "requested_by": requested_by,
                "short_no": short_no,
            },
            timeout,
        )

    def get(
        self,
        entry: str,
        *,
        timeout: float | None = None,
    ) -> models.Entry:
        """One movement.

        `GET /api/v1/sacco/entries/{entry}`
        """
        return self._core.call(
            SACCO_ENTRIES_GET,
            (entry,),
            timeout=timeout,
        )

    def receipt(
        self,
        entry: str,
        *,
        size: Literal["80mm", "a5"] | str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.EntryReceipt:
        """The receipt of a posted movement; as PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.

        `GET /api/v1/sacco/entries/{entry}/receipt`

        Args:
            size: Of the PDF: a roll, which is the default, or a page
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_ENTRIES_RECEIPT,
            (entry,),
            query={
                "size": size,
                "language": language,
            },
            timeout=timeout,
        )

    def reverse(
        self,
        entry: str,
        *,
        memo: str,
        till: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Reverse a movement that was posted by mistake; a checker decides.

        `POST /api/v1/sacco/entries/{entry}/reverse`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
        """
        return self._core.call(
            SACCO_ENTRIES_REVERSE,
            (entry,),
            body={
                "memo": memo,
                "till": till,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoEntriesWithResponse:
    def __init__(self, resource: SaccoEntries) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.receipt = with_response(resource.receipt)
        self.reverse = with_response(resource.reverse)
        self.receipt_pdf = with_response(resource.receipt_pdf)


class SaccoSavingsProducts(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["active", "retired"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.SavingsProduct]:
        """Savings products.

        `GET /api/v1/sacco/savings-products`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_PRODUCTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )

    def get(
        self,
        savings_product: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsProduct:
        """Read a savings product.

        `GET /api/v1/sacco/savings-products/{savings_product}`
        """
        return self._core.call(
            SACCO_SAVINGS_PRODUCTS_GET,
            (savings_product,),
            timeout=timeout,
        )


class SaccoSavingsProductsWithResponse:
    def __init__(self, resource: SaccoSavingsProducts) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoSavingsAccounts(Resource):
    def open(
        self,
        member: str,
        *,
        product_id: str,
        amount_minor: int | None = None,
        memo: str | None = None,
        till: str | None = None,
        from_: Literal["cash", "savings", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """Open a savings account; a fixed one is opened with its deposit.

        `POST /api/v1/sacco/members/{member}/savings-accounts`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            from_: Of the deposit of a fixed account
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
        """
        return self._core.call(
            SACCO_SAVINGS_ACCOUNTS_OPEN,
            (member,),
            body={
                "product_id": product_id,
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "from": from_,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.SavingsAccount]:
        """A member's savings accounts, the default one first; also those that are closed.

        `GET /api/v1/sacco/members/{member}/savings-accounts`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_ACCOUNTS_LIST,
            (member,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    def get(
        self,
        member: str,
        savings_account: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """One savings account of a member.

        `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}`
        """
        return self._core.call(
            SACCO_SAVINGS_ACCOUNTS_GET,
            (member, savings_account),
            timeout=timeout,
        )

    def close(
        self,
        member: str,
        savings_account: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """Close an empty savings account: it takes no more money.

        `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close`
        """
        return self._core.call(
            SACCO_SAVINGS_ACCOUNTS_CLOSE,
            (member, savings_account),
            timeout=timeout,
        )

    def give_notice(
        self,
        member: str,
        savings_account: str,
        *,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsNotice:
        """Give notice of taking money out: it can be withdrawn once the notice is ripe.

        `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`
        """
        return self._core.call(
            SACCO_SAVINGS_ACCOUNTS_GIVE_NOTICE,
            (member, savings_account),
            body={
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_notices(
        self,
        member: str,
        savings_account: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.SavingsNotice]:
        """The notices of a savings account.

        `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_ACCOUNTS_LIST_NOTICES,
            (member, savings_account),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )


class SaccoSavingsAccountsWithResponse:
    def __init__(self, resource: SaccoSavingsAccounts) -> None:
        self.open = with_response(resource.open)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.close = with_response(resource.close)
        self.give_notice = with_response(resource.give_notice)
        self.list_notices = with_response(resource.list_notices)


class SaccoLoanProducts(Resource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["active", "retired"] | str | None = None,
        timeout: float | None = None,
    ) -> Page[models.LoanProduct]:
        """Loan products.

        `GET /api/v1/sacco/loan-products`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_LOAN_PRODUCTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )

    def get(
        self,
        loan_product: str,
        *,
        timeout: float | None = None,
    ) -> models.LoanProduct:
        """One loan product.

        `GET /api/v1/sacco/loan-products/{loan_product}`
        """
        return self._core.call(
            SACCO_LOAN_PRODUCTS_GET,
            (loan_product,),
            timeout=timeout,
        )


class SaccoLoanProductsWithResponse:
    def __init__(self, resource: SaccoLoanProducts) -> None:
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)


class SaccoLoans(_extras.SaccoLoans):
    def apply(
        self,
        *,
        amount_minor: int,
        member_id: str,
        product_id: str,
        term: int,
        purpose: str | None | NotGiven = NOT_GIVEN,
        officer_user_id: str | None = None,
        disburse_to: Literal["savings", "mobile"] | str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        guarantors: Sequence[params.SaccoLoansApplyGuarantors] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Loan:
        """Apply for a loan; a checker decides.

        `POST /api/v1/sacco/loans`

        Args:
            officer_user_id: The staff member responsible for the loan; by default the user who applies
            disburse_to: By default into the member's savings; or to the member's phone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `disburse_to: "mobile"` alone
            phone: The member's own, which it is by default; with `disburse_to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_LOANS_APPLY,
            (),
            body={
                "amount_minor": amount_minor,
                "member_id": member_id,
                "product_id": product_id,
                "term": term,
                "purpose": purpose,
                "officer_user_id": officer_user_id,
                "disburse_to": disburse_to,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
                "guarantors": guarantors,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def preview(
        self,
        *,
        amount_minor: int,
        member_id: str,
        product_id: str,
        term: int,
        purpose: str | None | NotGiven = NOT_GIVEN,
        officer_user_id: str | None = None,
        disburse_to: Literal["savings", "mobile"] | str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        guarantors: Sequence[params.SaccoLoansPreviewGuarantors] | None = None,
        timeout: float | None = None,
    ) -> models.LoanPreview:
        """What it would come to: apply for a loan; a checker decides.

        Nothing is stored.

        `POST /api/v1/sacco/loans`

        Args:
            officer_user_id: The staff member responsible for the loan; by default the user who applies
            disburse_to: By default into the member's savings; or to the member's phone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `disburse_to: "mobile"` alone
            phone: The member's own, which it is by default; with `disburse_to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_LOANS_PREVIEW,
            (),
            body={
                "amount_minor": amount_minor,
                "member_id": member_id,
                "product_id": product_id,
                "term": term,
                "purpose": purpose,
                "officer_user_id": officer_user_id,
                "disburse_to": disburse_to,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
                "guarantors": guarantors,
                "dry_run": True,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: params.SaccoLoansListSort | None = None,
        totals: bool | None = None,
        status: params.SaccoLoansListStatus | None = None,
        member_id: str | None = None,
        guarantor_id: str | None = None,
        timeout: float | None = None,
    ) -> Page[models.LoanSummary]:
        """Loans and applications, without their schedules.

        `GET /api/v1/sacco/loans`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            guarantor_id: Only loans that this member guarantees, or has guaranteed
        """
        return self._core.list(
            SACCO_LOANS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "member_id": member_id,
                "guarantor_id": guarantor_id,
            },
            timeout,
        )

    def get(
        self,
        loan: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Loan:
        """One loan: its schedule, today's debt, its guarantors; as PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a loan that was disbursed has a schedule to print (409 `not_posted`).

        `GET /api/v1/sacco/loans/{loan}`

        Args:
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_LOANS_GET,
            (loan,),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    def guarantee(
        self,
        loan: str,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """What one member answers for; as PDF the form that the guarantor signs.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.

        `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`

        Args:
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_LOANS_GUARANTEE,
            (loan, member),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    def decide_consent(
        self,
        loan: str,
        member: str,
        *,
        decision: Literal["consent", "decline"] | str,
        method: Literal["code", "in_person"] | str | None = None,
        code: str | None = None,
        memo: str | None = None,
        file_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """A guarantor's decision, by the code that was sent or in person.

        Until the loan is approved, consent can be withdrawn by `decline`. In person it is recorded by a signed-in person other than whoever applied. Five wrong codes end the request.

        `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent`

        Args:
            code: The six digits that were sent to the guarantor; not in person
            memo: Required in person: how the guarantor decided
            file_id: In person: the signed form, uploaded before
        """
        return self._core.call(
            SACCO_LOANS_DECIDE_CONSENT,
            (loan, member),
            body={
                "decision": decision,
                "method": method,
                "code": code,
                "memo": memo,
                "file_id": file_id,
            },
            timeout=timeout,
        )

    def request_consent(
        self,
        loan: str,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """Ask a guarantor anew; the earlier link and code lead nowhere any more.

        `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request`
        """
        return self._core.call(
            SACCO_LOANS_REQUEST_CONSENT,
            (loan, member),
            timeout=timeout,
        )

    def write_off(
        self,
        loan: str,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Write off the debt; a checker decides.

        The debt at the time of approval is collected from the guarantors in order, and the rest is a loss.

        `POST /api/v1/sacco/loans/{loan}/write-off`
        """
        return self._core.call(
            SACCO_LOANS_WRITE_OFF,
            (loan,),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def repay(
        self,
        loan: str,
        *,
        amount_minor: int,
        from_: Literal["cash", "savings", "bank"] | str,
        memo: str | None = None,
        till: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Repay from cash, savings, or money that came into the bank, at most the payoff.

        The oldest installment is paid first: its penalty, then interest, then principal. The answer is 503 while another movement of the loan is being booked: the repayment is booked right after it, and repeating the request then returns its entry.

        `POST /api/v1/sacco/loans/{loan}/repayments`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return self._core.call(
            SACCO_LOANS_REPAY,
            (loan,),
            body={
                "amount_minor": amount_minor,
                "from": from_,
                "memo": memo,
                "till": till,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def split(
        self,
        loan: str,
        *,
        amount_minor: int,
        timeout: float | None = None,
    ) -> models.RepaymentSplit:
        """What a repayment of some amount would pay today: penalty, interest and principal.

        `GET /api/v1/sacco/loans/{loan}/repayment-split`
        """
        return self._core.call(
            SACCO_LOANS_SPLIT,
            (loan,),
            query={
                "amount_minor": amount_minor,
            },
            timeout=timeout,
        )

    def history(
        self,
        loan: str,
        *,
        timeout: float | None = None,
    ) -> models.LoanHistory:
        """What was paid of each installment and when, and when the loan was late.

        `GET /api/v1/sacco/loans/{loan}/history`
        """
        return self._core.call(
            SACCO_LOANS_HISTORY,
            (loan,),
            timeout=timeout,
        )


class SaccoLoansWithResponse:
    def __init__(self, resource: SaccoLoans) -> None:
        self.apply = with_response(resource.apply)
        self.preview = with_response(resource.preview)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.guarantee = with_response(resource.guarantee)
        self.decide_consent = with_response(resource.decide_consent)
        self.request_consent = with_response(resource.request_consent)
        self.write_off = with_response(resource.write_off)
        self.repay = with_response(resource.repay)
        self.split = with_response(resource.split)
        self.history = with_response(resource.history)
        self.get_pdf = with_response(resource.get_pdf)
        self.guarantee_pdf = with_response(resource.guarantee_pdf)


class SaccoProvisioningTable(Resource):
    def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.ProvisioningTable:
        """The provisioning classes of loans and their rates.

        `GET /api/v1/sacco/provisioning-table`
        """
        return self._core.call(
            SACCO_PROVISIONING_TABLE_GET,
            (),
            timeout=timeout,
        )


class SaccoProvisioningTableWithResponse:
    def __init__(self, resource: SaccoProvisioningTable) -> None:
        self.get = with_response(resource.get)


class SaccoProvisions(Resource):
    def create(
        self,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Adjust the allowance for loan losses to what the loan book requires; a checker decides.

        The required provision less the current allowance is computed on approval: `direction` is `in` for an increase, `out` for a release.

        `POST /api/v1/sacco/provisions`
        """
        return self._core.call(
            SACCO_PROVISIONS_CREATE,
            (),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoProvisionsWithResponse:
    def __init__(self, resource: SaccoProvisions) -> None:
        self.create = with_response(resource.create)


class SaccoDividends(_extras.SaccoDividends):
    def declare(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        share_rate_bps: int,
        interest_rebate_bps: int,
        paid_from: Literal["interest_income", "fee_income"] | str,
        withholding_tax_bps: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Dividend:
        """Declare a dividend, with a line for every member; a checker decides.

        `POST /api/v1/sacco/dividends`

        Args:
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return self._core.call(
            SACCO_DIVIDENDS_DECLARE,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "share_rate_bps": share_rate_bps,
                "interest_rebate_bps": interest_rebate_bps,
                "paid_from": paid_from,
                "withholding_tax_bps": withholding_tax_bps,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def preview(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        share_rate_bps: int,
        interest_rebate_bps: int,
        paid_from: Literal["interest_income", "fee_income"] | str,
        withholding_tax_bps: int | None = None,
        timeout: float | None = None,
    ) -> models.DividendPreview:
        """What it would come to: declare a dividend, with a line for every member; a checker decides.

        Nothing is stored.

        `POST /api/v1/sacco/dividends`

        Args:
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return self._core.call(
            SACCO_DIVIDENDS_PREVIEW,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "share_rate_bps": share_rate_bps,
                "interest_rebate_bps": interest_rebate_bps,
                "paid_from": paid_from,
                "withholding_tax_bps": withholding_tax_bps,
                "dry_run": True,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoDividendsListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.DividendSummary]:
        """Dividends, without their lines.

        `GET /api/v1/sacco/dividends`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_DIVIDENDS_LIST,
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
        dividend: str,
        *,
        timeout: float | None = None,
    ) -> models.Dividend:
        """One dividend with every line.

        `GET /api/v1/sacco/dividends/{dividend}`
        """
        return self._core.call(
            SACCO_DIVIDENDS_GET,
            (dividend,),
            timeout=timeout,
        )

    def line(
        self,
        dividend: str,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.MemberDividend:
        """One member's line of a dividend; as PDF the advice of what was paid.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a line that is paid has an advice (409 `not_posted`).

        `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`

        Args:
            language: Of the PDF; by default `en`
        """
        return self._core.call(
            SACCO_DIVIDENDS_LINE,
            (dividend, member),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    def retry(
        self,
        dividend: str,
        *,
        timeout: float | None = None,
    ) -> models.Dividend:
        """Retry only the failed lines.

        `POST /api/v1/sacco/dividends/{dividend}/retry`
        """
        return self._core.call(
            SACCO_DIVIDENDS_RETRY,
            (dividend,),
            timeout=timeout,
        )


class SaccoDividendsWithResponse:
    def __init__(self, resource: SaccoDividends) -> None:
        self.declare = with_response(resource.declare)
        self.preview = with_response(resource.preview)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.line = with_response(resource.line)
        self.retry = with_response(resource.retry)
        self.line_pdf = with_response(resource.line_pdf)


class SaccoSavingsInterest(Resource):
    def declare(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        rate_bps: int,
        basis: params.SaccoSavingsInterestDeclareBasis,
        counting: Literal["closing", "opening"] | str | None = None,
        credit_to: Literal["same_account", "default_account"] | str | None = None,
        product_id: str | None = None,
        withholding_tax_bps: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Declare interest on deposits, with a line for every savings account of a product; a checker decides.

        `POST /api/v1/sacco/savings-interest`

        Args:
            period_end: A day that is over; the period has at most 366 days
            rate_bps: A year, in hundredths of a percent
            basis: `daily_balance`: the balance at the end of each day; `minimum_monthly_balance`: the lowest of each whole month; `monthly`: one balance of each whole month
            counting: With `basis: "monthly"` alone: which balance of each month counts
            credit_to: Into the account that earned it, or the one that every member has
            product_id: By default the product of the account that every member has
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return self._core.call(
            SACCO_SAVINGS_INTEREST_DECLARE,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "rate_bps": rate_bps,
                "basis": basis,
                "counting": counting,
                "credit_to": credit_to,
                "product_id": product_id,
                "withholding_tax_bps": withholding_tax_bps,
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
        status: params.SaccoSavingsInterestListStatus | None = None,
        timeout: float | None = None,
    ) -> Page[models.SavingsInterestSummary]:
        """Interest on deposits, without its lines.

        `GET /api/v1/sacco/savings-interest`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_SAVINGS_INTEREST_LIST,
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
        savings_interest: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Interest of one period with every line.

        `GET /api/v1/sacco/savings-interest/{savings_interest}`
        """
        return self._core.call(
            SACCO_SAVINGS_INTEREST_GET,
            (savings_interest,),
            timeout=timeout,
        )

    def retry(
        self,
        savings_interest: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Retry only the failed lines of interest.

        `POST /api/v1/sacco/savings-interest/{savings_interest}/retry`
        """
        return self._core.call(
            SACCO_SAVINGS_INTEREST_RETRY,
            (savings_interest,),
            timeout=timeout,
        )


class SaccoSavingsInterestWithResponse:
    def __init__(self, resource: SaccoSavingsInterest) -> None:
        self.declare = with_response(resource.declare)
        self.list = with_response(resource.list)
        self.get = with_response(resource.get)
        self.retry = with_response(resource.retry)


class SaccoTaxRemittances(Resource):
    def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        till: str | None = None,
        paid_from: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Pay withheld tax to the authority, in cash or by the bank; a checker decides.

        `POST /api/v1/sacco/tax-remittances`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            paid_from: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `paid_from: "bank"` alone
        """
        return self._core.call(
            SACCO_TAX_REMITTANCES_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "paid_from": paid_from,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class SaccoTaxRemittancesWithResponse:
    def __init__(self, resource: SaccoTaxRemittances) -> None:
        self.create = with_response(resource.create)


class Sacco(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.settings = SaccoSettings(core)
        self.expenses = SaccoExpenses(core)
        self.reports = SaccoReports(core)
        self.bankings = SaccoBankings(core)
        self.unallocated = SaccoUnallocated(core)
        self.imports = SaccoImports(core)
        self.movement_batches = SaccoMovementBatches(core)
        self.employers = SaccoEmployers(core)
        self.members = SaccoMembers(core)
        self.notification_templates = SaccoNotificationTemplates(core)
        self.tills = SaccoTills(core)
        self.till_sessions = SaccoTillSessions(core)
        self.cash_adjustments = SaccoCashAdjustments(core)
        self.entries = SaccoEntries(core)
        self.savings_products = SaccoSavingsProducts(core)
        self.savings_accounts = SaccoSavingsAccounts(core)
        self.loan_products = SaccoLoanProducts(core)
        self.loans = SaccoLoans(core)
        self.provisioning_table = SaccoProvisioningTable(core)
        self.provisions = SaccoProvisions(core)
        self.dividends = SaccoDividends(core)
        self.savings_interest = SaccoSavingsInterest(core)
        self.tax_remittances = SaccoTaxRemittances(core)

    def home(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Home:
        """What somebody's first page shows, by role.

        A signed-in person's own day at the counter and loans, what waits for approval, and for owners, admins, checkers and API keys the figures of the cooperative: a year by month, the largest arrears, collections by week, and the state of the books.

        `GET /api/v1/sacco/home`
        """
        return self._core.call(
            SACCO_HOME,
            (),
            timeout=timeout,
        )

    def treasury(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Treasury:
        """Cash on hand and income.

        `GET /api/v1/sacco/treasury`
        """
        return self._core.call(
            SACCO_TREASURY,
            (),
            timeout=timeout,
        )

    def summary(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Summary:
        """Members by status, balances by account kind, the loan portfolio, and whether debits equal credits.

        `GET /api/v1/sacco/summary`
        """
        return self._core.call(
            SACCO_SUMMARY,
            (),
            timeout=timeout,
        )

    def portfolio(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Portfolio:
        """Outstanding loans, and how much of them is at risk.

        `GET /api/v1/sacco/portfolio`
        """
        return self._core.call(
            SACCO_PORTFOLIO,
            (),
            timeout=timeout,
        )

    def portfolio_history(
        self,
        *,
        from_: str,
        to: str,
        timeout: float | None = None,
    ) -> models.PortfolioHistory:
        """The portfolio at the end of each month, oldest first.

        Months end with their last local day. The current month shows the portfolio of now; future months are omitted.

        `GET /api/v1/sacco/portfolio/history`

        Args:
            from_: First month
            to: Last month; at most 60 months in total
        """
        return self._core.call(
            SACCO_PORTFOLIO_HISTORY,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class SaccoWithResponse:
    def __init__(self, resource: Sacco) -> None:
        self.home = with_response(resource.home)
        self.treasury = with_response(resource.treasury)
        self.summary = with_response(resource.summary)
        self.portfolio = with_response(resource.portfolio)
        self.portfolio_history = with_response(resource.portfolio_history)
        self.settings = SaccoSettingsWithResponse(resource.settings)
        self.expenses = SaccoExpensesWithResponse(resource.expenses)
        self.reports = SaccoReportsWithResponse(resource.reports)
        self.bankings = SaccoBankingsWithResponse(resource.bankings)
        self.unallocated = SaccoUnallocatedWithResponse(resource.unallocated)
        self.imports = SaccoImportsWithResponse(resource.imports)
        self.movement_batches = SaccoMovementBatchesWithResponse(resource.movement_batches)
        self.employers = SaccoEmployersWithResponse(resource.employers)
        self.members = SaccoMembersWithResponse(resource.members)
        self.notification_templates = SaccoNotificationTemplatesWithResponse(
            resource.notification_templates,
        )
        self.tills = SaccoTillsWithResponse(resource.tills)
        self.till_sessions = SaccoTillSessionsWithResponse(resource.till_sessions)
        self.cash_adjustments = SaccoCashAdjustmentsWithResponse(resource.cash_adjustments)
        self.entries = SaccoEntriesWithResponse(resource.entries)
        self.savings_products = SaccoSavingsProductsWithResponse(resource.savings_products)
        self.savings_accounts = SaccoSavingsAccountsWithResponse(resource.savings_accounts)
        self.loan_products = SaccoLoanProductsWithResponse(resource.loan_products)
        self.loans = SaccoLoansWithResponse(resource.loans)
        self.provisioning_table = SaccoProvisioningTableWithResponse(resource.provisioning_table)
        self.provisions = SaccoProvisionsWithResponse(resource.provisions)
        self.dividends = SaccoDividendsWithResponse(resource.dividends)
        self.savings_interest = SaccoSavingsInterestWithResponse(resource.savings_interest)
        self.tax_remittances = SaccoTaxRemittancesWithResponse(resource.tax_remittances)


class AsyncSaccoEmployersRemittances(AsyncResource):
    def list(
        self,
        employer: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.MovementBatch]:
        """Remittances of an employer, newest first.

        `GET /api/v1/sacco/employers/{employer}/remittances`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_EMPLOYERS_REMITTANCES_LIST,
            (employer,),
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
        employer: str,
        remittance: str,
        *,
        timeout: float | None = None,
    ) -> models.Remittance:
        """One remittance, and whose deductions were short; its lines are those of the batch.

        `GET /api/v1/sacco/employers/{employer}/remittances/{remittance}`
        """
        return await self._core.call(
            SACCO_EMPLOYERS_REMITTANCES_GET,
            (employer, remittance),
            timeout=timeout,
        )


class AsyncSaccoEmployersRemittancesWithResponse:
    def __init__(self, resource: AsyncSaccoEmployersRemittances) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoMembersPreferences(AsyncResource):
    async def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.MemberPreferences:
        """What a member wants to be told.

        `GET /api/v1/sacco/members/{member}/preferences`
        """
        return await self._core.call(
            SACCO_MEMBERS_PREFERENCES_GET,
            (member,),
            timeout=timeout,
        )

    async def put(
        self,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        sms: bool | None = None,
        email: bool | None = None,
        timeout: float | None = None,
    ) -> models.MemberPreferences:
        """Say what a member wants to be told; what is left out stays.

        Who opts out gets nothing more on that channel, not even what is queued: it is `suppressed`.

        `PUT /api/v1/sacco/members/{member}/preferences`
        """
        return await self._core.call(
            SACCO_MEMBERS_PREFERENCES_PUT,
            (member,),
            body={
                "language": language,
                "sms": sms,
                "email": email,
            },
            timeout=timeout,
        )


class AsyncSaccoMembersPreferencesWithResponse:
    def __init__(self, resource: AsyncSaccoMembersPreferences) -> None:
        self.get = async_with_response(resource.get)
        self.put = async_with_response(resource.put)


class AsyncSaccoMembersDividendAccount(AsyncResource):
    async def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.DividendAccount:
        """The savings account that the dividends of a member are paid into.

        `GET /api/v1/sacco/members/{member}/dividend-account`
        """
        return await self._core.call(
            SACCO_MEMBERS_DIVIDEND_ACCOUNT_GET,
            (member,),
            timeout=timeout,
        )

    async def put(
        self,
        member: str,
        *,
        savings_account_id: str,
        timeout: float | None = None,
    ) -> models.DividendAccount:
        """Choose the savings account that the dividends of a member are paid into.

        Lines that are declared already stay as they are. A fixed account takes no dividends (422 `savings_account_fixed`).

        `PUT /api/v1/sacco/members/{member}/dividend-account`
        """
        return await self._core.call(
            SACCO_MEMBERS_DIVIDEND_ACCOUNT_PUT,
            (member,),
            body={
                "savings_account_id": savings_account_id,
            },
            timeout=timeout,
        )


class AsyncSaccoMembersDividendAccountWithResponse:
    def __init__(self, resource: AsyncSaccoMembersDividendAccount) -> None:
        self.get = async_with_response(resource.get)
        self.put = async_with_response(resource.put)


class AsyncSaccoMembersTax(AsyncResource):
    async def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.MemberTax:
        """A member's tax number, and whether tax is withheld.

        `GET /api/v1/sacco/members/{member}/tax`
        """
        return await self._core.call(
            SACCO_MEMBERS_TAX_GET,
            (member,),
            timeout=timeout,
        )


class AsyncSaccoMembersTaxWithResponse:
    def __init__(self, resource: AsyncSaccoMembersTax) -> None:
        self.get = async_with_response(resource.get)


class AsyncSaccoMembersContribution(AsyncResource):
    async def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Contribution:
        """What a member has agreed to save regularly.

        `GET /api/v1/sacco/members/{member}/contribution`
        """
        return await self._core.call(
            SACCO_MEMBERS_CONTRIBUTION_GET,
            (member,),
            timeout=timeout,
        )

    async def put(
        self,
        member: str,
        *,
        amount_minor: int,
        frequency: models.ContributionFrequency,
        start_date: date | str,
        timeout: float | None = None,
    ) -> models.Contribution:
        """Record what a member has agreed to save regularly.

        It replaces what was agreed before; what is expected counts from the new `start_date` on.

        `PUT /api/v1/sacco/members/{member}/contribution`

        Args:
            start_date: Of the first one; monthly ones fall due on the same day, or the last one of a shorter month
        """
        return await self._core.call(
            SACCO_MEMBERS_CONTRIBUTION_PUT,
            (member,),
            body={
                "amount_minor": amount_minor,
                "frequency": frequency,
                "start_date": start_date,
            },
            timeout=timeout,
        )


class AsyncSaccoMembersContributionWithResponse:
    def __init__(self, resource: AsyncSaccoMembersContribution) -> None:
        self.get = async_with_response(resource.get)
        self.put = async_with_response(resource.put)


class AsyncSaccoSettings(AsyncResource):
    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.SaccoSettings:
        """The SACCO's settings.

        `GET /api/v1/sacco/settings`
        """
        return await self._core.call(
            SACCO_SETTINGS_GET,
            (),
            timeout=timeout,
        )


class AsyncSaccoSettingsWithResponse:
    def __init__(self, resource: AsyncSaccoSettings) -> None:
        self.get = async_with_response(resource.get)


class AsyncSaccoExpenses(AsyncResource):
    async def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        category: str,
        till: str | None = None,
        paid_from: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Pay an expense in cash or by the bank; a checker decides.

        `POST /api/v1/sacco/expenses`

        Args:
            category: The purpose; reports total by category
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            paid_from: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `paid_from: "bank"` alone
        """
        return await self._core.call(
            SACCO_EXPENSES_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "category": category,
                "till": till,
                "paid_from": paid_from,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoExpensesWithResponse:
    def __init__(self, resource: AsyncSaccoExpenses) -> None:
        self.create = async_with_response(resource.create)


class AsyncSaccoReports(AsyncResource):
    async def expenses(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ExpenseReport:
        """Expenses of a period by category, less those reversed in it.

        `GET /api/v1/sacco/reports/expenses`

        Args:
            from_: First local date; by default 1 January
            to: Last local date; by default today
        """
        return await self._core.call(
            SACCO_REPORTS_EXPENSES,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    async def check_off(
        self,
        *,
        month: str,
        employer_id: str | None = None,
        timeout: float | None = None,
    ) -> models.CheckOff:
        """What employers were to remit for a month, what they did, and what is short; also as CSV.

        `GET /api/v1/sacco/reports/check-off`

        Args:
            employer_id: Left out: all employers
        """
        return await self._core.call(
            SACCO_REPORTS_CHECK_OFF,
            (),
            query={
                "month": month,
                "employer_id": employer_id,
            },
            timeout=timeout,
        )

    async def trends(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Trends:
        """Savings, collections, cash and payments by provider over time.

        Of each of the last twelve months, and of each of the last thirty days, up to today.

        `GET /api/v1/sacco/reports/trends`
        """
        return await self._core.call(
            SACCO_REPORTS_TRENDS,
            (),
            timeout=timeout,
        )

    async def ratios(
        self,
        *,
        as_of: date | str | None = None,
        timeout: float | None = None,
    ) -> models.Ratios:
        """Ratios of capital, liquidity and the loan book at the end of a local day; also as CSV.

        Those of the loan book (`P1`, `P2`, `A1`) are known for today alone. What the books cannot tell is null, with the reason in `missing`.

        `GET /api/v1/sacco/reports/ratios`

        Args:
            as_of: By default today
        """
        return await self._core.call(
            SACCO_REPORTS_RATIOS,
            (),
            query={
                "as_of": as_of,
            },
            timeout=timeout,
        )

    async def fees(
        self,
        *,
        month: str,
        timeout: float | None = None,
    ) -> models.SavingsFeeReport:
        """The monthly fees of a month: charged, and skipped where the account could not pay; also as CSV.

        `GET /api/v1/sacco/reports/fees`

        Args:
            month: As 2027-01
        """
        return await self._core.call(
            SACCO_REPORTS_FEES,
            (),
            query={
                "month": month,
            },
            timeout=timeout,
        )

    async def ageing(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Ageing:
        """Open loans by days past due, and the required provision, as of now.

        A loan's days past due determine its class; the class includes its whole outstanding principal. CSV has one line per class.

        `GET /api/v1/sacco/reports/ageing`
        """
        return await self._core.call(
            SACCO_REPORTS_AGEING,
            (),
            timeout=timeout,
        )

    async def arrears(
        self,
        *,
        min_days: int | None = None,
        product_id: str | None = None,
        officer_user_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Arrears:
        """Loans in arrears, the longest overdue first.

        Overdue is the unpaid part of installments that were due before today.

        `GET /api/v1/sacco/reports/arrears`

        Args:
            min_days: Only loans with at least this many days past due
            officer_user_id: Only loans of this officer
        """
        return await self._core.call(
            SACCO_REPORTS_ARREARS,
            (),
            query={
                "min_days": min_days,
                "product_id": product_id,
                "officer_user_id": officer_user_id,
            },
            timeout=timeout,
        )

    async def collection_sheet(
        self,
        *,
        date: date | str | None = None,
        officer_user_id: str | None = None,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> models.CollectionSheet:
        """Amounts to collect on a day, loan by loan.

        For a future day: the amounts to collect if nothing is paid until then. By member number: all loans, or with `limit` page by page.

        `GET /api/v1/sacco/reports/collection-sheet`

        Args:
            date: By default today; at most 366 days ahead
            officer_user_id: Only loans of this officer
            limit: All by default
            after: `next_after` of the previous page
        """
        return await self._core.call(
            SACCO_REPORTS_COLLECTION_SHEET,
            (),
            query={
                "date": date,
                "officer_user_id": officer_user_id,
                "limit": limit,
                "after": after,
            },
            timeout=timeout,
        )

    async def portfolio(
        self,
        *,
        group_by: Literal["product", "officer", "class"] | str,
        timeout: float | None = None,
    ) -> models.PortfolioGroups:
        """Open loans by product, by officer, or by class.

        `GET /api/v1/sacco/reports/portfolio`
        """
        return await self._core.call(
            SACCO_REPORTS_PORTFOLIO,
            (),
            query={
                "group_by": group_by,
            },
            timeout=timeout,
        )

    async def withholding(
        self,
        *,
        from_: date | str | None = None,
        to: date | str | None = None,
        timeout: float | None = None,
    ) -> models.WithholdingReport:
        """Interest and dividends paid in a period, and the tax withheld, by member.

        `GET /api/v1/sacco/reports/withholding`

        Args:
            from_: First local date; by default 1 January
            to: Last local date; by default today
        """
        return await self._core.call(
            SACCO_REPORTS_WITHHOLDING,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )

    async def contributions(
        self,
        *,
        date: date | str | None = None,
        timeout: float | None = None,
    ) -> models.ContributionReport:
        """What members were to save by a day, and what they have.

        Expected are the contributions that fell due from `start_date` to the day, contributed the deposits since then less those reversed.

        `GET /api/v1/sacco/reports/contributions`

        Args:
            date: By default today; that day counts
        """
        return await self._core.call(
            SACCO_REPORTS_CONTRIBUTIONS,
            (),
            query={
                "date": date,
            },
            timeout=timeout,
        )


class AsyncSaccoReportsWithResponse:
    def __init__(self, resource: AsyncSaccoReports) -> None:
        self.expenses = async_with_response(resource.expenses)
        self.check_off = async_with_response(resource.check_off)
        self.trends = async_with_response(resource.trends)
        self.ratios = async_with_response(resource.ratios)
        self.fees = async_with_response(resource.fees)
        self.ageing = async_with_response(resource.ageing)
        self.arrears = async_with_response(resource.arrears)
        self.collection_sheet = async_with_response(resource.collection_sheet)
        self.portfolio = async_with_response(resource.portfolio)
        self.withholding = async_with_response(resource.withholding)
        self.contributions = async_with_response(resource.contributions)


class AsyncSaccoBankings(AsyncResource):
    async def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        direction: params.SaccoBankingsCreateDirection,
        account: str,
        reference: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Move money between a bank account and the tills, or the providers' clearing; a checker decides.

        `POST /api/v1/sacco/bankings`

        Args:
            account: Code or id of a bank account
            reference: Of the bank's slip
        """
        return await self._core.call(
            SACCO_BANKINGS_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "direction": direction,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoBankingsWithResponse:
    def __init__(self, resource: AsyncSaccoBankings) -> None:
        self.create = async_with_response(resource.create)


class AsyncSaccoUnallocated(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoUnallocatedListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Receipt]:
        """Money that came without a prompt and belongs to nobody yet, newest first.

        `GET /api/v1/sacco/unallocated`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            status: Left out: all of which some is unallocated
        """
        return self._core.list(
            SACCO_UNALLOCATED_LIST,
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

    async def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        account: str,
        reference: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Book money that came into a bank account and that nobody can identify.

        Its receipt, which the entry names by `receipt_id`, is allocated like any other. It goes back to its sender by the reversal of the entry, which a checker decides.

        `POST /api/v1/sacco/unallocated`

        Args:
            memo: What is known of it, such as the name of the sender
            account: Code or id of a bank account
            reference: The bank's
        """
        return await self._core.call(
            SACCO_UNALLOCATED_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def get(
        self,
        receipt: str,
        *,
        timeout: float | None = None,
    ) -> models.Receipt:
        """One receipt, also of money that has found its member.

        `GET /api/v1/sacco/unallocated/{receipt}`
        """
        return await self._core.call(
            SACCO_UNALLOCATED_GET,
            (receipt,),
            timeout=timeout,
        )

    async def allocate(
        self,
        receipt: str,
        *,
        member_id: str,
        purpose: Literal["savings", "shares", "loan_repayment"] | str,
        memo: str,
        loan_id: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Say whose the money is, and what for; a checker decides.

        All that is unallocated of the receipt. What is above the payoff of a loan goes into savings.

        `POST /api/v1/sacco/unallocated/{receipt}/allocate`

        Args:
            loan_id: Required to repay a loan
            savings_account_id: With the purpose savings: which account; by default the default one
        """
        return await self._core.call(
            SACCO_UNALLOCATED_ALLOCATE,
            (receipt,),
            body={
                "member_id": member_id,
                "purpose": purpose,
                "memo": memo,
                "loan_id": loan_id,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def refund(
        self,
        receipt: str,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Receipt:
        """Send the money back to who sent it; a second person decides, and then a payout sends it.

        All that is unallocated of the receipt. A payout that fails leaves it unallocated, and it can be tried again. An API key needs the scope `payouts` besides.

        `POST /api/v1/sacco/unallocated/{receipt}/refund`
        """
        return await self._core.call(
            SACCO_UNALLOCATED_REFUND,
            (receipt,),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoUnallocatedWithResponse:
    def __init__(self, resource: AsyncSaccoUnallocated) -> None:
        self.list = async_list_with_response(resource.list)
        self.create = async_with_response(resource.create)
        self.get = async_with_response(resource.get)
        self.allocate = async_with_response(resource.allocate)
        self.refund = async_with_response(resource.refund)


class AsyncSaccoImports(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.CutOverImport]:
        """Imports, newest first; without dry runs.

        `GET /api/v1/sacco/imports`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_IMPORTS_LIST,
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
        import_id: str,
        *,
        timeout: float | None = None,
    ) -> models.CutOverImport:
        """One import with its first 100 errors, also a dry run of the last 7 days.

        `GET /api/v1/sacco/imports/{import_id}`
        """
        return await self._core.call(
            SACCO_IMPORTS_GET,
            (import_id,),
            timeout=timeout,
        )


class AsyncSaccoImportsWithResponse:
    def __init__(self, resource: AsyncSaccoImports) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoMovementBatches(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoMovementBatchesListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.MovementBatch]:
        """Batches, newest first; also remittances of employers.

        `GET /api/v1/sacco/movement-batches`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_MOVEMENT_BATCHES_LIST,
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
        batch: str,
        *,
        timeout: float | None = None,
    ) -> models.MovementBatch:
        """One batch, without its lines.

        `GET /api/v1/sacco/movement-batches/{batch}`
        """
        return await self._core.call(
            SACCO_MOVEMENT_BATCHES_GET,
            (batch,),
            timeout=timeout,
        )

    def lines(
        self,
        batch: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["pending", "posted", "failed"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.MovementBatchLine]:
        """Lines of a batch in the order of its file, each with its entry or its error.

        Those of a remittance that waits are as they would be booked: they are split again whenever another one of its month is approved.

        `GET /api/v1/sacco/movement-batches/{batch}/lines`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_MOVEMENT_BATCHES_LINES,
            (batch,),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )


class AsyncSaccoMovementBatchesWithResponse:
    def __init__(self, resource: AsyncSaccoMovementBatches) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.lines = async_list_with_response(resource.lines)


class AsyncSaccoEmployers(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.remittances = AsyncSaccoEmployersRemittances(core)

    async def create(
        self,
        *,
        name: str,
        code: str,
        pay_day: int,
        timeout: float | None = None,
    ) -> models.Employer:
        """Define an employer that deducts from wages.

        `POST /api/v1/sacco/employers`

        Args:
            pay_day: Of the month; the last day of a shorter month
        """
        return await self._core.call(
            SACCO_EMPLOYERS_CREATE,
            (),
            body={
                "name": name,
                "code": code,
                "pay_day": pay_day,
            },
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
    ) -> AsyncPages[models.Employer]:
        """Employers, newest first.

        `GET /api/v1/sacco/employers`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_EMPLOYERS_LIST,
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
        employer: str,
        *,
        timeout: float | None = None,
    ) -> models.Employer:
        """One employer.

        `GET /api/v1/sacco/employers/{employer}`
        """
        return await self._core.call(
            SACCO_EMPLOYERS_GET,
            (employer,),
            timeout=timeout,
        )

    async def update(
        self,
        employer: str,
        *,
        name: str | None = None,
        code: str | None = None,
        pay_day: int | None = None,
        timeout: float | None = None,
    ) -> models.Employer:
        """Change name, code or pay day of an employer.

        `PATCH /api/v1/sacco/employers/{employer}`

        Args:
            pay_day: Of the month; the last day of a shorter month
        """
        return await self._core.call(
            SACCO_EMPLOYERS_UPDATE,
            (employer,),
            body={
                "name": name,
                "code": code,
                "pay_day": pay_day,
            },
            timeout=timeout,
        )

    async def advice(
        self,
        employer: str,
        *,
        month: str,
        timeout: float | None = None,
    ) -> models.Advice:
        """What an employer is to deduct for a month, member by member; also as CSV.

        Contributions that fall due in the month, and what is unpaid of installments that do, or are overdue. Once a remittance of the month has come in, the advice of then stays.

        `GET /api/v1/sacco/employers/{employer}/advice`
        """
        return await self._core.call(
            SACCO_EMPLOYERS_ADVICE,
            (employer,),
            query={
                "month": month,
            },
            timeout=timeout,
        )


class AsyncSaccoEmployersWithResponse:
    def __init__(self, resource: AsyncSaccoEmployers) -> None:
        self.create = async_with_response(resource.create)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.update = async_with_response(resource.update)
        self.advice = async_with_response(resource.advice)
        self.remittances = AsyncSaccoEmployersRemittancesWithResponse(resource.remittances)


class AsyncSaccoMembers(_extras.AsyncSaccoMembers):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.preferences = AsyncSaccoMembersPreferences(core)
        self.dividend_account = AsyncSaccoMembersDividendAccount(core)
        self.tax = AsyncSaccoMembersTax(core)
        self.contribution = AsyncSaccoMembersContribution(core)

    async def update(
        self,
        member: str,
        *,
        employer_id: str | None | NotGiven = NOT_GIVEN,
        payroll_no: str | None | NotGiven = NOT_GIVEN,
        contribution: str | None = None,
        contribution_minor: int | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Say who employs a member, under which payroll number, and what is deducted each month.

        The contribution is a monthly one from the current month on; other frequencies are set as the contribution of the member.

        `PATCH /api/v1/sacco/members/{member}`

        Args:
            employer_id: Null: nobody any more
        """
        return await self._core.call(
            SACCO_MEMBERS_UPDATE,
            (member,),
            body={
                "employer_id": employer_id,
                "payroll_no": payroll_no,
                "contribution": contribution,
                "contribution_minor": contribution_minor,
            },
            timeout=timeout,
        )

    async def get(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """One member.

        `GET /api/v1/sacco/members/{member}`
        """
        return await self._core.call(
            SACCO_MEMBERS_GET,
            (member,),
            timeout=timeout,
        )

    async def join(
        self,
        *,
        customer_id: str,
        pay_entrance_fee: bool | None = None,
        member_no: str | None = None,
        till: str | None = None,
        timeout: float | None = None,
    ) -> models.Member:
        """Register a customer as a member.

        `POST /api/v1/sacco/members`

        Args:
            pay_entrance_fee: Books the entrance fee as paid in cash
            member_no: By default the next number
            till: The till at which an API key takes the fee, where the cooperative has tills
        """
        return await self._core.call(
            SACCO_MEMBERS_JOIN,
            (),
            body={
                "customer_id": customer_id,
                "pay_entrance_fee": pay_entrance_fee,
                "member_no": member_no,
                "till": till,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: params.SaccoMembersListSort | None = None,
        totals: bool | None = None,
        status: Literal["active", "suspended", "exiting", "exited"] | str | None = None,
        q: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Member]:
        """Members; `q` searches number, name and phone.

        `GET /api/v1/sacco/members`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_MEMBERS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "q": q,
            },
            timeout,
        )

    async def suspend(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """Suspend a member: nothing is paid out any more.

        `POST /api/v1/sacco/members/{member}/suspend`
        """
        return await self._core.call(
            SACCO_MEMBERS_SUSPEND,
            (member,),
            timeout=timeout,
        )

    async def reactivate(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Member:
        """Reactivate a suspended member.

        `POST /api/v1/sacco/members/{member}/reactivate`
        """
        return await self._core.call(
            SACCO_MEMBERS_REACTIVATE,
            (member,),
            timeout=timeout,
        )

    async def put_files(
        self,
        member: str,
        *,
        photo_file_id: str | None | NotGiven = NOT_GIVEN,
        signature_file_id: str | None | NotGiven = NOT_GIVEN,
        timeout: float | None = None,
    ) -> models.Member:
        """A member's photo and signature, uploaded before.

        What it replaces or removes is deleted. What is left out stays.

        `PUT /api/v1/sacco/members/{member}/files`

        Args:
            photo_file_id: Null: none
            signature_file_id: Null: none
        """
        return await self._core.call(
            SACCO_MEMBERS_PUT_FILES,
            (member,),
            body={
                "photo_file_id": photo_file_id,
                "signature_file_id": signature_file_id,
            },
            timeout=timeout,
        )

    async def statement(
        self,
        member: str,
        *,
        from_: date | str,
        to: date | str,
        limit: int | None = None,
        after: str | None = None,
        savings_account_id: str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Statement:
        """A member's statement; as CSV or PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has the whole period, until today at the latest, and at most 5000 movements.

        `GET /api/v1/sacco/members/{member}/statement`

        Args:
            limit: 1000 by default; all as CSV, up to 10000
            savings_account_id: One savings account alone
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_MEMBERS_STATEMENT,
            (member,),
            query={
                "from": from_,
                "to": to,
                "limit": limit,
                "after": after,
                "savings_account_id": savings_account_id,
                "language": language,
            },
            timeout=timeout,
        )

    def timeline(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        kind: models.TimelineKind | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.TimelineItem]:
        """Everything that happened with a member, newest first.

        Movements, loans, guarantees, documents, messages, notes, and events of the customer; `kind` chooses one of these. A thing is listed once, at the moment when it was stored, with the status that it has today.

        `GET /api/v1/sacco/members/{member}/timeline`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_MEMBERS_TIMELINE,
            (member,),
            {
                "limit": limit,
                "after": after,
                "kind": kind,
            },
            timeout,
        )

    async def write_note(
        self,
        member: str,
        *,
        text: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.MemberNote:
        """Write a note about a member.

        It stays in the timeline of the member, and cannot be changed. Without `idempotency_key` a repeat is another note.

        `POST /api/v1/sacco/members/{member}/notes`
        """
        return await self._core.call(
            SACCO_MEMBERS_WRITE_NOTE,
            (member,),
            body={
                "text": text,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def balances(
        self,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.BalanceHistory:
        """What a member held at the ends of the last twelve months, account by account.

        `GET /api/v1/sacco/members/{member}/balances`
        """
        return await self._core.call(
            SACCO_MEMBERS_BALANCES,
            (member,),
            timeout=timeout,
        )

    async def deposit(
        self,
        member: str,
        *,
        amount_minor: int,
        memo: str | None = None,
        till: str | None = None,
        from_: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Deposit cash, or money that came into the bank, into savings.

        `POST /api/v1/sacco/members/{member}/deposits`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            from_: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_MEMBERS_DEPOSIT,
            (member,),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "from": from_,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def withdraw(
        self,
        member: str,
        *,
        amount_minor: int,
        till: str | None = None,
        to: Literal["cash", "bank", "mobile"] | str | None = None,
        memo: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Withdraw savings in cash, to the member's phone or by the bank; above the day's threshold, and by the bank, a checker decides.

        With `to: "mobile"` the money is held and the entry `paying` until the provider has paid it out: then it is posted, or has failed with `failure_code` and the savings are back.

        `POST /api/v1/sacco/members/{member}/withdrawals`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            to: By default cash
            memo: What the movement is about, such as a slip's number
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `to: "bank"` alone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
            phone: The member's own, which it is by default; with `to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_MEMBERS_WITHDRAW,
            (member,),
            body={
                "amount_minor": amount_minor,
                "till": till,
                "to": to,
                "memo": memo,
                "account": account,
                "reference": reference,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def buy_shares(
        self,
        member: str,
        *,
        amount_minor: int,
        from_: Literal["cash", "savings", "bank"] | str,
        memo: str | None = None,
        till: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Buy shares from cash, from savings, or from money that came into the bank.

        `POST /api/v1/sacco/members/{member}/shares`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_MEMBERS_BUY_SHARES,
            (member,),
            body={
                "amount_minor": amount_minor,
                "from": from_,
                "memo": memo,
                "till": till,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def exit(
        self,
        member: str,
        *,
        memo: str,
        till: str | None = None,
        to: Literal["cash", "bank", "mobile"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Request the exit of a member; a checker decides.

        `POST /api/v1/sacco/members/{member}/exit`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            to: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `to: "bank"` alone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `to: "mobile"` alone
            phone: The member's own, which it is by default; with `to: "mobile"` alone
        """
        return await self._core.call(
            SACCO_MEMBERS_EXIT,
            (member,),
            body={
                "memo": memo,
                "till": till,
                "to": to,
                "account": account,
                "reference": reference,
                "provider": provider,
                "phone": phone,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_entries(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: models.EntryStatus | None = None,
        kind: models.EntryKind | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        requested_by: Literal["me"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Entry]:
        """A member's movements.

        Includes write-offs of other members' loans for which a guarantee of this member was called.

        `GET /api/v1/sacco/members/{member}/entries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            from_: First local date of requests
            to: Last local date of requests
            requested_by: Only requests of the caller
        """
        return self._core.list(
            SACCO_MEMBERS_LIST_ENTRIES,
            (member,),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "kind": kind,
                "from": from_,
                "to": to,
                "requested_by": requested_by,
            },
            timeout,
        )

    async def transfer_savings(
        self,
        member: str,
        *,
        amount_minor: int,
        from_savings_account_id: str,
        to_savings_account_id: str,
        memo: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Move money between two savings accounts of a member.

        From a fixed account all that it holds is moved, which loses the interest of its term: a checker decides.

        `POST /api/v1/sacco/members/{member}/savings-transfers`

        Args:
            memo: What the movement is about, such as a slip's number
        """
        return await self._core.call(
            SACCO_MEMBERS_TRANSFER_SAVINGS,
            (member,),
            body={
                "amount_minor": amount_minor,
                "from_savings_account_id": from_savings_account_id,
                "to_savings_account_id": to_savings_account_id,
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoMembersWithResponse:
    def __init__(self, resource: AsyncSaccoMembers) -> None:
        self.update = async_with_response(resource.update)
        self.get = async_with_response(resource.get)
        self.join = async_with_response(resource.join)
        self.list = async_list_with_response(resource.list)
        self.suspend = async_with_response(resource.suspend)
        self.reactivate = async_with_response(resource.reactivate)
        self.put_files = async_with_response(resource.put_files)
        self.statement = async_with_response(resource.statement)
        self.timeline = async_list_with_response(resource.timeline)
        self.write_note = async_with_response(resource.write_note)
        self.balances = async_with_response(resource.balances)
        self.deposit = async_with_response(resource.deposit)
        self.withdraw = async_with_response(resource.withdraw)
        self.buy_shares = async_with_response(resource.buy_shares)
        self.exit = async_with_response(resource.exit)
        self.list_entries = async_list_with_response(resource.list_entries)
        self.transfer_savings = async_with_response(resource.transfer_savings)
        self.statement_csv = async_with_response(resource.statement_csv)
        self.statement_pdf = async_with_response(resource.statement_pdf)
        self.preferences = AsyncSaccoMembersPreferencesWithResponse(resource.preferences)
        self.dividend_account = AsyncSaccoMembersDividendAccountWithResponse(
            resource.dividend_account,
        )
        self.tax = AsyncSaccoMembersTaxWithResponse(resource.tax)
        self.contribution = AsyncSaccoMembersContributionWithResponse(resource.contribution)


class AsyncSaccoNotificationTemplates(AsyncResource):
    async def list(
        self,
        *,
        template: params.SaccoNotificationTemplatesListTemplate | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.SaccoNotificationTemplatesListResult:
        """What messages say, in every language, with a preview.

        `GET /api/v1/sacco/notification-templates`
        """
        return await self._core.call(
            SACCO_NOTIFICATION_TEMPLATES_LIST,
            (),
            query={
                "template": template,
                "language": language,
            },
            timeout=timeout,
        )

    async def get(
        self,
        template: str,
        language: str,
        *,
        timeout: float | None = None,
    ) -> models.NotificationTemplate:
        """What messages of one kind say in one language.

        `GET /api/v1/sacco/notification-templates/{template}/{language}`
        """
        return await self._core.call(
            SACCO_NOTIFICATION_TEMPLATES_GET,
            (template, language),
            timeout=timeout,
        )


class AsyncSaccoNotificationTemplatesWithResponse:
    def __init__(self, resource: AsyncSaccoNotificationTemplates) -> None:
        self.list = async_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoTills(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        active: bool | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Till]:
        """Tills, with what each holds and its session.

        `GET /api/v1/sacco/tills`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_TILLS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "active": active,
            },
            timeout,
        )

    async def get(
        self,
        till: str,
        *,
        timeout: float | None = None,
    ) -> models.Till:
        """One till.

        `GET /api/v1/sacco/tills/{till}`
        """
        return await self._core.call(
            SACCO_TILLS_GET,
            (till,),
            timeout=timeout,
        )


class AsyncSaccoTillsWithResponse:
    def __init__(self, resource: AsyncSaccoTills) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoTillSessions(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        till: str | None = None,
        status: models.TillSessionStatus | None = None,
        teller: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.TillSession]:
        """Sessions at tills, newest first.

        `GET /api/v1/sacco/till-sessions`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            teller: A user, or `me`
        """
        return self._core.list(
            SACCO_TILL_SESSIONS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "till": till,
                "status": status,
                "teller": teller,
            },
            timeout,
        )

    async def get(
        self,
        till_session: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.TillSessionDetails:
        """One session with its movements and counts; as CSV or PDF its day sheet.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. A PDF has at most 5000 movements.

        `GET /api/v1/sacco/till-sessions/{till_session}`

        Args:
            after: `next_after` of the previous page
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_TILL_SESSIONS_GET,
            (till_session,),
            query={
                "limit": limit,
                "after": after,
                "language": language,
            },
            timeout=timeout,
        )


class AsyncSaccoTillSessionsWithResponse:
    def __init__(self, resource: AsyncSaccoTillSessions) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoCashAdjustments(AsyncResource):
    async def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        direction: Literal["in", "out"] | str,
        till: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Book the difference between counted cash and the ledger; a checker decides.

        `POST /api/v1/sacco/cash-adjustments`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
        """
        return await self._core.call(
            SACCO_CASH_ADJUSTMENTS_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "direction": direction,
                "till": till,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoCashAdjustmentsWithResponse:
    def __init__(self, resource: AsyncSaccoCashAdjustments) -> None:
        self.create = async_with_response(resource.create)


class AsyncSaccoEntries(_extras.AsyncSaccoEntries):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: models.EntryStatus | None = None,
        kind: models.EntryKind | None = None,
        from_: date | str | None = None,
        to: date | str | None = None,
        requested_by: Literal["me"] | str | None = None,
        short_no: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Entry]:
        """All movements.

        `GET /api/v1/sacco/entries`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            from_: First local date of requests
            to: Last local date of requests
            requested_by: Only requests of the caller
            short_no: The number that the receipt prints: the last six characters of the id. Case does not matter, `O` is read as `0`, `I` and `L` as `1`
        """
        return self._core.list(
            SACCO_ENTRIES_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "kind": kind,
                "from": from_,
                "to": to,
                "requested_by": requested_by,
                "short_no": short_no,
            },
            timeout,
        )

    async def get(
        self,
        entry: str,
        *,
        timeout: float | None = None,
    ) -> models.Entry:
        """One movement.

        `GET /api/v1/sacco/entries/{entry}`
        """
        return await self._core.call(
            SACCO_ENTRIES_GET,
            (entry,),
            timeout=timeout,
        )

    async def receipt(
        self,
        entry: str,
        *,
        size: Literal["80mm", "a5"] | str | None = None,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.EntryReceipt:
        """The receipt of a posted movement; as PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.

        `GET /api/v1/sacco/entries/{entry}/receipt`

        Args:
            size: Of the PDF: a roll, which is the default, or a page
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_ENTRIES_RECEIPT,
            (entry,),
            query={
                "size": size,
                "language": language,
            },
            timeout=timeout,
        )

    async def reverse(
        self,
        entry: str,
        *,
        memo: str,
        till: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Reverse a movement that was posted by mistake; a checker decides.

        `POST /api/v1/sacco/entries/{entry}/reverse`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
        """
        return await self._core.call(
            SACCO_ENTRIES_REVERSE,
            (entry,),
            body={
                "memo": memo,
                "till": till,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoEntriesWithResponse:
    def __init__(self, resource: AsyncSaccoEntries) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.receipt = async_with_response(resource.receipt)
        self.reverse = async_with_response(resource.reverse)
        self.receipt_pdf = async_with_response(resource.receipt_pdf)


class AsyncSaccoSavingsProducts(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["active", "retired"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.SavingsProduct]:
        """Savings products.

        `GET /api/v1/sacco/savings-products`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_PRODUCTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )

    async def get(
        self,
        savings_product: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsProduct:
        """Read a savings product.

        `GET /api/v1/sacco/savings-products/{savings_product}`
        """
        return await self._core.call(
            SACCO_SAVINGS_PRODUCTS_GET,
            (savings_product,),
            timeout=timeout,
        )


class AsyncSaccoSavingsProductsWithResponse:
    def __init__(self, resource: AsyncSaccoSavingsProducts) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoSavingsAccounts(AsyncResource):
    async def open(
        self,
        member: str,
        *,
        product_id: str,
        amount_minor: int | None = None,
        memo: str | None = None,
        till: str | None = None,
        from_: Literal["cash", "savings", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """Open a savings account; a fixed one is opened with its deposit.

        `POST /api/v1/sacco/members/{member}/savings-accounts`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            from_: Of the deposit of a fixed account
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
        """
        return await self._core.call(
            SACCO_SAVINGS_ACCOUNTS_OPEN,
            (member,),
            body={
                "product_id": product_id,
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "from": from_,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list(
        self,
        member: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.SavingsAccount]:
        """A member's savings accounts, the default one first; also those that are closed.

        `GET /api/v1/sacco/members/{member}/savings-accounts`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_ACCOUNTS_LIST,
            (member,),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )

    async def get(
        self,
        member: str,
        savings_account: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """One savings account of a member.

        `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}`
        """
        return await self._core.call(
            SACCO_SAVINGS_ACCOUNTS_GET,
            (member, savings_account),
            timeout=timeout,
        )

    async def close(
        self,
        member: str,
        savings_account: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsAccount:
        """Close an empty savings account: it takes no more money.

        `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/close`
        """
        return await self._core.call(
            SACCO_SAVINGS_ACCOUNTS_CLOSE,
            (member, savings_account),
            timeout=timeout,
        )

    async def give_notice(
        self,
        member: str,
        savings_account: str,
        *,
        amount_minor: int,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsNotice:
        """Give notice of taking money out: it can be withdrawn once the notice is ripe.

        `POST /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`
        """
        return await self._core.call(
            SACCO_SAVINGS_ACCOUNTS_GIVE_NOTICE,
            (member, savings_account),
            body={
                "amount_minor": amount_minor,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def list_notices(
        self,
        member: str,
        savings_account: str,
        *,
        limit: int | None = None,
        after: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.SavingsNotice]:
        """The notices of a savings account.

        `GET /api/v1/sacco/members/{member}/savings-accounts/{savings_account}/notices`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_SAVINGS_ACCOUNTS_LIST_NOTICES,
            (member, savings_account),
            {
                "limit": limit,
                "after": after,
            },
            timeout,
        )


class AsyncSaccoSavingsAccountsWithResponse:
    def __init__(self, resource: AsyncSaccoSavingsAccounts) -> None:
        self.open = async_with_response(resource.open)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.close = async_with_response(resource.close)
        self.give_notice = async_with_response(resource.give_notice)
        self.list_notices = async_list_with_response(resource.list_notices)


class AsyncSaccoLoanProducts(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        status: Literal["active", "retired"] | str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.LoanProduct]:
        """Loan products.

        `GET /api/v1/sacco/loan-products`

        Args:
            after: `next_after` of the previous page
        """
        return self._core.list(
            SACCO_LOAN_PRODUCTS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "status": status,
            },
            timeout,
        )

    async def get(
        self,
        loan_product: str,
        *,
        timeout: float | None = None,
    ) -> models.LoanProduct:
        """One loan product.

        `GET /api/v1/sacco/loan-products/{loan_product}`
        """
        return await self._core.call(
            SACCO_LOAN_PRODUCTS_GET,
            (loan_product,),
            timeout=timeout,
        )


class AsyncSaccoLoanProductsWithResponse:
    def __init__(self, resource: AsyncSaccoLoanProducts) -> None:
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)


class AsyncSaccoLoans(_extras.AsyncSaccoLoans):
    async def apply(
        self,
        *,
        amount_minor: int,
        member_id: str,
        product_id: str,
        term: int,
        purpose: str | None | NotGiven = NOT_GIVEN,
        officer_user_id: str | None = None,
        disburse_to: Literal["savings", "mobile"] | str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        guarantors: Sequence[params.SaccoLoansApplyGuarantors] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Loan:
        """Apply for a loan; a checker decides.

        `POST /api/v1/sacco/loans`

        Args:
            officer_user_id: The staff member responsible for the loan; by default the user who applies
            disburse_to: By default into the member's savings; or to the member's phone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `disburse_to: "mobile"` alone
            phone: The member's own, which it is by default; with `disburse_to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_LOANS_APPLY,
            (),
            body={
                "amount_minor": amount_minor,
                "member_id": member_id,
                "product_id": product_id,
                "term": term,
                "purpose": purpose,
                "officer_user_id": officer_user_id,
                "disburse_to": disburse_to,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
                "guarantors": guarantors,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def preview(
        self,
        *,
        amount_minor: int,
        member_id: str,
        product_id: str,
        term: int,
        purpose: str | None | NotGiven = NOT_GIVEN,
        officer_user_id: str | None = None,
        disburse_to: Literal["savings", "mobile"] | str | None = None,
        provider: str | None = None,
        phone: str | None = None,
        savings_account_id: str | None = None,
        guarantors: Sequence[params.SaccoLoansPreviewGuarantors] | None = None,
        timeout: float | None = None,
    ) -> models.LoanPreview:
        """What it would come to: apply for a loan; a checker decides.

        Nothing is stored.

        `POST /api/v1/sacco/loans`

        Args:
            officer_user_id: The staff member responsible for the loan; by default the user who applies
            disburse_to: By default into the member's savings; or to the member's phone
            provider: The provider that sends it, with payouts enabled: one of `sandbox`, `manual`, `chapa`, `mpesa`, `mtn_momo`, `santimpay`, `telebirr`; with `disburse_to: "mobile"` alone
            phone: The member's own, which it is by default; with `disburse_to: "mobile"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_LOANS_PREVIEW,
            (),
            body={
                "amount_minor": amount_minor,
                "member_id": member_id,
                "product_id": product_id,
                "term": term,
                "purpose": purpose,
                "officer_user_id": officer_user_id,
                "disburse_to": disburse_to,
                "provider": provider,
                "phone": phone,
                "savings_account_id": savings_account_id,
                "guarantors": guarantors,
                "dry_run": True,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: params.SaccoLoansListSort | None = None,
        totals: bool | None = None,
        status: params.SaccoLoansListStatus | None = None,
        member_id: str | None = None,
        guarantor_id: str | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.LoanSummary]:
        """Loans and applications, without their schedules.

        `GET /api/v1/sacco/loans`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
            guarantor_id: Only loans that this member guarantees, or has guaranteed
        """
        return self._core.list(
            SACCO_LOANS_LIST,
            (),
            {
                "limit": limit,
                "after": after,
                "sort": sort,
                "totals": totals,
                "status": status,
                "member_id": member_id,
                "guarantor_id": guarantor_id,
            },
            timeout,
        )

    async def get(
        self,
        loan: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Loan:
        """One loan: its schedule, today's debt, its guarantors; as PDF if the Accept header asks for it.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a loan that was disbursed has a schedule to print (409 `not_posted`).

        `GET /api/v1/sacco/loans/{loan}`

        Args:
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_LOANS_GET,
            (loan,),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    async def guarantee(
        self,
        loan: str,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """What one member answers for; as PDF the form that the guarantor signs.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made.

        `GET /api/v1/sacco/loans/{loan}/guarantors/{member}`

        Args:
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_LOANS_GUARANTEE,
            (loan, member),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    async def decide_consent(
        self,
        loan: str,
        member: str,
        *,
        decision: Literal["consent", "decline"] | str,
        method: Literal["code", "in_person"] | str | None = None,
        code: str | None = None,
        memo: str | None = None,
        file_id: str | None = None,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """A guarantor's decision, by the code that was sent or in person.

        Until the loan is approved, consent can be withdrawn by `decline`. In person it is recorded by a signed-in person other than whoever applied. Five wrong codes end the request.

        `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent`

        Args:
            code: The six digits that were sent to the guarantor; not in person
            memo: Required in person: how the guarantor decided
            file_id: In person: the signed form, uploaded before
        """
        return await self._core.call(
            SACCO_LOANS_DECIDE_CONSENT,
            (loan, member),
            body={
                "decision": decision,
                "method": method,
                "code": code,
                "memo": memo,
                "file_id": file_id,
            },
            timeout=timeout,
        )

    async def request_consent(
        self,
        loan: str,
        member: str,
        *,
        timeout: float | None = None,
    ) -> models.Guarantee:
        """Ask a guarantor anew; the earlier link and code lead nowhere any more.

        `POST /api/v1/sacco/loans/{loan}/guarantors/{member}/consent-request`
        """
        return await self._core.call(
            SACCO_LOANS_REQUEST_CONSENT,
            (loan, member),
            timeout=timeout,
        )

    async def write_off(
        self,
        loan: str,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Write off the debt; a checker decides.

        The debt at the time of approval is collected from the guarantors in order, and the rest is a loss.

        `POST /api/v1/sacco/loans/{loan}/write-off`
        """
        return await self._core.call(
            SACCO_LOANS_WRITE_OFF,
            (loan,),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def repay(
        self,
        loan: str,
        *,
        amount_minor: int,
        from_: Literal["cash", "savings", "bank"] | str,
        memo: str | None = None,
        till: str | None = None,
        account: str | None = None,
        reference: str | None = None,
        savings_account_id: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Repay from cash, savings, or money that came into the bank, at most the payoff.

        The oldest installment is paid first: its penalty, then interest, then principal. The answer is 503 while another movement of the loan is being booked: the repayment is booked right after it, and repeating the request then returns its entry.

        `POST /api/v1/sacco/loans/{loan}/repayments`

        Args:
            memo: What the movement is about, such as a slip's number
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `from: "bank"` alone
            savings_account_id: Which savings account of the member; by default the default one
        """
        return await self._core.call(
            SACCO_LOANS_REPAY,
            (loan,),
            body={
                "amount_minor": amount_minor,
                "from": from_,
                "memo": memo,
                "till": till,
                "account": account,
                "reference": reference,
                "savings_account_id": savings_account_id,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def split(
        self,
        loan: str,
        *,
        amount_minor: int,
        timeout: float | None = None,
    ) -> models.RepaymentSplit:
        """What a repayment of some amount would pay today: penalty, interest and principal.

        `GET /api/v1/sacco/loans/{loan}/repayment-split`
        """
        return await self._core.call(
            SACCO_LOANS_SPLIT,
            (loan,),
            query={
                "amount_minor": amount_minor,
            },
            timeout=timeout,
        )

    async def history(
        self,
        loan: str,
        *,
        timeout: float | None = None,
    ) -> models.LoanHistory:
        """What was paid of each installment and when, and when the loan was late.

        `GET /api/v1/sacco/loans/{loan}/history`
        """
        return await self._core.call(
            SACCO_LOANS_HISTORY,
            (loan,),
            timeout=timeout,
        )


class AsyncSaccoLoansWithResponse:
    def __init__(self, resource: AsyncSaccoLoans) -> None:
        self.apply = async_with_response(resource.apply)
        self.preview = async_with_response(resource.preview)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.guarantee = async_with_response(resource.guarantee)
        self.decide_consent = async_with_response(resource.decide_consent)
        self.request_consent = async_with_response(resource.request_consent)
        self.write_off = async_with_response(resource.write_off)
        self.repay = async_with_response(resource.repay)
        self.split = async_with_response(resource.split)
        self.history = async_with_response(resource.history)
        self.get_pdf = async_with_response(resource.get_pdf)
        self.guarantee_pdf = async_with_response(resource.guarantee_pdf)


class AsyncSaccoProvisioningTable(AsyncResource):
    async def get(
        self,
        *,
        timeout: float | None = None,
    ) -> models.ProvisioningTable:
        """The provisioning classes of loans and their rates.

        `GET /api/v1/sacco/provisioning-table`
        """
        return await self._core.call(
            SACCO_PROVISIONING_TABLE_GET,
            (),
            timeout=timeout,
        )


class AsyncSaccoProvisioningTableWithResponse:
    def __init__(self, resource: AsyncSaccoProvisioningTable) -> None:
        self.get = async_with_response(resource.get)


class AsyncSaccoProvisions(AsyncResource):
    async def create(
        self,
        *,
        memo: str,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Adjust the allowance for loan losses to what the loan book requires; a checker decides.

        The required provision less the current allowance is computed on approval: `direction` is `in` for an increase, `out` for a release.

        `POST /api/v1/sacco/provisions`
        """
        return await self._core.call(
            SACCO_PROVISIONS_CREATE,
            (),
            body={
                "memo": memo,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoProvisionsWithResponse:
    def __init__(self, resource: AsyncSaccoProvisions) -> None:
        self.create = async_with_response(resource.create)


class AsyncSaccoDividends(_extras.AsyncSaccoDividends):
    async def declare(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        share_rate_bps: int,
        interest_rebate_bps: int,
        paid_from: Literal["interest_income", "fee_income"] | str,
        withholding_tax_bps: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Dividend:
        """Declare a dividend, with a line for every member; a checker decides.

        `POST /api/v1/sacco/dividends`

        Args:
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return await self._core.call(
            SACCO_DIVIDENDS_DECLARE,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "share_rate_bps": share_rate_bps,
                "interest_rebate_bps": interest_rebate_bps,
                "paid_from": paid_from,
                "withholding_tax_bps": withholding_tax_bps,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    async def preview(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        share_rate_bps: int,
        interest_rebate_bps: int,
        paid_from: Literal["interest_income", "fee_income"] | str,
        withholding_tax_bps: int | None = None,
        timeout: float | None = None,
    ) -> models.DividendPreview:
        """What it would come to: declare a dividend, with a line for every member; a checker decides.

        Nothing is stored.

        `POST /api/v1/sacco/dividends`

        Args:
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return await self._core.call(
            SACCO_DIVIDENDS_PREVIEW,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "share_rate_bps": share_rate_bps,
                "interest_rebate_bps": interest_rebate_bps,
                "paid_from": paid_from,
                "withholding_tax_bps": withholding_tax_bps,
                "dry_run": True,
            },
            timeout=timeout,
        )

    def list(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        sort: Literal["created_at", "-created_at"] | str | None = None,
        totals: bool | None = None,
        status: params.SaccoDividendsListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.DividendSummary]:
        """Dividends, without their lines.

        `GET /api/v1/sacco/dividends`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_DIVIDENDS_LIST,
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
        dividend: str,
        *,
        timeout: float | None = None,
    ) -> models.Dividend:
        """One dividend with every line.

        `GET /api/v1/sacco/dividends/{dividend}`
        """
        return await self._core.call(
            SACCO_DIVIDENDS_GET,
            (dividend,),
            timeout=timeout,
        )

    async def line(
        self,
        dividend: str,
        member: str,
        *,
        language: Literal["en", "sw", "am"] | str | None = None,
        timeout: float | None = None,
    ) -> models.MemberDividend:
        """One member's line of a dividend; as PDF the advice of what was paid.

        As PDF (`Accept: application/pdf`) it carries a code, which tells whoever holds the paper member number, amount and date at `/documents/{code}`. The answer is 503 `pdf_busy` while too many PDFs are being made. Only a line that is paid has an advice (409 `not_posted`).

        `GET /api/v1/sacco/dividends/{dividend}/lines/{member}`

        Args:
            language: Of the PDF; by default `en`
        """
        return await self._core.call(
            SACCO_DIVIDENDS_LINE,
            (dividend, member),
            query={
                "language": language,
            },
            timeout=timeout,
        )

    async def retry(
        self,
        dividend: str,
        *,
        timeout: float | None = None,
    ) -> models.Dividend:
        """Retry only the failed lines.

        `POST /api/v1/sacco/dividends/{dividend}/retry`
        """
        return await self._core.call(
            SACCO_DIVIDENDS_RETRY,
            (dividend,),
            timeout=timeout,
        )


class AsyncSaccoDividendsWithResponse:
    def __init__(self, resource: AsyncSaccoDividends) -> None:
        self.declare = async_with_response(resource.declare)
        self.preview = async_with_response(resource.preview)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.line = async_with_response(resource.line)
        self.retry = async_with_response(resource.retry)
        self.line_pdf = async_with_response(resource.line_pdf)


class AsyncSaccoSavingsInterest(AsyncResource):
    async def declare(
        self,
        *,
        label: str,
        period_start: date | str,
        period_end: date | str,
        rate_bps: int,
        basis: params.SaccoSavingsInterestDeclareBasis,
        counting: Literal["closing", "opening"] | str | None = None,
        credit_to: Literal["same_account", "default_account"] | str | None = None,
        product_id: str | None = None,
        withholding_tax_bps: int | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Declare interest on deposits, with a line for every savings account of a product; a checker decides.

        `POST /api/v1/sacco/savings-interest`

        Args:
            period_end: A day that is over; the period has at most 366 days
            rate_bps: A year, in hundredths of a percent
            basis: `daily_balance`: the balance at the end of each day; `minimum_monthly_balance`: the lowest of each whole month; `monthly`: one balance of each whole month
            counting: With `basis: "monthly"` alone: which balance of each month counts
            credit_to: Into the account that earned it, or the one that every member has
            product_id: By default the product of the account that every member has
            withholding_tax_bps: In hundredths of a percent; by default the rate of the setting `withholding` that holds on the day of declaration
        """
        return await self._core.call(
            SACCO_SAVINGS_INTEREST_DECLARE,
            (),
            body={
                "label": label,
                "period_start": period_start,
                "period_end": period_end,
                "rate_bps": rate_bps,
                "basis": basis,
                "counting": counting,
                "credit_to": credit_to,
                "product_id": product_id,
                "withholding_tax_bps": withholding_tax_bps,
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
        status: params.SaccoSavingsInterestListStatus | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.SavingsInterestSummary]:
        """Interest on deposits, without its lines.

        `GET /api/v1/sacco/savings-interest`

        Args:
            after: `next_after` of the previous page
            sort: What orders the rows; with `-` in front, descending. `created_at` is the order in which they were made. By default `-created_at`.
            totals: Whether the answer has `totals`: how many rows fit the filter, up to 10000, whatever the page shows.
        """
        return self._core.list(
            SACCO_SAVINGS_INTEREST_LIST,
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
        savings_interest: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Interest of one period with every line.

        `GET /api/v1/sacco/savings-interest/{savings_interest}`
        """
        return await self._core.call(
            SACCO_SAVINGS_INTEREST_GET,
            (savings_interest,),
            timeout=timeout,
        )

    async def retry(
        self,
        savings_interest: str,
        *,
        timeout: float | None = None,
    ) -> models.SavingsInterest:
        """Retry only the failed lines of interest.

        `POST /api/v1/sacco/savings-interest/{savings_interest}/retry`
        """
        return await self._core.call(
            SACCO_SAVINGS_INTEREST_RETRY,
            (savings_interest,),
            timeout=timeout,
        )


class AsyncSaccoSavingsInterestWithResponse:
    def __init__(self, resource: AsyncSaccoSavingsInterest) -> None:
        self.declare = async_with_response(resource.declare)
        self.list = async_list_with_response(resource.list)
        self.get = async_with_response(resource.get)
        self.retry = async_with_response(resource.retry)


class AsyncSaccoTaxRemittances(AsyncResource):
    async def create(
        self,
        *,
        amount_minor: int,
        memo: str,
        till: str | None = None,
        paid_from: Literal["cash", "bank"] | str | None = None,
        account: str | None = None,
        reference: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> models.Entry:
        """Pay withheld tax to the authority, in cash or by the bank; a checker decides.

        `POST /api/v1/sacco/tax-remittances`

        Args:
            till: The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session
            paid_from: By default cash
            account: Code or id of an account of the chart of accounts
            reference: The bank's reference; with `paid_from: "bank"` alone
        """
        return await self._core.call(
            SACCO_TAX_REMITTANCES_CREATE,
            (),
            body={
                "amount_minor": amount_minor,
                "memo": memo,
                "till": till,
                "paid_from": paid_from,
                "account": account,
                "reference": reference,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class AsyncSaccoTaxRemittancesWithResponse:
    def __init__(self, resource: AsyncSaccoTaxRemittances) -> None:
        self.create = async_with_response(resource.create)


class AsyncSacco(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.settings = AsyncSaccoSettings(core)
        self.expenses = AsyncSaccoExpenses(core)
        self.reports = AsyncSaccoReports(core)
        self.bankings = AsyncSaccoBankings(core)
        self.unallocated = AsyncSaccoUnallocated(core)
        self.imports = AsyncSaccoImports(core)
        self.movement_batches = AsyncSaccoMovementBatches(core)
        self.employers = AsyncSaccoEmployers(core)
        self.members = AsyncSaccoMembers(core)
        self.notification_templates = AsyncSaccoNotificationTemplates(core)
        self.tills = AsyncSaccoTills(core)
        self.till_sessions = AsyncSaccoTillSessions(core)
        self.cash_adjustments = AsyncSaccoCashAdjustments(core)
        self.entries = AsyncSaccoEntries(core)
        self.savings_products = AsyncSaccoSavingsProducts(core)
        self.savings_accounts = AsyncSaccoSavingsAccounts(core)
        self.loan_products = AsyncSaccoLoanProducts(core)
        self.loans = AsyncSaccoLoans(core)
        self.provisioning_table = AsyncSaccoProvisioningTable(core)
        self.provisions = AsyncSaccoProvisions(core)
        self.dividends = AsyncSaccoDividends(core)
        self.savings_interest = AsyncSaccoSavingsInterest(core)
        self.tax_remittances = AsyncSaccoTaxRemittances(core)

    async def home(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Home:
        """What somebody's first page shows, by role.

        A signed-in person's own day at the counter and loans, what waits for approval, and for owners, admins, checkers and API keys the figures of the cooperative: a year by month, the largest arrears, collections by week, and the state of the books.

        `GET /api/v1/sacco/home`
        """
        return await self._core.call(
            SACCO_HOME,
            (),
            timeout=timeout,
        )

    async def treasury(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Treasury:
        """Cash on hand and income.

        `GET /api/v1/sacco/treasury`
        """
        return await self._core.call(
            SACCO_TREASURY,
            (),
            timeout=timeout,
        )

    async def summary(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Summary:
        """Members by status, balances by account kind, the loan portfolio, and whether debits equal credits.

        `GET /api/v1/sacco/summary`
        """
        return await self._core.call(
            SACCO_SUMMARY,
            (),
            timeout=timeout,
        )

    async def portfolio(
        self,
        *,
        timeout: float | None = None,
    ) -> models.Portfolio:
        """Outstanding loans, and how much of them is at risk.

        `GET /api/v1/sacco/portfolio`
        """
        return await self._core.call(
            SACCO_PORTFOLIO,
            (),
            timeout=timeout,
        )

    async def portfolio_history(
        self,
        *,
        from_: str,
        to: str,
        timeout: float | None = None,
    ) -> models.PortfolioHistory:
        """The portfolio at the end of each month, oldest first.

        Months end with their last local day. The current month shows the portfolio of now; future months are omitted.

        `GET /api/v1/sacco/portfolio/history`

        Args:
            from_: First month
            to: Last month; at most 60 months in total
        """
        return await self._core.call(
            SACCO_PORTFOLIO_HISTORY,
            (),
            query={
                "from": from_,
                "to": to,
            },
            timeout=timeout,
        )


class AsyncSaccoWithResponse:
    def __init__(self, resource: AsyncSacco) -> None:
        self.home = async_with_response(resource.home)
        self.treasury = async_with_response(resource.treasury)
        self.summary = async_with_response(resource.summary)
        self.portfolio = async_with_response(resource.portfolio)
        self.portfolio_history = async_with_response(resource.portfolio_history)
        self.settings = AsyncSaccoSettingsWithResponse(resource.settings)
        self.expenses = AsyncSaccoExpensesWithResponse(resource.expenses)
        self.reports = AsyncSaccoReportsWithResponse(resource.reports)
        self.bankings = AsyncSaccoBankingsWithResponse(resource.bankings)
        self.unallocated = AsyncSaccoUnallocatedWithResponse(resource.unallocated)
        self.imports = AsyncSaccoImportsWithResponse(resource.imports)
        self.movement_batches = AsyncSaccoMovementBatchesWithResponse(resource.movement_batches)
        self.employers = AsyncSaccoEmployersWithResponse(resource.employers)
        self.members = AsyncSaccoMembersWithResponse(resource.members)
        self.notification_templates = AsyncSaccoNotificationTemplatesWithResponse(
            resource.notification_templates,
        )
        self.tills = AsyncSaccoTillsWithResponse(resource.tills)
        self.till_sessions = AsyncSaccoTillSessionsWithResponse(resource.till_sessions)
        self.cash_adjustments = AsyncSaccoCashAdjustmentsWithResponse(resource.cash_adjustments)
        self.entries = AsyncSaccoEntriesWithResponse(resource.entries)
        self.savings_products = AsyncSaccoSavingsProductsWithResponse(resource.savings_products)
        self.savings_accounts = AsyncSaccoSavingsAccountsWithResponse(resource.savings_accounts)
        self.loan_products = AsyncSaccoLoanProductsWithResponse(resource.loan_products)
        self.loans = AsyncSaccoLoansWithResponse(resource.loans)
        self.provisioning_table = AsyncSaccoProvisioningTableWithResponse(
            resource.provisioning_table,
        )
        self.provisions = AsyncSaccoProvisionsWithResponse(resource.provisions)
        self.dividends = AsyncSaccoDividendsWithResponse(resource.dividends)
        self.savings_interest = AsyncSaccoSavingsInterestWithResponse(resource.savings_interest)
        self.tax_remittances = AsyncSaccoTaxRemittancesWithResponse(resource.tax_remittances)
