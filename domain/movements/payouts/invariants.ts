/** What must be true of entries and their payouts. */
import { sqlInvariant, text, type Invariant } from '../../platform/invariants.ts';
import { effectSql } from '../legs.rules.ts';
import type { MovementRegistry } from '../registry.port.ts';

/** Only the payout tells a held entry from one whose hold is about to end. */
export function payoutInvariant({ all }: MovementRegistry): Invariant {
  // What leaves the account at the providers, on whose normal side it is negative.
  const sent = `-(${effectSql(
    'provider_clearing',
    all.filter(({ is_sent }) => is_sent),
  )})`;
  const shared = (row: 'e' | 'p', amount: string, phone: string): string =>
    `(${row}.project_id, ${row}.environment, ${row}.provider, ${row}.currency, ${amount}, ${phone})`;
  return sqlInvariant(
    'an entry that a provider sends has one payout, of its amount and to its phone, and both stand alike',
    `select coalesce(e.id, p.origin_id) as id from (
       select *, ${sent} as sent_minor from sacco_entries where source = 'mobile'
     ) e full join (select * from payouts where origin = 'sacco') p on p.id = e.payout_id and p.origin_id = e.id
     where e.id is null
       or (p.id is null and (e.payout_id is not null or (e.status in ('paying', 'posted') and e.sent_minor > 0)))
       or (p.id is not null and (${shared('e', 'e.sent_minor', 'e.phone')} is distinct from
         ${shared('p', 'p.amount_minor', 'p.to_phone')} or not case e.status
           when 'pending' then not p.held
           when 'posting' then not p.held
           when 'paying' then p.held and p.status in ('held', 'sending', 'unknown')
           when 'posted' then p.status = 'succeeded'
           when 'failed' then p.status in ('failed', 'cancelled')
           else false end))`,
    (row) => `${text(row, 'id')} and its payout do not agree`,
  );
}
