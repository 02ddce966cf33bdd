/** Opening a wallet for a customer: one in each currency. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCurrencies } from '../../../api/providers.ts';
import { useSubmit } from '../../../api/submit.ts';
import { useForm } from '../../../forms/form.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import type { Customer } from '../../../generated/wire.ts';
import { CurrencyChoice } from '../../../money/currency-choice.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useWords } from '../../../words.ts';

export interface OpenWalletProps {
  customer: Customer;
  /** The currencies in which there is a wallet. */
  held: readonly string[];
  onClose: () => void;
}

export function OpenWallet({ customer, held, onClose }: OpenWalletProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('customers.wallets.open');
  const form = useForm(submission, { currency: '' });
  const currencies = useCurrencies().filter((code) => !held.includes(code));
  const currency = form.values.currency || (currencies[0] ?? '');
  const open = async (): Promise<void> => {
    if (!(await submission.submit({ customer: customer.id, currency }))) return;
    sayDone(t('wallets.was_opened', { currency }));
    onClose();
  };
  return (
    <SubmitDialog
      form={form}
      title={t('wallets.open')}
      submitLabel={t('wallets.open')}
      onSubmit={open}
      onClose={onClose}
      disabled={currency === ''}
    >
      <CurrencyChoice currencies={currencies} {...form.field('currency')} value={currency} />
      <Text size="sm" c="dimmed">
        {t('wallets.open_hint')}
      </Text>
    </SubmitDialog>
  );
}
