/** What must be true of confirmations of payments by paybill. */
import { sqlInvariant, text, type Invariant } from '../../platform/invariants.ts';

export const paybillInvariants: Invariant[] = [
  sqlInvariant(
    'every confirmed payment by paybill is a completed payment with that id of the provider, and none came without being confirmed',
    `select coalesce(c.id, p.id) as id from (select * from paybill_confirmations where status = 'confirmed') c
     full join (select * from payments where origin = 'paybill' or id in (select payment_id from paybill_confirmations)) p on p.id = c.payment_id
     where c.id is null or p.id is null or p.status <> 'completed'
       or (p.project_id, p.environment, p.provider, p.provider_txn_id)
         is distinct from (c.project_id, c.environment, c.provider, c.transaction_id)`,
    (row) => `${text(row, 'id')}: confirmation and payment do not agree`,
  ),
  sqlInvariant(
    'no money of a prompt was also counted as a payment by paybill',
    `select p.id, q.id as other from payments q
     join payments p on (p.project_id, p.environment, p.provider) = (q.project_id, q.environment, q.provider)
       and p.provider_data ->> 'receipt' = q.provider_txn_id and p.id <> q.id
     where q.origin = 'paybill' and q.status = 'completed' and p.status = 'completed'`,
    (row) => `${text(row, 'id')} was paid by the transaction of ${text(row, 'other')}`,
  ),
];
