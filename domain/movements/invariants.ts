/** What must be true of entries, approvals and credits of payments. */
import { readDifferences } from '../platform/invariants.sql.ts';
import type { Db } from '../../db/connection.ts';
import { sameTransfer, type Transfer } from '../ledger/index.ts';
import {
  readInBatches,
  sqlInvariant,
  type Invariant,
  type Verification,
  text,
} from '../platform/invariants.ts';
import { OWNED_BY_MEMBER } from './accounts.rules.ts';
import { REVERSED_COLUMNS, type EntryRow } from './entries/entry.model.ts';
import { IN_FLIGHT } from './entries/entry.rules.ts';
import { effectSql, sentAmount } from './legs.rules.ts';
import type { EntryTransfer } from './movement.ts';
import { payoutInvariant } from './payouts/invariants.ts';
import { endingTransfers, entryTransfers } from './pipeline/entry-transfers.ts';
import type { MovementRegistry } from './registry.port.ts';

const MEMBER_KINDS = OWNED_BY_MEMBER.map((kind) => `'${kind}'`).join(', ');
const REVERSED = ['project_id', 'environment', 'currency', ...REVERSED_COLUMNS];

export const movementInvariants = (movements: MovementRegistry): Invariant[] => [
  sqlInvariant(
    'every entry is of a member, and of an approval, of its SACCO',
    `select e.id from sacco_entries e left join sacco_members m on m.id = e.member_id
     left join sacco_approvals a on a.id = e.approval_id
     where (e.member_id is not null and (e.project_id, e.environment) is distinct from (m.project_id, m.environment))
       or (e.approval_id is not null and (e.project_id, e.environment) is distinct from (a.project_id, a.environment))`,
    (row) => `${text(row, 'id')} is of nobody in its SACCO`,
  ),
  {
    invariant: 'every posted entry is booked as its movement is defined, and no other one is',
    async *violations(verification) {
      for await (const entries of readInBatches<EntryRow>(verification.snapshot, 'sacco_entries', 'id'))
        yield* compareBatch(verification, movements, entries);
    },
  },
  sqlInvariant(
    'every transfer of the SACCO belongs to an entry',
    `select t.reference from ledger_transfers t left join sacco_entries e on e.id = t.reference
     where t.code in (${codesOf(movements)}) and e.id is null and t.reference not in (select id from sacco_entries_in_flight)`,
    (row) => `${text(row, 'reference')} is booked, but there is no such entry`,
  ),
  {
    invariant: "what a member's accounts hold is the sum of the member's entries",
    async *violations({ snapshot }) {
      for (const row of await readDifferences(snapshot, memberBalances(movements)))
        yield `${text(row, 'owner')} ${text(row, 'kind')}: the ledger says ${text(row, 'held')}, the entries ${text(row, 'moved')}`;
    },
  },
  sqlInvariant(
    'a payment is credited to a member at most once',
    `select payment_id from sacco_entries where payment_id is not null and receipt_id is null and status = 'posted'
     group by payment_id having count(*) > 1`,
    (row) => `${text(row, 'payment_id')} is credited more than once`,
  ),
  sqlInvariant(
    'every credit and its entries are of their payment: member, purpose, amount and currency',
    `select c.payment_id from sacco_payment_credits c join payments p on p.id = c.payment_id
     left join sacco_entries e on e.payment_id = c.payment_id
     where p.credit_to is distinct from 'sacco'
       or (p.project_id, p.environment, p.metadata ->> 'sacco_member_id', coalesce(p.metadata ->> 'sacco_purpose', 'savings'))
         is distinct from (c.project_id, c.environment, c.member_id, c.purpose)
       or (e.id is not null and (e.amount_minor, e.currency, e.member_id, e.source, e.kind) is distinct from
         (p.amount_minor, p.currency, c.member_id, 'payment', case c.purpose ${kindsByPurpose(movements)} end))
     union select p.id from payments p left join sacco_payment_credits c on c.payment_id = p.id
     where p.credit_to = 'sacco' and c.payment_id is null`,
    (row) => `${text(row, 'payment_id')} is not credited as it says`,
  ),
  // A refund under way makes the credit cancelled, and one that ends otherwise makes it pending again, in one transaction.
  sqlInvariant(
    'every credit stands as its payment and its entries do',
    `with made as (
       select payment_id, count(*) filter (where status = 'posted') as posted, count(*) as entries
       from sacco_entries where payment_id is not null group by payment_id
     ), in_flight as (
       select payment_id, count(*) as entries from sacco_entries_in_flight where payment_id is not null group by payment_id
     )
     select c.payment_id, c.status, p.status as payment_status from sacco_payment_credits c
     join payments p on p.id = c.payment_id left join made m on m.payment_id = c.payment_id
     left join in_flight f on f.payment_id = c.payment_id
     where coalesce(m.posted, 0) <> case c.status when 'credited' then 1 else 0 end
       or coalesce(f.entries, 0) <> case c.status when 'posting' then 1 else 0 end
       or (c.status = 'failed' and m.entries is null)
       or (p.status in ('failed', 'cancelled') and c.status <> 'cancelled')
       or (c.status in ('posting', 'credited', 'failed', 'refunded') and (p.status <> 'completed' or not c.booked))
       or (c.status in ('pending', 'posting', 'credited', 'failed') and p.refunding_minor <> 0)
       or (c.status = 'cancelled' and p.status not in ('failed', 'cancelled') and p.refunding_minor <> p.amount_minor)
       or (c.status = 'refunded' and p.refunded_minor <> p.amount_minor)`,
    (row) =>
      `${text(row, 'payment_id')} is ${text(row, 'payment_status')}, but its credit is ${text(row, 'status')}`,
  ),
  sqlInvariant(
    'an entry waits for approval exactly while its approval is pending, and ends as that was decided',
    `select coalesce(e.id, a.id) as id from sacco_entries e full join sacco_approvals a on a.id = e.approval_id and a.entry_id = e.id
     where (e.id is null and a.subject_id is null)
       or (a.id is null and (e.approval_id is not null or ${alwaysApproved(movements)}
         or e.status in ('awaiting_approval', 'posting', 'rejected', 'cancelled')))
       or (e.id is not null and a.id is not null and not case a.status
         when 'pending' then e.status = 'awaiting_approval'
         when 'approved' then e.status in ('posting', 'paying', 'posted', 'failed')
         else e.status = a.status end)`,
    (row) => `${text(row, 'id')} and its approval do not agree`,
  ),
  sqlInvariant(
    'a reversal reverses one entry, posted before it, of which it has everything, and that entry says so',
    `select coalesce(r.id, o.id) as id
     from (select * from sacco_entries where kind = 'reversal' and status = 'posted') r
     full join (select * from sacco_entries where reversed_by_entry_id is not null) o
       on o.id = r.reverses_entry_id and o.reversed_by_entry_id = r.id
     where r.id is null or o.id is null or o.status <> 'posted' or r.ledger_timestamp <= o.ledger_timestamp
       or (${REVERSED.map((name) => `o.${name}`).join(', ')}, o.kind, o.reversed_at) is distinct from
         (${REVERSED.map((name) => `r.${name}`).join(', ')}, r.reverses_kind, r.posted_at)`,
    (row) => `${text(row, 'id')} is not reversed as it says`,
  ),
  payoutInvariant(movements),
  sqlInvariant(
    'a person has decided, and never on a request of their own',
    `select a.id from sacco_approvals a left join api_keys k on k.id = a.requested_by_id
     where a.status in ('approved', 'rejected') and (a.decided_by_type is distinct from 'user'
       or a.decided_by_id = case a.requested_by_type when 'api_key' then k.created_by else a.requested_by_id end)`,
    (row) => `${text(row, 'id')} was not decided by another person than who asked for it`,
  ),
  sqlInvariant(
    'under strict approvals nobody decides who became able to after the request, or whom the requester lately appointed',
    `select a.id from sacco_approvals a left join api_keys k on k.id = a.requested_by_id
     where a.strict_decided_at is not null and (a.strict_decider_since is null or a.strict_decider_since > a.asked_at
       or (a.strict_decided_at < a.strict_decider_since + interval '24 hours' and a.strict_appointed_by =
         case a.requested_by_type when 'api_key' then k.created_by else a.requested_by_id end))`,
    (row) => `${text(row, 'id')} was decided by somebody who was not allowed to`,
  ),
];

const listed = (values: Iterable<string | number>): string =>
  [...new Set(values)].map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ');

const codesOf = ({ all }: MovementRegistry): string => listed(all.map(({ code }) => code));

/** A condition: every entry `e` that is such a movement waits for a checker. */
function alwaysApproved({ all }: MovementRegistry): string {
  const waits = all.filter(({ approval }) => approval.when === 'always');
  const may_not_wait = new Set(all.filter((each) => !waits.includes(each)).map(({ kind }) => kind));
  const whole_kinds = waits.map(({ kind }) => kind).filter((kind) => !may_not_wait.has(kind));
  const text_or_null = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  const single = waits
    .filter(({ kind }) => may_not_wait.has(kind))
    .map(
      ({ kind, source, direction, income }) =>
        `(e.kind = '${kind}' and (e.source, e.direction, e.income) is not distinct from
          (${[source, direction, income].map(text_or_null).join(', ')}))`,
    );
  return `(${[`e.kind in (${listed(whole_kinds)})`, ...single].join(' or ')})`;
}

function kindsByPurpose({ all }: MovementRegistry): string {
  return all
    .flatMap(({ kind, payment }) => (payment ? [`when '${payment.purpose}' then '${kind}'`] : []))
    .join(' ');
}

/** What the members' accounts hold by their posted entries, beside the ledger's balances; only where both are in one database. */
function memberBalances({ all }: MovementRegistry): string {
  const originals = all.filter(({ reverses_kind }) => reverses_kind === null);
  const others = all.flatMap((each) => each.others ?? []);
  const member_id = 'coalesce(m.member_id, h.member_id)';
  const posted = "from sacco_entries where status = 'posted' and member_id is not null";
  return `
  with moved as (
    ${[
      `select member_id, 'member_shares' as kind, member_id as owner, sum(${effectSql('member_shares', originals)}) as moved
    ${posted} group by member_id`,
      `select member_id, 'member_savings', coalesce(savings_account_id, member_id), sum(${effectSql('member_savings', originals)})
    ${posted} group by 1, 3`,
      `select member_id, 'member_savings', coalesce(to_savings_account_id, member_id), sum(${effectSql('member_savings', originals, 'other')})
    ${posted} group by 1, 3`,
      `select member_id, 'member_savings', part ->> 'savings_account_id', -(part ->> 'amount_minor')::numeric
    from sacco_entries cross join jsonb_array_elements(savings_parts) as part where status = 'posted'`,
      ...others.map(({ sql }) => `select member_id, kind, owner, moved from (${sql('true')}) of_others`),
    ].join(' union all ')}
  ), totals as (
    select member_id, kind, owner, sum(moved) as moved from moved group by 1, 2, 3
  ), held as (
    select coalesce(s.member_id, a.owner) as member_id, a.kind, a.owner, sum(b.credits_posted - b.debits_posted) as held
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    left join sacco_savings_accounts s on s.id = a.owner
    where a.kind in (${MEMBER_KINDS}) group by 1, 2, 3
  )
  select coalesce(m.owner, h.owner) as owner, coalesce(m.kind, h.kind) as kind,
    coalesce(m.moved, 0) as moved, coalesce(h.held, 0) as held
  from totals m full join held h using (member_id, kind, owner)
  where coalesce(m.moved, 0) <> coalesce(h.held, 0) and exists (select from ledger_balances)
    and not exists (select from sacco_entries_in_flight e where e.member_id = ${member_id}
      ${others.map(({ movesSql }) => `or ${movesSql(member_id)}`).join(' ')})`;
}

/** What the ledger is asked for in the course of an entry's life. */
interface ExpectedChains {
  entry: EntryRow;
  chain: Transfer[];
  /** What ends a chain of holds: one of both; nothing where the chain posts by itself. */
  posts: Transfer[];
  voids: Transfer[];
}

type Booked = Map<string, Transfer>;

const isBooked = (booked: Booked, chain: readonly Transfer[]): boolean =>
  chain.some(({ id }) => booked.has(id));

async function* compareBatch(
  { db, ledger }: Verification,
  movements: MovementRegistry,
  entries: EntryRow[],
): AsyncIterable<string> {
  const expected: ExpectedChains[] = [];
  for (const entry of entries) {
    const chains = chainsOf(movements, entry);
    if (chains instanceof Error) yield `${entry.id} is no movement: ${chains.message}`;
    else expected.push(chains);
  }
  const booked = await ledger.transfers(
    expected.flatMap(({ chain, posts, voids }) => [...chain, ...posts, ...voids].map(({ id }) => id)),
  );
  const moved_on = expected.filter(
    ({ entry, chain, posts, voids }) =>
      (entry.status === 'awaiting_approval' && isBooked(booked, chain)) ||
      (entry.status === 'paying' && isBooked(booked, [...posts, ...voids])),
  );
  const changed = await changedSince(
    db,
    moved_on.map(({ entry }) => entry.id),
  );
  for (const each of expected) {
    const { id, status } = each.entry;
    if (IN_FLIGHT.includes(status) || changed.has(id)) continue;
    const wrong = whatIsWrong(each, booked);
    if (wrong) yield `${id} is ${status}, but ${wrong}`;
  }
}

function whatIsWrong({ entry, chain, posts, voids }: ExpectedChains, booked: Booked): string | null {
  const isComplete = (transfers: Transfer[]) => transfers.every((each) => sameTransfer(booked, each));
  const [is_posted, is_voided] = [isBooked(booked, posts), isBooked(booked, voids)];
  if (entry.status === 'posted') {
    if (is_voided) return 'what it held was released';
    return isComplete([...chain, ...posts]) ? null : 'its transfers are missing or different';
  }
  if (entry.status === 'paying') {
    if (is_posted || is_voided) return 'what it holds has ended';
    return isComplete(chain) ? null : 'its holds are missing or different';
  }
  if (is_posted) return 'is booked';
  if (!isBooked(booked, chain)) return null;
  if (entry.status !== 'failed' || voids.length === 0) return 'is booked';
  return isComplete([...chain, ...voids]) ? null : 'not all that it held was released';
}

/** The transfers that book the entry, or why none can. */
function chainsOf(movements: MovementRegistry, entry: EntryRow): ExpectedChains | Error {
  const of = (transfers: EntryTransfer[]): Transfer[] => transfers.map(({ transfer }) => transfer);
  try {
    const is_held = sentAmount(movements.of(entry), entry) > 0n;
    return {
      entry,
      chain: of(entryTransfers({ movements }, entry)),
      posts: is_held ? of(endingTransfers({ movements }, entry, 'posted')) : [],
      voids: is_held ? of(endingTransfers({ movements }, entry, 'failed')) : [],
    };
  } catch (error) {
    return error as Error;
  }
}

/**
 * Of the entries that waited for approval, or were being paid out, in the snapshot, those that no longer are, or whose payout is
 * about to end. The ledger was read after the snapshot.
 */
async function changedSince(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows: { id: string }[] = await db('sacco_entries')
    .leftJoin('payouts', 'payouts.id', 'sacco_entries.payout_id')
    .whereIn('sacco_entries.id', ids)
    .where((changed) =>
      changed
        .whereNotIn('sacco_entries.status', ['awaiting_approval', 'paying'])
        .orWhereNotNull('payouts.outcome'),
    )
    .select('sacco_entries.id');
  return new Set(rows.map(({ id }) => id));
}
