/** Notice of taking money out of a savings account. */
import type { ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../../forms/amount-dialog.tsx';
import type { SavingsAccount } from '../../../generated/wire.ts';
import { moneyColumn } from '../../../money/money-column.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { LocalDate, useDayText } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface NoticeDialogProps {
  account: SavingsAccount;
  currency: string;
  onClose: () => void;
}

export function NoticeDialog({ account, currency, onClose }: NoticeDialogProps): ReactNode {
  const { t } = useWords();
  const dayText = useDayText();
  const submission = useSubmit('sacco.savingsAccounts.giveNotice');
  const form = useAmountForm(submission, { amount: '' });
  const send = async (amount_minor: number): Promise<void> => {
    const input = { member: account.member_id, savings_account: account.id, amount_minor };
    const answer = await submission.submit(input);
    if (!answer) return;
    sayDone(t('savings.notice_given', { date: dayText(answer.data.ripe_on) }));
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
      more={<Notices account={account} currency={currency} />}
    />
  );
}

/** Those that were given before and are not used up. */
function Notices({ account, currency }: { account: SavingsAccount; currency: string }): ReactNode {
  const { t } = useWords();
  const input = { member: account.member_id, savings_account: account.id };
  const { items } = useList('sacco.savingsAccounts.listNotices', input);
  const open = items.filter(({ status }) => status !== 'used');
  if (open.length === 0) return null;
  return (
    <DataTable
      currency={currency}
      name={t('savings.notices')}
      rows={open}
      rowKey={({ id }) => id}
      columns={[
        moneyColumn(t('savings.remaining'), 'remaining_minor', currency),
        { header: t('savings.ripe_on'), cell: ({ ripe_on }) => <LocalDate date={ripe_on} /> },
        { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  );
}
