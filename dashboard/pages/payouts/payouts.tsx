/** The payouts of the project. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useProviders } from '../../api/providers.ts';
import { DateRangeFields, useDateRange, useDaysHere } from '../../forms/fields/date-field.tsx';
import { FilterChoice } from '../../forms/filters/filter-choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import { SearchField } from '../../forms/filters/search-field.tsx';
import { FilterChips } from '../../forms/filters/filter-chips.tsx';
import { StatusFilter } from '../../forms/filters/status-filter.tsx';
import type { Payout } from '../../generated/wire.ts';
import { summedColumn } from '../../money/money-column.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { Status } from '../../ui/status.tsx';
import { useSortedList } from '../../ui/sorted-list.ts';
import { useWords } from '../../words.ts';
import { NewPayout } from './new-payout.tsx';
import { usePayoutName } from './payout-name.ts';
import { receiverOf } from './receiver.ts';

const STATUSES = ['awaiting_approval', 'held', 'sending', 'unknown', 'succeeded', 'failed', 'cancelled'];
const LOOK_EVERY_MS = 15_000;

export function Payouts(): ReactNode {
  const { t, status: statusWord } = useWords();
  const providers = useProviders();
  const providerName = useProviderName();
  const nameOf = usePayoutName();
  const [status, setStatus] = useFilter('status');
  const [provider, setProvider] = useFilter('provider');
  const [reference] = useFilter('reference');
  const range = useDateRange();
  const { from, to } = range;
  const [is_asking, setIsAsking] = useState(false);
  const given = Object.entries({ status, provider, reference, from, to }).filter(([, value]) => value !== '');
  const list = useSortedList(
    'payouts.list',
    { ...Object.fromEntries(given), ...useDaysHere(range) },
    { every_ms: LOOK_EVERY_MS },
  );
  const columns: Column<Payout>[] = [
    {
      header: t('payments.reference'),
      cell: (payout) => <Link href={`/payouts/${payout.id}`}>{nameOf(payout)}</Link>,
    },
    summedColumn(t('amount.label'), 'amount_minor'),
    { id: 'status', header: t('payments.status'), cell: (payout) => <Status status={payout.status} /> },
    { id: 'provider', header: t('payments.provider'), cell: (payout) => providerName(payout.provider) },
    {
      id: 'receiver',
      header: t('payouts.receiver'),
      cell: (payout) => <span className="short">{receiverOf(payout)}</span>,
    },
    {
      id: 'created',
      header: t('payments.created'),
      sort: 'created_at',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ];
  const can_pay = (providers ?? []).filter(({ capabilities }) => capabilities.payouts);
  return (
    <Page
      title={t('nav.payouts')}
      actions={<Button onClick={() => setIsAsking(true)}>{t('payouts.new')}</Button>}
    >
      <Group gap="sm" align="flex-end" className="filters">
        <SearchField label={t('payments.reference')} filter="reference" />
        <StatusFilter label={t('payments.status')} value={status} onChange={setStatus} statuses={STATUSES} />
        <FilterChoice
          label={t('payments.provider')}
          value={provider}
          onChange={setProvider}
          options={can_pay.map(({ name }) => ({ value: name, label: providerName(name) }))}
        />
        <DateRangeFields {...range} />
      </Group>
      <FilterChips
        filters={[
          { name: 'reference', label: t('payments.reference'), value: reference },
          { name: 'status', label: t('payments.status'), value: status && statusWord(status) },
          { name: 'provider', label: t('payments.provider'), value: provider && providerName(provider) },
          { name: 'from', label: t('days.from'), value: from },
          { name: 'to', label: t('days.to'), value: to },
        ]}
      />
      <ListTable
        isMain
        opensRows
        choice="payouts"
        name={t('nav.payouts')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={given.length > 0 ? t('search.nothing') : <Empty what="empty.payouts" />}
      />
      {is_asking && <NewPayout onClose={() => setIsAsking(false)} />}
    </Page>
  );
}
