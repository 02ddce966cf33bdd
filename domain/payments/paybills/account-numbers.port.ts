/** The port of the module that knows whose the account numbers are that payers type. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { PaymentDestinationKind } from '../destination.port.ts';

/** What a payer typed, and from where. */
export interface TypedAccount {
  account_number: string;
  /** E.164; null where it is not known. */
  payer_phone: string | null;
}

export interface AccountNumbers {
  /** Whether money for this account number would go to somebody; true where nobody here has account numbers. */
  isKnown(db: Queryable, scope: Scope, typed: TypedAccount): Promise<boolean>;
  /** Where such money goes once it is booked; null: it stays the merchant's. */
  destination(db: Queryable, scope: Scope): Promise<PaymentDestinationKind | null>;
}

declare module '../../platform/context.ts' {
  interface Context {
    account_numbers: AccountNumbers;
  }
}
