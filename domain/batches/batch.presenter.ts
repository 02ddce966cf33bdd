/** Batches and their lines as clients and webhooks see them. */
import { actorSchema, currencySchema, moneyFields, reasonSchema } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { accountSummaries, accountSummarySchema } from '../chart/index.ts';
import { memberSummaries, memberSummarySchema } from '../cooperative/index.ts';
import { entries, SaccoEntry } from '../movements/index.ts';
import type { Context } from '../platform/context.ts';
import { actorPresenter } from '../staff/index.ts';
import { type BatchLineRow, type BatchRow } from './batch.model.ts';
import {
  DRY_STATUSES,
  BATCH_SOURCES,
  BATCH_STATUSES,
  LINE_STATUSES,
  STORED_LINE_KINDS,
} from './batch.rules.ts';
import type { DryBatch } from './request-batch.ts';

const batchErrorSchema = object({
  line_no: integer.describe('The header is line 1'),
  column: string.nullable().describe('Null: the line as a whole'),
  message: string,
});

export const batchSchema = resource('MovementBatch', 'One sum of money that came in, split among members', {
  id: string.describe('Of a dry run it names nothing'),
  status: oneOf([...BATCH_STATUSES, ...DRY_STATUSES]).describe(
    '`posted_with_failures`: the money of the lines that failed is unallocated; `checked` and `refused`: of a dry run',
  ),
  source: oneOf(BATCH_SOURCES),
  account: accountSummarySchema.nullable().describe('The bank account that the money came into'),
  reference: string.nullable().describe("The bank's"),
  currency: currencySchema,
  ...moneyFields('total'),
  memo: string,
  lines: integer,
  failed_lines: integer,
  ...moneyFields('failed'),
  employer_id: string.nullable().describe('Of a remittance'),
  month: string.nullable().describe('Of a remittance: for which month, as YYYY-MM'),
  error_count: integer.describe('Of a dry run').optional(),
  errors: arrayOf(batchErrorSchema).describe('Of a dry run: the first 100').optional(),
  requested_by: actorSchema.optional(),
  approval_id: string.nullable(),
  entry_id: string.nullable().describe('What brings the money in, once it is approved'),
  created_at: dateTime,
  posted_at: dateTime.nullable(),
  replayed: boolean.optional(),
});

type BatchWire = Wire<typeof batchSchema>;

/** What a dry run says: nothing was stored, and its id names nothing. */
export function presentDryBatch({ errors, ...dry }: DryBatch): BatchWire {
  const nothing = { account: null, employer_id: null, month: null, approval_id: null, entry_id: null };
  return {
    ...nothing,
    ...dry,
    ...money('total', dry.total_minor),
    failed_lines: 0,
    ...money('failed', 0n),
    posted_at: null,
    errors: errors as Wire<typeof batchErrorSchema>[],
  };
}

export async function presentBatches(db: Queryable, rows: readonly BatchRow[]): Promise<BatchWire[]> {
  const { present } = await actorPresenter(
    db,
    rows.map(({ project_id, requested_by_type: type, requested_by_id: id }) => ({ project_id, type, id })),
  );
  const bankOf = (row: BatchRow) => ({
    ...scopeColumns(row),
    kind: 'bank' as const,
    owner: row.bank_account_id ?? '',
  });
  const accounts = await accountSummaries(
    db,
    rows.filter(({ bank_account_id }) => bank_account_id !== null).map(bankOf),
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    source: row.source,
    account: row.bank_account_id === null ? null : accounts(bankOf(row)),
    reference: row.reference,
    currency: row.currency,
    ...money('total', row.total_minor),
    memo: row.memo,
    lines: row.lines,
    failed_lines: row.failed_lines,
    ...money('failed', row.failed_minor),
    employer_id: row.employer_id,
    month: row.month?.slice(0, 7) ?? null,
    requested_by: present(row.requested_by_type, row.requested_by_id),
    approval_id: row.approval_id,
    entry_id: row.entry_id,
    created_at: row.created_at,
    posted_at: row.posted_at,
  }));
}

export async function presentBatch(db: Queryable, row: BatchRow): Promise<BatchWire> {
  const [presented] = await presentBatches(db, [row]);
  return presented as BatchWire;
}

export const batchLineSchema = resource('MovementBatchLine', 'What a batch brings to one member', {
  no: integer,
  line_no: integer.describe('Of the file'),
  named: string.describe('The member number, or the payroll number, as the file has it'),
  member: memberSummarySchema.nullable(),
  kind: oneOf(STORED_LINE_KINDS).describe('`unallocated`: the file names nobody who is known'),
  loan_id: string.nullable(),
  ...moneyFields('amount'),
  currency: currencySchema,
  reference: string.nullable(),
  status: oneOf(LINE_STATUSES),
  entry: entries.schema.nullable().describe('What books it'),
  error: reasonSchema.nullable().describe('Why it failed'),
  reason: string.nullable().describe('The same as a sentence'),
  receipt_id: string.nullable().describe('Of a line that failed: its money, which is unallocated'),
});

export async function presentBatchLines(
  ctx: Context,
  { currency }: Pick<BatchRow, 'currency'>,
  lines: readonly BatchLineRow[],
): Promise<Wire<typeof batchLineSchema>[]> {
  const { db } = ctx;
  const members = await memberSummaries(db, lines);
  const ids = lines.flatMap(({ entry_id }) => entry_id ?? []);
  const rows = ids.length === 0 ? [] : await SaccoEntry.query(db).findByIds(ids);
  const presented = await entries.presentAll(ctx, rows);
  const entry_of = new Map(presented.map((entry) => [entry.id, entry]));
  return lines.map((line) => ({
    no: line.no,
    line_no: line.line_no,
    named: line.named,
    member: members(line.member_id),
    kind: line.kind,
    loan_id: line.loan_id,
    ...money('amount', line.amount_minor),
    currency,
    reference: line.reference,
    status: line.status,
    entry: entry_of.get(line.entry_id ?? '') ?? null,
    error: line.error,
    reason: line.reason,
    receipt_id: line.receipt_id,
  }));
}
