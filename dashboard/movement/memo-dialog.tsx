/** The dialog of a movement whose amount is known: it says what it means, and asks for a memo. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InputOf } from '../api/operations.ts';
import { useSubmit } from '../api/submit.ts';
import { useForm } from '../forms/form.ts';
import { SubmitDialog } from '../forms/submit-form.tsx';
import { useWords } from '../words.ts';
import { EntryOutcome } from './entry-outcome.tsx';
import { MemoField } from './memo-field.tsx';

type Operation = 'sacco.entries.reverse' | 'sacco.loans.writeOff' | 'sacco.provisions.create';

export interface MemoDialogProps<Id extends Operation> {
  operation: Id;
  /** All but the memo. */
  input: Omit<InputOf<Id>, 'memo'>;
  title: string;
  /** The button. */
  verb: string;
  /** Said once it is posted. */
  done: string;
  /** What it means. */
  children: ReactNode;
  onClose: () => void;
}

export function MemoDialog<Id extends Operation>(props: MemoDialogProps<Id>): ReactNode {
  const { operation, input, title, verb, done, children, onClose } = props;
  const { t } = useWords();
  const submission = useSubmit<Operation>(operation);
  const form = useForm(submission, { memo: '' }, ({ memo }) => ({
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const { data: entry } = submission;
  return (
    <SubmitDialog
      form={form}
      title={title}
      submitLabel={verb}
      onSubmit={() => submission.submit({ ...input, memo: form.values.memo.trim() })}
      onClose={onClose}
      isDanger
      isMovement
      outcome={entry && <EntryOutcome entry={entry} done={done} onClose={onClose} />}
    >
      <Text size="sm">{children}</Text>
      <MemoField {...form.field('memo')} isFirst />
    </SubmitDialog>
  );
}
