/**
 * The ports by which modules above the SACCO (loans, dividends) take part in its movements: what their entries make true,
 * what is checked when a checker approves one, and what stands in a leaving member's way.
 */
import type { AppError, Reason } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { ScopeColumns } from '../../db/model.ts';
import type { AccountChange } from '../ledger/account-change.port.ts';
import type { LedgerBackend } from '../ledger/backend.port.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedUnit, Unit } from '../platform/unit.ts';
import type { EntryEffectName } from './entries/movement.rules.ts';
import type { EntryRow } from './entries/entry.model.ts';

export interface EndedEntry {
  scope: Scope;
  /** Posted or failed. */
  entry: EntryRow;
}

/** Makes true what follows from entries that have ended, in the transaction that records them. */
export type EntryEffect = (unit: Unit, ended: EndedEntry[]) => Promise<void>;

/** The effects that the SACCO has itself. */
export type OwnEffectName = 'record_credit' | 'record_entrance_fee' | 'record_exit' | 'record_reversal';

/** What carrying out a request does to an account, or to all accounts of a kind together. */
export interface AccountEffect extends AccountChange {
  /** Whose account it is; null where it is the SACCO's, and of all accounts of a kind together. */
  member_no: string | null;
}

/** What a checker should know before deciding. */
export interface EffectWarning {
  code: Reason;
  /** Approved now, the request would fail with that reason. */
  blocking: boolean;
  message: string;
  /** How much is missing, in minor units; null where it is not about an amount. */
  short_minor: bigint | null;
}

/** What happens to a request that waits for a checker. */
export interface ApprovalAction {
  /** It is being approved: takes the locks under which what `plan` finds holds until the transaction ends. */
  lock(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void>;
  /**
   * What would be booked as things stand. Only reads, so that it can be shown before anybody decides.
   * @returns the changes to the entry, or why it cannot be carried out any more
   * @throws AppError SERVICE_UNAVAILABLE while that cannot be said
   */
  plan(
    db: Queryable,
    scope: Scope,
    entry: EntryRow,
    ledger: LedgerBackend,
  ): Promise<AppError | Partial<EntryRow>>;
  /** It is approved and about to be booked as planned. @throws AppError SERVICE_UNAVAILABLE */
  onApproved?(trx: Transaction, scope: Scope, entry: EntryRow): Promise<void>;
  /** It is rejected, or taken back. */
  onDropped(trx: Transaction, scope: Scope, entry: EntryRow, status: 'rejected' | 'cancelled'): Promise<void>;
  /** What follows once the entry is booked, by entries that are too many to be listed. Only reads. */
  sumUpFollowing?(
    db: Queryable,
    scope: Scope,
    entry: EntryRow,
    ledger: LedgerBackend,
  ): Promise<{ accounts: AccountEffect[]; warnings: EffectWarning[] }>;
}

/** What the decision on a request does that is about something else than an entry. */
export interface SubjectAction {
  /** Why approving it now would be refused; null when it would be carried out. Only reads. */
  refusal(db: Queryable, scope: Scope, subject_id: string): Promise<AppError | null>;
  /** Carries it out, in the transaction of the decision. @throws AppError while it cannot be: the request waits on */
  onApproved(unit: ScopedUnit, subject_id: string): Promise<void>;
  /** It is rejected, or taken back. */
  onDropped(trx: Transaction, scope: Scope, subject_id: string): Promise<void>;
}

/**
 * Works out the amounts of an entry under its loan's lock, and makes it the one movement of that loan that is being booked.
 * @returns the entry with its amounts; why it is refused; or `busy` while another movement of the loan is being booked
 */
export type EntryAllocator = (
  trx: Transaction,
  scope: Scope,
  entry: EntryRow,
) => Promise<EntryRow | AppError | 'busy'>;

/** How the repayment of a loan is taken back: its loan stands then as it stood right before it. */
export interface RepaymentReversal {
  /** Whose savings are held again, should the loan be opened again. */
  guarantors(db: Queryable, loan_id: string): Promise<string[]>;
  /** Locks the loan until the transaction ends. */
  lock(trx: Transaction, scope: Scope, loan_id: string): Promise<unknown>;
  /**
   * Only reads.
   * @returns why that repayment cannot be taken back now: `not_latest_movement`, `loan_not_open`; null when it can
   * @throws AppError SERVICE_UNAVAILABLE while another movement of the loan is being booked
   */
  refusal(db: Queryable, scope: Scope, original: EntryRow): Promise<AppError | null>;
  /** The guarantees that are held again. Only reads. @returns why they cannot be: `guarantee_unavailable` */
  plan(db: Queryable, scope: Scope, reversal: EntryRow): Promise<AppError | Partial<EntryRow>>;
  /** It is about to be booked: nothing else moves the loan meanwhile. */
  onApproved(trx: Transaction, reversal: EntryRow): Promise<void>;
}

/** @throws AppError `not_closable` while the member may not leave; called under the member's lock */
export type ExitGuard = (
  trx: Transaction,
  member: ScopeColumns & { id: string; full_name: string },
) => Promise<void>;

export interface SaccoExtensions {
  effects: Record<Exclude<EntryEffectName, OwnEffectName>, EntryEffect>;
  approval_actions: Record<
    'loan_disbursement' | 'loan_write_off' | 'loan_provision' | 'dividend',
    ApprovalAction
  >;
  subject_actions: Record<'period_close' | 'period_reopen', SubjectAction>;
  /** Are the books of any day closed, or asked to be? */
  hasClosedPeriod(db: Queryable, scope: Scope): Promise<boolean>;
  allocate: EntryAllocator;
  /** Charges what has fallen due, before the loan is moved. */
  bringLoanUpToDate(ctx: Context, loan_id: string): Promise<unknown>;
  /** The charges that `bringLoanUpToDate` would book now, as entries that are not stored. */
  chargesToBook(db: Queryable, scope: Scope, loan_id: string): Promise<EntryRow[]>;
  repayment_reversal: RepaymentReversal;
  /** Is that local date in a period whose books are closed? Read under the locks of whoever asks. */
  isInClosedPeriod(db: Queryable, scope: Scope, local_date: string): Promise<boolean>;
  exit_guards: readonly ExitGuard[];
  /** What is owed today on those of these loans that are open, by loan, in minor units. */
  owedOnLoans(db: Queryable, scope: Scope, loan_ids: readonly string[]): Promise<Map<string, bigint>>;
  /** @throws AppError `loan_not_open` unless it is an open loan of that member */
  requireOpenLoan(db: Queryable, scope: Scope, member_id: string, loan_id: string): Promise<void>;
}

declare module '../platform/context.ts' {
  interface Context {
    /** What loans and dividends add to the SACCO's movements. */
    sacco: SaccoExtensions;
  }
}
