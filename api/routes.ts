/** All routes. If two match, the first one is used. */
import { withListCsv } from './http/list-csv.ts';
import type { Route } from './http/route.ts';
import { accountingRoutes } from './resources/accounting.ts';
import { accountingPeriodRoutes } from './resources/accounting-periods.ts';
import { accountRoutes } from './resources/accounts.ts';
import { apiKeyRoutes } from './resources/api-keys.ts';
import { approvalRoutes } from './resources/approvals.ts';
import { auditLogRoutes } from './resources/audit-log.ts';
import { bankRoutes } from './resources/banks.ts';
import { chartRoutes } from './resources/chart.ts';
import { authRoutes } from './resources/auth.ts';
import { customerRoutes } from './resources/customers.ts';
import { documentRoutes } from './resources/documents.ts';
import { fileRoutes } from './resources/files.ts';
import { importRoutes } from './resources/imports.ts';
import { operatorRoutes } from './resources/operators.ts';
import { notificationRoutes } from './resources/notifications.ts';
import { notificationTemplateRoutes } from './resources/notification-templates.ts';
import { senderRoutes } from './resources/senders.ts';
import { movementBatchRoutes } from './resources/movement-batches.ts';
import { employerRoutes } from './resources/employers.ts';
import { invitationRoutes } from './resources/invitations.ts';
import { holdRoutes } from './resources/holds.ts';
import { kycRoutes } from './resources/kyc.ts';
import { kycLimitRoutes } from './resources/kyc-limits.ts';
import { contributionRoutes } from './resources/contributions.ts';
import { dividendRoutes } from './resources/dividends.ts';
import { savingsInterestRoutes } from './resources/savings-interest.ts';
import { taxRoutes } from './resources/taxes.ts';
import { loanBookRoutes } from './resources/loan-book.ts';
import { loanProductRoutes } from './resources/loan-products.ts';
import { loanRepaymentRoutes } from './resources/loan-repayments.ts';
import { loanRoutes } from './resources/loans.ts';
import { passwordRoutes } from './resources/passwords.ts';
import { paybillRoutes } from './resources/paybills.ts';
import { paymentLinkRoutes } from './resources/payment-links.ts';
import { paymentRoutes } from './resources/payments.ts';
import { payoutRoutes } from './resources/payouts.ts';
import { postingRoutes } from './resources/postings.ts';
import { projectRoutes } from './resources/projects.ts';
import { providerRoutes } from './resources/providers.ts';
import { reconciliationRoutes } from './resources/reconciliation.ts';
import { refundRoutes } from './resources/refunds.ts';
import { reportRoutes } from './resources/report.ts';
import { savingsAccountRoutes } from './resources/savings-accounts.ts';
import { savingsProductRoutes } from './resources/savings-products.ts';
import { entryRoutes } from './resources/sacco-entries.ts';
import { memberHistoryRoutes } from './resources/member-history.ts';
import { memberRoutes } from './resources/sacco-members.ts';
import { saccoSettingsRoutes } from './resources/sacco-settings.ts';
import { expenseRoutes } from './resources/sacco-expenses.ts';
import { saccoSummaryRoutes } from './resources/sacco-summary.ts';
import { serviceRoutes } from './resources/service.ts';
import { sessionRoutes } from './resources/sessions.ts';
import { staffRoutes } from './resources/staff.ts';
import { demoRoutes } from './resources/demo.ts';
import { testClockRoutes } from './resources/test-clock.ts';
import { tillRoutes } from './resources/tills.ts';
import { tillSessionRoutes } from './resources/till-sessions.ts';
import { totpRoutes } from './resources/totp.ts';
import { transferRoutes } from './resources/transfers.ts';
import { unallocatedRoutes } from './resources/unallocated.ts';
import { ussdIntentRoutes } from './resources/ussd-intents.ts';
import { walletTopupRoutes } from './resources/wallet-topups.ts';
import { walletRoutes } from './resources/wallets.ts';
import { webhookDeliveryRoutes } from './resources/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './resources/webhook-endpoints.ts';

const DECLARED: Route[] = [
  ...serviceRoutes,
  ...accountingRoutes,
  ...accountingPeriodRoutes,
  ...chartRoutes,
  ...authRoutes,
  ...passwordRoutes,
  ...sessionRoutes,
  ...totpRoutes,
  ...invitationRoutes,
  ...projectRoutes,
  ...operatorRoutes,
  ...apiKeyRoutes,
  ...staffRoutes,
  ...testClockRoutes,
  ...demoRoutes,
  ...auditLogRoutes,
  ...providerRoutes,
  ...senderRoutes,
  ...paybillRoutes,
  ...paymentRoutes,
  ...ussdIntentRoutes,
  ...paymentLinkRoutes,
  ...refundRoutes,
  ...payoutRoutes,
  ...customerRoutes,
  ...fileRoutes,
  ...documentRoutes,
  ...kycRoutes,
  ...kycLimitRoutes,
  ...accountRoutes,
  ...transferRoutes,
  ...holdRoutes,
  ...postingRoutes,
  ...reportRoutes,
  ...walletRoutes,
  ...walletTopupRoutes,
  ...saccoSettingsRoutes,
  ...expenseRoutes,
  ...bankRoutes,
  ...unallocatedRoutes,
  ...importRoutes,
  ...movementBatchRoutes,
  ...employerRoutes,
  ...saccoSummaryRoutes,
  ...notificationRoutes,
  ...notificationTemplateRoutes,
  ...tillRoutes,
  ...tillSessionRoutes,
  ...memberRoutes,
  ...memberHistoryRoutes,
  ...entryRoutes,
  ...savingsProductRoutes,
  ...savingsAccountRoutes,
  ...loanProductRoutes,
  ...loanRoutes,
  ...loanRepaymentRoutes,
  ...loanBookRoutes,
  ...dividendRoutes,
  ...savingsInterestRoutes,
  ...taxRoutes,
  ...contributionRoutes,
  ...approvalRoutes,
  ...reconciliationRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
];

export const ROUTES: Route[] = DECLARED.map(withListCsv);
