/** The audit log as managers see it. */
import { actorSchema } from '../../../core/common-schemas.ts';
import { dateTime, freeForm, resource, string, type Wire } from '../../../core/schema.ts';
import type { CompleteEntry } from './audit-hash.rules.ts';

export const auditEntrySchema = resource(
  'AuditEntry',
  'Something that was done, chained to what was done before',
  {
    id: string,
    at: dateTime,
    actor: actorSchema,
    action: string,
    subject: string.describe('Id of what was acted on'),
    details: freeForm,
    hash: string.describe('SHA-256 over the previous hash and everything that the entry says'),
    previous_hash: string,
  },
);

export function presentAudit(
  row: CompleteEntry,
  actor: Wire<typeof actorSchema>,
): Wire<typeof auditEntrySchema> {
  return {
    id: row.id,
    at: row.at,
    actor,
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details),
    hash: row.hash,
    previous_hash: row.previous_hash,
  };
}
