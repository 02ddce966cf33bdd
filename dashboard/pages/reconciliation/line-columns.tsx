/** The columns of a statement's line and of its match with our payments. */
import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Line } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { LocalDate } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import type { Words } from '../../words.ts';

export function lineColumns({ t, word }: Words): Column<Line>[] {
  return [
    { header: t('reconciliation.line'), isFigure: true, cell: ({ line_no }) => line_no },
    {
      header: t('reconciliation.date'),
      cell: ({ date }) => (date === null ? '–' : <LocalDate date={date} />),
    },
    { header: t('reconciliation.kind'), cell: ({ kind }) => word('kind', kind) },
    {
      header: t('reconciliation.reference'),
      cell: ({ reference, provider_txn_id, description }) => (
        <div>
          {reference ?? provider_txn_id ?? '–'}
          {[reference === null ? null : provider_txn_id, description]
            .filter((each) => each !== null && each !== reference)
            .map((each) => (
              <Text key={each} size="xs" c="dimmed">
                {each}
              </Text>
            ))}
        </div>
      ),
    },
    {
      header: t('amount.label'),
      isFigure: true,
      cell: ({ kind, amount_minor, currency }) => (
        <Money minor={signed(kind, amount_minor)} currency={currency} />
      ),
    },
    {
      header: t('reconciliation.result'),
      cell: ({ match_status, match_note, payment_id }) => (
        <div>
          <Status status={match_status} />
          <Text size="xs" c="dimmed">
            {match_note}{' '}
            {payment_id !== null && (
              <Link href={`/payments/${payment_id}`}>{t('reconciliation.payment')}</Link>
            )}
          </Text>
        </div>
      ),
    },
  ];
}

/** Money that leaves is below zero, whichever sign the file gives it. */
export function signed(kind: string, amount_minor: number): number {
  return MONEY_OUT.has(kind) ? -Math.abs(amount_minor) : amount_minor;
}

const MONEY_OUT: ReadonlySet<string> = new Set(['payout', 'fee', 'refund']);
