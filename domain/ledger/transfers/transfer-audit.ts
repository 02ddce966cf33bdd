/**
 * Audit entries of manual transfers. That of a transfer on its own says what the ledger's transfer says; where that is in the
 * same database and is never deleted, the details are read from there.
 */
import { decodeId, encodeId } from '../../../core/ids.ts';
import type { AuditRecord } from '../../platform/audit/audit.ts';
import type { SubjectDetails } from '../../platform/audit/subject-details.port.ts';
import type { ManualTransferRow } from './manual-transfer.model.ts';
import { readTransferDetails } from './transfer-audit.sql.ts';

/** What an entry says of a transfer. */
type Audited = Pick<
  ManualTransferRow,
  'debit_account_id' | 'credit_account_id' | 'amount_minor' | 'currency' | 'memo'
>;

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
    details: is_batch
      ? {
          idempotency_key: first.reference,
          transfers: rows.map((row) => ({ id: encodeId('transfer', row.id), ...detailsOf(row) })),
        }
      : { idempotency_key: first.reference, ...detailsOf(first) },
    is_of_subject: is_in_ledger && !is_batch,
  };
}

function detailsOf(row: Audited): Record<string, unknown> {
  return {
    debit_account_id: encodeId('account', row.debit_account_id),
    credit_account_id: encodeId('account', row.credit_account_id),
    amount_minor: row.amount_minor,
    currency: row.currency,
    memo: row.memo,
  };
}

export const ledgerSubjectDetails: SubjectDetails = {
  async 'ledger.transfer'(db, subjects) {
    const rows = await readTransferDetails(db, { ids: subjects.map(decodeId) });
    return new Map(
      rows.map((row) => [
        encodeId('transfer', row.id),
        { idempotency_key: row.reference, ...detailsOf(row) },
      ]),
    );
  },
};
