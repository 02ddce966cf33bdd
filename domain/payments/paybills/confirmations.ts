/** Confirmations as staff work with them: those that are lost, given up or refused are entered or asked about again. */
import { refusal } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db, Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { audit } from '../../platform/audit/audit.ts';
import { keptSince, pruneInBatches } from '../../platform/prune.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { accountTerms, configuredCredentials } from '../providers/configuration/provider-configs.ts';
import { findProvider } from '../providers/index.ts';
import { requireCalls } from './put-paybill.ts';
import {
  Paybill,
  PaybillConfirmation,
  type ConfirmationStatus,
  type PaybillConfirmationRow,
} from './paybill.model.ts';
import { deleteRefusedBefore } from './paybill.sql.ts';
import { askAnew, storeInTransaction } from './store-confirmation.ts';

/** Of a project and environment, newest first. */
export function listConfirmations(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: ConfirmationStatus | undefined },
): Promise<Page<PaybillConfirmationRow>> {
  return PaybillConfirmation.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}

/** @throws AppError NOT_FOUND also for confirmations of other projects and environments */
export function getConfirmation(db: Queryable, scope: Scope, id: string): Promise<PaybillConfirmationRow> {
  return PaybillConfirmation.query(db).findInScope(scope, id);
}

/**
 * Enters a transaction whose confirmation never came. Whether it was made, by whom and of how much is what the provider answers; as
 * nobody has said for whom it is, it is unallocated.
 * @throws AppError `paybill_not_supported`, `provider_not_configured`, RATE_LIMITED
 */
export async function enterTransaction(
  caller: Caller,
  { provider: name, transaction_id }: { provider: string; transaction_id: string },
): Promise<{ confirmation: PaybillConfirmationRow; replayed: boolean }> {
  const { ctx, scope } = caller;
  const provider = findProvider(name);
  const calls = requireCalls(provider);
  const paybill = await Paybill.query(ctx.db).inScope(scope).where({ provider: name }).first();
  if (!paybill) throw refusal('paybill_not_supported', `Turn the paybill of ${provider.title} on first.`);
  const credentials = await configuredCredentials(ctx.db, scope, provider);
  const { currencies } = await accountTerms(ctx.db, scope, provider);
  return inTransaction(caller, async (unit) => {
    const entered = await storeInTransaction(unit, provider, {
      transaction_id,
      paid_to: calls.accountName(credentials),
      amount_minor: null,
      currency: currencies[0] as Currency,
      account_number: '',
      payer_phone: null,
      payer_name: null,
    });
    const { id } = entered.confirmation;
    if (!entered.replayed)
      await audit(unit, 'paybill.transaction_entered', id, { provider: name, transaction_id });
    return entered;
  });
}

/** Asks the provider again now. One that is confirmed stays so. @throws AppError NOT_FOUND */
export async function syncConfirmation(caller: Caller, id: string): Promise<PaybillConfirmationRow> {
  const confirmation = await getConfirmation(caller.ctx.db, caller.scope, id);
  return inTransaction(caller, (unit) => askAnew(unit, confirmation));
}

/** So long refused ones are kept, in days: whoever paid has complained by then, and the statement was compared. */
const REFUSED_KEPT_DAYS = 90;

/** Deletes what providers did not confirm. @returns how many */
export function pruneRefusedConfirmations(db: Db): Promise<number> {
  const first_kept = keptSince(REFUSED_KEPT_DAYS);
  return pruneInBatches(async (limit) => (await deleteRefusedBefore(db, { first_kept, limit })).length);
}
