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

/** The lines, by an array literal of their ids, whose payment is not completed: the provider has not confirmed it. */
export const findUnconfirmed = defineQuery({
  params: params<{ ids: string }>(),
  result: { id: text },
  sql: `
    select l.id from reconciliation_lines l join payments p on p.id = l.payment_id
    where l.id = any(:ids::text[]) and p.status <> 'completed'`,
});

/** The payments that an approval would complete, in the order of the file. */
export const listAwaiting = defineQuery({
  params: params<Record<'run_id' | 'approval_id', string> & { limit: number }>(),
  result: { payment_id: text, status: text },
  sql: `
    select l.payment_id, p.status from reconciliation_lines l join payments p on p.id = l.payment_id
    where l.run_id = :run_id and l.approval_id = :approval_id and l.status = 'awaiting_approval' and p.status <> 'completed'
    order by l.line_no limit :limit`,
});

/**
 * A line that names a payout is booked already, unless that was the merchant's and was not paid in our books. Whether one of another
 * amount or currency is the payout's at all, a person decides, line by line.
 */
const bookable = nextLines(
  `l.match_status not in ('duplicate', 'amount_mismatch', 'currency_mismatch') and (l.payout_id is null or exists (
     select from payouts p where p.id = l.payout_id and p.origin = 'merchant' and p.outcome in ('failed', 'cancelled')))`,
);

/** The next lines to which each action applies, and those that the same action claimed before. */
export const findNextLines: Record<CarriedOutAction, typeof bookable> = {
  settle_payment: nextLines(
    `l.match_status = 'matched' and exists (select from payments p where p.id = l.payment_id and p.status <> 'completed')`,
  ),
  book_payout: bookable,
  book_fee: bookable,
};
