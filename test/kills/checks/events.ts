/** Compares the events that were pushed and polled with those that must have come. */
import type { EventDifferences } from '../accounting/events.ts';
import type { Span } from '../accounting/serving.ts';
import type { Place } from '../place.ts';
import type { Poller, Receiver } from '../receiver.ts';

export async function checkEvents(
  place: Place,
  receiver: Receiver,
  poller: Poller,
  worked: readonly Span[],
): Promise<EventDifferences> {
  const pushed = place.events.compare(receiver.arrivalsOf(place.name), {
    failed: await failedOnce(place),
    ended_ms: worked.map(([, ended]) => ended),
  });
  // A poll follows the order strictly and brings nothing twice.
  const polled = place.events.compare(poller.arrivals);
  const seen = new Set<string>();
  const repeated: string[] = [];
  for (const { event, webhook_id } of poller.arrivals) {
    if (seen.has(webhook_id)) repeated.push(event);
    seen.add(webhook_id);
  }
  return {
    lost: [...named('pushed', pushed.lost), ...named('polled', polled.lost)],
    doubled: [...named('pushed', pushed.doubled), ...named('polled', [...polled.doubled, ...repeated])],
    disordered: [...named('pushed', pushed.disordered), ...named('polled', polled.disordered)],
  };
}

/** Webhook-ids of the deliveries of which an attempt failed. */
async function failedOnce(place: Place): Promise<Set<string>> {
  const all = await place.list(
    `/api/v1/webhook-deliveries?endpoint_id=${place.endpoint_id}`,
    'webhook_deliveries',
  );
  const failed = all.filter(({ attempts }) => attempts.length > 1);
  return new Set(failed.map(({ webhook_id }) => webhook_id));
}

function named(how: string, events: string[]): string[] {
  return events.map((event) => `event ${event}, ${how}`);
}
