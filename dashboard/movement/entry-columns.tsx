/** The columns that tables of entries share. */
import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Entry } from '../generated/wire.ts';
import { Money } from '../money/money.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Moment } from '../ui/moment.tsx';
import { Status } from '../ui/status.tsx';
import type { Words } from '../words.ts';

/** Movements that cash or savings can pay for; for the others the source is obvious. */
const BY_CASH_TOO = new Set(['share_purchase', 'loan_repayment']);

/** Is it shown that savings paid for it? */
export function fromSavings({ kind, source }: Pick<Entry, 'kind' | 'source'>): boolean {
  return source === 'savings' && BY_CASH_TOO.has(kind);
}

/** When it was requested. */
export function entryTime({ t }: Words, { withDate = true } = {}): Column<Entry> {
  return {
    header: t('entry.time'),
    cell: ({ created_at }) => <Moment at={created_at} withDate={withDate} />,
  };
}

/** Its kind, where the money came from, and the memo. */
export function entryKind({ t, word }: Words): Column<Entry> {
  return {
    header: t('entry.kind'),
    cell: ({ id, kind, source, direction, memo }) => (
      <div>
        <Link href={`/entries/${id}`}>{word('kind', kind)}</Link>
        {fromSavings({ kind, source }) && <span className="aside"> {t('entry.from_savings')}</span>}
        {source === 'payment' && <span className="aside"> {t('entry.by_payment')}</span>}
        {source === 'mobile' && <span className="aside"> {t('entry.to_phone')}</span>}
        {source === 'bank' && direction === null && <span className="aside"> {t('entry.by_bank')}</span>}
        {direction && <span className="aside"> {word('entry', direction)}</span>}
        {memo !== null && (
          <Text size="xs" c="dimmed">
            {memo}
          </Text>
        )}
      </div>
    ),
  };
}

export function entryAmount({ t }: Words): Column<Entry> {
  return {
    header: t('entry.amount'),
    isFigure: true,
    cell: ({ amount_minor, currency }) => <Money minor={amount_minor} currency={currency} />,
  };
}

/** Its status where it is not posted as usual, why it failed, and the receipt of a posted one. */
export function entryStatus({ t, reason }: Words): Column<Entry> {
  return {
    header: t('entry.status'),
    cell: (entry) => (
      <div>
        {entry.status !== 'posted' && <Status status={entry.status} ofEntry />}{' '}
        {entry.status === 'posted' && entry.member_id !== null && (
          <Link href={`/entries/${entry.id}/receipt`} className="aside-link">
            {t('receipt.title')}
          </Link>
        )}
        {entry.reversed_by_entry_id !== null && (
          <Link href={`/entries/${entry.reversed_by_entry_id}`} className="aside-link">
            {t('entry.reversed')}
          </Link>
        )}
        {entry.status === 'awaiting_approval' && (
          <Link href="/approvals?tab=mine" className="aside-link">
            {t('entry.follow')}
          </Link>
        )}
        {entry.status === 'failed' && (
          <Text size="xs" c="dimmed">
            {reason(entry.error, entry.reason ?? '')}
          </Text>
        )}
      </div>
    ),
  };
}

export function entryBy({ t }: Words): Column<Entry> {
  return { header: t('entry.by'), cell: ({ requested_by }) => requested_by.name };
}
