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
import {
  ProviderUnavailable,
  type PaybillAdapter,
  type PaybillCalls,
  type PaybillTransaction,
} from '../providers/provider.port.ts';
import { becomePayment } from './become-payment.ts';
import {
  Paybill,
  PaybillConfirmation,
  type ConfirmationError,
  type PaybillConfirmationRow,
} from './paybill.model.ts';
import { isDecided, type DecidedTransaction } from './paybill.rules.ts';

/** Questions over about four days. */
const MAX_ATTEMPTS = 100;

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
  const due_at_ms = ended.next_attempt_at.getTime();
  await ctx.jobs.enqueue(
    'confirm-paybill',
    { confirmation_id },
    {
      delay_ms: due_at_ms - systemNow().getTime(),
      // Attempts are counted anew where somebody has it asked again.
      job_id: `paybill-${confirmation_id}-${due_at_ms}`,
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
    const transaction = await standingOf(base, confirmation);
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

/** What the provider has answered, where that decides; else it is asked. @throws ProviderUnavailable */
async function standingOf(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
): Promise<PaybillTransaction> {
  const { ctx, scope } = base;
  const provider = findProvider(confirmation.provider);
  const { calls, fetchTransaction } = provider.paybill as PaybillAdapter;
  const told = calls?.answered(confirmation);
  if (told && isDecided(told, confirmation)) return told;
  const setup = await loadProviderSetup(base, provider);
  if (calls) requireAccount(calls, setup.credentials, confirmation);
  const paybill = await Paybill.query(ctx.db).inScope(scope).where({ provider: provider.name }).first();
  const server_url = ctx.config.public_url ?? paybill?.server_url ?? '';
  const callback_url = callbackUrl(ctx, provider, confirmation, server_url);
  return fetchTransaction(confirmation, { ...setup, callback_url });
}

/** About another account than was paid, the provider would say nothing that counts. @throws ProviderUnavailable */
function requireAccount(
  calls: PaybillCalls,
  credentials: Record<string, string>,
  { paid_to }: PaybillConfirmationRow,
): void {
  const problem = calls.problem(credentials);
  const account = calls.accountName(credentials);
  if (problem) throw new ProviderUnavailable(problem, undefined, false);
  if (account !== paid_to)
    throw new ProviderUnavailable(
      `the credentials are of ${account}, and ${paid_to} was paid`,
      undefined,
      false,
    );
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
