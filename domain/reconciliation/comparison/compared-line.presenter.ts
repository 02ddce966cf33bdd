/** Lines as lists show them: with what our books have, and what is suggested. */
import { localDateAt } from '../../../core/local-date.ts';
import { money } from '../../../core/money.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { payouts, PaymentStatus } from '../../payments/index.ts';
import { presentLines, type LineWire } from '../resolutions/line.presenter.ts';
import type { RunRow } from '../runs/run.model.ts';
import type { ComparedLineRow } from './compared-lines.sql.ts';
import { suggestionFor, type SuggestibleLine } from './suggestion.rules.ts';

type Statement = Pick<RunRow, 'status' | 'currency' | 'utc_offset_minutes'>;

/** @param run of the lines */
export async function presentComparedLines(
  db: Queryable,
  lines: readonly ComparedLineRow[],
  run: Statement,
): Promise<LineWire[]> {
  const presented = await presentLines(db, lines, run.currency);
  return lines.map((line, i) => ({
    ...(presented[i] as LineWire),
    done: line.is_done,
    ours: oursOf(line, run),
    suggested_action: run.status === 'open' ? suggestionFor(suggestible(line)) : null,
  }));
}

function oursOf(line: ComparedLineRow, { utc_offset_minutes }: Statement): LineWire['ours'] {
  const { our_type: type, our_id: id, our_amount_minor, our_currency: currency, our_time } = line;
  if (type === null || id === null || our_amount_minor === null || currency === null || our_time === null)
    return null;
  return {
    type,
    id,
    reference: line.our_reference,
    provider_txn_id: line.our_provider_txn_id,
    ...money('amount', our_amount_minor),
    currency,
    status: line.our_status as string,
    date: localDateAt(our_time, utc_offset_minutes),
    name: line.our_name,
  };
}

function suggestible(line: ComparedLineRow): SuggestibleLine {
  const { our_type, our_status, our_provider_txn_id, payout_origin, payout_outcome } = line;
  return {
    ...line,
    payment:
      our_type === 'payment'
        ? { status: our_status as PaymentStatus, provider_txn_id: our_provider_txn_id }
        : null,
    payout: our_type === 'payout' ? payoutOf(payout_origin, payout_outcome) : null,
  };
}

function payoutOf(
  origin: ComparedLineRow['payout_origin'],
  outcome: payouts.PayoutRow['outcome'],
): SuggestibleLine['payout'] {
  return origin === null ? null : { origin, outcome };
}
