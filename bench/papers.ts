/**
 * `npm run bench:papers`: receipts and long statements as PDF, and how long requests have to wait while twenty long statements are
 * made; compared with the same time in which nothing is made.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDF_LIMITS, pdfMaker } from '../core/pdf/pdf-maker.ts';
import { SYSTEM } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import { deposit } from '../domain/members/index.ts';
import { MAX_MOVEMENTS, receiptPdf, statementPdf } from '../domain/papers/index.ts';
import { each_ms, openServer, rate, report, SECONDS, timed_ms } from './harness.ts';
import { CURRENCY, openAccountsOf, seedSacco } from './seeded-sacco.ts';

const MOVEMENTS = Math.min(Number(process.env['BENCH_ROWS'] ?? MAX_MOVEMENTS), MAX_MOVEMENTS);
const MEMBER = `mem_${'1'.padStart(26, '0')}`;
const STATEMENTS = 20;
const CALLERS = 4;
const REQUEST = { language: 'en', server_url: 'https://umoja.example' } as const;
const PERIOD = { from: '2000-01-01', to: '2099-12-31' };

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, 1);
    // Also where it takes longer than a client would wait.
    sacco.ctx.pdfs = pdfMaker({ ...PDF_LIMITS, max_wait_ms: 600_000, make_ms: 120_000 });
    server.closeToo(() => sacco.ctx.pdfs.close());
    await openAccountsOf(sacco, 'mem', 'member_savings');
    await openAccountsOf(sacco, 'mem', 'member_shares');
    const caller = { ctx: sacco.ctx, scope: sacco.scope, actor: SYSTEM };
    const numbers = Array.from({ length: MOVEMENTS }, (_, i) => i);
    await each_ms(numbers, 50, (no) =>
      deposit(caller, MEMBER, {
        amount_minor: BigInt(100 + no),
        idempotency_key: `bench-${no}`,
      }),
    );
    const { id } = await sacco.ctx.db('sacco_entries').where({ currency: CURRENCY }).first('id');
    const receipts_per_s = await rate(SECONDS, CALLERS, async () => {
      await receiptPdf(caller, id, { ...REQUEST, size: '80mm' });
      return 1;
    });
    const many = Array.from({ length: STATEMENTS }, (_, i) => i);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const measured = async (
      work: () => Promise<unknown>,
    ): Promise<[ms: number, p99_ms: number, max_ms: number]> => {
      delay.reset();
      delay.enable();
      const ms = await timed_ms(work);
      delay.disable();
      return [ms, delay.percentile(99) / 1e6, delay.max / 1e6];
    };
    const [all_ms, p99_ms, max_ms] = await measured(() =>
      each_ms(many, STATEMENTS, () => statementPdf(caller, MEMBER, PERIOD, REQUEST)),
    );
    const [, idle_p99_ms] = await measured(() => sleep(all_ms));
    report('papers', {
      receipts_per_s,
      movements: MOVEMENTS,
      statements: STATEMENTS,
      statements_per_s: STATEMENTS / (all_ms / 1_000),
      event_loop_p99_ms: p99_ms,
      event_loop_max_ms: max_ms,
      idle_event_loop_p99_ms: idle_p99_ms,
    });
  } finally {
    await server.close();
  }
});
