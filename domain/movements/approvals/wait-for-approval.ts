/** Entries that may need a checker: decided, with everything they depend on, under the member's lock. */
import type { SettingsRow } from '../../cooperative/index.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { inTransaction, type Caller, type ScopedUnit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { requiresApproval } from '../entries/entry.rules.ts';
import { getEntry } from '../entries/entry.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import { addressToMember, reservePayout } from '../payouts/reserve-payout.ts';
import { checkEntries } from '../pipeline/check-entries.ts';
import { bookEntry, type EntryToStore } from '../pipeline/entry-pipeline.ts';
import type { RequestedEntry, RequestToMove, SummaryFacts } from '../pipeline/request-to-move.ts';
import { requestEntryApproval, recordCreated } from './create-approval.ts';

type EntryToDecide = Omit<RequestToMove, 'entry'> &
  Pick<EntryToStore, 'entry' | 'idempotency'> &
  Pick<SummaryFacts, 'accounts'>;

/** Stores the entry unless the same request came before. It waits for a checker, or is booked. */
export async function waitForApproval(
  caller: Caller,
  settings: SettingsRow,
  request: EntryToDecide,
): Promise<RequestedEntry> {
  const { entry, replayed } = await inTransaction(caller, async (unit) => {
    const earlier = await claimKey(unit, request.idempotency, request.entry.id);
    if (earlier) return { entry: await getEntry(unit.trx, unit.scope, earlier.subject_id), replayed: true };
    return { entry: await store(unit, settings, request), replayed: false };
  });
  return { entry: await bookEntry(caller, entry), replayed };
}

async function store(unit: ScopedUnit, settings: SettingsRow, request: EntryToDecide): Promise<EntryRow> {
  const { trx, scope } = unit;
  const [checked] = await checkEntries(unit, [{ scope, ...request }], 'update');
  if (checked === undefined || checked instanceof Error) throw checked;
  const { member } = checked;
  const prepared: EntryRow = {
    ...checked.entry,
    ...(await request.prepare?.(unit, member, checked.entry)),
  };
  const entry = await addressToMember(unit, prepared, { member, phone: request.body.phone });
  if (!(await mustWait(unit, settings, entry))) {
    const booked = { ...entry, ...(await reservePayout(unit, entry)) };
    await insertEntries(trx, [booked]);
    return booked;
  }
  const { currency } = entry;
  const summary = request.summary?.({ entry, member, currency, accounts: request.accounts }) ?? '';
  return storeWaiting(unit, entry, { ...request, summary });
}

/** Stores the entry, which waits for a checker. @param summary what the checker reads */
export async function storeWaiting(
  unit: ScopedUnit,
  entry: EntryRow,
  { summary, onWaiting }: { summary: string } & Pick<RequestToMove, 'onWaiting'>,
): Promise<EntryRow> {
  const approval_id = await requestEntryApproval(unit, entry, summary);
  const waiting: EntryRow = { ...entry, status: 'awaiting_approval', approval_id };
  await insertEntries(unit.trx, [waiting]);
  await onWaiting?.(unit, waiting);
  await recordCreated(unit, approval_id);
  return waiting;
}

async function mustWait(unit: ScopedUnit, settings: SettingsRow, entry: EntryRow): Promise<boolean> {
  const { approval } = unit.ctx.movements.of(entry);
  if (approval.when !== 'above_threshold') return approval.when === 'always';
  if (await approval.orElse?.(unit, entry)) return true;
  const earlier_minor = await approval.earlier(unit, entry, settings);
  return requiresApproval(entry.amount_minor, earlier_minor, approval.threshold(settings));
}
