/** The statements on what many guarantors were asked. */
import { defineCommand, defineQuery, params, tableColumns } from '../../../db/statement.ts';
import type { ConsentRow } from './consent.model.ts';

/** The last asking of every guarantor of these loans. */
export const readLatestConsents = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: tableColumns<ConsentRow>('sacco_loan_consents'),
  sql: `
    select distinct on (loan_id, member_id) * from sacco_loan_consents where loan_id = any(:loan_ids::text[])
    order by loan_id, member_id, id desc`,
});

/** The loans are decided: what was answered stays, nobody is waited for, and what was sent opens nothing. */
export const closeConsents = defineCommand({
  params: params<{ loan_ids: readonly string[] }>(),
  sql: `
    update sacco_loan_consents set token_hash = null, secrets_sealed = null,
      status = case status when 'requested' then 'closed' else status end
    where loan_id = any(:loan_ids::text[]) and secrets_sealed is not null`,
});
