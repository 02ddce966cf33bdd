/**
 * `npm run bench:payouts`: payouts through the sandbox, which answers at once: requested, by which their money is held, and sent one by
 * one as the workers do; compared with a bare INSERT … SELECT of the rows that they leave.
 */
import { run } from '../core/shutdown.ts';
import type { Scope } from '../core/scope.ts';
import { paybills, payouts, postings } from '../domain/payments/index.ts';
import type { Context } from '../domain/platform/context.ts';
import type { Caller } from '../domain/platform/unit.ts';
import { QUEUES } from '../jobs/registry.ts';
import { bareInsert_ms } from './bare-insert.ts';
import { each_ms, openServer, report } from './harness.ts';
import { newProject, openBenchContext } from './project.ts';

const PAYOUTS = Number(process.env['BENCH_ROWS'] ?? 5_000);
const AMOUNT_MINOR = 10_000n;
/** As many requests as a web process has under way when it is busy. */
const REQUESTS = 25;
/** Of the sandbox: paid at once. */
const PHONE = '+254712345789';

run(async () => {
  const server = await openServer();
  try {
    const { ctx } = await openBenchContext(server);
    const { owner, scope } = await newProject(ctx.db);
    const caller: Caller = { ctx, scope, actor: { type: 'user', id: owner.id } };
    await fund(ctx, scope);
    const no_limits = { max_minor: null, daily_max_minor: null, approval_above_minor: null };
    await payouts.putSettings(caller, 'sandbox', { enabled: true, ...no_limits });
    const numbers = Array.from({ length: PAYOUTS }, (_, i) => i);
    const requested_ms = await each_ms(numbers, REQUESTS, async (no) => {
      const request = { provider: 'sandbox', amount_minor: AMOUNT_MINOR, currency: 'KES' } as const;
      const asked = { ...request, to: { phone: PHONE }, reference: `bench-${no}` };
      await payouts.create(caller, asked, { key: `bench-${no}`, server_url: 'http://127.0.0.1' });
    });
    const ids: string[] = await ctx.db('payouts').orderBy('id').pluck('id');
    const sent_ms = await each_ms(ids, QUEUES['provider-polls'].concurrency, (id) =>
      payouts.process(ctx, id),
    );
    const succeeded = await ctx.db('payouts').where({ status: 'succeeded' }).pluck('id');
    if (succeeded.length !== PAYOUTS) throw new Error(`${succeeded.length} payouts succeeded`);
    const bare_insert_ms = await bareInsert_ms(
      ctx.db,
      { payouts: 'true', payout_events: 'true', ledger_transfers: 'true', audit_log: 'true' },
      {},
    );
    report('payouts', {
      payouts: PAYOUTS,
      requested_per_s: PAYOUTS / (requested_ms / 1_000),
      sent_per_s: PAYOUTS / (sent_ms / 1_000),
      ratio_to_bare: (requested_ms + sent_ms) / bare_insert_ms,
    });
  } finally {
    await server.close();
  }
});

/** One payment of all that is paid out, to a project without a cooperative. */
async function fund(ctx: Context, scope: Scope): Promise<void> {
  const { confirmation } = await paybills.sendToSandbox(
    { ctx, scope },
    {
      transaction_id: 'FUNDS',
      amount_minor: BigInt(PAYOUTS) * AMOUNT_MINOR,
      currency: 'KES',
      account_number: 'FUNDS',
      phone: PHONE,
    },
  );
  await paybills.confirm(ctx, confirmation.id);
  await postings.postPending(ctx);
}
