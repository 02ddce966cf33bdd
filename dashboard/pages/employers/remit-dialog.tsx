/** Records what an employer has remitted, by its file; a second person decides. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { BankFields } from '../../movement/bank-fields.tsx';
import { MemoField } from '../../movement/memo-field.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';
import { DropZone } from '../reconciliation/import/drop-zone.tsx';
import type { StatementFile } from '../reconciliation/import/statement-file.ts';
import '../reconciliation/import/import-statement.css';

export interface RemitDialogProps {
  employer: string;
  month: string;
  currency: string;
  onClose: () => void;
}

export function RemitDialog({ employer, month, currency, onClose }: RemitDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.employers.remittances.create');
  const initial = { amount: '', file: null as StatementFile | null, account: '', reference: '', memo: '' };
  const form = useAmountForm(submission, initial, ({ file, account, memo }) => ({
    file: file === null && t('files.choose'),
    account: account === '' && t('movement.choose_bank'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const { file, account, reference, memo } = form.values;
  return (
    <AmountDialog
      form={form}
      title={t('employers.remit')}
      verb="batches.split"
      currency={currency}
      onSubmit={(total_minor) =>
        submission.submit({
          employer,
          month,
          csv: file?.csv ?? '',
          account,
          ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
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
        {t('employers.columns')}
      </Text>
      <DropZone label={t('files.file')} {...form.field('file', 'csv')} />
      <BankFields form={form} currency={currency} />
    </AmountDialog>
  );
}
