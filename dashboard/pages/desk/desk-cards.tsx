/** The figures of the desk: cash in the tills, and how much waits for somebody. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import type { Treasury } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { useWords } from '../../words.ts';

const EVERY_MS = 30_000;
/** More are not counted, only said to be more. */
const MANY = 100;

export function CooperativeCards(): ReactNode {
  const { t } = useWords();
  const treasury = useRead<Treasury>('/api/v1/sacco/treasury', { every_ms: EVERY_MS }).data;
  return (
    <>
      <FigureCard label={t('desk.cash_on_hand')} href="/treasury">
        {treasury ? (
          <Money minor={treasury.cash_on_hand_minor} currency={treasury.currency} />
        ) : (
          <Skeleton height={28} width={120} />
        )}
      </FigureCard>
      <CountCard
        label={t('desk.waiting')}
        href="/approvals"
        path="/api/v1/approvals"
        plural="approvals"
        status="pending"
      />
    </>
  );
}

export function MerchantCards(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <CountCard
        label={t('desk.blocked_topups')}
        href="/wallets"
        path="/api/v1/wallet-topups"
        plural="topups"
        status="blocked"
        is_trouble
      />
      <CountCard
        label={t('desk.failed_postings')}
        href="/ledger/postings?status=failed"
        path="/api/v1/ledger/postings"
        plural="postings"
        status="failed"
        is_trouble
      />
    </>
  );
}

interface CountCardProps {
  label: string;
  href: string;
  /** The list whose rows in that status are counted. */
  path: string;
  plural: string;
  status: string;
  /** Something went wrong that somebody must look at. */
  is_trouble?: boolean;
}

function CountCard({ label, href, path, plural, status, is_trouble = false }: CountCardProps): ReactNode {
  const { data } = useRead<Record<string, unknown>>(path, {
    query: { status, limit: MANY },
    every_ms: EVERY_MS,
  });
  const count = (data?.[plural] as unknown[] | undefined)?.length;
  return (
    <FigureCard label={label} href={href}>
      {count === undefined ? (
        <Skeleton height={28} width={40} />
      ) : (
        <data value={count} className={is_trouble && count > 0 ? 'needs-attention' : undefined}>
          {count >= MANY ? `${MANY - 1}+` : count}
        </data>
      )}
    </FigureCard>
  );
}
