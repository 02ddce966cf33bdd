/** API keys as staff see them. */
import { environmentSchema } from '../../core/common-schemas.ts';
import { dateTime, resource, string, type Wire } from '../../core/schema.ts';
import type { ApiKeyRow } from './api-key.model.ts';

export const apiKeySchema = resource('ApiKey', 'A credential of one environment of a project', {
  id: string,
  key: string.describe('The key itself: in the answer to issuing it, and never again').optional(),
  prefix: string.describe('How the key begins, to tell keys apart'),
  environment: environmentSchema,
  name: string,
  created_by: string,
  created_at: dateTime,
  revoked_at: dateTime.nullable(),
});

/** @param key shown once, on issuing it */
export function presentApiKey(
  { id, prefix, environment, name, created_by, created_at, revoked_at }: ApiKeyRow,
  key?: string,
): Wire<typeof apiKeySchema> {
  return { id, ...(key ? { key } : {}), prefix, environment, name, created_by, created_at, revoked_at };
}
