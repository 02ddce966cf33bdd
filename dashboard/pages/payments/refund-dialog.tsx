/** Giving a payment back, all of it or a part. */
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Payment, Refund } from '../../generated/wire.ts';
import { AmountField, useTypedAmount } from '../../money/amount-field.tsx';
import { formatMinor, formatMoney } from '../../money/money.rules.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { RefundOutcome } from './refund-outcome.tsx';
import { leftToRefund } from './refund.rules.ts';

export interface RefundDialogProps {
  payment: Payment;
  refunds: readonly Refund[];
  onClose: () => void;
}

export function RefundDialog({ payment, refunds, onClose }: RefundDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Refund>();
  // As it was when the dialog opened: the refund itself changes it.
  const [left] = useState(() => leftToRefund(payment, refunds));
  const amount = useTypedAmount(() => formatMinor(left));
  const amount_minor = amount.minor;
  const [reason, setReason] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data } = submission;
  const { currency } = payment;
  const send = (): void => {
    setWasSent(true);
    if (amount_minor === null) return;
    void submission.submit({
      path: `/api/v1/payments/${payment.id}/refunds`,
      body: { amount_minor, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
    });
  };
  return (
    <SubmitDialog
      title={t('payments.refund')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        amount_minor === null
          ? t('payments.refund')
          : t('payments.refund_amount', { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={send}
      shown_fields={['amount_minor', 'reason']}
      outcome={data && <RefundOutcome refund={data} onClose={onClose} />}
    >
      <Text size="sm" c="dimmed">
        {t('payments.left_to_refund', { amount: formatMoney(left, currency) })}
      </Text>
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        autoFocus
        error={(was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor')}
      />
      <TextInput
        label={t('payments.reason_optional')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        error={fieldError(error, 'reason')}
      />
    </SubmitDialog>
  );
}
