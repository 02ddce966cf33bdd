/** A decision, and how it is requested: the bank account is named by its code or id. */
import { scopeColumns } from '../../../db/model.ts';
import { findBank, inactiveRefusal, lockChartAccounts } from '../../chart/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { DecidableRun } from '../runs/decidable-run.ts';
import type { BookedTo, ResolutionAction } from './resolution.rules.ts';

export interface Decision<Action extends ResolutionAction = ResolutionAction> extends BookedTo {
  action: Action;
  note: string | null;
}

export interface RequestedDecision<Action extends ResolutionAction = ResolutionAction> {
  action: Action;
  note: string | null;
  /** Of a payout: the code or id of the bank account that received it, instead of the merchant's balance. */
  bank_account?: string;
  /** Of a fee: the cooperative bears it, instead of the merchant's balance. */
  as?: 'expense';
}

/**
 * The bank account stays active until the transaction ends.
 * @throws AppError `account_not_found`, `account_refused`, `account_inactive`, `currency_mismatch`
 */
export async function decisionOf<Action extends ResolutionAction>(
  unit: ScopedUnit,
  { currency }: DecidableRun,
  { action, note, bank_account, as }: RequestedDecision<Action>,
): Promise<Decision<Action>> {
  const decision = { action, note, is_expense: as === 'expense' };
  if (bank_account === undefined) return { ...decision, bank_account_id: null };
  const { trx, scope } = unit;
  const path = 'bank_account';
  const { id } = await findBank(trx, scope, { name: bank_account, currency, path });
  const named = [{ ...scopeColumns(scope), id, path }];
  const inactive = inactiveRefusal(await lockChartAccounts(trx, named), named);
  if (inactive) throw inactive;
  return { ...decision, bank_account_id: id };
}
