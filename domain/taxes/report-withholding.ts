/** What was paid in a period as interest on deposits and dividends, and the tax withheld from it, by member. */
import { instantsOf } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { inSnapshot, readByCursor } from '../../db/read-by-cursor.ts';
import {
  getSettings,
  reportPeriod,
  type ReportPeriod,
  type ReportRequest,
  type withholding,
} from '../cooperative/index.ts';
import { readWithheld } from './report-withholding.sql.ts';

export interface WithheldRow {
  member_no: string;
  full_name: string;
  tax_number: string | null;
  kind: withholding.Kind;
  /** Tax included. */
  gross_minor: bigint;
  tax_minor: bigint;
}

export interface WithholdingReport extends ReportPeriod {
  currency: Currency;
  rows: AsyncIterable<WithheldRow>;
}

/** Streamed from one snapshot. @throws AppError VALIDATION_ERROR when the period makes no sense, `sacco_not_set_up` */
export async function reportWithholding(
  db: Db,
  scope: Scope,
  request: ReportRequest,
): Promise<WithholdingReport> {
  const settings = await getSettings(db, scope);
  const { from, to } = reportPeriod(scope, settings, request);
  const paid = { ...scopeColumns(scope), ...instantsOf(from, to, settings.utc_offset_minutes) };
  const rows = inSnapshot(db, async function* (snapshot) {
    for await (const { gross, tax, ...row } of readByCursor(snapshot, readWithheld, paid))
      yield { ...row, gross_minor: BigInt(gross), tax_minor: BigInt(tax) };
  });
  return { from, to, currency: settings.currency, rows };
}
