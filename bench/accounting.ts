/**
 * `npm run bench:accounting`: the trial balance over a year of transfers of 100,000 members, and the ageing of 20,000 open loans
 * among them, each compared with a plain aggregate over the same rows. BENCH_ROWS sets the number of transfers, which are loaded
 * in bulk: ten million take some minutes.
 */
import { run } from '../core/shutdown.ts';
import type { Transaction } from '../db/connection.ts';
import { readTrialBalance } from '../domain/accounting/index.ts';
import { chargeLoans } from '../domain/loans/index.ts';
import { ACCOUNT_KINDS, accountId, TRANSFER_KINDS } from '../domain/ledger/index.ts';
import { median_ms, openServer, report } from './harness.ts';
import { benchAgeing, loadLoans } from './loan-rows.ts';
import { CURRENCY, seedSacco, type SeededSacco } from './seeded-sacco.ts';

const MEMBERS = 100_000;
const LOANS = 20_000;
const TRANSFERS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** Repetitions of each measurement. */
const TIMES = 15;
/** Transfers loaded by one statement. */
const ROWS_PER_STATEMENT = 500_000;
/** For statements that load millions of rows, or index them. */
const LOADING_TIMEOUT_S = '600';
const YEAR_NS = 365n * 86_400n * 1_000_000_000n;
/** Three deposits and a withdrawal, then the next member's. */
const TURN = 4;
const AMOUNT_MINOR = 100;

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, MEMBERS, { DATABASE_TIMEOUT_SECONDS: LOADING_TIMEOUT_S });
    await loadLoans({ ...sacco, members: LOANS });
    await loadTransfers(sacco);
    await benchTrialBalance(sacco);
    await chargeLoans(sacco.ctx);
    await sacco.ctx.db.raw('vacuum analyze sacco_loans, sacco_loan_installments, sacco_loan_charge_dates');
    await benchAgeing(sacco, { loans: LOANS, members: MEMBERS });
  } finally {
    await server.close();
  }
});

/** Deposits and withdrawals at regular intervals, with balances, running totals and the balance after each. */
async function loadTransfers({ ctx, scope }: SeededSacco): Promise<void> {
  const own = (owner: string): string =>
    accountId(scope, { kind: 'member_savings', currency: CURRENCY, owner });
  const cash = accountId(scope, { kind: 'cash_on_hand', currency: CURRENCY, owner: '' });
  const ids = Array.from({ length: MEMBERS }, (_, n) => own(`mem_${String(n + 1).padStart(26, '0')}`));
  await ctx.db.transaction(async (trx) => {
    await trx.raw(`set local maintenance_work_mem = '1GB'; set local work_mem = '256MB'`);
    await trx.raw('create table bench_savings (n integer primary key, id uuid not null)');
    await trx.raw(
      'insert into bench_savings select place - 1, id from unnest(?::uuid[]) with ordinality as v(id, place)',
      [ids],
    );
    const { project_id, environment } = scope;
    const { code } = ACCOUNT_KINDS.member_savings;
    await trx.raw(OPEN_SAVINGS, { cash, code, turn: TURN, transfers: TRANSFERS, members: MEMBERS } as never);
    await trx.raw(
      `insert into ledger_accounts (id, project_id, environment, kind, currency, owner, name, created_at)
       select id, ?, ?, 'member_savings', ?, 'mem_' || lpad((n + 1)::text, 26, '0'), '', now() from bench_savings`,
      [project_id, environment, CURRENCY],
    );
    const indexes = await dropIndexes(trx);
    const begins = BigInt(Date.now()) * 1_000_000n - YEAR_NS;
    for (let first = 0; first < TRANSFERS; first += ROWS_PER_STATEMENT)
      await trx.raw(INSERT_TRANSFERS, {
        first,
        last: Math.min(first + ROWS_PER_STATEMENT, TRANSFERS) - 1,
        begins: String(begins),
        step: String(YEAR_NS / BigInt(TRANSFERS)),
        cash,
        members: MEMBERS,
        deposit: TRANSFER_KINDS.deposit,
        withdrawal: TRANSFER_KINDS.withdrawal,
      });
    for (const index of indexes) await trx.raw(index);
    await trx.raw(SUM_UP);
  });
  await ctx.db.raw('vacuum analyze ledger_balances, ledger_accounts, ledger_posted_totals');
  await ctx.db.raw('checkpoint');
}

/** Drops the indexes: rebuilding them at the end takes a fraction of the time. @returns the function that rebuilds them */
async function dropIndexes(trx: Transaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string; definition: string }[] }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'ledger_transfers'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await trx.raw(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** The transfers visit the members in turn; SQL for the number of turns of member `n`. */
const OPEN_SAVINGS = `
  with turns as (
    select id, (:transfers::bigint / :turn - 1 - n) / :members + 1 as rounds from bench_savings
  ), opened as (
    insert into ledger_balances (account_id, ledger, limit_rule, code, debits_posted, credits_posted)
    select id, cash.ledger, 1, :code::smallint, ${AMOUNT_MINOR} * rounds, ${AMOUNT_MINOR} * (:turn - 1) * rounds
    from turns, ledger_balances cash where cash.account_id = :cash
  )
  update ledger_balances set debits_posted = ${AMOUNT_MINOR} * (:turn - 1) * (:transfers::bigint / :turn),
    credits_posted = ${AMOUNT_MINOR} * (:transfers::bigint / :turn)
  where account_id = :cash`;

const INSERT_TRANSFERS = `
  insert into ledger_transfers (id, timestamp, debit_account_id, credit_account_id, amount,
    dr_debits_pending, dr_debits_posted, dr_credits_pending, dr_credits_posted,
    cr_debits_pending, cr_debits_posted, cr_credits_pending, cr_credits_posted, timeout_s, code, phase, reference, scope_number)
  select ('018f0000-0000-7000-8000-' || lpad(to_hex(t), 12, '0'))::uuid, :begins::bigint + t * :step::bigint,
    case when paid_in then cash.account_id else s.id end, case when paid_in then s.id else cash.account_id end, ${AMOUNT_MINOR},
    0, case when paid_in then its.cash_in else its.own_out end, 0, case when paid_in then its.cash_out else its.own_in end,
    0, case when paid_in then its.own_out else its.cash_in end, 0, case when paid_in then its.own_in else its.cash_out end,
    0, case when paid_in then :deposit::smallint else :withdrawal::smallint end, 0, 'ent_bench', (cash.ledger / 1000)::integer
  from ledger_balances cash, generate_series(:first::bigint, :last::bigint) t
  cross join lateral (select t / ${TURN} as turn, t % ${TURN} as step_no, t % ${TURN} < ${TURN} - 1 as paid_in) at
  cross join lateral (select least(step_no + 1, ${TURN} - 1) as ins, (not paid_in)::integer as outs, turn / :members as round) so_far
  cross join lateral (
    select ${AMOUNT_MINOR} * ((${TURN} - 1) * turn + ins) as cash_in, ${AMOUNT_MINOR} * (turn + outs) as cash_out,
      ${AMOUNT_MINOR} * ((${TURN} - 1) * round + ins) as own_in, ${AMOUNT_MINOR} * (round + outs) as own_out) its
  join bench_savings s on s.n = turn % :members
  where cash.account_id = :cash`;

/** Like the ledger: the sums up to the end of each quarter of an hour. */
const SUM_UP = `
  insert into ledger_posted_totals (ledger, account_code, transfer_code, quarter, debits, credits, last_timestamp)
  select ledger, account_code, transfer_code, quarter, sum(debits) over running, sum(credits) over running, last_timestamp
  from (
    select b.ledger, b.code as account_code, t.code as transfer_code, (t.timestamp / 900000000000)::integer as quarter,
      sum(debit) as debits, sum(credit) as credits, max(t.timestamp) as last_timestamp
    from ledger_transfers t
    cross join lateral (values (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount)) side(account_id, debit, credit)
    join ledger_balances b on b.account_id = side.account_id group by 1, 2, 3, 4
  ) sums
  window running as (partition by ledger, account_code, transfer_code order by quarter)`;

/** The sums of all accounts by kind: the trial balance of today, but of no other day. */
const PLAIN_SUMS = `
  select code, count(*), sum(debits_posted), sum(credits_posted) from ledger_balances group by code`;

async function benchTrialBalance({ ctx, scope }: SeededSacco): Promise<void> {
  const read = () => readTrialBalance(ctx, scope, { from: yearAgo(), to: yearAgo(0) });
  const [kes] = (await read()).currencies;
  const debits = kes?.rows.reduce((sum, row) => sum + row.debits_minor, 0n);
  if (debits !== BigInt(AMOUNT_MINOR) * BigInt(TRANSFERS)) throw new Error(`debits are ${debits}`);
  const plain_aggregate_ms = await median_ms(TIMES, () => ctx.db.raw(PLAIN_SUMS));
  const trial_balance_ms = await median_ms(TIMES, read);
  report('trial balance of a year', {
    members: MEMBERS,
    transfers: TRANSFERS,
    plain_aggregate_ms,
    trial_balance_ms,
    ratio_to_plain: trial_balance_ms / plain_aggregate_ms,
  });
}

/** The local date that many days ago; by default the day before the first transfer. */
function yearAgo(days = 365): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
