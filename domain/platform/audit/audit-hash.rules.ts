/** The hashes that chain the entries of the audit log. */
import { sha256Hex } from '../../../core/digest.ts';
import type { AuditRow } from './audit.model.ts';

/** What the first entry of a chain is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** An entry with everything that its hash covers. */
export interface CompleteEntry extends Omit<AuditRow, 'details' | 'of_subjects' | 'previous_hash'> {
  details: string;
  previous_hash: string;
}

/** The moment may be given as the text that it is hashed as, which many entries appended together share. */
export type EntryToHash = Omit<CompleteEntry, 'hash' | 'at'> & { at: Date | string };

/** SHA-256 over the canonical JSON of the previous hash and everything that the entry says. */
export function auditHash(entry: EntryToHash): string {
  // Members in their order, instead of sorted for each of many that are appended under the head's lock.
  const canonical = JSON.stringify({
    action: entry.action,
    actor_id: entry.actor_id,
    actor_type: entry.actor_type,
    at: entry.at,
    details: entry.details,
    environment: entry.environment,
    id: entry.id,
    previous_hash: entry.previous_hash,
    project_id: entry.project_id,
    seq: Number(entry.seq),
    subject: entry.subject,
  });
  return sha256Hex(canonical);
}
