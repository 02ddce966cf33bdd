/** Asking somebody for a payment: through which provider, how much, and where the money goes once it is paid. */
import { SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { withMajorUnits } from '@ushirika/sdk/transport';
import { useLocation } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useProviders } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Payment } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { MERCHANT, metadataOf, PaymentPurpose, type Purpose } from './payment-purpose.tsx';
import { useProviderName } from '../../ui/provider-name.ts';

export function NewPayment({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const providerName = useProviderName();
  const readAmount = useAmountReader();
  const own_currency = useCooperative()?.currency;
  const providers = (useProviders() ?? []).filter(({ configured }) => configured);
  const submission = useSubmission<Payment>({ key: 'header' });
  const [fields, setFields] = useState({ provider: '', currency: '', amount: '', phone: '', reference: '' });
  const [purpose, setPurpose] = useState<Purpose>(MERCHANT);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const change = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const provider = providers.find(({ name }) => name === fields.provider) ?? providers[0];
  const currencies: readonly string[] = provider?.currencies ?? [];
  const currency =
    [fields.currency, own_currency].find((each) => each !== undefined && currencies.includes(each)) ??
    currencies[0] ??
    '';
  const amount = readAmount(fields.amount);
  const amount_minor = 'minor' in amount ? amount.minor : null;
  const reference = fields.reference.trim();
  const customer_phone = fields.phone.trim();
  const metadata = metadataOf(purpose);

  const ask = async (): Promise<void> => {
    setWasSent(true);
    if (!provider || amount_minor === null || reference === '' || metadata === null) return;
    const request = {
      provider: provider.name,
      amount_minor,
      currency,
      reference,
      ...(customer_phone === '' ? {} : { customer_phone }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    };
    const answer = await submission.submit({ path: '/api/v1/payments', body: withMajorUnits(request) });
    if (answer) navigate(`/payments/${answer.data.id}`);
  };
  return (
    <SubmitDialog
      title={t('payments.new')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        amount_minor === null
          ? t('payments.ask')
          : t('payments.ask_amount', { amount: formatMoney(amount_minor, currency) })
      }
      busy_label={t('submit.working')}
      onSubmit={() => void ask()}
      shown_fields={['provider', 'amount', 'currency', 'reference', 'customer_phone']}
      size="lg"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Choice
          label={t('payments.provider')}
          value={provider?.name ?? ''}
          onChange={change('provider')}
          disabled={is_busy}
          options={providers.map(({ name }) => ({ value: name, label: providerName(name) }))}
          error={fieldError(error, 'provider')}
        />
        <CurrencyChoice
          currencies={currencies}
          value={currency}
          onChange={change('currency')}
          disabled={is_busy}
          error={fieldError(error, 'currency')}
        />
        <AmountField
          label={t('amount.label')}
          currency={currency}
          value={fields.amount}
          onChange={change('amount')}
          disabled={is_busy}
          autoFocus
          error={was_sent && 'error' in amount ? amount.error : fieldError(error, 'amount')}
        />
        <TextInput
          label={t('payments.phone')}
          type="tel"
          value={fields.phone}
          onChange={(event) => change('phone')(event.currentTarget.value)}
          disabled={is_busy}
          autoComplete="off"
          error={fieldError(error, 'customer_phone')}
        />
        <TextInput
          label={t('payments.reference')}
          description={t('payments.reference_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={fields.reference}
          onChange={(event) => change('reference')(event.currentTarget.value)}
          disabled={is_busy}
          autoComplete="off"
          maxLength={200}
          error={
            was_sent && reference === '' ? t('payments.reference_missing') : fieldError(error, 'reference')
          }
        />
        <PaymentPurpose purpose={purpose} onChange={setPurpose} disabled={is_busy} shows_faults={was_sent} />
      </SimpleGrid>
    </SubmitDialog>
  );
}
