/**
 * What would be booked of an entry that waits, if it were approved now: as its movement plans it, with the cash that it then moves,
 * and unless its payout is refused.
 */
import type { AppError } from '../../../core/errors.ts';
import { getSettings } from '../../cooperative/index.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { decisionOf, type Reader } from '../movement.ts';
import { assignCash } from '../cash/assign-cash.ts';
import { payoutRefusal } from '../payouts/reserve-payout.ts';
import { accountRefusals } from '../pipeline/chart-accounts.ts';

/**
 * @param how `locked`: by the transaction that approves it
 * @returns the changes to the entry, or why it cannot be carried out any more
 * @throws AppError SERVICE_UNAVAILABLE while that cannot be decided
 */
export async function planEntry(
  reader: Reader,
  entry: EntryRow,
  how: 'locked' | 'read',
): Promise<AppError | Partial<EntryRow>> {
  const { ctx, db, scope } = reader;
  const definition = ctx.movements.of(entry);
  const [inactive] = await accountRefusals(db, [entry], how);
  if (inactive) return inactive;
  const of_movement = (await decisionOf(definition).plan?.(reader, entry)) ?? {};
  if (of_movement instanceof Error) return of_movement;
  // Its accounts may be others than those of the request.
  const of_rules = await ctx.savings.plan(reader, { ...entry, ...of_movement }, how);
  if (of_rules instanceof Error) return of_rules;
  const planned = { ...of_movement, ...of_rules };
  const refused = await payoutRefusal(reader, { ...entry, ...planned }, how);
  if (refused) return refused;
  if (definition.cash_from === null) return planned;
  const { tills } = await getSettings(db, scope);
  const [assigned] = await assignCash(reader, [{ scope, row: entry, tills }], how);
  if (assigned instanceof Error || !assigned) return assigned ?? planned;
  const { till_id, session_id } = assigned;
  return { ...planned, till_id, session_id };
}
