/** One session at a till: what it must have, what moved in it, and its counts. */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useMe, useRole } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { TillSessionDetails } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable, Loading } from '../../ui/data-table.tsx';
import { CsvButton, PdfButton } from '../../ui/download-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LinkNotice } from '../../ui/link-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { CountDialog } from './count-dialog.tsx';
import { ofTill } from './signed.rules.ts';

/** Entries that are shown; the day sheet has all. */
const SHOWN = 200;
const EVERY_MS = 15_000;

export function TillSessionPage(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const { data: session, error } = useRead(
    'sacco.tillSessions.get',
    { till_session: id, limit: SHOWN },
    { every_ms: EVERY_MS },
  );
  const back = { href: '/tills', label: t('nav.tills') };
  if (!session)
    return (
      <Page title={t('tills.session')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={`${session.till_name} · ${session.teller.name}`}
      beside={<Status status={session.status} />}
      back={back}
      actions={<Actions session={session} />}
    >
      {session.approval_id !== null && <LinkNotice href="/approvals">{t('tills.waits')}</LinkNotice>}
      <SessionFacts session={session} />
      <ByKind session={session} />
      <Movements session={session} />
      <Counts session={session} />
    </Page>
  );
}

function Actions({ session }: { session: TillSessionDetails }): ReactNode {
  const { t } = useWords();
  const role = useRole();
  const me = useMe();
  const [purpose, setPurpose] = useState<'close' | 'surprise' | null>(null);
  const is_own = me?.user.id === session.teller.id;
  const keeps_vault = role !== undefined && role !== 'maker';
  const is_open = session.status === 'open';
  const input = { till_session: session.id };
  const fileName = `day-sheet-${session.till_name}-${session.created_at.slice(0, 10)}`;
  return (
    <>
      {is_open && (is_own || keeps_vault) && (
        <Button onClick={() => setPurpose('close')}>{t('tills.count_and_close')}</Button>
      )}
      {is_open && keeps_vault && !is_own && (
        <Button variant="default" onClick={() => setPurpose('surprise')}>
          {t('tills.surprise')}
        </Button>
      )}
      <PdfButton
        operation="sacco.tillSessions.get"
        input={input}
        fileName={fileName}
        label={t('day_sheet.title')}
      />
      <CsvButton operation="sacco.tillSessions.get" input={input} fileName={fileName} />
      {purpose && <CountDialog session={session} purpose={purpose} onClose={() => setPurpose(null)} />}
    </>
  );
}

function SessionFacts({ session }: { session: TillSessionDetails }): ReactNode {
  const { t } = useWords();
  const { currency } = session;
  const money = (minor: number | bigint | null): ReactNode =>
    minor === null ? undefined : <Money minor={minor} currency={currency} />;
  return (
    <Facts
      facts={[
        [t('tills.float'), money(session.opening_minor)],
        [t('tills.in'), money(session.in_minor)],
        [t('tills.out'), money(session.out_minor)],
        [t('tills.expected'), money(session.expected_minor)],
        [t('tills.counted_cash'), money(session.counted_minor)],
        [t('tills.difference'), money(session.difference_minor)],
        [t('movement.memo'), session.memo ?? undefined],
        [t('tills.began'), <Moment key="began" at={session.created_at} />],
        [
          t('tills.ended'),
          session.closed_at === null ? undefined : <Moment key="ended" at={session.closed_at} />,
        ],
      ]}
    />
  );
}

function ByKind({ session: { by_kind, currency } }: { session: TillSessionDetails }): ReactNode {
  const { t, word } = useWords();
  return (
    <DataTable
      currency={currency}
      name={t('tills.by_kind')}
      showName
      rows={by_kind}
      rowKey={({ kind }) => kind}
      columns={[
        { header: t('entry.kind'), cell: ({ kind }) => word('kind', kind) },
        { header: t('tills.how_many'), isFigure: true, cell: ({ entries }) => entries },
        moneyColumn(t('tills.in'), 'in_minor', currency),
        moneyColumn(t('tills.out'), 'out_minor', currency),
      ]}
    />
  );
}

function Movements({
  session: { id: session_id, entries, currency },
}: {
  session: TillSessionDetails;
}): ReactNode {
  const { t, word } = useWords();
  return (
    <DataTable
      currency={currency}
      name={t('tills.movements')}
      showName
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { header: t('tills.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          header: t('entry.kind'),
          cell: ({ id, kind }) => <Link href={`/entries/${id}`}>{word('kind', kind)}</Link>,
        },
        {
          header: t('entry.member'),
          cell: ({ member }) => member && <Link href={`/members/${member.id}`}>{member.full_name}</Link>,
        },
        {
          header: t('amount.label'),
          isFigure: true,
          cell: (entry) => <Money minor={ofTill(entry, session_id)} currency={currency} />,
        },
        {
          header: t('tills.status'),
          cell: ({ status }) => status !== 'posted' && <Status status={status} ofEntry />,
        },
      ]}
    />
  );
}

function Counts({ session: { counts, currency } }: { session: TillSessionDetails }): ReactNode {
  const { t } = useWords();
  if (counts.length === 0) return null;
  return (
    <DataTable
      currency={currency}
      name={t('tills.counts')}
      showName
      rows={counts}
      rowKey={({ id }) => id}
      columns={[
        { header: t('tills.when'), cell: ({ counted_at }) => <Moment at={counted_at} /> },
        { header: t('tills.counted_by'), cell: ({ counted_by }) => counted_by.name },
        moneyColumn(t('tills.expected'), 'expected_minor', currency),
        moneyColumn(t('tills.counted_cash'), 'counted_minor', currency),
        moneyColumn(t('tills.difference'), 'difference_minor', currency),
        { header: t('movement.memo'), cell: ({ memo }) => memo ?? '–' },
      ]}
    />
  );
}
