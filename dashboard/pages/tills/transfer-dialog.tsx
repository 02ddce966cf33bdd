/** Carries cash between the vault and tills, once somebody who keeps the vault has confirmed it. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { EntryOutcome } from '../../movement/entry-outcome.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { useWords } from '../../words.ts';
import type { OpenSessionDialogProps } from './open-session-dialog.tsx';

const VAULT = 'vault';

export function TransferDialog({ tills, currency, onClose }: OpenSessionDialogProps): ReactNode {
  const { t } = useWords();
  const in_use = tills.filter(({ session }) => session !== null);
  const submission = useSubmit('sacco.tillTransfers.create');
  const initial = { amount: '', memo: '', from: VAULT, to: in_use[0]?.id ?? VAULT };
  const form = useAmountForm(submission, initial, ({ from, to, memo }) => ({
    to: from === to && t('tills.same_place'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const places = [
    { value: VAULT, label: t('tills.vault') },
    ...in_use.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const { from, to, memo } = form.values;
  const { data: entry } = submission;
  return (
    <AmountDialog
      form={form}
      title={t('tills.carry')}
      verb="tills.carry_amount"
      currency={currency}
      onSubmit={(amount_minor) => submission.submit({ from, to, amount_minor, memo: memo.trim() })}
      onClose={onClose}
      outcome={entry && <EntryOutcome entry={entry} done={t('tills.carried')} onClose={onClose} />}
      more={<MemoField {...form.field('memo')} />}
    >
      <SimpleGrid cols={2} spacing="sm">
        <Choice<string> label={t('tills.from')} options={places} {...form.field('from')} />
        <Choice<string> label={t('tills.to')} options={places} {...form.field('to')} />
      </SimpleGrid>
    </AmountDialog>
  );
}
