# Written by `npm run sdk` from docs/reference/openapi.json.
"""Objects within arguments."""

from __future__ import annotations

from typing import Literal, TypeAlias, Union

from typing_extensions import NotRequired, TypedDict

SandboxOutboxTemplate: TypeAlias = Union[
    Literal[
        "deposit",
        "withdrawal",
        "payout",
        "loan_approved",
        "loan_disbursed",
        "installment_due",
        "installment_overdue",
        "dividend_paid",
        "consent_request",
    ],
    str,
]

PaymentsListStatus: TypeAlias = Union[
    Literal[
        "initiated",
        "pending",
        "processing",
        "completed",
        "failed",
        "cancelled",
    ],
    str,
]

PayoutsListStatus: TypeAlias = Union[
    Literal[
        "awaiting_approval",
        "held",
        "sending",
        "unknown",
        "succeeded",
        "failed",
        "cancelled",
    ],
    str,
]

CustomersListKycStatus: TypeAlias = Union[
    Literal[
        "unverified",
        "in_review",
        "verified",
        "rejected",
    ],
    str,
]

LedgerAccountsOpenKind: TypeAlias = Union[
    Literal[
        "provider_clearing",
        "merchant_available",
        "subaccount",
        "adjustments",
    ],
    str,
]

WalletTopupsListStatus: TypeAlias = Union[
    Literal[
        "pending",
        "credited",
        "blocked",
        "refunded",
        "reversed",
        "cancelled",
    ],
    str,
]

SaccoBankingsCreateDirection: TypeAlias = Union[
    Literal[
        "till_to_bank",
        "bank_to_till",
        "provider_to_bank",
        "bank_to_provider",
    ],
    str,
]

SaccoUnallocatedListStatus: TypeAlias = Union[
    Literal[
        "pending",
        "allocating",
        "allocated",
        "unallocated",
        "resolving",
        "refunding",
        "refunded",
    ],
    str,
]

SaccoMovementBatchesListStatus: TypeAlias = Union[
    Literal[
        "awaiting_approval",
        "posting",
        "posted",
        "posted_with_failures",
        "rejected",
        "cancelled",
    ],
    str,
]

SaccoMembersListSort: TypeAlias = Union[
    Literal[
        "created_at",
        "-created_at",
        "member_no",
        "-member_no",
        "full_name",
        "-full_name",
    ],
    str,
]

SaccoNotificationTemplatesListTemplate: TypeAlias = Union[
    Literal[
        "deposit",
        "withdrawal",
        "payout",
        "loan_approved",
        "loan_disbursed",
        "installment_due",
        "installment_overdue",
        "dividend_paid",
        "consent_request",
    ],
    str,
]

SaccoLoansListSort: TypeAlias = Union[
    Literal[
        "created_at",
        "-created_at",
        "principal",
        "-principal",
        "outstanding",
        "-outstanding",
    ],
    str,
]

SaccoLoansListStatus: TypeAlias = Union[
    Literal[
        "applied",
        "open",
        "closed",
        "written_off",
        "failed",
        "rejected",
        "cancelled",
    ],
    str,
]

SaccoDividendsListStatus: TypeAlias = Union[
    Literal[
        "declared",
        "paid",
        "paid_with_exceptions",
        "failed",
        "rejected",
        "cancelled",
    ],
    str,
]

SaccoSavingsInterestDeclareBasis: TypeAlias = Union[
    Literal[
        "daily_balance",
        "minimum_monthly_balance",
        "monthly",
    ],
    str,
]

SaccoSavingsInterestListStatus: TypeAlias = Union[
    Literal[
        "declared",
        "paid",
        "paid_with_exceptions",
        "failed",
        "rejected",
        "cancelled",
    ],
    str,
]

NotificationsListTemplate: TypeAlias = Union[
    Literal[
        "deposit",
        "withdrawal",
        "payout",
        "loan_approved",
        "loan_disbursed",
        "installment_due",
        "installment_overdue",
        "dividend_paid",
        "consent_request",
    ],
    str,
]

NotificationsListStatus: TypeAlias = Union[
    Literal[
        "queued",
        "sent",
        "delivered",
        "failed",
        "suppressed",
    ],
    str,
]

ApprovalsListStatus: TypeAlias = Union[
    Literal[
        "pending",
        "approved",
        "rejected",
        "cancelled",
        "decided",
    ],
    str,
]

ReconciliationRunsImportDefaultKind: TypeAlias = Union[
    Literal[
        "payment",
        "refund",
        "payout",
        "payout_reversal",
        "fee",
        "fee_reversal",
        "other",
    ],
    str,
]

ReconciliationLinesListMatchStatus: TypeAlias = Union[
    Literal[
        "matched",
        "unmatched",
        "duplicate",
        "amount_mismatch",
        "currency_mismatch",
        "status_mismatch",
        "not_applicable",
        "not_found",
    ],
    str,
]

ReconciliationLinesResolveAction: TypeAlias = Union[
    Literal[
        "settle_payment",
        "book_payout",
        "book_fee",
        "ignore",
    ],
    str,
]

WebhookEndpointsCreateEvents: TypeAlias = Union[
    Literal[
        "*",
        "payment.completed",
        "payment.failed",
        "payment.cancelled",
        "payment_link.overpaid",
        "refund.succeeded",
        "refund.failed",
        "payout.succeeded",
        "payout.failed",
        "topup.credited",
        "topup.blocked",
        "sacco.entry.posted",
        "sacco.entry.failed",
        "sacco.entry.reversed",
        "approval.created",
        "approval.decided",
        "loan.disbursed",
        "loan.closed",
        "loan.overdue",
        "loan.written_off",
        "guarantor.consent_requested",
        "guarantor.consent_decided",
        "dividend.paid",
        "savings_interest.paid",
        "webhook_endpoint.disabled",
        "reconciliation.completed",
        "reconciliation.line.resolved",
        "period.closed",
        "period.reopened",
        "import.finished",
        "batch.finished",
        "till_session.opened",
        "till_session.closed",
        "member.notification",
    ],
    str,
]


class PaymentsCreateSplit(TypedDict):
    subaccount_id: str
    share_bps: int


class PayoutsCreateTo(TypedDict):
    phone: NotRequired[str]
    account_number: NotRequired[str]
    account_name: NotRequired[str]
    """Required with an account number"""
    bank_code: NotRequired[str]
    """The provider's code of the bank, which an account number needs, or of the wallet of the phone"""


class LedgerTransfersCreateBatchTransfers(TypedDict):
    debit_account_id: str
    credit_account_id: str
    amount_minor: int
    memo: NotRequired[str]


class SaccoLoansApplyGuarantors(TypedDict):
    member_id: str
    amount_minor: int


class SaccoLoansPreviewGuarantors(TypedDict):
    member_id: str
    amount_minor: int
