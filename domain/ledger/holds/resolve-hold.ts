/**
 * Captures and voids holds; those that are requested at the same time share each step. Either books a transfer that resolves
 * the hold and whose id follows from the hold and the phase, so that the ledger itself lets a hold be resolved only once; the
 * row records it. While a request does this, `touched_at` is set, so that the sweep (resume-holds.ts) finds the row if the
 * request dies.
 */
import { systemNow } from '../../../core/clock.ts';
import { notFound, refusal } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { derivedUuid } from '../../../core/ids.ts';
import { scopeOf, type Actor, type Scope } from '../../../core/scope.ts';
import { expectOne } from '../../../db/rows.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type Caller, type Unit } from '../../platform/unit.ts';
import { recordInBatches } from '../../platform/write-pipeline.ts';
import type { BookedTransfer, LedgerBackend, Transfer } from '../backend.port.ts';
import { auditResolved } from './hold-audit.ts';
import { Hold, HOLD_STATUSES, type HoldRow } from './hold.model.ts';
import { markInProgressRows, recordResolvedRows } from './holds.sql.ts';
import { postChains } from '../transfers/post-chains.ts';
import { refusalOf } from '../transfers/refusals.ts';
import { requestedTransfer } from '../transfers/requested-transfer.ts';

/** How a hold is resolved. */
type Phase = 'post' | 'void';

interface HoldToResolve {
  scope: Scope;
  actor: Actor;
  id: string;
}

/** How a hold was resolved according to the ledger. */
interface Resolution {
  hold: HoldRow;
  /** null: it is not resolved. */
  status: 'captured' | 'voided' | null;
  captured_minor: bigint;
  /** Whose request resolved it; null where that is not known for certain: the first of those under way counts. */
  actor: Actor | null;
}

/** Holds that share one transaction. */
const MAX_BATCH = 500;

/**
 * Captures the hold; the remainder is released.
 * @param amount_minor all of it when left out
 * @returns replayed when the same capture was made before
 * @throws AppError already_captured, already_voided, hold_expired, exceeds_pending_amount
 */
export async function captureHold(
  caller: Caller,
  id: string,
  amount_minor?: bigint,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  return resolve(caller, { id, phase: 'post', amount_minor });
}

/** Releases all of the hold. @throws AppError already_voided, already_captured, hold_expired */
export async function voidHold(caller: Caller, id: string): Promise<HoldRow> {
  const { hold, replayed } = await resolve(caller, { id, phase: 'void' });
  if (replayed) throw refusal('already_voided');
  return hold;
}

async function resolve(
  { ctx, scope, actor }: Caller,
  { id, phase, amount_minor }: { id: string; phase: Phase; amount_minor?: bigint | undefined },
): Promise<{ hold: HoldRow; replayed: boolean }> {
  const hold = await markInProgress(ctx, { scope, actor, id });
  if (!hold) throw notFound(Hold.label);
  const chain = [resolvingTransfer(hold, phase, amount_minor ?? hold.amount_minor)];
  const outcome = expectOne(await postChains(ctx.ledger, [{ scope, chain }]));
  // A refused request does not record how the hold was resolved: the request that did it, or else the sweep, names its actor.
  const booked = outcome.status === 'refused' ? undefined : outcome.transfers[0];
  const resolver = outcome.status === 'created' ? actor : null;
  const recorded = await recordResolution(ctx, resolutionBy(hold, booked, resolver));
  if (outcome.status === 'refused') throw refusalOf(outcome.error);
  return { hold: recorded, replayed: outcome.status === 'replayed' };
}

// ── mark ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Sets touched_at of the hold to an instant that no other request has set it to, and who asks, unless another does already.
 * @returns the hold with that instant, by which this request clears the column again; with null when another request is
 *   resolving the hold, too: neither knows when the other is done, so the column stays set until the sweep clears it; null
 *   when there is no such hold
 */
const markInProgress = recordInBatches<HoldToResolve, HoldRow | null>({
  max_batch: MAX_BATCH,
  record: markAll,
});

async function markAll({ trx }: Unit, wanted: HoldToResolve[]): Promise<(HoldRow | null)[]> {
  const rows = await markInProgressRows(trx, {
    ids: wanted.map(({ id }) => id),
    project_ids: wanted.map(({ scope }) => scope.project_id),
    environments: wanted.map(({ scope }) => scope.environment),
    actor_types: wanted.map(({ actor }) => actor.type),
    actor_ids: wanted.map(({ actor }) => actor.id),
    statuses: HOLD_STATUSES,
    now: systemNow(),
  });
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  const requests = groupBy(wanted, ({ id }) => id);
  return wanted.map(({ scope, id }) => {
    const row = found.get(nameOf({ ...scope, id }));
    if (!row) return null;
    const { marked_at, ...hold } = row;
    const alone = hold.touched_at === null && requests.get(id)?.length === 1;
    return { ...hold, touched_at: alone ? marked_at : null };
  });
}

function nameOf({ id, project_id, environment }: Pick<HoldRow, 'id' | 'project_id' | 'environment'>): string {
  return `${project_id} ${environment} ${id}`;
}

// ── book ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function resolvingTransfer(hold: HoldRow, phase: Phase, amount: bigint): Transfer {
  return {
    ...requestedTransfer(hold),
    id: resolvingId(hold, phase),
    amount,
    phase,
    pending_id: hold.id,
  };
}

function resolvingId({ id }: Pick<HoldRow, 'id'>, phase: Phase): string {
  return derivedUuid(id, phase);
}

/** How these holds were resolved, by whatever request. */
async function readResolutions(ledger: LedgerBackend, holds: HoldRow[]): Promise<Resolution[]> {
  const ids = holds.flatMap((hold) => [resolvingId(hold, 'post'), resolvingId(hold, 'void')]);
  const booked = await ledger.transfers(ids);
  return holds.map((hold) =>
    resolutionBy(hold, booked.get(resolvingId(hold, 'post')) ?? booked.get(resolvingId(hold, 'void'))),
  );
}

function resolutionBy(
  hold: HoldRow,
  transfer: BookedTransfer | undefined,
  actor: Actor | null = null,
): Resolution {
  if (!transfer) return { hold, status: null, captured_minor: 0n, actor };
  return transfer.phase === 'post'
    ? { hold, status: 'captured', captured_minor: transfer.amount, actor }
    : { hold, status: 'voided', captured_minor: 0n, actor };
}

// ── record ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const recordResolution = recordInBatches<Resolution, HoldRow>({
  max_batch: MAX_BATCH,
  async record(unit, resolutions) {
    await writeResolutions(unit, resolutions);
    return resolutions.map(({ hold, status, captured_minor }) =>
      status === null ? hold : { ...hold, status, captured_minor },
    );
  },
});

/**
 * Records how these holds were resolved according to the ledger, and clears touched_at of the others, unless another request
 * has set it since. The ledger also overrules an expiry that was recorded too early.
 * @returns ids of the holds that were resolved
 */
export async function recordHoldResolutions(ctx: Context, holds: HoldRow[]): Promise<Set<string>> {
  if (holds.length === 0) return new Set();
  const resolutions = await readResolutions(ctx.ledger, holds);
  await inTransaction({ ctx }, (unit) => writeResolutions(unit, resolutions));
  return new Set(resolutions.filter(({ status }) => status !== null).map(({ hold }) => hold.id));
}

async function writeResolutions(unit: Unit, resolutions: Resolution[]): Promise<void> {
  const recorded = await recordResolvedRows(unit.trx, {
    ids: resolutions.map(({ hold }) => hold.id),
    statuses: resolutions.map(({ status }) => status),
    captured: resolutions.map(({ captured_minor }) => String(captured_minor)),
    marks: resolutions.map(({ hold }) => hold.touched_at),
    actor_types: resolutions.map(({ actor }) => actor?.type ?? null),
    actor_ids: resolutions.map(({ actor }) => actor?.id ?? null),
  });
  const resolved = recorded.filter(({ status }) => status === 'captured' || status === 'voided');
  await auditResolved(
    unit,
    resolved.map(({ test_clock_offset_ms, ...row }) => ({
      scope: scopeOf(row.project_id, row.environment, test_clock_offset_ms),
      row,
    })),
  );
}
