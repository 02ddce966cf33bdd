/** Accounting periods as clients and webhooks see them. */
import { actorSchema } from '../../core/common-schemas.ts';
import { readIntegerJson } from '../../core/json.ts';
import { boolean, date, dateTime, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { actorPresenter } from '../staff/index.ts';
import { trialBalanceSchema } from './books.presenter.ts';
import { PERIOD_STATUSES, type PeriodRow } from './period.model.ts';

export const periodSchema = resource(
  'AccountingPeriod',
  'Days whose books are closed, or are asked to be. Closing freezes its figures; they stay after a reopening',
  {
    id: string,
    start_date: date,
    end_date: date,
    status: oneOf(PERIOD_STATUSES).describe('`closing` and `reopening` wait for a second person'),
    memo: string,
    trial_balance: trialBalanceSchema.nullable().describe('As it was when the period was closed'),
    figures_sha256: string.nullable().describe('Of the trial balance as compact JSON, in hexadecimal'),
    requested_by: actorSchema,
    approval_id: string.describe('Of the latest request about it'),
    created_at: dateTime,
    closed_at: dateTime.nullable(),
    reopened_at: dateTime.nullable(),
    replayed: boolean,
  },
);

type PeriodWire = Wire<typeof periodSchema>;

/** @param replayed whether this answers a repeated request */
export async function presentPeriod(db: Queryable, row: PeriodRow, replayed = false): Promise<PeriodWire> {
  const [presented] = await presentPeriods(db, [row]);
  return { ...(presented as PeriodWire), replayed };
}

export async function presentPeriods(db: Queryable, rows: readonly PeriodRow[]): Promise<PeriodWire[]> {
  const actors = await actorPresenter(
    db,
    rows.map((row) => ({
      project_id: row.project_id,
      type: row.requested_by_type,
      id: row.requested_by_id,
    })),
  );
  return rows.map((row) => ({
    id: row.id,
    start_date: row.start_date,
    end_date: row.end_date,
    status: row.status,
    memo: row.memo,
    trial_balance:
      row.trial_balance === null ? null : (readIntegerJson(row.trial_balance) as PeriodWire['trial_balance']),
    figures_sha256: row.figures_sha256,
    requested_by: actors.present(row.requested_by_type, row.requested_by_id),
    approval_id: row.approval_id,
    created_at: row.created_at,
    closed_at: row.closed_at,
    reopened_at: row.reopened_at,
    replayed: false,
  }));
}
