/** What must be true of papers. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const paperInvariants: Invariant[] = [
  sqlInvariant(
    'the code of a receipt tells what its posted entry says',
    `select p.code from sacco_papers p
     left join sacco_entries e on e.id = p.entry_id and (e.project_id, e.environment) = (p.project_id, p.environment)
     left join sacco_members m on m.id = e.member_id
     where p.kind = 'receipt' and (e.id is null or e.status <> 'posted'
       or (p.amount_minor, p.currency, p.member_no) is distinct from (e.amount_minor, e.currency, m.member_no))`,
    (row) => `the receipt ${text(row, 'code')} tells something else than its entry`,
  ),
];
