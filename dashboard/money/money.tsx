/** An amount on a page: exact for machines, grouped for people. */
import { formatMoney } from './money.rules.ts';

export interface MoneyProps {
  minor: bigint | number;
  currency: string;
}

export function Money({ minor, currency }: MoneyProps): React.ReactNode {
  return (
    <data className="money" value={String(minor)}>
      {formatMoney(minor, currency)}
    </data>
  );
}

/** A change: with its sign, whichever it is. */
export function SignedMoney({ minor, currency }: MoneyProps): React.ReactNode {
  return (
    <data className="money" value={String(minor)}>
      {BigInt(minor) > 0n ? '+' : ''}
      {formatMoney(minor, currency)}
    </data>
  );
}
