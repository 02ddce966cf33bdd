/**
 * Trial bookings: what the ledger would answer to chains, by the rules by which backends book and on the present balances.
 * Nothing is booked, locked or stored; balances may have changed when the chains are booked.
 */
import type { Scope } from '../../../core/scope.ts';
import { accountId, type AccountKey } from '../accounts/accounts.ts';
import type { AccountBalances, ChainOutcome, LedgerBackend, Transfer } from '../backend.port.ts';
import { copyBalances, ZERO_BALANCES } from '../rules/balances.rules.ts';
import { evaluateChains } from '../rules/evaluate.rules.ts';
import { ACCOUNT_KINDS } from '../rules/kinds.rules.ts';
import type { LedgerState } from '../rules/state.rules.ts';
import { nanoseconds } from '../rules/time.rules.ts';

/** All accounts of a trial are in one ledger, whose number does not matter. */
const TRIAL_LEDGER = 0;

export class TrialLedger {
  private readonly state: LedgerState;
  private readonly now_ns: bigint;

  constructor(state: LedgerState, now_ns: bigint) {
    this.state = state;
    this.now_ns = now_ns;
  }

  /** What is booked counts for later chains of the trial. */
  post(chain: Transfer[]): ChainOutcome {
    const changes = { transfers: [], failedTransferIds: new Map(), pending: new Map() };
    const { state, now_ns } = this;
    return evaluateChains({ state, changes, now_ns }, [chain])[0] as ChainOutcome;
  }

  balances(account_id: string): AccountBalances {
    return copyBalances(this.state.accounts.get(account_id) ?? ZERO_BALANCES);
  }

  /** Another trial from here, with every account's limit or with none. */
  fork(limits: 'limits' | 'no_limits' = 'limits'): TrialLedger {
    const accounts = [...this.state.accounts].map(([id, account]): [string, typeof account] => [
      id,
      { ...account, limit: limits === 'limits' ? account.limit : 'none' },
    ]);
    const pending = [...this.state.pending].map(([id, hold]): [string, typeof hold] => [id, { ...hold }]);
    return new TrialLedger(emptyState(new Map(accounts), new Map(pending)), this.now_ns);
  }
}

function emptyState(accounts: LedgerState['accounts'], pending: LedgerState['pending']): LedgerState {
  return {
    accounts,
    transfers: new Map(),
    failedTransferIds: new Map(),
    pending,
    latest: new Map(),
    expiring: new Map(),
  };
}

/** What chains on trial will be about. */
interface TrialContents {
  /** Of every account that will be moved; one that is not open yet is empty. */
  keys: readonly AccountKey[];
  /** Of open holds without an end that will be captured or voided. */
  hold_ids: readonly string[];
}

export async function readTrialLedger(
  ledger: LedgerBackend,
  scope: Scope,
  { keys, hold_ids }: TrialContents,
): Promise<TrialLedger> {
  const now = scope.clock.now();
  const kinds = new Map(keys.map((key) => [accountId(scope, key), key.kind]));
  const balances = await ledger.balances([...kinds.keys()], now);
  const holds = await ledger.transfers([...hold_ids]);
  const accounts = [...kinds].map(([id, kind]) => ({
    ...(balances.get(id) ?? ZERO_BALANCES),
    id,
    ledger: TRIAL_LEDGER,
    code: ACCOUNT_KINDS[kind].code,
    limit: ACCOUNT_KINDS[kind].limit,
    last_timestamp: 0n,
  }));
  const pending = [...holds.values()].map(({ id, debit_account_id, credit_account_id, amount, code }) => ({
    id,
    debit_account_id,
    credit_account_id,
    ledger: TRIAL_LEDGER,
    amount,
    code,
    status: 'pending' as const,
    expires_at: null,
  }));
  return new TrialLedger(
    emptyState(
      new Map(accounts.map((each) => [each.id, each])),
      new Map(pending.map((each) => [each.id, each])),
    ),
    nanoseconds(now),
  );
}
