/** API keys as staff see them. */
import { environmentSchema } from '../../../core/common-schemas.ts';
import { arrayOf, dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
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

/** @param key shown once, on issuing it */
export function presentApiKey(row: ApiKeyRow, key?: string): Wire<typeof apiKeySchema> {
  const { id, prefix, environment, name, created_by, created_at, revoked_at } = row;
  const { expires_at, last_used_at, scopes, allowed_ips } = row;
  return {
    id,
    ...(key ? { key } : {}),
    prefix,
    environment,
    name,
    created_by,
    created_at,
    revoked_at,
    expires_at,
    last_used_at,
    scopes,
    allowed_ips,
  };
}
