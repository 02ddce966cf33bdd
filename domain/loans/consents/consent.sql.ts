/** The statements on what many guarantors were asked. */
import {
  defineQuery,
  int4,
  int8,
  params,
  tableColumns,
  text,
  textOf,
  timestamptz,
} from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';
import { kyc } from '../../customers/index.ts';
import type { ConsentRow } from './consent.model.ts';

/** The last row of every guarantor of these loans. Ids follow the database's clock. */
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
    select count(*) filter (where follows_id is null)::integer as count, sum(attempts)::integer as wrong_codes, max(requested_at) as latest_at
    from sacco_loan_consents where loan_id = :loan_id and member_id = :member_id having count(*) > 0`,
});

/** Ids are made of it: the rows of one guarantee are in the order in which they were written, by whichever machine. */
export const readDatabaseTime = defineQuery({
  params: params<Record<string, never>>(),
  result: { now_us: int8 },
  sql: 'select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us',
});

/** A phone that was changed since it was verified may be anybody's: nobody is told a code there. */
export const readVerifiedPhones = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, phone: text },
  sql: `
    select m.id as member_id, c.phone from sacco_members m join customers c on c.id = m.customer_id
    where m.id = any(:member_ids::text[]) and ${kyc.VERIFIED_PHONE_SQL}`,
});

export const closeConsentRows = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: { id: text, project_id: text, environment: textOf<Environment>(), member_id: text },
  sql: `
    update sacco_loan_consents set token_hash = null, secrets_sealed = null,
      status = case status when 'requested' then 'closed' else status end
    where loan_id = any(:loan_ids::text[]) and secrets_sealed is not null
    returning id, project_id, environment::text, member_id`,
});
