/** Giving up what is owed on a loan: asks first, and a second person decides. */
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Entry, Loan } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { EntryOutcome } from '../../movement/entry-outcome.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

export function WriteOffDialog({ loan, onClose }: { loan: Loan; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Entry>();
  const [memo, setMemo] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy } = submission;
  const error = state.step === 'refused' ? state.error : null;
  const lacks_memo = memo.trim() === '';
  const payoff = formatMoney(loan.payoff_minor, loan.currency);
  const send = (): void => {
    setWasSent(true);
    if (lacks_memo) return;
    void submission.submit({
      path: `/api/v1/sacco/loans/${loan.id}/write-off`,
      body: { memo: memo.trim() },
    });
  };
  return (
    <SubmitDialog
      title={t('loans.write_off_question')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('loans.write_off')}
      busy_label={t('submit.working')}
      onSubmit={send}
      is_danger
      shown_fields={['memo']}
      outcome={
        state.step === 'answered' ? (
          <EntryOutcome
            entry={state.answer.data}
            done={t('loans.written_off', { amount: payoff })}
            onClose={onClose}
          />
        ) : undefined
      }
    >
      <Text size="sm">{t('loans.write_off_means', { amount: payoff, name: loan.member.full_name })}</Text>
      <TextInput
        label={t('movement.memo')}
        value={memo}
        onChange={(event) => setMemo(event.currentTarget.value)}
        error={was_sent && lacks_memo ? t('movement.say_why') : fieldError(error, 'memo')}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        data-autofocus
      />
    </SubmitDialog>
  );
}
