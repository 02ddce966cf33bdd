/** The dialog of a movement whose amount is known: it says what it means, and asks for a memo. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../api/submission.ts';
import type { Entry } from '../generated/wire.ts';
import { SubmitDialog } from '../ui/submit-dialog.tsx';
import { useWords } from '../words.ts';
import { EntryOutcome } from './entry-outcome.tsx';
import { MemoField } from './memo-field.tsx';

export interface MemoDialogProps {
  title: string;
  /** The button. */
  verb: string;
  /** Where it is sent. */
  path: string;
  /** Said once it is posted. */
  done: string;
  /** What it means. */
  children: ReactNode;
  opened: boolean;
  onClose: () => void;
}

export function MemoDialog(props: MemoDialogProps): ReactNode {
  const { title, verb, path, done, children, opened, onClose } = props;
  const { t } = useWords();
  const submission = useSubmission<Entry>();
  const [memo, setMemo] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { data: entry } = submission;
  const lacks_memo = memo.trim() === '';
  const send = (): void => {
    setWasSent(true);
    if (!lacks_memo) void submission.submit({ path, body: { memo: memo.trim() } });
  };
  return (
    <SubmitDialog
      title={title}
      opened={opened}
      onClose={onClose}
      submission={submission}
      submit_label={verb}
      busy_label={t('submit.being_booked')}
      onSubmit={send}
      is_danger
      shown_fields={['memo']}
      outcome={entry && <EntryOutcome entry={entry} done={done} onClose={onClose} />}
    >
      <Text size="sm">{children}</Text>
      <MemoField
        value={memo}
        onChange={setMemo}
        submission={submission}
        is_missing={was_sent && lacks_memo}
        is_first
      />
    </SubmitDialog>
  );
}
