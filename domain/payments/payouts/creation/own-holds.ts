/**
 * Payouts of origins that hold the money themselves, together with what else they hold: such a payout is stored before the ledger is
 * asked, which gives it its place in the limits of the day, and is sent or dropped once the ledger has answered.
 */
import { systemNow } from '../../../../core/clock.ts';
import type { Scope } from '../../../../core/scope.ts';
import type { Unit } from '../../../platform/unit.ts';
import { recordRequested } from './hold-payout.ts';
import { Payout } from '../payout.model.ts';

export interface HeldOrigin {
  scope: Scope;
  /** The row that the payout is for. */
  origin_id: string;
}

/** The ledger holds the money: each is sent once the transaction has committed. The origin keeps who requested it. */
export async function startPayouts(unit: Unit, held: readonly HeldOrigin[]): Promise<void> {
  const scopes = new Map(held.map(({ scope, origin_id }) => [origin_id, scope]));
  const started = await Payout.query(unit.trx)
    .whereIn('origin_id', [...scopes.keys()])
    .where({ held: false })
    .whereNull('outcome')
    .patch({ held: true, next_attempt_at: systemNow() })
    .returning('*');
  for (const payout of started) {
    await recordRequested({ ...unit, scope: scopes.get(payout.origin_id as string) as Scope }, payout);
    unit.enqueue('process-payout', { payout_id: payout.id });
  }
}

/** The ledger does not hold the money. @param origin_ids the rows that the payouts were for */
export async function dropPayouts({ trx }: Unit, origin_ids: readonly string[]): Promise<void> {
  await Payout.query(trx)
    .whereIn('origin_id', [...origin_ids])
    .where({ held: false })
    .delete();
}
