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
