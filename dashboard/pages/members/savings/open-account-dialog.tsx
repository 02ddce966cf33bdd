/** A savings account of another product; a fixed one with its deposit. */
import type { ReactNode } from 'react';
import { useCooperative } from '../../../api/me.ts';
import { useList } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { AmountField, useAmountReader } from '../../../money/amount-field.tsx';
import type { Source } from '../../../movement/movements.ts';
import { NOT_CHOSEN, SourceFields, sourceInput, useSourceFaults } from '../../../movement/source-fields.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

/** More products than a cooperative offers. */
const ALL_PRODUCTS = 100;
const SOURCES: readonly Source[] = ['cash', 'savings', 'bank'];

export interface OpenAccountDialogProps {
  memberId: string;
  currency: string;
  onClose: () => void;
}

export function OpenAccountDialog({ memberId, currency, onClose }: OpenAccountDialogProps): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const default_id = useCooperative()?.savings_product_id;
  const { items, is_loading } = useList('sacco.savingsProducts.list', {
    status: 'active',
    limit: ALL_PRODUCTS,
  });
  const products = items.filter(({ id }) => id !== default_id);
  const submission = useSubmit('sacco.savingsAccounts.open');
  const sourceFaults = useSourceFaults();
  const initial = { product: '', amount: '', source: 'cash' as Source, ...NOT_CHOSEN };
  const isFixed = (id: string): boolean => products.find((each) => each.id === id)?.kind === 'fixed';
  const form = useForm(submission, initial, (values) => ({
    product: values.product === '' && t('savings.choose_product'),
    ...(isFixed(values.product) ? { amount: readAmount(values.amount).error, ...sourceFaults(values) } : {}),
  }));
  const { product, amount } = form.values;
  const send = async (): Promise<void> => {
    const { minor } = readAmount(amount);
    const deposit =
      isFixed(product) && minor !== null ? { amount_minor: minor, ...sourceInput('from', form.values) } : {};
    const answer = await submission.submit({ member: memberId, product_id: product, ...deposit });
    if (!answer) return;
    sayDone(t('savings.opened', { name: answer.data.product_name }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('savings.open')}
      submitLabel={t('savings.open')}
      onSubmit={send}
      onClose={onClose}
    >
      <Choice
        label={t('savings.product')}
        options={[
          { value: '', label: t('savings.choose_product') },
          ...products.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('product', 'product_id')}
        disabled={is_loading || submission.is_busy}
      />
      {isFixed(product) && (
        <>
          <AmountField
            label={t('amount.label')}
            currency={currency}
            {...form.field('amount', 'amount_minor', 'amount')}
          />
          <SourceFields form={form} sources={SOURCES} field="from" currency={currency} />
        </>
      )}
    </SubmitDialog>
  );
}
