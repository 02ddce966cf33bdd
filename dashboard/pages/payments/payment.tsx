/** One payment: what became of it, what the payer is to do, where the money went, and its refunds. */
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useList, useRead } from '../../api/reads.ts';
import type { Payment as PaymentFacts, Refund } from '../../generated/wire.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { NextAction } from './next-action.tsx';
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
  const path = `/api/v1/payments/${id}`;
  const first = useRead<PaymentFacts>(path);
  const is_waiting = first.data !== undefined && !FINAL.has(first.data.status);
  const later = useRead<PaymentFacts>(path, is_waiting ? { every_ms: LOOK_EVERY_MS } : {});
  const payment = later.data;
  const refunds = useList<Refund>(`${path}/refunds`, 'refunds', {
    query: { limit: 1000 },
    every_ms: LOOK_EVERY_MS,
    enabled: payment?.status === 'completed',
  });
  const back = { href: '/payments', label: t('nav.payments') };
  if (!payment)
    return (
      <Page title={t('payments.one')} back={back}>
        {first.error ? <ErrorAlert error={first.error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={payment.reference}
      back={back}
      beside={<Status status={payment.status} />}
      actions={<PaymentActions payment={payment} refunds={refunds.items} />}
    >
      {payment.next_action && <NextAction action={payment.next_action} />}
      <Paper withBorder p="md" className="panel">
        <PaymentSummary payment={payment} />
      </Paper>
      <PaymentDestination payment={payment} />
      {payment.status === 'completed' && <Refunds list={refunds} />}
      <Timeline payment_id={id} every_ms={LOOK_EVERY_MS} />
    </Page>
  );
}
