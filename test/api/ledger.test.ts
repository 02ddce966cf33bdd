import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ACCOUNT_KIND_NAMES, type AccountKind, accounts, openAccounts } from '../../domain/ledger/index.ts';
import { encodeId, newId, newUuid, parseId } from '../../core/ids.ts';
import { scopeOf } from '../../core/scope.ts';
import {
  createProject,
  loseNextBooking,
  moveToNoon,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Client,
  type Project,
  type TestService,
  setTestClock,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;
let key: Client;
let keys = 0;
const nextKey = (): string => `key-${++keys}`;

beforeAll(async () => {
  service = await startService({ workers: ['ledger-postings', 'housekeeping'] });
  project = await createProject(service.anyone);
  key = project.key;
});
afterAll(() => service.stop());

interface Account {
  id: string;
  kind: string;
  balance_minor: number;
  available_minor: number;
  debits_pending_minor: number;
}

async function account(kind: string, currency = 'KES', subaccount_id?: string): Promise<Account> {
  const { body } = must(
    await key.post('/api/v1/ledger/accounts', {
      kind,
      currency,
      ...(subaccount_id ? { subaccount_id } : {}),
    }),
  );
  return body;
}

/** Puts money on merchant_available by a payment. */
async function fund(amount: number, currency = 'KES'): Promise<void> {
  const { body: payment } = must(await key.post('/api/v1/payments', paymentBody({ amount, currency })));
  await until('the payment is booked', async () => {
    const { body } = await key.get('/api/v1/ledger/postings?status=posted');
    return body.postings.some((posting: { payment_id: string }) => posting.payment_id === payment.id);
  });
}

function transfer(debit: Account, credit: Account, amount_minor: unknown, more: object = {}) {
  return key.post('/api/v1/ledger/transfers', {
    debit_account_id: debit.id,
    credit_account_id: credit.id,
    amount_minor,
    idempotency_key: nextKey(),
    ...more,
  });
}

function hold(debit: Account, credit: Account, amount_minor: number, more: object = {}) {
  return key.post('/api/v1/ledger/holds', {
    debit_account_id: debit.id,
    credit_account_id: credit.id,
    amount_minor,
    idempotency_key: nextKey(),
    ...more,
  });
}

describe('accounts', () => {
  test('a cursor that is none is refused in plain words', async () => {
    const { body: account } = must(
      await key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
    );
    const reply = await key.get(`/api/v1/ledger/accounts/${account.id}/transfers?after=${account.id}`);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details).toEqual([
      { path: 'after', message: '"after" must be what next_after said' },
    ]);
  });

  test('of any kind are read one by one, by nobody else', async () => {
    const { key: own } = await projectOf(await quickPerson(service), service.anyone);
    const body = { kind: 'subaccount', currency: 'KES', subaccount_id: 'alone' };
    const { replayed: _of_opening, ...opened } = must(await own.post('/api/v1/ledger/accounts', body)).body;
    expect(must(await own.get(`/api/v1/ledger/accounts/${opened.id}`)).body).toEqual(opened);
    expectError(await key.get(`/api/v1/ledger/accounts/${opened.id}`), 404, 'NOT_FOUND', 'account_not_found');
  });

  test('are opened by one of many that ask at once', async () => {
    const { key } = await projectOf(await quickPerson(service), service.anyone);
    const body = { kind: 'subaccount', currency: 'KES', subaccount_id: 'race' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => key.post('/api/v1/ledger/accounts', body)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19);
  });

  test('open once and are returned afterwards', async () => {
    const first = await key.post('/api/v1/ledger/accounts', {
      kind: 'subaccount',
      currency: 'USD',
      subaccount_id: 'v-1',
    });
    const second = await key.post('/api/v1/ledger/accounts', {
      kind: 'subaccount',
      currency: 'USD',
      subaccount_id: 'v-1',
    });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({
      kind: 'subaccount',
      subaccount_id: 'v-1',
      balance: '0.00',
      replayed: false,
    });
    expect(second.body).toMatchObject({ id: first.body.id, replayed: true });
  });

  test('are opened once by fifty requests at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'ZMW' }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  });

  test('a subaccount needs its id, others must not have one', async () => {
    const without = await key.post('/api/v1/ledger/accounts', { kind: 'subaccount', currency: 'USD' });
    const with_ = await key.post('/api/v1/ledger/accounts', {
      kind: 'adjustments',
      currency: 'USD',
      subaccount_id: 'x',
    });
    const wallet = await key.post('/api/v1/ledger/accounts', { kind: 'wallet', currency: 'USD' });
    for (const reply of [without, with_, wallet])
      expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('the list names backend and environment, and pages', async () => {
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = must(await key.get(`/api/v1/ledger/accounts?limit=1${after && `&after=${after}`}`));
      expect(body).toMatchObject({ backend: service.ctx.ledger.name, environment: 'test' });
      seen.push(...body.accounts.map((each: Account) => each.id));
      after = body.next_after;
    } while (after);
    const all = must(await key.get('/api/v1/ledger/accounts?limit=1000')).body.accounts.map(
      (each: Account) => each.id,
    );
    expect(seen).toEqual(all);
  });
});

describe('manual transfers', () => {
  test('move money, replay, and reach the audit log once', async () => {
    await fund(100);
    const [available, vendor] = [
      await account('merchant_available'),
      await account('subaccount', 'KES', 'v-2'),
    ];
    const request = {
      debit_account_id: available.id,
      credit_account_id: vendor.id,
      amount_minor: 2_500,
      idempotency_key: nextKey(),
      memo: 'rent',
    };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => key.post('/api/v1/ledger/transfers', request)),
    );
    const ids = new Set(replies.map((reply) => reply.body.id));
    expect(ids.size).toBe(1);
    expect(replies.map((reply) => reply.status).filter((status) => status === 201)).toHaveLength(1);
    expect(replies[0]?.body).toMatchObject({
      kind: 'manual',
      phase: null,
      amount: '25.00',
      reference: request.idempotency_key,
      memo: 'rent',
    });
    expect((await account('subaccount', 'KES', 'v-2')).balance_minor).toBe(2_500);
    const { body } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log?limit=1000`));
    const entries = body.audit_log.filter((entry: { subject: string }) => ids.has(entry.subject));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'ledger.transfer',
      actor: { type: 'api_key' },
      details: { amount_minor: 2_500 },
    });

    const other = await key.post('/api/v1/ledger/transfers', { ...request, amount_minor: 2_501 });
    expect([other.status, other.body.error.reason]).toEqual([409, 'idempotency_key_reused']);
  });

  test('without the money: 409 exceeds_credits, and the id is spent', async () => {
    const [available, adjustments] = [
      await account('merchant_available', 'GHS'),
      await account('adjustments', 'GHS'),
    ];
    const request = {
      debit_account_id: available.id,
      credit_account_id: adjustments.id,
      amount_minor: 100,
      idempotency_key: nextKey(),
    };
    const refused = await key.post('/api/v1/ledger/transfers', request);
    expect([refused.status, refused.body.error.code, refused.body.error.reason]).toEqual([
      409,
      'CONFLICT',
      'exceeds_credits',
    ]);
    await fund(10, 'GHS');
    const again = await key.post('/api/v1/ledger/transfers', request);
    expect([again.status, again.body.error.reason]).toEqual([409, 'id_already_failed']);
    must(await key.post('/api/v1/ledger/transfers', { ...request, idempotency_key: nextKey() }));
  });

  test.each<[string, AccountKind, AccountKind]>([
    ['debiting provider_clearing', 'provider_clearing', 'merchant_available'],
    ['debiting adjustments', 'adjustments', 'merchant_available'],
    ...ACCOUNT_KIND_NAMES.filter((kind) => !accounts.GENERIC_KINDS.includes(kind)).flatMap(
      (kind): [string, AccountKind, AccountKind][] => [
        [`debiting ${kind}`, kind, 'merchant_available'],
        [`crediting ${kind}`, 'merchant_available', kind],
      ],
    ),
  ])('%s is refused, for transfers and holds', async (_name, debit, credit) => {
    const scope = scopeOf(project.id, 'test', 0n);
    const keyOf = (kind: AccountKind) => ({
      kind,
      currency: 'TZS' as const,
      owner: kind === 'wallet' ? newId('customer') : '',
    });
    const wanted = [debit, credit].map((kind) => ({ scope, key: keyOf(kind) }));
    await openAccounts(service.ctx.db, service.ctx.ledger, wanted);
    const rows = await service.ctx.db('ledger_accounts').where({ project_id: project.id, currency: 'TZS' });
    const id = (kind: string) => encodeId('account', rows.find((row) => row.kind === kind).id);
    const body = { debit_account_id: id(debit), credit_account_id: id(credit), amount_minor: 1 };
    for (const path of ['transfers', 'holds']) {
      const reply = await key.post(`/api/v1/ledger/${path}`, { ...body, idempotency_key: nextKey() });
      expect([reply.status, reply.body.error.reason]).toEqual([422, 'account_refused']);
    }
  });

  test('unknown and foreign accounts are not found, and nothing is spent', async () => {
    const available = await account('merchant_available');
    const other = await createProject(service.anyone);
    const foreign = must(
      await other.key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
    ).body;
    const live = must(
      await project.live_key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
    ).body;
    const idempotency_key = nextKey();
    for (const credit of [foreign.id, live.id, newId('account')]) {
      const reply = await key.post('/api/v1/ledger/transfers', {
        debit_account_id: available.id,
        credit_account_id: credit,
        amount_minor: 1,
        idempotency_key,
      });
      expect([reply.status, reply.body.error.reason]).toEqual([404, 'account_not_found']);
    }
    await fund(1);
    must(await transfer(available, await account('adjustments'), 1, { idempotency_key }));
  });

  test('different currencies, the same account, bad amounts and reserved keys', async () => {
    const available = await account('merchant_available');
    const shillings = await account('adjustments', 'UGX');
    const currencies = await transfer(available, shillings, 1);
    expect([currencies.status, currencies.body.error.reason]).toEqual([422, 'currency_mismatch']);
    for (const bad of [0, -1, 1.5, '1', 9_007_199_254_740_992, null]) {
      const reply = await transfer(available, await account('adjustments'), bad);
      expect([reply.status, reply.body.error.details[0].path]).toEqual([400, 'amount_minor']);
    }
    expect((await transfer(available, available, 1)).status).toBe(400);
    const reserved = await transfer(available, shillings, 1, { idempotency_key: 'payment:1' });
    expect([reserved.status, reserved.body.error.reason]).toEqual([400, 'idempotency_key_reserved']);
  });

  test('a request that died between intent and outcome is finished by the sweep', async () => {
    await fund(5);
    const [available, adjustments] = [await account('merchant_available'), await account('adjustments')];
    const before = adjustments.balance_minor;
    const reference = nextKey();
    await service.ctx.db('ledger_manual_transfers').insert({
      id: newUuid(),
      project_id: project.id,
      environment: 'test',
      debit_account_id: parseId('account', available.id),
      credit_account_id: parseId('account', adjustments.id),
      amount_minor: 7,
      currency: 'KES',
      reference,
      actor_type: 'api_key',
      actor_id: 'key_of_the_dead_request',
      created_at: new Date(),
      touched_at: new Date(0),
    });
    await Promise.all([1, 2, 3].map(() => service.ctx.jobs.enqueue('resume-ledger-requests', {})));
    await until('the request is finished', async () => {
      const row = await service.ctx
        .db('ledger_manual_transfers')
        .where({ reference, project_id: project.id })
        .first();
      return row.status === 'posted';
    });
    expect((await account('adjustments')).balance_minor).toBe(before + 7);
    const entries = await service.ctx
      .db('audit_log')
      .where({ project_id: project.id, actor_id: 'key_of_the_dead_request' });
    expect(entries).toHaveLength(1);
  });
});

describe('batches of transfers', () => {
  const BATCHES = '/api/v1/ledger/transfer-batches';
  let available: Account;
  let vendor: Account;
  let adjustments: Account;

  beforeAll(async () => {
    available = await account('merchant_available');
    vendor = await account('subaccount', 'KES', 'v-batch');
    adjustments = await account('adjustments');
  });

  const move = (from: Account, to: Account, amount_minor: number, memo?: string) => ({
    debit_account_id: from.id,
    credit_account_id: to.id,
    amount_minor,
    ...(memo === undefined ? {} : { memo }),
  });

  async function auditOf(idempotency_key: string): Promise<{ action: string }[]> {
    const { body } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log?limit=1000`));
    return body.audit_log.filter(
      ({ details }: { details: Record<string, unknown> }) => details['idempotency_key'] === idempotency_key,
    );
  }

  test('are made in their order, once, and audited once', async () => {
    await fund(100);
    const idempotency_key = nextKey();
    // The second spends what the first brings.
    const request = {
      idempotency_key,
      transfers: [move(available, vendor, 3_000, 'share'), move(vendor, adjustments, 1_000)],
    };
    const replies = await Promise.all(Array.from({ length: 8 }, () => key.post(BATCHES, request)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    const made = replies.find(({ status }) => status === 201)?.body;
    expect(made).toMatchObject({
      replayed: false,
      transfers: [
        { kind: 'manual', amount: '30.00', memo: 'share', reference: idempotency_key, replayed: false },
        { kind: 'manual', amount: '10.00', memo: null, reference: idempotency_key, replayed: false },
      ],
    });
    for (const { body } of replies)
      expect(body.transfers.map(({ id }: { id: string }) => id)).toEqual(
        made.transfers.map(({ id }: { id: string }) => id),
      );
    expect((await account('subaccount', 'KES', 'v-batch')).balance_minor).toBe(2_000);
    const entries = await auditOf(idempotency_key);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'ledger.transfer_batch',
      subject: made.transfers[0].id,
      actor: { type: 'api_key' },
      details: { transfers: made.transfers.map(({ id }: { id: string }) => ({ id })) },
    });
    const other = await key.post(BATCHES, { ...request, transfers: request.transfers.slice(1) });
    expectError(other, 409, 'CONFLICT', 'idempotency_key_reused');
    // Keys are one space for all operations.
    const single = await key.post('/api/v1/ledger/transfers', { ...request.transfers[0], idempotency_key });
    expectError(single, 409, 'CONFLICT', 'idempotency_key_reused');
  });

  test('a refusal names the place, and nothing is booked', async () => {
    await fund(10);
    const [before, spent] = [(await account('subaccount', 'KES', 'v-batch')).balance_minor, nextKey()];
    const transfers = [move(available, vendor, 100), move(vendor, adjustments, 90_000_000)];
    for (const reason of ['exceeds_credits', 'id_already_failed']) {
      const refused = await key.post(BATCHES, { idempotency_key: spent, transfers });
      expectError(refused, 409, 'CONFLICT', reason);
      expect(refused.body.error.details).toEqual([
        { path: 'transfers[1]', message: expect.stringContaining(' ') },
      ]);
    }
    const clearing = await service.ctx
      .db('ledger_accounts')
      .where({ project_id: project.id, kind: 'provider_clearing', currency: 'KES', environment: 'test' })
      .first();
    const birr = await account('adjustments', 'ETB');
    const elsewhere = { ...available, id: newId('account') };
    const cases: [Account, Account, number, string, string][] = [
      [
        { ...available, id: encodeId('account', clearing.id) },
        vendor,
        422,
        'account_refused',
        'transfers[1]',
      ],
      [available, birr, 422, 'currency_mismatch', 'transfers[1]'],
      [elsewhere, vendor, 404, 'account_not_found', 'transfers[1]'],
    ];
    for (const [from, to, status, reason, path] of cases) {
      const refused = await key.post(BATCHES, {
        idempotency_key: nextKey(),
        transfers: [move(available, vendor, 100), move(from, to, 100)],
      });
      expect([refused.status, refused.body.error.reason]).toEqual([status, reason]);
      expect(refused.body.error.details[0].path).toBe(path);
    }
    for (const [wrong, path] of [
      [move(available, available, 1), 'transfers[1].credit_account_id'],
      [move(available, vendor, 0), 'transfers[1].amount_minor'],
      [{ ...move(available, vendor, 1), unknown: 1 }, 'transfers[1].unknown'],
    ] as const)
      expectInvalid(
        await key.post(BATCHES, {
          idempotency_key: nextKey(),
          transfers: [move(available, vendor, 100), wrong],
        }),
        path,
      );
    for (const wrong of [[], Array.from({ length: 1_001 }, () => move(available, vendor, 1))])
      expectInvalid(await key.post(BATCHES, { idempotency_key: nextKey(), transfers: wrong }), 'transfers');
    expectError(
      await key.post(BATCHES, { idempotency_key: 'payment:1', transfers }),
      400,
      'VALIDATION_ERROR',
      'idempotency_key_reserved',
    );
    expect((await account('subaccount', 'KES', 'v-batch')).balance_minor).toBe(before);
  });

  test('a thousand with long memos fit, and a later refusal of one keeps the others of the moment apart', async () => {
    await fund(1_000);
    const thousand = Array.from({ length: 1_000 }, (_, i) =>
      move(available, vendor, 1 + (i % 3), `${i} ${'\u1200'.repeat(490)}`),
    );
    const before = (await account('subaccount', 'KES', 'v-batch')).balance_minor;
    const [made, refused, single] = await Promise.all([
      key.post(BATCHES, { idempotency_key: nextKey(), transfers: thousand }),
      key.post(BATCHES, { idempotency_key: nextKey(), transfers: [move(vendor, adjustments, 90_000_000)] }),
      key.post('/api/v1/ledger/transfers', { ...move(available, vendor, 5), idempotency_key: nextKey() }),
    ]);
    expect([made.status, refused.status, single.status]).toEqual([201, 409, 201]);
    expect(made.body.transfers.map(({ memo }: { memo: string }) => memo)).toEqual(
      thousand.map(({ memo }) => memo),
    );
    const sum = thousand.reduce((total, { amount_minor }) => total + amount_minor, 5);
    expect((await account('subaccount', 'KES', 'v-batch')).balance_minor).toBe(before + sum);
  });

  test.each(['before', 'after'] as const)(
    'one that died %s the ledger booked it is finished whole, once',
    async (moment) => {
      await fund(10);
      const [idempotency_key, before] = [nextKey(), (await account('adjustments')).balance_minor];
      const transfers = [1, 2, 3].map((amount) => move(available, adjustments, amount));
      loseNextBooking(service.ctx.ledger, moment);
      expect((await key.post(BATCHES, { idempotency_key, transfers })).status).toBe(503);
      vi.restoreAllMocks();
      const rows = () =>
        service.ctx.db('ledger_manual_transfers').where({ reference: idempotency_key }).orderBy('place');
      expect((await rows()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
      await service.ctx
        .db('ledger_manual_transfers')
        .where({ reference: idempotency_key, place: 0 })
        .update({ touched_at: new Date(0) });
      await Promise.all([1, 2, 3].map(() => service.ctx.jobs.enqueue('resume-ledger-requests', {})));
      await until('the batch is finished', async () =>
        (await rows()).every(({ status }) => status === 'posted'),
      );
      expect((await account('adjustments')).balance_minor).toBe(before + 6);
      expect(await auditOf(idempotency_key)).toHaveLength(1);
      const repeated = await key.post(BATCHES, { idempotency_key, transfers });
      expect([repeated.status, repeated.body.replayed]).toEqual([200, true]);
    },
  );
});

describe('holds', () => {
  let available: Account;
  let vendor: Account;

  beforeAll(async () => {
    await fund(1_000, 'USD');
    available = await account('merchant_available', 'USD');
    vendor = await account('subaccount', 'USD', 'held');
  });

  test('reduce what is available, and are captured in part', async () => {
    const before = await account('merchant_available', 'USD');
    const { body: held } = must(await hold(available, vendor, 5_000, { timeout_secs: 60 }));
    expect(held).toMatchObject({
      status: 'pending',
      amount: '50.00',
      captured_minor: 0,
      timeout_secs: 60,
      replayed: false,
    });
    expect(Date.parse(held.expires_at) - Date.parse(held.created_at)).toBeGreaterThanOrEqual(60_000);
    const during = await account('merchant_available', 'USD');
    expect([during.balance_minor, during.available_minor]).toEqual([
      before.balance_minor,
      before.available_minor - 5_000,
    ]);

    const captured = must(await key.post(`/api/v1/ledger/holds/${held.id}/capture`, { amount_minor: 1_200 }));
    expect(captured.body).toMatchObject({ status: 'captured', captured_minor: 1_200, replayed: false });
    const repeated = must(await key.post(`/api/v1/ledger/holds/${held.id}/capture`, { amount_minor: 1_200 }));
    expect(repeated.body).toMatchObject({ status: 'captured', replayed: true });
    for (const [path, body] of [
      ['capture', {}],
      ['capture', { amount_minor: 1 }],
      ['void', undefined],
    ] as const) {
      const reply = await key.post(`/api/v1/ledger/holds/${held.id}/${path}`, body);
      expect([reply.status, reply.body.error.reason]).toEqual([409, 'already_captured']);
    }
    const after = await account('merchant_available', 'USD');
    expect([after.balance_minor, after.available_minor]).toEqual([
      before.balance_minor - 1_200,
      before.available_minor - 1_200,
    ]);

    const { body: history } = must(await key.get(`/api/v1/ledger/accounts/${vendor.id}/transfers?limit=2`));
    expect(
      history.transfers.map((each: { phase: string; hold_id?: string }) => [each.phase, each.hold_id]),
    ).toEqual([
      ['post', held.id],
      ['pending', undefined],
    ]);
  });

  test('are captured whole without an amount, and never beyond', async () => {
    const { body: held } = must(await hold(available, vendor, 700));
    const beyond = await key.post(`/api/v1/ledger/holds/${held.id}/capture`, { amount_minor: 701 });
    expect([beyond.status, beyond.body.error.reason]).toEqual([422, 'exceeds_pending_amount']);
    const captured = must(await key.post(`/api/v1/ledger/holds/${held.id}/capture`));
    expect(captured.body).toMatchObject({ status: 'captured', captured_minor: 700, expires_at: null });
  });

  test('are voided once', async () => {
    const { body: held } = must(await hold(available, vendor, 300));
    expect(must(await key.post(`/api/v1/ledger/holds/${held.id}/void`)).body.status).toBe('voided');
    for (const path of ['void', 'capture']) {
      const reply = await key.post(`/api/v1/ledger/holds/${held.id}/${path}`);
      expect([reply.status, reply.body.error.reason]).toEqual([409, 'already_voided']);
    }
  });

  test('end once however many end them at the same time', async () => {
    const before = await account('merchant_available', 'USD');
    const { body: held } = must(await hold(available, vendor, 400));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2
          ? key.post(`/api/v1/ledger/holds/${held.id}/void`)
          : key.post(`/api/v1/ledger/holds/${held.id}/capture`, { amount_minor: 400 }),
      ),
    );
    const { body: row } = must(await key.get(`/api/v1/ledger/holds/${held.id}`));
    const after = await account('merchant_available', 'USD');
    expect(before.available_minor - after.available_minor).toBe(row.status === 'captured' ? 400 : 0);
    expect(after.debits_pending_minor).toBe(0);
    const first = replies.filter((reply) => reply.status === 200 && reply.body.replayed !== true);
    expect(first).toHaveLength(1);
  });

  test('expire on the test clock, at the instant, and are released', async () => {
    const own = await createProject(service.anyone);
    const mine = own.key;
    const { body: payment } = must(await mine.post('/api/v1/payments', paymentBody({ amount: 10 })));
    await until(
      'it is booked',
      async () =>
        (await mine.get('/api/v1/ledger/postings?status=posted')).body.postings[0]?.payment_id === payment.id,
    );
    const from = must(
      await mine.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
    ).body;
    const to = must(
      await mine.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
    ).body;
    const body = {
      debit_account_id: from.id,
      credit_account_id: to.id,
      amount_minor: 100,
      idempotency_key: 'h',
      timeout_secs: 7_776_000,
    };
    const { body: held } = must(await mine.post('/api/v1/ledger/holds', body));
    await setTestClock(own, new Date(Date.parse(held.expires_at) + 1).toISOString());
    const late = await mine.post(`/api/v1/ledger/holds/${held.id}/capture`);
    expect([late.status, late.body.error.reason]).toEqual([409, 'hold_expired']);
    expect(must(await mine.get('/api/v1/ledger/holds?status=expired')).body.holds).toHaveLength(1);
    expect(must(await mine.get('/api/v1/ledger/holds?status=pending')).body.holds).toHaveLength(0);
    await until('the hold is released', async () => {
      const { body: again } = await mine.post('/api/v1/ledger/accounts', {
        kind: 'merchant_available',
        currency: 'KES',
      });
      return again.available_minor === 1_000;
    });
    const tooLong = await mine.post('/api/v1/ledger/holds', {
      ...body,
      idempotency_key: 'h2',
      timeout_secs: 7_776_001,
    });
    expect(tooLong.status).toBe(400);
  });

  test('a hold whose request died after the ledger captured it is mirrored by the sweep', async () => {
    const { body: held } = must(await hold(available, vendor, 50));
    must(await key.post(`/api/v1/ledger/holds/${held.id}/capture`));
    await service.ctx
      .db('ledger_holds')
      .where({ reference: held.reference, project_id: project.id })
      .update({ status: 'pending', captured_minor: 0, touched_at: new Date(0) });
    await service.ctx.jobs.enqueue('resume-ledger-requests', {});
    const mirrored = await until('the row is mirrored', async () => {
      const { body } = must(await key.get(`/api/v1/ledger/holds/${held.id}`));
      return body.status === 'pending' ? null : body;
    });
    expect(mirrored).toMatchObject({ status: 'captured', captured_minor: 50 });
  });
});

test('the balance at a past moment', async () => {
  const own = await createProject(service.anyone);
  const moments: { at: string; balance_minor: number }[] = [
    { at: '2020-01-01T00:00:00.000Z', balance_minor: 0 },
  ];
  let id = '';
  for (const amount of [1, 2, 3]) {
    const { body: payment } = must(await own.key.post('/api/v1/payments', paymentBody({ amount })));
    await until(
      'it is booked',
      async () =>
        (await own.key.get('/api/v1/ledger/postings?status=posted&limit=1')).body.postings[0]?.payment_id ===
        payment.id,
    );
    const { body: now } = must(
      await own.key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
    );
    id = now.id;
    const { body: history } = must(await own.key.get(`/api/v1/ledger/accounts/${id}/transfers?limit=1`));
    moments.push({ at: history.transfers[0].created_at, balance_minor: now.balance_minor });
  }
  for (const { at, balance_minor } of moments) {
    const { body } = must(await own.key.get(`/api/v1/ledger/accounts/${id}/balance?at=${at}`));
    expect(body).toMatchObject({ account_id: id, currency: 'KES', at, balance_minor });
  }
  expect((await own.key.get(`/api/v1/ledger/accounts/${id}/balance?at=yesterday`)).status).toBe(400);
});

test('the report sums a period per currency', async () => {
  const own = await createProject(service.anyone);
  const today = (await moveToNoon(own)).toISOString().slice(0, 10);
  for (const [amount, currency] of [
    [10, 'KES'],
    [20.5, 'KES'],
    [7, 'USD'],
  ] as const) {
    must(
      await own.key.post(
        '/api/v1/payments',
        paymentBody({ amount, currency, split: { subaccount_id: 'v', share_bps: 3_333 } }),
      ),
    );
  }
  await until(
    'all are booked',
    async () => (await own.key.get('/api/v1/ledger/postings?status=posted')).body.postings.length === 3,
  );
  const { body } = must(await own.key.get(`/api/v1/ledger/report?from=${today}&to=${today}`));
  expect(body).toMatchObject({
    from: today,
    to: today,
    currencies: [
      {
        currency: 'KES',
        payments: 2,
        collected: '30.50',
        vendor_splits_minor: 333 + 683,
        net_minor: 3_050 - 1_016,
        refunds: 0,
        paid_out: '0.00',
      },
      { currency: 'USD', payments: 1, collected_minor: 700, vendor_splits_minor: 233, net_minor: 467 },
    ],
  });
  const range = (from: string, to: string) => own.key.get(`/api/v1/ledger/report?from=${from}&to=${to}`);
  expect((await range('2024-01-01', '2024-12-31')).body.currencies).toEqual([]);
  expect([
    (await range('2024-01-01', '2025-01-01')).status,
    (await range('2026-01-02', '2026-01-01')).status,
  ]).toEqual([400, 400]);
  expect((await range('2026-02-30', '2026-03-01')).status).toBe(400);
});
