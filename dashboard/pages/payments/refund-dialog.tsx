/** Refunding a payment, all of it or a part. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { given } from '../../forms/text.rules.ts';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { Payment, Refund } from '../../generated/wire.ts';
import { formatMinor, formatMoney } from '../../money/money.rules.ts';
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
  const submission = useSubmit('payments.refunds.create');
  // As it was when the dialog opened: the refund itself changes it.
  const [left] = useState(() => leftToRefund(payment, refunds));
  const form = useAmountForm(submission, { amount: formatMinor(left), reason: '' });
  const { data } = submission;
  const { currency } = payment;
  return (
    <AmountDialog
      form={form}
      title={t('payments.refund')}
      verb="payments.refund_amount"
      currency={currency}
      onSubmit={(amount_minor) =>
        submission.submit({ payment: payment.id, amount_minor, reason: given(form.values.reason) })
      }
      onClose={onClose}
      outcome={data && <RefundOutcome refund={data} onClose={onClose} />}
      more={<TextField label={t('payments.reason_optional')} maxLength={500} {...form.field('reason')} />}
    >
      <Text size="sm" c="dimmed">
        {t('payments.left_to_refund', { amount: formatMoney(left, currency) })}
      </Text>
    </AmountDialog>
  );
}
