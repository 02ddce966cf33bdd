/**
 * `npm run bench:receipts`: money that comes without a prompt, through each of its steps as the workers take them: told, confirmed by
 * the provider, booked, and credited to members; and payments by prompt that are credited to members. Crediting is compared with a bare
 * INSERT … SELECT of the rows that it leaves, and so are all steps together.
 */
import { run } from '../core/shutdown.ts';
import { paymentCredits } from '../domain/movements/index.ts';
import { paybills, postings } from '../domain/payments/index.ts';
import * as receipts from '../domain/receipts/index.ts';
import { QUEUES } from '../jobs/registry.ts';
import { bareInsert_ms } from './bare-insert.ts';
import { each_ms, openServer, report, timed_ms, type BenchServer } from './harness.ts';
import { CURRENCY, idOf, openAccountsOf, seedSacco, type SeededSacco } from './seeded-sacco.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 5_000);
const MEMBERS = 1_000;
const AMOUNT_MINOR = 50_000n;
/** As many requests as a web process has under way when it is busy. */
const REQUESTS = 25;

const per_s = (ms: number): number => ROWS / (ms / 1_000);

run(async () => {
  const server = await openServer();
  try {
    await benchReceipts(await openSacco(server));
    await benchPayments(await openSacco(server));
  } finally {
    await server.close();
  }
});

async function openSacco(server: BenchServer): Promise<SeededSacco> {
  const sacco = await seedSacco(server, MEMBERS);
  await openAccountsOf(sacco, 'mem', 'member_savings');
  return sacco;
}

async function benchReceipts({ ctx, scope }: SeededSacco): Promise<void> {
  const { db } = ctx;
  const numbers = Array.from({ length: ROWS }, (_, i) => i);
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
  const credited_ms = await timed_ms(() => receipts.allocateDue(ctx));
  const allocated = await db('sacco_receipts').where({ status: 'allocated' }).pluck('id');
  if (allocated.length !== ROWS) throw new Error(`${allocated.length} receipts were allocated`);
  const of_receipts = {
    sacco_receipts: 'true',
    sacco_entries: 'receipt_id is not null',
    ledger_transfers: 'reference in (select id from sacco_entries where receipt_id is not null)',
  };
  const bare_credit_ms = await bareInsert_ms(db, of_receipts, {});
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
  const all_ms = told_ms + confirmed_ms + booked_ms + credited_ms;
  report('receipts', {
    receipts: ROWS,
    told_per_s: per_s(told_ms),
    confirmed_per_s: per_s(confirmed_ms),
    booked_per_s: per_s(booked_ms),
    credited_per_s: per_s(credited_ms),
    credited_ratio_to_bare: credited_ms / bare_credit_ms,
    all_steps_per_s: per_s(all_ms),
    ratio_to_bare: all_ms / bare_insert_ms,
  });
}

/** Payments for members that are completed; from there on they are booked and credited as any other. */
async function benchPayments({ ctx, scope }: SeededSacco): Promise<void> {
  const { db } = ctx;
  await db.raw(
    `insert into payments (id, project_id, environment, reference, amount_minor, currency, provider, status, has_posting,
       credit_to, metadata, created_at, updated_at, completed_at)
     select ${idOf('pay')}, ?, ?, 'bench-' || n, ?, ?, 'sandbox', 'completed', true, 'sacco',
       jsonb_build_object('sacco_member_id', 'mem_' || lpad((1 + n % ${MEMBERS})::text, 26, '0')), now(), now(), now()
     from generate_series(1, ?::integer) n`,
    [scope.project_id, scope.environment, String(AMOUNT_MINOR), CURRENCY, ROWS],
  );
  await db.raw(
    `insert into sacco_payment_credits (payment_id, project_id, environment, member_id, purpose)
     select id, project_id, environment, metadata ->> 'sacco_member_id', 'savings' from payments`,
  );
  await db.raw(
    `insert into postings (payment_id, project_id, environment, created_at)
     select id, project_id, environment, completed_at from payments`,
  );
  await postings.postPending(ctx);
  const credited_ms = await timed_ms(() => paymentCredits.applyDue(ctx));
  const credited = await db('sacco_payment_credits').where({ status: 'credited' }).pluck('payment_id');
  if (credited.length !== ROWS) throw new Error(`${credited.length} payments were credited`);
  const of_credits = {
    sacco_payment_credits: 'true',
    sacco_entries: `source = 'payment'`,
    ledger_transfers: `reference in (select id from sacco_entries where source = 'payment')`,
  };
  const bare_insert_ms = await bareInsert_ms(db, of_credits, {});
  report('payments for members', {
    payments: ROWS,
    members_credited_per_s: per_s(credited_ms),
    credited_ratio_to_bare: credited_ms / bare_insert_ms,
  });
}
