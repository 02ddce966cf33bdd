/** Paybills of projects, and confirmations of payments that came by them, as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class Paybill extends TableModel {
  static override tableName = 'paybills';
  static override label = 'paybill';
  static override jsonAttributes = ['accounts'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare enabled: boolean;
  /** The payer of an unknown account number is told so, and pays nothing. */
  declare reject_unknown: boolean;
  declare confirmation_token_hash: string;
  declare validation_token_hash: string;
  /** The tokens of both addresses, encrypted. */
  declare tokens_sealed: string;
  /** Of the accounts that it was turned on for: the currency, by what the provider calls the account. */
  declare accounts: Record<string, Currency>;
  /** Where the provider reached this server when it was last turned on. */
  declare server_url: string;
  /** SHA-256 of account and address that the provider was asked to register, while it is not known whether it did. */
  declare requested_hash: string | null;
  /** The same of what the provider has registered; null before. */
  declare registered_hash: string | null;
  declare registered_at: Date | null;
  /** Questions about its transactions in one minute of system time. */
  declare asked_in: Date | null;
  declare asked: number;
  declare updated_at: Date;
}

export type PaybillRow = ModelObject<Paybill>;

export const CONFIRMATION_STATUSES = ['pending', 'confirmed', 'refused'] as const;
export type ConfirmationStatus = (typeof CONFIRMATION_STATUSES)[number];

/** Why a confirmation counts for nothing. */
export const CONFIRMATION_ERRORS = [
  'unknown',
  'not_paid',
  'not_to_us',
  'amount_unreadable',
  'amount_differs',
] as const;
export type ConfirmationError = (typeof CONFIRMATION_ERRORS)[number];

export class PaybillConfirmation extends TableModel {
  static override tableName = 'paybill_confirmations';
  static override label = 'confirmation';
  static override jsonAttributes = ['provider_data'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  /** The provider's. */
  declare transaction_id: string;
  /** What the provider calls the account that was paid; empty where accounts have no name. */
  declare paid_to: string;
  /** As it claims; null where a person entered the id of the transaction. */
  declare amount_minor: bigint | null;
  declare currency: Currency;
  declare account_number: string;
  declare payer_phone: string | null;
  declare payer_name: string | null;
  declare status: ConfirmationStatus;
  declare error: ConfirmationError | null;
  /** The payment that it became, or confirmed. */
  declare payment_id: string | null;
  declare callback_token_hash: string;
  /** What the provider's adapter remembers of it. */
  declare provider_data: Record<string, string>;
  /** Real time, as are all moments of a confirmation. */
  declare received_at: Date;
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** null once the provider has said how it stands. */
  declare next_attempt_at: Date | null;
  declare ended_at: Date | null;
}

export type PaybillConfirmationRow = ModelObject<PaybillConfirmation>;
