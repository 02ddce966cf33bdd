# Written by `npm run sdk` from docs/reference/openapi.json.
"""All groups of methods."""

from __future__ import annotations

from ushirika._core import AsyncCore, AsyncResource, Core, Resource
from ushirika.generated.resources import (
    accounting,
    approvals,
    customers,
    files,
    kyc_limits,
    ledger,
    notifications,
    paybill_confirmations,
    payment_links,
    payments,
    payouts,
    reconciliation,
    refunds,
    sacco,
    sandbox,
    wallet_topups,
    wallet_transfers,
    webhook_deliveries,
    webhook_endpoints,
)


class Resources(Resource):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.accounting = accounting.Accounting(core)
        self.sandbox = sandbox.Sandbox(core)
        self.paybill_confirmations = paybill_confirmations.PaybillConfirmations(core)
        self.payments = payments.Payments(core)
        self.payment_links = payment_links.PaymentLinks(core)
        self.refunds = refunds.Refunds(core)
        self.payouts = payouts.Payouts(core)
        self.customers = customers.Customers(core)
        self.files = files.Files(core)
        self.kyc_limits = kyc_limits.KycLimits(core)
        self.ledger = ledger.Ledger(core)
        self.wallet_transfers = wallet_transfers.WalletTransfers(core)
        self.wallet_topups = wallet_topups.WalletTopups(core)
        self.sacco = sacco.Sacco(core)
        self.notifications = notifications.Notifications(core)
        self.approvals = approvals.Approvals(core)
        self.reconciliation = reconciliation.Reconciliation(core)
        self.webhook_endpoints = webhook_endpoints.WebhookEndpoints(core)
        self.webhook_deliveries = webhook_deliveries.WebhookDeliveries(core)


class ResourcesWithResponse:
    def __init__(self, resource: Resources) -> None:
        self.accounting = accounting.AccountingWithResponse(resource.accounting)
        self.sandbox = sandbox.SandboxWithResponse(resource.sandbox)
        self.paybill_confirmations = paybill_confirmations.PaybillConfirmationsWithResponse(
            resource.paybill_confirmations,
        )
        self.payments = payments.PaymentsWithResponse(resource.payments)
        self.payment_links = payment_links.PaymentLinksWithResponse(resource.payment_links)
        self.refunds = refunds.RefundsWithResponse(resource.refunds)
        self.payouts = payouts.PayoutsWithResponse(resource.payouts)
        self.customers = customers.CustomersWithResponse(resource.customers)
        self.files = files.FilesWithResponse(resource.files)
        self.kyc_limits = kyc_limits.KycLimitsWithResponse(resource.kyc_limits)
        self.ledger = ledger.LedgerWithResponse(resource.ledger)
        self.wallet_transfers = wallet_transfers.WalletTransfersWithResponse(
            resource.wallet_transfers,
        )
        self.wallet_topups = wallet_topups.WalletTopupsWithResponse(resource.wallet_topups)
        self.sacco = sacco.SaccoWithResponse(resource.sacco)
        self.notifications = notifications.NotificationsWithResponse(resource.notifications)
        self.approvals = approvals.ApprovalsWithResponse(resource.approvals)
        self.reconciliation = reconciliation.ReconciliationWithResponse(resource.reconciliation)
        self.webhook_endpoints = webhook_endpoints.WebhookEndpointsWithResponse(
            resource.webhook_endpoints,
        )
        self.webhook_deliveries = webhook_deliveries.WebhookDeliveriesWithResponse(
            resource.webhook_deliveries,
        )


class AsyncResources(AsyncResource):
    def __init__(self, core: AsyncCore) -> None:
        super().__init__(core)
        self.accounting = accounting.AsyncAccounting(core)
        self.sandbox = sandbox.AsyncSandbox(core)
        self.paybill_confirmations = paybill_confirmations.AsyncPaybillConfirmations(core)
        self.payments = payments.AsyncPayments(core)
        self.payment_links = payment_links.AsyncPaymentLinks(core)
        self.refunds = refunds.AsyncRefunds(core)
        self.payouts = payouts.AsyncPayouts(core)
        self.customers = customers.AsyncCustomers(core)
        self.files = files.AsyncFiles(core)
        self.kyc_limits = kyc_limits.AsyncKycLimits(core)
        self.ledger = ledger.AsyncLedger(core)
        self.wallet_transfers = wallet_transfers.AsyncWalletTransfers(core)
        self.wallet_topups = wallet_topups.AsyncWalletTopups(core)
        self.sacco = sacco.AsyncSacco(core)
        self.notifications = notifications.AsyncNotifications(core)
        self.approvals = approvals.AsyncApprovals(core)
        self.reconciliation = reconciliation.AsyncReconciliation(core)
        self.webhook_endpoints = webhook_endpoints.AsyncWebhookEndpoints(core)
        self.webhook_deliveries = webhook_deliveries.AsyncWebhookDeliveries(core)


class AsyncResourcesWithResponse:
    def __init__(self, resource: AsyncResources) -> None:
        self.accounting = accounting.AsyncAccountingWithResponse(resource.accounting)
        self.sandbox = sandbox.AsyncSandboxWithResponse(resource.sandbox)
        self.paybill_confirmations = paybill_confirmations.AsyncPaybillConfirmationsWithResponse(
            resource.paybill_confirmations,
        )
        self.payments = payments.AsyncPaymentsWithResponse(resource.payments)
        self.payment_links = payment_links.AsyncPaymentLinksWithResponse(resource.payment_links)
        self.refunds = refunds.AsyncRefundsWithResponse(resource.refunds)
        self.payouts = payouts.AsyncPayoutsWithResponse(resource.payouts)
        self.customers = customers.AsyncCustomersWithResponse(resource.customers)
        self.files = files.AsyncFilesWithResponse(resource.files)
        self.kyc_limits = kyc_limits.AsyncKycLimitsWithResponse(resource.kyc_limits)
        self.ledger = ledger.AsyncLedgerWithResponse(resource.ledger)
        self.wallet_transfers = wallet_transfers.AsyncWalletTransfersWithResponse(
            resource.wallet_transfers,
        )
        self.wallet_topups = wallet_topups.AsyncWalletTopupsWithResponse(resource.wallet_topups)
        self.sacco = sacco.AsyncSaccoWithResponse(resource.sacco)
        self.notifications = notifications.AsyncNotificationsWithResponse(resource.notifications)
        self.approvals = approvals.AsyncApprovalsWithResponse(resource.approvals)
        self.reconciliation = reconciliation.AsyncReconciliationWithResponse(
            resource.reconciliation,
        )
        self.webhook_endpoints = webhook_endpoints.AsyncWebhookEndpointsWithResponse(
            resource.webhook_endpoints,
        )
        self.webhook_deliveries = webhook_deliveries.AsyncWebhookDeliveriesWithResponse(
            resource.webhook_deliveries,
        )
