/** Payments by every provider, their refunds, and payment links. */
import type { Reply } from '../caller.ts';
import type { Merchant, Payment } from '../merchant.ts';
import type { Place } from '../place.ts';
import { providerOf } from '../providers.ts';
import type { Flow } from './flow.ts';

const VENDORS = ['vendor-1', 'vendor-2'];
/** Of a completed payment that is not refunded. */
const KEPT = 3;

/** A payer's number that nobody else has; the last digits choose the sandbox's outcome. */
export function payerPhone(place: Place, outcome: string): string {
  return `+2547${String(place.number()).padStart(5, '0')}${outcome}`;
}

export const PAYMENT_FLOWS: Flow<Merchant>[] = [
  { name: 'sandbox payment', share: 5, run: paySandbox },
  ...['mpesa', 'chapa', 'santimpay', 'telebirr', 'mtn_momo'].map((name) => ({
    name: `${name} payment`,
    share: 2,
    run: (merchant: Merchant) => payProvider(merchant, name),
  })),
  { name: 'refund', share: 4, run: refund },
  { name: 'payment link', share: 2, run: payLink },
];

async function paySandbox(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const outcome = place.random.pick(['789', '789', '678', '678', '039']);
  const amount_minor = 100 * (1 + place.random.below(5_000));
  const share_bps = place.random.pick([0, 0, 1_000, 3_333]);
  const vendor = place.random.pick(VENDORS);
  const { id } = await place.ask({
    flow: 'sandbox payment',
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({
      provider: 'sandbox',
      amount: amount_minor / 100,
      currency: 'KES',
      reference: token,
      customer_phone: payerPhone(place, outcome),
      ...(share_bps > 0 ? { split: { subaccount_id: vendor, share_bps } } : {}),
    }),
  });
  const destiny = outcome === '039' ? 'failed' : 'completed';
  const payment: Payment = {
    id,
    provider: 'sandbox',
    currency: 'KES',
    amount_minor,
    destiny,
    paid_at: Date.now(),
  };
  const share = Math.floor((amount_minor * share_bps) / 10_000);
  merchant.expect(payment, share_bps > 0 ? { vendor, share } : null);
  if (destiny === 'completed' && place.random.below(KEPT) === 0) merchant.refundable.push(payment);
}

async function payProvider(merchant: Merchant, name: string): Promise<void> {
  const { place } = merchant;
  const provider = providerOf(merchant.providers, name);
  const { currency, phone, metadata } = provider;
  // Whole units, which every provider takes.
  const amount_minor = 100 * (1 + place.random.below(500));
  const { id } = await place.ask({
    flow: `${name} payment`,
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({
      provider: name,
      amount: amount_minor / 100,
      currency,
      reference: token,
      customer_phone: phone,
      ...(metadata ? { metadata } : {}),
    }),
  });
  const payment: Payment = { id, provider: name, currency, amount_minor, destiny: 'open', paid_at: null };
  merchant.expect(payment);
  merchant.letPay(provider, payment, place.random.below(5) === 0 ? 'failed' : 'paid');
}

async function refund(merchant: Merchant): Promise<void> {
  const { place, refundable } = merchant;
  const payment = refundable.splice(place.random.below(refundable.length || 1), 1)[0];
  if (!payment) return;
  const path = `/api/v1/payments/${payment.id}`;
  await place.waitFor(path, ({ status }: Reply['body']) => status === 'completed');
  const is_sandbox = payment.provider === 'sandbox';
  const amount_minor = is_sandbox ? 1 + place.random.below(payment.amount_minor) : payment.amount_minor;
  const fails = is_sandbox && place.random.below(6) === 0;
  const made = await place.ask({
    flow: 'refund',
    path: `${path}/refunds`,
    body: (token) => ({
      amount_minor,
      reason: fails ? `${token} sandbox:fail` : token,
      idempotency_key: token,
    }),
    refusals: ['insufficient_funds'],
  });
  if (made) merchant.refunds.push({ id: made.id, payment, amount_minor, fails, cancelled: false });
}

/** The checkout's page of a link, as a payer's browser uses it. */
async function payLink(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const amount_minor = 100 * (1 + place.random.below(1_000));
  const reusable = place.random.below(2) === 0;
  const link = await createLink(merchant, { amount: amount_minor / 100, currency: 'KES', reusable });
  const payers = reusable ? 2 : 1;
  for (let i = 0; i < payers; i++) {
    const phone = payerPhone(place, '789');
    // The form's token is its idempotency key.
    const form = new URLSearchParams({ token: newFormToken(merchant), provider: 'sandbox', phone });
    let id = '';
    await place.ask({
      flow: 'link payment',
      token: phone,
      path: `/pay/${link}`,
      body: () => form.toString(),
      headers: () => ({ accept: 'text/html' }),
      // To its page of the status.
      idOf: ({ headers }) => (id = (headers.get('location') ?? '').split('/').at(-1) as string),
    });
    merchant.expect({
      id,
      provider: 'sandbox',
      currency: 'KES',
      amount_minor,
      destiny: 'completed',
      paid_at: Date.now(),
    });
  }
  if (!reusable) await place.waitFor(`/api/v1/payment-links/${link}`, ({ status }) => status === 'completed');
}

function newFormToken({ place: { random } }: Merchant): string {
  return Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
}

/** Has no idempotency key: each attempt is a request of its own, which may have made a link that nobody knows. */
async function createLink({ place }: Merchant, body: object): Promise<string> {
  for (;;) {
    const id = await place.tryOnce('payment link', '/api/v1/payment-links', (title) => ({ title, ...body }));
    if (id) return id;
  }
}
