/** What is due and what pays the loan off, to be taken as the amount, and what the amount would pay. */
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import { formatMoney } from '../../money/money.rules.ts';
import type { TypedAmount } from '../../movement/movement-dialog.tsx';
import { useWords } from '../../words.ts';
import { dueOf } from './due.rules.ts';

/** Pause after the last key, while somebody may still be typing. */
const PAUSE_MS = 300;

export interface RepayAmountsProps {
  loanId: string;
  currency: string;
  amount: TypedAmount;
}

export function RepayAmounts({ loanId, currency, amount }: RepayAmountsProps): ReactNode {
  const { t } = useWords();
  const { data: loan } = useRead('sacco.loans.get', { loan: loanId });
  const due_minor = loan ? dueOf(loan.schedule) : 0n;
  const offered: [text: string, minor: number | bigint][] = loan
    ? [
        [t('loans.pay_due', { amount: formatMoney(due_minor, currency) }), due_minor],
        [t('loans.pay_off', { amount: formatMoney(loan.payoff_minor, currency) }), loan.payoff_minor],
      ]
    : [];
  return (
    <>
      <Group gap="xs">
        {offered
          .filter(([, minor]) => BigInt(minor) > 0n)
          .map(([text, minor]) => (
            <Button key={text} size="compact-sm" variant="light" onClick={() => amount.change(minor)}>
              {text}
            </Button>
          ))}
      </Group>
      {loan && amount.minor !== null && BigInt(amount.minor) <= BigInt(loan.payoff_minor) && (
        <Split loanId={loanId} currency={currency} minor={amount.minor} />
      )}
    </>
  );
}

interface SplitProps {
  loanId: string;
  currency: string;
  minor: number;
}

function Split({ loanId, currency, minor }: SplitProps): ReactNode {
  const { t } = useWords();
  const [asked] = useDebouncedValue(minor, PAUSE_MS);
  const { data } = useRead('sacco.loans.split', { loan: loanId, amount_minor: asked });
  const parts: [name: string, minor: number | bigint][] = data
    ? [
        [t('loans.penalty'), data.penalty_minor],
        [t('loans.interest'), data.interest_minor],
        [t('loans.principal'), data.principal_minor],
      ]
    : [];
  return (
    <Text size="sm" role="status" className={asked === minor ? undefined : 'outdated'}>
      {parts
        .filter(([, part]) => BigInt(part) > 0n)
        .map(([name, part]) => `${name} ${formatMoney(part, currency)}`)
        .join(' · ')}
    </Text>
  );
}
