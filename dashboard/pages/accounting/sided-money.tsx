/** A balance with the side on which it is: 500.00 Cr. */
import type { ReactNode } from 'react';
import { Money } from '../../money/money.tsx';
import { useWords } from '../../words.ts';

export interface SidedMoneyProps {
  /** Debits less credits. */
  minor: bigint;
  currency: string;
}

export function SidedMoney({ minor, currency }: SidedMoneyProps): ReactNode {
  const { t } = useWords();
  if (minor === 0n) return <Money minor={0} currency={currency} />;
  return (
    <span className="money">
      <Money minor={minor < 0n ? -minor : minor} currency={currency} />{' '}
      {t(minor < 0n ? 'accounting.on_credit' : 'accounting.on_debit')}
    </span>
  );
}
