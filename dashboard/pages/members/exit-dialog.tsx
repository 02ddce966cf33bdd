/** A member leaves: everything held is paid out in cash once a second person agrees. */
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Entry, Member } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { EntryOutcome } from '../../movement/entry-outcome.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';

export interface ExitDialogProps {
  member: Member;
  currency: string;
  opened: boolean;
  onClose: () => void;
}

export function ExitDialog({ member, currency, opened, onClose }: ExitDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Entry>();
  const [memo, setMemo] = useState('');
  const [was_sent, setWasSent] = useState(false);
  // What is held as the dialog opens: the page reads on behind it.
  const [held_minor] = useState(() => BigInt(member.savings_minor) + BigInt(member.shares_minor));
  const { state, is_busy } = submission;
  const lacks_memo = memo.trim() === '';
  const send = (): void => {
    setWasSent(true);
    if (lacks_memo) return;
    void submission.submit({
      path: `/api/v1/sacco/members/${member.id}/exit`,
      body: { memo: memo.trim() },
    });
  };
  return (
    <SubmitDialog
      title={t('members.exit')}
      opened={opened}
      onClose={onClose}
      submission={submission}
      submit_label={t('members.exit')}
      busy_label={t('submit.working')}
      onSubmit={send}
      is_danger
      shown_fields={['memo']}
      outcome={
        state.step === 'answered' ? (
          <EntryOutcome entry={state.answer.data} done={t('members.exited')} onClose={onClose} />
        ) : undefined
      }
    >
      <Text size="sm">
        {t('members.exit_means', { name: member.full_name })} <Money minor={held_minor} currency={currency} />
      </Text>
      <TextInput
        label={t('movement.memo')}
        value={memo}
        onChange={(event) => setMemo(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={500}
        data-autofocus
        error={
          was_sent && lacks_memo
            ? t('movement.say_why')
            : fieldError(state.step === 'refused' ? state.error : null, 'memo')
        }
      />
    </SubmitDialog>
  );
}
