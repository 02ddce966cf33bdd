/**
 * Shared by benches of loans and dividends: a SACCO with many members, written by set-based statements, and the baseline of
 * bookings: a bare INSERT … SELECT of the same entries and transfers.
 */
import { SYSTEM, type Scope } from '../core/scope.ts';
import { ACCOUNT_KINDS, accountId, type AccountKind } from '../domain/ledger/index.ts';
import type { Context } from '../domain/platform/context.ts';
import { putSettings } from '../domain/members/index.ts';
import { bareInsert_ms } from './bare-insert.ts';
import type { BenchServer } from './harness.ts';
import { newProject, openBenchContext } from './project.ts';

export const CURRENCY = 'KES';
/** Rows per statement, because a statement has a time limit. */
const ROWS_PER_STATEMENT = 5_000;

export interface SeededSacco {
  ctx: Context;
  /** The test environment of a new project, whose SACCO has `members` members. */
  scope: Scope;
  members: number;
}

/** A new database with a SACCO of that many members, without accounts. @param env additional settings */
export async function seedSacco(
  server: BenchServer,
  members: number,
  env: Record<string, string> = {},
): Promise<SeededSacco> {
  const { ctx } = await openBenchContext(server, env);
  const { scope } = await newProject(ctx.db);
  await putSettings({ ctx, scope, actor: SYSTEM }, { currency: CURRENCY });
  const sacco = { ctx, scope, members };
  await changeFor(
    sacco,
    `insert into customers (id, project_id, environment, kind, full_name, status, kyc_status, kyc_tier, created_at, updated_at)
     select ${idOf('cus')}, :project_id, :environment, 'individual', 'Member Name' || n, 'active', 'verified', 1, now(), now()`,
  );
  await changeFor(
    sacco,
    `insert into sacco_members (id, project_id, environment, member_no, customer_id, status, entrance_fee_paid, joined_at, updated_at)
     select ${idOf('mem')}, :project_id, :environment, 'B' || n, ${idOf('cus')}, 'active', true, now(), now()`,
  );
  return sacco;
}

/** The id of row number `n`, in SQL. */
export function idOf(prefix: string): string {
  return `'${prefix}_' || lpad(n::text, 26, '0')`;
}

/**
 * Executes an `insert … select`, or an `update`, for every member; `n` is the member's number.
 * @param statement up to its `from`
 * @param also the rest: joins for several rows per member, and conditions
 */
export async function changeFor(
  { ctx, scope: { project_id, environment }, members }: SeededSacco,
  statement: string,
  also = '',
): Promise<void> {
  for (let first = 1; first <= members; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, members);
    await ctx.db.raw(`${statement} from generate_series(:first::integer, :last::integer) n ${also}`, {
      project_id,
      environment,
      first,
      last,
    });
  }
}

/** Opens an account of that kind for every member or loan. @param prefix of the owners' ids */
export async function openAccountsOf(
  { ctx, scope, members }: SeededSacco,
  prefix: string,
  kind: AccountKind,
): Promise<void> {
  const { limit, code } = ACCOUNT_KINDS[kind];
  const of_sacco = accountId(scope, { kind: 'cash_on_hand', currency: CURRENCY, owner: '' });
  for (let first = 1; first <= members; first += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, members - first + 1);
    const ids = Array.from({ length: count }, (_, i) =>
      accountId(scope, {
        kind,
        currency: CURRENCY,
        owner: `${prefix}_${String(first + i).padStart(26, '0')}`,
      }),
    );
    await ctx.db.raw(
      `insert into ledger_balances (account_id, ledger, limit_rule, code)
       select id, sacco.ledger, ?, ? from unnest(?::uuid[]) id, ledger_balances sacco where sacco.account_id = ?`,
      [['none', 'debits', 'credits'].indexOf(limit), code, ids, of_sacco],
    );
  }
}

/** Milliseconds of a bare INSERT … SELECT of the entries of that kind, and their transfers. */
export function bareEntries_ms({ ctx }: SeededSacco, kind: string): Promise<number> {
  const written = 'kind = :kind and member_id is not null';
  return bareInsert_ms(
    ctx.db,
    {
      sacco_entries: written,
      ledger_transfers: `reference in (select id from sacco_entries where ${written})`,
    },
    { kind },
  );
}
