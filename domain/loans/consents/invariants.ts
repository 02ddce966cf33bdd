/** What must be true of the consent of guarantors. */
import { belongingInvariant } from '../../files/index.ts';
import { sqlInvariant, text, type Invariant } from '../../platform/invariants.ts';

export const consentInvariants: Invariant[] = [
  sqlInvariant(
    'no pledge stands or is held without the consent that its loan requires',
    `select g.loan_id, g.member_id, g.status, c.status as consent from sacco_loan_guarantees g
     join sacco_loans l on l.id = g.loan_id
     left join lateral (
       select status from sacco_loan_consents c where c.loan_id = g.loan_id and c.member_id = g.member_id
         and (c.project_id, c.environment) = (g.project_id, g.environment)
       order by id desc limit 1
     ) c on true
     where case l.guarantor_consent when 'none' then c.status is not null
       else not coalesce(case g.status
         when 'requested' then c.status = 'requested'
         when 'declined' then c.status = 'declined'
         when 'expired' then c.status = 'expired'
         when 'released' then c.status in ('consented', 'closed')
         else c.status = 'consented' end, false) end`,
    (row) =>
      `${text(row, 'member_id')} is ${text(row, 'status')} for ${text(row, 'loan_id')}, the consent is ${text(row, 'consent')}`,
  ),
  sqlInvariant(
    'links and codes open nothing once a loan is decided',
    `select c.id from sacco_loan_consents c join sacco_loans l on l.id = c.loan_id
     join sacco_entries e on e.id = l.entry_id
     where e.status <> 'awaiting_approval' and c.secrets_sealed is not null`,
    (row) => `${text(row, 'id')} still has its link or code`,
  ),
  belongingInvariant(
    'consent',
    `select file_id, id as subject_id, project_id, environment from sacco_loan_consents where file_id is not null`,
  ),
];
