/** Money from the merchant's balance into a wallet, or back. */
import { Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../../forms/amount-dialog.tsx';
import type { Customer, Wallet } from '../../../generated/wire.ts';
import { remaining } from '../../../money/remaining.rules.ts';
import { useWords, type TextId } from '../../../words.ts';
import { MovedOutcome } from '../../wallets/moved-outcome.tsx';

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
  const submission = useSubmit(`customers.wallets.${direction}`);
  const form = useAmountForm(submission, { amount: '' });
  const { currency } = wallet;
  // The balance before the movement: it changes once that is booked.
  const available_minor = useRef(wallet.available_minor);
  if (!submission.is_busy && !submission.is_answered) available_minor.current = wallet.available_minor;
  const { data } = submission;
  const texts = TEXTS[direction];
  return (
    <AmountDialog
      form={form}
      title={t(texts.title)}
      verb={texts.verb}
      currency={currency}
      onSubmit={(amount_minor) => submission.submit({ customer: customer.id, currency, amount_minor })}
      onClose={onClose}
      after={(amount_minor) =>
        remaining(available_minor.current, direction === 'deposit' ? -amount_minor : amount_minor)
      }
      outcome={data && <MovedOutcome transfer={data} done={texts.done} onClose={onClose} />}
    >
      <Text size="sm" c="dimmed">
        {t(texts.meaning, { name: customer.full_name })}
      </Text>
    </AmountDialog>
  );
}
