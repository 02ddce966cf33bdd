/** Balances as accountants write them: on the side where they are. Pure. */

export interface Sided {
  debit_minor: bigint;
  credit_minor: bigint;
}

/** A balance on its side: one that is below zero is on the other. */
export function sided(balance_minor: bigint | number, normal_side: string): Sided {
  const balance = BigInt(balance_minor);
  const is_debit = (normal_side === 'debit') === balance >= 0n;
  const minor = balance < 0n ? -balance : balance;
  return is_debit ? { debit_minor: minor, credit_minor: 0n } : { debit_minor: 0n, credit_minor: minor };
}

/** Debits less credits of a balance on its normal side. */
export function debitOf(balance_minor: bigint | number, normal_side: string): bigint {
  const { debit_minor, credit_minor } = sided(balance_minor, normal_side);
  return debit_minor - credit_minor;
}

/** Debits less credits after each line, from what there was before the first. */
export function runningBalances(
  before_minor: bigint,
  lines: readonly { debit_minor: bigint | number; credit_minor: bigint | number }[],
): bigint[] {
  let balance = before_minor;
  return lines.map(({ debit_minor, credit_minor }) => {
    balance += BigInt(debit_minor) - BigInt(credit_minor);
    return balance;
  });
}
