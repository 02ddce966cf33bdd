/** The transfers of a scope in a range of time, in their order. */
import type { Transfer as TbTransfer } from 'tigerbeetle-node';
import type { Db } from '../../../db/connection.ts';
import type { BookedTransfer, TransferRange } from '../backend.port.ts';
import { movesMoney, quarterOf } from '../rules/posted-totals.rules.ts';
import { timestampFrom } from '../rules/time.rules.ts';
import { decodeTransfer, oldestOf } from './encoding.ts';
import { withMetadata } from './metadata.ts';
import type { AccountLedgers, Sources } from './scope.ts';

/** Transfers requested at once. */
const PAGE = 250;

/** Oldest first. The totals of the ledgers must be up to date. */
export async function readRange(
  sources: Sources,
  range: TransferRange,
  limit: number,
): Promise<BookedTransfer[]> {
  const found: TbTransfer[] = [];
  for (const ledger of range.ledgers) {
    const of_ledger: TbTransfer[] = [];
    for await (const { event } of eventsInRange(sources, ledger, range)) {
      of_ledger.push(event);
      if (of_ledger.length === limit) break;
    }
    found.push(...of_ledger);
  }
  found.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  return withMetadata(sources.db, found.slice(0, limit));
}

/** Without texts, ledger by ledger. */
export async function* postedInRange(sources: Sources, range: TransferRange): AsyncIterable<BookedTransfer> {
  for (const ledger of range.ledgers)
    for await (const { transfer } of eventsInRange(sources, ledger, range)) yield transfer;
}

async function* eventsInRange(
  sources: Sources,
  ledger: number,
  range: TransferRange,
): AsyncIterable<LedgerEvent> {
  const { from, before, after = 0n, transfer_code } = range;
  const begins = await lastBefore(sources.db, ledger, from);
  const events = eventsOf(sources, ledger, {
    after: after > begins ? after : begins,
    // No clock of a scope here is behind real time, which the cluster's timestamps are.
    until: timestampFrom(before) - 1n,
    transfer_code,
  });
  for await (const { event, transfer } of events) {
    if (transfer.created_at >= before) return;
    if (
      transfer.created_at >= from &&
      movesMoney(transfer) &&
      isOfAccounts(sources.accounts, transfer, range)
    )
      yield { event, transfer };
  }
}

interface LedgerEvent {
  /** As the cluster has it. */
  event: TbTransfer;
  /** Without texts. */
  transfer: BookedTransfer;
}

interface EventRange {
  /** Timestamps: the first is left out, the last is not. */
  after: bigint;
  until: bigint;
  transfer_code?: number | undefined;
}

/** All transfers of a ledger in their order, whose accounts are known then. */
export async function* eventsOf(
  { cluster, accounts }: Pick<Sources, 'cluster' | 'accounts'>,
  ledger: number,
  { after, until, transfer_code = 0 }: EventRange,
): AsyncIterable<LedgerEvent> {
  for (let timestamp_min = after + 1n; timestamp_min <= until;) {
    const page = await cluster.within(
      cluster.client.queryTransfers({
        ...oldestOf(ledger, PAGE, timestamp_min),
        timestamp_max: until,
        code: transfer_code,
      }),
    );
    const transfers = page.map(decodeTransfer);
    await accounts.load(transfers);
    for (const [i, transfer] of transfers.entries()) yield { event: page[i] as TbTransfer, transfer };
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    timestamp_min = last.timestamp + 1n;
  }
}

/** A transfer of the ledger before which none is in a range from that instant, by its totals. */
async function lastBefore(db: Db, ledger: number, from: Date): Promise<bigint> {
  const row = await db('ledger_posted_totals')
    .where({ ledger })
    .where('quarter', '<', quarterOf(from))
    .max('last_timestamp as last')
    .first();
  return (row?.['last'] as bigint | null | undefined) ?? 0n;
}

function isOfAccounts(
  accounts: AccountLedgers,
  { debit_account_id, credit_account_id }: BookedTransfer,
  { account_code, account_ids }: TransferRange,
): boolean {
  const sides = [debit_account_id, credit_account_id];
  return (
    (account_code === undefined || sides.some((id) => accounts.account(id).code === account_code)) &&
    (account_ids === undefined || sides.some((id) => account_ids.includes(id)))
  );
}
