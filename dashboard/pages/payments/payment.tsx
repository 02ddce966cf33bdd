/** One payment: its outcome, what the payer is to do and sees, where the money went, its refunds, and its steps. */
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useList, useRead } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { CheckoutView } from './checkout-view.tsx';
import { NextAction } from './next-action.tsx';
import { Overpaid } from './overpaid.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { PaymentDestination } from './payment-destination.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import { Refunds } from './refunds.tsx';
import { Timeline } from './timeline.tsx';

const LOOK_EVERY_MS = 3_000;
const FINAL = new Set(['completed', 'failed', 'cancelled']);

export function Payment(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const { data: payment, error } = useRead(
    'payments.get',
    { payment: id },
    { every_ms: (last) => (last && !FINAL.has(last.status) ? LOOK_EVERY_MS : false) },
  );
  const refunds = useList(
    'payments.refunds.list',
    { payment: id, limit: 1000 },
    { every_ms: LOOK_EVERY_MS, enabled: payment?.status === 'completed' },
  );
  const read_refunds = refunds.is_loading ? undefined : refunds.items;
  const back = { href: '/payments', label: t('nav.payments') };
  if (!payment)
    return (
      <Page title={t('payments.one')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={payment.reference}
      back={back}
      beside={<Status status={payment.status} />}
      actions={<PaymentActions payment={payment} refunds={read_refunds} />}
    >
      {payment.overpaid && <Overpaid payment={payment} refunds={read_refunds} />}
      {payment.next_action && <NextAction action={payment.next_action} />}
      <Paper withBorder p="md" className="panel">
        <PaymentSummary payment={payment} />
      </Paper>
      <PaymentDestination payment={payment} />
      {payment.status === 'completed' && <Refunds list={refunds} />}
      <div className="payment-columns">
        <Timeline payment={payment} everyMs={LOOK_EVERY_MS} />
        <CheckoutView payment={payment} isOver={FINAL.has(payment.status)} />
      </div>
    </Page>
  );
}
