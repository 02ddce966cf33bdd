/** Money from one savings account of a member to another. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../../forms/amount-dialog.tsx';
import { Choice } from '../../../forms/fields/choice.tsx';
import { given } from '../../../forms/text.rules.ts';
import type { Member, SavingsAccount } from '../../../generated/wire.ts';
import { formatMoney } from '../../../money/money.rules.ts';
import { remaining } from '../../../money/remaining.rules.ts';
import { EntryOutcome, NotBooked } from '../../../movement/entry-outcome.tsx';
import { MemoField } from '../../../movement/memo-field.tsx';
import { useWords } from '../../../words.ts';
import { takeMoney } from './payable-accounts.ts';

export interface TransferDialogProps {
  member: Member;
  from: SavingsAccount;
  currency: string;
  onClose: () => void;
}

export function TransferDialog({ member, from, currency, onClose }: TransferDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.transferSavings');
  const others = takeMoney(member.savings_accounts).filter(({ id }) => id !== from.id);
  const initial = { amount: '', memo: '', to: others[0]?.id ?? '' };
  const form = useAmountForm(submission, initial, ({ to }) => ({
    to: to === '' && t('savings.no_other_account'),
  }));
  const { to, memo } = form.values;
  const { data: entry } = submission;
  const has_failed = entry?.status === 'failed';
  const send = (amount_minor: number): void =>
    void submission.submit({
      member: member.id,
      from_savings_account_id: from.id,
      to_savings_account_id: to,
      amount_minor,
      memo: given(memo),
    });
  return (
    <AmountDialog
      form={form}
      title={t('savings.transfer')}
      verb="savings.transfer_amount"
      currency={currency}
      onSubmit={send}
      onClose={onClose}
      isLater
      after={(amount_minor) => remaining(from.available_minor, amount_minor, from.product_name)}
      outcome={
        entry &&
        !has_failed && (
          <EntryOutcome
            entry={entry}
            done={t('savings.transferred', { amount: formatMoney(entry.amount_minor, currency) })}
            onClose={onClose}
          />
        )
      }
      more={
        <>
          <MemoField {...form.field('memo')} isOptional />
          {has_failed && <NotBooked entry={entry} />}
        </>
      }
    >
      {from.kind === 'fixed' && <Text size="sm">{t('savings.fixed_means')}</Text>}
      <Choice
        label={t('savings.to_account')}
        options={others.map(({ id, product_name }) => ({ value: id, label: product_name }))}
        {...form.field('to', 'to_savings_account_id')}
      />
    </AmountDialog>
  );
}
