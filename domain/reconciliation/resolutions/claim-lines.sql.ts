/** The statements that claim lines. */
import { defineQuery, params, tableColumns, text } from '../../../db/statement.ts';
import type { LineRow } from './line.model.ts';
import type { CarriedOutAction } from './resolution.rules.ts';

/** @param fits when the action applies to an open line `l` of one of the kinds */
const nextLines = (fits: string) =>
  defineQuery({
    params: params<{
      run_id: string;
      after_line_no: number;
      kinds: readonly string[];
      action: CarriedOutAction;
      limit: number;
    }>(),
    result: tableColumns<LineRow>('reconciliation_lines'),
    sql: `
      select l.* from reconciliation_lines l
      where l.run_id = :run_id and l.line_no > :after_line_no
        and ((l.status = 'open' and l.kind = any(:kinds) and ${fits}) or (l.status = 'resolving' and l.action = :action))
      order by l.line_no limit :limit`,
  });

const bookable = nextLines(`l.match_status <> 'duplicate'`);

/** The next lines to which each action applies, and those that the same action claimed before. */
export const findNextLines: Record<CarriedOutAction, typeof bookable> = {
  settle_payment: nextLines(
    `l.match_status = 'matched' and exists (select from payments p where p.id = l.payment_id and p.status <> 'completed')`,
  ),
  book_payout: bookable,
  book_fee: bookable,
};

/** Keys are inserted in their order, which avoids deadlocks; of two lines with one id the first of the file is inserted. */
export const reserveBookings = defineQuery({
  params: params<{
    project_id: string;
    environment: string;
    provider: string;
    kinds: readonly string[];
    external_ids: readonly string[];
    line_ids: readonly string[];
  }>(),
  result: { line_id: text },
  sql: `
    insert into reconciliation_bookings (key, line_id)
    select reconciliation_booking_key(:project_id, :environment::environment, :provider, v.kind, v.external_id), v.line_id
    from unnest(:kinds::text[], :external_ids::text[], :line_ids::text[]) with ordinality as v(kind, external_id, line_id, place)
    order by 1, v.place on conflict do nothing returning line_id`,
});
