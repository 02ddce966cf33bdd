/** Opening a wallet for a customer: one in each currency. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCurrencies } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Customer, Wallet } from '../../generated/wire.ts';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';

export interface OpenWalletProps {
  customer: Customer;
  /** The currencies in which there is a wallet. */
  held: readonly string[];
  onClose: () => void;
}

export function OpenWallet({ customer, held, onClose }: OpenWalletProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Wallet>({ key: 'none' });
  const currencies = useCurrencies().filter((code) => !held.includes(code));
  const [chosen, setChosen] = useState('');
  const currency = chosen || (currencies[0] ?? '');
  const open = async (): Promise<void> => {
    const answer = await submission.submit({
      path: `/api/v1/customers/${customer.id}/wallets`,
      body: { currency },
    });
    if (!answer) return;
    sayDone(t('wallets.was_opened', { currency }));
    onClose();
  };
  return (
    <SubmitDialog
      title={t('wallets.open')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('wallets.open')}
      busy_label={t('submit.working')}
      onSubmit={() => void open()}
      disabled={currency === ''}
    >
      <CurrencyChoice
        currencies={currencies}
        value={currency}
        onChange={setChosen}
        disabled={submission.is_busy}
      />
      <Text size="sm" c="dimmed">
        {t('wallets.open_hint')}
      </Text>
    </SubmitDialog>
  );
}
