/**
 * The scopes (project and environment) that transfers belong to: the ledgers of their accounts, and how far a scope's clock
 * is ahead of the cluster's.
 */
import { systemNow } from '../../../core/clock.ts';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { Db } from '../../../db/connection.ts';
import type { Transfer } from '../backend.port.ts';
import type { Cluster } from './cluster.ts';

/** What never changes of an account. */
interface AccountFacts {
  /** Its id in the cluster. */
  bits: bigint;
  ledger: number;
  /** Number of its kind. */
  code: number;
}

/** The ledgers and kinds of accounts, which never change: each account is looked up once. */
export class AccountLedgers {
  private readonly cluster: Cluster;
  private readonly known = new Map<string, AccountFacts>();

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Looks up the accounts of transfers that are not known yet. */
  async load(transfers: readonly Transfer[]): Promise<void> {
    const unknown = new Set<string>();
    for (const { debit_account_id, credit_account_id } of transfers) {
      if (!this.known.has(debit_account_id)) unknown.add(debit_account_id);
      if (!this.known.has(credit_account_id)) unknown.add(credit_account_id);
    }
    if (unknown.size === 0) return;
    const accounts = await this.cluster.inParts([...unknown].map(uuidToBigint), (part) =>
      this.cluster.client.lookupAccounts(part),
    );
    for (const { id, ledger, code } of accounts) this.known.set(bigintToUuid(id), { bits: id, ledger, code });
  }

  /** An account of a loaded transfer that was booked. */
  account(id: string): AccountFacts {
    const account = this.known.get(id);
    if (!account) throw new Error(`account ${id} was not loaded`);
    return account;
  }

  /** The id of an account in the cluster, whether it is loaded or not. */
  bitsOf(id: string): bigint {
    return this.known.get(id)?.bits ?? uuidToBigint(id);
  }

  /** Of a loaded transfer. For an unknown account any ledger will do: the cluster finds the account missing first. */
  of({ debit_account_id, credit_account_id }: Transfer): number {
    return (this.known.get(debit_account_id) ?? this.known.get(credit_account_id))?.ledger ?? 1;
  }
}

/** What the backend reads and writes. */
export interface Sources {
  db: Db;
  cluster: Cluster;
  accounts: AccountLedgers;
}

/** How far a scope's present time is ahead of real time, in milliseconds; 0 when it is not. */
export function offsetOf(now: Date): number {
  return Math.max(0, now.getTime() - systemNow().getTime());
}
