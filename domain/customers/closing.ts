/**
 * What stands against closing a customer: each room that keeps something of a customer's has a guard here.
 */
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { refuseClosingMember } from '../sacco/index.ts';
import { refuseClosingHolder } from '../wallets/index.ts';
import type { CustomerRow } from './customer.ts';

/**
 * Called under the customer's `update` lock, so nothing that takes the customer's lock moves meanwhile.
 * @throws AppError `not_closable`, in a sentence that says what is to be done first
 */
type ClosingGuard = (ctx: Context, trx: Transaction, scope: Scope, customer: CustomerRow) => Promise<void>;

/** Asked for when needed: the rooms know of each other, so none is there before the other. */
export function closingGuards(): ClosingGuard[] {
  return [refuseClosingHolder, refuseClosingMember];
}
