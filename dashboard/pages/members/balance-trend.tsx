/** How the balances of a member changed over the last year, as a small line. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { BalanceHistory } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useWords } from '../../words.ts';

type Account = BalanceHistory['accounts'][number];

export interface BalanceTrendProps {
  memberId: string;
  /** Whose balances are added up. */
  of: (account: Account) => boolean;
}

export function BalanceTrend({ memberId, of }: BalanceTrendProps): ReactNode {
  const { t } = useWords();
  // Without it the page lacks a picture and no figure.
  const { data } = useRead('sacco.members.balances', { member: memberId });
  const shown = data?.accounts.filter(of) ?? [];
  const [first] = shown;
  if (!data || !first) return null;
  const sums = first.balances.map((_day, i) =>
    shown.reduce((sum, { balances }) => sum + BigInt(balances[i]?.balance_minor ?? 0), 0n),
  );
  const [from = 0n, to = 0n] = [sums[0], sums.at(-1)];
  const amounts = { from: formatMoney(from, data.currency), to: formatMoney(to, data.currency) };
  return <Sparkline values={sums.map(Number)} label={t('members.year', amounts)} />;
}

/** All savings accounts together. */
export function SavingsTrend({ memberId }: { memberId: string }): ReactNode {
  return <BalanceTrend memberId={memberId} of={({ kind }) => kind === 'savings'} />;
}

export function SharesTrend({ memberId }: { memberId: string }): ReactNode {
  return <BalanceTrend memberId={memberId} of={({ kind }) => kind === 'shares'} />;
}
