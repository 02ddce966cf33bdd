/**
 * `npm run bench:sacco`: deposits at the counter and movements of wallets under 64 connections, beside a bare Express
 * handler that does one INSERT; the summary of 100,000 members beside a plain sum over the counters, and lists of them; and a page of the
 * statement of a member with 100,000 movements, with what it reads. All in one run on one database.
 */
import { newUuid } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import { SYSTEM } from '../core/scope.ts';
import { createCustomer, decideKyc } from '../domain/customers/index.ts';
import {
  accountId,
  openAccounts,
  postgresBackend,
  TRANSFER_KINDS,
  type AccountKey,
  type LedgerBackend,
} from '../domain/ledger/index.ts';
import { joinMember, putSettings, readStatement } from '../domain/sacco/index.ts';
import { openWallet } from '../domain/wallets/index.ts';
import { ledgerPool } from '../db/connection.ts';
import { median_ms, openServer, report } from './harness.ts';
import { CURRENCY, loadMembers, loadMovements, MEMBERS, MOVEMENTS } from './sacco-rows.ts';
import { CONNECTIONS, inTurn, openServices, posts, type Asked, type Services } from './served.ts';

/** People who come to the counter, each with a membership and a wallet. */
const PEOPLE = 200;
/** Each look is measured that often. */
const TIMES = 15;

run(async () => {
  const server = await openServer();
  try {
    const services = await openServices(server);
    const people = await invite(services);
    await benchDeposits(services, people);
    await benchWallets(services, people);
    await benchSummary(services);
    await benchMembers(services);
    await benchStatement(services, people[0] as Person);
  } finally {
    await server.close();
  }
});

interface Person {
  customer_id: string;
  member_id: string;
}

/** Sets the SACCO up and takes people in. */
async function invite({ ctx, scope }: Services): Promise<Person[]> {
  await putSettings(ctx, scope, SYSTEM, { currency: CURRENCY, min_kyc_tier: 1 });
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const phone = `+2547${String(10_000_000 + n)}`;
    const {
      customer: { id },
    } = await createCustomer(ctx.db, scope, SYSTEM, { full_name: `Person ${n}`, phone });
    await decideKyc(ctx.db, scope, SYSTEM, id, { decision: 'approve', tier: 1, note: null });
    await openWallet(ctx, scope, SYSTEM, id, CURRENCY);
    const { member } = await joinMember(ctx, scope, SYSTEM, { customer_id: id, pay_entrance_fee: false });
    people.push({ customer_id: id, member_id: member.id });
  }
  return people;
}

/** Goes round all people, so that neighbours in time are different ones. */
function goRound(people: Person[], ask: (person: Person) => Asked): () => Asked {
  let turn = 0;
  return () => ask(people[turn++ % people.length] as Person);
}

async function bareInserts({ bare, headers }: Services): Promise<number> {
  return posts(bare, headers, () => ({ path: '/bare', body: movement() }));
}

function movement(): object {
  return { amount_minor: 100, idempotency_key: newUuid() };
}

async function benchDeposits(services: Services, people: Person[]): Promise<void> {
  const { ours, headers } = services;
  const next = goRound(people, ({ member_id }) => ({
    path: `/api/v1/sacco/members/${member_id}/deposits`,
    body: movement(),
  }));
  const [bare_insert_per_s, deposits_per_s] = (await inTurn(
    () => bareInserts(services),
    () => posts(ours, headers, next),
  )) as [number, number];
  report('sacco deposits', {
    connections: CONNECTIONS,
    members: people.length,
    bare_insert_per_s,
    deposits_per_s,
    ratio: deposits_per_s / bare_insert_per_s,
  });
}

async function benchWallets(services: Services, people: Person[]): Promise<void> {
  const { ours, headers } = services;
  await fundMerchant(services);
  // Twice as much comes in as goes out, so that nothing is refused.
  const moves = (verb: 'deposit' | 'withdraw', amount_minor: number) =>
    goRound(people, ({ customer_id }) => ({
      path: `/api/v1/customers/${customer_id}/wallets/${verb}`,
      body: { ...movement(), amount_minor, currency: CURRENCY },
    }));
  const [bare_insert_per_s, deposits_per_s, withdrawals_per_s] = (await inTurn(
    () => bareInserts(services),
    () => posts(ours, headers, moves('deposit', 200)),
    () => posts(ours, headers, moves('withdraw', 100)),
  )) as [number, number, number];
  report('wallets', {
    connections: CONNECTIONS,
    wallets: people.length,
    bare_insert_per_s,
    deposits_per_s,
    withdrawals_per_s,
    ratio_deposits: deposits_per_s / bare_insert_per_s,
    ratio_withdrawals: withdrawals_per_s / bare_insert_per_s,
  });
}

/** Brings the merchant more than is going to be deposited. */
async function fundMerchant({ ctx, scope }: Services): Promise<void> {
  const debit: AccountKey = { kind: 'provider_clearing', currency: CURRENCY, owner: '' };
  const credit: AccountKey = { kind: 'merchant_available', currency: CURRENCY, owner: '' };
  await openAccounts(ctx.db, ctx.ledger, [
    { scope, key: debit },
    { scope, key: credit },
  ]);
  const transfer = {
    id: newUuid(),
    debit_account_id: accountId(scope, debit),
    credit_account_id: accountId(scope, credit),
    amount: 1_000_000_000_000n,
    code: TRANSFER_KINDS.payment_settlement,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: 'bench',
    memo: null,
  };
  await ctx.ledger.post([[transfer]], scope.clock.now());
}

/** The summary by HTTP, beside the sum of all counters by a bare statement. */
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
}

const PLAIN_SUM = `
  select sum(debits_pending), sum(debits_posted), sum(credits_pending), sum(credits_posted) from ledger_balances`;

const PAGE_BY_IDS = `
  select m.*, c.full_name, c.phone from sacco_members m join customers c on c.id = m.customer_id
  where m.id = any(?::text[]) order by m.id desc`;

/** Lists of members by HTTP, each with what the members hold. */
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
    // The yardstick: a page of members of which the ids are known.
    page_by_ids_ms: await median_ms(TIMES, () => ctx.db.raw(PAGE_BY_IDS, [ids] as never)),
  };
  for (const [name, query] of Object.entries(lists)) {
    const read = async (): Promise<string> =>
      (await fetch(`${ours.url}/api/v1/sacco/members${query}`, { headers })).text();
    figures[name] = await median_ms(TIMES, read);
  }
  report('sacco members', figures);
}

/** One page in the middle of a year's movements by HTTP, and the plans of its statements. */
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
    const { accounts, next_after } = await readStatement({ ...ctx, ledger }, scope, member_id, request);
    if (accounts[0]?.movements.length !== request.limit || next_after === null)
      throw new Error('the statement does not fill its page');
  });
  const slow = scans.find(({ type, table }) => type === 'Sort' || (type === 'Seq Scan' && BIG.has(table)));
  if (slow) throw new Error(`the statement is not read by an index: ${slow.type} ${slow.table}`);
  report('sacco statement', {
    movements: MOVEMENTS,
    page: request.limit,
    statement_ms,
    rows_read: scans.reduce((sum, { rows }) => sum + rows, 0),
    indexes: [...new Set(scans.map(({ index }) => index).filter(Boolean))].join(' '),
  });
}

/** Tables that grow; PostgreSQL reads the few rows of the others as it likes. */
const BIG = new Set(['sacco_entries', 'ledger_transfers', 'sacco_members', 'customers']);

interface Scan {
  type: string;
  table: string;
  index: string;
  /** Rows that it found, times it was made. */
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

/** Scans and sorts of every statement that the work makes, of the ledger's too. */
async function scansOf(
  { database_url, ctx }: Services,
  work: (ledger: LedgerBackend) => Promise<void>,
): Promise<Scan[]> {
  const pool = ledgerPool(database_url);
  const made: { text: string; values: unknown[] }[] = [];
  const observed = {
    query(text: string, values: unknown[]) {
      made.push({ text, values });
      return pool.query(text, values);
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
