/** Splits a sum that came in, by a file; a second person decides. What is wrong with its lines is shown with the refusal. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { BankFields } from '../../movement/bank-fields.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';
import { DropZone } from '../reconciliation/import/drop-zone.tsx';
import type { StatementFile } from '../reconciliation/import/statement-file.ts';
import '../reconciliation/import/import-statement.css';

const SOURCES = ['bank', 'cash'] as const;
type Source = (typeof SOURCES)[number];

export function NewBatchDialog({ currency, onClose }: { currency: string; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.movementBatches.create');
  const initial = {
    amount: '',
    file: null as StatementFile | null,
    source: 'bank' as Source,
    account: '',
    reference: '',
    memo: '',
  };
  const form = useAmountForm(submission, initial, ({ file, source, account, memo }) => ({
    file: file === null && t('files.choose'),
    account: source === 'bank' && account === '' && t('movement.choose_bank'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const { file, source, account, reference, memo } = form.values;
  const of_bank = {
    account,
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  };
  return (
    <AmountDialog
      form={form}
      title={t('batches.new')}
      verb="batches.split"
      currency={currency}
      onSubmit={(total_minor) =>
        submission.submit({
          csv: file?.csv ?? '',
          source,
          ...(source === 'bank' ? of_bank : {}),
          total_minor,
          memo: memo.trim(),
        })
      }
      onClose={onClose}
      outcome={
        submission.data && (
          <Outcome isWaiting onClose={onClose}>
            <Link href="/approvals?tab=mine">{t('movement.waiting')}</Link>
          </Outcome>
        )
      }
      more={<MemoField {...form.field('memo')} />}
    >
      <Text size="sm" c="dimmed">
        {t('batches.columns')}
      </Text>
      <DropZone label={t('files.file')} {...form.field('file', 'csv')} />
      <Choice<Source>
        label={t('batches.source')}
        options={SOURCES.map((value) => ({
          value,
          label: t(value === 'bank' ? 'batches.from_bank' : 'batches.from_cash'),
        }))}
        {...form.field('source')}
      />
      {source === 'bank' && <BankFields form={form} currency={currency} />}
    </AmountDialog>
  );
}
