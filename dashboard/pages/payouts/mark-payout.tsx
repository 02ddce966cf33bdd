/** A person records how a payout ended that its provider cannot tell of; a second person confirms it. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Payout } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const OUTCOMES = ['succeeded', 'failed'];

export function MarkPayout({ payout, onClose }: { payout: Payout; onClose: () => void }): ReactNode {
  const { t, status: spell } = useWords();
  // The same again, while it waits, is requested once.
  const submission = useSubmit('payouts.mark');
  const form = useForm(submission, { status: 'succeeded', note: '' }, ({ note }) => ({
    note: note.trim() === '' && t('payouts.note_missing'),
  }));
  const mark = async (): Promise<void> => {
    const { status, note } = form.values;
    if (!(await submission.submit({ payout: payout.id, status, note: note.trim() }))) return;
    sayDone(t('settings.awaits_approval'));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('payouts.mark_question', { amount: formatMoney(payout.amount_minor, payout.currency) })}
      submitLabel={t('payments.mark')}
      onSubmit={mark}
      onClose={onClose}
      isMovement
    >
      <Text size="sm">{t('payouts.mark_meaning')}</Text>
      <Choice
        label={t('payments.outcome')}
        options={OUTCOMES.map((value) => ({ value, label: spell(value) }))}
        {...form.field('status')}
      />
      <TextField label={t('payouts.how_known')} maxLength={500} {...form.field('note')} />
    </SubmitDialog>
  );
}
