/**
 * Why the cluster refused a transfer whose answer was lost. It remembers that the id failed, and not why; but a transfer between
 * existing accounts fails because one was short, and the balances after each transfer of both accounts show which.
 */
import { AccountFlags, type AccountBalance as TbBalance } from 'tigerbeetle-node';
import { uuidToBigint } from '../../../core/ids.ts';
import type { Transfer, TransferError } from '../backend.port.ts';
import { ZERO_BALANCES } from '../rules/balances.rules.ts';
import { MAX_TIMESTAMP } from '../rules/time.rules.ts';
import type { Cluster } from './cluster.ts';
import { newestTransfers } from './encoding.ts';

/** Balances that are searched: a repeat comes before so many other transfers of the account. */
const MAX_TRANSFERS = 250;

type Sums = Pick<TbBalance, 'debits_pending' | 'debits_posted' | 'credits_pending' | 'credits_posted'>;
type Side = 'debit' | 'credit';

/**
 * Of two accounts that were short, the one that was so last; of two that are short now, the debited one, which is checked first.
 * @param before those of its chain, which had their effect when it was refused
 * @returns undefined when neither has been short for long
 */
export async function earlierRefusal(
  cluster: Cluster,
  transfer: Transfer,
  before: readonly Transfer[],
): Promise<TransferError | undefined> {
  if (transfer.phase === 'post' || transfer.phase === 'void') return undefined;
  const [debit, credit] = await Promise.all([
    lastShort(cluster, 'debit', { transfer, before }),
    lastShort(cluster, 'credit', { transfer, before }),
  ]);
  if (debit === null && credit === null) return undefined;
  return credit === null || (debit !== null && debit >= credit) ? 'exceeds_credits' : 'exceeds_debits';
}

/** Up to which timestamp the account could not be moved so; the last there is: it cannot be now. Null: it always could. */
async function lastShort(
  cluster: Cluster,
  side: Side,
  { transfer, before }: { transfer: Transfer; before: readonly Transfer[] },
): Promise<bigint | null> {
  const account_id = transfer[`${side}_account_id`];
  const [account] = await cluster.within(cluster.client.lookupAccounts([uuidToBigint(account_id)]));
  if (!account || (account.flags & LIMIT_FLAGS[side]) === 0) return null;
  const isShort = (sums: Sums): boolean =>
    isBeyond(side, withChain(sums, account_id, before), transfer.amount);
  if (isShort(account)) return MAX_TIMESTAMP;
  const balances = await cluster.within(
    cluster.client.getAccountBalances(newestTransfers(account_id, MAX_TRANSFERS, 0n)),
  );
  const at = balances.findIndex((sums) => isShort(sums));
  if (at > 0) return (balances[at - 1] as TbBalance).timestamp;
  const first = balances.at(-1);
  return first && balances.length < MAX_TRANSFERS && isShort(ZERO_BALANCES) ? first.timestamp : null;
}

const LIMIT_FLAGS: Record<Side, number> = {
  debit: AccountFlags.debits_must_not_exceed_credits,
  credit: AccountFlags.credits_must_not_exceed_debits,
};

function isBeyond(side: Side, sums: Sums, amount: bigint): boolean {
  return side === 'debit'
    ? sums.debits_pending + sums.debits_posted + amount > sums.credits_posted
    : sums.credits_pending + sums.credits_posted + amount > sums.debits_posted;
}

/** What the account would have after those of a chain that come first. */
function withChain(sums: Sums, account_id: string, before: readonly Transfer[]): Sums {
  const after = { ...sums };
  for (const { debit_account_id, credit_account_id, amount, phase } of before) {
    const kind = phase === 'pending' ? 'pending' : 'posted';
    // What ends a hold leaves the sum of pending and posted as it is, or lower.
    if (phase === 'post' || phase === 'void') continue;
    if (debit_account_id === account_id) after[`debits_${kind}`] += amount;
    if (credit_account_id === account_id) after[`credits_${kind}`] += amount;
  }
  return after;
}
