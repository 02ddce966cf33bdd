/** An amount on a page: exact for machines, grouped for people. */
import { createContext, useContext } from 'react';
import { formatMinor } from './money.rules.ts';

/** The currency that the caption of the table around has said. */
export const SaidCurrency = createContext<string | null>(null);

export interface MoneyProps {
  minor: bigint | number;
  currency: string;
}

export function Money({ minor, currency, sign = '' }: MoneyProps & { sign?: string }): React.ReactNode {
  const is_said = useContext(SaidCurrency) === currency;
  return (
    <data className="money" value={String(minor)}>
      {sign}
      {formatMinor(minor)} <span className={is_said ? 'said' : undefined}>{currency}</span>
    </data>
  );
}

/** A change: with its sign, whichever it is. */
export function SignedMoney({ minor, currency }: MoneyProps): React.ReactNode {
  return <Money minor={minor} currency={currency} sign={BigInt(minor) > 0n ? '+' : ''} />;
}
