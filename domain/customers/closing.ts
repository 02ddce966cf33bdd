/**
 * What stands against closing a customer. The rooms that keep something of a customer's add their guard here when they are
 * loaded: wallets what they hold and top-ups under way, the SACCO a membership that is not over.
 */
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { Context } from '../context.ts';
import type { CustomerRow } from './customer.ts';

/**
 * Called under the customer's `update` lock, so nothing that takes the customer's lock moves meanwhile.
 * @throws AppError `not_closable`, in a sentence that says what is to be done first
 */
export type ClosingGuard = (
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  customer: CustomerRow,
) => Promise<void>;

export const CLOSING_GUARDS: ClosingGuard[] = [];
