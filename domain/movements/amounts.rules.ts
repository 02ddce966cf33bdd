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
  /** Of interest, or of a line of a dividend: the part that is withheld, beside the amount. */
  tax_minor: bigint;
  /** Of an exit: what the savings accounts besides the default one hold. */
  accounts_minor: bigint;
}

export const NO_AMOUNTS: Omit<EntryAmounts, 'amount_minor'> = {
  shares_minor: 0n,
  fee_minor: 0n,
  principal_minor: 0n,
  interest_minor: 0n,
  penalty_minor: 0n,
  called_minor: 0n,
  savings_minor: 0n,
  tax_minor: 0n,
  accounts_minor: 0n,
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
  fee: entry.fee_minor,
  without_fee: minus(entry.amount_minor, entry.fee_minor),
  principal: entry.principal_minor,
  charges: CHARGES,
  savings: entry.savings_minor,
  tax: entry.tax_minor,
  /** Of a fixed account: its interest after tax. */
  net_interest: minus(entry.interest_minor, entry.tax_minor),
  /** Of an exit: what the default savings account holds. */
  default_savings: minus(minus(entry.amount_minor, entry.shares_minor), entry.accounts_minor),
  /** Of an exit: what the others hold. */
  accounts: entry.accounts_minor,
  called_charges: CALLED_CHARGES,
  called_principal: minus(entry.called_minor, CALLED_CHARGES),
  lost_charges: minus(CHARGES, CALLED_CHARGES),
  lost_principal: plus(minus(entry.principal_minor, entry.called_minor), CALLED_CHARGES),
} as const satisfies Record<string, LegAmountRule>;

export type LegAmount = keyof typeof RULES;

export const LEG_AMOUNTS: Readonly<Record<LegAmount, LegAmountRule>> = RULES;
