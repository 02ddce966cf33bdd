/** Defining a loan product: its terms never change afterwards. */
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { DraftNotice } from '../../../forms/draft-notice.tsx';
import { useDraftForm } from '../../../forms/draft.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { AmountField, useAmountReader } from '../../../money/amount-field.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';
import { EMPTY_PRODUCT, FIELD_OF, readProduct, type ProductFields } from './product-fields.ts';

const METHODS = ['declining', 'flat'];
const CONSENT = ['none', 'required'];
const FREQUENCIES = ['weekly', 'biweekly', 'monthly'];

interface DefineProductDialogProps {
  currency: string;
  onClose: () => void;
}

export function DefineProductDialog({ currency, onClose }: DefineProductDialogProps): ReactNode {
  const { t, word } = useWords();
  const readAmount = useAmountReader();
  const submission = useSubmit('sacco.loanProducts.define', { once: true });
  const read = (fields: ProductFields) =>
    readProduct(fields, readAmount, {
      name: t('settings.enter_name'),
      percent: t('settings.enter_percent'),
      count: t('settings.enter_count'),
    });
  const form = useDraftForm('loan_product', submission, EMPTY_PRODUCT, (fields) => read(fields).faults);
  const define = async (): Promise<void> => {
    const { input } = read(form.values);
    const answer = input && (await submission.submit(input));
    if (!answer) return;
    form.forget();
    sayDone(t('settings.product_defined', { name: answer.data.name }));
    onClose();
  };
  const field = (name: keyof ProductFields) => form.field(name, FIELD_OF[name]);
  const text = (name: keyof ProductFields, label: string, unit = '', description?: string): ReactNode => (
    <TextField
      label={label}
      description={description}
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
      {...field(name)}
    />
  );
  return (
    <SubmitDialog
      form={form}
      title={t('settings.define_product')}
      submitLabel={t('settings.define')}
      onSubmit={define}
      onClose={onClose}
      size="lg"
    >
      {form.is_draft && <DraftNotice onDiscard={() => form.clear()} />}
      {text('name', t('settings.name'))}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {text('rate', t('loans.rate'), '%')}
        <Choice
          label={t('settings.method')}
          options={METHODS.map((value) => ({ value, label: word('loan_method', value) }))}
          {...field('method')}
        />
        <AmountField label={t('settings.min_amount')} currency={currency} {...field('min_amount')} />
        <AmountField label={t('settings.max_amount')} currency={currency} {...field('max_amount')} />
        <Choice
          label={t('settings.frequency')}
          options={FREQUENCIES.map((value) => ({ value, label: word('loan_frequency', value) }))}
          {...field('frequency')}
        />
        <SimpleGrid cols={2}>
          {text('min_term', t('settings.min_term'), '#')}
          {text('max_term', t('settings.max_term'), '#')}
        </SimpleGrid>
        {text('fee', t('loans.fee'), '%', t('settings.fee_hint'))}
        {text('savings_multiple', t('settings.savings_multiple'), '×', t('settings.savings_multiple_hint'))}
        {text('min_guarantors', t('settings.min_guarantors'), '#')}
        {text('guarantee_coverage', t('settings.guarantee_coverage'), '%')}
        <Choice
          label={t('settings.guarantor_consent')}
          options={CONSENT.map((value) => ({ value, label: word('guarantor_consent', value) }))}
          {...field('guarantor_consent')}
        />
        {text('penalty', t('loans.penalty'), '%')}
        {text('grace_days', t('settings.grace_days'), '#')}
      </SimpleGrid>
    </SubmitDialog>
  );
}
