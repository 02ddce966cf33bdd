/** Senders as clients see them. */
import {
  dateTime,
  fieldsOf,
  map,
  object,
  oneOf,
  resource,
  string,
  url,
  type Wire,
} from '../../../core/schema.ts';
import { CHANNELS, LANGUAGES } from '../languages.rules.ts';
import { priceText } from '../price.rules.ts';
import { SENDER_NAMES } from './sender.port.ts';
import type { SenderView } from './senders.ts';

export const senderSchema = resource('MessageSender', "Who sends a project's messages on a channel", {
  channel: oneOf(CHANNELS),
  sender: oneOf(SENDER_NAMES),
  credentials: map(string).describe('Secrets masked; empty where there are none'),
  language: oneOf(LANGUAGES).describe('Of members who have chosen none'),
  quiet_hours: object({ from: string, to: string })
    .describe('Local times between which nothing is sent')
    .nullable(),
  segment_price: string
    .nullable()
    .describe('Of one segment, with four decimals, where the sender does not tell what a message costs'),
  segment_currency: string.nullable(),
  report_url: url
    .nullable()
    .describe('Enter this address at the sender, for its delivery reports. Null for all but managers'),
  updated_at: dateTime.nullable(),
});

export function presentSender(view: SenderView): Wire<typeof senderSchema> {
  const { quiet_from, quiet_to, segment_price_e4, ...rest } = view;
  return fieldsOf(senderSchema, {
    ...rest,
    quiet_hours:
      quiet_from === null || quiet_to === null ? null : { from: minute(quiet_from), to: minute(quiet_to) },
    segment_price: segment_price_e4 === null ? null : priceText(segment_price_e4),
  });
}

/** "21:00:00" → "21:00" */
function minute(time: string): string {
  return time.slice(0, 5);
}
