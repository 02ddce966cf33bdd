/**
 * The scopes (project and environment) that transfers belong to: the ledgers of their accounts, and how far a scope's clock
 * is ahead of the cluster's.
 */
import { systemNow } from '../../../core/clock.ts';
import { bigintToUuid, uuidToBigint } from '../../../core/ids.ts';
import type { Transfer } from '../backend.port.ts';
import type { Cluster } from './cluster.ts';

/** The ledgers of accounts, which never change: each account is looked up once. */
export class AccountLedgers {
  private readonly cluster: Cluster;
  private readonly ledgers = new Map<string, number>();

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Looks up the accounts of transfers that are not known yet. */
  async load(transfers: Transfer[]): Promise<void> {
    const unknown = new Set<string>();
    for (const { debit_account_id, credit_account_id } of transfers) {
      for (const id of [debit_account_id, credit_account_id]) if (!this.ledgers.has(id)) unknown.add(id);
    }
    if (unknown.size === 0) return;
    const accounts = await this.cluster.inParts([...unknown].map(uuidToBigint), (part) =>
      this.cluster.client.lookupAccounts(part),
    );
    for (const account of accounts) this.ledgers.set(bigintToUuid(account.id), account.ledger);
  }

  /** Of a loaded transfer. For an unknown account any ledger will do: the cluster finds the account missing first. */
  of({ debit_account_id, credit_account_id }: Transfer): number {
    return this.ledgers.get(debit_account_id) ?? this.ledgers.get(credit_account_id) ?? 1;
  }
}

/** How far a scope's present time is ahead of real time, in milliseconds; 0 when it is not. */
export function offsetOf(now: Date): number {
  return Math.max(0, now.getTime() - systemNow().getTime());
}
