/**
 * `npm run bench:api`: movements of money and payments with 64 connections, compared with a bare Express handler that does one
 * INSERT, or one SELECT, on the same database in the same run, with the CPU time per request; two of them also with two web
 * processes. Each server is a separate process.
 */
import { encodeId, newUuid } from '../core/ids.ts';
import { SYSTEM } from '../core/scope.ts';
import { run } from '../core/shutdown.ts';
import { accountId, openAccounts, TRANSFER_KINDS, type AccountKey } from '../domain/ledger/index.ts';
import { depositIntoWallet } from '../domain/wallets/index.ts';
import { openServer, report } from './harness.ts';
import { goRound, invite, movement, type Person } from './people.ts';
import { CURRENCY } from './sacco-rows.ts';
import {
  CONNECTIONS,
  gets,
  inTurn,
  openServices,
  posts,
  type Asked,
  type Measured,
  type Services,
} from './served.ts';

/** Customers, each with a membership and a wallet. */
const PEOPLE = 200;
/** Accounts over which transfers are spread. */
const SUBACCOUNTS = 1_000;
/** More than any load withdraws from one customer. */
const FUNDS_MINOR = 1_000_000_000n;

run(async () => {
  const server = await openServer();
  try {
    const services = await openServices(server);
    await benchWrites(services, await invite(services, PEOPLE));
    await benchReads(services);
  } finally {
    await server.close();
  }
});

async function benchWrites(services: Services, people: Person[]): Promise<void> {
  const { ours, two_processes, bare, headers } = services;
  const accounts = Array.from({ length: SUBACCOUNTS }, (_, n): AccountKey => ({
    kind: 'subaccount',
    currency: CURRENCY,
    owner: `vendor-${n}`,
  }));
  await fund(services, accounts, FUNDS_MINOR);
  await fundWallets(services, people);
  const ids = accounts.map((key) => encodeId('account', accountId(services.scope, key)));
  const [payer, payee] = ids as [string, string];
  const from = (debit_account_id: string, credit_account_id: string) => ({
    ...movement(),
    debit_account_id,
    credit_account_id,
  });
  const load =
    (next: () => Asked, served = ours) =>
    () =>
      posts(served, headers, next);
  const spread = goRound(ids, (debit, credit) => ({
    path: '/api/v1/ledger/transfers',
    body: from(debit, credit),
  }));
  const payments = () => ({ path: '/api/v1/payments', body: newPayment() });
  const { bare_insert, ...measured } = await inTurn({
    bare_insert: () => posts(bare, headers, () => ({ path: '/bare', body: movement() })),
    transfers_hot: load(() => ({ path: '/api/v1/ledger/transfers', body: from(payer, payee) })),
    transfers_spread: load(spread),
    transfers_spread_two_processes: load(spread, two_processes),
    holds: load(() => ({ path: '/api/v1/ledger/holds', body: from(payer, payee) })),
    sacco_deposits: load(
      goRound(people, ({ member_id }) => ({
        path: `/api/v1/sacco/members/${member_id}/deposits`,
        body: movement(),
      })),
    ),
    wallet_transfers: load(
      goRound(people, ({ customer_id: from_customer_id }, { customer_id: to_customer_id }) => ({
        path: '/api/v1/wallet-transfers',
        body: { ...movement(), currency: CURRENCY, from_customer_id, to_customer_id },
      })),
    ),
    payments: load(payments),
    payments_two_processes: load(payments, two_processes),
  });
  reportLoad('bare insert', bare_insert, bare_insert);
  for (const [name, each] of Object.entries(measured)) reportLoad(name, each, bare_insert);
  report('api spread', {
    accounts: SUBACCOUNTS,
    ratio_to_hot: measured.transfers_spread.per_s / measured.transfers_hot.per_s,
  });
  report('api two processes', {
    transfers_ratio_to_one: measured.transfers_spread_two_processes.per_s / measured.transfers_spread.per_s,
    payments_ratio_to_one: measured.payments_two_processes.per_s / measured.payments.per_s,
  });
}

async function benchReads({ ours, bare, headers }: Services): Promise<void> {
  const payment = await firstId(`${ours.url}/api/v1/payments`, headers);
  const row = await firstId(`${bare.url}/bare`, headers);
  const { bare_select, payments_get } = await inTurn({
    bare_select: () => gets(bare, headers, `/bare/${row}`),
    payments_get: () => gets(ours, headers, `/api/v1/payments/${payment}`),
  });
  reportLoad('bare select', bare_select, bare_select);
  reportLoad('payments get', payments_get, bare_select);
}

function reportLoad(name: string, { per_s, p50_ms, p99_ms, ...cpu }: Measured, bare: Measured): void {
  report(`api ${name.replaceAll('_', ' ')}`, {
    connections: CONNECTIONS,
    per_s,
    ratio: per_s / bare.per_s,
    p50_ms,
    p99_ms,
    ...cpu,
  });
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

/** A payment that stays pending: only the request is measured, not its consequences. */
function newPayment(): object {
  return {
    provider: 'sandbox',
    amount: 150.5,
    currency: 'KES',
    reference: newUuid(),
    customer_phone: '+254712345129',
  };
}

async function firstId(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(newPayment()) });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`${url} answered ${response.status}`);
  return id;
}
