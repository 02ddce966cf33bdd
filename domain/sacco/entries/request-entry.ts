/**
 * Requests of movements: checked against the member, stored, then booked. Requests that come at the same time are stored
 * by the same few statements.
 */
import { apart, coalescePer, successes } from '../../../core/batch.ts';
import { notFound, refusal, unavailable, type AppError } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import { isConnectionFault, type Db, type Transaction } from '../../../db/connection.ts';
import { insertMany } from '../../../db/insert-many.ts';
import type { Context } from '../../platform/context.ts';
import { makeOnce, type KeyUse, type Made } from '../../platform/idempotency.ts';
import { abandonedAt, bookEntry } from './book-entries.ts';
import { getEntry, type EntryRow } from './entry.ts';
import { allows, type Flow } from '../members/member.rules.ts';
import type { NamedMember } from '../members/member.ts';

/** Requests stored in one transaction. */
const MAX_AT_ONCE = 500;

export interface Wish {
  scope: Scope;
  /** A new row in state `pending`; its member's flow must be open. */
  entry: EntryRow;
  /** Null for entries of no member. */
  flow: Flow | null;
  use: KeyUse;
}

/**
 * Stores the entry unless the same request came before, and books it.
 * @throws AppError NOT_FOUND, `member_not_active`, `customer_not_active`, `idempotency_key_reused`
 */
export async function requestEntry(
  ctx: Context,
  wish: Wish,
): Promise<{ entry: EntryRow; replayed: boolean }> {
  const stored = await store(ctx.db, wish);
  const replayed = 'earlier' in stored;
  const entry = replayed ? await getEntry(ctx.db, wish.scope, stored.earlier.subject_id) : stored.made;
  return { entry: await bookEntry(ctx, wish.scope, entry), replayed };
}

const store = coalescePer<Db, Wish, Made<EntryRow>>(
  (db, wishes) => apart((some: Wish[]) => storeAll(db, some), isConnectionFault)(wishes),
  { max_weight: MAX_AT_ONCE },
);

function storeAll(db: Db, wishes: Wish[]): Promise<(Made<EntryRow> | Error)[]> {
  const asked = wishes.map((wish) => ({ ...wish, subject_id: wish.entry.id }));
  return db.transaction((trx) =>
    makeOnce<(typeof asked)[number], EntryRow>(trx, asked, async (fresh) => {
      const members = await lockMembers(trx, fresh);
      const stored = fresh.map((wish) => problemOf(wish, members) ?? wish.entry);
      await insertEntries(trx, successes(stored));
      return stored;
    }),
  );
}

/** Their members, whose states stay as they are until the entries are stored. */
async function lockMembers(trx: Transaction, wishes: Wish[]): Promise<Map<string, LockedMember>> {
  const ids = [...new Set(wishes.flatMap(({ entry }) => entry.member_id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await trx.raw<{ rows: LockedMember[] }>(LOCK_MEMBERS, [ids] as never);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The settings' key is held too: their currency cannot change while entries in it are being stored. */
const LOCK_MEMBERS = `
  select m.id, m.project_id, m.environment, m.status, c.full_name, c.status as customer_status, s.currency
  from sacco_members m join customers c on c.id = m.customer_id
    join sacco_settings s on s.project_id = m.project_id and s.environment = m.environment
  where m.id = any(?::text[]) order by m.id for share of m for key share of s`;

type LockedMember = Pick<
  NamedMember,
  'id' | 'project_id' | 'environment' | 'status' | 'full_name' | 'customer_status'
> & { currency: Currency };

function problemOf({ scope, entry, flow }: Wish, members: Map<string, LockedMember>): Error | null {
  if (!entry.member_id || !flow) return null;
  const member = members.get(entry.member_id);
  if (!member || member.project_id !== scope.project_id || member.environment !== scope.environment)
    return notFound('member');
  if (member.currency !== entry.currency) return unavailable('new currency of the SACCO');
  return obstacleTo(flow, member);
}

/** What stands against moving this member's money that way. */
export function obstacleTo(
  flow: Flow,
  member: Pick<NamedMember, 'status' | 'full_name' | 'customer_status'>,
): AppError | null {
  if (!allows(member.status, flow))
    return refusal('member_not_active', `${member.full_name} is ${member.status}.`);
  return flow === 'pay_out' ? obstacleOfCustomer(member) : null;
}

/** What stands against paying this person anything. */
export function obstacleOfCustomer({
  full_name,
  customer_status,
}: Pick<NamedMember, 'full_name' | 'customer_status'>): AppError | null {
  return customer_status === 'active'
    ? null
    : refusal('customer_not_active', `The customer ${full_name} is ${customer_status}.`);
}

/** Stores rows as they are; those that are under way become due for the sweep should this process die. */
export async function insertEntries(trx: Transaction, entries: EntryRow[]): Promise<void> {
  const due_at = abandonedAt();
  await insertMany<EntryRow>(
    trx,
    'sacco_entries',
    entries.map((entry) => ({ ...entry, due_at: entry.status === 'pending' ? due_at : null })),
    'id',
  );
}
