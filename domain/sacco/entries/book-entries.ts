/**
 * Books entries that are under way: the ledger is asked, and its answer noted. The transfers' ids follow from the entry, so
 * booking one again is a no-op, and whatever a crash leaves behind is finished by the sweep.
 */
import { realIn, realNow } from '../../../core/clock.ts';
import { apart, coalescePer } from '../../../core/batch.ts';
import { REASONS, type Reason } from '../../../core/errors.ts';
import { derivedUuid, uuidIn } from '../../../core/ids.ts';
import { toJson } from '../../../core/json.ts';
import type { Scope } from '../../../core/scope.ts';
import { isConnectionFault, type Transaction } from '../../../db/connection.ts';
import { transact, type AfterCommit } from '../../platform/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { loadAll } from '../../platform/find-with-scope.ts';
import { accountId, TRANSFER_KINDS, type ChainOutcome, type Transfer } from '../../ledger/index.ts';
import { recordEvents } from '../../webhooks/index.ts';
import { accountKeyOf } from '../members/accounts.ts';
import { legAmount, legsOf, shortageOf, UNDER_WAY, type Leg } from './entry.rules.ts';
import type { EntryRow } from './entry.ts';
import { CONSEQUENCES } from './entry-effects.ts';
import { presentEntry } from '../sacco.presenter.ts';

/** A request that has not finished its entry by then has died. */
const ABANDONED_AFTER_MS = 5_000;
/** Entries that one sweep takes up, and that are noted in one transaction. */
const MAX_AT_ONCE = 500;

/** The transfers of an entry, one per leg that moves anything. */
export function transfersOf(entry: EntryRow): Transfer[] {
  return legsOf(entry).map((leg, i) => ({
    id: derivedUuid(uuidIn(entry.id), String(i)),
    debit_account_id: accountId(entry, accountKeyOf(leg.debit, entry.currency, entry.member_id)),
    credit_account_id: accountId(entry, accountKeyOf(leg.credit, entry.currency, entry.member_id)),
    amount: legAmount(leg, entry),
    code: TRANSFER_KINDS[entry.kind],
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: entry.id,
    memo: entry.memo,
  }));
}

/** What the ledger said of an entry. */
type Verdict =
  | { status: 'posted'; posted_at: Date; ledger_timestamp: bigint | null }
  | { status: 'failed'; error: Reason };

interface Judged {
  scope: Scope;
  entry: EntryRow;
  verdict: Verdict;
}

/** Books one entry that is under way. @returns the entry as it then stands */
export async function bookEntry(ctx: Context, scope: Scope, entry: EntryRow): Promise<EntryRow> {
  if (!UNDER_WAY.includes(entry.status)) return entry;
  const transfers = transfersOf(entry);
  const now = scope.clock.now();
  const [outcome] = transfers.length > 0 ? await ctx.ledger.post([transfers], now) : [];
  const verdict: Verdict = outcome
    ? verdictOf(entry, outcome)
    : { status: 'posted', posted_at: now, ledger_timestamp: null };
  return note(ctx, { scope, entry, verdict });
}

function verdictOf(entry: EntryRow, outcome: ChainOutcome): Verdict {
  if (outcome.status !== 'refused') {
    const last = outcome.transfers.at(-1);
    return {
      status: 'posted',
      posted_at: last?.created_at as Date,
      ledger_timestamp: last?.timestamp as bigint,
    };
  }
  const leg = legsOf(entry)[outcome.index] as Leg;
  const error = shortageOf(leg, outcome.fault);
  if (!error) throw new Error(`the ledger refused ${entry.id}: ${outcome.fault}`);
  return { status: 'failed', error };
}

// ── outcomes are noted together ──────────────────────────────────────────────────────────────────────────────────────

/** Outcomes that wait at the same time are noted in one transaction. */
const note = coalescePer<Context, Judged, EntryRow>(
  (ctx, batch) => apart((some: Judged[]) => noteAll(ctx, some), isConnectionFault)(batch),
  { max_weight: MAX_AT_ONCE },
);

async function noteAll(ctx: Context, batch: Judged[]): Promise<EntryRow[]> {
  return transact(ctx, async (trx, after) => {
    // A request and its repeat may have come together: the first is listened to, and the entry is told of once.
    const distinct = [...new Map(batch.toReversed().map((judged) => [judged.entry.id, judged])).values()];
    const ended = await endEntries(trx, distinct);
    const scopes = new Map(distinct.map(({ scope, entry }) => [entry.id, scope]));
    await followAll(
      trx,
      after,
      ended.map((entry) => ({ scope: scopes.get(entry.id) as Scope, entry })),
    );
    const noted = new Map(ended.map((row) => [row.id, row]));
    // Where another was quicker, it has told of it.
    const others = distinct.map(({ entry }) => entry.id).filter((id) => !noted.has(id));
    if (others.length > 0)
      for (const row of await trx<EntryRow>('sacco_entries').whereIn('id', others)) noted.set(row.id, row);
    return batch.map(({ entry }) => noted.get(entry.id) as EntryRow);
  });
}

/** @returns the entries that this call has ended, in the order in which members are locked everywhere */
async function endEntries(trx: Transaction, batch: Judged[]): Promise<EntryRow[]> {
  const { rows } = await trx.raw<{ rows: EntryRow[] }>(NOTE_OUTCOMES, [
    toJson(
      batch.map(({ entry, verdict }) => ({
        id: entry.id,
        status: verdict.status,
        ...(verdict.status === 'posted'
          ? { posted_at: verdict.posted_at, ledger_timestamp: verdict.ledger_timestamp }
          : { error: verdict.error, reason: REASONS[verdict.error][1] }),
      })),
    ),
    batch.map(({ entry }) => entry.id),
  ] as never);
  const noted = new Map(rows.map((row) => [row.id, row]));
  return batch
    .flatMap(({ entry }) => {
      const row = noted.get(entry.id);
      return row ? [{ ...entry, ...row }] : [];
    })
    .toSorted((a, b) => ((a.member_id ?? '') < (b.member_id ?? '') ? -1 : 1));
}

// Locked in order, so that two who note the same entries never wait for each other in a circle; and found by their ids
// alone, because the indexes of what is under way are full of what was a moment ago.
const NOTE_OUTCOMES = `
  with verdicts as (
    select * from jsonb_to_recordset(?::jsonb) as v(id text, status text, error text, reason text,
      posted_at timestamptz, ledger_timestamp bigint)
  ), locked as materialized (
    select id, status from sacco_entries where id = any(?::text[]) order by id for update
  )
  update sacco_entries e set status = v.status, error = v.error, reason = v.reason, posted_at = v.posted_at,
    ledger_timestamp = v.ledger_timestamp, due_at = null
  from verdicts v join locked using (id) where e.id = v.id and locked.status in ('pending', 'posting')
  returning e.id, e.status, e.error, e.reason, e.posted_at, e.ledger_timestamp, e.due_at`;

/** What else happens when entries have ended. */
export async function followAll(
  trx: Transaction,
  after: AfterCommit,
  ended: { scope: Scope; entry: EntryRow }[],
): Promise<void> {
  for (const { scope, entry } of ended) await CONSEQUENCES[entry.kind]?.(trx, scope, entry);
  await recordEvents(
    trx,
    after,
    ended.map(({ scope, entry }) => ({
      scope,
      type: entry.status === 'posted' ? 'sacco.entry.posted' : 'sacco.entry.failed',
      data: presentEntry(entry),
    })),
  );
}

// ── what crashes leave behind ────────────────────────────────────────────────────────────────────────────────────────

/** Books the entries whose request, or approval, died before it noted the outcome. @returns how many it finished */
export async function finishEntries(ctx: Context): Promise<number> {
  const abandoned = await loadAll<EntryRow>(ctx.db, 'sacco_entries', (rows) =>
    rows
      .where('t.due_at', '<', realNow())
      .whereIn('t.status', UNDER_WAY)
      .orderBy('t.due_at')
      .limit(MAX_AT_ONCE),
  );
  // Those that cannot be booked now go behind the others, so that they never hold them up.
  await ctx
    .db('sacco_entries')
    .whereIn(
      'id',
      abandoned.map(({ row }) => row.id),
    )
    .whereIn('status', UNDER_WAY)
    .update({ due_at: abandonedAt() });
  const done = await Promise.allSettled(abandoned.map(({ row, scope }) => bookEntry(ctx, scope, row)));
  const faults = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  if (faults.length > 0)
    ctx.log.error({ err: faults[0], entries: faults.length }, 'entries cannot be finished');
  return done.length - faults.length;
}

/** When the sweep takes up an entry that is about to be booked. */
export function abandonedAt(): Date {
  return realIn(ABANDONED_AFTER_MS);
}
