/** Statements of the provider `manual`: imported, and each line decided. */
import type { Reply } from '../caller.ts';
import type { Merchant, Payment } from '../merchant.ts';
import type { Flow } from './flow.ts';

const RUNS = '/api/v1/reconciliation/runs';
/** A repetition of a decision that was carried out is told so. */
const DECIDED = ['line_already_resolved'];
const DAY_MS = 86_400_000;

export const STATEMENT_FLOWS: Flow<Merchant>[] = [{ name: 'statement', share: 2, run: reconcile }];

async function reconcile(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const payments: Payment[] = [];
  for (let i = 0; i < 3; i++) payments.push(await payManually(merchant));
  const [fee, payout] = [1 + place.random.below(500), 1 + place.random.below(5_000)];
  const name = place.token('statement');
  const today = new Date().toISOString().slice(0, 10);
  const row = (kind: string, reference: string, id: string, amount_minor: number): string =>
    [today, kind, reference, id, (amount_minor / 100).toFixed(2)].join(',');
  const csv = [
    'Date,Kind,Reference,Id,Amount',
    ...payments.map((each, i) => row('payment', each.id, `${name}-T${i}`, each.amount_minor)),
    row('fee', '', `${name}-F`, fee),
    row('payout', '', `${name}-P`, payout),
    row('payment', 'nobody', `${name}-N`, 900),
  ].join('\n');
  const run = await place.ask({
    flow: 'statement',
    token: name,
    path: RUNS,
    waits_for_job: true,
    headers: (token) => ({ 'idempotency-key': token }),
    body: () => ({
      provider: 'manual',
      currency: 'KES',
      period_start: today,
      period_end: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
      source_name: name,
      columns: {
        date: 'Date',
        kind: 'Kind',
        reference: 'Reference',
        provider_txn_id: 'Id',
        amount: 'Amount',
      },
      kinds: { payment: ['payment'], fee: ['fee'], payout: ['payout'] },
      csv: `${csv}\n`,
    }),
  });
  const path = `${RUNS}/${run.id}`;
  await place.waitFor(path, ({ status }) => status === 'open');
  place.events.add(['reconciliation.completed', run.id]);

  // One by hand, the others together; `resolve-all` finishes what was interrupted when it is repeated.
  await decide(merchant, `${path}/lines/2/resolve`, 'settle_payment');
  await decideAll(merchant, path, 'settle_payment');
  await decideAll(merchant, path, 'book_fee');
  await decide(merchant, `${path}/lines/6/resolve`, 'book_payout');
  await decide(merchant, `${path}/lines/7/resolve`, 'ignore');
  await place.waitFor(path, ({ lines, resolved }: Reply['body']) => resolved === lines);
  await place.must('POST', `${path}/close`);

  for (const payment of payments) {
    payment.paid_at = Date.now();
    merchant.complete(payment);
  }
  for (const amount_minor of [fee, payout]) {
    place.books.add('merchant_available KES', -BigInt(amount_minor));
    place.books.add('provider_clearing KES', -BigInt(amount_minor));
  }
  const { lines } = await place.get(`${path}/lines`);
  for (const { id } of lines) place.events.add(['reconciliation.line.resolved', id]);
}

async function payManually(merchant: Merchant): Promise<Payment> {
  const { place } = merchant;
  const amount_minor = 100 * (1 + place.random.below(1_000));
  const { id } = await place.ask({
    flow: 'manual payment',
    path: '/api/v1/payments',
    headers: (token) => ({ 'idempotency-key': token }),
    body: (token) => ({ provider: 'manual', amount: amount_minor / 100, currency: 'KES', reference: token }),
  });
  const payment: Payment = {
    id,
    provider: 'manual',
    currency: 'KES',
    amount_minor,
    destiny: 'open',
    paid_at: null,
  };
  merchant.expect(payment);
  return payment;
}

async function decide({ place }: Merchant, path: string, action: string): Promise<void> {
  await place.must('POST', path, { action, note: 'by the test' }, { refusals: DECIDED });
}

async function decideAll({ place }: Merchant, path: string, action: string): Promise<void> {
  for (;;) {
    const { results } = await place.must('POST', `${path}/resolve-all`, { action, note: 'by the test' });
    const refused = results.filter(({ ok, error }: Reply['body']) => !ok && !DECIDED.includes(error));
    if (refused.length === 0) return;
    if (refused.some(({ error }: Reply['body']) => error !== 'line_resolving'))
      throw new Error(`${path} ${action}: ${JSON.stringify(refused)}`);
  }
}
