/** A new link to a checkout page. */
import { Checkbox, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrencies } from '../../api/providers.ts';
import { useSubmit } from '../../api/submit.ts';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

const NOTHING = { title: '', amount: '', currency: '', reusable: false, refund_overpaid: false };

export function NewLink({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const currencies = useCurrencies();
  const submission = useSubmit('paymentLinks.create', { once: true });
  const form = useForm(submission, NOTHING, (values) => ({
    title: values.title.trim() === '' && t('payment_links.title_missing'),
    amount: readAmount(values.amount).error,
  }));
  const { reusable } = form.values;
  const refund_overpaid = form.values.refund_overpaid && !reusable;
  const title = form.values.title.trim();
  const currency = form.values.currency || (currencies[0] ?? '');
  const create = async (): Promise<void> => {
    const amount_minor = readAmount(form.values.amount).minor ?? 0;
    if (!(await submission.submit({ title, amount_minor, currency, reusable, refund_overpaid }))) return;
    sayDone(t('payment_links.created', { title }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('payment_links.new')}
      submitLabel={t('payment_links.create')}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t('payment_links.title')}
        description={t('payment_links.title_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={120}
        isFirst
        {...form.field('title')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <AmountField label={t('amount.label')} currency={currency} {...form.field('amount')} />
        <CurrencyChoice currencies={currencies} {...form.field('currency')} value={currency} />
      </SimpleGrid>
      <Checkbox
        label={t('payment_links.reusable_label')}
        checked={reusable}
        onChange={(event) => form.change({ reusable: event.currentTarget.checked })}
        disabled={submission.is_busy}
      />
      {!reusable && (
        <Checkbox
          label={t('payment_links.refund_overpaid_label')}
          description={t('payment_links.refund_overpaid_hint')}
          checked={refund_overpaid}
          onChange={(event) => form.change({ refund_overpaid: event.currentTarget.checked })}
          disabled={submission.is_busy}
        />
      )}
    </SubmitDialog>
  );
}
