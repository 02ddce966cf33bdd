/** The postings of completed payments to the ledger; failed ones can be retried. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatusFilter } from '../../../forms/filters/status-filter.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { useSortedList } from '../../../ui/sorted-list.ts';
import { useWords } from '../../../words.ts';
import { RetryPosting } from './retry-posting.tsx';

const STATUSES = ['failed', 'pending', 'posted'] as const;
/** Often enough to follow a retry. */
const LOOK_EVERY_MS = 5_000;

export function PostingsTab(): ReactNode {
  const { t, reason } = useWords();
  const [status, setStatus] = useFilter('status');
  const postings = useSortedList(
    'ledger.postings.list',
    { status: status || undefined },
    { every_ms: LOOK_EVERY_MS },
  );
  return (
    <Stack>
      <Group>
        <StatusFilter label={t('ledger.status')} value={status} onChange={setStatus} statuses={STATUSES} />
      </Group>
      <ListTable
        isMain
        name={t('ledger.postings')}
        list={postings}
        empty={<Empty what="empty.postings" />}
        rowKey={({ payment_id }) => payment_id}
        columns={[
          {
            header: t('ledger.payment'),
            cell: ({ payment_id }) => <Link href={`/payments/${payment_id}`}>{payment_id}</Link>,
          },
          {
            header: t('ledger.completed'),
            sort: 'created_at',
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            header: t('ledger.status'),
            cell: ({ status: each, error }) => (
              <div>
                <Status status={each} />
                {error !== null && (
                  <Text size="xs" c="dimmed">
                    {reason(error, error)}
                  </Text>
                )}
              </div>
            ),
          },
          { header: t('ledger.attempts'), isFigure: true, cell: ({ attempts }) => attempts },
          {
            header: t('ledger.booked'),
            cell: ({ posted_at }) => (posted_at === null ? '–' : <Moment at={posted_at} />),
          },
          {
            header: t('ledger.actions'),
            cell: (posting) => posting.status === 'failed' && <RetryPosting posting={posting} />,
          },
        ]}
      />
    </Stack>
  );
}
