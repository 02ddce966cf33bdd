/** Defining a loan product: its terms never change afterwards. */
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { LoanProduct } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { EMPTY_PRODUCT, FIELD_OF, readProduct, type ProductFields } from './product-fields.ts';

const METHODS = ['declining', 'flat'] as const;
const FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const;

export function DefineProductDialog({
  currency,
  onClose,
}: {
  currency: string;
  onClose: () => void;
}): ReactNode {
  const { t, word } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmission<LoanProduct>({ key: 'once' });
  const [fields, setFields] = useState(EMPTY_PRODUCT);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const { body, faults } = readProduct(fields, readAmount, {
    name: t('settings.enter_name'),
    percent: t('settings.enter_percent'),
    count: t('settings.enter_count'),
  });
  const define = async (): Promise<void> => {
    setWasSent(true);
    if (!body) return;
    const answer = await submission.submit({ path: '/api/v1/sacco/loan-products', body });
    if (!answer) return;
    sayDone(t('settings.product_defined', { name: answer.data.name }));
    onClose();
  };
  const field = (name: keyof ProductFields) => ({
    value: fields[name],
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
    error: (was_sent ? faults[name] : undefined) ?? fieldError(error, FIELD_OF[name]),
    disabled: is_busy,
  });
  const text = (name: keyof ProductFields, label: string, unit = '', description?: string): ReactNode => {
    const { onChange, ...rest } = field(name);
    return (
      <TextInput
        label={label}
        description={description}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        {...(unit === ''
          ? {}
          : {
              inputMode: 'decimal' as const,
              rightSection: (
                <Text size="sm" c="dimmed" aria-hidden>
                  {unit}
                </Text>
              ),
            })}
        {...rest}
      />
    );
  };
  return (
    <SubmitDialog
      title={t('settings.define_product')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('settings.define')}
      busy_label={t('submit.working')}
      onSubmit={() => void define()}
      shown_fields={Object.values(FIELD_OF)}
      size="lg"
    >
      {text('name', t('settings.name'))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {text('rate', t('loans.rate'), '%')}
        <Choice
          label={t('settings.method')}
          options={METHODS.map((value) => ({ value, label: word('loan_method', value) }))}
          {...field('method')}
          value={fields.method as (typeof METHODS)[number]}
        />
        <AmountField label={t('settings.min_amount')} currency={currency} {...field('min_amount')} />
        <AmountField label={t('settings.max_amount')} currency={currency} {...field('max_amount')} />
        <Choice
          label={t('settings.frequency')}
          options={FREQUENCIES.map((value) => ({ value, label: word('loan_frequency', value) }))}
          {...field('frequency')}
          value={fields.frequency as (typeof FREQUENCIES)[number]}
        />
        <SimpleGrid cols={2}>
          {text('min_term', t('settings.min_term'), '#')}
          {text('max_term', t('settings.max_term'), '#')}
        </SimpleGrid>
        {text('fee', t('loans.fee'), '%', t('settings.fee_hint'))}
        {text('savings_multiple', t('settings.savings_multiple'), '×', t('settings.savings_multiple_hint'))}
        {text('min_guarantors', t('settings.min_guarantors'), '#')}
        {text('guarantee_coverage', t('settings.guarantee_coverage'), '%')}
        {text('penalty', t('loans.penalty'), '%')}
        {text('grace_days', t('settings.grace_days'), '#')}
      </SimpleGrid>
    </SubmitDialog>
  );
}
