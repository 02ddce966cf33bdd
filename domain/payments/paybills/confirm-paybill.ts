/** Asks the provider about a payment that somebody says came by a paybill. Only the provider's answer makes it a payment. */
import { systemNow } from '../../../core/clock.ts';
import { SYSTEM } from '../../../core/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import { longestPause_ms, makeAttempt, pauseAfter_ms, type AttemptEnd } from '../../platform/attempts.ts';
import type { Context } from '../../platform/context.ts';
import { countDueRows } from '../../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../../platform/sweep-overdue.ts';
import { inTransaction, type ScopedContext } from '../../platform/unit.ts';
import { POLLING } from '../payment.rules.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import { isOutOfReach, loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import type { PaybillAdapter, PaybillTransaction } from '../providers/provider.port.ts';
import { becomePayment } from './become-payment.ts';
import {
  Paybill,
  PaybillConfirmation,
  type ConfirmationError,
  type PaybillConfirmationRow,
} from './paybill.model.ts';
import { addConfirmationData } from './paybill.sql.ts';

/** Attempts over about four days. */
const MAX_ATTEMPTS = 100;
/** A transaction that the provider still does not know then was never made. */
const UNKNOWN_FOR_GOOD_AFTER_MS = 10 * 60_000;

/** Makes the attempt that is due now, if there is one. */
export async function confirmPaybill(ctx: Context, confirmation_id: string): Promise<void> {
  const found = await PaybillConfirmation.query(ctx.db).findWithScope(confirmation_id);
  if (found?.row.status !== 'pending') return;
  const { row: confirmation, scope } = found;
  const attempt = {
    table: 'paybill_confirmations',
    id: confirmation_id,
    attempts: confirmation.attempts,
    pauseAfter_ms: (answered: number) => pauseAfter_ms(POLLING, answered),
  };
  const ended = await makeAttempt(ctx.db, attempt, ({ answered }) =>
    ask({ ctx, scope }, confirmation, answered),
  );
  if (!ended?.next_attempt_at) return;
  await ctx.jobs.enqueue(
    'confirm-paybill',
    { confirmation_id },
    {
      delay_ms: ended.next_attempt_at.getTime() - systemNow().getTime(),
      job_id: `paybill-${confirmation_id}-${ended.attempts}`,
    },
  );
}

async function ask(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
  answered: number,
): Promise<AttemptEnd> {
  const { ctx } = base;
  const about = { confirmation_id: confirmation.id, provider: confirmation.provider };
  try {
    const transaction = await fetchTransaction(base, confirmation);
    if ('remember' in transaction && transaction.remember)
      await addConfirmationData(ctx.db, {
        id: confirmation.id,
        added: JSON.stringify(transaction.remember),
        due_at: null,
      });
    switch (transaction.status) {
      case 'completed':
        await becomePayment(base, confirmation, transaction);
        return { is_last: true };
      case 'refused':
        await refuse(base, confirmation, transaction.error);
        return { is_last: true };
      case 'unknown':
        if (!isUnknownForGood(confirmation)) return {};
        await refuse(base, confirmation, 'unknown');
        return { is_last: true };
      case 'pending':
        if (answered < MAX_ATTEMPTS) return {};
    }
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    ctx.log.warn({ ...about, err: error }, 'provider did not answer');
    if (answered < MAX_ATTEMPTS) return {};
  }
  ctx.log.error(about, 'gave up on a payment by paybill; a person must find out whether it was made');
  return { is_last: true };
}

async function fetchTransaction(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
): Promise<PaybillTransaction> {
  const { ctx } = base;
  const provider = findProvider(confirmation.provider);
  const setup = await loadProviderSetup(base, provider);
  const paybill = await Paybill.query(ctx.db).inScope(base.scope).where({ provider: provider.name }).first();
  const server_url = ctx.config.public_url ?? paybill?.server_url ?? '';
  const callback_url = callbackUrl(ctx, provider, confirmation, server_url);
  return (provider.paybill as PaybillAdapter).fetchTransaction(confirmation, { ...setup, callback_url });
}

/** The provider may know it a moment after the confirmation. */
function isUnknownForGood({ received_at }: PaybillConfirmationRow): boolean {
  return systemNow().getTime() - received_at.getTime() > UNKNOWN_FOR_GOOD_AFTER_MS;
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
