/** Money from the merchant's balance into a wallet, or back. */
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { Customer, Transfer, Wallet } from '../../generated/wire.ts';
import { AmountField, useTypedAmount } from '../../money/amount-field.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { fieldError } from '../../ui/error-alert.tsx';
import { SubmitDialog } from '../../ui/submit-dialog.tsx';
import { useWords, type TextId } from '../../words.ts';
import { MovedOutcome } from '../wallets/moved-outcome.tsx';

export type WalletDirection = 'deposit' | 'withdraw';

const TEXTS: Record<WalletDirection, Record<'title' | 'verb' | 'done' | 'meaning', TextId>> = {
  deposit: {
    title: 'movement.deposit',
    verb: 'movement.deposit_amount',
    done: 'movement.deposited',
    meaning: 'wallets.deposit_meaning',
  },
  withdraw: {
    title: 'movement.withdraw',
    verb: 'movement.withdraw_amount',
    done: 'movement.withdrew',
    meaning: 'wallets.withdraw_meaning',
  },
};

export interface WalletMovementProps {
  direction: WalletDirection;
  customer: Customer;
  wallet: Wallet;
  onClose: () => void;
}

export function WalletMovement({ direction, customer, wallet, onClose }: WalletMovementProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmission<Transfer>();
  const amount = useTypedAmount();
  const amount_minor = amount.minor;
  const [was_sent, setWasSent] = useState(false);
  const { currency } = wallet;
  // What the wallet held when the dialog opened: once the movement is booked the page knows more.
  const [available_minor] = useState(wallet.available_minor);
  const { is_busy, error, data } = submission;
  const texts = TEXTS[direction];
  const after =
    amount_minor === null
      ? null
      : BigInt(available_minor) + BigInt(direction === 'deposit' ? amount_minor : -amount_minor);
  const send = (): void => {
    setWasSent(true);
    if (amount_minor === null) return;
    void submission.submit({
      path: `/api/v1/customers/${customer.id}/wallets/${direction}`,
      body: { currency, amount_minor },
    });
  };
  return (
    <SubmitDialog
      title={t(texts.title)}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={
        amount_minor === null
          ? t(texts.title)
          : t(texts.verb, { amount: formatMoney(amount_minor, currency) })
      }
      onSubmit={send}
      shown_fields={['amount_minor']}
      outcome={data && <MovedOutcome transfer={data} done={texts.done} onClose={onClose} />}
    >
      <Text size="sm" c="dimmed">
        {t(texts.meaning, { name: customer.full_name })}
      </Text>
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        autoFocus
        error={(was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor')}
      />
      {after !== null && after >= 0n && (
        <Text size="sm" className="after-this">
          {t('movement.after_this', { balance: formatMoney(after, currency) })}
        </Text>
      )}
    </SubmitDialog>
  );
}
