/** The statements on what many guarantors were asked. */
import {
  defineCommand,
  defineQuery,
  int4,
  params,
  tableColumns,
  timestamptz,
} from '../../../db/statement.ts';
import type { ConsentRow } from './consent.model.ts';

/** The last asking of every guarantor of these loans. */
export const readLatestConsents = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: tableColumns<ConsentRow>('sacco_loan_consents'),
  sql: `
    select distinct on (loan_id, member_id) * from sacco_loan_consents where loan_id = any(:loan_ids::text[])
    order by loan_id, member_id, id desc`,
});

/** All askings of one pledge, which has one at least. */
export const readAskings = defineQuery({
  params: params<{ loan_id: string; member_id: string }>(),
  result: { count: int4, wrong_codes: int4, latest_at: timestamptz },
  sql: `
    select count(*)::integer as count, sum(attempts)::integer as wrong_codes, max(requested_at) as latest_at
    from sacco_loan_consents where loan_id = :loan_id and member_id = :member_id having count(*) > 0`,
});

/** The loans are decided: what was answered stays, nobody is waited for, and what was sent opens nothing. */
export const closeConsents = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: `
    update sacco_loan_consents set token_hash = null, secrets_sealed = null,
      status = case status when 'requested' then 'closed' else status end
    where loan_id = any(:loan_ids::text[]) and secrets_sealed is not null`,
});
