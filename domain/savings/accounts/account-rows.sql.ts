/** The savings accounts that members have besides their default one, with the running term of those that are fixed. */
import { date, defineQuery, int2, int4, int8, orNull, params, tableColumns } from '../../../db/statement.ts';
import type { SavingsAccountRow } from './account.model.ts';

export interface SavingsAccountWithTerm extends SavingsAccountRow {
  term_no: number | null;
  term_starts_on: string | null;
  term_matures_on: string | null;
  term_principal_minor: bigint | null;
  term_rate_bps: number | null;
}

const WITH_TERM = tableColumns<SavingsAccountWithTerm>('sacco_savings_accounts', {
  term_no: orNull(int2),
  term_starts_on: orNull(date),
  term_matures_on: orNull(date),
  term_principal_minor: orNull(int8),
  term_rate_bps: orNull(int4),
});

const COLUMNS = `
  a.*, t.no as term_no, t.starts_on as term_starts_on, t.matures_on as term_matures_on,
  t.principal_minor as term_principal_minor, t.rate_bps as term_rate_bps`;
const TERM = `left join sacco_savings_terms t on t.account_id = a.id and t.status = 'running'`;

/** Those that are open, at most so many of each member. */
export const readOpenAccounts = defineQuery({
  params: params<{ member_ids: readonly string[]; limit: number }>(),
  result: WITH_TERM,
  sql: `
    select ${COLUMNS} from unnest(:member_ids::text[]) as m(id) cross join lateral (
      select * from sacco_savings_accounts where member_id = m.id and status = 'active' order by id limit :limit) a ${TERM}
    order by a.id`,
});

export const readAccountsByIds = defineQuery({
  params: params<{ ids: readonly string[] }>(),
  result: WITH_TERM,
  sql: `select ${COLUMNS} from sacco_savings_accounts a ${TERM} where a.id = any(:ids::text[]) order by a.id`,
});

/** Those of a member that were closed since a moment, at most so many. */
export const readClosedAccounts = defineQuery({
  params: params<{ member_id: string; since: Date; limit: number }>(),
  result: WITH_TERM,
  sql: `
    select ${COLUMNS} from sacco_savings_accounts a ${TERM}
    where a.member_id = :member_id and a.status = 'closed' and a.closed_at >= :since order by a.id desc limit :limit`,
});
