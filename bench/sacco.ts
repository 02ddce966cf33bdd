/**
 * `npm run bench:sacco`: the summary of 100,000 members, compared with a plain sum over the counters, and lists of them; and a
 * page of the statement of a member with 100,000 movements, with its query plans. All in one run on one database.
 */
import { run } from '../core/shutdown.ts';
import { postgresBackend, type LedgerBackend } from '../domain/ledger/index.ts';
import { readStatement } from '../domain/members/index.ts';
import { ledgerPool } from '../db/connection.ts';
import { median_ms, openServer, report } from './harness.ts';
import { invite, type Person } from './people.ts';
import { loadMembers, loadMovements, MEMBERS, MOVEMENTS } from './sacco-rows.ts';
import { openServices, type Services } from './served.ts';

/** Repetitions of each measurement. */
const TIMES = 15;

run(async () => {
  const server = await openServer();
  try {
    const services = await openServices(server);
    const [person] = await invite(services, 1);
    await benchSummary(services);
    await benchMembers(services);
    await benchStatement(services, person as Person);
  } finally {
    await server.close();
  }
});

/** The summary over HTTP, compared with a bare sum of all counters. */
async function benchSummary(services: Services): Promise<void> {
  const { ours, ctx, headers } = services;
  await loadMembers(services);
  const read = async (): Promise<{ integrity: { balanced: boolean } }> => {
    const response = await fetch(`${ours.url}/api/v1/sacco/summary`, { headers });
    return (await response.json()) as { integrity: { balanced: boolean } };
  };
  if (!(await read()).integrity.balanced) throw new Error('the summary says that the books do not balance');
  const summary_ms = await median_ms(TIMES, read);
  const plain_sum_ms = await median_ms(TIMES, () => ctx.db.raw(PLAIN_SUM));
  report('sacco summary', {
    members: MEMBERS,
    plain_sum_ms,
    summary_ms,
    ratio: summary_ms / plain_sum_ms,
  });
  const trial_balance_ms = await median_ms(TIMES, async () => {
    const response = await fetch(`${ours.url}/api/v1/accounting/trial-balance`, { headers });
    return response.json();
  });
  report('trial balance', {
    members: MEMBERS,
    plain_sum_ms,
    trial_balance_ms,
    ratio: trial_balance_ms / plain_sum_ms,
  });
}

const PLAIN_SUM = `
  select sum(debits_pending), sum(debits_posted), sum(credits_pending), sum(credits_posted) from ledger_balances`;

const PAGE_BY_IDS = `
  select m.*, c.full_name, c.phone from sacco_members m join customers c on c.id = m.customer_id
  where m.id = any(?::text[]) order by m.id desc`;

/** Lists of members over HTTP, with their balances. */
async function benchMembers({ ours, ctx, headers }: Services): Promise<void> {
  const lists = {
    newest_ms: '',
    suspended_ms: '?status=suspended',
    by_number_ms: `?q=b${MEMBERS / 2}`,
    by_name_ms: `?q=name${MEMBERS / 2}`,
    by_common_name_ms: '?q=member',
    by_surname_ms: '?q=family7',
    nobody_ms: '?q=zzzz',
  };
  const rows = await ctx.db('sacco_members').orderBy('id', 'desc').limit(50).select('id');
  const ids = rows.map(({ id }) => id as string);
  const figures: Record<string, number> = {
    members: MEMBERS,
    // The baseline: a page of members with known ids.
    page_by_ids_ms: await median_ms(TIMES, () => ctx.db.raw(PAGE_BY_IDS, [ids] as never)),
  };
  for (const [name, query] of Object.entries(lists)) {
    const read = async (): Promise<string> =>
      (await fetch(`${ours.url}/api/v1/sacco/members${query}`, { headers })).text();
    figures[name] = await median_ms(TIMES, read);
  }
  report('sacco members', figures);
}

/** One page in the middle of a year of movements over HTTP, and the plans of its statements. */
async function benchStatement(services: Services, { member_id }: Person): Promise<void> {
  const { ours, ctx, scope, headers } = services;
  await loadMovements(services, member_id);
  const request = { from: '2025-06-01', to: '2025-06-30', limit: 1_000 };
  const query = `from=${request.from}&to=${request.to}&limit=${request.limit}`;
  const statement_ms = await median_ms(TIMES, async () => {
    const url = `${ours.url}/api/v1/sacco/members/${member_id}/statement?${query}`;
    return (await fetch(url, { headers })).text();
  });
  const scans = await scansOf(services, async (ledger) => {
    const { accounts, next_after } = await readStatement(
      { ctx: { ...ctx, ledger }, scope },
      member_id,
      request,
    );
    if (accounts[0]?.movements.length !== request.limit || next_after === null)
      throw new Error('the statement does not fill its page');
  });
  const slow = scans.find(
    ({ type, table, rows }) =>
      (type === 'Sort' && rows > FEW_ROWS) || (type === 'Seq Scan' && BIG.has(table)),
  );
  if (slow) throw new Error(`the statement is not read by an index: ${slow.type} ${slow.table}`);
  report('sacco statement', {
    movements: MOVEMENTS,
    page: request.limit,
    statement_ms,
    rows_read: scans.reduce((sum, { rows }) => sum + rows, 0),
    indexes: [...new Set(scans.map(({ index }) => index).filter(Boolean))].join(' '),
  });
}

/** Loans and called guarantees of one member, which PostgreSQL may sort. */
const FEW_ROWS = 100;

/** Tables that grow; the plan for the few rows of other tables does not matter. */
const BIG = new Set(['sacco_entries', 'ledger_transfers', 'sacco_members', 'customers']);

interface Scan {
  type: string;
  table: string;
  index: string;
  /** Rows found, times the number of loops. */
  rows: number;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** Scans and sorts of every statement of the work, including those of the ledger. */
async function scansOf(
  { database_url, ctx }: Services,
  work: (ledger: LedgerBackend) => Promise<void>,
): Promise<Scan[]> {
  const pool = ledgerPool(database_url);
  const made: { text: string; values: unknown[] }[] = [];
  const observed = {
    // The ledger prepares what it sends often: that has a name besides.
    query(statement: string | { text: string; values: unknown[] }, values: unknown[] = []) {
      made.push(typeof statement === 'string' ? { text: statement, values } : statement);
      return typeof statement === 'string' ? pool.query(statement, values) : pool.query(statement);
    },
  };
  const collect = ({ sql, bindings }: { sql: string; bindings: unknown[] }): void => {
    made.push({ text: sql, values: bindings });
  };
  ctx.db.on('query', collect);
  await work(postgresBackend(observed as typeof pool));
  ctx.db.removeListener('query', collect);
  const scans: Scan[] = [];
  for (const { text, values } of made) {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    scans.push(...scansIn(rows[0]['QUERY PLAN'][0].Plan as PlanNode));
  }
  await pool.end();
  return scans;
}

function scansIn(node: PlanNode): Scan[] {
  const type = node['Node Type'];
  const scan = {
    type,
    table: node['Relation Name'] ?? '',
    index: node['Index Name'] ?? '',
    rows: node['Actual Rows'] * node['Actual Loops'],
  };
  return [...(/Scan|Sort/.test(type) ? [scan] : []), ...(node.Plans ?? []).flatMap(scansIn)];
}
