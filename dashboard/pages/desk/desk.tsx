/**
 * Where everybody begins: finding a member, the own day and what needs attention, then what the role is for, and what the person
 * has booked today.
 */
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useCooperative, useIsManager, useRole } from '../../api/me.ts';
import { showMeanwhile, useRead } from '../../api/reads.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { FindBox } from '../../forms/fields/find-box.tsx';
import { focusSearch } from '../../shell/shortcuts.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Part } from '../../ui/part.tsx';
import { lazyPart, withLater } from '../../later.ts';
import { useWords } from '../../words.ts';
import { CooperativeCards, MerchantCards } from './desk-cards.tsx';
import { MyEntries } from './my-entries.tsx';

const FillDemo = lazyPart(async () => ({
  default: (await withLater(import('../demo/fill-demo.tsx'))).FillDemo,
}));

const DeskLater = lazyPart(async () => ({
  default: (await withLater(import('./home/desk-later.tsx'))).DeskLater,
}));

const EVERY_MS = 30_000;

export function Desk(): ReactNode {
  const { t } = useWords();
  const cooperative = useCooperative();
  const {
    data: home,
    error,
    refetch,
  } = useRead('sacco.home', cooperative ? {} : null, { every_ms: EVERY_MS });
  const payments = useRead('payments.home', {}, { every_ms: EVERY_MS }).data;
  return (
    <Page title={t('nav.desk')}>
      {cooperative && <FindMember currency={cooperative.currency} />}
      {cooperative === null && <NoCooperative />}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {cooperative && <CooperativeCards home={home} />}
        <MerchantCards payments={payments} />
      </SimpleGrid>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {cooperative && !home && !error && <FiguresSkeleton />}
      {(home !== undefined || cooperative === null) && (
        <Part waiting={<FiguresSkeleton />}>
          <DeskLater home={home} payments={payments} />
        </Part>
      )}
      {cooperative && <MyEntries />}
    </Page>
  );
}

/** In the shape of the cooperative's figures, for whom they are. */
function FiguresSkeleton(): ReactNode {
  const role = useRole();
  if (role === undefined || role === 'maker') return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} aria-hidden="true">
      {['savings', 'loans', 'par30', 'cash'].map((figure) => (
        <Skeleton key={figure} height={132} radius="md" />
      ))}
    </SimpleGrid>
  );
}

function FindMember({ currency }: { currency: string }): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const is_next = params.get('find') === 'now';
  useEffect(() => {
    if (!is_next) return undefined;
    // It was asked for on another page, or before it was there. After the page has moved the focus to its heading.
    const timer = setTimeout(focusSearch);
    return () => clearTimeout(timer);
  }, [is_next]);
  return (
    <FindBox
      label={t('desk.find')}
      placeholder={t('desk.find_by')}
      resultsLabel={t('desk.found')}
      list="sacco.members.list"
      describe={({ id, full_name, member_no, phone, savings_minor }) => ({
        id,
        label: full_name,
        hint: [member_no, phone, formatMoney(savings_minor, currency)].filter(Boolean).join(' · '),
      })}
      onChoose={(member) => {
        showMeanwhile('sacco.members.get', { member: member.id }, member);
        navigate(`/members/${member.id}`);
      }}
    />
  );
}

function NoCooperative(): ReactNode {
  const { t } = useWords();
  const is_manager = useIsManager();
  return (
    <Stack className="empty" align="center" gap="sm">
      <Text c="dimmed">{t('desk.no_cooperative')}</Text>
      {is_manager && <LinkButton href="/settings/cooperative">{t('nav.set_up')}</LinkButton>}
      {is_manager && (
        <Part>
          <FillDemo />
        </Part>
      )}
    </Stack>
  );
}
