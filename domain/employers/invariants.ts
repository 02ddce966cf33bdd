/** What must be true of remittances. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const employerInvariants: Invariant[] = [
  sqlInvariant(
    'what a remittance says that it brought to each member is what its lines do',
    `select coalesce(r.batch_id, l.batch_id) || ' of ' || coalesce(r.member_id, l.member_id) as id
     from (select * from sacco_remittance_members where remitted_minor > 0) r
     full join (
       select l.batch_id, l.member_id, sum(l.amount_minor) as amount from sacco_movement_batch_lines l
       join sacco_movement_batches b on b.id = l.batch_id
       where b.employer_id is not null and l.member_id is not null group by 1, 2
     ) l on l.batch_id = r.batch_id and l.member_id = r.member_id
     where r.remitted_minor is distinct from l.amount`,
    (row) => `${text(row, 'id')} does not say what its lines do`,
  ),
  sqlInvariant(
    'what is expected of a member is the contribution and the installments',
    `select r.batch_id || ' of ' || r.member_id as id from sacco_remittance_members r
     where r.expected_minor <> r.contribution_minor + coalesce(
       (select sum((l ->> 'amount_minor')::bigint) from jsonb_array_elements(r.loans) l), 0)`,
    (row) => `${text(row, 'id')} expects something else`,
  ),
  sqlInvariant(
    'every member is employed by an employer of the same cooperative',
    `select m.id from sacco_members m left join sacco_employers e on e.id = m.employer_id
     where m.employer_id is not null and (e.project_id, e.environment) is distinct from (m.project_id, m.environment)`,
    (row) => `${text(row, 'id')} is employed by nobody here`,
  ),
];
