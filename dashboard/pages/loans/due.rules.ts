/** What has fallen due of a loan, by its schedule. Pure. */
import type { Installment } from '../../generated/wire.ts';

const FALLEN_DUE: ReadonlySet<string> = new Set(['due', 'overdue']);

/** In minor units. */
export function dueOf(schedule: readonly Pick<Installment, 'status' | 'unpaid_minor'>[]): bigint {
  return schedule
    .filter(({ status }) => FALLEN_DUE.has(status))
    .reduce((sum, { unpaid_minor }) => sum + BigInt(unpaid_minor), 0n);
}
