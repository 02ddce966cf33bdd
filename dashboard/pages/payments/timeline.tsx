/** Everything that happened to a payment, as steps: the first one at the top, what is waited for at the end. */
import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useList, type List } from '../../api/reads.ts';
import type { Actor, Payment, PaymentEvent, PayoutEvent } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useWords, type TextId } from '../../words.ts';
import { markOf } from './timeline.rules.ts';
import './payments.css';

/** What is waited for while a payment has not ended. */
const WAITING: Record<string, TextId> = {
  initiated: 'payments.step_initiated',
  pending: 'payments.step_pending',
  processing: 'payments.step_processing',
};

export function Timeline({ payment, everyMs }: { payment: Payment; everyMs: number }): ReactNode {
  const list = useList('payments.listEvents', { payment: payment.id }, { every_ms: everyMs });
  return <EventList list={list} waiting={WAITING[payment.status]} />;
}

type TimelineEvent = PaymentEvent | PayoutEvent;

interface EventListProps {
  list: List<TimelineEvent>;
  /** The step that is under way; nothing once it has ended. */
  waiting?: TextId | undefined;
}

/** The events of a payment or a payout. Those that are not read yet are the oldest. */
export function EventList({ list, waiting }: EventListProps): ReactNode {
  const { t } = useWords();
  return (
    <Section title={t('payments.timeline')}>
      <LoadMore list={list} />
      {list.is_loading && <Loading />}
      {list.error && <ErrorAlert error={list.error} />}
      {!list.is_loading && !list.error && (
        // The role is explicit because some browsers drop it from a list without marks.
        <ol role="list" className="timeline steps" aria-label={t('payments.timeline')}>
          {list.items.toReversed().map((event) => (
            <Step key={event.id} event={event} />
          ))}
          {waiting && (
            <li aria-current="step" data-mark="waiting">
              <Text c="dimmed">{t(waiting)}</Text>
            </li>
          )}
        </ol>
      )}
    </Section>
  );
}

/** The fields that the service records with its events; each kind has some of them. */
interface EventDetails {
  actor?: Actor;
  amount_minor?: number;
  currency?: string | { expected: string; reported: string | null };
  failure_code?: string;
  fee?: string;
}

function Step({ event }: { event: TimelineEvent }): ReactNode {
  const { t, word, reason } = useWords();
  const id = useId();
  const details = event.details as EventDetails;
  const { actor, amount_minor, currency, failure_code, fee } = details;
  const by = actor ? nameOf(actor, t('payments.link')) : word('payment_cause', event.cause);
  return (
    <li aria-labelledby={id} data-mark={markOf(event.type)}>
      <Text fw={600} id={id}>
        {word('payment_event', event.type)}
      </Text>
      <Text size="sm" c="dimmed" className="sentence">
        <Moment at={event.at} /> · {by}
      </Text>
      {typeof amount_minor === 'number' && typeof currency === 'string' && (
        <Text size="sm">
          <Money minor={amount_minor} currency={currency} />
        </Text>
      )}
      {failure_code !== undefined && (
        <Text size="sm">{word('payment_failure', failure_code, reason(failure_code, failure_code))}</Text>
      )}
      {fee !== undefined && <Text size="sm">{t('payments.fee', { fee })}</Text>}
      {event.type.endsWith('.provider_id_refused') && <RefusedId details={event.details} />}
      {event.type === 'payment.mismatch' && <Mismatch details={event.details} />}
    </li>
  );
}

/** A payment link has no name but its id. */
function nameOf({ id, name }: Actor, link: string): string {
  return id.startsWith('plk_') ? link : name;
}

/** The id that was refused, and the payment or refund that has it. */
function RefusedId({ details }: { details: PaymentEvent['details'] }): ReactNode {
  const { t } = useWords();
  const { provider_txn_id, checkout_request_id, provider_refund_id, belongs_to } =
    details as RefusedIdDetails;
  const id = provider_txn_id ?? checkout_request_id ?? provider_refund_id ?? '–';
  return <Text size="sm">{t('payments.refused_id', { id, holder: belongs_to ?? '–' })}</Text>;
}

/** One of the ids is there. */
interface RefusedIdDetails {
  provider_txn_id?: string;
  checkout_request_id?: string;
  provider_refund_id?: string;
  belongs_to?: string | null;
}

/** What the provider reported, beside what was expected. */
function Mismatch({ details }: { details: PaymentEvent['details'] }): ReactNode {
  const { t } = useWords();
  return Object.entries(details).map(([field, value]) => {
    const { expected, reported } = value as { expected: string; reported: string | null };
    return (
      <Text key={field} size="sm">
        {t('payments.mismatch', { field, expected, reported: reported ?? '–' })}
      </Text>
    );
  });
}
