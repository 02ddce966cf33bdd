/** The receipt of a member: what was booked, and the balances after it. */
import { Alert, Button, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { useLogo } from '../../api/logo.ts';
import { useList, useRead } from '../../api/reads.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { useFilter } from '../../forms/filters/filters.ts';
import type { Entry, EntryReceipt } from '../../generated/wire.ts';
import { amountInWords } from '../../money/in-words.rules.ts';
import { Money } from '../../money/money.tsx';
import { fromSavings } from '../../movement/entry-columns.tsx';
import { usePlace } from '../../session/place.ts';
import { Loading } from '../../ui/data-table.tsx';
import { PdfButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Letterhead } from '../../ui/page/letterhead.tsx';
import { Page } from '../../ui/page/page.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { useWords } from '../../words.ts';
import { QrCode } from '../payment-links/qr-code.tsx';
import './receipt.css';

const SIZES = ['80mm', 'a5'] as const;
type Size = (typeof SIZES)[number];
/** The paper in this desk's printer: what was chosen last. */
const STORAGE_KEY = 'ushirika.receipt_paper';
/** The messages about an entry are among the member's latest, unless it is an old one. */
const LATEST_MESSAGES = 20;
const LOOK_EVERY_MS = 10_000;

export function Receipt(): ReactNode {
  const { t, status } = useWords();
  const { id = '' } = useParams();
  const [chosen, change] = useFilter('size', localStorage.getItem(STORAGE_KEY) ?? '80mm');
  const choose = (paper: string): void => {
    localStorage.setItem(STORAGE_KEY, paper);
    change(paper);
  };
  const size = SIZES.find((each) => each === chosen) ?? '80mm';
  usePaper(size);
  const { data: entry, error } = useRead('sacco.entries.get', { entry: id });
  const is_posted = entry?.status === 'posted';
  const receipt = useRead('sacco.entries.receipt', is_posted ? { entry: id } : null);
  const logo = useLogo();
  usePrintAndReturn(receipt.data !== undefined && logo !== undefined);
  const back = entry?.member
    ? { href: `/members/${entry.member.id}`, label: entry.member.full_name }
    : { href: '/', label: t('nav.desk') };
  const failure = error ?? receipt.error;
  return (
    <Page
      title={t('receipt.title')}
      back={back}
      actions={receipt.data && <Paperwork entry={id} size={size} />}
    >
      {failure && <ErrorAlert error={failure} />}
      {!failure && (!entry || (is_posted && !receipt.data)) && <Loading />}
      {entry && !is_posted && (
        <Alert color="yellow" variant="light" role="status">
          {t('receipt.not_posted', { status: status(entry.status) })}
        </Alert>
      )}
      {receipt.data && (
        <Choice
          label={t('paper.size')}
          maw={240}
          className="no-print"
          value={size}
          onChange={choose}
          options={[
            { value: '80mm', label: t('paper.roll') },
            { value: 'a5', label: t('paper.a5') },
          ]}
        />
      )}
      {entry?.member && receipt.data && <Told entryId={entry.id} memberId={entry.member.id} />}
      {entry && receipt.data && <Slip entry={entry} receipt={receipt.data} size={size} />}
    </Page>
  );
}

/** After a movement: it is printed as soon as it is shown, and then the next member is searched for. */
function usePrintAndReturn(is_shown: boolean): void {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const is_wanted = params.get('print') === 'now';
  useEffect(() => {
    if (!is_wanted || !is_shown) return undefined;
    const leave = (): void => navigate('/?find=now', { replace: true });
    window.addEventListener('afterprint', leave, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', leave);
  }, [is_wanted, is_shown]);
}

function Paperwork({ entry, size }: { entry: string; size: Size }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PdfButton operation="sacco.entries.receipt" input={{ entry, size }} fileName={`receipt-${entry}`} />
      <Button onClick={() => window.print()}>{t('receipt.print_now')}</Button>
    </>
  );
}

/** What became of the messages about it, on the screen alone. */
function Told({ entryId, memberId }: { entryId: string; memberId: string }): ReactNode {
  const { t, word, status } = useWords();
  const latest = { member_id: memberId, limit: LATEST_MESSAGES };
  const { items } = useList('notifications.list', latest, { every_ms: LOOK_EVERY_MS });
  return items
    .filter(({ entry_id }) => entry_id === entryId)
    .map(({ id, channel, to, status: became }) => (
      <Text key={id} size="sm" c="dimmed" className="no-print">
        {t('receipt.told', { channel: word('channel', channel), to, status: status(became) })}
      </Text>
    ));
}

interface SlipProps {
  entry: Entry;
  receipt: EntryReceipt;
  size: Size;
}

function Slip({ entry, receipt, size }: SlipProps): ReactNode {
  const { t, word, language } = useWords();
  const { environment } = usePlace();
  const { member, balances_after, currency } = entry;
  return (
    <article className="receipt" data-size={size} aria-label={t('receipt.title')}>
      <div className="receipt-head">
        <Letterhead />
        {environment === 'test' ? t('receipt.of_test') : t('receipt.title')}
      </div>
      {receipt.reversed_at !== null && (
        <p className="receipt-reversed">
          {t('receipt.reversed')} <Moment at={receipt.reversed_at} />
        </p>
      )}
      <p className="receipt-amount">
        <Money minor={entry.amount_minor} currency={currency} />
      </p>
      <p className="receipt-words">{amountInWords(entry.amount_minor, currency, language)}</p>
      <dl>
        <Line name={t('entry.kind')}>
          {word('kind', entry.kind)}
          {fromSavings(entry) && ` ${t('entry.from_savings')}`}
          {entry.source === 'mobile' && ` ${t('entry.to_phone')}`}
          {entry.source === 'bank' && ` ${t('entry.by_bank')}`}
        </Line>
        {member && (
          <Line name={t('receipt.member')}>
            {member.full_name} · {member.member_no}
          </Line>
        )}
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
        <Line name={t('receipt.short_number')}>
          <strong>{receipt.short_no}</strong>
        </Line>
        <Line name={t('receipt.number')}>
          <span className="receipt-number">{entry.id}</span>
        </Line>
      </dl>
      <p className="receipt-signature">{t('receipt.signature')}</p>
      <QrCode text={receipt.check_url} label={t('receipt.qr_code')} size={104} />
      <p className="receipt-check">
        {t('receipt.check')} {receipt.check_url} · <span className="receipt-code">{receipt.check_code}</span>
      </p>
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
