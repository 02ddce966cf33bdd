/** Sessions as their user sees them. */
import { hashToken } from '../../../core/crypto.ts';
import { boolean, dateTime, fieldsOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { SessionRow } from './session.model.ts';

export const openSessionSchema = resource('OpenSession', 'A sign-in that is not over', {
  id: string,
  current: boolean.describe('Whether this is the session of the request'),
  address: string.nullable(),
  user_agent: string.nullable(),
  created_at: dateTime,
  last_used_at: dateTime.describe('To the minute'),
  expires_at: dateTime,
});

/** @param token of the current session */
export function presentOpenSession(row: SessionRow, token: string): Wire<typeof openSessionSchema> {
  return fieldsOf(openSessionSchema, { ...row, current: row.token_hash === hashToken(token) });
}
