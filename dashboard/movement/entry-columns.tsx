/** The columns that tables of entries share. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Entry, SavingsAccount } from '../generated/wire.ts';
import { Money } from '../money/money.tsx';
import { signedMinor } from './signed.rules.ts';
import type { Column } from '../ui/data-table.tsx';
import { LocalDate, Moment } from '../ui/moment.tsx';
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

/** On a member's page: with the sign of what it does to the member's savings. */
export function entryAmountOfMember({ t }: Words): Column<Entry> {
  return {
    header: t('entry.amount'),
    isFigure: true,
    cell: (entry) => <Money minor={signedMinor(entry)} currency={entry.currency} />,
  };
}

/**
 * On a member's page: what the savings were right after it, on the account that it moved, which is named where the member has had
 * several. Nothing of what is not booked, or is of another member.
 */
export function entryBalance(
  { t }: Words,
  member_id: string,
  accounts: readonly SavingsAccount[],
): Column<Entry> {
  return {
    header: t('receipt.savings_after'),
    isFigure: true,
    cell: (entry) =>
      entry.member_id === member_id && entry.balances_after ? (
        <div>
          <Money minor={entry.balances_after.savings_minor} currency={entry.currency} />
          {accounts.length > 1 && <AccountName account={accountOf(entry, accounts)} of={accounts} />}
        </div>
      ) : (
        '–'
      ),
  };
}

/** What moves no savings tells of the default account. */
function accountOf(
  { savings_account_id }: Entry,
  accounts: readonly SavingsAccount[],
): SavingsAccount | undefined {
  return accounts.find(({ id, is_default }) =>
    savings_account_id === null ? is_default : id === savings_account_id,
  );
}

interface AccountNameProps {
  account: SavingsAccount | undefined;
  of: readonly SavingsAccount[];
}

/** By its product; where others are of the same product, also by the day on which it was opened. */
function AccountName({ account, of }: AccountNameProps): ReactNode {
  if (!account) return null;
  const { product_id, product_name, opened_on } = account;
  const is_one_of_several = of.filter((each) => each.product_id === product_id).length > 1;
  return (
    <Text size="xs" c="dimmed" className="sentence">
      {product_name}
      {is_one_of_several && opened_on !== null && (
        <>
          {' · '}
          <LocalDate date={opened_on} />
        </>
      )}
    </Text>
  );
}

/** Its status where it is not posted as usual, why it failed, and the receipt of a posted one. */
export function entryStatus({ t, reason }: Words): Column<Entry> {
  return {
    header: t('entry.status'),
    cell: (entry) => {
      const has_receipt = entry.status === 'posted' && entry.member_id !== null;
      if (entry.status === 'posted' && !has_receipt && entry.reversed_by_entry_id === null) return null;
      return (
        <div>
          {entry.status !== 'posted' && <Status status={entry.status} ofEntry />}{' '}
          {has_receipt && (
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
      );
    },
  };
}

export function entryBy({ t }: Words): Column<Entry> {
  return { header: t('entry.by'), cell: ({ requested_by }) => requested_by.name };
}
