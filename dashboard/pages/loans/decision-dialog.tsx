/**
 * Records what a guarantor decided: by the code of the message, or in person, which somebody other than whoever applied for the loan
 * does.
 */
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

interface DecisionDialogProps {
  loanId: string;
  guarantor: Guarantor;
  how: 'code' | 'in_person';
  onClose: () => void;
}

type Decision = 'consent' | 'decline';

const CODE_DIGITS = 6;
const A_CODE = /^\d{6}$/;

export function DecisionDialog({ loanId, guarantor, how, onClose }: DecisionDialogProps): ReactNode {
  const { t } = useWords();
  const { member_id: member, status } = guarantor;
  const is_by_code = how === 'code';
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
  const empty = { decision: first, code: '', memo: '', file: null as File | null };
  const form = useForm(submission, empty, ({ code, memo }) => ({
    code: is_by_code && !A_CODE.test(code.trim()) && t('consent.code_missing'),
    memo: !is_by_code && memo.trim() === '' && t('consent.memo_missing'),
  }));
  const record = async (): Promise<void> => {
    const { decision, code, memo, file } = form.values;
    const file_id = file && (await uploading.upload(file, 'signed_form'));
    if (file && file_id === null) return;
    const answer = await submission.submit({
      loan: loanId,
      member,
      decision,
      ...(is_by_code ? { code: code.trim() } : { method: 'in_person', memo: memo.trim() }),
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
      title={t(is_by_code ? 'consent.code_of' : 'consent.in_person_of', { name: guarantor.member.full_name })}
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
      {is_by_code ? (
        <TextField
          label={t('consent.code')}
          description={t('consent.code_hint')}
          maxLength={CODE_DIGITS}
          inputMode="numeric"
          isFirst
          {...form.field('code')}
        />
      ) : (
        <>
          <TextField label={t('consent.memo')} maxLength={500} isFirst {...form.field('memo')} />
          <FileField
            label={t('consent.form_optional')}
            {...file}
            disabled={file.disabled || uploading.is_busy}
          />
        </>
      )}
      <ErrorAlert error={uploading.error} />
    </SubmitDialog>
  );
}
