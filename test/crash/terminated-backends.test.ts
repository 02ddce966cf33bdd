/** PostgreSQL ends connections again and again while requests come: each is answered, or told to come again, and takes effect once. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { createProject, must, paymentBody, until, type Client, type Reply } from '../harness/index.ts';
import { RunningService } from './running-service.ts';

const REQUESTS = 300;
const AT_ONCE = 16;
/** Answers between one cut and the next. */
const ANSWERS_PER_CUT = 8;

let service: RunningService;

beforeAll(async () => {
  service = await RunningService.build();
  await Promise.all([service.start('web'), service.start('worker')]);
});
afterAll(() => service.tearDown());

async function cutSome(): Promise<void> {
  // A statement to a connection that is closed already fails otherwise than one that is under way.
  await service.db.raw(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5',
  );
}

test(
  'payments and holds are answered with 201 or 503, whatever connection they come upon',
  { timeout: 300_000 },
  async () => {
    onTestFailed(() => console.warn(service.output()));
    const client = await service.client();
    const { key } = await createProject(client);
    const payment = must(await key.post('/api/v1/payments', paymentBody({ amount: 10_000 })));
    await until(
      'it is booked',
      async () => (await key.get(`/api/v1/payments/${payment.body.id}`)).body.status === 'completed',
    );
    const accounts = await accountsOf(key);
    const statuses: Record<number, number> = {};
    let answers = 0;
    let begun = 0;
    const requestOf = (no: number): (() => Promise<Reply>) => {
      const body = paymentBody();
      const hold = { ...accounts, amount_minor: 100, idempotency_key: `cut-${no}` };
      return no % 2 === 0
        ? () => key.post('/api/v1/payments', body, { 'idempotency-key': `cut-${no}` })
        : () => key.post('/api/v1/ledger/holds', hold);
    };
    const insist = async (send: () => Promise<Reply>): Promise<void> => {
      for (;;) {
        const { status, headers } = await send();
        statuses[status] = (statuses[status] ?? 0) + 1;
        answers += 1;
        if (status !== 503) return;
        expect(headers.get('retry-after')).not.toBeNull();
      }
    };
    const work = async (): Promise<void> => {
      while (begun < REQUESTS) await insist(requestOf(begun++));
    };
    let over = false;
    const working = Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => (over = true));
    for (let cuts = 1; !over; cuts += 1) {
      await until('there are more answers', () => over || answers >= cuts * ANSWERS_PER_CUT);
      await cutSome();
    }
    await working;
    expect(statuses[503]).toBeGreaterThan(0);
    expect(Object.keys(statuses).filter((status) => !['200', '201', '503'].includes(status))).toEqual([]);
    expect(await service.verify()).toContain('nothing differs');
  },
);

async function accountsOf(key: Client): Promise<{ debit_account_id: string; credit_account_id: string }> {
  const subaccount = { kind: 'subaccount', currency: 'KES', subaccount_id: 'vendor' };
  const credit = must(await key.post('/api/v1/ledger/accounts', subaccount));
  const debit = await until(
    'the merchant has an account',
    async () => (await key.get('/api/v1/ledger/accounts?kind=merchant_available')).body.accounts[0],
  );
  return { debit_account_id: debit.id, credit_account_id: credit.body.id };
}
