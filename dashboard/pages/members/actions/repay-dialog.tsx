/** Repaying one of a member's open loans. */
import { Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { LoanSummary } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { formatMoney } from '../../../money/money.rules.ts';
import { remaining } from '../../../money/remaining.rules.ts';
import { MovementDialog } from '../../../movement/movement-dialog.tsx';
import type { Source } from '../../../movement/movements.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { RepayAmounts } from '../../loans/repay-amounts.tsx';
import { useWords } from '../../../words.ts';

export interface RepayDialogProps {
  loans: readonly LoanSummary[];
  currency: string;
  onClose: () => void;
  sources?: readonly Source[] | undefined;
}

export function RepayDialog({ loans, currency, ...dialog }: RepayDialogProps): ReactNode {
  const { t } = useWords();
  // A loan that this repayment closes leaves the list while its dialog is still open.
  const [choice] = useState(loans);
  const [chosen_id, choose] = useState(choice[0]?.id ?? '');
  const loan = loans.find(({ id }) => id === chosen_id) ?? choice.find(({ id }) => id === chosen_id);
  return (
    <MovementDialog
      {...dialog}
      movement="repayment"
      input={{ loan: chosen_id }}
      currency={currency}
      after={(amount_minor) =>
        loan
          ? remaining(loan.payoff_minor, amount_minor, t('members.left_to_pay'), 'movement.exceeds_payoff')
          : null
      }
    >
      {(amount) => (
        <>
          <Choice
            label={t('members.loan')}
            value={chosen_id}
            onChange={choose}
            options={choice.map(({ id, principal_minor, purpose }) => ({
              value: id,
              label: [formatMoney(principal_minor, currency), purpose].filter(Boolean).join(' · '),
            }))}
          />
          {loan && (
            <Group gap="xs">
              <Text size="sm">{t('members.payoff')}</Text>
              <Text size="sm" fw={600}>
                <Money minor={loan.payoff_minor} currency={currency} />
              </Text>
              {loan.days_past_due > 0 && (
                <Text size="sm" c="dimmed">
                  {t('members.late', { count: loan.days_past_due })}
                </Text>
              )}
            </Group>
          )}
          <RepayAmounts key={chosen_id} loanId={chosen_id} currency={currency} amount={amount} />
        </>
      )}
    </MovementDialog>
  );
}
