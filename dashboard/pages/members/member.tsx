/** One member: what the member holds and owes, what was moved, and what can be done. */
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useCooperativeReading } from '../../api/me.ts';
import { useList, useRead, type List } from '../../api/reads.ts';
import type { Entry, Member as MemberFacts, SaccoSettings } from '../../generated/wire.ts';
import { lazyPart, withLater } from '../../later.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { PageSkeleton } from '../../ui/skeletons.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { Moment, useDayOf, useToday } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Part } from '../../ui/part.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { MemberActions } from './actions/member-actions.tsx';
import { Face } from './face.tsx';
import { MemberLoans } from './member-loans.tsx';

const SavingsAccounts = lazyPart(async () => ({
  default: (await withLater(import('./savings/savings-accounts.tsx'))).SavingsAccounts,
}));
const Guarantees = lazyPart(async () => ({
  default: (await withLater(import('./guarantees.tsx'))).Guarantees,
}));
const MemberTimeline = lazyPart(async () => ({
  default: (await withLater(import('./timeline/member-timeline.tsx'))).MemberTimeline,
}));
const SavingsTrend = lazyPart(async () => ({
  default: (await withLater(import('./balance-trend.tsx'))).SavingsTrend,
}));
const SharesTrend = lazyPart(async () => ({
  default: (await withLater(import('./balance-trend.tsx'))).SharesTrend,
}));
const Particulars = lazyPart(async () => ({
  default: (await withLater(import('./particulars.tsx'))).Particulars,
}));

/** More open loans than anybody has. */
const ALL_OPEN = 100;

export function Member(): ReactNode {
  const { t } = useWords();
  const { id = '' } = useParams();
  const member = useRead('sacco.members.get', { member: id });
  const cooperative = useCooperativeReading();
  const failed = [member, cooperative].find(({ error }) => error);
  const alert = failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (member.data && cooperative.data) {
    return (
      <>
        {alert}
        <Known member={member.data} cooperative={cooperative.data} />
      </>
    );
  }
  if (!alert) return <PageSkeleton />;
  return (
    <Page title={t('members.one')} back={{ href: '/members', label: t('nav.members') }}>
      {alert}
    </Page>
  );
}

function Known({ member, cooperative }: { member: MemberFacts; cooperative: SaccoSettings }): ReactNode {
  const { currency, entrance_fee_minor } = cooperative;
  const { t } = useWords();
  const open_loans = useList('sacco.loans.list', {
    member_id: member.id,
    status: 'open',
    limit: ALL_OPEN,
  });
  const entries = useList('sacco.members.listEntries', { member: member.id, limit: 20 });
  const paying = useList('sacco.members.listEntries', {
    member: member.id,
    status: 'paying',
    limit: ALL_OPEN,
  });
  const waiting = useList('sacco.members.listEntries', {
    member: member.id,
    status: 'awaiting_approval',
    limit: ALL_OPEN,
  });
  const waiting_minor = waiting.items.reduce((sum, entry) => sum + fromSavingsMinor(entry), 0n);
  const withdrawalRoomMinor = useWithdrawalRoom(cooperative.withdrawal_approval_minor, entries.items);
  const paying_minor = paying.items.reduce((sum, entry) => sum + fromSavingsMinor(entry), 0n);
  const owed_minor = open_loans.items.reduce((sum, loan) => sum + BigInt(loan.outstanding_minor), 0n);
  return (
    <Page
      title={member.full_name}
      picture={<Face member={member} />}
      beside={member.status !== 'active' && <Status status={member.status} />}
      back={{ href: '/members', label: t('nav.members') }}
      actions={
        <MemberActions
          member={member}
          currency={currency}
          entranceFeeMinor={entrance_fee_minor}
          openLoans={open_loans.items}
          withdrawalRoomMinor={withdrawalRoomMinor}
        />
      }
    >
      <Introduction member={member} />
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <FigureCard
          label={t('members.savings')}
          hint={
            <Part>
              <SavingsTrend memberId={member.id} />
            </Part>
          }
        >
          <Money minor={member.savings_minor} currency={currency} />
        </FigureCard>
        <FigureCard
          label={t('members.available')}
          hint={
            [
              paying_minor > 0n && t('members.being_paid', { amount: formatMoney(paying_minor, currency) }),
              waiting_minor > 0n && t('members.waiting', { amount: formatMoney(waiting_minor, currency) }),
            ]
              .filter(Boolean)
              .join(' · ') || undefined
          }
        >
          <Money minor={member.savings_available_minor} currency={currency} />
        </FigureCard>
        <FigureCard
          label={t('members.shares')}
          hint={
            <Part>
              <SharesTrend memberId={member.id} />
            </Part>
          }
        >
          <Money minor={member.shares_minor} currency={currency} />
        </FigureCard>
        <FigureCard
          label={t('nav.loans')}
          hint={
            open_loans.items.length > 0
              ? t('members.open_loans', { count: open_loans.items.length })
              : undefined
          }
        >
          <Sum list={open_loans}>
            <Money minor={owed_minor} currency={currency} />
          </Sum>
        </FigureCard>
      </SimpleGrid>
      <Part>
        <SavingsAccounts member={member} currency={currency} />
      </Part>
      <MemberLoans memberId={member.id} />
      <Part>
        <Guarantees memberId={member.id} />
        <MemberTimeline memberId={member.id} entries={entries} />
        <Particulars member={member} currency={currency} />
      </Part>
    </Page>
  );
}

/** What may still be withdrawn today without a second person, as far as the page knows: the API decides. */
function useWithdrawalRoom(above_minor: number | null, entries: readonly Entry[]): bigint | null {
  const today = useToday();
  const dayOf = useDayOf();
  if (above_minor === null) return null;
  const withdrawn = entries.filter(
    ({ kind, status, created_at, reversed_by_entry_id }) =>
      kind === 'withdrawal' &&
      COUNTS_TOWARDS_DAY.has(status) &&
      reversed_by_entry_id === null &&
      dayOf(created_at) === today,
  );
  const room = withdrawn.reduce((left, { amount_minor }) => left - BigInt(amount_minor), BigInt(above_minor));
  return room > 0n ? room : 0n;
}

const COUNTS_TOWARDS_DAY: ReadonlySet<string> = new Set([
  'posted',
  'pending',
  'posting',
  'awaiting_approval',
  'paying',
]);

/** What of an entry that is being paid out is held of the member's savings: nothing of a loan. */
function fromSavingsMinor({ kind, amount_minor }: Entry): bigint {
  return kind === 'withdrawal' ? BigInt(amount_minor) : 0n;
}

/** A sum over a list, shown once the list is loaded. */
function Sum({ list, children }: { list: List<unknown>; children: ReactNode }): ReactNode {
  if (list.is_loading) return <Skeleton height={28} width="60%" />;
  return list.error ? <ErrorAlert error={list.error} onRetry={list.retry} /> : children;
}

function Introduction({ member }: { member: MemberFacts }): ReactNode {
  const { t } = useWords();
  return (
    <Stack gap={4} className="introduction">
      <Text size="sm" c="dimmed" className="sentence">
        <b>{member.member_no}</b>
        {member.phone !== null && <> · {member.phone}</>} · {t('members.joined_on')}{' '}
        <Moment at={member.joined_at} withTime={false} /> ·{' '}
        <Link href={`/customers/${member.customer_id}`}>{t('members.customer')}</Link>
      </Text>
      {!member.entrance_fee_paid && <Text size="sm">{t('members.fee_unpaid')}</Text>}
      {member.status === 'suspended' && <Text size="sm">{t('members.is_suspended')}</Text>}
      {member.status === 'exiting' && (
        <Text size="sm">
          {t('members.is_exiting')} <Link href="/approvals">{t('nav.approvals')}</Link>
        </Text>
      )}
    </Stack>
  );
}
