/** The payments of the project. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useProviders } from '../../api/providers.ts';
import type { Payment } from '../../generated/wire.ts';
import { summedColumn } from '../../money/money-column.tsx';
import { DateRangeFields, useDateRange, useDaysHere } from '../../forms/fields/date-field.tsx';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { NewPayment } from './new-payment.tsx';
import { OverpaidBadge } from './overpaid.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { useSortedList } from '../../ui/sorted-list.ts';

const STATUSES = ['initiated', 'pending', 'processing', 'completed', 'failed', 'cancelled'];
const LOOK_EVERY_MS = 15_000;

export function Payments(): ReactNode {
  const { t, status: statusWord } = useWords();
  const providers = useProviders();
  const providerName = useProviderName();
  const [status, setStatus] = useFilter('status');
  const [provider, setProvider] = useFilter('provider');
  const [q] = useFilter('q');
  // A card of a payment link leads here with it.
  const [payment_link] = useFilter('payment_link');
  const range = useDateRange();
  const { from, to } = range;
  const [is_asking, setIsAsking] = useState(false);
  const given = Object.entries({ q, status, provider, payment_link, from, to }).filter(
    ([, value]) => value !== '',
  );
  const list = useSortedList(
    'payments.list',
    { ...Object.fromEntries(given), ...useDaysHere(range) },
    { every_ms: LOOK_EVERY_MS },
  );
  const columns: Column<Payment>[] = [
    {
      header: t('payments.reference'),
      cell: ({ id, reference: text }) => <Link href={`/payments/${id}`}>{text}</Link>,
    },
    summedColumn(t('amount.label'), 'amount_minor'),
    {
      id: 'status',
      header: t('payments.status'),
      cell: (payment) => (
        <Group gap="xs">
          <Status status={payment.status} />
          {payment.overpaid && <OverpaidBadge />}
        </Group>
      ),
    },
    { id: 'provider', header: t('payments.provider'), cell: (payment) => providerName(payment.provider) },
    {
      id: 'payer',
      header: t('payments.payer'),
      cell: ({ customer_phone }) => <span className="short">{customer_phone ?? '–'}</span>,
    },
    {
      id: 'created',
      header: t('payments.created'),
      sort: 'created_at',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];
  return (
    <Page
      title={t('nav.payments')}
      actions={<Button onClick={() => setIsAsking(true)}>{t('payments.new')}</Button>}
    >
      <Group gap="sm" align="flex-end" className="filters">
        <SearchField label={t('payments.search')} filter="q" placeholder={t('payments.search_by')} />
        <StatusFilter label={t('payments.status')} value={status} onChange={setStatus} statuses={STATUSES} />
        <FilterChoice
          label={t('payments.provider')}
          value={provider}
          onChange={setProvider}
          options={(providers ?? []).map(({ name }) => ({ value: name, label: providerName(name) }))}
        />
        <DateRangeFields {...range} />
      </Group>
      <FilterChips
        filters={[
          { name: 'q', label: t('payments.search'), value: q },
          { name: 'status', label: t('payments.status'), value: status && statusWord(status) },
          { name: 'provider', label: t('payments.provider'), value: provider && providerName(provider) },
          { name: 'payment_link', label: t('payments.link'), value: payment_link },
          { name: 'from', label: t('days.from'), value: from },
          { name: 'to', label: t('days.to'), value: to },
        ]}
      />
      <ListTable
        isMain
        opensRows
        choice="payments"
        name={t('nav.payments')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={
          given.length > 0 ? (
            t('search.nothing')
          ) : (
            <Empty what="empty.payments" begin={{ href: '/payment-links', label: 'payment_links.new' }} />
          )
        }
      />
      {is_asking && <NewPayment onClose={() => setIsAsking(false)} />}
    </Page>
  );
}
