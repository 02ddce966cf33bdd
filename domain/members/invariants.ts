/** What must be true of members. */
import { memberFileInvariant } from './member-files.ts';
import { logoInvariant } from './settings/put-logo.ts';
import { saccoAccounts } from '../movements/index.ts';
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

const MEMBER_KINDS = saccoAccounts.OWNED_BY_MEMBER.map((kind) => `'${kind}'`).join(', ');

export const memberInvariants: Invariant[] = [
  memberFileInvariant,
  logoInvariant,
  sqlInvariant(
    "member numbers of the service's own have no gaps",
    `select s.project_id, s.environment, n from sacco_settings s cross join generate_series(1, s.last_member_no) n
     left join sacco_members m on m.project_id = s.project_id and m.environment = s.environment
       and m.member_no = 'M' || lpad(n::text, greatest(5, length(n::text)), '0')
     where m.id is null`,
    (row) => `${text(row, 'project_id')} ${text(row, 'environment')}: number ${text(row, 'n')} is nobody's`,
  ),
  sqlInvariant(
    'a member is exiting exactly while an exit waits or is under way, and has exited with a posted one',
    `select m.id, m.status from sacco_members m left join sacco_entries e on e.member_id = m.id and e.kind = 'member_exit'
       and e.status in ('awaiting_approval', 'posting', 'paying', 'posted')
     where (m.status = 'exiting') <> coalesce(e.status in ('awaiting_approval', 'posting', 'paying'), false)
       or (m.status = 'exited') <> coalesce(e.status = 'posted', false)`,
    (row) => `${text(row, 'id')} is ${text(row, 'status')}, which its exit does not say`,
  ),
  sqlInvariant(
    'a member who has exited holds nothing',
    `select m.id, a.kind from sacco_members m join ledger_accounts a on a.owner = m.id
     join ledger_balances b on b.account_id = a.id
     where m.status = 'exited' and a.kind in (${MEMBER_KINDS}) and b.credits_posted <> b.debits_posted`,
    (row) => `${text(row, 'id')} has exited, but there is money in its ${text(row, 'kind')}`,
  ),
  sqlInvariant(
    'a member whose entrance fee is booked has paid it',
    `select m.id from sacco_members m join sacco_entries e on e.member_id = m.id and e.kind = 'entrance_fee'
     where e.status = 'posted' and not m.entrance_fee_paid`,
    (row) => `${text(row, 'id')} has paid the entrance fee, but is not said to`,
  ),
];
