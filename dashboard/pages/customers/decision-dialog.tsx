/** The dialog of a decision about a customer, with a note, which a rejection needs. */
import { Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InputOf } from '../../api/operations.ts';
import { useSubmit, type SubmitOptions } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { given } from '../../forms/text.rules.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

type Operation = 'customers.kyc.decide' | 'customers.documents.review';

export interface DecisionDialogProps<Id extends Operation> extends Pick<SubmitOptions<Id>, 'findOutcome'> {
  operation: Id;
  /** All but the note. */
  input: Omit<InputOf<Id>, 'note'>;
  /** The question. */
  title: string;
  /** The button. */
  verb: string;
  isRejection: boolean;
  /** Said once it is decided. */
  done: string;
  /** What it means. */
  children: ReactNode;
  onClose: () => void;
}

export function DecisionDialog<Id extends Operation>(props: DecisionDialogProps<Id>): ReactNode {
  const { operation, input, findOutcome, title, verb, isRejection, done, children, onClose } = props;
  const { t } = useWords();
  const submission = useSubmit(operation, { findOutcome });
  const form = useForm(submission, { note: '' }, ({ note }) => ({
    note: isRejection && note.trim() === '' && t('movement.say_why'),
  }));
  const { onChange, ...note } = form.field('note');
  const send = async (): Promise<void> => {
    if (!(await submission.submit({ ...input, note: given(note.value) }))) return;
    sayDone(done);
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={title}
      submitLabel={verb}
      onSubmit={send}
      onClose={onClose}
      isDanger={isRejection}
    >
      <Text size="sm">{children}</Text>
      <Textarea
        label={t(isRejection ? 'customers.note' : 'customers.note_optional')}
        maxLength={500}
        data-autofocus
        {...note}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </SubmitDialog>
  );
}
