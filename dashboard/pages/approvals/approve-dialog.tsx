/** Asks once more before a request is approved, and so carried out. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from '../../api/submission.ts';
import type { Approval, ApprovalDetails } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { EffectWarnings } from './effect-table.tsx';

export interface ApproveDialogProps {
  approval: Approval;
  details: ApprovalDetails | undefined;
  /** Sent along; '' for none. */
  note: string;
  submission: Submission<unknown>;
  onClose: () => void;
}

export function ApproveDialog({
  approval,
  details,
  note,
  submission,
  onClose,
}: ApproveDialogProps): ReactNode {
  const { t } = useWords();
  const { id, summary, subject, amount_minor, currency } = approval;
  return (
    <SubmitDialog
      title={
        subject.type === 'entry'
          ? t('approvals.approve_question', { amount: formatMoney(amount_minor, currency) })
          : t('approvals.approve_this')
      }
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('approvals.approve')}
      onSubmit={() =>
        void submission.submit({
          path: `/api/v1/approvals/${id}/approve`,
          body: note === '' ? {} : { note },
        })
      }
    >
      <Text>{summary}</Text>
      {note !== '' && (
        <Text size="sm" c="dimmed">
          {t('approvals.note')}: {note}
        </Text>
      )}
      {details?.effect && <EffectWarnings effect={details.effect} currency={currency} />}
    </SubmitDialog>
  );
}
