/** What the API has refused lately, by code. */
import { systemNow } from '../../../core/clock.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { HOUR_MS } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { sumByCode } from './api-errors.sql.ts';
import { hourAt_ms } from './count-api-errors.ts';

/** The hour under way, and those of a day before it. */
const HOURS_BEFORE = 23;

export interface ApiErrors {
  /** The beginning of the first hour that counts; in real time. */
  since: Date;
  /** The most frequent first. */
  by_code: { code: ErrorCode; errors: number; last_at: Date }[];
}

export async function readApiErrors(db: Queryable, scope: Scope): Promise<ApiErrors> {
  const since = new Date(hourAt_ms(systemNow()) - HOURS_BEFORE * HOUR_MS);
  const rows = await sumByCode(db, { ...scopeColumns(scope), since });
  return { since, by_code: rows.map((row) => ({ ...row, errors: Number(row.errors) })) };
}
