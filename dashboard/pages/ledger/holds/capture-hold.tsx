/** Captures all or part of a hold. The same capture again is answered with the first one. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../../forms/amount-dialog.tsx';
import type { Hold } from '../../../generated/wire.ts';
import { formatMinor, formatMoney } from '../../../money/money.rules.ts';
import { Outcome } from '../../../ui/outcome.tsx';
import { useWords } from '../../../words.ts';

export function CaptureHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('ledger.holds.capture');
  const form = useAmountForm(submission, { amount: formatMinor(hold.amount_minor) });
  const { currency } = hold;
  const { data } = submission;
  return (
    <AmountDialog
      form={form}
      title={t('ledger.capture')}
      verb="ledger.capture_amount"
      currency={currency}
      onSubmit={(amount_minor) => submission.submit({ hold: hold.id, amount_minor })}
      onClose={onClose}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t('ledger.captured', { amount: formatMoney(data.captured_minor, currency) })}
          </Outcome>
        )
      }
    >
      <Text size="sm">{t('ledger.capture_means', { amount: formatMoney(hold.amount_minor, currency) })}</Text>
    </AmountDialog>
  );
}
