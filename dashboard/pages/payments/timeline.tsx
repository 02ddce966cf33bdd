/** Everything that happened to a payment, newest first. */
import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useList, type List } from '../../api/reads.ts';
import type { Actor, PaymentEvent, PayoutEvent } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useWords } from '../../words.ts';

export function Timeline({ paymentId, everyMs }: { paymentId: string; everyMs: number }): ReactNode {
  return <EventList list={useList('payments.listEvents', { payment: paymentId }, { every_ms: everyMs })} />;
}

type TimelineEvent = PaymentEvent | PayoutEvent;

/** The events of a payment or a payout. */
export function EventList({ list }: { list: List<TimelineEvent> }): ReactNode {
  const { t } = useWords();
  return (
    <Section title={t('payments.timeline')}>
      {list.is_loading && <Loading />}
      {list.error && <ErrorAlert error={list.error} />}
      {!list.is_loading && !list.error && (
        // The role is explicit because some browsers drop it from a list without marks.
        <ol role="list" className="timeline" aria-label={t('payments.timeline')}>
          {list.items.map((event) => (
            <Step key={event.id} event={event} />
          ))}
        </ol>
      )}
      <LoadMore list={list} />
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
  const by = actor ? actor.name : word('payment_cause', event.cause);
  return (
    <li aria-labelledby={id}>
      <Text fw={600} id={id}>
        {word('payment_event', event.type)}
      </Text>
      <Text size="sm" c="dimmed">
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
