/** Books a movement whose intent is written, and notes its outcome; and finishes those that a crash left behind. */
import { realIn } from '../../core/clock.ts';
import { apart, coalescePer } from '../../core/batch.ts';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { isConnectionFault, type Db } from '../../db/connection.ts';
import { transact } from '../platform/transaction.ts';
import type { Context } from '../platform/context.ts';
import { loadAll, type Loaded } from '../platform/find-with-scope.ts';
import type { ChainOutcome } from '../ledger/index.ts';
import { endMovements, type Ended } from './record-movement-results.ts';
import type { MovementRow } from './movement.ts';
import { movementTransfer, refusalReason } from './movement.rules.ts';
import { endTopupMovement, isOfTopup } from './topup-movement.ts';
import { lockTopup } from './topup.ts';

/** A movement that is still pending after this long has lost its process. */
const ABANDONED_AFTER_MS = 5_000;
/** Outcomes noted in one transaction. */
const MAX_OUTCOMES_PER_COMMIT = 200;
/** Abandoned movements that one sweep finishes. */
const MAX_ABANDONED = 500;

/** Books it, or finds it booked. @returns the ledger's answer, once it is noted */
export async function bookMovement(ctx: Context, scope: Scope, movement: MovementRow): Promise<ChainOutcome> {
  const [outcome] = (await ctx.ledger.post([[movementTransfer(movement)]], scope.clock.now())) as [
    ChainOutcome,
  ];
  if (movement.status === 'pending') {
    const ended = { movement, refused: outcome.status === 'refused' ? refusalReason(outcome.fault) : null };
    await (isOfTopup(movement) ? concludeTopup(ctx, scope, ended) : conclude(ctx.db, ended));
  }
  return outcome;
}

/** Outcomes that wait at the same time are noted in one transaction. */
const conclude = coalescePer<Db, Ended, boolean>(
  (db, batch) =>
    apart(
      (some: Ended[]) =>
        db.transaction(async (trx) => {
          const ended = await endMovements(trx, some);
          return some.map(({ movement }) => ended.has(movement.id));
        }),
      isConnectionFault,
    )(batch),
  { max_weight: MAX_OUTCOMES_PER_COMMIT },
);

async function concludeTopup(ctx: Context, scope: Scope, { movement, refused }: Ended): Promise<void> {
  await transact(ctx, async (trx, after) => {
    const topup = await lockTopup(trx, movement.reference);
    const ended = await endMovements(trx, [{ movement, refused }]);
    if (ended.has(movement.id)) await endTopupMovement(trx, after, scope, topup, movement, refused);
  });
}

/** Finishes the movements whose process died between intent and outcome. @returns how many */
export async function finishWalletMovements(ctx: Context): Promise<number> {
  const abandoned = await loadAll<MovementRow>(ctx.db, 'wallet_movements', (rows) =>
    rows
      .where('t.status', 'pending')
      .where('t.touched_at', '<', realIn(-ABANDONED_AFTER_MS))
      .orderBy('t.touched_at')
      .limit(MAX_ABANDONED),
  );
  for (const each of abandoned) await finish(ctx, each);
  return abandoned.length;
}

/** One that meets a defect of ours stays pending and does not hold up the others. */
async function finish(ctx: Context, { row: movement, scope }: Loaded<MovementRow>): Promise<void> {
  try {
    await bookMovement(ctx, scope, movement);
  } catch (error) {
    if (error instanceof AppError || isConnectionFault(error)) throw error;
    ctx.log.error({ err: error, movement: movement.id }, 'a wallet movement cannot be finished');
  }
}
