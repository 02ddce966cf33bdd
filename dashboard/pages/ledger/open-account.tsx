/** Opens an account, or finds the one that is open already. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCurrencies } from '../../api/providers.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Account } from '../../generated/wire.ts';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { fieldError } from '../../ui/error-alert.tsx';
import { Outcome } from '../../ui/outcome.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { ACCOUNTS_PATH, OPENED_BY_HAND, useAccountName } from './accounts.ts';

export function OpenAccount({ onClose }: { onClose: () => void }): ReactNode {
  const { t, word } = useWords();
  const nameOf = useAccountName();
  const currencies = useCurrencies();
  // Opening the same account twice opens one.
  const submission = useSubmission<Account>({ key: 'none' });
  const [kind, setKind] = useState<(typeof OPENED_BY_HAND)[number]>('merchant_available');
  const [chosen, setCurrency] = useState<string>();
  const [subaccount_id, setSubaccount] = useState('');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data } = submission;
  const currency = chosen ?? currencies[0] ?? '';
  const lacks_id = kind === 'subaccount' && subaccount_id.trim() === '';
  const send = (): void => {
    setWasSent(true);
    if (lacks_id || currency === '') return;
    void submission.submit({
      path: ACCOUNTS_PATH,
      body: { kind, currency, ...(kind === 'subaccount' ? { subaccount_id: subaccount_id.trim() } : {}) },
    });
  };
  return (
    <SubmitDialog
      title={t('ledger.open_account')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={t('ledger.open_account')}
      busy_label={t('submit.working')}
      onSubmit={send}
      shown_fields={['subaccount_id', 'currency', 'kind']}
      outcome={
        data && (
          <Outcome onClose={onClose}>
            {t(data.replayed ? 'ledger.was_open' : 'ledger.account_opened', {
              account: `${nameOf(data)} · ${data.currency}`,
            })}
          </Outcome>
        )
      }
    >
      <Choice
        label={t('ledger.kind')}
        value={kind}
        onChange={setKind}
        disabled={is_busy}
        error={fieldError(error, 'kind')}
        options={OPENED_BY_HAND.map((value) => ({ value, label: word('account_kind', value) }))}
        data-autofocus
      />
      <CurrencyChoice
        currencies={currencies}
        value={currency}
        onChange={setCurrency}
        disabled={is_busy}
        error={fieldError(error, 'currency')}
      />
      {kind === 'subaccount' && (
        <TextInput
          label={t('ledger.subaccount_id')}
          description={t('ledger.subaccount_hint')}
          value={subaccount_id}
          onChange={(event) => setSubaccount(event.currentTarget.value)}
          disabled={is_busy}
          autoComplete="off"
          maxLength={100}
          error={was_sent && lacks_id ? t('ledger.subaccount_missing') : fieldError(error, 'subaccount_id')}
        />
      )}
    </SubmitDialog>
  );
}
