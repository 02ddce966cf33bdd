/** Asks the provider about a payment that somebody says came by a paybill. Only the provider's answer makes it a payment. */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { SYSTEM } from '../../../core/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { longestPause_ms, makeAttempt, pauseAfter_ms, type AttemptEnd } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { POLLING } from '../payment.rules.ts';
import { isOutOfReach } from '../providers/configuration/provider-configs.ts';
import { answerOf, askProvider, mayAsk } from './ask-provider.ts';
import { becomePayment } from './become-payment.ts';
import { PaybillConfirmation, type ConfirmationError, type PaybillConfirmationRow } from './paybill.model.ts';
import { isDecided, type DecidedTransaction } from './paybill.rules.ts';

/** Questions over about four days. */
const MAX_ATTEMPTS = 100;
/** A job may come a little before its row is due: clocks of two machines differ. */
const EARLY_MS = 1_000;
const POSTPONED_BY_MS = 60_000;

/** Makes the attempt that is due now, if there is one. */
export async function confirmPaybill(ctx: Context, confirmation_id: string): Promise<void> {
  const found = await PaybillConfirmation.query(ctx.db).findWithScope(confirmation_id);
  if (found?.row.status !== 'pending') return;
  const { row: confirmation, scope } = found;
  const { next_attempt_at } = confirmation;
  if (next_attempt_at === null || next_attempt_at > systemTimeIn(EARLY_MS)) return;
  if (answerOf(confirmation) === null && !(await mayAsk({ ctx, scope }, confirmation)))
    return postpone(ctx, confirmation);
  const attempt = {
    table: 'paybill_confirmations',
    id: confirmation_id,
    attempts: confirmation.attempts,
    pauseAfter_ms: (answered: number) => pauseAfter_ms(POLLING, answered),
  };
  const ended = await makeAttempt(ctx.db, attempt, async ({ answered }) => {
    // What the provider told before the claim is part of the question.
    const claimed = await PaybillConfirmation.query(ctx.db).findInScope(scope, confirmation_id);
    return resolve({ ctx, scope }, claimed, answered);
  });
  if (ended?.next_attempt_at) await schedule(ctx, confirmation_id, ended.next_attempt_at);
}

function schedule(ctx: Context, confirmation_id: string, due_at: Date): Promise<void> {
  const due_at_ms = due_at.getTime();
  return ctx.jobs.enqueue(
    'confirm-paybill',
    { confirmation_id },
    // Attempts are counted anew where somebody has it asked again, and do not name a job.
    { delay_ms: due_at_ms - systemNow().getTime(), job_id: `paybill-${confirmation_id}-${due_at_ms}` },
  );
}

/** The paybill has asked enough in this minute. That is no attempt. */
async function postpone(ctx: Context, { id, attempts }: PaybillConfirmationRow): Promise<void> {
  const due_at = systemTimeIn(POSTPONED_BY_MS);
  const postponed = await PaybillConfirmation.query(ctx.db)
    .where({ id, attempts, status: 'pending' })
    .patch({ next_attempt_at: due_at });
  if (postponed > 0) await schedule(ctx, id, due_at);
}

async function resolve(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  answered: number,
): Promise<AttemptEnd> {
  const { ctx } = base;
  const about = { confirmation_id: confirmation.id, provider: confirmation.provider };
  try {
    const transaction = answerOf(confirmation) ?? (await askProvider(base, confirmation));
    if (isDecided(transaction, confirmation)) {
      await decide(base, confirmation, transaction);
      return { is_last: true };
    }
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn({ ...about, err: error }, 'provider did not answer');
  }
  if (answered < MAX_ATTEMPTS) return {};
  ctx.log.error(about, 'gave up on a payment by paybill; a person must find out whether it was made');
  return { is_last: true };
}

async function decide(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  transaction: DecidedTransaction,
): Promise<void> {
  if (transaction.status === 'unknown') return refuse(base, confirmation, 'unknown');
  if (transaction.status === 'refused') return refuse(base, confirmation, transaction.error);
  if ((await becomePayment(base, confirmation, transaction)) === 'amount_differs')
    await refuse(base, confirmation, 'amount_differs');
}

/** Nothing is booked. */
async function refuse(
  base: ScopedContext,
  { id, provider, transaction_id, amount_minor, account_number }: PaybillConfirmationRow,
  error: ConfirmationError,
): Promise<void> {
  base.ctx.log.error(
    { confirmation_id: id, provider, transaction_id, error },
    'the provider does not confirm a payment by paybill; nothing is booked',
  );
  await inTransaction(base, async (unit) => {
    const refused = await PaybillConfirmation.query(unit.trx)
      .where({ id, status: 'pending' })
      .patch({ status: 'refused', error, ended_at: systemNow(), next_attempt_at: null });
    if (refused === 0) return;
    const details = { provider, transaction_id, amount_minor, account_number, error };
    await audit({ ...unit, actor: SYSTEM }, 'paybill.confirmation_refused', id, details);
  });
}

const OVERDUE: OverdueJob<'confirm-paybill'> = {
  table: 'paybill_confirmations',
  id_column: 'id',
  payload_field: 'confirmation_id',
  due_column: 'next_attempt_at',
  job: 'confirm-paybill',
  longest_pause_ms: longestPause_ms(POLLING),
};

export const countDueConfirmations = countDueRows(OVERDUE);

/** Enqueues the confirmations whose job was lost. */
export function sweepConfirmations(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
