/** Accepts or rejects a document, which is final. */
import type { ReactNode } from 'react';
import type { Document } from '../../../generated/wire.ts';
import { useWords } from '../../../words.ts';
import { DecisionDialog } from '../decision-dialog.tsx';

export type Decision = 'accept' | 'reject';

const OUTCOMES: Record<Decision, Document['status']> = { accept: 'accepted', reject: 'rejected' };
/** More documents than a customer has. */
const MOST = 1_000;

export interface ReviewDocumentProps {
  customerId: string;
  document: Document;
  decision: Decision;
  onClose: () => void;
}

export function ReviewDocument(props: ReviewDocumentProps): ReactNode {
  const { customerId: customer, document, decision, onClose } = props;
  const { t, word } = useWords();
  const type = word('doc_type', document.doc_type);
  const is_rejection = decision === 'reject';
  return (
    <DecisionDialog
      title={t(is_rejection ? 'documents.reject_question' : 'documents.accept_question', { type })}
      verb={t(is_rejection ? 'documents.reject' : 'documents.accept')}
      operation="customers.documents.review"
      input={{ customer, document: document.id, decision }}
      findOutcome={async (_refusal, read) => {
        const { documents } = await read('customers.documents.list', { customer, limit: MOST });
        const data = documents.find(({ id, status }) => id === document.id && status === OUTCOMES[decision]);
        return data ? { data } : null;
      }}
      isRejection={is_rejection}
      done={t(is_rejection ? 'documents.rejected' : 'documents.accepted', { type })}
      onClose={onClose}
    >
      {t('documents.review_meaning', { end: document.number_last4 })}
    </DecisionDialog>
  );
}
