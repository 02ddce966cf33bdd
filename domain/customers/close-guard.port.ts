/** The port of modules that hold something of a customer's, and may refuse to let the customer be closed. */
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';

export interface CustomerToClose {
  id: string;
  full_name: string;
}

/**
 * Called under the customer's `update` lock, so nothing that takes the customer's lock moves meanwhile.
 * @throws AppError `not_closable`, in a sentence that says what is to be done first
 */
export type CloseGuard = (trx: Transaction, scope: Scope, customer: CustomerToClose) => Promise<void>;

declare module '../platform/context.ts' {
  interface Context {
    /** Checks that may refuse to close a customer. */
    close_guards: readonly CloseGuard[];
  }
}
