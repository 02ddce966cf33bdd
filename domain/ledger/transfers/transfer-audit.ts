/**
 * Audit entries of manual transfers. They say what the ledger's transfers say; where those are in the same database and are never
 * deleted, the details are read from there.
 */
import { consecutiveUuid, decodeId, encodeId } from '../../../core/ids.ts';
import type { AuditRecord } from '../../platform/audit/audit.ts';
import type { AuditedSubjects, SubjectDetails } from '../../platform/audit/subject-details.port.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { ManualTransferRow } from './manual-transfer.model.ts';
import { readTransferDetails } from './transfer-audit.sql.ts';

/**
 * The entry of a request.
 * @param rows of the request, in order
 * @param is_in_ledger whether the transfers are in this database
 */
export function auditRecordOf(rows: ManualTransferRow[], is_in_ledger: boolean): AuditRecord {
  const first = rows[0] as ManualTransferRow;
  const is_batch = first.batch_id !== null;
  return {
    actor: { type: first.actor_type, id: first.actor_id },
    action: is_batch ? 'ledger.transfer_batch' : 'ledger.transfer',
    subject: encodeId('transfer', first.id),
    details: is_batch ? batchDetails(rows) : transferDetails(first),
    ...(is_in_ledger ? { of_subjects: rows.length } : {}),
  };
}

/** What an entry says of its transfers. */
type Audited = Pick<ManualTransferRow, 'id' | 'reference' | keyof Moved>;

function transferDetails(row: Audited): Record<string, unknown> {
  return { idempotency_key: row.reference, ...detailsOf(row) };
}

function batchDetails(rows: Audited[]): Record<string, unknown> {
  const [first] = rows as [Audited];
  return {
    idempotency_key: first.reference,
    transfers: rows.map((row) => ({ id: encodeId('transfer', row.id), ...detailsOf(row) })),
  };
}

type Moved = Pick<
  ManualTransferRow,
  'debit_account_id' | 'credit_account_id' | 'amount_minor' | 'currency' | 'memo'
>;

function detailsOf(row: Moved): Record<string, unknown> {
  return {
    debit_account_id: encodeId('account', row.debit_account_id),
    credit_account_id: encodeId('account', row.credit_account_id),
    amount_minor: row.amount_minor,
    currency: row.currency,
    memo: row.memo,
  };
}

export const ledgerSubjectDetails: SubjectDetails = {
  'ledger.transfer': (db, audited) => readDetails(db, audited, ([transfer]) => transferDetails(transfer)),
  'ledger.transfer_batch': (db, audited) => readDetails(db, audited, batchDetails),
};

async function readDetails(
  db: Queryable,
  audited: readonly AuditedSubjects[],
  present: (transfers: [Audited, ...Audited[]]) => Record<string, unknown>,
): Promise<Map<string, Record<string, unknown>>> {
  const ids = new Map(audited.map((each) => [each.subject, transferIds(each)]));
  const rows = await readTransferDetails(db, { ids: [...ids.values()].flat() });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const details = new Map<string, Record<string, unknown>>();
  for (const [subject, of_entry] of ids) {
    const transfers = of_entry.flatMap((id) => byId.get(id) ?? []);
    const [first, ...others] = transfers;
    if (first && transfers.length === of_entry.length) details.set(subject, present([first, ...others]));
  }
  return details;
}

function transferIds({ subject, of_subjects }: AuditedSubjects): string[] {
  const first = decodeId(subject);
  return Array.from({ length: of_subjects }, (_, place) => consecutiveUuid(first, place));
}
