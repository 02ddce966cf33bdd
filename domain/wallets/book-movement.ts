/** Books a movement whose intent is written, and notes its outcome; and finishes those that a crash left behind. */
import { realNow } from '../../core/clock.ts';
import { AppError, type Reason } from '../../core/errors.ts';
import { scopeOf, type Scope } from '../../core/scope.ts';
import { isConnectionFault } from '../../db/connection.ts';
import { transact } from '../after-commit.ts';
import type { Context } from '../context.ts';
import type { ChainOutcome } from '../ledger/index.ts';
import { endMovement, type MovementRow } from './movement.ts';
import { movementTransfer, refusalReason } from './movement.rules.ts';
import { endTopupMovement, isOfTopup } from './topup-movement.ts';
import { lockTopup } from './topup.ts';

/** A movement that is still pending after this long has lost its process. */
const ABANDONED_AFTER_MS = 5_000;
/** Abandoned movements that one sweep finishes. */
const MAX_ABANDONED = 500;

/** Books it, or finds it booked. @returns the ledger's answer, once it is noted */
export async function bookMovement(ctx: Context, scope: Scope, movement: MovementRow): Promise<ChainOutcome> {
  const [outcome] = (await ctx.ledger.post([[movementTransfer(movement)]], scope.clock.now())) as [
    ChainOutcome,
  ];
  if (movement.status === 'pending')
    await conclude(ctx, scope, movement, outcome.status === 'refused' ? refusalReason(outcome.fault) : null);
  return outcome;
}

async function conclude(
  ctx: Context,
  scope: Scope,
  movement: MovementRow,
  refused: Reason | null,
): Promise<void> {
  await transact(ctx, async (trx, after) => {
    const topup = isOfTopup(movement) ? await lockTopup(trx, movement.reference) : null;
    if (!(await endMovement(trx, movement, refused))) return;
    if (topup) await endTopupMovement(trx, after, scope, topup, movement, refused);
  });
}

/** Finishes the movements whose process died between intent and outcome. @returns how many */
export async function finishWalletMovements(ctx: Context): Promise<number> {
  const rows: AbandonedRow[] = await ctx
    .db('wallet_movements as m')
    .join('projects', 'projects.id', 'm.project_id')
    .where('m.status', 'pending')
    .where('m.touched_at', '<', new Date(realNow().getTime() - ABANDONED_AFTER_MS))
    .orderBy('m.touched_at')
    .limit(MAX_ABANDONED)
    .select('m.*', 'projects.test_clock_offset_ms');
  for (const row of rows) await finish(ctx, row);
  return rows.length;
}

type AbandonedRow = MovementRow & { test_clock_offset_ms: bigint };

/** One that meets a defect of ours stays pending and does not hold up the others. */
async function finish(ctx: Context, { test_clock_offset_ms, ...movement }: AbandonedRow): Promise<void> {
  const scope = scopeOf(movement.project_id, movement.environment, test_clock_offset_ms);
  try {
    await bookMovement(ctx, scope, movement);
  } catch (error) {
    if (error instanceof AppError || isConnectionFault(error)) throw error;
    ctx.log.error({ err: error, movement: movement.id }, 'a wallet movement cannot be finished');
  }
}
