/** The amounts of entries that are worked out under a lock, right before they are booked. */
import { systemNow } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type ScopedContext, type ScopedUnit, type Unit } from '../../platform/unit.ts';
import { allocatedColumns, SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { IN_FLIGHT } from '../entries/entry.rules.ts';
import { lockEntry } from '../entries/entry.ts';
import type { EntryToCheck } from './check-entries.ts';

type Movements = Pick<Context, 'movements'>;

/** Whether the amounts of the entry are worked out. */
export function isAllocated({ movements }: Movements, entry: EntryRow): boolean {
  const { amount_minor, principal_minor, interest_minor, penalty_minor, savings_minor } = entry;
  return (
    movements.of(entry).allocation === null ||
    principal_minor + interest_minor + penalty_minor + savings_minor === amount_minor
  );
}

/** Entries in the order in which everybody takes the locks of their amounts, which avoids deadlocks. */
export function inAllocationOrder({ movements }: Movements, requests: readonly EntryToCheck[]): number[] {
  const keys = requests.map(({ entry }) => movements.of(entry).allocation?.keyOf(entry) ?? '');
  return [...requests.keys()].toSorted((a, b) => {
    const [one, other] = [keys[a] as string, keys[b] as string];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
}

/** While another movement holds its lock an entry is stored without its parts, which it gets when it is booked. */
export async function allocateIfFree(unit: ScopedUnit, entry: EntryRow): Promise<EntryRow | Error> {
  if (isAllocated(unit.ctx, entry)) return entry;
  const found = await allocate(unit, entry);
  return found === 'busy' ? entry : found;
}

/** The same for an entry that is stored. @throws AppError SERVICE_UNAVAILABLE `busy` while another movement holds its lock */
export async function allocateStored(base: ScopedContext, entry: EntryRow): Promise<EntryRow | AppError> {
  if (isAllocated(base.ctx, entry)) return entry;
  const allocated = await inTransaction(base, async (unit) => {
    // Another process may have allocated or ended it since it was read. Entries are locked before what allocates them.
    const current = await lockEntry(unit, entry.id);
    if (isAllocated(unit.ctx, current) || !IN_FLIGHT.includes(current.status)) return current;
    const found = await allocate(unit, current);
    if (found === 'busy') await makeDue(unit, current);
    if (found === 'busy' || found instanceof AppError) return found;
    await SaccoEntry.query(unit.trx).where({ id: entry.id }).patch(allocatedColumns(found));
    return found;
  });
  if (allocated !== 'busy') return allocated;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Another movement is being booked first. This one is booked right after it; repeat the request to see it.',
    { reason: 'busy', retry_after_s: 1 },
  );
}

async function allocate(unit: ScopedUnit, entry: EntryRow): Promise<EntryRow | AppError | 'busy'> {
  return unit.ctx.movements.of(entry).allocation?.allocate(unit, entry) ?? entry;
}

/** The job that the other movement enqueues finds it. */
async function makeDue({ trx }: Unit, { id }: EntryRow): Promise<void> {
  await SaccoEntry.query(trx).where({ id }).patch({ due_at: systemNow() });
}
