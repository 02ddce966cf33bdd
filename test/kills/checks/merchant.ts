/** Compares how payments, refunds and holds ended, and the merchant's balances, with what they must have come to. */
import { compareBalances } from '../accounting/books.ts';
import { servedBetween, type Span } from '../accounting/serving.ts';
import { PAYOUTS } from '../flows/payouts.ts';
import type { Merchant, Payout, Refund } from '../merchant.ts';
import { approvalDifferences, customerDifferences, postingDifferences } from './project.ts';

/** A payment or refund ends within this time after its provider could tell, as long as there is a process that does jobs. */
const PROMISED_MS = 60_000;
/**
 * M-PESA answers a refund, and the questions about it, later and once. What it told a process that was ended is asked for again after a
 * pause, twice for a refund: of the payment and of its reversal.
 */
const PROMISED_OF_MPESA_REFUNDS_MS = 150_000;

interface Outcomes {
  differences: string[];
  /** The longest that a payment or refund waited for its end, in milliseconds. */
  longest_ms: number;
}

/** @param worked when there was a process that does jobs */
export async function checkMerchant(merchant: Merchant, worked: readonly Span[]): Promise<Outcomes> {
  const { place, payments, refunds, providers } = merchant;
  const outcomes: Outcomes = { differences: [], longest_ms: 0 };
  for (const stored of await place.list('/api/v1/payments', 'payments')) {
    const own = payments.get(stored.id);
    // Whether it is known at all is checked with the operations.
    if (!own) continue;
    const ends = stored.status === own.destiny || (own.destiny === 'open' && stored.status !== 'completed');
    if (!ends) outcomes.differences.push(`payment ${own.id} is ${stored.status}, expected ${own.destiny}`);
    if (own.destiny === 'completed' && own.paid_at !== null)
      waited(outcomes, `payment ${own.id}`, [own.paid_at, stored.completed_at], { worked });
  }
  for (const { name, gateway } of providers) {
    outcomes.differences.push(...gateway.complaints.map((complaint) => `${name} complains: ${complaint}`));
    for (const own of [...payments.values()].filter(({ provider }) => provider === name))
      if (gateway.charges(own.id) > 1)
        outcomes.differences.push(`${name} was made to collect ${own.id} ${gateway.charges(own.id)} times`);
  }
  for (const refund of refunds) await checkRefund(merchant, refund, { outcomes, worked });
  for (const payout of merchant.payouts) await checkPayout(merchant, payout, outcomes);
  await checkHolds(merchant, outcomes);
  for (const { payment_id, status } of await place.list('/api/v1/wallet-topups', 'topups'))
    if (status !== merchant.top_ups.get(payment_id))
      outcomes.differences.push(
        `top-up ${payment_id} is ${status}, expected ${merchant.top_ups.get(payment_id)}`,
      );
  outcomes.differences.push(...(await postingDifferences(place)), ...(await customerDifferences(place)));
  outcomes.differences.push(...(await approvalDifferences(place)));
  outcomes.differences.push(...compareBalances(place.books.all(), await merchantBalances(merchant)));
  return outcomes;
}

async function checkRefund(
  merchant: Merchant,
  refund: Refund,
  { outcomes, worked }: { outcomes: Outcomes; worked: readonly Span[] },
): Promise<void> {
  const { place, providers } = merchant;
  const { id, payment, amount_minor } = refund;
  const stored = await place.get(`/api/v1/refunds/${id}`);
  const provider = providers.find(({ name }) => name === payment.provider);
  const made = provider ? provider.refundsMade(payment.id, id) : refund.fails ? 0 : 1;
  const expected = made > 0 ? 'succeeded' : refund.cancelled ? 'cancelled' : 'failed';
  if (stored.status !== expected)
    outcomes.differences.push(`refund ${id} is ${stored.status}, expected ${expected}`);
  if (made > 1) outcomes.differences.push(`refund ${id} was made ${made} times by ${payment.provider}`);
  if (expected !== 'cancelled') {
    const since = Date.parse(stored.created_at);
    const promised_ms = payment.provider === 'mpesa' ? PROMISED_OF_MPESA_REFUNDS_MS : PROMISED_MS;
    waited(outcomes, `refund ${id} of ${payment.provider}`, [since, stored.completed_at], {
      worked,
      promised_ms,
    });
    place.events.add([`refund.${expected}`, id]);
  }
  if (expected === 'succeeded') {
    place.books.add(`merchant_available ${payment.currency}`, -BigInt(amount_minor));
    place.books.add(`provider_clearing ${payment.currency}`, -BigInt(amount_minor));
  }
}

/** Whether it was sent is compared with its provider elsewhere. */
async function checkPayout({ place }: Merchant, payout: Payout, { differences }: Outcomes): Promise<void> {
  const { id, provider, endings, currency, amount_minor } = payout;
  const { status } = await place.get(`${PAYOUTS}/${id}`);
  if (!endings.includes(status))
    differences.push(`payout ${id} is ${status}, expected ${endings.join(' or ')}`);
  if (status !== 'cancelled') place.events.add([`payout.${status}`, id]);
  if (status === 'succeeded') {
    place.books.add(`merchant_available ${currency}`, -BigInt(amount_minor));
    place.books.add(`provider_clearing ${currency}`, -BigInt(amount_minor));
  }
  const off = place.payouts_off.filter((each) => each.provider === provider);
  for (const { type, at } of await place.list(`${PAYOUTS}/${id}/events`, 'events')) {
    const at_ms = Date.parse(at);
    if (type === 'payout.sending' && off.some(({ from_ms, to_ms }) => from_ms < at_ms && at_ms < to_ms))
      differences.push(`payout ${id} began to be sent at ${at}, while payouts by ${provider} were off`);
  }
}

function waited(
  outcomes: Outcomes,
  what: string,
  [since, completed_at]: [since: number, completed_at: string | null],
  { worked, promised_ms = PROMISED_MS }: { worked: readonly Span[]; promised_ms?: number },
): void {
  if (completed_at === null) return;
  const waited_ms = servedBetween(since, Date.parse(completed_at), worked);
  outcomes.longest_ms = Math.max(outcomes.longest_ms, waited_ms);
  if (waited_ms > promised_ms)
    outcomes.differences.push(
      `${what} was pending for ${Math.round(waited_ms / 1_000)} s, longer than promised`,
    );
}

async function checkHolds({ place, holds }: Merchant, outcomes: Outcomes): Promise<void> {
  const stored = new Map((await place.list('/api/v1/ledger/holds', 'holds')).map((each) => [each.id, each]));
  for (const own of holds) {
    const { status, captured_minor } = stored.get(own.id) ?? {};
    if (status !== own.status || captured_minor !== own.captured_minor)
      outcomes.differences.push(
        `hold ${own.id} is ${status} with ${captured_minor}, expected ${own.status} with ${own.captured_minor}`,
      );
  }
}

/** By the names of the books. What open holds reserve is told beside each balance. */
async function merchantBalances({ place, holds, accounts }: Merchant): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  const generic = await place.list('/api/v1/ledger/accounts', 'accounts');
  const wallets = await place.list('/api/v1/ledger/accounts?kind=wallet', 'accounts');
  for (const { id, kind, subaccount_id, currency, balance_minor, available_minor } of [
    ...generic,
    ...wallets,
  ]) {
    const name = kind === 'wallet' ? `wallet ${id}` : `${subaccount_id ?? kind} ${currency}`;
    balances.set(name, BigInt(balance_minor));
    if (kind === 'merchant_available' || kind === 'subaccount')
      balances.set(`held of ${name}`, BigInt(balance_minor) - BigInt(available_minor));
  }
  for (const { status, from, held_minor } of holds)
    if (status === 'pending' && accounts[from]) place.books.add(`held of ${from} KES`, BigInt(held_minor));
  return balances;
}
