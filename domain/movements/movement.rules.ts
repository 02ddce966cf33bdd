/** What kinds of movements there are, and what distinguishes two movements of one kind. Pure. */
import { MOVEMENT_KINDS } from '../ledger/index.ts';

export type EntryKind = keyof typeof MOVEMENT_KINDS;
const KINDS = Object.keys(MOVEMENT_KINDS) as EntryKind[];
/** A reversal, which can reverse several kinds, comes last. */
export const ENTRY_KINDS: readonly EntryKind[] = [...KINDS.filter((kind) => kind !== 'reversal'), 'reversal'];

/**
 * Where the money of an entry comes from; `bank` also where it goes to, `mobile` where it is sent by a provider, and `batch` where
 * it is a part of a sum that came in for many.
 */
export const SOURCES = ['cash', 'savings', 'payment', 'bank', 'mobile', 'unallocated', 'batch'] as const;
export type Source = (typeof SOURCES)[number];
/** Which way counted cash differs, or an allowance changes. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];
/** From where to where money is banked. */
export const BANKING_DIRECTIONS = [
  'till_to_bank',
  'bank_to_till',
  'provider_to_bank',
  'bank_to_provider',
] as const;
export type BankingDirection = (typeof BANKING_DIRECTIONS)[number];
export const ENTRY_DIRECTIONS = [...DIRECTIONS, ...BANKING_DIRECTIONS] as const;

/** Which income account it raises, or is paid from. */
export type Income = 'interest_income' | 'fee_income';

/** What distinguishes one definition from another. */
export interface Movement {
  kind: EntryKind;
  source: Source | null;
  direction: Direction | BankingDirection | null;
  income: Income | null;
  /** Of a reversal: the kind of movement that it reverses. */
  reverses_kind?: EntryKind | null;
}
