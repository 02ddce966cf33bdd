/**
 * Captures and voids holds; those that are requested at the same time share each step. Either books a transfer that resolves
 * the hold and whose id follows from the hold and the phase, so that the ledger itself lets a hold be resolved only once; the
 * row records it. While a request does this, `touched_at` is set, so that the sweep (resume-holds.ts) finds the row if the
 * request dies.
 */
import { systemNow } from '../../core/clock.ts';
import { notFound, refusal } from '../../core/errors.ts';
import { groupBy } from '../../core/group-by.ts';
import { derivedUuid } from '../../core/ids.ts';
import { scopeOf, type Actor, type Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import type { Unit } from '../platform/unit.ts';
import { recordInBatches } from '../platform/write-pipeline.ts';
import type { BookedTransfer, LedgerBackend, Transfer } from './backend.port.ts';
import { auditResolved } from './hold-audit.ts';
import { Hold, HOLD_STATUSES, type HoldRow } from './hold.model.ts';
import { postChains } from './post-chains.ts';
import { refusalOf } from './refusals.ts';
import { requestedTransfer } from './requested-transfer.ts';

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
  ctx: Context,
  scope: Scope,
  actor: Actor,
  id: string,
  amount_minor?: bigint,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  return resolve(ctx, { scope, actor, id }, 'post', amount_minor);
}

/** Releases all of the hold. @throws AppError already_voided, already_captured, hold_expired */
export async function voidHold(ctx: Context, scope: Scope, actor: Actor, id: string): Promise<HoldRow> {
  const { hold, replayed } = await resolve(ctx, { scope, actor, id }, 'void');
  if (replayed) throw refusal('already_voided');
  return hold;
}

async function resolve(
  ctx: Context,
  wanted: HoldToResolve,
  phase: Phase,
  amount_minor?: bigint,
): Promise<{ hold: HoldRow; replayed: boolean }> {
  const hold = await markInProgress(ctx, wanted);
  if (!hold) throw notFound(Hold.label);
  const chain = [resolvingTransfer(hold, phase, amount_minor ?? hold.amount_minor)];
  const outcome = expectOne(await postChains(ctx.ledger, [{ scope: wanted.scope, chain }]));
  const actor = outcome.status === 'created' ? wanted.actor : null;
  // Who is refused does not record how the hold was resolved: the request that did it, or else the sweep, names its actor.
  const booked = outcome.status === 'refused' ? undefined : outcome.transfers[0];
  const recorded = await recordResolution(ctx, resolutionBy(hold, booked, actor));
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
  const { rows } = await trx.raw<{ rows: (HoldRow & { marked_at: Date | null })[] }>(MARK_IN_PROGRESS, [
    wanted.map(({ id }) => id),
    wanted.map(({ scope }) => scope.project_id),
    wanted.map(({ scope }) => scope.environment),
    wanted.map(({ actor }) => actor.type),
    wanted.map(({ actor }) => actor.id),
    [...HOLD_STATUSES],
    systemNow(),
  ]);
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

// Rows are locked in id order, which avoids deadlocks.
const MARK_IN_PROGRESS = `
  with wanted as (
    select distinct on (id, project_id, environment) *
    from unnest(?::uuid[], ?::text[], ?::environment[], ?::text[], ?::text[])
      as w(id, project_id, environment, asked_type, asked_id)
  ), before as materialized (
    select h.*, w.asked_type, w.asked_id from ledger_holds h join wanted w using (id, project_id, environment)
    where h.status = any(?::text[]) order by h.id for no key update of h
  ), marked as (
    update ledger_holds h set touched_at = greatest(?, before.touched_at + interval '1 millisecond'),
      -- While another request is under way, that one counts.
      resolver_type = case when before.touched_at is null then before.asked_type else before.resolver_type end,
      resolver_id = case when before.touched_at is null then before.asked_id else before.resolver_id end
    from before where h.id = before.id and before.status in ('pending', 'expired') returning h.id, h.touched_at
  )
  select before.*, marked.touched_at as marked_at from before left join marked using (id)`;

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
  async record({ trx }, resolutions) {
    await writeResolutions(trx, resolutions);
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
export async function recordResolutions(ctx: Context, holds: HoldRow[]): Promise<Set<string>> {
  if (holds.length === 0) return new Set();
  const resolutions = await readResolutions(ctx.ledger, holds);
  await ctx.db.transaction((trx) => writeResolutions(trx, resolutions));
  return new Set(resolutions.filter(({ status }) => status !== null).map(({ hold }) => hold.id));
}

async function writeResolutions(trx: Transaction, resolutions: Resolution[]): Promise<void> {
  const { rows } = await trx.raw<{ rows: RecordedRow[] }>(RECORD_RESOLUTIONS, [
    resolutions.map(({ hold }) => hold.id),
    resolutions.map(({ status }) => status as string),
    resolutions.map(({ captured_minor }) => String(captured_minor)),
    resolutions.map(({ hold }) => hold.touched_at as Date),
    resolutions.map(({ actor }) => actor?.type ?? null) as never,
    resolutions.map(({ actor }) => actor?.id ?? null) as never,
  ]);
  const resolved = rows.filter(({ status }) => status === 'captured' || status === 'voided');
  await auditResolved(
    trx,
    resolved.map(({ test_clock_offset_ms, ...row }) => ({
      scope: scopeOf(row.project_id, row.environment, test_clock_offset_ms),
      row,
    })),
  );
}

type RecordedRow = HoldRow & { test_clock_offset_ms: bigint };

// Rows are locked in id order, which avoids deadlocks. Of several requests for one hold, one that knows how it was resolved counts.
const RECORD_RESOLUTIONS = `
  with results as (
    select distinct on (id) *
    from unnest(?::uuid[], ?::text[], ?::bigint[], ?::timestamptz[], ?::text[], ?::text[])
      as v(id, status, captured_minor, touched_at, actor_type, actor_id)
    order by id, status nulls last, actor_id nulls last, touched_at nulls last
  ), locked as (
    select h.id from ledger_holds h join results v using (id)
    where h.status in ('pending', 'expired') and (v.status is not null or h.touched_at = v.touched_at)
    order by h.id for no key update of h
  )
  update ledger_holds h set status = coalesce(v.status, h.status), captured_minor = v.captured_minor, touched_at = null,
    resolver_type = coalesce(v.actor_type, h.resolver_type), resolver_id = coalesce(v.actor_id, h.resolver_id)
  from results v join locked using (id), projects p
  where h.id = v.id and p.id = h.project_id
  returning h.*, p.test_clock_offset_ms`;
