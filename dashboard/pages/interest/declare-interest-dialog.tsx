/** Declaring interest on deposits: its rate and the balances that count. A second person decides on it. */
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { PercentField } from '../../forms/fields/percent-field.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { given } from '../../forms/text.rules.ts';
import { parsePercent } from '../../money/money.rules.ts';
import { useWords } from '../../words.ts';
import type { ProductOption } from './earning-products.ts';
import { TermsFields } from './terms-fields.tsx';

const EMPTY = {
  label: '',
  period_start: '',
  period_end: '',
  product: '',
  rate: '',
  basis: 'daily_balance',
  counting: 'closing',
  credit_to: 'same_account',
  tax_rate: '',
};
const MAX_LABEL_LENGTH = 100;

export interface DeclareInterestDialogProps {
  products: readonly ProductOption[];
  onClose: () => void;
}

export function DeclareInterestDialog({ products, onClose }: DeclareInterestDialogProps): ReactNode {
  const { t, reason } = useWords();
  const [, navigate] = useLocation();
  const submission = useSubmit('sacco.savingsInterest.declare');
  const form = useForm(submission, EMPTY, ({ label, period_start, period_end, rate, tax_rate }) => ({
    label: label.trim() === '' && t('dividends.enter_label'),
    period_start: period_start === '' && t('dividends.enter_date'),
    period_end:
      (period_end === '' && t('dividends.enter_date')) ||
      (period_end < period_start && t('dividends.ends_early')),
    rate: parsePercent(rate) === undefined && t('dividends.enter_percent'),
    tax_rate: tax_rate.trim() !== '' && parsePercent(tax_rate) === undefined && t('dividends.enter_percent'),
  }));
  const { error } = submission;
  const label = form.field('label');
  const send = async (): Promise<void> => {
    const { product, rate, tax_rate, counting, basis, ...fields } = form.values;
    const answer = await submission.submit({
      ...fields,
      label: fields.label.trim(),
      product_id: given(product),
      basis,
      counting: basis === 'monthly' ? counting : undefined,
      rate_bps: parsePercent(rate) ?? 0,
      withholding_tax_bps: tax_rate.trim() === '' ? undefined : parsePercent(tax_rate),
    });
    if (answer) navigate(`/interest/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('interest.declare')}
      submitLabel={t('interest.declare')}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('interest.declare_hint')}
      </Text>
      <TextField
        label={t('dividends.label')}
        maxLength={MAX_LABEL_LENGTH}
        isFirst
        {...label}
        error={label.error ?? (error?.reason === 'label_taken' && reason('label_taken', error.message))}
      />
      <Choice label={t('interest.earned_by')} options={products} {...form.field('product', 'product_id')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} className="top-aligned">
        <DateField label={t('dividends.first_day')} {...form.field('period_start')} />
        <DateField label={t('dividends.last_day')} {...form.field('period_end')} />
        <PercentField
          label={t('interest.rate')}
          description={t('interest.rate_hint')}
          {...form.field('rate', 'rate_bps')}
        />
        <PercentField
          label={t('interest.tax_rate')}
          description={t('interest.tax_rate_hint')}
          {...form.field('tax_rate', 'withholding_tax_bps')}
        />
      </SimpleGrid>
      <TermsFields form={form} />
    </SubmitDialog>
  );
}
