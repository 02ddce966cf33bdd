/** One payout: where it stands, whom it pays, and what happened to it. */
import { Alert, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useList, useRead } from '../../api/reads.ts';
import type { Payout as PayoutWire } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LinkNotice } from '../../ui/link-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { pageOfId } from '../../ui/page-of-id.rules.ts';
import { Page } from '../../ui/page/page.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { EventList } from '../payments/timeline.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { usePayoutName } from './payout-name.ts';
import { receiverOf } from './receiver.ts';

const LOOK_EVERY_MS = 3_000;
const FINAL = new Set(['succeeded', 'failed', 'cancelled']);

export function Payout(): ReactNode {
  const { t } = useWords();
  const nameOf = usePayoutName();
  const { id } = useParams<{ id: string }>();
  const { data: payout, error } = useRead(
    'payouts.get',
    { payout: id },
    { every_ms: (last) => (last && !FINAL.has(last.status) ? LOOK_EVERY_MS : false) },
  );
  const events = useList('payouts.listEvents', { payout: id }, { every_ms: LOOK_EVERY_MS });
  const back = { href: '/payouts', label: t('nav.payouts') };
  if (!payout)
    return (
      <Page title={t('payouts.one')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      title={nameOf(payout)}
      back={back}
      beside={<Status status={payout.status} />}
      actions={<PayoutActions payout={payout} />}
    >
      <Waiting payout={payout} />
      <Paper withBorder p="md" className="panel">
        <Summary payout={payout} />
      </Paper>
      <EventList list={events} />
    </Page>
  );
}

/** What it waits for, where a person can do something about it. */
function Waiting({ payout: { status } }: { payout: PayoutWire }): ReactNode {
  const { t } = useWords();
  if (status === 'awaiting_approval')
    return <LinkNotice href="/approvals">{t('payouts.awaits_approval')}</LinkNotice>;
  if (status !== 'unknown') return null;
  return (
    <Alert color="yellow" variant="light">
      {t('payouts.unknown_meaning')}
    </Alert>
  );
}

function Summary({ payout }: { payout: PayoutWire }): ReactNode {
  const { t, word, reason } = useWords();
  const providerName = useProviderName();
  const movement = (payout.origin_id !== null && pageOfId(payout.origin_id)) || undefined;
  const { currency, failure_code, failure_message, fee_minor, sent_at, completed_at } = payout;
  return (
    <Facts
      facts={[
        [t('amount.label'), <Money key="amount" minor={payout.amount_minor} currency={currency} />],
        [t('payouts.receiver'), receiverOf(payout)],
        [t('payouts.text'), payout.narration ?? undefined],
        [t('accounting.movement'), movement && <Link href={movement}>{t('treasury.open')}</Link>],
        [t('payments.provider'), providerName(payout.provider)],
        [t('payments.provider_txn_id'), payout.provider_txn_id],
        [
          t('payouts.fee'),
          fee_minor === null ? undefined : <Money key="fee" minor={fee_minor} currency={currency} />,
        ],
        [
          t('payments.why_failed'),
          failure_code === null
            ? undefined
            : word('payment_failure', failure_code, reason(failure_code, failure_code)) +
              (failure_message === null ? '' : ` (${failure_message})`),
        ],
        [t('payments.requested_by'), payout.requested_by.name],
        [t('payouts.marked_by'), payout.marked_by?.name],
        [t('approvals.note'), payout.note ?? undefined],
        [t('payments.created'), <Moment key="created" at={payout.created_at} />],
        [t('payouts.sent'), sent_at === null ? undefined : <Moment key="sent" at={sent_at} />],
        [t('payouts.ended'), completed_at === null ? undefined : <Moment key="ended" at={completed_at} />],
        [t('payouts.id'), <code key="id">{payout.id}</code>],
      ]}
    />
  );
}
