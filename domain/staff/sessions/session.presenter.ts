/** Sessions as their user sees them. */
import { hashToken } from '../../../core/crypto.ts';
import { boolean, dateTime, resource, string, type Wire } from '../../../core/schema.ts';
import type { SessionRow } from './session.model.ts';

export const openSessionSchema = resource('OpenSession', 'A sign-in that is not over', {
  id: string,
  current: boolean.describe('Is this the one that asks?'),
  address: string.nullable(),
  user_agent: string.nullable(),
  created_at: dateTime,
  last_used_at: dateTime.describe('To the minute'),
  expires_at: dateTime,
});

/** @param token of the session that asks */
export function presentOpenSession(row: SessionRow, token: string): Wire<typeof openSessionSchema> {
  const { id, address, user_agent, created_at, last_used_at, expires_at } = row;
  const current = row.token_hash === hashToken(token);
  return { id, current, address, user_agent, created_at, last_used_at, expires_at };
}
