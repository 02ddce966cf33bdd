/** Payouts by the sandbox: some that end, and one that waits for a second person. */
import { createPayment, payouts, postings, type PaymentRequest } from '../payments/index.ts';
import { attempt, units, type Filling } from './filling.ts';
import { CURRENCY } from './found-sacco.ts';

/** Phones by what the sandbox makes of a payout to them. */
const PAID = '+254712000789';
const REFUSED = '+254712000039';

const APPROVAL_ABOVE = units(5_000);

const PAYOUTS = [
  { reference: 'TRANSPORT-0001', narration: 'Transport of the seed maize', amount: 1_200, phone: PAID },
  { reference: 'TRANSPORT-0002', narration: 'Transport of the fertiliser', amount: 800, phone: REFUSED },
  { reference: 'AUDIT-0001', narration: 'First half of the audit', amount: 8_000, phone: PAID },
];

export async function payOut(filling: Filling): Promise<void> {
  const { ctx, caller } = filling;
  const server_url = ctx.config.public_url ?? 'http://localhost';
  // What the shop's customers pay is booked later: this is there at once.
  const sale: PaymentRequest = {
    provider: 'sandbox',
    amount_minor: units(20_000),
    currency: CURRENCY,
    reference: 'MAIZE-0001',
    customer_phone: PAID,
  };
  await attempt(() => createPayment(caller, sale, { key: null, server_url }));
  await postings.postPending(ctx);
  await payouts.putSettings(caller, 'sandbox', {
    enabled: true,
    max_minor: units(50_000),
    daily_max_minor: units(100_000),
    approval_above_minor: APPROVAL_ABOVE,
  });
  for (const { reference, narration, amount, phone } of PAYOUTS) {
    const request: payouts.PayoutRequest = {
      provider: 'sandbox',
      amount_minor: units(amount),
      currency: CURRENCY,
      reference,
      narration,
      to: { phone },
    };
    await attempt(() => payouts.create(caller, request, { key: `demo-${reference}`, server_url }));
  }
}
