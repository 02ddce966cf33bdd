/** The amounts of an entry, and which part of them each leg of a movement moves. Pure. */

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

interface LegAmountRule {
  of: (entry: EntryAmounts) => bigint;
  /** The same over the columns of sacco_entries, for the verifier. */
  sql: string;
}

const chargesOf = ({ interest_minor, penalty_minor }: EntryAmounts): bigint => interest_minor + penalty_minor;

/** Guarantees cover charges before principal. */
function calledCharges(entry: EntryAmounts): bigint {
  const charges = chargesOf(entry);
  return entry.called_minor < charges ? entry.called_minor : charges;
}

const CHARGES = '(interest_minor + penalty_minor)';
const CALLED_CHARGES = `least(called_minor, ${CHARGES})`;

const RULES = {
  amount: { of: (entry) => entry.amount_minor, sql: 'amount_minor' },
  shares: { of: (entry) => entry.shares_minor, sql: 'shares_minor' },
  fee: { of: (entry) => entry.fee_minor, sql: 'fee_minor' },
  principal: { of: (entry) => entry.principal_minor, sql: 'principal_minor' },
  charges: { of: chargesOf, sql: CHARGES },
  savings: { of: (entry) => entry.savings_minor, sql: 'savings_minor' },
  called_charges: { of: calledCharges, sql: CALLED_CHARGES },
  called_principal: {
    of: (entry) => entry.called_minor - calledCharges(entry),
    sql: `(called_minor - ${CALLED_CHARGES})`,
  },
  lost_charges: {
    of: (entry) => chargesOf(entry) - calledCharges(entry),
    sql: `(${CHARGES} - ${CALLED_CHARGES})`,
  },
  lost_principal: {
    of: (entry) => entry.principal_minor - entry.called_minor + calledCharges(entry),
    sql: `(principal_minor - called_minor + ${CALLED_CHARGES})`,
  },
} as const satisfies Record<string, LegAmountRule>;

export type LegAmount = keyof typeof RULES;

export const LEG_AMOUNTS: Readonly<Record<LegAmount, LegAmountRule>> = RULES;
