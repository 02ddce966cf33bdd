/** Every pair of movements that share the bank account, decided at once over money for one of them: one is booked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNTS,
  approvedMovement,
  bank,
  bookApart,
  chartBalances,
  createSacco,
  decide,
  JOURNALS,
  moving,
  must,
  newAccount,
  newMember,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const AMOUNT = 10_000;
const of_bank = { from: 'bank', account: '1100', reference: 'TT' };
const to_bank = { to: 'bank', account: '1100', reference: 'cheque', memo: 'as asked' };

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** The bank holds AMOUNT, which came as the deposit of a member whose savings are more. */
async function withBank(): Promise<{ sacco: Sacco; member: string; deposit: string }> {
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  await newAccount(sacco, '1100');
  await newAccount(sacco, '6000', { kind: 'general_expense' });
  const at = `/api/v1/sacco/members/${member}/deposits`;
  must(await sacco.maker.post(at, moving(5 * AMOUNT)));
  const deposit = must(await sacco.maker.post(at, moving(AMOUNT, of_bank))).body.id;
  return { sacco, member, deposit };
}

type World = Awaited<ReturnType<typeof withBank>>;

/** Requests that would each take all that the bank holds. */
const TAKERS: Record<string, (world: World) => Promise<Reply>> = {
  banking: ({ sacco }) => bank(sacco, 'bank_to_till', { account: '1100', amount_minor: AMOUNT }),
  'paying in at a provider': ({ sacco }) =>
    bank(sacco, 'bank_to_provider', { account: '1100', amount_minor: AMOUNT }),
  expense: ({ sacco }) =>
    sacco.maker.post(
      '/api/v1/sacco/expenses',
      moving(AMOUNT, {
        paid_from: 'bank',
        account: '1100',
        reference: 'cheque',
        category: 'Rent',
        memo: 'March',
      }),
    ),
  withdrawal: ({ sacco, member }) =>
    sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(AMOUNT, to_bank)),
  journal: ({ sacco }) =>
    sacco.maker.post(JOURNALS, {
      lines: [
        { account: '6000', debit_minor: AMOUNT },
        { account: '1100', credit_minor: AMOUNT },
      ],
      memo: 'fees',
      idempotency_key: crypto.randomUUID(),
    }),
  'reversal of a deposit': ({ sacco, deposit }) =>
    sacco.maker.post(`/api/v1/sacco/entries/${deposit}/reverse`, {
      memo: 'by mistake',
      idempotency_key: crypto.randomUUID(),
    }),
};

const NAMES = Object.keys(TAKERS);
const PAIRS = NAMES.flatMap((one, i) => NAMES.slice(i + 1).map((other) => [one, other] as const));

describe.each(['in one transaction', 'each step apart'])('%s', (how) => {
  test.each(PAIRS)('%s and %s at once: one is booked, the other lacks money', async (one, other) => {
    const restore = how === 'each step apart' ? bookApart(service.ctx.ledger) : () => undefined;
    try {
      const world = await withBank();
      const { sacco } = world;
      const asked: Reply['body'][] = [];
      for (const name of [one, other]) asked.push(must((await TAKERS[name]?.(world)) as Reply).body);
      const decided = await Promise.all(asked.map(({ approval_id }) => decide(sacco, approval_id)));
      const outcomes = decided.map((reply) => must(reply).body.entry);
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['failed', 'posted']));
      expect(outcomes.find(({ status }) => status === 'failed').error).toBe('insufficient_bank');
      expect(await chartBalances(sacco)).toMatchObject({ 1100: 0 });
      const { integrity } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
      expect(integrity.balanced).toBe(true);
    } finally {
      restore();
    }
  });

  test('a deposit and the end of its account at once: it is booked, or refused', async () => {
    const restore = how === 'each step apart' ? bookApart(service.ctx.ledger) : () => undefined;
    try {
      const outcomes = new Set<string>();
      for (let turn = 0; turn < 8; turn += 1) {
        const sacco = await createSacco(service);
        const member = await newMember(sacco);
        const account = await newAccount(sacco, '1100');
        const [deposit, ended] = await Promise.all([
          sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(AMOUNT, of_bank)),
          sacco.project.session.patch(`${ACCOUNTS}/${account}`, { active: false }),
        ]);
        if (ended.status === 200) {
          expect(deposit.body.error?.reason).toBe('account_inactive');
          expect(await chartBalances(sacco)).toMatchObject({ 1100: 0 });
        } else {
          expect(['account_not_empty', 'busy']).toContain(ended.body.error.reason);
          expect(deposit.body.status).toBe('posted');
          expect(await chartBalances(sacco)).toMatchObject({ 1100: AMOUNT });
        }
        outcomes.add(String(ended.status));
      }
      expect(outcomes.size).toBeGreaterThan(0);
    } finally {
      restore();
    }
  });
});

test('a code and the accounts of a journal are those of the moment: a renamed account keeps its money', async () => {
  const { sacco } = await withBank();
  const waiting = must(await bank(sacco, 'bank_to_till', { account: '1100', amount_minor: AMOUNT }));
  const { accounts } = must(await sacco.maker.get('/api/v1/accounting/chart')).body;
  const { id } = accounts.find(({ code }: Reply['body']) => code === '1100');
  must(await sacco.project.session.patch(`${ACCOUNTS}/${id}`, { code: '1199' }));
  expect(await approvedMovement(sacco, Promise.resolve(waiting))).toMatchObject({
    status: 'posted',
    account: { code: '1199' },
  });
});
