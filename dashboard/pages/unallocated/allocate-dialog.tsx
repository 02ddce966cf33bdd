/** Says whose unallocated money is, and what for; a second person decides. */
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import type { Chosen } from '../../forms/fields/search-choice.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Receipt } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { EntryOutcome } from '../../movement/entry-outcome.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { useWords, type TextId } from '../../words.ts';
import { MemberChoice } from '../loans/member-choice.tsx';

export interface ReceiptDialogProps {
  receipt: Receipt;
  onClose: () => void;
}

const PURPOSES = ['savings', 'shares', 'loan_repayment'] as const;
type Purpose = (typeof PURPOSES)[number];
const LABELS: Record<Purpose, TextId> = {
  savings: 'unallocated.for_savings',
  shares: 'unallocated.for_shares',
  loan_repayment: 'unallocated.for_loan_repayment',
};
/** A member has a few open loans. */
const LOANS = 50;

export function AllocateDialog({ receipt, onClose }: ReceiptDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.unallocated.allocate');
  const initial = { member: null as Chosen | null, purpose: 'savings' as Purpose, loan: '', memo: '' };
  const form = useForm(submission, initial, ({ member, purpose, loan, memo }) => ({
    member: member === null && t('unallocated.choose_member'),
    loan: purpose === 'loan_repayment' && loan === '' && t('unallocated.choose_loan'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const { member, purpose, loan, memo } = form.values;
  const loans = useList(
    'sacco.loans.list',
    { member_id: member?.id ?? '', status: 'open', limit: LOANS },
    { enabled: member !== null && purpose === 'loan_repayment' },
  );
  const amount = formatMoney(receipt.unallocated_minor, receipt.currency);
  const submit = (): unknown =>
    submission.submit({
      receipt: receipt.id,
      member_id: member?.id ?? '',
      purpose,
      ...(purpose === 'loan_repayment' ? { loan_id: loan } : {}),
      memo: memo.trim(),
    });
  const { data: entry } = submission;
  return (
    <SubmitDialog
      form={form}
      title={t('unallocated.allocate_amount', { amount })}
      submitLabel={t('unallocated.ask_allocation')}
      onSubmit={submit}
      onClose={onClose}
      isMovement
      outcome={
        entry && (
          <EntryOutcome entry={entry} done={t('unallocated.allocated', { amount })} onClose={onClose} />
        )
      }
    >
      <MemberChoice
        label={t('unallocated.member')}
        {...form.field('member', 'member_id')}
        // The loan that was chosen is another member's.
        onChange={(chosen) => form.change({ member: chosen, loan: '' })}
      />
      <Choice<Purpose>
        label={t('unallocated.purpose')}
        options={PURPOSES.map((value) => ({ value, label: t(LABELS[value]) }))}
        {...form.field('purpose')}
      />
      {purpose === 'loan_repayment' && (
        <Choice<string>
          label={t('unallocated.loan')}
          options={[
            { value: '', label: t('unallocated.choose_loan') },
            ...loans.items.map(({ id, payoff_minor, currency }) => ({
              value: id,
              label: `${id.slice(-6)} · ${formatMoney(payoff_minor, currency)}`,
            })),
          ]}
          {...form.field('loan', 'loan_id')}
        />
      )}
      <MemoField {...form.field('memo')} />
    </SubmitDialog>
  );
}
