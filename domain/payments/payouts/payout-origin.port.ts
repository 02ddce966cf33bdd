/**
 * The port of those whose money a payout sends: the merchant, a cooperative that pays a member, a payment without a prompt that goes
 * back. An origin says what is booked when the payout succeeds; until then the same is held, and released where it fails.
 */
import type { AppError } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { BookedTransfer, Transfer } from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext, ScopedUnit } from '../../platform/unit.ts';
import type { PayoutRow } from './payout.model.ts';
import type { PayoutOriginName, PayoutOutcome } from './payout.rules.ts';

/** How a payout ended. */
export interface EndedPayout {
  outcome: PayoutOutcome;
  /** What was booked: the posts of the holds; empty unless it succeeded. */
  booked: BookedTransfer[];
}

export interface PayoutOrigin {
  /**
   * The transfers that a payout that succeeds is booked by, as one chain: each is plain, has an id of its own, which stays the same
   * however often it is asked for, and credits the provider's clearing account. Together they are of the payout's amount. Left out
   * where the origin holds more than that: it holds the money itself, and then starts the payout (creation/own-holds.ts).
   */
  transfers?(
    base: { ctx: Pick<Context, 'db'>; scope: Scope },
    payout: PayoutRow,
  ): Transfer[] | Promise<Transfer[]>;
  /** Ends what the origin holds itself; repeated, it changes nothing. @returns what was booked; nothing where it was released */
  endHolds?(base: ScopedContext, payout: PayoutRow, outcome: PayoutOutcome): Promise<BookedTransfer[]>;
  /** Why it must not be sent any more: asked in the transaction that begins to send it, which then fails for that reason. */
  refusal?(unit: ScopedUnit, payout: PayoutRow): Promise<AppError | null>;
  /** The payout has ended: called once, in the transaction that records it. */
  onEnded?(unit: ScopedUnit, payout: PayoutRow, ended: EndedPayout): Promise<void>;
}

export type PayoutOrigins = Record<PayoutOriginName, PayoutOrigin>;

declare module '../../platform/context.ts' {
  interface Context {
    /** Whose money is paid out, by name. */
    payout_origins: PayoutOrigins;
  }
}
