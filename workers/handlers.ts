/** Which use case each job calls. The compiler holds this table complete. */
import type { Context } from '../domain/platform/context.ts';
import { pruneIdempotencyKeys } from '../domain/platform/prune-idempotency-keys.ts';
import { nameLateWorkers } from '../domain/platform/worker-starts.ts';
import { postBatch, sweepBatches } from '../domain/batches/index.ts';
import { runImport, sweepImports } from '../domain/cutover/index.ts';
import { fillDemo, sweepDemos } from '../domain/demo/index.ts';
import { payDividend, sweepDividends } from '../domain/dividends/index.ts';
import { declareDueInterest, payInterest, sweepInterest } from '../domain/interest/index.ts';
import { sweepFiles } from '../domain/files/index.ts';
import { holds, transfers } from '../domain/ledger/index.ts';
import { chargeLoans, guarantorConsents, loanPortfolio, remindBorrowers } from '../domain/loans/index.ts';
import {
  paybills,
  paymentLinks,
  paymentPolls,
  paymentTimeline,
  payouts,
  postings,
  providerCallbacks,
  refunds,
} from '../domain/payments/index.ts';
import { pruneReports, sendMessages, sweepMessages } from '../domain/messages/index.ts';
import * as receipts from '../domain/receipts/index.ts';
import { reconciliationJobs } from '../domain/reconciliation/index.ts';
import { paymentCredits, entries } from '../domain/movements/index.ts';
import { chargeSavingsFees, matureTerms } from '../domain/savings/index.ts';
import { sendAccountEmail, sweepAccountEmails, sessions } from '../domain/staff/index.ts';
import { creditTopup, resumePendingMovements, sweepTopupCredits } from '../domain/wallets/index.ts';
import {
  deleteIdleEndpoints,
  deliverWebhooks,
  exportEvents,
  makeWebhookPartitions,
  pruneWebhooks,
  sweepWebhookDeliveries,
} from '../domain/webhooks/index.ts';
import type { JobName, JobPayloads } from '../jobs/registry.ts';

type Handlers = { [Name in JobName]: (ctx: Context, payload: JobPayloads[Name]) => Promise<unknown> };

export const HANDLERS: Handlers = {
  'post-payments': (ctx) => postings.postPending(ctx),
  'sweep-postings': (ctx) => postings.sweep(ctx),
  'poll-payment': (ctx, { payment_id }) => paymentPolls.poll(ctx, payment_id),
  'sweep-payment-polls': (ctx) => paymentPolls.sweep(ctx),
  'handle-callback': (ctx, { callback_id }) => providerCallbacks.handle(ctx, callback_id),
  'sweep-callbacks': (ctx) => providerCallbacks.sweep(ctx),
  'confirm-paybill': (ctx, { confirmation_id }) => paybills.confirm(ctx, confirmation_id),
  'sweep-paybill-confirmations': (ctx) => paybills.sweep(ctx),
  'process-refund': (ctx, { refund_id }) => refunds.process(ctx, refund_id),
  'sweep-refunds': (ctx) => refunds.sweep(ctx),
  'process-payout': (ctx, { payout_id }) => payouts.process(ctx, payout_id),
  'sweep-payouts': (ctx) => payouts.sweep(ctx),
  'credit-topup': (ctx, { payment_id }) => creditTopup(ctx, payment_id),
  'sweep-topup-credits': (ctx) => sweepTopupCredits(ctx),
  'resume-wallet-movements': (ctx) => resumePendingMovements(ctx),
  'deliver-webhooks': (ctx, { endpoint_id }) => deliverWebhooks(ctx, endpoint_id),
  'sweep-webhook-deliveries': (ctx) => sweepWebhookDeliveries(ctx),
  'export-events': (ctx) => exportEvents(ctx),
  'sweep-event-exports': (ctx) => exportEvents(ctx),
  'credit-sacco-payments': (ctx) => paymentCredits.applyDue(ctx),
  'sweep-sacco-credits': (ctx) => paymentCredits.sweep(ctx),
  'allocate-receipts': (ctx) => receipts.allocateDue(ctx),
  'sweep-receipts': (ctx) => receipts.sweep(ctx),
  'resume-sacco-entries': (ctx) => entries.resumePending(ctx),
  'charge-loans': (ctx) => chargeLoans(ctx),
  'store-portfolio-months': (ctx) => loanPortfolio.storeMonths(ctx),
  'charge-savings-fees': (ctx) => chargeSavingsFees(ctx),
  'mature-savings-terms': (ctx) => matureTerms(ctx),
  'pay-dividend': (ctx, { dividend_id }) => payDividend(ctx, dividend_id),
  'sweep-dividends': (ctx) => sweepDividends(ctx),
  'declare-savings-interest': (ctx) => declareDueInterest(ctx),
  'pay-savings-interest': (ctx, { savings_interest_id }) => payInterest(ctx, savings_interest_id),
  'sweep-savings-interest': (ctx) => sweepInterest(ctx),
  'import-statement': (ctx, { run_id }) => reconciliationJobs.importRun(ctx, run_id),
  'sweep-statement-imports': (ctx) => reconciliationJobs.sweepImports(ctx),
  'resume-line-resolutions': (ctx) => reconciliationJobs.resumeResolutions(ctx),
  'run-import': (ctx, { import_id }) => runImport(ctx, import_id),
  'sweep-imports': (ctx) => sweepImports(ctx),
  'post-batch': (ctx, { batch_id }) => postBatch(ctx, batch_id),
  'sweep-batches': (ctx) => sweepBatches(ctx),
  'send-account-email': (ctx, { account_email_id }) => sendAccountEmail(ctx, account_email_id),
  'sweep-account-emails': (ctx) => sweepAccountEmails(ctx),
  'send-messages': (ctx, { sender_id }) => sendMessages(ctx, sender_id),
  'sweep-messages': (ctx) => sweepMessages(ctx),
  'remind-borrowers': (ctx) => remindBorrowers(ctx),
  'prune-message-reports': (ctx) => pruneReports(ctx.db),
  'expire-consents': (ctx) => guarantorConsents.expire(ctx),
  'fill-demo': (ctx, { project_id }) => fillDemo(ctx, project_id),
  'sweep-demos': (ctx) => sweepDemos(ctx),
  'advance-ledger-totals': (ctx) => ctx.ledger.advanceTotals(),
  'expire-holds': (ctx) => holds.expire(ctx),
  'resume-ledger-requests': async (ctx) =>
    (await transfers.resumePending(ctx)) + (await holds.resumePending(ctx)),
  'name-late-workers': (ctx) => nameLateWorkers(ctx),
  'sweep-files': (ctx) => sweepFiles(ctx),
  'clean-up-sessions': (ctx) => sessions.cleanUp(ctx),
  'prune-callbacks': (ctx) => providerCallbacks.prune(ctx.db),
  'prune-idempotency-keys': (ctx) => pruneIdempotencyKeys(ctx),
  'prune-payment-events': (ctx) => paymentTimeline.prune(ctx),
  'prune-paybill-confirmations': (ctx) => paybills.prune(ctx.db),
  'prune-prompts': (ctx) => paymentLinks.prunePrompts(ctx.db),
  'make-webhook-partitions': (ctx) => makeWebhookPartitions(ctx),
  'prune-webhooks': (ctx) => pruneWebhooks(ctx),
  'delete-idle-endpoints': (ctx) => deleteIdleEndpoints(ctx),
};
