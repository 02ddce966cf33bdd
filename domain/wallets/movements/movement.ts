/** What is asked to be moved. */
import type { Currency } from '../../../core/money.ts';
import type { MovementKind } from './movement.rules.ts';

/** A side without a customer is the merchant's balance. */
export interface Order {
  id: string;
  kind: MovementKind;
  from: string | null;
  to: string | null;
  amount_minor: bigint;
  currency: Currency;
  reference: string;
}
