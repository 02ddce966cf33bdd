/** The savings accounts that members have besides their default one, with the running term of those that are fixed. */
import {
  date,
  defineQuery,
  int2,
  int4,
  int8,
  orNull,
  params,
  tableColumns,
  type Query,
} from '../../../db/statement.ts';
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

export const readAccountsOfMembers: Query<
  { member_ids: readonly string[]; with_closed: boolean },
  SavingsAccountWithTerm
> = defineQuery({
  params: params<{ member_ids: readonly string[]; with_closed: boolean }>(),
  result: WITH_TERM,
  sql: `
    select ${COLUMNS} from sacco_savings_accounts a ${TERM}
    where a.member_id = any(:member_ids::text[]) and (a.status = 'active' or :with_closed::boolean) order by a.id`,
});
