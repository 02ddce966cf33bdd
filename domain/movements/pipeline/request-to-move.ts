/** What a request of a movement consists of, and what it is answered with. */
import type { NamedAccount } from '../../chart/index.ts';
import type { SettingsRow } from '../../cooperative/index.ts';
import type { ScopedUnit } from '../../platform/unit.ts';
import type { BankMoney } from '../bank-money.ts';
import type { MobileMoney } from '../payouts/mobile-money.ts';
import type { EntryRequest, EntryRow } from '../entries/entry.model.ts';
import type { CheckedMember } from './check-entries.sql.ts';

/** What a request for an amount of money has. */
export interface MovementRequest {
  amount_minor: bigint;
  /** Left out, it is no part of what a repeat has to repeat. */
  memo?: string;
  /** The till at which an API key takes or pays cash; a person's own may be named. */
  till?: string;
  idempotency_key: string;
}

/** What the text for the checker is made from. */
export interface SummaryFacts {
  /** As it is stored. */
  entry: EntryRow;
  member: CheckedMember | null;
  currency: EntryRow['currency'];
  /** The accounts of the chart that the body names, in its order. */
  accounts: readonly NamedAccount[];
}

/** Which savings account of the member it moves; by default the default one. */
export interface NamesSavingsAccount {
  savings_account_id?: string;
}

export interface RequestBody extends BankMoney, MobileMoney, NamesSavingsAccount {
  idempotency_key: string;
  till?: string;
  /** Of a journal. */
  lines?: readonly { account: string }[];
}

/**
 * What is requested, as it follows from what is stored now.
 * @param accounts of the chart, by the names in the body; undefined where there is none
 */
type EntryResolver = (
  settings: SettingsRow,
  accounts: readonly (NamedAccount | undefined)[],
) => EntryRequest | Promise<EntryRequest>;

export interface RequestToMove {
  /** Its bank account and reference follow from the body. */
  entry: EntryRequest | EntryResolver;
  /** The operation and its subject. With what is in the body besides the key, a repeat must have the same. */
  operation: readonly string[];
  body: RequestBody;
  /** What the checker reads. Required when the movement may wait for one. */
  summary?: (facts: SummaryFacts) => string;
  /** Other members who are locked with the member. */
  also_lock?: readonly string[];
  /**
   * Only for movements that may wait for a checker. Runs under the members' locks, before the entry is stored, and not at all
   * for a repeat; may refuse the request.
   * @returns what the entry says instead, by what is read under the locks
   */
  prepare?: (unit: ScopedUnit, member: CheckedMember | null, entry: EntryRow) => Promise<Partial<EntryRow>>;
  /** Runs once the entry is stored and waits, in the same transaction. */
  onWaiting?: (unit: ScopedUnit, waiting: EntryRow) => Promise<void>;
}

export interface RequestedEntry {
  entry: EntryRow;
  replayed: boolean;
}
