/** Accepting or rejecting a document, which is done once. */
import { Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Document } from '../../generated/wire.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export type Decision = 'accept' | 'reject';

export interface ReviewDocumentProps {
  customer_id: string;
  document: Document;
  decision: Decision;
  onClose: () => void;
}

export function ReviewDocument({ customer_id, document, decision, onClose }: ReviewDocumentProps): ReactNode {
  const { t, word } = useWords();
  const submission = useSubmission<Document>({ key: 'none' });
  const [note, setNote] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy } = submission;
  const error = state.step === 'refused' ? state.error : null;
  const type = word('doc_type', document.doc_type);
  const is_rejection = decision === 'reject';
  const lacks_note = is_rejection && note.trim() === '';
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (lacks_note) return;
    const answer = await submission.submit({
      path: `/api/v1/customers/${customer_id}/documents/${document.id}/review`,
      body: { decision, ...(note.trim() === '' ? {} : { note: note.trim() }) },
    });
    if (!answer) return;
    sayDone(t(is_rejection ? 'documents.rejected' : 'documents.accepted', { type }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t(is_rejection ? 'documents.reject_question' : 'documents.accept_question', { type })}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t(is_rejection ? 'documents.reject' : 'documents.accept')}
      busy_label={t('submit.working')}
      onSubmit={() => void send()}
      is_danger={is_rejection}
      shown_fields={['note']}
    >
      <Text size="sm">{t('documents.review_meaning', { end: document.number_last4 })}</Text>
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
