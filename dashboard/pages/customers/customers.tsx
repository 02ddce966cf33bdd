/** The customers of the project: found by name, phone, e-mail or reference. */
import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import type { Customer } from '../../generated/wire.ts';
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
import { CustomerDialog } from './customer-dialog.tsx';
import { KycState } from './kyc/kyc-state.tsx';

const STATUSES = ['active', 'frozen', 'closed'];
const KYC_STATUSES = ['unverified', 'in_review', 'verified', 'rejected'];

export function Customers(): ReactNode {
  const { t, status: statusWord } = useWords();
  const [q] = useFilter('q');
  const [status, setStatus] = useFilter('status');
  const [kyc_status, setKycStatus] = useFilter('kyc_status');
  const [is_adding, setIsAdding] = useState(false);
  const list = useList('customers.list', {
    q: q || undefined,
    status: status || undefined,
    kyc_status: kyc_status || undefined,
  });
  const is_filtered = q !== '' || status !== '' || kyc_status !== '';
  const columns: Column<Customer>[] = [
    {
      header: t('customers.name'),
      cell: ({ id, full_name }) => <Link href={`/customers/${id}`}>{full_name}</Link>,
    },
    {
      id: 'phone',
      header: t('customers.phone'),
      cell: ({ phone }) => <span className="short">{phone ?? '–'}</span>,
    },
    {
      id: 'status',
      header: t('customers.status'),
      cell: (customer) => customer.status !== 'active' && <Status status={customer.status} />,
    },
    { id: 'kyc', header: t('customers.kyc'), cell: (customer) => <KycState customer={customer} /> },
    {
      id: 'since',
      header: t('customers.since'),
      cell: ({ created_at }) => <Moment at={created_at} withTime={false} />,
    },
  ];
  return (
    <Page
      title={t('nav.customers')}
      actions={<Button onClick={() => setIsAdding(true)}>{t('customers.new')}</Button>}
    >
      <Group gap="sm" align="flex-end" className="filters">
        <SearchField label={t('customers.search')} filter="q" placeholder={t('customers.search_hint')} />
        <StatusFilter label={t('customers.status')} value={status} onChange={setStatus} statuses={STATUSES} />
        <StatusFilter
          label={t('customers.kyc')}
          value={kyc_status}
          onChange={setKycStatus}
          statuses={KYC_STATUSES}
        />
      </Group>
      <FilterChips
        filters={[
          { name: 'q', label: t('customers.search'), value: q },
          { name: 'status', label: t('customers.status'), value: status && statusWord(status) },
          { name: 'kyc_status', label: t('customers.kyc'), value: kyc_status && statusWord(kyc_status) },
        ]}
      />
      <ListTable
        isMain
        opensRows
        choice="customers"
        name={t('nav.customers')}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={is_filtered ? t('search.nothing') : <Empty what="empty.customers" />}
      />
      {is_adding && <CustomerDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
