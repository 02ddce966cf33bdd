/** Requests a batch of movements: its file is checked line by line, and refused as a whole or stored for a second person. */
import { invalidField } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { findActiveBank, type ChartAccountRow } from '../chart/index.ts';
import { getSettings, type SettingsRow } from '../cooperative/index.ts';
import { claimKey, findKey, refuseReservedKey } from '../platform/idempotency.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import type { BatchRow } from './batch.model.ts';
import type { BatchSource, DRY_STATUSES } from './batch.rules.ts';
import { checkLines, mismatchOf, namedErrors, requireBookable } from './check-batch.ts';
import { getBatch } from './read-batches.ts';
import { newBatchId, storeBatch } from './store-batch.ts';

export interface BatchRequest {
  csv: string;
  source: BatchSource;
  /** Code or id of a bank account. */
  account?: string;
  /** Of the bank's slip. */
  reference?: string;
  total_minor: bigint;
  memo: string;
  idempotency_key: string;
}

export interface RequestedBatch {
  batch: BatchRow;
  replayed: boolean;
}

/** @throws AppError `batch_refused`, `total_mismatch`, VALIDATION_ERROR, PAYLOAD_TOO_LARGE, `account_not_found`, `account_refused`, `account_inactive` */
export async function requestBatch(caller: Caller, request: BatchRequest): Promise<RequestedBatch> {
  const { ctx, scope } = caller;
  const { idempotency_key: key, ...content } = request;
  refuseReservedKey(key);
  const idempotency = { key, request: ['POST sacco movement-batches', content] };
  const earlier = await findKey(ctx.db, scope, idempotency);
  if (earlier) return { batch: await getBatch(ctx.db, scope, earlier.subject_id), replayed: true };
  const settings = await getSettings(ctx.db, scope);
  const bank = await bankOf(ctx.db, scope, { ...request, settings });
  const checked = await checkLines(ctx.db, scope, request.csv);
  const { total_minor, memo, source, reference = null } = request;
  requireBookable(checked, { total_minor, currency: settings.currency });
  const id = newBatchId();
  return inTransaction(caller, async (unit) => {
    const repeated = await claimKey(unit, idempotency, id);
    if (repeated) return { batch: await getBatch(unit.trx, scope, repeated.subject_id), replayed: true };
    const { lines } = checked;
    const batch = await storeBatch(unit, {
      id,
      source,
      bank,
      reference,
      currency: settings.currency,
      total_minor,
      memo,
      lines,
      remittance: null,
    });
    return { batch, replayed: false };
  });
}

export interface DryBatch extends Pick<
  BatchRow,
  'id' | 'source' | 'reference' | 'currency' | 'total_minor' | 'memo' | 'lines' | 'created_at'
> {
  status: (typeof DRY_STATUSES)[number];
  error_count: number;
  errors: ReturnType<typeof namedErrors>;
}

/** The same without storing anything. @throws AppError as `requestBatch`, but for what is wrong with the file */
export async function previewBatch(
  { ctx, scope }: Caller,
  request: Omit<BatchRequest, 'idempotency_key'>,
): Promise<DryBatch> {
  const { csv, source, reference = null, total_minor, memo } = request;
  const settings = await getSettings(ctx.db, scope);
  await bankOf(ctx.db, scope, { ...request, settings });
  const { currency } = settings;
  const { lines, sum_minor, errors } = await checkLines(ctx.db, scope, csv);
  const mismatch = errors.length > 0 ? null : mismatchOf(sum_minor, total_minor, currency);
  const all = mismatch === null ? errors : [{ line_no: 1, column: 'total_minor', message: mismatch }];
  return {
    id: newBatchId(),
    status: all.length > 0 ? 'refused' : 'checked',
    source,
    reference,
    currency,
    total_minor,
    memo,
    lines: lines.length,
    created_at: scope.clock.now(),
    error_count: all.length,
    errors: namedErrors(all),
  };
}

/** The bank account that the money came into; null for cash. */
async function bankOf(
  db: Queryable,
  scope: Scope,
  { source, account, settings }: Pick<BatchRequest, 'source' | 'account'> & { settings: SettingsRow },
): Promise<ChartAccountRow | null> {
  if (source === 'cash') {
    if (account !== undefined) throw invalidField('account', '"account" is for money from the bank');
    return null;
  }
  if (account === undefined)
    throw invalidField('account', '"account" is required: the bank account that the money came into');
  return findActiveBank(db, scope, { name: account, currency: settings.currency, path: 'account' });
}
