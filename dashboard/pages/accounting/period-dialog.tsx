/** Requests that days be closed, or that the last closed period be reopened; a second person decides. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { AccountingPeriod } from '../../generated/wire.ts';
import { MemoField } from '../../movement/memo-field.tsx';
import { LocalDate } from '../../ui/moment.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';

export interface PeriodDialogProps {
  /** To be reopened; null: days are to be closed. */
  period: AccountingPeriod | null;
  onClose: () => void;
}

export function PeriodDialog({ period, onClose }: PeriodDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit(period ? 'accounting.periods.reopen' : 'accounting.periods.close');
  const form = useForm(submission, { end_date: '', memo: '' }, ({ end_date, memo }) => ({
    end_date: !period && end_date === '' && t('accounting.choose_day'),
    memo: memo.trim() === '' && t('movement.say_why'),
  }));
  const title = period ? t('accounting.reopen') : t('accounting.close');
  const { end_date, memo } = form.values;
  return (
    <SubmitDialog
      form={form}
      title={title}
      submitLabel={title}
      onSubmit={() =>
        submission.submit({ memo: memo.trim(), ...(period ? { period: period.id } : { end_date }) })
      }
      onClose={onClose}
      outcome={
        submission.data && (
          <Outcome isWaiting onClose={onClose}>
            <Link href="/approvals">{t('accounting.waiting')}</Link>
          </Outcome>
        )
      }
    >
      {period ? (
        <Text size="sm" className="sentence">
          {t('accounting.reopen_means')} <LocalDate date={period.start_date} /> –{' '}
          <LocalDate date={period.end_date} />
        </Text>
      ) : (
        <>
          <Text size="sm">{t('accounting.close_means')}</Text>
          <DateField label={t('accounting.last_day')} {...form.field('end_date')} data-autofocus />
        </>
      )}
      <MemoField {...form.field('memo')} isFirst={period !== null} />
    </SubmitDialog>
  );
}
