/**
 * Requests of movements: checked against the member, stored, then booked. Requests that come at the same time are stored
 * by the same few statements.
 */
import { coalesce } from '../../core/coalesce.ts';
import { notFound, refusal, unavailable } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import type { Context } from '../context.ts';
import { claimKeys, findKey, releaseKey, type KeyUse } from '../idempotency.ts';
import { abandonedAt, bookEntry } from './book-entries.ts';
import { getEntry, type EntryRow } from './entry.ts';
import { allows, type Flow } from './member.rules.ts';
import type { NamedMember } from './member.ts';

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

/** Null when the key was used before. */
type Stored = EntryRow | null;

/**
 * Stores the entry unless the same request came before, and books it.
 * @throws AppError NOT_FOUND, `member_not_active`, `customer_not_active`, `idempotency_key_reused`
 */
export async function requestEntry(
  ctx: Context,
  wish: Wish,
): Promise<{ entry: EntryRow; replayed: boolean }> {
  const stored = await storerOf(ctx)(wish);
  const entry = stored ?? (await earlierEntry(ctx, wish.scope, wish.use));
  return { entry: await bookEntry(ctx, wish.scope, entry), replayed: stored === null };
}

/** The entry that an earlier request with this key made. @throws AppError `idempotency_key_reused` */
export async function earlierEntry(ctx: Context, scope: Scope, use: KeyUse): Promise<EntryRow> {
  const earlier = await findKey(ctx.db, scope, use);
  return getEntry(ctx.db, scope, earlier?.subject_id ?? '');
}

const storers = new WeakMap<Db, (wish: Wish) => Promise<Stored>>();

function storerOf(ctx: Context): (wish: Wish) => Promise<Stored> {
  let storer = storers.get(ctx.db);
  if (!storer) {
    storer = coalesce<Wish, Stored>((wishes) => ctx.db.transaction((trx) => storeAll(trx, wishes)), {
      max_weight: MAX_AT_ONCE,
    });
    storers.set(ctx.db, storer);
  }
  return storer;
}

async function storeAll(trx: Transaction, wishes: Wish[]): Promise<(Stored | Error)[]> {
  // The keys first: what was asked before is answered as then, whatever has become of the member since.
  const claimed = await claimKeys(
    trx,
    wishes.map(({ scope, use, entry }) => ({ scope, use, subject_id: entry.id })),
  );
  const fresh = wishes.filter(({ entry }) => claimed.has(entry.id));
  const members = await lockMembers(trx, fresh);
  const problems = new Map<Wish, Error>();
  for (const wish of fresh) {
    const problem = problemOf(wish, members);
    if (!problem) continue;
    problems.set(wish, problem);
    await releaseKey(trx, wish.scope, wish.use.key);
  }
  const good = fresh.filter((wish) => !problems.has(wish));
  await insertEntries(
    trx,
    good.map(({ entry }) => entry),
  );
  return wishes.map((wish) => problems.get(wish) ?? (claimed.has(wish.entry.id) ? wish.entry : null));
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
  { status, full_name, customer_status }: Pick<NamedMember, 'status' | 'full_name' | 'customer_status'>,
): ReturnType<typeof refusal> | null {
  if (!allows(status, flow)) return refusal('member_not_active', `${full_name} is ${status}.`);
  if (flow === 'pay_out' && customer_status !== 'active')
    return refusal('customer_not_active', `The customer ${full_name} is ${customer_status}.`);
  return null;
}

/** Stores rows as they are; those that are under way become due for the sweep should this process die. */
export async function insertEntries(trx: Transaction, entries: EntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  const due_at = abandonedAt();
  await trx('sacco_entries').insert(
    entries.map((entry) => ({ ...entry, due_at: entry.status === 'pending' ? due_at : null })),
  );
}
