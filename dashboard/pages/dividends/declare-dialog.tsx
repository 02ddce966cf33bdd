/** Declaring a dividend: its rates and the income that it is paid from. A second person decides on it. */
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { useForm } from '../../forms/form.ts';
import { PercentField } from '../../forms/fields/percent-field.tsx';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { parsePercent } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';
import { DividendPreview } from './dividend-preview.tsx';

const SOURCES = ['interest_income', 'fee_income'] as const;
const EMPTY = {
  label: '',
  period_start: '',
  period_end: '',
  share_rate: '',
  interest_rebate: '0',
  paid_from: 'interest_income' as (typeof SOURCES)[number],
  tax_rate: '',
};
const MAX_LABEL_LENGTH = 100;

export function DeclareDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t, word, reason } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmit('sacco.dividends.declare');
  const form = useForm(submission, EMPTY, ({ label, period_start, period_end, ...rates }) => ({
    label: label.trim() === '' && t('dividends.enter_label'),
    period_start: period_start === '' && t('dividends.enter_date'),
    period_end:
      (period_end === '' && t('dividends.enter_date')) ||
      (period_end < period_start && t('dividends.ends_early')),
    share_rate: parsePercent(rates.share_rate) === undefined && t('dividends.enter_percent'),
    interest_rebate: parsePercent(rates.interest_rebate) === undefined && t('dividends.enter_percent'),
    tax_rate:
      rates.tax_rate.trim() !== '' &&
      parsePercent(rates.tax_rate) === undefined &&
      t('dividends.enter_percent'),
  }));
  const { error } = submission;
  const label = form.field('label');
  const { share_rate, interest_rebate, tax_rate, ...fields } = form.values;
  const input = {
    ...fields,
    label: fields.label.trim(),
    share_rate_bps: parsePercent(share_rate) ?? 0,
    interest_rebate_bps: parsePercent(interest_rebate) ?? 0,
    withholding_tax_bps: parsePercent(tax_rate),
  };
  const { period_start, period_end, share_rate_bps, interest_rebate_bps } = input;
  const is_complete =
    period_start !== '' && period_end >= period_start && share_rate_bps + interest_rebate_bps > 0;
  const send = async (): Promise<void> => {
    const answer = await submission.submit(input);
    if (answer) navigate(`/dividends/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('dividends.declare')}
      submitLabel={t('dividends.declare')}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('dividends.declare_hint')}
      </Text>
      <TextField
        label={t('dividends.label')}
        maxLength={MAX_LABEL_LENGTH}
        isFirst
        {...label}
        error={label.error ?? (error?.reason === 'label_taken' && reason('label_taken', error.message))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} className="top-aligned">
        <DateField label={t('dividends.first_day')} {...form.field('period_start')} />
        <DateField label={t('dividends.last_day')} {...form.field('period_end')} />
        <PercentField
          label={t('dividends.share_rate')}
          description={t('dividends.share_rate_hint')}
          {...form.field('share_rate', 'share_rate_bps')}
        />
        <PercentField
          label={t('dividends.interest_rebate')}
          description={t('dividends.interest_rebate_hint')}
          {...form.field('interest_rebate', 'interest_rebate_bps')}
        />
        <PercentField
          label={t('interest.tax_rate')}
          description={t('interest.tax_rate_hint')}
          {...form.field('tax_rate', 'withholding_tax_bps')}
        />
      </SimpleGrid>
      <Choice
        label={t('dividends.paid_from')}
        options={SOURCES.map((value) => ({ value, label: word('account_kind', value) }))}
        description={t('dividends.paid_from_hint')}
        {...form.field('paid_from')}
      />
      {/* Any label will do for what it would come to. */}
      <DividendPreview input={is_complete ? { ...input, label: input.label || '–' } : null} />
    </SubmitDialog>
  );
}
