/** The statements that work out the figures of a run. */
import { defineQuery, int8, params, text, timestamptz } from '../../../db/statement.ts';

/**
 * Whether a line `l` is resolved, or matches what is completed already; `p` is the payment that it is matched with, null where that
 * is none.
 */
export const IS_DONE = `((l.status = 'resolved'
  or (l.match_status = 'matched' and (l.kind <> 'payment' or p.status = 'completed'))) is true)`;

export const countProgress = defineQuery({
  params: params<{ run_id: string }>(),
  result: { resolved: int8, done: int8, actionable: int8 },
  sql: `
    select count(*) filter (where l.status = 'resolved') as resolved,
      count(*) filter (where ${IS_DONE}) as done,
      count(*) filter (where l.status <> 'resolved' and case l.kind
        when 'payment' then l.match_status = 'matched' and p.status <> 'completed'
        when 'refund' then false
        when 'other' then false
        else l.match_status <> 'duplicate' end) as actionable
    from reconciliation_lines l
    left join payments p on l.kind = 'payment' and l.match_status = 'matched' and p.id = l.payment_id
    where l.run_id = :run_id`,
});

/** What of the newest open runs is not done, as `countProgress` has it of one. */
export const countOpenLines = defineQuery({
  params: params<{ project_id: string; environment: string; runs: number }>(),
  result: { lines: int8 },
  sql: `
    with open_runs as materialized (
      select id from reconciliation_runs
      where project_id = :project_id and environment = :environment and status = 'open'
      order by id desc limit :runs
    )
    select count(*) as lines from open_runs r join reconciliation_lines l on l.run_id = r.id
    left join payments p on l.kind = 'payment' and l.match_status = 'matched' and p.id = l.payment_id
    where not ${IS_DONE}`,
});

type Missing = Record<'run_id' | 'project_id' | 'environment' | 'provider' | 'currency', string> &
  Record<'begins' | 'ends', Date>;

// `not in` looks each payment up in a hash of the statement's: as an anti-join, right after an import, it would be compared
// with every line.
const MISSING = `
  from payments p
  where p.project_id = :project_id and p.environment = :environment and p.provider = :provider and p.status = 'completed'
    and p.completed_at >= :begins and p.completed_at < :ends and p.currency = :currency
    and p.id not in (select l.payment_id from reconciliation_lines l
      where l.run_id = :run_id and l.kind = 'payment' and l.payment_id is not null)`;

/** Payments that were completed in the period and that the statement does not list. */
export const listMissing = defineQuery({
  params: params<Missing & { limit: number }>(),
  result: { payment_id: text, reference: text, amount_minor: int8, completed_at: timestamptz },
  sql: `
    select p.id as payment_id, p.reference, p.amount_minor, p.completed_at ${MISSING}
    order by p.completed_at, p.id limit :limit`,
});

export const countMissing = defineQuery({
  params: params<Missing>(),
  result: { count: int8 },
  sql: `select count(*) as count ${MISSING}`,
});
