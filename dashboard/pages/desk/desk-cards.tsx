/** The figures of the desk: cash in the tills, and what waits for somebody. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { Money } from '../../money/money.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { useWords } from '../../words.ts';
import { useOwnSession } from '../tills/own-session.ts';

const EVERY_MS = 30_000;
/** More are shown as `99+`. */
const MANY = 100;

export function CooperativeCards(): ReactNode {
  const { t } = useWords();
  const treasury = useRead('sacco.treasury', {}, { every_ms: EVERY_MS }).data;
  return (
    <>
      <FigureCard label={t('desk.cash_on_hand')} href="/treasury">
        {treasury ? (
          <Money minor={treasury.cash_on_hand_minor} currency={treasury.currency} />
        ) : (
          <Skeleton height={28} width={120} />
        )}
      </FigureCard>
      {treasury?.cash_on_hand_parts && <TillCard />}
      <CountCard label={t('desk.waiting')} href="/approvals" list="approvals.list" status="pending" />
    </>
  );
}

/** The till of whoever is signed in. */
function TillCard(): ReactNode {
  const { t } = useWords();
  const { session, is_loading } = useOwnSession();
  return (
    <FigureCard label={t('desk.my_till')} href="/tills">
      {is_loading ? (
        <Skeleton height={28} width={120} />
      ) : session?.expected_minor != null ? (
        <Money minor={session.expected_minor} currency={session.currency} />
      ) : (
        t('desk.no_till')
      )}
    </FigureCard>
  );
}

export function MerchantCards(): ReactNode {
  const { t } = useWords();
  return (
    <>
      <CountCard
        label={t('desk.blocked_topups')}
        href="/wallets"
        list="walletTopups.list"
        status="blocked"
        isTrouble
      />
      <CountCard
        label={t('desk.failed_postings')}
        href="/ledger/postings?status=failed"
        list="ledger.postings.list"
        status="failed"
        isTrouble
      />
    </>
  );
}

interface CountCardProps {
  label: string;
  href: string;
  /** The list whose rows in that status are counted. */
  list: 'approvals.list' | 'walletTopups.list' | 'ledger.postings.list';
  status: string;
  /** It counts problems that somebody must solve. */
  isTrouble?: boolean;
}

function CountCard({ label, href, list, status, isTrouble = false }: CountCardProps): ReactNode {
  const { items, is_loading, error } = useList(list, { status, limit: MANY }, { every_ms: EVERY_MS });
  const count = is_loading || error ? undefined : items.length;
  return (
    <FigureCard label={label} href={href}>
      {count === undefined ? (
        <Skeleton height={28} width={40} />
      ) : (
        <data value={count} className={isTrouble && count > 0 ? 'needs-attention' : undefined}>
          {count >= MANY ? `${MANY - 1}+` : count}
        </data>
      )}
    </FigureCard>
  );
}
