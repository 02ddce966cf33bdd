/** The figures of the desk: cash, what the person has done today, and what waits for somebody. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperative } from '../../api/me.ts';
import type { Home, PaymentsHome } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { Age } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';

/** More are shown as `99+`. */
const MANY = 100;

export function CooperativeCards({ home }: { home: Home | undefined }): ReactNode {
  const { t } = useWords();
  const has_tills = useCooperative()?.tills === 'on';
  const waiting = home?.approvals;
  return (
    <>
      <FigureCard
        label={t('desk.cash_on_hand')}
        href="/treasury"
        hint={!has_tills && <CashToday home={home} />}
      >
        {home ? <Money minor={home.cash_on_hand_minor} currency={home.currency} /> : <MoneySkeleton />}
      </FigureCard>
      {has_tills && <TillCard home={home} />}
      <FigureCard
        label={t('desk.members_served')}
        hint={t('desk.entries_today', { count: home?.my_day?.entries ?? 0 })}
      >
        <Count count={home && (home.my_day?.members_served ?? 0)} />
      </FigureCard>
      <FigureCard
        label={t('desk.waiting')}
        href="/approvals"
        hint={
          waiting?.oldest_requested_at && (
            <>
              {t('desk.oldest')} <Age at={waiting.oldest_requested_at} />
            </>
          )
        }
      >
        <Count count={waiting?.waiting} />
      </FigureCard>
    </>
  );
}

/** What the person's movements brought and took, where all cash is one drawer. */
function CashToday({ home }: { home: Home | undefined }): ReactNode {
  if (!home?.my_day) return null;
  return <InAndOut moved={home.my_day} currency={home.currency} />;
}

/** The till of whoever is signed in. */
function TillCard({ home }: { home: Home | undefined }): ReactNode {
  const { t } = useWords();
  const drawer = home?.my_day?.drawer;
  return (
    <FigureCard
      label={t('desk.my_till')}
      href="/tills"
      hint={home && drawer && <InAndOut moved={drawer} currency={home.currency} />}
    >
      {home === undefined ? (
        <MoneySkeleton />
      ) : drawer?.expected_minor != null ? (
        <Money minor={drawer.expected_minor} currency={home.currency} />
      ) : (
        t('desk.no_till')
      )}
    </FigureCard>
  );
}

interface InAndOutProps {
  moved: { in_minor: number | bigint; out_minor: number | bigint };
  currency: string;
}

function InAndOut({ moved: { in_minor, out_minor }, currency }: InAndOutProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      {t('desk.cash_in', { amount: formatMoney(in_minor, currency) })} ·{' '}
      {t('desk.cash_out', { amount: formatMoney(out_minor, currency) })}
    </>
  );
}

export function MerchantCards({ payments }: { payments: PaymentsHome | undefined }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <FigureCard label={t('desk.blocked_topups')} href="/wallets">
        <Count count={payments?.topups_blocked} isTrouble />
      </FigureCard>
      <FigureCard label={t('desk.failed_postings')} href="/ledger/postings?status=failed">
        <Count count={payments?.postings_failed} isTrouble />
      </FigureCard>
    </>
  );
}

interface CountProps {
  /** Undefined until it is read. */
  count: number | undefined;
  /** It counts problems that somebody must solve. */
  isTrouble?: boolean;
}

function Count({ count, isTrouble = false }: CountProps): ReactNode {
  if (count === undefined) return <Skeleton height={28} width={40} />;
  return (
    <data value={count} className={isTrouble && count > 0 ? 'needs-attention' : undefined}>
      {count >= MANY ? `${MANY - 1}+` : count}
    </data>
  );
}

function MoneySkeleton(): ReactNode {
  return <Skeleton height={28} width={120} />;
}
