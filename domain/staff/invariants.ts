/** What `npm run verify` checks about projects and their staff. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const staffInvariants: Invariant[] = [
  sqlInvariant(
    'the creation of every API key is in the audit log once, and of no other key',
    `with logged as (
       select project_id, environment::text, subject, count(*) as times from audit_log
       where action = 'api_key.created' group by 1, 2, 3
     )
     select coalesce(k.id, l.subject) as id, coalesce(l.times, 0) as times
     from api_keys k full join logged l
       on l.subject = k.id and l.project_id = k.project_id and l.environment = k.environment::text
     where k.id is null or l.times is distinct from 1 order by 1`,
    (row) => `${text(row, 'id')} is in the audit log ${text(row, 'times')} times`,
  ),
];
