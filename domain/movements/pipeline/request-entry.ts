/** Requests of movements by people and API keys: each is booked immediately, or waits for a checker. */
import { getSettings } from '../../cooperative/index.ts';
import { refuseReservedKey } from '../../platform/idempotency.ts';
import type { Caller } from '../../platform/unit.ts';
import { waitForApproval } from '../approvals/wait-for-approval.ts';
import { newEntry } from '../entries/entry.ts';
import { entryPipeline } from './entry-pipeline.ts';
import type { RequestedEntry, RequestToMove } from './request-to-move.ts';

/**
 * Stores the entry unless the same request came before. It is booked, or waits for a checker, as the definition of the movement
 * says.
 * @throws AppError `idempotency_key_reserved`, `sacco_not_set_up`, `idempotency_key_reused`, NOT_FOUND, `member_not_active`,
 *   `customer_not_active`; what booking first what is due throws
 */
export async function requestEntry(caller: Caller, request: RequestToMove): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  const { idempotency_key: key, ...body } = request.body;
  refuseReservedKey(key);
  const settings = await getSettings(ctx.db, scope);
  const requested = typeof request.entry === 'function' ? await request.entry(settings) : request.entry;
  const entry = newEntry(caller, settings, requested);
  const { approval, due_before } = ctx.movements.of(entry);
  await due_before?.book(ctx, entry);
  const may_wait =
    approval.when === 'always' ||
    (approval.when === 'above_threshold' && approval.threshold(settings) !== null);
  const idempotency = { key, request: [...request.operation, body] };
  if (may_wait) return waitForApproval(caller, settings, { ...request, entry, idempotency });
  const { row, replayed } = await entryPipeline.submit(ctx, {
    scope,
    entry,
    idempotency,
    subject_id: entry.id,
  });
  return { entry: row, replayed };
}
