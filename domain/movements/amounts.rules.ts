/** The amounts of an entry, and which part of them each leg of a movement moves. Pure. */
import { columns, least, minus, plus, type Formula } from '../../core/formula.ts';

/** In minor units; 0 where a movement has no such part. */
export interface EntryAmounts {
  amount_minor: bigint;
  /** Of an exit: the part that is share capital. */
  shares_minor: bigint;
  /** Of a disbursement: the processing fee. */
  fee_minor: bigint;
  /** Of a repayment or write-off: its parts. */
  principal_minor: bigint;
  interest_minor: bigint;
  penalty_minor: bigint;
  /** Of a write-off: the part that guarantees cover. */
  called_minor: bigint;
  /** Of a repayment by a payment above the payoff: the part that goes into savings. */
  savings_minor: bigint;
}

export const NO_AMOUNTS: Omit<EntryAmounts, 'amount_minor'> = {
  shares_minor: 0n,
  fee_minor: 0n,
  principal_minor: 0n,
  interest_minor: 0n,
  penalty_minor: 0n,
  called_minor: 0n,
  savings_minor: 0n,
};

/** A part of an entry's amounts, for one entry here and over the columns of sacco_entries for the verifier. */
type LegAmountRule = Formula<EntryAmounts>;

const entry = columns<EntryAmounts>('');
const CHARGES = plus(entry.interest_minor, entry.penalty_minor);
/** Guarantees cover charges before principal. */
const CALLED_CHARGES = least(entry.called_minor, CHARGES);

const RULES = {
  amount: entry.amount_minor,
  shares: entry.shares_minor,
  /** Of an exit: the part that is savings. */
  without_shares: minus(entry.amount_minor, entry.shares_minor),
  fee: entry.fee_minor,
  without_fee: minus(entry.amount_minor, entry.fee_minor),
  principal: entry.principal_minor,
  charges: CHARGES,
  savings: entry.savings_minor,
  called_charges: CALLED_CHARGES,
  called_principal: minus(entry.called_minor, CALLED_CHARGES),
  lost_charges: minus(CHARGES, CALLED_CHARGES),
  lost_principal: plus(minus(entry.principal_minor, entry.called_minor), CALLED_CHARGES),
} as const satisfies Record<string, LegAmountRule>;

export type LegAmount = keyof typeof RULES;

export const LEG_AMOUNTS: Readonly<Record<LegAmount, LegAmountRule>> = RULES;
