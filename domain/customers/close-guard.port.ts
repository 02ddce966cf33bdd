/** The port of modules that hold something for a customer, and may refuse to close the customer. */
import type { ScopedUnit } from '../platform/unit.ts';

export interface CustomerToClose {
  id: string;
  full_name: string;
}

/**
 * Called under the customer's `update` lock, so that whatever takes the customer's lock waits.
 * @throws AppError `not_closable`, with a message that says what to do first
 */
export type CloseGuard = (unit: ScopedUnit, customer: CustomerToClose) => Promise<void>;

declare module '../platform/context.ts' {
  interface Context {
    /** Checks that may refuse to close a customer. */
    close_guards: readonly CloseGuard[];
  }
}
