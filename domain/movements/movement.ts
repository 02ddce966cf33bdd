/**
 * Declares a movement: everything about one kind of movement is in its definition. Transfers, reasons of failures, approval,
 * effects, the verifier's figures and docs/reference/sacco.md derive from it. A module declares its movements beside its rules,
 * and app/compose.ts lists them.
 */
import type { AppError, Reason } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { TableQuery } from '../../db/model.ts';
import type { AccountSummaries } from '../chart/index.ts';
import type { Flow, NamedMember, SettingsRow } from '../cooperative/index.ts';
import type { AccountChange } from '../ledger/account-change.port.ts';
import { MOVEMENT_KINDS, type Transfer, type TransferError } from '../ledger/index.ts';
import type { MovementTemplate } from '../messages/index.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedContext, ScopedUnit, Unit } from '../platform/unit.ts';
import { accountKeyOf, openedWhenMoved, type SaccoAccountKey } from './accounts.rules.ts';
import type { CashRule } from './cash/cash.port.ts';
import type { ApprovalRow } from './approvals/approval.model.ts';
import type { EntryRow, SaccoEntry } from './entries/entry.model.ts';
import type { Leg } from './legs.rules.ts';
import type { Movement } from './movement.rules.ts';

/** What a function that only reads is given, inside a transaction or outside. */
export interface Reader extends ScopedContext {
  db: Queryable;
}

export interface EndedEntry {
  scope: Scope;
  /** Posted or failed; where it says so, being paid out. */
  entry: EntryRow;
}

/** Applies what follows from entries that have ended, in the transaction that records them. */
export type EntryEffect = (unit: Unit, ended: EndedEntry[]) => Promise<void>;

/** A transfer of an entry, whose accounts it moves, and the reason when the ledger refuses it; null for a defect of ours. */
export interface EntryTransfer {
  transfer: Transfer;
  debit: SaccoAccountKey;
  credit: SaccoAccountKey;
  reasonFor: (error: TransferError) => Reason | null;
}

/** What carrying out a request does to an account, or to all accounts of a kind together. */
export interface AccountEffect extends AccountChange {
  /** Whose account it is; null for the cooperative's own, and for all accounts of a kind together. */
  member: Pick<NamedMember, 'id' | 'member_no' | 'full_name'> | null;
  /** Of savings: which account. */
  savings_account_id?: string | undefined;
  /** Of a bank or general account: which one. */
  account?: ReturnType<AccountSummaries>;
  /** The name of the till, where it is cash of one. */
  till?: string | undefined;
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

/** What happens to a request that waits for a checker. All default to nothing: then only the money can be missing. */
export interface Decision {
  /** It is being approved: takes the locks under which what `plan` finds holds until the transaction ends. */
  lock?(unit: ScopedUnit, entry: EntryRow): Promise<unknown>;
  /**
   * What would be booked now. Only reads, so that it can be shown before anybody decides.
   * @returns the changes to the entry, or why it cannot be carried out any more
   * @throws AppError SERVICE_UNAVAILABLE while that cannot be decided
   */
  plan?(reader: Reader, entry: EntryRow): Promise<AppError | Partial<EntryRow>>;
  /** It is approved and about to be booked as planned. @throws AppError SERVICE_UNAVAILABLE */
  onApproved?(unit: ScopedUnit, entry: EntryRow): Promise<void>;
  /** It is rejected or cancelled, as the status of the entry says. */
  onDropped?(unit: ScopedUnit, entry: EntryRow): Promise<void>;
  /** What follows once the entry is booked, by entries that are too many to be listed. Only reads. */
  sumUpFollowing?(
    reader: Reader,
    entry: EntryRow,
  ): Promise<{ accounts: AccountEffect[]; warnings: EffectWarning[] }>;
  /** The amounts of requests that wait, by their ids, where they change while they wait; in minor units. */
  amountsNow?: (db: Queryable, scope: Scope, waiting: readonly ApprovalRow[]) => Promise<Map<string, bigint>>;
}

/** When an amount of one local day needs a checker. */
interface Threshold {
  /** In minor units; null: it never does. */
  threshold(settings: SettingsRow): bigint | null;
  /** What counts before this entry, in minor units; read under the member's lock. */
  earlier(unit: ScopedUnit, entry: EntryRow, settings: SettingsRow): Promise<bigint>;
  /** Whether it needs a checker for another reason. */
  orElse?(unit: ScopedUnit, entry: EntryRow): Promise<boolean>;
}

export type ApprovalRule =
  | { when: 'never' }
  | { when: 'always'; decision: Decision }
  | ({ when: 'above_threshold'; decision: Decision } & Threshold);

export const always = (decision: Decision = {}): ApprovalRule => ({ when: 'always', decision });

export const aboveThreshold = (rule: Threshold, decision: Decision = {}): ApprovalRule => ({
  when: 'above_threshold',
  decision,
  ...rule,
});

/** An entry whose amounts are worked out right before it is booked, under a lock. */
interface Allocation {
  /** Entries with one key share the lock; locks are taken in the order of the keys. */
  keyOf(entry: EntryRow): string;
  /** @returns the entry with its amounts; why it is refused; or `busy` while another movement under the lock is being booked */
  allocate(unit: ScopedUnit, entry: EntryRow): Promise<EntryRow | AppError | 'busy'>;
}

/** What must be booked before movements. */
export interface DueBefore {
  book(ctx: Context, entries: readonly EntryRow[]): Promise<unknown>;
  /** What `book` would book now, as entries that are not stored. Only reads. */
  entries(reader: Reader, entry: EntryRow): Promise<EntryRow[]>;
}

/** What reversing it does besides reversing its legs. */
export interface Reversal {
  /** Other members who are locked with its own, and before the entry. */
  membersOf?(db: Queryable, reversal: EntryRow): Promise<string[]>;
  /** Takes its locks after those of members and entries. */
  lock?(unit: ScopedUnit, reversal: EntryRow): Promise<unknown>;
  /**
   * Why the entry cannot be reversed now; null when it can. Only reads.
   * @throws AppError SERVICE_UNAVAILABLE while that cannot be decided
   */
  refusal?(db: Queryable, scope: Scope, original: EntryRow): Promise<AppError | null>;
  plan?: Decision['plan'];
  onApproved?: Decision['onApproved'];
  onEnded?: EntryEffect;
}

/** A movement that pays in the money of a payment. */
interface PaidByPayment {
  /** What the metadata field `sacco_purpose` names it. */
  purpose: string;
  /** What else the metadata says about the entry. @throws AppError VALIDATION_ERROR and reasons */
  read?(metadata: Record<string, unknown>): Partial<EntryRow>;
  /** @throws AppError when it could never be booked */
  validate?(db: Queryable, scope: Scope, about: Partial<EntryRow>): Promise<void>;
}

/** A movement that moves accounts of other members than its own. */
interface MovesOthers {
  /** Posted entries that moved an account of that member. */
  entriesOn(db: Queryable, scope: Scope, member_id: string): TableQuery<SaccoEntry>;
  /** What such an entry did to an account of another member, as `effectsOn` of the legs. */
  effectsOn(account: Pick<SaccoAccountKey, 'kind' | 'owner'>, entry: EntryRow): bigint[];
  /** Over sacco_entries: `member_id`, `kind`, `owner`, `moved` and `posted_at` of all posted entries for which a condition holds. */
  sql: (condition: string) => string;
  /** @returns a condition: the entry `e` moves an account of the member in that SQL expression */
  movesSql: (member_id: string) => string;
}

interface Declaration extends Pick<Movement, 'kind'>, Partial<Omit<Movement, 'kind' | 'reverses_kind'>> {
  title: string;
  /** Every movement is one chain of transfers: all legs or none. */
  legs: readonly Leg[];
  /** Which way the member's money moves, if the member's state decides whether it may. */
  flow?: Flow | null;
  /** Default: it never waits for a checker. */
  approval?: ApprovalRule;
  allocation?: Allocation | null;
  onEnded?: EntryEffect;
  /** How its member is locked while it is stored; `update`: others like it wait until it is. Default: `share`. */
  member_lock?: 'share' | 'update';
  /** Null: it cannot be reversed. */
  reversal?: Reversal | null;
  /**
   * Whether a provider sends what its legs bring to `provider_clearing`. Then its legs are held when it is booked, and posted
   * once the payout has succeeded; if it fails, nothing has moved. Default: no, its legs are posted when it is booked.
   */
  is_sent?: boolean;
  /** Accounts that may have to be opened right before it. Default: those of its legs that are opened when first moved. */
  opens?: (entry: EntryRow) => readonly SaccoAccountKey[];
  /** Transfers of an entry before and after those of its legs. Default: none. */
  transfers?: (entry: EntryRow) => { before: EntryTransfer[]; after: EntryTransfer[] };
  due_before?: DueBefore | null;
  /** Whose cash it moves where the cooperative has tills. Default: that of the open till, where a leg moves cash. */
  cash_from?: CashRule | null;
  /** Whether it is in the currency of the accounts of the chart that it names. Default: in that of the cooperative. */
  in_account_currency?: boolean;
  payment?: PaidByPayment | null;
  /** Where a provider sends it: its legs are held, and the payout begins. Default: nothing follows. */
  onPaying?: EntryEffect | null;
  /** What its member is told once it is posted. Default: nothing. */
  message?: MovementTemplate | null;
  others?: MovesOthers | null;
}

/** What is not declared is null. */
export interface MovementDefinition
  extends Required<Movement>, Required<Omit<Declaration, keyof Movement | 'onEnded'>> {
  /** The kind of its transfers, as the ledger numbers it. */
  code: number;
  effects: readonly EntryEffect[];
  is_reversible: boolean;
}

export function defineMovement({ onEnded, ...declared }: Declaration): MovementDefinition {
  const moved = declared.legs.flatMap(({ debit, credit }) => [debit, credit]);
  const opened = openedWhenMoved(moved);
  return {
    source: null,
    direction: null,
    income: null,
    reverses_kind: null,
    code: MOVEMENT_KINDS[declared.kind],
    flow: null,
    approval: { when: 'never' },
    allocation: null,
    effects: onEnded ? [onEnded] : [],
    member_lock: 'share',
    reversal: null,
    is_sent: false,
    is_reversible: Boolean(declared.reversal),
    opens: (entry) => opened.map((kind) => accountKeyOf(kind, entry)),
    transfers: () => ({ before: [], after: [] }),
    due_before: null,
    cash_from: moved.includes('cash_on_hand') ? 'open_till' : null,
    in_account_currency: false,
    payment: null,
    onPaying: null,
    message: null,
    others: null,
    ...declared,
  };
}

/** The decision on a request of that movement. @throws Error for a movement that never waits */
export function decisionOf({ title, approval }: MovementDefinition): Decision {
  if (approval.when === 'never') throw new Error(`${title} waits for no checker`);
  return approval.decision;
}
