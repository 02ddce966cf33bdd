/** Writes an evaluation's changes, one set-based statement for each table. Transfers are inserted by commit.ts meanwhile. */
import type pg from 'pg';
import type {
  AccountState,
  Changes,
  EvaluatedTransfer,
  LedgerState,
  PendingState,
} from '../rules/state.rules.ts';
import { arrayLiteral, PENDING_STATUSES } from './rows.ts';
import { AddedTotals, movesMoney, quarterAt, type Quarter } from '../rules/posted-totals.rules.ts';
import { addedColumns } from '../reports/posted-totals.sql.ts';
import { INSERT_FAILED_IDS, UPDATE_BALANCES, UPSERT_PENDING } from './statements.ts';

/** Writes balances, totals, holds and failed transfer ids. All is sent together. */
export async function writeState(client: pg.ClientBase, state: LedgerState, changes: Changes): Promise<void> {
  const { transfers, failedTransferIds, pending } = changes;
  const changed = new Set<string>();
  for (const { debit_account_id, credit_account_id } of [...transfers, ...pending.values()])
    changed.add(debit_account_id).add(credit_account_id);
  const accounts = [...changed].map((id) => state.accounts.get(id) as AccountState);
  await Promise.all([
    accounts.length > 0 &&
      writeBalances(client, accounts, { clocks: state.latest, totals: totalsOf(state, transfers) }),
    pending.size > 0 && writePending(client, [...pending.values()]),
    failedTransferIds.size > 0 && writeFailedIds(client, failedTransferIds),
  ]);
}

async function writeFailedIds(
  client: pg.ClientBase,
  failed: LedgerState['failedTransferIds'],
): Promise<void> {
  await client.query(INSERT_FAILED_IDS, [
    arrayLiteral([...failed.keys()]),
    arrayLiteral([...failed.values()]),
  ]);
}

/** What transfers that were evaluated in their order add to the totals. */
function totalsOf({ accounts }: LedgerState, transfers: EvaluatedTransfer[]): AddedTotals {
  const added = new AddedTotals();
  let quarter: Quarter = { number: 0, begins: 0n, ends: 0n };
  for (const transfer of transfers) {
    if (!movesMoney(transfer)) continue;
    const { timestamp } = transfer;
    if (timestamp < quarter.begins || timestamp >= quarter.ends) quarter = quarterAt(timestamp);
    const debit = accounts.get(transfer.debit_account_id) as AccountState;
    const credit = accounts.get(transfer.credit_account_id) as AccountState;
    added.add({ debit, credit }, transfer, quarter.number);
  }
  return added;
}

/** What a batch of transfers moves on besides balances. */
interface Advanced {
  /** The last timestamps of scopes. */
  clocks: Map<number, bigint>;
  totals: AddedTotals;
}

export async function writeBalances(
  client: pg.ClientBase,
  accounts: AccountState[],
  { clocks, totals }: Advanced = { clocks: new Map(), totals: new AddedTotals() },
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
      ...Object.values(addedColumns(totals)).map(arrayLiteral),
    ],
  });
}

export async function writePending(client: pg.ClientBase, pending: PendingState[]): Promise<void> {
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
