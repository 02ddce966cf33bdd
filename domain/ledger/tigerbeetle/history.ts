/** An account's transfers with the balances after each, and its balances at an instant; the sums of a ledger's accounts. */
import type { Account as TbAccount, Transfer as TbTransfer } from 'tigerbeetle-node';
import { bigintToUuid } from '../../../core/ids.ts';
import type { AccountBalances, AccountPoint, HistoryEntry } from '../backend.port.ts';
import { copyBalances, ZERO_BALANCES } from '../rules/balances.rules.ts';
import { NS_PER_S, timestampAfter } from '../rules/time.rules.ts';
import type { Cluster } from './cluster.ts';
import { decodeTransfer, newestTransfers, oldestOf, phaseOf } from './encoding.ts';
import { expiryOf, isRelease } from './expiry.ts';
import { withMetadata } from './metadata.ts';
import type { Sources } from './scope.ts';

/** Transfers of an account, or accounts of a ledger, requested at once. */
const PAGE = 250;
/** No hold lasts longer, which bounds how far back one that was open at an instant is searched for. */
const LONGEST_TIMEOUT_NS = 90n * 24n * 3_600n * NS_PER_S;

/** @returns newest first, before a timestamp when one is given */
export async function readHistory(
  { db, cluster }: Sources,
  account_id: string,
  { limit, before }: { limit: number; before?: bigint | undefined },
): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  // For the cluster 0 means no bound.
  if (before !== undefined && before <= 1n) return entries;
  for (let max = before === undefined ? 0n : before - 1n; entries.length < limit;) {
    const filter = newestTransfers(account_id, Math.min(limit - entries.length, PAGE), max);
    const transfers = await cluster.within(cluster.client.getAccountTransfers(filter));
    const [newest, oldest] = [transfers[0], transfers.at(-1)];
    if (!newest || !oldest) break;
    // The same transfers, also when others have arrived since.
    const span = { ...filter, timestamp_min: oldest.timestamp, timestamp_max: newest.timestamp };
    const balances = await cluster.within(cluster.client.getAccountBalances(span));
    const after = new Map(balances.map((balance) => [balance.timestamp, copyBalances(balance)]));
    const page = (await withMetadata(db, transfers)).filter((transfer) => !isRelease(transfer));
    entries.push(
      ...page.map((transfer) => ({ after: after.get(transfer.timestamp) ?? ZERO_BALANCES, ...transfer })),
    );
    if (transfers.length < filter.limit) break;
    max = oldest.timestamp - 1n;
  }
  return entries;
}

export async function readBalancesAfter(
  cluster: Cluster,
  { account_id, timestamp }: AccountPoint,
): Promise<AccountBalances> {
  // For the cluster 0 means no bound.
  if (timestamp < 1n) return ZERO_BALANCES;
  const [last] = await cluster.within(
    cluster.client.getAccountBalances(newestTransfers(account_id, 1, timestamp)),
  );
  return last ? copyBalances(last) : ZERO_BALANCES;
}

export async function readBalancesAt(
  sources: Sources,
  account_id: string,
  at: Date,
): Promise<AccountBalances> {
  // No clock of a scope here is behind real time, so nothing with a later cluster timestamp was booked by then. In a scope whose test
  // clock has jumped, earlier transfers may have a later instant on that clock, so the search goes backwards from there.
  let before: bigint | undefined = timestampAfter(at);
  for (let limit = 1; before !== undefined; limit = PAGE) {
    const entries = await readHistory(sources, account_id, { limit, before });
    const last = entries.find(({ created_at }) => created_at <= at);
    if (last) return withoutExpired(sources, last, { account_id, at });
    before = entries.at(-1)?.timestamp;
  }
  return ZERO_BALANCES;
}

/**
 * The balances after one of an account's transfers, less the holds in them that had expired by a later instant. Which holds
 * are in them follows from the transfers up to it, which are read backwards until all pending amounts are explained.
 */
async function withoutExpired(
  { cluster }: Sources,
  last: HistoryEntry,
  { account_id, at }: { account_id: string; at: Date },
): Promise<AccountBalances> {
  const balances = { ...last.after };
  const unexplained = { debits: balances.debits_pending, credits: balances.credits_pending };
  const resolved = new Set<bigint>();
  for (let max = last.timestamp; unexplained.debits > 0n || unexplained.credits > 0n;) {
    const page = await cluster.within(
      cluster.client.getAccountTransfers(newestTransfers(account_id, PAGE, max)),
    );
    for (const transfer of page) {
      resolved.add(transfer.pending_id);
      const isOpen = phaseOf(transfer.flags) === 'pending' && !resolved.has(transfer.id);
      if (!isOpen || (transfer.timeout > 0 && expiryInCluster(transfer) <= last.timestamp)) continue;
      const side = bigintToUuid(transfer.debit_account_id) === account_id ? 'debits' : 'credits';
      unexplained[side] -= transfer.amount;
      if (transfer.timeout > 0 && expiryOf(decodeTransfer(transfer)) <= at)
        balances[`${side}_pending`] -= transfer.amount;
    }
    const oldest = page.at(-1);
    if (page.length < PAGE || !oldest || last.timestamp - oldest.timestamp > LONGEST_TIMEOUT_NS) break;
    max = oldest.timestamp - 1n;
  }
  return balances;
}

/** From this timestamp on the cluster, which knows real time only, no longer counts the hold. */
function expiryInCluster({ timestamp, timeout }: TbTransfer): bigint {
  return timestamp + BigInt(timeout) * NS_PER_S;
}

/** @returns the sums of the balances of a ledger's accounts, by account code */
export async function readTotals(cluster: Cluster, ledger: number): Promise<Map<number, AccountBalances>> {
  const totals = new Map<number, AccountBalances>();
  for await (const account of accountsOf(cluster, ledger)) {
    const sum = totals.get(account.code) ?? ZERO_BALANCES;
    totals.set(account.code, {
      debits_pending: sum.debits_pending + account.debits_pending,
      debits_posted: sum.debits_posted + account.debits_posted,
      credits_pending: sum.credits_pending + account.credits_pending,
      credits_posted: sum.credits_posted + account.credits_posted,
    });
  }
  return totals;
}

/** Every account of a ledger, oldest first. */
async function* accountsOf(cluster: Cluster, ledger: number): AsyncIterable<TbAccount> {
  for (let timestamp_min = 0n; ;) {
    const page = await cluster.within(cluster.client.queryAccounts(oldestOf(ledger, PAGE, timestamp_min)));
    yield* page;
    const last = page.at(-1);
    if (page.length < PAGE || !last) return;
    timestamp_min = last.timestamp + 1n;
  }
}
