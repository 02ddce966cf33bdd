/** The deliveries of events to endpoints: payload, attempts, and redelivery. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import type { WebhookEndpoint } from '../../../generated/wire.ts';
import { FilterChoice } from '../../../forms/filters/filter-choice.tsx';
import { StatusFilter } from '../../../forms/filters/status-filter.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { sayDone } from '../../../ui/toast.ts';
import { useSortedList } from '../../../ui/sorted-list.ts';
import { useWords } from '../../../words.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';

const STATUSES = ['pending', 'delivered', 'failed'] as const;
const LOOK_EVERY_MS = 10_000;

export function Deliveries({ endpoints }: { endpoints: readonly WebhookEndpoint[] }): ReactNode {
  const { t } = useWords();
  const [status, changeStatus] = useFilter('status');
  const [endpoint_id, changeEndpoint] = useFilter('endpoint_id');
  const list = useSortedList(
    'webhookDeliveries.list',
    { status: status || undefined, endpoint_id: endpoint_id || undefined },
    { every_ms: LOOK_EVERY_MS },
  );
  const submission = useSubmit('webhookDeliveries.redeliver');
  const [shown, setShown] = useState<string | null>(null);
  const urlOf = (id: string): string => endpoints.find((each) => each.id === id)?.url ?? '–';
  const redeliver = async (webhook_delivery: string): Promise<void> => {
    if (await submission.submit({ webhook_delivery })) sayDone(t('settings.redelivering'));
  };
  return (
    <Stack>
      <Title order={2} size="h4">
        {t('settings.deliveries')}
      </Title>
      <Group align="flex-end">
        <StatusFilter
          label={t('loans.status')}
          value={status}
          onChange={changeStatus}
          all={t('loans.every_status')}
          statuses={STATUSES}
        />
        <FilterChoice
          label={t('settings.endpoint')}
          value={endpoint_id}
          onChange={changeEndpoint}
          className="endpoint-choice"
          all={t('settings.every_endpoint')}
          options={endpoints.flatMap(({ id, url }) => (url === null ? [] : [{ value: id, label: url }]))}
        />
      </Group>
      <ErrorAlert error={submission.error} />
      <ListTable
        isMain
        name={t('settings.deliveries')}
        list={list}
        empty={<Empty what="empty.deliveries" />}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('settings.event'),
            cell: (delivery) => (
              <>
                {delivery.type}
                <Text size="xs" c="dimmed">
                  {urlOf(delivery.endpoint_id)}
                </Text>
              </>
            ),
          },
          {
            header: t('settings.at'),
            sort: 'created_at',
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          { header: t('loans.status'), cell: (delivery) => <Status status={delivery.status} /> },
          {
            header: t('settings.attempts'),
            isFigure: true,
            cell: ({ attempts }) => attempts.length,
          },
          {
            header: t('settings.last_answer'),
            cell: ({ attempts }) => {
              const last = attempts.at(-1);
              return last?.error ?? last?.status_code ?? '–';
            },
          },
          {
            header: t('settings.action'),
            cell: (delivery) => (
              <Group gap="xs" wrap="nowrap" justify="flex-end">
                <Button size="xs" variant="default" onClick={() => setShown(delivery.id)}>
                  {t('settings.payload')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  disabled={submission.is_busy || delivery.status === 'pending'}
                  onClick={() => void redeliver(delivery.id)}
                >
                  {t('settings.redeliver')}
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}
