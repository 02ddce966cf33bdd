/** Asks a provider about a transaction, and reads what it has answered. */
import { systemNow } from '../../../core/clock.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { callbackUrl } from '../providers/callback-address.ts';
import { loadProviderSetup } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import {
  ProviderUnavailable,
  type PaybillAdapter,
  type PaybillCalls,
  type PaybillTransaction,
} from '../providers/provider.port.ts';
import { Paybill, type PaybillConfirmationRow } from './paybill.model.ts';
import { isDecided, type DecidedTransaction } from './paybill.rules.ts';
import { countQuestion } from './paybill.sql.ts';

/**
 * Questions of one paybill. Payouts and refunds ask by the same operator: whoever knows a paybill's address and makes confirmations up
 * must not keep them from being answered.
 */
const MAX_QUESTIONS_A_MINUTE = 600;
const MINUTE_MS = 60_000;

/** What the provider has answered later, where that decides; null where it is to be asked. */
export function answerOf(confirmation: PaybillConfirmationRow): DecidedTransaction | null {
  const told = findProvider(confirmation.provider).paybill?.calls?.answered(confirmation);
  return told && isDecided(told, confirmation) ? told : null;
}

/** Whether the paybill may ask once more in this minute; counts the question. */
export async function mayAsk(
  { ctx, scope }: ScopedContext,
  { provider }: PaybillConfirmationRow,
): Promise<boolean> {
  const minute = new Date(Math.floor(systemNow().getTime() / MINUTE_MS) * MINUTE_MS);
  const [counted] = await countQuestion(ctx.db, { ...scopeColumns(scope), provider, minute });
  return (counted?.asked ?? 0) <= MAX_QUESTIONS_A_MINUTE;
}

/** @returns pending where the answer comes later @throws ProviderUnavailable */
export async function askProvider(
  base: ScopedContext,
  confirmation: PaybillConfirmationRow,
): Promise<PaybillTransaction> {
  const { ctx, scope } = base;
  const provider = findProvider(confirmation.provider);
  const adapter = provider.paybill as PaybillAdapter;
  const setup = await loadProviderSetup(base, provider);
  if (adapter.calls) requireAccount(adapter.calls, setup.credentials, confirmation);
  const paybill = await Paybill.query(ctx.db).inScope(scope).where({ provider: provider.name }).first();
  const server_url = ctx.config.public_url ?? paybill?.server_url ?? '';
  const callback_url = callbackUrl(ctx, provider, confirmation, server_url);
  return adapter.fetchTransaction(confirmation, { ...setup, callback_url });
}

/** About another account than was paid, the provider would say nothing that counts. @throws ProviderUnavailable */
function requireAccount(
  calls: PaybillCalls,
  credentials: Record<string, string>,
  { paid_to }: PaybillConfirmationRow,
): void {
  const account = calls.accountName(credentials);
  const problem =
    account === paid_to
      ? calls.problem(credentials)
      : `the credentials are of ${account}, and ${paid_to} was paid`;
  if (problem !== null) throw new ProviderUnavailable(problem, undefined, false);
}
