/** Askings whose time is over, with their guarantees. One that is being answered is left: whoever answers looks at its time. */
import { defineQuery, int8, params, text, textOf } from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';

export const expireDueConsents = defineQuery({
  params: params<{ limit: number }>(),
  result: {
    id: text,
    loan_id: text,
    member_id: text,
    project_id: text,
    environment: textOf<Environment>(),
    test_clock_offset_ms: int8,
  },
  sql: `
    with due as materialized (
      select c.id, p.test_clock_offset_ms from sacco_loan_consents c join projects p on p.id = c.project_id
      where c.status = 'requested' and c.expires_at <= now() + case c.environment
        when 'test' then p.test_clock_offset_ms * interval '1 millisecond' else interval '0' end
      order by c.expires_at limit :limit for update of c skip locked
    ), expired as (
      update sacco_loan_consents c set status = 'expired', token_hash = null, secrets_sealed = null
      from due where due.id = c.id
      returning c.id, c.loan_id, c.member_id, c.project_id, c.environment, due.test_clock_offset_ms
    ), guarantees as (
      update sacco_loan_guarantees g set status = 'expired' from expired x
      where g.loan_id = x.loan_id and g.member_id = x.member_id and g.status = 'requested'
    )
    select id, loan_id, member_id, project_id, environment::text, test_clock_offset_ms from expired`,
});
