/** Everything that happened to a customer. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useList } from '../../api/reads.ts';
import type { Customer, CustomerEvent } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useWords } from '../../words.ts';

export function CustomerEvents({ customer }: { customer: Customer }): ReactNode {
  const { t, word } = useWords();
  const list = useList('customers.listEvents', { customer: customer.id });
  const columns: Column<CustomerEvent>[] = [
    { header: t('events.what'), cell: ({ type }) => word('customer_event', type) },
    { header: t('events.who'), cell: ({ actor }) => actor.name },
    { header: t('events.when'), cell: ({ at }) => <Moment at={at} /> },
    { header: t('events.details'), cell: (event) => <Details event={event} /> },
  ];
  return (
    <Section title={t('events.title')}>
      <ListTable name={t('events.title')} columns={columns} list={list} rowKey={({ id }) => id} />
    </Section>
  );
}

/** The fields that the service records with its events; each kind has some of them. */
interface EventDetails {
  changes?: Record<string, { from: string | null; to: string | null }>;
  doc_type?: string;
  tier?: number | null;
  note?: string | null;
  reason?: string;
  payment_id?: string;
  amount_minor?: number;
  currency?: string;
}

function Details({ event }: { event: CustomerEvent }): ReactNode {
  const { t, word } = useWords();
  const details = event.details as EventDetails;
  const lines: ReactNode[] = [];
  for (const [field, { from, to }] of Object.entries(details.changes ?? {}))
    lines.push(`${word('customer_field', field)}: ${from ?? '–'} → ${to ?? '–'}`);
  if (details.doc_type !== undefined) lines.push(word('doc_type', details.doc_type));
  if (typeof details.tier === 'number') lines.push(t('customers.tier', { tier: details.tier }));
  if (details.amount_minor !== undefined && details.currency !== undefined)
    lines.push(<Money minor={details.amount_minor} currency={details.currency} />);
  else if (details.currency !== undefined) lines.push(details.currency);
  if (details.reason !== undefined) lines.push(word('topup_reason', details.reason));
  if (details.payment_id !== undefined)
    lines.push(<Link href={`/payments/${details.payment_id}`}>{t('payments.one')}</Link>);
  if (details.note) lines.push(details.note);
  if (lines.length === 0 || event.type === 'customer.created') return '–';
  return (
    <Stack gap={2} component="span" display="inline-flex">
      {lines.map((line, index) => (
        <Text key={index} span size="sm">
          {line}
        </Text>
      ))}
    </Stack>
  );
}
