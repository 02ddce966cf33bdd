/** API keys as staff see them. */
import { environmentSchema } from '../../../core/common-schemas.ts';
import { arrayOf, dateTime, fieldsOf, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { ApiKeyRow } from './api-key.model.ts';
import { KEY_SCOPES } from './api-key.rules.ts';

export const apiKeySchema = resource('ApiKey', 'A credential of one environment of a project', {
  id: string,
  key: string.describe('The key itself: in the answer to issuing it, and never again').optional(),
  prefix: string.describe('How the key begins, to tell keys apart'),
  environment: environmentSchema,
  name: string,
  created_by: string,
  created_at: dateTime,
  revoked_at: dateTime.nullable(),
  expires_at: dateTime.nullable(),
  last_used_at: dateTime.nullable().describe('To the minute'),
  scopes: arrayOf(oneOf(KEY_SCOPES)).nullable().describe('Null: all that a key may do'),
  allowed_ips: arrayOf(string).nullable().describe('Addresses and ranges; null: from anywhere'),
});

/** @param key shown once, when it is issued */
export function presentApiKey(row: ApiKeyRow, key?: string): Wire<typeof apiKeySchema> {
  return fieldsOf(apiKeySchema, { ...row, ...(key ? { key } : {}) });
}
