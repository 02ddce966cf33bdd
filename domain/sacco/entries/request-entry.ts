/** Requests of movements, checked against the member; those that come together by the same few statements. */
import { notFound, unavailable } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Transaction } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import type { Unit } from '../../platform/unit.ts';
import type { IdempotencyKey, IdempotentRequest } from '../../platform/idempotency.ts';
import type { NamedMember } from '../members/member.model.ts';
import { memberRefusal, type Flow } from '../members/member.rules.ts';
import type { EntryRow } from './entry.model.ts';
import { isAllocated } from './booking-table.rules.ts';

export interface EntryToRequest extends IdempotentRequest {
  /** A new row in state `pending`; its member's flow must be open. */
  entry: EntryRow;
  /** Null for entries of no member. */
  flow: Flow | null;
  idempotency: IdempotencyKey;
}

/** @returns in their order, the entry that is to be stored, or why it is refused */
export async function prepareEntries(
  { ctx, trx }: Unit,
  requests: EntryToRequest[],
): Promise<(EntryRow | Error)[]> {
  const members = await lockMembers(trx, requests);
  const prepared: (EntryRow | Error)[] = [];
  for (const index of inLoanOrder(requests)) {
    const request = requests[index] as EntryToRequest;
    prepared[index] = refusalFor(request, members) ?? (await allocated(ctx, trx, request));
  }
  return prepared;
}

/** Everybody locks loans in the order of their ids, which avoids deadlocks. */
function inLoanOrder(requests: readonly EntryToRequest[]): number[] {
  const loanOf = (index: number): string => requests[index]?.entry.loan_id ?? '';
  return [...requests.keys()].toSorted((a, b) =>
    loanOf(a) < loanOf(b) ? -1 : loanOf(a) > loanOf(b) ? 1 : a - b,
  );
}

/** Loans are locked after members. While its loan is busy an entry is stored without its parts, which it gets when booked. */
async function allocated(
  ctx: Context,
  trx: Transaction,
  { scope, entry }: EntryToRequest,
): Promise<EntryRow | Error> {
  if (isAllocated(entry)) return entry;
  const found = await ctx.sacco.allocate(trx, scope, entry);
  return found === 'busy' ? entry : found;
}

/** Their members, whose states stay as they are until the entries are stored. */
async function lockMembers(trx: Transaction, requests: EntryToRequest[]): Promise<Map<string, LockedMember>> {
  const ids = [...new Set(requests.flatMap(({ entry }) => entry.member_id ?? []))];
  if (ids.length === 0) return new Map();
  const { rows } = await trx.raw<{ rows: LockedMember[] }>(LOCK_MEMBERS, [ids] as never);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The settings' key is locked too: their currency cannot change while entries in it are being stored. */
const LOCK_MEMBERS = `
  select m.id, m.project_id, m.environment, m.status, c.full_name, c.status as customer_status, s.currency
  from sacco_members m join customers c on c.id = m.customer_id
    join sacco_settings s on s.project_id = m.project_id and s.environment = m.environment
  where m.id = any(?::text[]) order by m.id for share of m for key share of s`;

type LockedMember = Pick<
  NamedMember,
  'id' | 'project_id' | 'environment' | 'status' | 'full_name' | 'customer_status'
> & { currency: Currency };

function refusalFor(
  { scope, entry, flow }: EntryToRequest,
  members: Map<string, LockedMember>,
): Error | null {
  if (!entry.member_id || !flow) return null;
  const member = members.get(entry.member_id);
  if (!member || member.project_id !== scope.project_id || member.environment !== scope.environment)
    return notFound('member');
  if (member.currency !== entry.currency) return unavailable('new currency of the SACCO');
  return memberRefusal(flow, member);
}
