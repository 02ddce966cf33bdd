/** Asks once more before a request is approved, and so carried out. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Approval, ApprovalDetails } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';
import { EffectSentences } from './effect-sentences.tsx';
import { useApprovalHeading } from './heading.ts';
import { EffectWarnings } from './effect-warnings.tsx';

export interface ApproveDialogProps {
  approval: Approval;
  details: ApprovalDetails | undefined;
  /** Sent along; '' for none. */
  note: string;
  submission: Submission<'approvals.approve'>;
  onClose: () => void;
}

export function ApproveDialog(props: ApproveDialogProps): ReactNode {
  const { approval, details, note, submission, onClose } = props;
  const { t } = useWords();
  const headingOf = useApprovalHeading();
  const { id, subject, amount_minor, currency } = approval;
  const form = useForm(submission, {});
  return (
    <SubmitDialog
      form={form}
      title={
        subject.type === 'entry' && currency !== null
          ? t('approvals.approve_question', { amount: formatMoney(amount_minor, currency) })
          : t('approvals.approve_this')
      }
      submitLabel={t('approvals.approve')}
      onSubmit={() => submission.submit({ approval: id, note: note || undefined })}
      onClose={onClose}
      isMovement
    >
      <Text>{headingOf(approval)}</Text>
      {note !== '' && (
        <Text size="sm" c="dimmed">
          {t('approvals.note')}: {note}
        </Text>
      )}
      {details?.effect && <EffectSentences accounts={details.effect.accounts} currency={currency} />}
      {details?.effect && <EffectWarnings effect={details.effect} currency={currency} />}
    </SubmitDialog>
  );
}
