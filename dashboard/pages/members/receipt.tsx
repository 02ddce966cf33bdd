/** The receipt of a member: what was booked, and the balances after it. */
import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useMe } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import type { Entry } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { fromSavings } from '../../movement/entry-columns.tsx';
import { usePlace } from '../../session/place.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { useWords } from '../../words.ts';
import './receipt.css';

export function Receipt(): ReactNode {
  const { t, status } = useWords();
  const { id = '' } = useParams();
  usePaper('receipt');
  const { data: entry, error } = useRead('sacco.entries.get', { entry: id });
  const back = entry?.member
    ? { href: `/members/${entry.member.id}`, label: entry.member.full_name }
    : { href: '/', label: t('nav.desk') };
  const is_posted = entry?.status === 'posted';
  return (
    <Page
      title={t('receipt.title')}
      back={back}
      actions={is_posted && <Button onClick={() => window.print()}>{t('receipt.print_now')}</Button>}
    >
      {error && <ErrorAlert error={error} />}
      {!entry && !error && <Loading />}
      {entry && !is_posted && (
        <Alert color="yellow" variant="light" role="status">
          {t('receipt.not_posted', { status: status(entry.status) })}
        </Alert>
      )}
      {entry && is_posted && <Slip entry={entry} />}
    </Page>
  );
}

function Slip({ entry }: { entry: Entry }): ReactNode {
  const { t, word } = useWords();
  const { project_id, environment } = usePlace();
  const project = useMe()?.projects.find(({ id }) => id === project_id);
  const { member, balances_after, currency } = entry;
  return (
    <article className="receipt" aria-label={t('receipt.title')}>
      <div className="receipt-head">
        <strong>{project?.name}</strong>
        {environment === 'test' ? t('receipt.of_test') : t('receipt.title')}
      </div>
      <p className="receipt-amount">
        <Money minor={entry.amount_minor} currency={currency} />
      </p>
      <dl>
        <Line name={t('entry.kind')}>
          {word('kind', entry.kind)}
          {fromSavings(entry) && ` ${t('entry.from_savings')}`}
          {entry.source === 'mobile' && ` ${t('entry.to_phone')}`}
          {entry.source === 'bank' && ` ${t('entry.by_bank')}`}
        </Line>
        <Line name={t('receipt.member')}>
          {member?.full_name} · {member?.member_no}
        </Line>
        {balances_after && (
          <>
            <Line name={t('receipt.savings_after')}>
              <Money minor={balances_after.savings_minor} currency={currency} />
            </Line>
            <Line name={t('receipt.shares_after')}>
              <Money minor={balances_after.shares_minor} currency={currency} />
            </Line>
          </>
        )}
        {entry.memo !== null && <Line name={t('movement.memo')}>{entry.memo}</Line>}
        <Line name={t('receipt.time')}>
          <Moment at={entry.posted_at ?? entry.created_at} />
        </Line>
        <Line name={t('receipt.teller')}>{entry.requested_by.name}</Line>
        <Line name={t('receipt.number')}>
          <span className="receipt-number">{entry.id}</span>
        </Line>
      </dl>
      <p className="receipt-signature">{t('receipt.signature')}</p>
    </article>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
