/** The evening's hand-over on paper: each receipt of the day, what is not booked yet, and two signatures. */
import { Button, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useCooperative, useMe } from '../../api/me.ts';
import { useList } from '../../api/reads.ts';
import { Money } from '../../money/money.tsx';
import { entryAmount, entryStatus, entryTime } from '../../movement/entry-columns.tsx';
import { DataTable, Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { shortNumber } from '../../movement/short-number.rules.ts';
import { Page } from '../../ui/page/page.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { PaperHead, Signatures } from '../../ui/page/paper-parts.tsx';
import { useWords } from '../../words.ts';
import { entryMember } from '../desk/my-entries.tsx';
import { useOwnSession } from '../tills/own-session.ts';
import { collectedIn, handOver } from './hand-over.rules.ts';
import { notBooked } from './queue.rules.ts';
import { TakenTable } from './taken-table.tsx';
import { useQueue } from './use-queue.ts';

const PER_PAGE = 500;

export function HandOver(): ReactNode {
  const words = useWords();
  const { t } = words;
  usePaper('a4');
  const today = useToday();
  const cooperative = useCooperative();
  const officer = useMe()?.user.name;
  const queue = useQueue();
  const list = useList(
    'sacco.entries.list',
    cooperative
      ? { requested_by: 'me', kind: 'loan_repayment', from: today, to: today, limit: PER_PAGE }
      : null,
  );
  const { has_more, is_loading_more, loadMore } = list;
  // The total is that of the whole day.
  useEffect(() => {
    if (has_more && !is_loading_more) loadMore();
  }, [has_more, is_loading_more, loadMore]);
  const is_complete =
    cooperative != null && !list.is_loading && !has_more && !list.error && queue.taken !== null;
  const collected = collectedIn(list.items);
  const open = notBooked(queue.taken ?? []);
  const { booked_minor, waiting_minor, refused_minor, in_hand_minor } = handOver(collected, open);
  const money = (minor: bigint): ReactNode => <Money minor={minor} currency={cooperative?.currency ?? ''} />;
  return (
    <Page
      title={t('hand_over.title')}
      back={{ href: '/collections', label: t('nav.collections') }}
      actions={
        <Button onClick={() => window.print()} disabled={!is_complete}>
          {t('receipt.print_now')}
        </Button>
      }
    >
      <PaperHead title={t('hand_over.title')}>
        <LocalDate date={today} /> · {officer}
      </PaperHead>
      {cooperative?.tills === 'on' && <TillLink />}
      {list.error && <ErrorAlert error={list.error} onRetry={list.retry} />}
      {!is_complete && !list.error && <Loading />}
      {is_complete && (
        <>
          <Facts
            facts={[
              [t('hand_over.booked'), money(booked_minor)],
              [t('hand_over.waiting'), money(waiting_minor)],
              [t('hand_over.refused'), money(refused_minor)],
              [t('hand_over.in_hand'), money(in_hand_minor)],
            ]}
          />
          <DataTable
            name={t('hand_over.receipts')}
            showName
            isDense
            rows={collected}
            rowKey={({ id }) => id}
            empty={t('hand_over.none')}
            columns={[
              entryTime(words, { withDate: false }),
              { header: t('receipt.short_number'), cell: ({ id }) => shortNumber(id) },
              entryMember(words),
              entryAmount(words),
              entryStatus(words),
            ]}
          />
        </>
      )}
      {open.length > 0 && <TakenTable name={t('hand_over.not_booked')} taken={open} queue={queue} />}
      <Signatures names={[t('hand_over.officer'), t('hand_over.received_by')]} />
    </Page>
  );
}

/** Where the cash is counted in. */
function TillLink(): ReactNode {
  const { t } = useWords();
  const { session, is_loading } = useOwnSession();
  if (is_loading) return null;
  return (
    <Text size="sm" className="no-print">
      {session ? (
        <Link href={`/tills/sessions/${session.id}`} className="lone-link">
          {t('hand_over.count')}
        </Link>
      ) : (
        <Link href="/tills" className="lone-link">
          {t('hand_over.no_session')}
        </Link>
      )}
    </Text>
  );
}
