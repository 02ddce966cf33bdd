/** Payments keep coming while web and worker processes are killed, again and again: each is booked exactly once. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { createProject, must, paymentBody, until, type Client, type Reply } from '../harness/index.ts';
import { ledgerFaults } from './ledger-faults.ts';
import { RunningService, type Role } from './running-service.ts';
import { seededRandom } from './random.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const PAYMENTS = 500;
/** Requests under way at once, those that wait for a dead process's answer not counted. */
const AT_ONCE = 25;
/** Who dies each time; the order is left to chance. */
const DEATHS: Role[][] = [['web'], ['worker'], ['web', 'worker'], ['worker'], ['web']];
/** Requests between one death and the next, and how many of them are kept back until somebody is dead. */
const SHARE = PAYMENTS / DEATHS.length;
const KEPT_BACK = 40;

let service: RunningService;
let receiver: Receiver;

beforeAll(async () => {
  service = await RunningService.build();
  receiver = await startReceiver();
  await Promise.all([service.start('web'), service.start('worker')]);
});
afterAll(async () => {
  await service.tearDown();
  await receiver.close();
});

/** Repeats the request until it is answered; what died with its connection is the same request, by its key. */
async function insist(request: (client: Client) => Promise<Reply>, repeated: () => void): Promise<Reply> {
  for (;;) {
    const reply = await service
      .client()
      .then(request)
      .catch(() => null);
    if (reply && reply.status < 500) return must(reply);
    repeated();
    // Its process is dead or dying; the next one takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('500 payments, while processes die', { timeout: 480_000 }, async () => {
  const random = seededRandom();
  onTestFailed(() => console.warn(`SEED=${random.seed}\n${service.output()}`));
  const { key } = await createProject(await service.client());
  await receiver.register(key);

  const bodies = Array.from({ length: PAYMENTS }, (_each, no) =>
    paymentBody({
      amount: (100 + random.below(1_000_000)) / 100,
      // Every other one completes at once, the rest after two seconds.
      customer_phone: no % 2 ? '+254712345789' : '+254712345678',
      ...(no % 5 === 0 ? { split: { subaccount_id: `vendor-${no % 3}`, share_bps: 2_500 } } : {}),
    }),
  );

  let next = 0;
  // How many may be sent: some of them only once the next one is dead, so that there always are who find nobody.
  let allowed = 0;
  let sent = 0;
  let repeats = 0;
  const answers: Promise<Reply>[] = [];
  const lane = async (): Promise<void> => {
    while (next < PAYMENTS) {
      await until('more may be sent', () => next < allowed || next >= PAYMENTS, 240_000);
      const no = next++;
      if (no >= PAYMENTS) return;
      // The lane goes on at the first repetition, which may have to wait long for the answer of a dead process.
      await new Promise<void>((goOn) => {
        const answer = insist(
          (client) =>
            client.with(key.headers).post('/api/v1/payments', bodies[no], { 'idempotency-key': `key-${no}` }),
          () => {
            repeats++;
            goOn();
          },
        );
        answers[no] = answer.finally(goOn);
      });
      sent++;
    }
  };
  const sending = Promise.all(Array.from({ length: AT_ONCE }, lane));

  const deaths = DEATHS.map((dying) => ({ dying, place: random.next() })).sort((a, b) => a.place - b.place);
  for (const [no, { dying }] of deaths.entries()) {
    allowed = (no + 1) * SHARE - KEPT_BACK;
    const wanted = no * SHARE + random.next() * 0.8 * (SHARE - KEPT_BACK);
    await until('some more were sent', () => sent >= wanted);
    await Promise.all(dying.map((role) => service.kill(role)));
    allowed = (no + 1) * SHARE;
    const before = repeats;
    if (dying.includes('web')) await until('some find nobody', () => repeats > before);
    await Promise.all(dying.map((role) => service.start(role)));
  }
  await sending;

  // The last death; and the leases that the dead held run out.
  await service.kill('worker');
  await service.letTimePass();
  await service.start('worker');
  const ids = (await Promise.all(answers)).map(({ body }): string => body.id).toSorted();
  expect(new Set(ids).size).toBe(PAYMENTS);
  const count = async (table: string, where: object): Promise<number> =>
    Number((await service.db(table).where(where).count())[0]?.['count']);
  await until(
    'all is booked and delivered',
    async () =>
      (await count('postings', { status: 'posted' })) >= PAYMENTS && receiver.completions.size >= PAYMENTS,
    // A job that a sweep added and a dead worker took with it is added again in the next minute only.
    180_000,
  );

  // As the API tells it.
  const api = (await service.client()).with(key.headers);
  const listed = async (what: string, path = `/api/v1/${what}`) =>
    must(await api.get(`${path}?limit=1000`)).body[what.split('/').at(-1) as string];
  const stored = await listed('payments');
  expect(stored).toHaveLength(PAYMENTS);
  expect(stored.filter((each: { status: string }) => each.status !== 'completed')).toEqual([]);
  expect(stored.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids);
  const postings = await listed('ledger/postings');
  expect(postings).toHaveLength(PAYMENTS);
  expect(postings.filter((each: { status: string }) => each.status !== 'posted')).toEqual([]);

  const expected: Record<string, number> = {};
  const expectMore = (account: string, amount_minor: number): void => {
    expected[account] = (expected[account] ?? 0) + amount_minor;
  };
  for (const { amount_minor, split } of stored) {
    const share = split ? Math.floor((amount_minor * split.share_bps) / 10_000) : 0;
    expectMore('provider_clearing', amount_minor);
    expectMore('merchant_available', amount_minor - share);
    if (split) expectMore(split.subaccount_id, share);
  }
  const accounts = await listed('ledger/accounts');
  expect(
    Object.fromEntries(
      accounts.map((each: { kind: string; subaccount_id?: string; balance_minor: number }) => [
        each.subaccount_id ?? each.kind,
        each.balance_minor,
      ]),
    ),
  ).toEqual(expected);
  const clearing = accounts.find((each: { kind: string }) => each.kind === 'provider_clearing');
  const settlements = await listed('transfers', `/api/v1/ledger/accounts/${clearing.id}/transfers`);
  expect(settlements.map((each: { reference: string }) => each.reference).toSorted()).toEqual(ids);

  // As the rows tell it.
  const { rows } = await service.db.raw(`
    select p.id from payments p left join ledger_transfers t on t.reference = p.id
    group by p.id, p.amount_minor, p.split
    having count(*) filter (where t.code = 1 and t.amount = p.amount_minor) <> 1
      or count(*) filter (where t.code = 2) <> case when p.split is null then 0 else 1 end
      or count(*) <> case when p.split is null then 1 else 2 end`);
  expect(rows).toEqual([]);
  expect(await ledgerFaults(service.db)).toEqual({});
  const late = await service.db('payments').where('status', '<>', 'completed').orWhere('has_posting', false);
  expect(late).toEqual([]);

  // As the merchant was told.
  expect(receiver.faults).toEqual([]);
  expect([...receiver.completions.keys()].toSorted()).toEqual(ids);
  const unstable = [...receiver.completions.values()].filter((each) => new Set(each).size !== 1);
  expect(unstable).toEqual([]);
});
