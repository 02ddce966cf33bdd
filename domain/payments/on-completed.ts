/**
 * What else follows when a payment completes, besides its posting and its webhook event. Each runs in the transaction that
 * completes the payment, so it happens exactly once or not at all; what takes long only leaves a row behind here.
 */
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { PaymentRow } from './payment.ts';
import { completePaymentLink } from './payment-link.ts';

type OnCompleted = (trx: Transaction, scope: Scope, payment: PaymentRow) => Promise<void>;

export const ON_COMPLETED: OnCompleted[] = [completePaymentLink];
