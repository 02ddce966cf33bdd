/** Notice of taking money out of a savings account. */
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../../forms/amount-dialog.tsx';
import type { SavingsAccount } from '../../../generated/wire.ts';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface NoticeDialogProps {
  account: SavingsAccount;
  currency: string;
  onClose: () => void;
}

export function NoticeDialog({ account, currency, onClose }: NoticeDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.savingsAccounts.giveNotice');
  const form = useAmountForm(submission, { amount: '' });
  const send = async (amount_minor: number): Promise<void> => {
    const input = { member: account.member_id, savings_account: account.id, amount_minor };
    const answer = await submission.submit(input);
    if (!answer) return;
    sayDone(t('savings.notice_given', { date: answer.data.ripe_on }));
    onClose();
  };
  return (
    <AmountDialog
      form={form}
      currency={currency}
      title={t('savings.give_notice')}
      verb="savings.give_notice_of"
      onSubmit={send}
      onClose={onClose}
    />
  );
}
