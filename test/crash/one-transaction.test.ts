/** Where the ledger is in the service's database, what a request stores, books and records is one transaction. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeId, newUuid } from '../../core/ids.ts';
import { SYSTEM, type Scope } from '../../core/scope.ts';
import { transfers } from '../../domain/ledger/index.ts';
import type { OpenContext } from '../../app/compose.ts';
import {
  createProject,
  createSacco,
  customerWithWallet,
  merchant,
  moving,
  must,
  newMember,
  openOther,
  scopeNow,
  setTestClock,
  startService,
  until,
  verifyAll,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { TcpProxy, type Cut } from './tcp-proxy.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const between = (debit_account_id: string | undefined, credit_account_id: string | undefined) => ({
  ...moving(100),
  debit_account_id,
  credit_account_id,
});

/** Whether the row and the transfer of that id, or of that reference, were written by one transaction. */
async function areOne(table: string, id: string, reference?: string): Promise<boolean> {
  const column = table === 'idempotency_keys' ? 'subject_id' : 'id';
  const { rows } = await service.ctx.db.raw<{ rows: { one: boolean }[] }>(
    `select r.xmin = t.xmin as one from ?? r join ledger_transfers t on ${reference ? 't.reference = ?' : 't.id = ?::uuid'}
     where r.?? = ?`,
    [table, reference ?? id, column, id],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.one === true;
}

describe('one transaction', () => {
  test('has the key of a transfer, and the row of a hold, of a wallet transfer and of a deposit with their bookings', async () => {
    const { project, available, vendors } = await merchant(service);
    const transfer = must(await project.key.post('/api/v1/ledger/transfers', between(available, vendors[0])));
    expect(await areOne('idempotency_keys', decodeId(transfer.body.id))).toBe(true);
    const hold = must(await project.key.post('/api/v1/ledger/holds', between(available, vendors[0])));
    expect(await areOne('ledger_holds', decodeId(hold.body.id))).toBe(true);
    const [payer, payee] = [await customerWithWallet(project), await customerWithWallet(project)];
    must(
      await project.key.post(`/api/v1/customers/${payer}/wallets/deposit`, {
        ...moving(500),
        currency: 'KES',
      }),
    );
    const wallets = { from_customer_id: payer, to_customer_id: payee, currency: 'KES' };
    const moved = must(await project.key.post('/api/v1/wallet-transfers', { ...moving(200), ...wallets }));
    expect(await areOne('wallet_movements', decodeId(moved.body.id))).toBe(true);
    const sacco = await createSacco(service);
    const member = await newMember(sacco);
    const deposit = must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(700)));
    expect(await areOne('sacco_entries', deposit.body.id, deposit.body.id)).toBe(true);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('has what the ledger refuses, too, for good', async () => {
    const { project, vendors } = await merchant(service);
    const body = { ...between(vendors[0], vendors[1]), idempotency_key: 'refused' };
    for (const reason of ['exceeds_credits', 'id_already_failed']) {
      const refused = await project.key.post('/api/v1/ledger/transfers', body);
      expect([refused.status, refused.body.error.reason]).toEqual([409, reason]);
    }
    const keys = await service.ctx.db('idempotency_keys').where({ project_id: project.id, key: 'refused' });
    expect(keys).toHaveLength(1);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('is not it where an expired hold involves another account: the booking follows', async () => {
    const { project, available, vendors } = await merchant(service);
    must(
      await project.key.post('/api/v1/ledger/holds', { ...between(available, vendors[0]), timeout_secs: 60 }),
    );
    await setTestClock(project, new Date(Date.now() + 3_600_000).toISOString());
    const { status, body } = await project.key.post(
      '/api/v1/ledger/transfers',
      between(available, vendors[1]),
    );
    expect(status).toBe(201);
    expect(await areOne('ledger_manual_transfers', decodeId(body.id))).toBe(false);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('that is rolled back leaves no clock that another one would miss', async () => {
    const project = await createProject(service.anyone);
    const open = async (subaccount_id: string): Promise<string> => {
      const body = { kind: 'subaccount', currency: 'KES', subaccount_id };
      return must(await project.key.post('/api/v1/ledger/accounts', body)).body.id;
    };
    const [debit, credit] = [await open('a'), await open('b')];
    const scope = await scopeNow(service, { project });
    const chain = {
      id: newUuid(),
      debit_account_id: decodeId(debit),
      credit_account_id: decodeId(credit),
      amount: 1n,
      code: 1,
      phase: null,
      pending_id: null,
      timeout_s: 0,
      reference: 'rolled back',
      memo: null,
    };
    const { db, ledger } = service.ctx;
    const rolled_back = db.transaction(async (trx) => {
      expect(await ledger.within?.(trx).post([[chain]], scope.clock.now())).toMatchObject([
        { status: 'refused' },
      ]);
      throw new Error('rolled back');
    });
    await expect(rolled_back).rejects.toThrow('rolled back');
    const clocks = async (): Promise<unknown[]> => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        'select from ledger_clocks where scope_number = (select ledger / 1000 from ledger_balances where account_id = ?)',
        [decodeId(debit)],
      );
      return rows;
    };
    expect(await clocks()).toEqual([]);
    await ledger.post([[chain]], scope.clock.now());
    expect(await clocks()).toHaveLength(1);
  });
});

describe('a connection cut during COMMIT', () => {
  let proxy: TcpProxy;
  let cut: Pick<OpenContext, 'ctx' | 'close'>;

  beforeAll(async () => {
    proxy = await TcpProxy.open(service.database_url);
    cut = await openOther(service, proxy.url);
  });
  afterAll(async () => {
    await cut.close();
    await proxy.close();
  });

  test.each<{ when: Cut; stored: number }>([
    { when: 'before', stored: 0 },
    { when: 'after', stored: 1 },
  ])('$when it took effect: all of the request or nothing, and once', async ({ when, stored }) => {
    const { project, available, vendors } = await merchant(service);
    const scope: Scope = await scopeNow(service, { project });
    const request = {
      debit_account_id: decodeId(available),
      credit_account_id: decodeId(vendors[0] as string),
      amount_minor: 100n,
      memo: null,
      idempotency_key: `cut ${when}`,
    };
    const keys = () =>
      service.ctx.db('idempotency_keys').where({ project_id: project.id, key: request.idempotency_key });
    proxy.cutCommits([when]);
    await expect(transfers.create({ ctx: cut.ctx, scope, actor: SYSTEM }, request)).rejects.toThrow(
      /terminated|ECONNRESET/,
    );
    await until('the cut transaction has ended', async () => (await keys()).length === stored);
    const again = await transfers.create({ ctx: cut.ctx, scope, actor: SYSTEM }, request);
    expect(again.replayed).toBe(when === 'after');
    expect(await keys()).toHaveLength(1);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });
});

test('two processes that book at once for scopes whose clocks differ do not wait for each other', async () => {
  const other = await openOther(service);
  const merchants = [await merchant(service), await merchant(service), await merchant(service)];
  const [, second, third] = merchants.map(({ project }) => project);
  await setTestClock(second as Project, new Date(Date.now() + 86_400_000).toISOString());
  await setTestClock(third as Project, new Date(Date.now() + 2 * 86_400_000).toISOString());
  const scopes = await Promise.all(merchants.map(({ project }) => scopeNow(service, { project })));
  const TRANSFERS = 120;
  const made = await Promise.all(
    Array.from({ length: TRANSFERS }, (_, n) => {
      const { available, vendors } = merchants[n % 3] as (typeof merchants)[number];
      const [debit, credit] = n % 2 === 0 ? [available, vendors[0]] : [available, vendors[1]];
      const { ctx } = n % 4 < 2 ? service : other;
      return transfers.create(
        { ctx, scope: scopes[n % 3] as Scope, actor: SYSTEM },
        {
          debit_account_id: decodeId(debit),
          credit_account_id: decodeId(credit as string),
          amount_minor: 1n,
          memo: null,
          idempotency_key: `both ${n}`,
        },
      );
    }),
  );
  expect(new Set(made.map(({ transfer }) => transfer.id)).size).toBe(TRANSFERS);
  expect(await verifyAll(service.ctx)).toEqual([]);
  await other.close();
});
