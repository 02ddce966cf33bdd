/** Where each queue finds its work: what autoscalers go by. The compiler holds this table complete. */
import { countDueBatches } from '../domain/batches/index.ts';
import { countDueImports } from '../domain/cutover/index.ts';
import { countDueFills } from '../domain/demo/index.ts';
import { countDueDividends } from '../domain/dividends/index.ts';
import { countDueInterest } from '../domain/interest/index.ts';
import { countDueFiles } from '../domain/files/index.ts';
import { holds, transfers } from '../domain/ledger/index.ts';
import { countLoansToCharge } from '../domain/loans/index.ts';
import { countDueMessages } from '../domain/messages/index.ts';
import { entries, paymentCredits } from '../domain/movements/index.ts';
import {
  paybills,
  paymentPolls,
  payouts,
  postings,
  providerCallbacks,
  refunds,
} from '../domain/payments/index.ts';
import { addDueWork, type CountDue, type DueWork } from '../domain/platform/due-rows.ts';
import type { Context } from '../domain/platform/context.ts';
import { countDue as countDueReceipts } from '../domain/receipts/index.ts';
import { reconciliationJobs } from '../domain/reconciliation/index.ts';
import { countFeesToCharge, countTermsToMature } from '../domain/savings/index.ts';
import { countDueEmails } from '../domain/staff/index.ts';
import { countDueTopups, countUnfinishedMovements } from '../domain/wallets/index.ts';
import { countDueDeliveries, countDueExports } from '../domain/webhooks/index.ts';
import { QUEUE_NAMES, type QueueName } from '../jobs/registry.ts';

const COUNTS: Record<QueueName, readonly CountDue[]> = {
  'ledger-postings': [postings.countDue],
  'provider-polls': [
    paymentPolls.countDue,
    providerCallbacks.countDue,
    paybills.countDue,
    refunds.countDue,
    payouts.countDue,
  ],
  'topup-credits': [countDueTopups, countUnfinishedMovements],
  'webhook-deliveries': [countDueDeliveries],
  'event-exports': [countDueExports],
  'sacco-credits': [paymentCredits.countDue, countDueReceipts],
  'interest-charging': [countLoansToCharge, countFeesToCharge, countTermsToMature],
  'dividend-payouts': [countDueDividends, countDueInterest],
  'reconciliation-imports': [
    reconciliationJobs.countDueImports,
    reconciliationJobs.countUnfinishedResolutions,
  ],
  'bulk-movements': [countDueImports, countDueBatches],
  'account-emails': [countDueEmails],
  messages: [countDueMessages],
  housekeeping: [
    entries.countUnfinished,
    transfers.countUnfinished,
    holds.countUnfinished,
    countDueFills,
    countDueFiles,
  ],
};

/** One statement after the other: they are short, and leave the other connections to requests. */
export async function readDueWork({ db }: Pick<Context, 'db'>): Promise<Map<QueueName, DueWork>> {
  const found = new Map<QueueName, DueWork>();
  for (const queue of QUEUE_NAMES) {
    const works: DueWork[] = [];
    for (const count of COUNTS[queue]) works.push(await count(db));
    found.set(queue, addDueWork(works));
  }
  return found;
}
