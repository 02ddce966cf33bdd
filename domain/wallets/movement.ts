/** A movement as stored, and what is asked for. */
import type { Reason } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor, Environment } from '../../core/scope.ts';
import type { MovementKind, MovementStatus } from './movement.rules.ts';

export interface MovementRow {
  id: string;
  project_id: string;
  environment: Environment;
  kind: MovementKind;
  /** null where the merchant's balance is that side. */
  debit_wallet_id: string | null;
  credit_wallet_id: string | null;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
  /** YYYY-MM-DD that it counts on as outgoing; null when it does not count. */
  outgoing_on: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  status: MovementStatus;
  refusal: Reason | null;
  created_at: Date;
}

/** What is to be moved; a side without a customer is the merchant's balance. */
export interface Order {
  id: string;
  kind: MovementKind;
  from: string | null;
  to: string | null;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
}
