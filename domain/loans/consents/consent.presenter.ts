/** What a guarantor was asked and answered, as clients see it; never the link or the code. */
import { dateTime, namedChoice, object, oneOf, string, type Wire } from '../../../core/schema.ts';
import type { ConsentRow } from './consent.model.ts';
import { CONSENT_METHODS, CONSENT_STATUSES } from './consent.rules.ts';

export const consentSchema = object({
  status: namedChoice('ConsentStatus', 'What became of asking a guarantor', CONSENT_STATUSES),
  requested_at: dateTime,
  expires_at: dateTime,
  method: oneOf(CONSENT_METHODS).nullable().describe('How the guarantor answered'),
  decided_at: dateTime.nullable(),
  memo: string.nullable(),
  file_id: string.nullable().describe('The signed form'),
});

export function presentConsent(row: ConsentRow): Wire<typeof consentSchema> {
  return {
    status: row.status,
    requested_at: row.requested_at,
    expires_at: row.expires_at,
    method: row.method,
    decided_at: row.decided_at,
    memo: row.memo,
    file_id: row.file_id,
  };
}
