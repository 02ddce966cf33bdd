/** Records what a guarantor decided in person: by somebody other than whoever applied for the loan. */
import type { ReactNode } from 'react';
import { useUpload } from '../../api/files.ts';
import { seenAt } from '../../api/lost-answer.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { FileField } from '../../forms/fields/file-field.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import type { Guarantor } from '../../generated/wire.ts';

interface InPersonDialogProps {
  loanId: string;
  guarantor: Guarantor;
  onClose: () => void;
}

type Decision = 'consent' | 'decline';

export function InPersonDialog({ loanId, guarantor, onClose }: InPersonDialogProps): ReactNode {
  const { t } = useWords();
  const { member_id: member, status } = guarantor;
  const decisions: Decision[] = status === 'pledged' ? ['decline'] : ['consent', 'decline'];
  const [first = 'decline'] = decisions;
  const becomes = { consent: 'pledged', decline: 'declined' };
  const submission = useSubmit('sacco.loans.decideConsent', {
    findOutcome: (refusal, read, input) =>
      seenAt(
        'sacco.loans.guarantee',
        { loan: loanId, member },
        (now) => now.status === becomes[input.decision as Decision],
      )(refusal, read, input),
  });
  const uploading = useUpload();
  const form = useForm(submission, { decision: first, memo: '', file: null as File | null }, ({ memo }) => ({
    memo: memo.trim() === '' && t('consent.memo_missing'),
  }));
  const record = async (): Promise<void> => {
    const { decision, memo, file } = form.values;
    const file_id = file && (await uploading.upload(file, 'signed_form'));
    if (file && file_id === null) return;
    const answer = await submission.submit({
      loan: loanId,
      member,
      decision,
      method: 'in_person',
      memo: memo.trim(),
      ...(file_id === null ? {} : { file_id }),
    });
    if (!answer) return;
    sayDone(t('consent.recorded', { name: guarantor.member.full_name }));
    onClose();
  };
  const file = form.field('file', 'file_id');
  return (
    <SubmitDialog
      form={form}
      title={t('consent.in_person_of', { name: guarantor.member.full_name })}
      submitLabel={t('consent.record')}
      onSubmit={record}
      onClose={onClose}
      size="lg"
    >
      <Choice<Decision>
        label={t('consent.decision')}
        options={decisions.map((value) => ({ value, label: t(`consent.${value}`) }))}
        {...form.field('decision')}
      />
      <TextField label={t('consent.memo')} maxLength={500} isFirst {...form.field('memo')} />
      <FileField label={t('consent.form_optional')} {...file} disabled={file.disabled || uploading.is_busy} />
      <ErrorAlert error={uploading.error} />
    </SubmitDialog>
  );
}
