/** Captures all or part of a hold. The same capture again is answered with the first one. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Hold } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { formatMinor, formatMoney } from '../../money/money.rules.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

export function CaptureHold({ hold, onClose }: { hold: Hold; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmission<Hold>({ key: 'none' });
  const [text, setText] = useState(formatMinor(hold.amount_minor));
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy } = submission;
  const error = state.step === 'refused' ? state.error : null;
  const amount = readAmount(text);
  const amount_minor = 'minor' in amount ? amount.minor : null;
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
        state.step === 'answered' ? (
          <Outcome onClose={onClose}>
            {t('ledger.captured', { amount: formatMoney(state.answer.data.captured_minor, currency) })}
          </Outcome>
        ) : undefined
      }
    >
      <Text size="sm">{t('ledger.capture_means', { amount: formatMoney(hold.amount_minor, currency) })}</Text>
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={text}
        onChange={setText}
        disabled={is_busy}
        autoFocus
        error={was_sent && 'error' in amount ? amount.error : fieldError(error, 'amount_minor')}
      />
    </SubmitDialog>
  );
}
