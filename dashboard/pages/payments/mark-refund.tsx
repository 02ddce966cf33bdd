/** A person says how a refund ended that the provider cannot make, or never answers. */
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Refund } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const OUTCOMES = ['succeeded', 'failed', 'cancelled'];

export function MarkRefund({ refund, onClose }: { refund: Refund; onClose: () => void }): ReactNode {
  const { t, status: spell } = useWords();
  const submission = useSubmission<Refund>({ key: 'none' });
  const [outcome, setOutcome] = useState('succeeded');
  const [note, setNote] = useState('');
  const { is_busy, error } = submission;
  const mark = async (): Promise<void> => {
    const path = `/api/v1/refunds/${refund.id}`;
    const answer = await submission.submit({
      path: `${path}/mark`,
      body: { status: outcome, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      findOutcome: seenAt<Refund>(path, ({ status }) => status === outcome),
    });
    if (!answer) return;
    sayDone(t('payments.marked', { status: spell(answer.data.status) }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('payments.mark_question', { amount: formatMoney(refund.amount_minor, refund.currency) })}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('payments.mark')}
      onSubmit={() => void mark()}
      shown_fields={['note']}
    >
      <Text size="sm">{t('payments.mark_meaning')}</Text>
      <Choice
        label={t('payments.outcome')}
        value={outcome}
        onChange={setOutcome}
        disabled={is_busy}
        options={OUTCOMES.map((value) => ({ value, label: spell(value) }))}
      />
      <TextInput
        label={t('customers.note_optional')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        error={fieldError(error, 'note')}
      />
    </SubmitDialog>
  );
}
