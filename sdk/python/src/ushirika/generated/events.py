# Written by `npm run sdk` from docs/reference/openapi.json.
"""The events of webhooks, by their type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ushirika.generated import models

WebhookEvent: TypeAlias = (
    models.PaymentCompletedEvent
    | models.PaymentFailedEvent
    | models.PaymentCancelledEvent
    | models.PaymentLinkOverpaidEvent
    | models.RefundSucceededEvent
    | models.RefundFailedEvent
    | models.PayoutSucceededEvent
    | models.PayoutFailedEvent
    | models.TopupCreditedEvent
    | models.TopupBlockedEvent
    | models.SaccoEntryPostedEvent
    | models.SaccoEntryFailedEvent
    | models.SaccoEntryReversedEvent
    | models.ApprovalCreatedEvent
    | models.ApprovalDecidedEvent
    | models.LoanDisbursedEvent
    | models.LoanClosedEvent
    | models.LoanOverdueEvent
    | models.LoanWrittenOffEvent
    | models.GuarantorConsentRequestedEvent
    | models.GuarantorConsentDecidedEvent
    | models.DividendPaidEvent
    | models.SavingsInterestPaidEvent
    | models.WebhookEndpointDisabledEvent
    | models.ReconciliationCompletedEvent
    | models.ReconciliationLineResolvedEvent
    | models.PeriodClosedEvent
    | models.PeriodReopenedEvent
    | models.ImportFinishedEvent
    | models.BatchFinishedEvent
    | models.TillSessionOpenedEvent
    | models.TillSessionClosedEvent
    | models.MemberNotificationEvent
)

EVENTS: Mapping[str, type[WebhookEvent]] = {
    "payment.completed": models.PaymentCompletedEvent,
    "payment.failed": models.PaymentFailedEvent,
    "payment.cancelled": models.PaymentCancelledEvent,
    "payment_link.overpaid": models.PaymentLinkOverpaidEvent,
    "refund.succeeded": models.RefundSucceededEvent,
    "refund.failed": models.RefundFailedEvent,
    "payout.succeeded": models.PayoutSucceededEvent,
    "payout.failed": models.PayoutFailedEvent,
    "topup.credited": models.TopupCreditedEvent,
    "topup.blocked": models.TopupBlockedEvent,
    "sacco.entry.posted": models.SaccoEntryPostedEvent,
    "sacco.entry.failed": models.SaccoEntryFailedEvent,
    "sacco.entry.reversed": models.SaccoEntryReversedEvent,
    "approval.created": models.ApprovalCreatedEvent,
    "approval.decided": models.ApprovalDecidedEvent,
    "loan.disbursed": models.LoanDisbursedEvent,
    "loan.closed": models.LoanClosedEvent,
    "loan.overdue": models.LoanOverdueEvent,
    "loan.written_off": models.LoanWrittenOffEvent,
    "guarantor.consent_requested": models.GuarantorConsentRequestedEvent,
    "guarantor.consent_decided": models.GuarantorConsentDecidedEvent,
    "dividend.paid": models.DividendPaidEvent,
    "savings_interest.paid": models.SavingsInterestPaidEvent,
    "webhook_endpoint.disabled": models.WebhookEndpointDisabledEvent,
    "reconciliation.completed": models.ReconciliationCompletedEvent,
    "reconciliation.line.resolved": models.ReconciliationLineResolvedEvent,
    "period.closed": models.PeriodClosedEvent,
    "period.reopened": models.PeriodReopenedEvent,
    "import.finished": models.ImportFinishedEvent,
    "batch.finished": models.BatchFinishedEvent,
    "till_session.opened": models.TillSessionOpenedEvent,
    "till_session.closed": models.TillSessionClosedEvent,
    "member.notification": models.MemberNotificationEvent,
}
