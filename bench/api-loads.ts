/** Requests of movements of money and of payments, for benches over HTTP, and the books that they need. */
import { encodeId, newUuid } from '../core/ids.ts';
import { SYSTEM } from '../core/scope.ts';
import { accountId, openAccounts, TRANSFER_KINDS, type AccountKey } from '../domain/ledger/index.ts';
import { depositIntoWallet } from '../domain/wallets/index.ts';
import { goRound, movement, type Person } from './people.ts';
import { CURRENCY } from './sacco-rows.ts';
import type { Asked, Services } from './served.ts';

/** More than any load withdraws from one customer or account. */
const FUNDS_MINOR = 1_000_000_000n;

/** Accounts of a project over which transfers are spread. */
export const SUBACCOUNTS = 1_000;
export const TRANSFERS_PER_BATCH = 1_000;

/** Creates the next request of a load. */
export type Next = () => Asked;

export interface TransferLoads {
  /** All between the same two accounts. */
  hot: Next;
  /** Over all accounts, each pair of neighbours in turn. */
  spread: Next;
  /** Holds between the same two accounts. */
  holds: Next;
  /** Batches of transfers, spread over all accounts. */
  batches: Next;
}

/** Opens and funds that many accounts of the project. */
export async function transferLoads(services: Services, count: number): Promise<TransferLoads> {
  const { scope, headers } = services;
  const accounts = Array.from({ length: count }, (_, n): AccountKey => ({
    kind: 'subaccount',
    currency: CURRENCY,
    owner: `vendor-${n}`,
  }));
  await fund(services, accounts, FUNDS_MINOR);
  const ids = accounts.map((key) => encodeId('account', accountId(scope, key)));
  const [payer, payee] = ids as [string, string];
  let place = 0;
  const next = (): object => ({
    amount_minor: 100,
    debit_account_id: ids[place++ % count],
    credit_account_id: ids[place % count],
  });
  const asked = (path: string, debit_account_id: string, credit_account_id: string): Asked => ({
    path,
    headers,
    body: { ...movement(), debit_account_id, credit_account_id },
  });
  return {
    hot: () => asked('/api/v1/ledger/transfers', payer, payee),
    spread: goRound(ids, (debit, credit) => asked('/api/v1/ledger/transfers', debit, credit)),
    holds: () => asked('/api/v1/ledger/holds', payer, payee),
    batches: () => ({
      path: '/api/v1/ledger/transfer-batches',
      headers,
      body: { idempotency_key: newUuid(), transfers: Array.from({ length: TRANSFERS_PER_BATCH }, next) },
    }),
  };
}

/** Of accounts of the project, as the API lists them. */
export async function accountIds({ ours, headers }: Services): Promise<string[]> {
  const response = await fetch(`${ours.url}/api/v1/ledger/accounts?limit=10`, { headers });
  const { accounts } = (await response.json()) as { accounts: { id: string }[] };
  return accounts.map(({ id }) => id);
}

export function deposits(people: Person[]): Next {
  return goRound(people, ({ member_id }) => ({
    path: `/api/v1/sacco/members/${member_id}/deposits`,
    body: movement(),
  }));
}

/** Between wallets, which are funded first. */
export async function walletTransfers(services: Services, people: Person[]): Promise<Next> {
  await fundWallets(services, people);
  return goRound(people, ({ customer_id: from_customer_id }, { customer_id: to_customer_id }) => ({
    path: '/api/v1/wallet-transfers',
    body: { ...movement(), currency: CURRENCY, from_customer_id, to_customer_id },
  }));
}

/** Of payments that stay pending: only the request is measured, not its consequences. */
export function payments(): Asked {
  return {
    path: '/api/v1/payments',
    body: {
      provider: 'sandbox',
      amount: 150.5,
      currency: 'KES',
      reference: newUuid(),
      customer_phone: '+254712345129',
    },
  };
}

async function fundWallets(services: Services, people: readonly Person[]): Promise<void> {
  const { ctx, scope } = services;
  const merchant: AccountKey = { kind: 'merchant_available', currency: CURRENCY, owner: '' };
  await fund(services, [merchant], FUNDS_MINOR * BigInt(people.length));
  for (const { customer_id } of people)
    await depositIntoWallet({ ctx, scope, actor: SYSTEM }, customer_id, {
      currency: CURRENCY,
      amount_minor: FUNDS_MINOR,
      idempotency_key: newUuid(),
    });
}

async function fund(
  { ctx, scope }: Services,
  keys: readonly AccountKey[],
  amount_minor: bigint,
): Promise<void> {
  const source: AccountKey = { kind: 'adjustments', currency: CURRENCY, owner: '' };
  await openAccounts(
    ctx.db,
    ctx.ledger,
    [source, ...keys].map((key) => ({ scope, key })),
  );
  const chains = keys.map((key) => [
    {
      id: newUuid(),
      debit_account_id: accountId(scope, source),
      credit_account_id: accountId(scope, key),
      amount: amount_minor,
      code: TRANSFER_KINDS.manual,
      phase: null,
      pending_id: null,
      timeout_s: 0,
      reference: 'bench',
      memo: null,
    },
  ]);
  await ctx.ledger.post(chains, scope.clock.now());
}
