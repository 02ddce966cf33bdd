/**
 * A cooperative with as many entries, payments, webhook events and so on as wanted, served over HTTP: a small one that the use cases
 * made, whose rows are then copied.
 */
import { encodeId } from '../../core/ids.ts';
import { DAY_MS, localDateAt } from '../../core/local-date.ts';
import { SYSTEM, type Scope } from '../../core/scope.ts';
import { createDemo, type Demo } from '../../commands/create-demo.ts';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { fillDemo, findDemo, startFilling } from '../../domain/demo/index.ts';
import { postings } from '../../domain/payments/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { projectScope, readProject } from '../../domain/staff/index.ts';
import { createEndpoint } from '../../domain/webhooks/index.ts';
import { report, type BenchServer } from '../harness.ts';
import { openBenchContext } from '../project.ts';
import { importPayments, loadPayments } from '../statements.ts';
import { fillTables } from './many-rows.ts';
import type { SampleIds } from './list-queries.ts';
import { undivide } from './plain-tables.ts';

/** Of the cooperative whose rows are copied. */
const SCALE = { members: 12, months: 2 };

/** Lines of the statement whose rows are copied. */
const SAMPLE_LINES = 100;
/** Reports cover the last days. */
const REPORTED_MS = 90 * DAY_MS;

/** What a cooperative has more of each day. Payments are loaded apart, as statements are compared with them. */
export const GROWING = [
  'accounting_periods',
  'audit_log',
  'customer_events',
  'idempotency_keys',
  'ledger_accounts',
  'ledger_holds',
  'ledger_manual_transfers',
  'payment_events',
  'postings',
  'reconciliation_lines',
  'refunds',
  'sacco_approvals',
  'sacco_entries',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_events',
];

/** Of entries: however many there are, a session of a till has some hundred. */
const OF_A_TILL = ['till_id', 'session_id', 'other_till_id', 'other_session_id'];

export interface Cooperative {
  ctx: Context;
  scope: Scope;
  database_url: string;
  url: string;
  headers: Record<string, string>;
  ids: SampleIds;
}

export async function loadedCooperative(server: BenchServer, rows: number): Promise<Cooperative> {
  const { ctx, store } = await openBenchContext(server, { PORT: '0', RATE_LIMIT_PER_MINUTE: '0' });
  // As before they were divided, so that this can be measured.
  await undivide(ctx.db);
  const started = performance.now();
  const { key } = (await createDemo(ctx)) as Demo;
  const { id: project_id } = (await findDemo(ctx.db)) as { id: string };
  const project = await readProject(ctx.db, project_id);
  await createEndpoint(
    { ctx, scope: projectScope(project, 'test'), actor: SYSTEM },
    { mode: 'poll', events: ['*'] },
    { may_have_secrets: false },
  );
  await startFilling(ctx, project, project.owner_id);
  await fillDemo(ctx, project_id, SCALE);
  // Nearly all postings are posted.
  await postings.postPending(ctx);
  // By then its clock has moved.
  const scope = projectScope(await readProject(ctx.db, project_id), 'test');
  await loadPayments(ctx, scope, rows);
  await importPayments(ctx, scope, SAMPLE_LINES);
  await fillTables(ctx.db, project_id, rows, { only: GROWING, nulled: OF_A_TILL });
  report('growth load', { rows, load_s: (performance.now() - started) / 1_000 });
  const web = await listen(createApp(ctx, store), ctx.config);
  server.closeToo(() => web.close(0));
  return {
    ctx,
    scope,
    database_url: ctx.config.database_url as string,
    url: web.url,
    headers: { 'x-api-key': key },
    ids: await sampleIds(ctx, scope),
  };
}

/** Where there are most rows: copies belong to what their original belonged to. */
async function sampleIds({ db }: Context, { project_id, environment, clock }: Scope): Promise<SampleIds> {
  const most = async (table: string, column: string): Promise<string> => {
    const [row] = await db(table)
      .where({ project_id, environment })
      .whereNotNull(column)
      .groupBy(column)
      .orderByRaw('count(*) desc')
      .limit(1)
      .select<Record<string, string>[]>({ id: column });
    return row?.['id'] ?? '';
  };
  return {
    payment: await most('payment_events', 'payment_id'),
    customer: await most('customer_events', 'customer_id'),
    member: await most('sacco_entries', 'member_id'),
    account: encodeId('account', await most('ledger_accounts', 'id')),
    run: await most('reconciliation_lines', 'run_id'),
    from: localDateAt(new Date(clock.now().getTime() - REPORTED_MS)),
    webhook_endpoint: await most('webhook_deliveries', 'endpoint_id'),
  };
}
