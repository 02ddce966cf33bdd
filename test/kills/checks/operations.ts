/** Compares what was asked for with what the service's lists show. */
import { compareOperations, type OperationDifferences, type Stored } from '../accounting/operations.ts';
import type { Reply } from '../caller.ts';
import type { Cooperative } from '../cooperative.ts';
import type { Merchant } from '../merchant.ts';
import type { Place } from '../place.ts';

type Body = Reply['body'];

/** Entries that nobody asks for: they follow from others. */
const FOLLOWING = new Set([
  'entrance_fee',
  'loan_charge',
  'loan_disbursement',
  'dividend',
  'savings_interest',
  'opening_balance',
  'batch_receipt',
]);
/** Of entries of payments and of batches, which are compared themselves. */
const FOLLOWED = new Set(['payment', 'batch']);

export async function checkMerchantOperations({
  place,
  refunds,
  accounts,
}: Merchant): Promise<OperationDifferences> {
  const stored: Stored[] = [
    ...(await paymentsOf(place)),
    ...(await tokensIn(place, '/api/v1/customers', 'customers', 'external_ref')),
    ...(await tokensIn(place, '/api/v1/payment-links', 'payment_links', 'title')),
    ...(await tokensIn(place, '/api/v1/payouts', 'payouts', 'reference')),
    ...(await tokensIn(place, '/api/v1/ledger/holds', 'holds', 'memo')),
    ...(await tokensIn(place, '/api/v1/reconciliation/runs', 'runs', 'source_name')),
  ];
  for (const payment of new Set(refunds.map((refund) => refund.payment.id))) {
    const made = await place.list(`/api/v1/payments/${payment}/refunds`, 'refunds');
    stored.push(...made.map(({ id, reason }) => ({ id, token: String(reason).split(' ')[0] as string })));
  }
  const wallets = await place.list('/api/v1/ledger/accounts?kind=wallet', 'accounts');
  stored.push(...(await transfersOf(place, [...Object.values(accounts), ...wallets.map(({ id }) => id)])));
  return compareOperations(place.operations.all(), stored);
}

export async function checkSaccoOperations({ place }: Cooperative): Promise<OperationDifferences> {
  const entries = await place.list('/api/v1/sacco/entries', 'entries');
  const asked = entries.filter(({ kind, source }) => !FOLLOWING.has(kind) && !FOLLOWED.has(source));
  const loans = await place.list('/api/v1/sacco/loans', 'loans');
  const stored: Stored[] = [
    ...(await paymentsOf(place)),
    ...(await tokensIn(place, '/api/v1/customers', 'customers', 'external_ref')),
    ...(await tokensIn(place, '/api/v1/sacco/members', 'members', 'customer_id')),
    ...(await tokensIn(place, '/api/v1/sacco/dividends', 'dividends', 'label')),
    ...(await tokensIn(place, '/api/v1/sacco/savings-interest', 'savings_interest', 'label')),
    ...loans
      .filter(({ is_opening }) => is_opening === false)
      .map(({ id, purpose }) => ({ id, token: purpose })),
    ...(await tokensIn(place, '/api/v1/sacco/movement-batches', 'movement_batches', 'memo')),
    ...(await tokensIn(place, '/api/v1/sacco/imports', 'imports', 'memo')),
    ...asked.map(({ id, memo }) => ({ id, token: memo })),
  ];
  return compareOperations(place.operations.all(), stored);
}

async function tokensIn(place: Place, path: string, plural: string, field: string): Promise<Stored[]> {
  const all = await place.list(path, plural);
  return all.map((each: Body) => ({ id: each.id, token: each[field] }));
}

/** Those of links are known by the payer's number. */
async function paymentsOf(place: Place): Promise<Stored[]> {
  const asked = new Set(place.operations.all().map(({ token }) => token));
  const all = await place.list('/api/v1/payments', 'payments');
  return all.map(({ id, reference, customer_phone }) => ({
    id,
    token: asked.has(reference) ? reference : customer_phone,
  }));
}

/** Transfers by hand and of wallets. */
async function transfersOf(place: Place, accounts: string[]): Promise<Stored[]> {
  const stored: Stored[] = [];
  for (const account of accounts) {
    const all = await place.list(`/api/v1/ledger/accounts/${account}/transfers`, 'transfers');
    for (const { id, kind, phase, memo, reference } of all) {
      if (kind === 'manual' && phase === null && memo !== 'of a batch') stored.push({ id, token: memo });
      if (['wallet_deposit', 'wallet_withdrawal', 'wallet_transfer'].includes(kind))
        stored.push({ id, token: reference });
    }
  }
  return stored;
}
