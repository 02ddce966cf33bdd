/** Payouts by every provider that sends money: asked for, approved, cancelled, marked, and stopped by the switch. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '../caller.ts';
import type { Merchant, Payout } from '../merchant.ts';
import type { Place } from '../place.ts';
import { isPaidBySandbox, providerOf } from '../providers.ts';
import type { Flow } from './flow.ts';
import { payerPhone } from './payments.ts';

export const PAYOUTS = '/api/v1/payouts';
/** Of the sandbox: what is above waits for a checker. */
const THRESHOLD_MINOR = 30_000;
const LONGEST_OFF_MS = 1_500;

export const PAYOUT_FLOWS: Flow<Merchant>[] = [
  { name: 'sandbox payout', share: 4, run: payBySandbox },
  ...['mpesa', 'chapa', 'santimpay', 'mtn_momo'].map((name) => ({
    name: `${name} payout`,
    share: 2,
    run: (merchant: Merchant) => payByProvider(merchant, name),
  })),
  { name: 'manual payout', share: 2, run: payByHand },
  switchFlow('sandbox', 'mpesa', 'mtn_momo'),
];

/** Turns payouts off and on again. */
export function switchFlow(...providers: string[]): Flow<{ place: Place }> {
  return {
    name: 'payouts off',
    share: 1,
    async run({ place }) {
      const provider = place.random.pick(providers);
      if (place.switching.has(provider)) return;
      place.switching.add(provider);
      await setPayouts(place, provider, false);
      const from_ms = Date.now();
      await delay(place.random.below(LONGEST_OFF_MS));
      place.payouts_off.push({ provider, from_ms, to_ms: Date.now() });
      await setPayouts(place, provider, true);
      place.switching.delete(provider);
    },
  };
}

export async function setPayouts(place: Place, provider: string, enabled: boolean): Promise<void> {
  const terms = { max_minor: 10_000_000, daily_max_minor: null, approval_above_minor: THRESHOLD_MINOR };
  const limits = provider === 'sandbox' ? terms : { ...terms, approval_above_minor: null };
  await place.must(
    'PUT',
    `/api/projects/${place.id}/providers/${provider}/payouts`,
    { environment: 'test', enabled, ...limits },
    { as: 'owner' },
  );
}

/** @returns the answer; null if it was refused */
async function request(
  { place }: Merchant,
  payout: Pick<Payout, 'provider' | 'currency' | 'amount_minor'>,
  to: object,
): Promise<Reply['body']> {
  const made = await place.ask({
    flow: `${payout.provider} payout`,
    as: 'maker',
    path: PAYOUTS,
    body: (token) => ({ ...payout, to, reference: token, idempotency_key: token }),
    refusals: ['payouts_disabled', 'insufficient_funds', 'insufficient_float'],
  });
  return made;
}

async function payBySandbox(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const phone = payerPhone(place, place.random.pick(['789', '678', '678', '039']));
  const amount_minor = 1 + place.random.below(2 * THRESHOLD_MINOR);
  const asked = { provider: 'sandbox', currency: 'KES', amount_minor };
  const made = await request(merchant, asked, { phone });
  if (!made) return;
  const payout: Payout = {
    ...asked,
    id: made.id,
    endings: [isPaidBySandbox(phone) ? 'succeeded' : 'failed'],
  };
  merchant.payouts.push(payout);
  if (made.approval_id) {
    const verb = place.random.pick(['approve', 'approve', 'reject', 'cancel'] as const);
    if (verb !== 'approve') payout.endings = ['cancelled'];
    await place.decide(made.approval_id, verb);
  }
  if (place.random.below(4) === 0) await cancel(merchant, payout);
}

async function payByProvider(merchant: Merchant, name: string): Promise<void> {
  const { place, providers } = merchant;
  const { payouts, currency } = providerOf(providers, name);
  // Whole units, which every provider takes.
  const asked = { provider: name, currency, amount_minor: 100 * (1 + place.random.below(500)) };
  const made = await request(merchant, asked, payouts?.to as object);
  if (!made) return;
  const payout: Payout = { ...asked, id: made.id, endings: ['succeeded'] };
  merchant.payouts.push(payout);
  if (place.random.below(6) === 0) await cancel(merchant, payout);
}

/** Before it is sent, if that is possible; a repetition finds that it is cancelled. */
async function cancel({ place }: Merchant, payout: Payout): Promise<void> {
  payout.endings = [...payout.endings, 'cancelled'];
  await place.must(
    'POST',
    `${PAYOUTS}/${payout.id}/cancel`,
    {},
    { as: 'maker', refusals: ['not_cancellable'] },
  );
}

/** A person sends it, and says how that ended. */
async function payByHand(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const asked = { provider: 'manual', currency: 'KES', amount_minor: 1 + place.random.below(20_000) };
  const to = { bank_code: 'UMOJA', account_number: '1100223344', account_name: 'Asha Ali' };
  const made = await request(merchant, asked, to);
  if (!made) return;
  const ending = place.random.pick(['succeeded', 'failed'] as const);
  merchant.payouts.push({ ...asked, id: made.id, endings: [ending] });
  await place.waitFor(`${PAYOUTS}/${made.id}`, ({ status }) => status === 'sending');
  await markPayout(place, made.id, ending);
}

/** Two people record how a payout ended. */
export async function markPayout(place: Place, id: string, status: 'succeeded' | 'failed'): Promise<void> {
  const marking = { status, note: 'by the test' };
  const { body } = await place.send('POST', `${PAYOUTS}/${id}/mark`, marking, 'maker');
  // A repetition may be told that the first request waits.
  const approval_id = body?.approval_id ?? (await pendingMarkOf(place, id));
  if (approval_id === null) throw new Error(`${id} cannot be marked: ${JSON.stringify(body)}`);
  await place.decide(approval_id, 'approve');
}

async function pendingMarkOf(place: Place, payout_id: string): Promise<string | null> {
  const pending = await place.list('/api/v1/approvals?status=pending', 'approvals');
  return pending.find(({ kind, subject }) => kind === 'payout_mark' && subject.id === payout_id)?.id ?? null;
}
