/** What whoever runs the payments sees first: the last 24 hours by provider, what waits or has failed, and what the API refused. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PaymentsHome } from '../../../generated/wire.ts';
import { formatBps } from '../../../money/money.rules.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useProviderName } from '../../../ui/provider-name.ts';
import { useWords } from '../../../words.ts';

export function OperatorHome({ payments }: { payments: PaymentsHome }): ReactNode {
  return (
    <>
      <PaymentsOfDay payments={payments} />
      <ApiErrors errors={payments.api_errors.by_code} />
    </>
  );
}

/** Nothing where the project takes no payments and nothing waits. */
function PaymentsOfDay({ payments }: { payments: PaymentsHome }): ReactNode {
  const { t } = useWords();
  const nameOf = useProviderName();
  const { providers, queues, deliveries_retried, deliveries_failed } = payments;
  const waits = queues.some(({ waiting }) => waiting > 0) || deliveries_failed > 0;
  if (providers.length === 0 && !waits) return null;
  const troubled = (count: number): ReactNode => (
    <span className={count > 0 ? 'needs-attention' : undefined}>{count}</span>
  );
  const oldest = Math.max(0, ...queues.map(({ oldest_due_s }) => oldest_due_s));
  return (
    <Section title={t('home.payments')} actions={<Link href="/payments">{t('nav.payments')}</Link>}>
      <DataTable
        name={t('home.payments')}
        rows={providers}
        rowKey={({ provider }) => provider}
        empty={t('home.no_payments')}
        columns={[
          { header: t('home.provider'), cell: ({ provider }) => nameOf(provider) },
          { header: t('home.payments_counted'), isFigure: true, cell: (each) => each.payments },
          { header: t('home.completed'), isFigure: true, cell: (each) => each.completed },
          { header: t('home.failed'), isFigure: true, cell: (each) => each.failed },
          {
            header: t('home.success'),
            isFigure: true,
            cell: ({ success_bps }) => (success_bps === null ? '–' : formatBps(success_bps)),
          },
          {
            header: t('home.p95'),
            isFigure: true,
            cell: ({ p95_ms }) => (p95_ms === null ? '–' : `${(p95_ms / 1_000).toFixed(1)} s`),
          },
        ]}
      />
      <Facts
        facts={[
          [t('home.webhooks_retried'), troubled(deliveries_retried)],
          [t('home.webhooks_failed'), troubled(deliveries_failed)],
          [t('home.oldest_job'), `${oldest} s`],
        ]}
      />
    </Section>
  );
}

/** Nothing where the API has refused nothing. */
function ApiErrors({ errors }: { errors: PaymentsHome['api_errors']['by_code'] }): ReactNode {
  const { t } = useWords();
  if (errors.length === 0) return null;
  return (
    <Section
      title={t('home.api_errors')}
      actions={
        <Anchor href="/docs/errors" size="sm">
          {t('home.api_errors_meaning')}
        </Anchor>
      }
    >
      <DataTable
        name={t('home.api_errors')}
        rows={errors}
        rowKey={({ code }) => code}
        columns={[
          { header: t('home.api_error'), cell: ({ code }) => <code>{code}</code> },
          { header: t('home.api_errors_counted'), isFigure: true, cell: (each) => each.errors },
          { header: t('home.api_error_last'), cell: ({ last_at }) => <Moment at={last_at} /> },
        ]}
      />
    </Section>
  );
}
