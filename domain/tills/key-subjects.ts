/** What idempotency keys of closing and counting stand for: a session, or a count. */
import type { KeySubject } from '../platform/prune.ts';
import { LIVE } from './sessions/session.rules.ts';

export const tillKeySubjects: readonly KeySubject[] = [{ table: 'sacco_till_sessions', unfinished: LIVE }];
