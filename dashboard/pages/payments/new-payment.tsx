/** Requesting a payment: through which provider, how much, and where the money goes once it is paid. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useProviders } from '../../api/providers.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useForm } from '../../forms/form.ts';
import { given } from '../../forms/text.rules.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { useProviderName } from '../../ui/provider-name.ts';
import { useWords } from '../../words.ts';
import { MERCHANT, metadataOf, PaymentPurpose } from './payment-purpose.tsx';

const EMPTY = {
  provider: '',
  currency: '',
  amount: '',
  customer_phone: '',
  reference: '',
  purpose: MERCHANT,
};

export function NewPayment({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const providerName = useProviderName();
  const readAmount = useAmountReader();
  const own_currency = useCooperative()?.currency;
  const providers = (useProviders() ?? []).filter(({ configured }) => configured);
  const submission = useSubmit('payments.create');
  const form = useForm(submission, EMPTY, ({ amount, reference }) => ({
    amount: readAmount(amount).error,
    reference: reference.trim() === '' && t('payments.reference_missing'),
  }));
  const { amount, customer_phone, reference, purpose, ...chosen } = form.values;
  const provider = providers.find(({ name }) => name === chosen.provider) ?? providers[0];
  const currencies: readonly string[] = provider?.currencies ?? [];
  const currency =
    [chosen.currency, own_currency].find((each) => each !== undefined && currencies.includes(each)) ??
    currencies[0] ??
    '';
  const amount_minor = readAmount(amount).minor;

  const ask = async (): Promise<void> => {
    const metadata = metadataOf(purpose);
    if (!provider || amount_minor === null || metadata === null) return;
    const answer = await submission.submit({
      provider: provider.name,
      amount_minor,
      currency,
      reference: reference.trim(),
      customer_phone: given(customer_phone),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    });
    if (answer) navigate(`/payments/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('payments.new')}
      submitLabel={
        amount_minor === null
          ? t('payments.ask')
          : t('payments.ask_amount', { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={ask}
      onClose={onClose}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Choice
          label={t('payments.provider')}
          options={providers.map(({ name }) => ({ value: name, label: providerName(name) }))}
          {...form.field('provider')}
          value={provider?.name ?? ''}
        />
        <CurrencyChoice currencies={currencies} {...form.field('currency')} value={currency} />
        <AmountField label={t('amount.label')} currency={currency} autoFocus {...form.field('amount')} />
        <TextField label={t('payments.phone')} type="tel" {...form.field('customer_phone')} />
        <TextField
          label={t('payments.reference')}
          description={t('payments.reference_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={200}
          {...form.field('reference')}
        />
        <PaymentPurpose
          purpose={purpose}
          onChange={(next) => form.change({ purpose: next })}
          disabled={submission.is_busy}
          showsFaults={form.was_sent}
        />
      </SimpleGrid>
    </SubmitDialog>
  );
}
