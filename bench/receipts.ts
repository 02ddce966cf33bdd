/**
 * `npm run bench:receipts`: money that comes without a prompt, through each of its steps as the workers take them: told, confirmed by
 * the provider, booked, and credited to members; compared with a bare INSERT … SELECT of the rows that it leaves.
 */
import { run } from '../core/shutdown.ts';
import { paybills, postings } from '../domain/payments/index.ts';
import * as receipts from '../domain/receipts/index.ts';
import { QUEUES } from '../jobs/registry.ts';
import { bareInsert_ms } from './bare-insert.ts';
import { each_ms, openServer, report, timed_ms } from './harness.ts';
import { CURRENCY, openAccountsOf, seedSacco } from './seeded-sacco.ts';

const RECEIPTS = Number(process.env['BENCH_ROWS'] ?? 5_000);
const MEMBERS = 1_000;
const AMOUNT_MINOR = 50_000n;
/** As many requests as a web process has under way when it is busy. */
const REQUESTS = 25;

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, MEMBERS);
    await openAccountsOf(sacco, 'mem', 'member_savings');
    const { ctx, scope } = sacco;
    const { db } = ctx;
    const numbers = Array.from({ length: RECEIPTS }, (_, i) => i);
    const told_ms = await each_ms(numbers, REQUESTS, async (no) => {
      const sent = { transaction_id: `BENCH${no}`, amount_minor: AMOUNT_MINOR, currency: CURRENCY } as const;
      const account_number = `B${1 + (no % MEMBERS)}`;
      await paybills.sendToSandbox({ ctx, scope }, { ...sent, account_number, phone: '+254712345678' });
    });
    const told: string[] = await db('paybill_confirmations').orderBy('id').pluck('id');
    const confirmed_ms = await each_ms(told, QUEUES['provider-polls'].concurrency, (id) =>
      paybills.confirm(ctx, id),
    );
    const booked_ms = await timed_ms(() => postings.postPending(ctx));
    const booked: string[] = await db('sacco_receipts')
      .where({ booked: true })
      .orderBy('id')
      .pluck('payment_id');
    const credited_ms = await each_ms(booked, QUEUES['sacco-credits'].concurrency, (id) =>
      receipts.allocateNext(ctx, id),
    );
    const allocated = await db('sacco_receipts').where({ status: 'allocated' }).pluck('id');
    if (allocated.length !== RECEIPTS) throw new Error(`${allocated.length} receipts were allocated`);
    const bare_insert_ms = await bareInsert_ms(
      db,
      {
        paybill_confirmations: `status = 'confirmed'`,
        payments: `origin = 'paybill'`,
        postings: 'true',
        sacco_receipts: 'true',
        sacco_entries: 'receipt_id is not null',
        ledger_transfers: 'true',
      },
      {},
    );
    const per_s = (ms: number): number => RECEIPTS / (ms / 1_000);
    const all_ms = told_ms + confirmed_ms + booked_ms + credited_ms;
    report('receipts', {
      receipts: RECEIPTS,
      told_per_s: per_s(told_ms),
      confirmed_per_s: per_s(confirmed_ms),
      booked_per_s: per_s(booked_ms),
      credited_per_s: per_s(credited_ms),
      all_steps_per_s: per_s(all_ms),
      ratio_to_bare: all_ms / bare_insert_ms,
    });
  } finally {
    await server.close();
  }
});
