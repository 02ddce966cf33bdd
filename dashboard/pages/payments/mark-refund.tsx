/** A person records how a refund ended that the provider cannot make, or never answers. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useForm } from '../../forms/form.ts';
import { given } from '../../forms/text.rules.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import type { Refund } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const OUTCOMES = ['succeeded', 'failed', 'cancelled'];

export function MarkRefund({ refund, onClose }: { refund: Refund; onClose: () => void }): ReactNode {
  const { t, status: spell } = useWords();
  const input = { refund: refund.id };
  const submission = useSubmit('refunds.mark', {
    findOutcome: async (_refusal, read, { status }) => {
      const data = await read('refunds.get', input);
      return data.status === status ? { data } : null;
    },
  });
  const form = useForm(submission, { status: 'succeeded', note: '' });
  const { status, note } = form.values;
  const mark = async (): Promise<void> => {
    const answer = await submission.submit({ ...input, status, note: given(note) });
    if (!answer) return;
    sayDone(t('payments.marked', { status: spell(answer.data.status) }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('payments.mark_question', { amount: formatMoney(refund.amount_minor, refund.currency) })}
      submitLabel={t('payments.mark')}
      onSubmit={mark}
      onClose={onClose}
      isMovement
    >
      <Text size="sm">{t('payments.mark_meaning')}</Text>
      <Choice
        label={t('payments.outcome')}
        options={OUTCOMES.map((value) => ({ value, label: spell(value) }))}
        {...form.field('status')}
      />
      <TextField label={t('customers.note_optional')} maxLength={500} {...form.field('note')} />
    </SubmitDialog>
  );
}
