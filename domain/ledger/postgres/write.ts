/** Writes an evaluation's changes, one set-based statement for each table. Transfers are inserted by commit.ts meanwhile. */
import type pg from 'pg';
import type { AccountState, Changes, LedgerState, PendingState } from '../state.rules.ts';
import { arrayLiteral, PENDING_STATUSES } from './rows.ts';
import { INSERT_FAILED_IDS, UPDATE_BALANCES, UPSERT_PENDING } from './statements.ts';

/** Writes balances, holds and failed transfer ids. */
export async function writeState(client: pg.PoolClient, state: LedgerState, changes: Changes): Promise<void> {
  const { transfers, failedTransferIds, pending } = changes;
  const changed = new Set<string>();
  for (const { debit_account_id, credit_account_id } of [...transfers, ...pending.values()])
    changed.add(debit_account_id).add(credit_account_id);
  if (changed.size > 0) {
    await writeBalances(
      client,
      [...changed].map((id) => state.accounts.get(id) as AccountState),
      state.latest,
    );
  }
  if (pending.size > 0) await writePending(client, [...pending.values()]);
  if (failedTransferIds.size > 0)
    await client.query(INSERT_FAILED_IDS, [
      arrayLiteral([...failedTransferIds.keys()]),
      arrayLiteral([...failedTransferIds.values()]),
    ]);
}

/** @param clocks the last timestamps of scopes, where they have moved on */
export async function writeBalances(
  client: pg.PoolClient,
  accounts: AccountState[],
  clocks: Map<number, bigint> = new Map(),
): Promise<void> {
  const column = (name: keyof AccountState) =>
    arrayLiteral(accounts.map((account) => account[name] as string | bigint));
  await client.query({
    name: 'ledger-balances',
    text: UPDATE_BALANCES,
    values: [
      column('id'),
      column('debits_pending'),
      column('debits_posted'),
      column('credits_pending'),
      column('credits_posted'),
      column('last_timestamp'),
      arrayLiteral([...clocks.keys()]),
      arrayLiteral([...clocks.values()]),
    ],
  });
}

export async function writePending(client: pg.PoolClient, pending: PendingState[]): Promise<void> {
  const column = (name: keyof PendingState) => arrayLiteral(pending.map((each) => each[name]));
  await client.query(UPSERT_PENDING, [
    column('id'),
    column('debit_account_id'),
    column('credit_account_id'),
    column('ledger'),
    column('amount'),
    arrayLiteral(pending.map((each) => PENDING_STATUSES.indexOf(each.status))),
    column('expires_at'),
  ]);
}
