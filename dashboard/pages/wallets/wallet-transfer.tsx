/** Money from one customer's wallet into another's. */
import type { ReactNode } from 'react';
import { useList } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import type { Chosen } from '../../forms/fields/search-choice.tsx';
import { CurrencyChoice } from '../../money/currency-choice.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { remaining } from '../../money/remaining.rules.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';
import { CustomerChoice } from '../customers/customer-choice.tsx';
import { MovedOutcome } from './moved-outcome.tsx';

const EMPTY = { from: null as Chosen | null, to: null as Chosen | null, currency: '', amount: '' };

export function WalletTransfer({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('walletTransfers.create');
  const form = useAmountForm(submission, EMPTY, (values) => ({
    from: !values.from && t('wallets.choose_customer'),
    to: !values.to && t('wallets.choose_customer'),
  }));
  const { data } = submission;
  const { from, to } = form.values;
  const wallets = useList('customers.wallets.list', from && { customer: from.id }, { enabled: !data });
  const wallet =
    wallets.items.find(({ currency }) => currency === form.values.currency) ?? wallets.items[0] ?? null;
  const has_no_wallet = from !== null && !wallets.is_loading && !wallets.error && wallet === null;
  const from_field = form.field('from', 'from_customer_id');
  return (
    <AmountDialog
      form={form}
      title={t('wallets.transfer')}
      verb="wallets.transfer_amount"
      currency={wallet?.currency ?? ''}
      onSubmit={(amount_minor) =>
        from &&
        to &&
        wallet &&
        submission.submit({
          from_customer_id: from.id,
          to_customer_id: to.id,
          currency: wallet.currency,
          amount_minor,
        })
      }
      onClose={onClose}
      after={(amount_minor) => {
        const left = wallet && remaining(wallet.available_minor, amount_minor);
        if (!from || !left) return null;
        if (left.minor < 0n) return left;
        const balance = formatMoney(left.minor, wallet.currency);
        return t('wallets.after_this', { name: from.label, balance });
      }}
      outcome={data && <MovedOutcome transfer={data} done="wallets.transferred" onClose={onClose} />}
      isLater
    >
      <CustomerChoice
        label={t('wallets.from')}
        {...from_field}
        error={has_no_wallet ? t('wallets.has_none') : from_field.error}
      />
      <CustomerChoice label={t('wallets.to')} {...form.field('to', 'to_customer_id')} />
      {wallets.is_loading && <Loading />}
      <ErrorAlert error={wallets.error} onRetry={wallets.retry} />
      {wallets.items.length > 1 && (
        <CurrencyChoice
          currencies={wallets.items.map(({ currency }) => currency)}
          {...form.field('currency')}
          value={wallet?.currency ?? ''}
        />
      )}
    </AmountDialog>
  );
}
