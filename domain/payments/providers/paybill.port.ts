/** The part of a provider's adapter for money that payers send by themselves, to an account number that they type. */
import type { PaybillConfirmationRow } from '../paybills/paybill.model.ts';
import type { ProviderCallback, ProviderSetup, StatusSetup } from './provider.port.ts';

/** What the provider calls with, before the money moves (validation) and after it has (confirmation). */
export interface PaybillNotice {
  /** The provider's id of the transaction, which its statement shows. */
  transaction_id: string;
  amount_minor: bigint;
  /** As the payer typed it; empty where there is nothing to type. */
  account_number: string;
  /** E.164; null where it is masked. */
  payer_phone: string | null;
  payer_name: string | null;
}

/** What a validation is answered. */
export type PaybillVerdict = 'accepted' | 'unknown_account' | 'refused';

/** How the provider says that a transaction stands. */
export type PaybillTransaction =
  | { status: 'pending'; remember?: Record<string, string> }
  /** The provider does not know it, or not yet. */
  | { status: 'unknown'; remember?: Record<string, string> }
  /** It is no payment to this project. */
  | { status: 'refused'; error: 'not_paid' | 'not_to_us' | 'amount_unreadable' }
  | {
      status: 'completed';
      amount_minor: bigint;
      /** Where the provider names them; they count, and not what the confirmation claims. */
      payer_phone?: string;
      payer_name?: string;
    };

/** Without credentials where they were deleted meanwhile. */
type Account = Pick<ProviderSetup, 'credentials'>;

/** How a provider tells us about such payments. */
export interface PaybillCalls {
  /** Why this account cannot take such payments; null when it can. */
  problem(credentials: Record<string, string>): string | null;
  /** What is registered: another one needs a registration of its own. */
  registeredAs(setup: ProviderSetup, confirmation_url: string): string;
  /**
   * Tells the provider the two addresses; may be repeated.
   * @throws AppError `paybill_refused`; ProviderUnavailable
   */
  register(
    setup: ProviderSetup,
    addresses: { confirmation_url: string; validation_url: string },
  ): Promise<void>;
  /** @returns null when it is not the provider's, or cannot be read */
  readNotice(callback: ProviderCallback, setup: Account): PaybillNotice | null;
  /** The body that a validation is answered with. */
  answerTo(verdict: PaybillVerdict): Record<string, unknown>;
  /** @returns what to keep of an answer that came later; null when it is none */
  readAnswer(callback: ProviderCallback, setup: Account): Record<string, string> | null;
}

export interface PaybillAdapter {
  /** Left out where nobody calls. */
  calls?: PaybillCalls;
  /** @throws ProviderUnavailable */
  fetchTransaction(confirmation: PaybillConfirmationRow, setup: StatusSetup): Promise<PaybillTransaction>;
}
