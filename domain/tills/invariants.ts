/** What must be true of tills, their sessions and their cash. */
import { effectSql, type movementRegistry } from '../movements/index.ts';
import { readDifferences } from '../platform/invariants.sql.ts';
import { readInBatches, sqlInvariant, text, type Invariant } from '../platform/invariants.ts';
import type { TillSessionRow } from './sessions/session.model.ts';
import { totalsOf } from './sessions/session.rules.ts';
import { sumSessions } from './sessions/session-sums.ts';

type MovementRegistry = ReturnType<typeof movementRegistry>;

export const tillInvariants = (movements: MovementRegistry): Invariant[] => [
  sqlInvariant(
    'cash is in the vault or in a till of its cooperative',
    `select a.id from ledger_accounts a left join sacco_tills t on t.id = a.owner
     where a.kind = 'cash_on_hand' and a.owner <> ''
       and (a.project_id, a.environment) is distinct from (t.project_id, t.environment)`,
    (row) => `${text(row, 'id')} is cash of no till in its SACCO`,
  ),
  {
    invariant:
      'what the vault and each till hold is the sum of the entries that moved their cash, and never below zero',
    async *violations({ snapshot }) {
      for (const row of await readDifferences(snapshot, heldAndMoved(movements)))
        yield `cash of ${text(row, 'place')} in ${text(row, 'project_id')}: the ledger says ${text(row, 'held')}, the entries ${text(row, 'moved')}`;
    },
  },
  sqlInvariant(
    'every entry at a till is of a session there, in its SACCO',
    `select e.id from sacco_entries e
       left join sacco_till_sessions s on s.id = e.session_id
       left join sacco_till_sessions o on o.id = e.other_session_id
     where e.till_id is not null and e.status not in ('failed', 'rejected', 'cancelled')
       and ((e.till_id, e.project_id, e.environment, e.currency) is distinct from (s.till_id, s.project_id, s.environment, s.currency)
       or (e.other_till_id is not null and
         (e.other_till_id, e.project_id, e.environment) is distinct from (o.till_id, o.project_id, o.environment)))`,
    (row) => `${text(row, 'id')} is at a till without a session of it`,
  ),
  sqlInvariant(
    'nothing moves in a session that is being closed but what closes it, and nothing once it is closed',
    `select e.id from sacco_till_sessions s
       join sacco_entries e on (e.session_id = s.id or e.other_session_id = s.id)
     where (e.status in ('pending', 'posting') and s.status in ('closed', 'cancelled'))
       or (e.status in ('pending', 'posting') and s.status = 'closing'
         and e.id is distinct from s.difference_entry_id and e.id is distinct from s.return_entry_id)
       or (e.status = 'posted' and s.status = 'cancelled')
       or (e.status = 'posted' and e.ledger_timestamp > (select r.ledger_timestamp from sacco_entries r
         where r.id = s.return_entry_id and r.status = 'posted'))`,
    (row) => `${text(row, 'id')} moved cash in a session that was not open`,
  ),
  sqlInvariant(
    'a session has opened with its float, and waits for what its state says',
    `select s.id from sacco_till_sessions s
       left join sacco_entries f on f.id = s.float_entry_id
       left join sacco_entries d on d.id = s.difference_entry_id
       left join sacco_entries r on r.id = s.return_entry_id
     where (f.kind, f.direction, f.session_id, f.till_id, f.amount_minor) is distinct from
         ('till_transfer', 'in', s.id, s.till_id, s.opening_minor)
       or not case s.status
         when 'opening' then f.status in ('awaiting_approval', 'posting')
         when 'cancelled' then f.status in ('failed', 'rejected', 'cancelled')
         else f.status = 'posted' end
       or (s.counted_minor is not null and s.counted_minor <> s.expected_minor and d.id is null)
       or (s.status = 'closing' and not case when r.id is null then d.status in ('awaiting_approval', 'posting')
         else r.status in ('awaiting_approval', 'posting') end)
       or (s.status = 'closed' and (r.status is distinct from case when s.counted_minor > 0 then 'posted' end))`,
    (row) => `${text(row, 'id')} and its entries do not agree`,
  ),
  {
    invariant: "the figures of every closed session are its entries', and nothing is left in it",
    async *violations({ snapshot }) {
      for await (const sessions of readInBatches<TillSessionRow>(snapshot, 'sacco_till_sessions', 'id', {
        status: 'closed',
      })) {
        const ids = sessions.map(({ id }) => id);
        const sums = await sumSessions({ movements }, snapshot, sessions);
        const own = await ownAmounts(snapshot, ids);
        for (const session of sessions) {
          const { in_minor, out_minor } = totalsOf(sums.get(session.id) ?? []);
          const { returned = 0n, difference = 0n } = own.get(session.id) ?? {};
          const counted = session.opening_minor + in_minor - out_minor + difference;
          if (in_minor !== session.in_minor || out_minor !== session.out_minor)
            yield `${session.id} says ${session.in_minor} in and ${session.out_minor} out, its entries ${in_minor} and ${out_minor}`;
          if (counted !== session.counted_minor || returned !== session.counted_minor)
            yield `${session.id} counted ${session.counted_minor}, of which ${returned} returned; its entries leave ${counted}`;
        }
      }
    },
  },
];

/** What the closing movements of sessions moved, in minor units; a difference is negative where too little was counted. */
async function ownAmounts(
  snapshot: Parameters<typeof readDifferences>[0],
  ids: readonly string[],
): Promise<Map<string, { returned: bigint; difference: bigint }>> {
  const rows = await snapshot('sacco_till_sessions as s')
    .leftJoin('sacco_entries as r', (on) => on.on('r.id', 's.return_entry_id').andOnVal('r.status', 'posted'))
    .leftJoin('sacco_entries as d', (on) =>
      on.on('d.id', 's.difference_entry_id').andOnVal('d.status', 'posted'),
    )
    .whereIn('s.id', [...ids])
    .select<{ id: string; returned: bigint | null; difference: bigint | null; direction: string | null }[]>(
      's.id',
      'r.amount_minor as returned',
      'd.amount_minor as difference',
      'd.direction',
    );
  return new Map(
    rows.map(({ id, returned, difference, direction }) => {
      const signed = direction === 'out' ? -(difference ?? 0n) : (difference ?? 0n);
      return [id, { returned: returned ?? 0n, difference: signed }];
    }),
  );
}

/** Only where entries and ledger are in one database, and nothing is being booked. */
function heldAndMoved({ all }: MovementRegistry): string {
  const originals = all.filter(({ reverses_kind }) => reverses_kind === null);
  return `
  with moved as (
    select project_id, environment, currency, coalesce(till_id, '') as place, sum(${effectSql('cash_on_hand', originals)}) as moved
    from sacco_entries where status = 'posted' and kind <> 'till_transfer' group by 1, 2, 3, 4
    union all
    select project_id, environment, currency, t.place, sum(t.moved) from sacco_entries e cross join lateral (values
      (coalesce(e.till_id, ''), case e.direction when 'in' then e.amount_minor else -e.amount_minor end),
      (coalesce(e.other_till_id, ''), case e.direction when 'in' then -e.amount_minor else e.amount_minor end)) t (place, moved)
    where status = 'posted' and kind = 'till_transfer' group by 1, 2, 3, 4
  ), totals as (
    select project_id, environment, currency, place, sum(moved) as moved from moved group by 1, 2, 3, 4
  ), held as (
    select a.project_id, a.environment, a.currency, a.owner as place, sum(b.debits_posted - b.credits_posted) as held
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.kind = 'cash_on_hand' group by 1, 2, 3, 4
  )
  select c.project_id, case c.place when '' then 'the vault' else c.place end as place,
    coalesce(c.moved, 0) as moved, coalesce(c.held, 0) as held
  from (select * from totals full join held using (project_id, environment, currency, place)) c
  where (coalesce(c.moved, 0) <> coalesce(c.held, 0) or coalesce(c.held, 0) < 0) and exists (select from ledger_balances)
    and not exists (select from sacco_entries_in_flight f
      where (f.project_id, f.environment) = (c.project_id, c.environment))`;
}
