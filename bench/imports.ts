/**
 * `npm run bench:imports`: 20,000 members are imported with savings and shares, and a batch of as many deposits is posted, each
 * compared with a bare INSERT … SELECT of the rows that it leaves.
 */
import { run } from '../core/shutdown.ts';
import { batchApproval, postBatch, requestBatch } from '../domain/batches/index.ts';
import { importApproval, requestImport, runImport } from '../domain/cutover/index.ts';
import { putSettings } from '../domain/members/index.ts';
import type { SubjectAction } from '../domain/platform/second-person.port.ts';
import { inTransaction, type Caller } from '../domain/platform/unit.ts';
import { bareInsert_ms } from './bare-insert.ts';
import { openServer, report } from './harness.ts';
import { newProject, openBenchContext } from './project.ts';

const LINES = Number(process.env['BENCH_ROWS'] ?? 20_000);
const FIRST_PHONE = 10_000_000;

run(async () => {
  const server = await openServer();
  try {
    const { ctx } = await openBenchContext(server);
    const { owner, scope } = await newProject(ctx.db);
    const caller: Caller = { ctx, scope, actor: { type: 'user', id: owner.id } };
    await putSettings(caller, { currency: 'KES' });
    await benchImport(caller);
    await ctx.db.raw('vacuum analyze');
    await benchBatch(caller);
  } finally {
    await server.close();
  }
});

/** As a second person does it. */
async function approve(
  caller: Caller,
  action: SubjectAction,
  { approval_id, id }: { approval_id: string | null; id: string },
): Promise<void> {
  const request = {
    approval_id: approval_id ?? '',
    subject_id: id,
    change: null,
    requested_by: caller.actor,
  };
  await inTransaction(caller, (unit) => action.onApproved(unit, request));
}

async function benchImport(caller: Caller): Promise<void> {
  const { db } = caller.ctx;
  const rows = Array.from(
    { length: LINES },
    (_, i) => `A-${i},Member Number ${i},+2547${FIRST_PHONE + i},10.00,5.00`,
  );
  const started = performance.now();
  const { import: asked } = await requestImport(caller, {
    cut_over_date: '2026-01-31',
    cash_on_hand_minor: 0n,
    files: {
      members: ['member_no,full_name,phone,savings,shares', ...rows].join('\n'),
      loans: null,
      accounts: null,
      guarantors: null,
    },
    dry_run: false,
    memo: 'cut-over',
    idempotency_key: 'import',
  });
  const checked_ms = performance.now() - started;
  await approve(caller, importApproval, asked);
  const approved = performance.now();
  await runImport(caller.ctx, asked.id);
  const imported_ms = performance.now() - approved;
  const { status } = await db('sacco_imports').where({ id: asked.id }).first('status');
  if (status !== 'imported') throw new Error(`the import is ${status}`);
  const bare_insert_ms = await bareInsert_ms(
    db,
    {
      customers: 'true',
      customer_words: 'true',
      customer_events: 'true',
      sacco_members: 'true',
      sacco_import_lines: 'true',
      ledger_accounts: 'true',
      ledger_balances: 'true',
      sacco_entries: 'true',
      ledger_transfers: 'true',
    },
    {},
  );
  report('import at cut-over', {
    lines: LINES,
    bare_insert_ms,
    checked_ms,
    imported_ms,
    lines_per_s: LINES / (imported_ms / 1_000),
    ratio_to_bare: imported_ms / bare_insert_ms,
  });
}

async function benchBatch(caller: Caller): Promise<void> {
  const { db } = caller.ctx;
  const rows = Array.from({ length: LINES }, (_, i) => `A-${i},deposit,1.00`);
  const started = performance.now();
  const { batch } = await requestBatch(caller, {
    csv: ['member_no,kind,amount', ...rows].join('\n'),
    source: 'cash',
    total_minor: BigInt(LINES) * 100n,
    memo: 'the market day',
    idempotency_key: 'batch',
  });
  const requested_ms = performance.now() - started;
  await approve(caller, batchApproval, batch);
  const approved = performance.now();
  await postBatch(caller.ctx, batch.id);
  const posted_ms = performance.now() - approved;
  const { status } = await db('sacco_movement_batches').where({ id: batch.id }).first('status');
  if (status !== 'posted') throw new Error(`the batch is ${status}`);
  const bare_insert_ms = await bareInsert_ms(
    db,
    {
      sacco_entries: "source = 'batch'",
      ledger_transfers: "reference in (select id from sacco_entries where source = 'batch')",
      sacco_movement_batch_lines: 'true',
    },
    {},
  );
  report('batch of movements', {
    lines: LINES,
    bare_insert_ms,
    requested_ms,
    posted_ms,
    lines_per_s: LINES / (posted_ms / 1_000),
    ratio_to_bare: posted_ms / bare_insert_ms,
  });
}
