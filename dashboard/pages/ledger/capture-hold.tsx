/** Captures all or part of a hold. The same capture again is answered with the first one. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Hold } from '../../generated/wire.ts';
import { AmountField, useTypedAmount } from '../../money/amount-field.tsx';
import { formatMinor, formatMoney } from '../../money/money.rules.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

export function CaptureHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Hold>({ key: 'none' });
  const amount = useTypedAmount(formatMinor(hold.amount_minor));
  const amount_minor = amount.minor;
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data } = submission;
  const { currency } = hold;
  const send = (): void => {
    setWasSent(true);
    if (amount_minor === null) return;
    void submission.submit({ path: `/api/v1/ledger/holds/${hold.id}/capture`, body: { amount_minor } });
  };
  return (
    <SubmitDialog
      title={t('ledger.capture')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        amount_minor === null
          ? t('ledger.capture')
          : t('ledger.capture_amount', { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={send}
      shown_fields={['amount_minor']}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t('ledger.captured', { amount: formatMoney(data.captured_minor, currency) })}
          </Outcome>
        )
      }
    >
      <Text size="sm">{t('ledger.capture_means', { amount: formatMoney(hold.amount_minor, currency) })}</Text>
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        autoFocus
        error={(was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor')}
      />
    </SubmitDialog>
  );
}
