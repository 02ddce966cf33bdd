/** Polled events as clients see them. */
import { arrayOf, object, resource, string } from '../../../core/schema.ts';
import { payloadFields } from '../delivery/delivery.presenter.ts';
import type { PolledEvents } from './poll-events.ts';

export const polledEventsSchema = resource('PolledEvents', 'Events of an endpoint, the oldest first', {
  events: arrayOf(
    object({ id: string.describe('As in the header webhook-id of what is sent'), ...payloadFields }),
  ),
  next_after: string.describe('Where to go on: `after` of the next request'),
});

/** With the payloads as they were stored: numbers keep all their digits. */
export function writePolledEvents({ events, next_after }: PolledEvents): string {
  const written = events.map(({ id, payload }) => `{"id":${JSON.stringify(id)},${payload.slice(1)}`);
  return `{"events":[${written.join(',')}],"next_after":${JSON.stringify(next_after)}}`;
}
