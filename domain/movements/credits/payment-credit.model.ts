/**
 * Credits of payments to members as stored: how far a payment's money has got on its way to the member. There is one row
 * per payment for a member, from the payment's creation on.
 */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class SaccoPaymentCredit extends TableModel {
  static override tableName = 'sacco_payment_credits';
  static override idColumn = 'payment_id';
  static override label = 'credit';

  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  /** That of the movement that credits it. */
  declare purpose: string;
  /** The loan that is repaid. */
  declare loan_id: string | null;
  /** The savings account that is paid into; null: the default one. */
  declare savings_account_id: string | null;
  /** `posting`: its entry is being booked; `cancelled`: the payment failed, or is being refunded. */
  declare status: 'pending' | 'posting' | 'credited' | 'failed' | 'cancelled' | 'refunded';
  /** The payment's money is in the merchant's balance. */
  declare booked: boolean;
  /** Real time; when the credit is due, for the sweep. */
  declare due_at: Date | null;
  /** How often the merchant's balance did not cover it. */
  declare attempts: number;
}

export type CreditRow = ModelObject<SaccoPaymentCredit>;

/** Who is credited, and for what. */
export type DestinedCredit = Pick<CreditRow, 'member_id' | 'purpose' | keyof About>;

/** What a credit says about its entry besides the member. */
type About = Pick<CreditRow, 'loan_id' | 'savings_account_id'>;

export function aboutOf({ loan_id = null, savings_account_id = null }: Partial<About> = {}): About {
  return { loan_id, savings_account_id };
}
