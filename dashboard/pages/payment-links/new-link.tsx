/** A new link to a checkout page. */
import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { withMajorUnits } from '@ushirika/sdk/transport';
import { useCurrencies } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { PaymentLink } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export function NewLink({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const currencies = useCurrencies();
  const submission = useSubmission<PaymentLink>({ key: 'once' });
  const [fields, setFields] = useState({ title: '', amount: '', currency: '' });
  const [reusable, setReusable] = useState(false);
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error } = submission;
  const change = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const title = fields.title.trim();
  const currency = fields.currency || (currencies[0] ?? '');
  const amount = readAmount(fields.amount);
  const create = async (): Promise<void> => {
    setWasSent(true);
    if (title === '' || 'error' in amount) return;
    const request = { title, amount_minor: amount.minor, currency, reusable };
    const answer = await submission.submit({
      path: '/api/v1/payment-links',
      body: withMajorUnits(request),
    });
    if (!answer) return;
    sayDone(t('payment_links.created', { title }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('payment_links.new')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('payment_links.create')}
      busy_label={t('submit.working')}
      onSubmit={() => void create()}
      shown_fields={['title', 'amount', 'currency']}
    >
      <TextInput
        label={t('payment_links.title')}
        description={t('payment_links.title_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.title}
        onChange={(event) => change('title')(event.currentTarget.value)}
        disabled={is_busy}
        autoComplete="off"
        maxLength={120}
        data-autofocus
        error={was_sent && title === '' ? t('payment_links.title_missing') : fieldError(error, 'title')}
      />
      <SimpleGrid cols={2} spacing="sm">
        <AmountField
          label={t('amount.label')}
          currency={currency}
          value={fields.amount}
          onChange={change('amount')}
          disabled={is_busy}
          error={was_sent && 'error' in amount ? amount.error : fieldError(error, 'amount')}
        />
        <CurrencyChoice
          currencies={currencies}
          value={currency}
          onChange={change('currency')}
          disabled={is_busy}
          error={fieldError(error, 'currency')}
        />
      </SimpleGrid>
      <Checkbox
        label={t('payment_links.reusable_label')}
        checked={reusable}
        onChange={(event) => setReusable(event.currentTarget.checked)}
        disabled={is_busy}
      />
    </SubmitDialog>
  );
}
