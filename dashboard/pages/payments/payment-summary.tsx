/** The facts of a payment. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Payment } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { useProviderName } from '../../ui/provider-name.ts';

export function PaymentSummary({ payment }: { payment: Payment }): ReactNode {
  const { t, word } = useWords();
  const providerName = useProviderName();
  const { currency, failure_code, failure_message, split, completed_at, refunded_minor } = payment;
  const facts: Fact[] = [
    [t('amount.label'), <Money key="amount" minor={payment.amount_minor} currency={currency} />],
    [
      t('payments.refunded'),
      refunded_minor > 0 ? <Money key="refunded" minor={refunded_minor} currency={currency} /> : undefined,
    ],
    [t('payments.provider'), providerName(payment.provider)],
    [
      t('payments.link'),
      payment.payment_link_id === null ? undefined : (
        <Link key="link" href={`/payments?payment_link=${payment.payment_link_id}`}>
          {t('payments.of_link')}
        </Link>
      ),
    ],
    [
      t('payments.account_number'),
      payment.account_number === null ? undefined : (
        <Link key="account" href="/unallocated">
          {payment.account_number || '–'}
        </Link>
      ),
    ],
    [t('payments.payer'), payment.customer_phone],
    [t('payments.provider_txn_id'), payment.provider_txn_id],
    [
      t('payments.why_failed'),
      failure_code === null
        ? undefined
        : word('payment_failure', failure_code) + (failure_message === null ? '' : ` (${failure_message})`),
    ],
    [t('payments.created'), <Moment key="created" at={payment.created_at} />],
    [
      t('payments.completed'),
      completed_at === null ? undefined : <Moment key="completed" at={completed_at} />,
    ],
    [t('payments.split'), split ? `${formatBps(split.share_bps)} → ${split.subaccount_id}` : undefined],
    [t('payments.id'), <code key="id">{payment.id}</code>],
    ...Object.entries(payment.metadata)
      .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
      .map(([name, value]): Fact => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ];
  return <Facts facts={facts} />;
}

/** Shown by `PaymentDestination`. */
const SHOWN_ELSEWHERE = new Set(['wallet_customer_id', 'sacco_member_id', 'sacco_purpose', 'sacco_loan_id']);
