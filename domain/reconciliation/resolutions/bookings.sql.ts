/** The statements that reserve the ids of payouts and fees, each for one line of all statements. */
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

/** Many values are given as one array literal, which is cheaper than an array. */
const bookings =
  params<Record<'project_id' | 'environment' | 'provider' | 'kinds' | 'external_ids' | 'line_ids', string>>();

const LINES = 'unnest(:kinds::text[], :external_ids::text[], :line_ids::text[])';
const KEY =
  'reconciliation_booking_key(:project_id, :environment::environment, :provider, v.kind, v.external_id)';

/** Keys are inserted in their order, which avoids deadlocks; of two lines with one id the first of the file is inserted. */
export const reserveBookings = defineQuery({
  params: bookings,
  result: { line_id: text },
  sql: `
    insert into reconciliation_bookings (key, line_id)
    select ${KEY}, v.line_id from ${LINES} with ordinality as v(kind, external_id, line_id, place)
    order by 1, v.place on conflict do nothing returning line_id`,
});

export const releaseBookings = defineCommand({
  params: bookings,
  sql: `
    delete from reconciliation_bookings b using ${LINES} as v(kind, external_id, line_id)
    where b.key = ${KEY} and b.line_id = v.line_id`,
});
