/** Paying somebody: through which provider, how much, and to which phone or bank account. */
import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useProviders } from '../../api/providers.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import { given } from '../../forms/text.rules.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { useProviderName } from '../../ui/provider-name.ts';
import { useWords } from '../../words.ts';

type Kind = 'phone' | 'bank';

const EMPTY = {
  provider: '',
  currency: '',
  amount: '',
  kind: 'phone' as Kind,
  phone: '',
  bank_code: '',
  account_number: '',
  account_name: '',
  reference: '',
  narration: '',
};

export function NewPayout({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const providerName = useProviderName();
  const readAmount = useAmountReader();
  const own_currency = useCooperative()?.currency;
  const providers = (useProviders() ?? []).filter(
    ({ configured, capabilities }) => configured && capabilities.payouts,
  );
  const submission = useSubmit('payouts.create');
  const form = useForm(submission, EMPTY, ({ amount, reference, kind, ...values }) => ({
    amount: readAmount(amount).error,
    reference: reference.trim() === '' && t('payments.reference_missing'),
    phone: kind === 'phone' && values.phone.trim() === '' && t('payouts.phone_missing'),
    bank_code: kind === 'bank' && values.bank_code.trim() === '' && t('payouts.bank_code_missing'),
    account_number:
      kind === 'bank' && values.account_number.trim() === '' && t('payouts.account_number_missing'),
    account_name: kind === 'bank' && values.account_name.trim() === '' && t('payouts.account_name_missing'),
  }));
  const { values } = form;
  const provider = providers.find(({ name }) => name === values.provider) ?? providers[0];
  const currencies: readonly string[] = provider?.currencies ?? [];
  const currency =
    [values.currency, own_currency].find((each) => each !== undefined && currencies.includes(each)) ??
    currencies[0] ??
    '';
  const amount_minor = readAmount(values.amount).minor;

  const pay = async (): Promise<void> => {
    if (!provider || amount_minor === null) return;
    const bank_code = given(values.bank_code);
    const to =
      values.kind === 'phone'
        ? { phone: values.phone.trim(), bank_code }
        : {
            bank_code,
            account_number: values.account_number.trim(),
            account_name: values.account_name.trim(),
          };
    const answer = await submission.submit({
      provider: provider.name,
      amount_minor,
      currency,
      to,
      reference: values.reference.trim(),
      narration: given(values.narration),
    });
    if (answer) navigate(`/payouts/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      form={form}
      title={t('payouts.new')}
      submitLabel={
        amount_minor === null
          ? t('payouts.pay')
          : t('payouts.pay_amount', { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={pay}
      onClose={onClose}
      size="lg"
      isMovement
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Choice
          label={t('payments.provider')}
          options={providers.map(({ name }) => ({ value: name, label: providerName(name) }))}
          {...form.field('provider')}
          value={provider?.name ?? ''}
        />
        <CurrencyChoice currencies={currencies} {...form.field('currency')} value={currency} />
        <AmountField
          label={t('amount.label')}
          currency={currency}
          autoFocus
          {...form.field('amount', 'amount_minor')}
        />
        <Choice
          label={t('payouts.to')}
          options={[
            { value: 'phone', label: t('payouts.to_phone') },
            { value: 'bank', label: t('payouts.to_bank') },
          ]}
          {...form.field('kind', 'to')}
        />
        {values.kind === 'phone' ? (
          <TextField label={t('payouts.phone')} type="tel" {...form.field('phone', 'to.phone')} />
        ) : (
          <>
            <TextField
              label={t('payouts.account_number')}
              maxLength={40}
              {...form.field('account_number', 'to.account_number')}
            />
            <TextField
              label={t('payouts.account_name')}
              maxLength={100}
              {...form.field('account_name', 'to.account_name')}
            />
          </>
        )}
        <TextField
          label={values.kind === 'phone' ? t('payouts.wallet_code') : t('payouts.bank_code')}
          maxLength={40}
          {...form.field('bank_code', 'to.bank_code')}
        />
        <TextField
          label={t('payments.reference')}
          description={t('payouts.reference_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
          {...form.field('reference')}
        />
        <TextField label={t('payouts.narration')} maxLength={100} {...form.field('narration')} />
      </SimpleGrid>
    </SubmitDialog>
  );
}
