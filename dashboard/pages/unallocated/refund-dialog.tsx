/** Asks to send unallocated money back to who sent it; a second person decides. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { MemoField } from '../../movement/memo-field.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';
import type { ReceiptDialogProps } from './allocate-dialog.tsx';

export function RefundDialog({ receipt, onClose }: ReceiptDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.unallocated.refund');
  const form = useForm(submission, { memo: '' }, ({ memo }) => ({
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const amount = formatMoney(receipt.unallocated_minor, receipt.currency);
  return (
    <SubmitDialog
      form={form}
      title={t('unallocated.refund_amount', { amount })}
      submitLabel={t('unallocated.ask_refund')}
      onSubmit={() => submission.submit({ receipt: receipt.id, memo: form.values.memo.trim() })}
      onClose={onClose}
      isMovement
      outcome={
        submission.data && (
          <Outcome isWaiting onClose={onClose}>
            <Link href="/approvals?tab=mine">{t('unallocated.refund_waits')}</Link>
          </Outcome>
        )
      }
    >
      <Text size="sm">{t('unallocated.refund_means', { amount, phone: receipt.payer_phone ?? '–' })}</Text>
      <MemoField {...form.field('memo')} isFirst />
    </SubmitDialog>
  );
}
