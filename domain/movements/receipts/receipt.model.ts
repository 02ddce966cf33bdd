/** Receipts as stored: money that came without a prompt, how much of it members have got, and what belongs to nobody yet. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { Matched, PlannedPart, ReceiptStatus } from './receipt.rules.ts';

export class SaccoReceipt extends TableModel {
  static override tableName = 'sacco_receipts';
  static override label = 'receipt';
  static override amounts = ['amount_minor', 'unallocated_minor'];
  static override jsonAttributes = ['plan'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare payment_id: string | null;
  declare amount_minor: bigint;
  declare currency: Currency;
  /** As the payer typed it. */
  declare account_number: string;
  declare payer_phone: string | null;
  declare payer_name: string | null;
  /** The provider's id of the transaction, or the bank's reference. */
  declare reference: string | null;
  /** Of money that came into the bank: what is known of it. */
  declare memo: string | null;
  /** Whose it is, by the account number. */
  declare member_id: string | null;
  declare loan_id: string | null;
  declare matched_by: Matched | null;
  /** The parts that are still to be booked to the member; null before it is planned. */
  declare plan: PlannedPart[] | null;
  declare status: ReceiptStatus;
  /** Why it is, or was, unallocated. */
  declare reason: Reason | null;
  /** What members have got of it. */
  declare credited_minor: bigint;
  /** What the account of unallocated money holds of it. */
  declare unallocated_minor: bigint;
  /** The entry that is being booked, or waits for a checker, or was the last. */
  declare entry_id: string | null;
  /** Of a refund: what a second person decides, or has decided, and the payout that sends it. */
  declare approval_id: string | null;
  declare payout_id: string | null;
  /** The money is in the merchant's balance. */
  declare booked: boolean;
  /** Real time; when the next part is due, for the sweep. */
  declare due_at: Date | null;
  /** How often the merchant's balance did not cover it. */
  declare attempts: number;
  declare received_at: Date;
  declare resolved_at: Date | null;
}

export type ReceiptRow = ModelObject<SaccoReceipt>;
