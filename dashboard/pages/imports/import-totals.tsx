/** What an import brings to all accounts of a kind together. */
import type { ReactNode } from 'react';
import type { CutOverImport } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useWords } from '../../words.ts';

const MINOR = /_minor$/;
/** What the books do not balance by yet. */
const DIFFERENCE = 'opening_balances_minor';

export function ImportTotals({ found }: { found: CutOverImport }): ReactNode {
  const { t, word } = useWords();
  const { members, loans, totals, currency } = found;
  return (
    <Facts
      facts={[
        [t('imports.members'), members],
        [t('imports.loans'), loans],
        ...Object.entries(totals)
          .filter(([, minor]) => Number(minor) !== 0)
          .map(([name, minor]): readonly [string, ReactNode] => [
            word('account_kind', name.replace(MINOR, '')),
            <span key={name}>
              <Money minor={minor} currency={currency} />
              {name === DIFFERENCE && <span className="below">{t('imports.difference_means')}</span>}
            </span>,
          ]),
      ]}
    />
  );
}
