/** The rows for the bench of the SACCO: many members, and one member with many movements. */
import { searchWords } from '../domain/customers/search/search.rules.ts';
import { ACCOUNT_KINDS, accountId, TRANSFER_KINDS, type AccountKind } from '../domain/ledger/index.ts';
import type { Services } from './served.ts';

export const MEMBERS = Number(process.env['BENCH_ROWS'] ?? 100_000);
export const MOVEMENTS = Number(process.env['BENCH_ROWS'] ?? 100_000);
export const CURRENCY = 'KES';

/** Members with savings and shares paid in cash, without the transfers, which the summary does not read. */
export async function loadMembers({ ctx, scope }: Pick<Services, 'ctx' | 'scope'>): Promise<void> {
  const cash = accountId(scope, { kind: 'cash_on_hand', currency: CURRENCY, owner: '' });
  const of_scope = { project_id: scope.project_id, environment: scope.environment, members: MEMBERS };
  const held_minor = { savings: 1_000, shares: 500 };
  await ctx.db.raw(
    `insert into customers (id, project_id, environment, kind, full_name, status, kyc_status, kyc_tier, created_at, updated_at)
     select 'cus_' || lpad(n::text, 26, '0'), :project_id, :environment, 'individual', 'Member Name' || n, 'active', 'verified', 1, now(), now()
     from generate_series(1, :members) n`,
    of_scope,
  );
  const [word = ''] = searchWords(scope, {
    full_name: 'Member',
    phone: null,
    email: null,
    external_ref: null,
  });
  const tag = word.slice(0, -'member'.length);
  await ctx.db.raw(
    `insert into customer_words select 'cus_' || lpad(n::text, 26, '0'), :project_id, :environment,
       array_to_tsvector(array[:tag || 'member', :tag || 'name' || n, :tag || 'family' || n % 1000])
     from generate_series(1, :members) n`,
    { ...of_scope, tag },
  );
  await ctx.db.raw(
    `insert into sacco_members (id, project_id, environment, member_no, customer_id, status, entrance_fee_paid, joined_at, updated_at)
     select 'mem_' || lpad(n::text, 26, '0'), :project_id, :environment, 'B' || n, 'cus_' || lpad(n::text, 26, '0'),
       case when n % 50 = 0 then 'suspended' else 'active' end, true, now(), now()
     from generate_series(1, :members) n`,
    of_scope,
  );
  await ctx.db.raw(
    `insert into ledger_balances (account_id, ledger, limit_rule, credits_posted, code)
     select gen_random_uuid(), cash.ledger, 1, kinds.held, kinds.code
     from ledger_balances cash, generate_series(1, :members) n,
       (values (:savings::bigint, :savings_code::smallint), (:shares, :shares_code)) as kinds(held, code)
     where cash.account_id = :cash`,
    {
      members: MEMBERS,
      cash,
      ...held_minor,
      savings_code: ACCOUNT_KINDS.member_savings.code,
      shares_code: ACCOUNT_KINDS.member_shares.code,
    },
  );
  await ctx.db.raw('update ledger_balances set debits_posted = debits_posted + ? where account_id = ?', [
    MEMBERS * (held_minor.savings + held_minor.shares),
    cash,
  ]);
  await ctx.db.raw('vacuum analyze customers, customer_words, sacco_members, ledger_balances');
}

/** A year of deposits at regular intervals, with the balance after each. */
export async function loadMovements({ ctx, scope }: Services, member_id: string): Promise<void> {
  const account = (kind: AccountKind, owner: string): string =>
    accountId(scope, { kind, currency: CURRENCY, owner });
  const values = {
    movements: MOVEMENTS,
    project_id: scope.project_id,
    environment: scope.environment,
    member_id,
    cash: account('cash_on_hand', ''),
    savings: account('member_savings', member_id),
    code: TRANSFER_KINDS.deposit,
  };
  const at = `timestamptz '2025-01-01' + n * (interval '365 days' / :movements)`;
  await ctx.db.raw(
    `insert into sacco_entries (id, project_id, environment, kind, member_id, source, amount_minor, currency, status,
       requested_by_type, requested_by_id, local_date, created_at, posted_at, ledger_timestamp)
     select 'ent_' || lpad(n::text, 26, '0'), :project_id, :environment, 'deposit', :member_id, 'cash', 100, 'KES', 'posted',
       'system', 'bench', (${at})::date, ${at}, ${at}, extract(epoch from ${at})::numeric * 1000000000
     from generate_series(1, :movements) n`,
    values,
  );
  await ctx.db.raw(
    `insert into ledger_transfers (id, timestamp, debit_account_id, credit_account_id, amount,
       dr_debits_pending, dr_debits_posted, dr_credits_pending, dr_credits_posted,
       cr_debits_pending, cr_debits_posted, cr_credits_pending, cr_credits_posted, timeout_s, code, phase, reference, scope_number)
     select gen_random_uuid(), extract(epoch from ${at})::numeric * 1000000000, :cash, :savings, 100,
       0, n * 100, 0, 0, 0, 0, 0, n * 100, 0, :code, 0, 'ent_' || lpad(n::text, 26, '0'), (b.ledger / 1000)::integer
     from generate_series(1, :movements) n join ledger_balances b on b.account_id = :cash`,
    values,
  );
  await ctx.db.raw('vacuum analyze sacco_entries, ledger_transfers');
}
