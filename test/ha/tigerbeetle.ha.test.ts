/**
 * The ledger on three replicas of TigerBeetle, each of which is killed and frozen in turn, the primary among them, while wallets are
 * credited and payments booked. Requests go on, at worst after answers of 503 that are repeated; nothing is lost or booked twice.
 */
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import {
  balanceOf,
  createProject,
  customerWithWallet,
  moving,
  must,
  paymentBody,
  until,
  type Client,
  type Project,
} from '../harness/index.ts';
import { RunningService } from '../crash/running-service.ts';
import { startReplicas, TIGERBEETLE_MISSING, type ReplicaSet } from './tigerbeetle-replicas.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const LANES = 4;
/** So small that no limit of the wallet is reached. */
const AMOUNT_MINOR = 3;
/** Operations after a fault, and after its end, before the next one. */
const OPERATIONS_BETWEEN = 40;
/** What the documentation promises. */
const GOES_ON_WITHIN_MS = 30_000;

describe.skipIf(TIGERBEETLE_MISSING !== '')(`three replicas of TigerBeetle${TIGERBEETLE_MISSING}`, () => {
  let cluster: ReplicaSet;
  let service: RunningService;
  let project: Project;
  let key: Client;
  let wallet: string;
  let deposited = 0;
  let unavailable = 0;
  let longest_ms = 0;
  const payments: string[] = [];

  beforeAll(async () => {
    cluster = await startReplicas();
    service = await RunningService.build({
      LEDGER_BACKEND: 'tigerbeetle',
      TIGERBEETLE_ADDRESSES: cluster.addresses,
    });
    await Promise.all([service.start('web'), service.start('worker')]);
    const anyone = await service.client();
    await until('the cluster answers', async () => (await anyone.get('/ready')).status === 200);
    project = await createProject(anyone);
    ({ key } = project);
    wallet = await customerWithWallet(project);
    // Deposits come out of the merchant's money.
    await pay();
    await until('the first payment is booked', () =>
      service.db('postings').where({ status: 'posted' }).first(),
    );
  });
  afterAll(async () => {
    await service.tearDown();
    await cluster.close();
  });

  /** Repeats the request under its key until it is done, as a client does. */
  async function deposit(): Promise<void> {
    const body = { ...moving(AMOUNT_MINOR), currency: 'KES' };
    const began = performance.now();
    await until(
      'the deposit is made',
      async () => {
        const reply = await key.post(`/api/v1/customers/${wallet}/wallets/deposit`, body);
        if (reply.status !== 503) return must(reply);
        expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
        unavailable++;
        return null;
      },
      GOES_ON_WITHIN_MS,
    );
    longest_ms = Math.max(longest_ms, performance.now() - began);
    deposited++;
  }

  async function pay(): Promise<void> {
    const { body } = must(
      await key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345678' })),
    );
    payments.push(body.id);
  }

  const more = async (operations: number): Promise<void> => {
    const enough = deposited + operations;
    await until('requests go on', () => deposited >= enough, GOES_ON_WITHIN_MS);
  };

  /** Each replica in turn, so that the primary is among them, whichever that is. */
  async function eachInTurn(
    fault: (no: number) => Promise<void>,
    end: (no: number) => Promise<void>,
  ): Promise<void> {
    let is_over = false;
    const lanes = Array.from({ length: LANES }, async (_each, lane) => {
      while (!is_over) await (lane === 0 ? Promise.all([deposit(), pay()]) : deposit());
    });
    const faults = async (): Promise<void> => {
      for (const no of cluster.replicas.keys()) {
        await more(OPERATIONS_BETWEEN);
        await fault(no);
        await more(OPERATIONS_BETWEEN);
        await end(no);
      }
      await more(OPERATIONS_BETWEEN);
    };
    await Promise.all([faults().finally(() => (is_over = true)), ...lanes]);
  }

  async function expectAllBooked(): Promise<void> {
    expect(await balanceOf(project, wallet)).toBe(deposited * AMOUNT_MINOR);
    await service.letTimePass();
    await until('all payments are booked', async () => {
      const posted = await service.db('postings').where({ status: 'posted' }).pluck('payment_id');
      return posted.length === payments.length;
    });
    expect(await service.verify()).toMatch(/nothing differs/);
    console.log(
      `${deposited} deposits, ${payments.length} payments; ${unavailable} answers of 503; longest ${Math.round(longest_ms)} ms`,
    );
  }

  test('each is killed and comes back', async () => {
    onTestFailed(() => console.warn(service.output().slice(-3_000)));
    await eachInTurn(
      (no) => cluster.replicas[no]?.kill() as Promise<void>,
      (no) => cluster.replicas[no]?.start() as Promise<void>,
    );
    await expectAllBooked();
  });

  test('each is frozen and thaws', async () => {
    onTestFailed(() => console.warn(service.output().slice(-3_000)));
    await eachInTurn(
      async (no) => cluster.replicas[no]?.signal('SIGSTOP'),
      async (no) => cluster.replicas[no]?.signal('SIGCONT'),
    );
    await expectAllBooked();
  });
});
