/** One customer: who it is, how far verified, and what the wallets hold. */
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useRead } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LocalDate, Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { CustomerActions } from './customer-actions.tsx';
import { Documents } from './documents/documents.tsx';
import { CustomerEvents } from './events.tsx';
import { KycState } from './kyc/kyc-state.tsx';
import { Requirements } from './kyc/requirements.tsx';
import { CustomerWallets } from './wallets/wallets.tsx';

export function Customer(): ReactNode {
  const { t, word } = useWords();
  const { id } = useParams<{ id: string }>();
  const { data: customer, error } = useRead('customers.get', { customer: id });
  const back = { href: '/customers', label: t('nav.customers') };
  if (!customer)
    return (
      <Page title={t('customers.one')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={customer.full_name}
      back={back}
      beside={<Status status={customer.status} />}
      actions={<CustomerActions customer={customer} />}
    >
      <Paper withBorder p="md" className="panel">
        <Facts
          facts={[
            [t('customers.kyc'), <KycState key="kyc" customer={customer} />],
            [t('customers.kind'), word('customer_kind', customer.kind)],
            [t('customers.phone'), customer.phone],
            [t('customers.email'), customer.email],
            [
              t('customers.date_of_birth'),
              customer.date_of_birth && <LocalDate date={customer.date_of_birth} />,
            ],
            [t('customers.external_ref'), customer.external_ref],
            [t('customers.since'), <Moment key="since" at={customer.created_at} withTime={false} />],
          ]}
        />
      </Paper>
      <CustomerWallets customer={customer} />
      <Documents customer={customer} />
      <Requirements customer={customer} />
      <CustomerEvents customer={customer} />
    </Page>
  );
}
