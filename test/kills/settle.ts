/** Waits, when nothing is killed any more, until the service has nothing left to do. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './caller.ts';
import { UNALLOCATED } from './flows/paybills.ts';
import { markPayout, PAYOUTS } from './flows/payouts.ts';
import { countSendings } from './flows/sendings.ts';
import { creditPayments } from './flows/week.ts';
import type { Cooperative } from './cooperative.ts';
import type { Merchant, Refund } from './merchant.ts';
import type { Place } from './place.ts';
import type { Provider } from './providers.ts';

/** An attempt of a delivery that is further away is made now, as an operator can do. */
const SOON_MS = 10_000;
const PATIENCE_MS = 300_000;

/** After this time a person decides about a refund of which its provider never heard. */
const PERSON_AFTER_MS = 30_000;

export async function settleMerchant(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  await merchant.closePayers();
  await waitForNone(place, 'payments that were paid', async () => {
    const open = await Promise.all(
      ['initiated', 'pending', 'processing'].map((status) =>
        place.list(`/api/v1/payments?status=${status}`, 'payments'),
      ),
    );
    return open.flat().filter(({ id }) => merchant.payments.get(id)?.destiny !== 'open');
  });
  await settlePlace(place);
  await waitForNone(place, 'top-ups', () => place.list('/api/v1/wallet-topups?status=pending', 'topups'));
  await Promise.all(merchant.refunds.map((refund) => settleRefund(merchant, refund)));
  const marked = await settlePayouts(place, merchant.providers);
  for (const payout of merchant.payouts) if (marked.has(payout.id)) payout.endings = ['failed'];
  await waitForNone(place, 'holds that are over', async () => {
    const open = await place.list('/api/v1/ledger/holds?status=pending', 'holds');
    return open.filter(({ expires_at }) => expires_at !== null && Date.parse(expires_at) < Date.now());
  });
  await settleDeliveries(place);
}

export async function settleCooperative(sacco: Cooperative, providers: readonly Provider[]): Promise<void> {
  const { place } = sacco;
  await settlePlace(place);
  await creditPayments(sacco);
  await settlePayouts(place, providers);
  await waitForNone(place, 'entries', async () => {
    const open = ['pending', 'posting', 'paying'].map((status) =>
      place.list(`/api/v1/sacco/entries?status=${status}`, 'entries'),
    );
    return (await Promise.all(open)).flat();
  });
  await countSent(sacco);
  // What the sender took, it reports as delivered.
  await waitForNone(place, 'messages', async () => {
    const open = ['queued', 'sent'].map((status) =>
      place.list(`/api/v1/notifications?status=${status}`, 'notifications'),
    );
    return (await Promise.all(open)).flat();
  });
  await settleDeliveries(place);
}

/** What providers have sent, or have not, by now. */
async function countSent(sacco: Cooperative): Promise<void> {
  const { place, receipt_refunds } = sacco;
  await countSendings(sacco);
  for (const { receipt_id, amount } of receipt_refunds) {
    const { status } = await place.waitFor(
      `${UNALLOCATED}/${receipt_id}`,
      (receipt) => receipt.status !== 'refunding',
    );
    if (status === 'refunded') sacco.both('provider_clearing', 'unallocated', -amount);
    else if (status !== 'unallocated') place.faults.push(`receipt ${receipt_id} is ${status}`);
  }
}

/**
 * A payout whose request never arrived at a provider that is asked once is left to two people.
 * @returns which they said had failed
 */
async function settlePayouts(place: Place, providers: readonly Provider[]): Promise<ReadonlySet<string>> {
  const marked = new Set<string>();
  const isSent = (name: string, id: string): boolean =>
    providers.some(
      (each) => each.name === name && each.payouts?.made().some(({ payout_id }) => payout_id === id),
    );
  await waitForNone(place, 'payouts', async () => {
    const open = await Promise.all(
      ['held', 'sending', 'unknown'].map((status) => place.list(`${PAYOUTS}?status=${status}`, 'payouts')),
    );
    for (const { id, provider, status } of open.flat()) {
      if (status !== 'unknown' || marked.has(id) || isSent(provider, id)) continue;
      marked.add(id);
      await markPayout(place, id, 'failed');
    }
    return open.flat();
  });
  return marked;
}

async function settlePlace(place: Place): Promise<void> {
  await waitForNone(place, 'postings', () =>
    place.list('/api/v1/ledger/postings?status=pending', 'postings'),
  );
}

async function settleRefund({ place, providers }: Merchant, refund: Refund): Promise<void> {
  const path = `/api/v1/refunds/${refund.id}`;
  const provider = providers.find(({ name }) => name === refund.payment.provider);
  for (const began = Date.now(); ; await delay(1_000)) {
    const { completed_at } = await place.get(path);
    if (completed_at !== null || Date.now() - began > PATIENCE_MS) return;
    if (Date.now() - began < PERSON_AFTER_MS || !provider?.refunds_once) continue;
    if (provider.refundsMade(refund.payment.id, refund.id) > 0) continue;
    await place.must(
      'POST',
      `${path}/mark`,
      { status: 'cancelled', note: 'the provider has none' },
      { refusals: ['already_decided'] },
    );
    refund.cancelled = true;
  }
}

/** Deliveries that failed twice wait for minutes. */
async function settleDeliveries(place: Place): Promise<void> {
  await waitForNone(place, 'deliveries', async () => {
    const waiting = await place.list('/api/v1/webhook-deliveries?status=pending', 'webhook_deliveries');
    const pushed = waiting.filter(({ endpoint_id }) => endpoint_id === place.endpoint_id);
    const late = pushed.filter(({ next_attempt_at }) => Date.parse(next_attempt_at) > Date.now() + SOON_MS);
    for (const { id } of late) await place.send('POST', `/api/v1/webhook-deliveries/${id}/redeliver`);
    return pushed;
  });
}

async function waitForNone(place: Place, what: string, find: () => Promise<Reply['body'][]>): Promise<void> {
  const give_up_at = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found.length === 0) return;
    if (Date.now() > give_up_at) {
      const ids = found.map(({ id, payment_id, status }) => `${id ?? payment_id} is ${status}`);
      place.faults.push(...ids.map((id) => `${what}: ${id} after ${PATIENCE_MS / 1_000} s of quiet`));
      return;
    }
    await delay(500);
  }
}
