/**
 * Delivery reports of senders. A report may come before the answer of the call that it is about, late, or twice: it is stored, and
 * applied once its message is known.
 */
import { systemNow, systemTimeIn } from '../../../core/clock.ts';
import { hashToken } from '../../../core/crypto.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { Db } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { keptSince, pruneInBatches } from '../../platform/prune.ts';
import { NOTIFICATION_ERRORS } from '../notification.rules.ts';
import { SENDERS } from '../senders/registry.ts';
import type { ReportCall, SenderName } from '../senders/sender.port.ts';
import {
  applyReports,
  deleteReportsBefore,
  findSenderByToken,
  findSendersWithReports,
  storeReport,
} from './reports.sql.ts';

const MAX_REPORTS = 1_000;
const MAX_SENDERS = 1_000;
/** A message is known once its sender has answered: minutes after its report at most. */
const OPEN_MS = 3_600_000;
/** Reports of messages that nobody knows are of no use after that. */
const KEPT_DAYS = 30;

/** @throws AppError NOT_FOUND unless we handed out the address; VALIDATION_ERROR for what is no report */
export async function receiveReport(ctx: Context, token: string, call: ReportCall): Promise<void> {
  const [found] = await findSenderByToken(ctx.db, { token_hash: hashToken(token) });
  const name = found?.sender as SenderName | undefined;
  if (!found || name === undefined || name === 'none') throw notFound('callback address');
  const report = SENDERS[name].readReport?.(call);
  if (!report)
    throw invalid([{ path: 'body', message: 'This is no delivery report of the sender that is set.' }]);
  const reason = report.status === 'failed' ? (report.reason ?? NOTIFICATION_ERRORS.undelivered) : null;
  await storeReport(ctx.db, { ...report, reason, sender_id: found.id, now: systemNow() });
  await applyReportsOf(ctx, found.id);
}

export async function applyReportsOf({ db }: Context, sender_id: string): Promise<void> {
  await applyReports(db, { sender_id, since: systemTimeIn(-OPEN_MS), now: systemNow(), limit: MAX_REPORTS });
}

/** Each sender by itself: reports that match nothing keep nobody else's back. */
export async function applyOpenReports(ctx: Context): Promise<void> {
  const senders = await findSendersWithReports(ctx.db, { since: systemTimeIn(-OPEN_MS), limit: MAX_SENDERS });
  for (const { id } of senders) await applyReportsOf(ctx, id);
}

/** @returns how many were deleted */
export function pruneReports(db: Db): Promise<number> {
  const first_kept = keptSince(KEPT_DAYS);
  return pruneInBatches(async (limit) => (await deleteReportsBefore(db, { first_kept, limit })).length);
}
