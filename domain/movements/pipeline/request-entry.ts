/** Requests of movements by people and API keys: each is booked immediately, or waits for a checker. */
import { invalidField, refusal } from '../../../core/errors.ts';
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
 *   `customer_not_active`, `no_open_till`, `tills_off`; `insufficient_cash` at a till; what booking first what is due throws
 */
export async function requestEntry(caller: Caller, request: RequestToMove): Promise<RequestedEntry> {
  const { ctx, scope } = caller;
  const { idempotency_key: key, ...body } = request.body;
  refuseReservedKey(key);
  const settings = await getSettings(ctx.db, scope);
  const requested = typeof request.entry === 'function' ? await request.entry(settings) : request.entry;
  const entry = newEntry(caller, settings, requested);
  const { approval, due_before, cash_from } = ctx.movements.of(entry);
  const { till } = request.body;
  if (till !== undefined) {
    if (cash_from === null) throw invalidField('till', 'This moves no cash: leave "till" out');
    entry.till_id = till;
  }
  await due_before?.book(ctx, entry);
  const may_wait =
    approval.when === 'always' ||
    (approval.when === 'above_threshold' && approval.threshold(settings) !== null);
  const idempotency = { key, request: [...request.operation, body] };
  if (may_wait)
    return orShortOfCash(await waitForApproval(caller, settings, { ...request, entry, idempotency }));
  const { row, replayed } = await entryPipeline.submit(ctx, {
    scope,
    entry,
    idempotency,
    subject_id: entry.id,
  });
  return orShortOfCash({ entry: row, replayed });
}

/** A teller who cannot pay is told so at once; the failed entry stays in the session. @throws AppError `insufficient_cash` */
function orShortOfCash(requested: RequestedEntry): RequestedEntry {
  const { session_id, status, error } = requested.entry;
  if (session_id !== null && status === 'failed' && error === 'insufficient_cash')
    throw refusal('insufficient_cash', 'The till holds less than that.');
  return requested;
}
