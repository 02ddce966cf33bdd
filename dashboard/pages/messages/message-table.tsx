/** A list of messages: what was said, to whom, and what became of it. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { List } from '../../api/reads.ts';
import type { Notification } from '../../generated/wire.ts';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';

export interface MessageTableProps {
  name: string;
  list: List<Notification>;
  showName?: boolean;
  /** Whether the recipient leads to the member's page. */
  showsMember?: boolean;
}

export function MessageTable(props: MessageTableProps): ReactNode {
  const { name, list, showName = false, showsMember = false } = props;
  const { t, word } = useWords();
  const currency = currencyOfCosts(list.items);
  return (
    <ListTable
      isMain={showsMember}
      name={name}
      showName={showName}
      list={list}
      rowKey={({ id }) => id}
      columns={[
        {
          header: t('messages.at'),
          sort: 'created_at',
          cell: ({ created_at }) => <Moment at={created_at} />,
        },
        {
          header: t('messages.to'),
          cell: ({ to, member_id, channel }) => (
            <div>
              {showsMember ? <Link href={`/members/${member_id}`}>{to}</Link> : to}
              <Text size="xs" c="dimmed">
                {word('channel', channel)}
              </Text>
            </div>
          ),
        },
        {
          header: t('messages.text'),
          cell: ({ text, template, reason }) => (
            <div className="long-text side">
              <Text size="xs" c="dimmed">
                {word('message_template', template)}
              </Text>
              {text}
              {reason !== null && (
                <Text size="xs" c="dimmed">
                  {reason}
                </Text>
              )}
            </div>
          ),
        },
        { header: t('messages.segments'), isFigure: true, cell: ({ segments }) => segments ?? '–' },
        {
          header: currency === null ? t('messages.cost') : `${t('messages.cost')} (${currency})`,
          isFigure: true,
          cell: ({ cost, cost_currency }) =>
            cost === null ? '–' : currency === null ? `${cost} ${cost_currency}` : cost,
        },
        { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
      ]}
    />
  );
}

/** The one of all costs; a price has more decimals than an amount, which is why it is no `Money`. */
function currencyOfCosts(messages: readonly Notification[]): string | null {
  const [currency, ...others] = new Set(messages.flatMap(({ cost_currency }) => cost_currency ?? []));
  return others.length === 0 ? (currency ?? null) : null;
}
