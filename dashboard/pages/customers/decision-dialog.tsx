/** The dialog of a decision about a customer, with a note: one that rejects has to say why. */
import { Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { FindOutcome } from '../../api/lost-answer.ts';
import { useSubmission } from '../../api/submission.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export interface DecisionDialogProps {
  /** The question. */
  title: string;
  /** The button. */
  verb: string;
  /** Where it is sent. */
  path: string;
  /** Sent besides the note. */
  body: object;
  /** Where it can be decided once. */
  findOutcome?: FindOutcome<unknown>;
  is_rejection: boolean;
  /** Said once it is decided. */
  done: string;
  /** What it means. */
  children: ReactNode;
  onClose: () => void;
}

export function DecisionDialog(props: DecisionDialogProps): ReactNode {
  const { title, verb, path, body, findOutcome, is_rejection, done, children, onClose } = props;
  const { t } = useWords();
  const submission = useSubmission<unknown>({ key: 'none' });
  const [note, setNote] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const lacks_note = is_rejection && note.trim() === '';
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_note) return;
    const answer = await submission.submit({
      path,
      body: { ...body, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      findOutcome,
    });
    if (!answer) return;
    sayDone(done);
    onClose();
  };
  return (
    <SubmitDialog
      title={title}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={verb}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      is_danger={is_rejection}
      shown_fields={['note']}
    >
      <Text size="sm">{children}</Text>
      <Textarea
        label={t(is_rejection ? 'customers.note' : 'customers.note_optional')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={is_busy}
        maxLength={500}
        data-autofocus
        error={was_sent && lacks_note ? t('movement.say_why') : fieldError(error, 'note')}
      />
    </SubmitDialog>
  );
}
