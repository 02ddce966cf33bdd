/** Money from one customer's wallet into another's. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Transfer, Wallet } from '../../generated/wire.ts';
import { AmountField, useTypedAmount } from '../../money/amount-field.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import type { Chosen } from '../../ui/search-choice.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { CustomerChoice } from '../customers/customer-choice.tsx';
import { MovedOutcome } from './moved-outcome.tsx';

export function WalletTransfer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Transfer>();
  const [from, setFrom] = useState<Chosen | null>(null);
  const [to, setTo] = useState<Chosen | null>(null);
  const [chosen, setChosen] = useState('');
  const amount = useTypedAmount();
  const amount_minor = amount.minor;
  const [was_sent, setWasSent] = useState(false);
  const { state, is_busy, error, data } = submission;
  const wallets = useList<Wallet>(from && `/api/v1/customers/${from.id}/wallets`, 'wallets', {
    enabled: from !== null && state.step !== 'answered',
  });
  const wallet = wallets.items.find(({ currency }) => currency === chosen) ?? wallets.items[0] ?? null;
  const has_no_wallet = from !== null && !wallets.is_loading && !wallets.error && wallet === null;
  const after =
    wallet && amount_minor !== null ? BigInt(wallet.available_minor) - BigInt(amount_minor) : null;
  const send = (): void => {
    setWasSent(true);
    if (!from || !to || !wallet || amount_minor === null) return;
    void submission.submit({
      path: '/api/v1/wallet-transfers',
      body: {
        from_customer_id: from.id,
        to_customer_id: to.id,
        currency: wallet.currency,
        amount_minor,
      },
    });
  };
  const lacks = (customer: Chosen | null): string | undefined =>
    was_sent && !customer ? t('wallets.choose_customer') : undefined;
  return (
    <SubmitDialog
      title={t('wallets.transfer')}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        wallet && amount_minor !== null
          ? t('wallets.transfer_amount', { amount: formatMoney(amount_minor, wallet.currency) })
          : t('wallets.transfer')
      }
      onSubmit={send}
      shown_fields={['amount_minor', 'to_customer_id', 'from_customer_id']}
      outcome={data && <MovedOutcome transfer={data} done="wallets.transferred" onClose={onClose} />}
    >
      <CustomerChoice
        label={t('wallets.from')}
        value={from}
        onChange={setFrom}
        disabled={is_busy}
        error={lacks(from) ?? (has_no_wallet ? t('wallets.has_none') : fieldError(error, 'from_customer_id'))}
      />
      <CustomerChoice
        label={t('wallets.to')}
        value={to}
        onChange={setTo}
        disabled={is_busy}
        error={lacks(to) ?? fieldError(error, 'to_customer_id')}
      />
      {wallets.is_loading && <Loading />}
      <ErrorAlert error={wallets.error} onRetry={wallets.retry} />
      {wallets.items.length > 1 && (
        <CurrencyChoice
          currencies={wallets.items.map(({ currency }) => currency)}
          value={wallet?.currency ?? ''}
          onChange={setChosen}
          disabled={is_busy}
        />
      )}
      <AmountField
        label={t('amount.label')}
        currency={wallet?.currency ?? ''}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        error={(was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor')}
      />
      {from && after !== null && after >= 0n && wallet && (
        <Text size="sm" className="after-this">
          {t('wallets.after_this', { name: from.label, balance: formatMoney(after, wallet.currency) })}
        </Text>
      )}
    </SubmitDialog>
  );
}
