/**
 * Every pair of movements that share a bank account, or the vault that is banked, decided at once over money for one of them: one
 * is booked.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNTS,
  approvedMovement,
  bank,
  BOOKINGS,
  bookAs,
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
  type Client,
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
async function withBank(): Promise<{ sacco: Sacco; member: string; leaving: string; deposit: string }> {
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  await newAccount(sacco, '1100');
  await newAccount(sacco, '6000', { kind: 'general_expense' });
  const at = `/api/v1/sacco/members/${member}/deposits`;
  must(await sacco.maker.post(at, moving(5 * AMOUNT)));
  const deposit = must(await sacco.maker.post(at, moving(AMOUNT, of_bank))).body.id;
  const leaving = await newMember(sacco);
  must(await sacco.maker.post(`/api/v1/sacco/members/${leaving}/deposits`, moving(AMOUNT)));
  return { sacco, member, leaving, deposit };
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
  exit: ({ sacco, leaving }) =>
    sacco.maker.post(`/api/v1/sacco/members/${leaving}/exit`, {
      ...to_bank,
      idempotency_key: crypto.randomUUID(),
    }),
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

function pairsOf(names: string[]): (readonly [string, string])[] {
  return names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));
}

/** The vault holds AMOUNT, which came from the bank; a till is empty, and the maker has a session at another. */
async function withVault(): Promise<{ sacco: Sacco; till: string; other_till: string; banking: string }> {
  const sacco = await createSacco(service);
  must(await sacco.project.session.put('/api/v1/sacco/settings', { tills: 'on' }));
  await newAccount(sacco, '1100');
  const member = await newMember(sacco);
  const at = `/api/v1/sacco/members/${member}/deposits`;
  must(await sacco.maker.post(at, moving(AMOUNT + 100, of_bank)));
  const till = await newTill(sacco, 'One');
  const other_till = await newTill(sacco, 'Two');
  await approvedMovement(sacco, bank(sacco, 'bank_to_till', { account: '1100', amount_minor: 100 }));
  await approvedMovement(sacco, openSession(sacco.maker, till, 100));
  const banked = await approvedMovement(
    sacco,
    bank(sacco, 'bank_to_till', { account: '1100', amount_minor: AMOUNT }),
  );
  return { sacco, till, other_till, banking: banked.id };
}

async function newTill({ admin }: Sacco, name: string): Promise<string> {
  return must(await admin.post('/api/v1/sacco/tills', { name })).body.id;
}

function openSession(by: Client, till: string, float_minor: number): Promise<Reply> {
  return by.post(`/api/v1/sacco/tills/${till}/sessions`, {
    float_minor,
    idempotency_key: crypto.randomUUID(),
  });
}

type VaultWorld = Awaited<ReturnType<typeof withVault>>;

/** Requests that would each take all that the vault holds. */
const VAULT_TAKERS: Record<string, (world: VaultWorld) => Promise<Reply>> = {
  banking: ({ sacco }) => bank(sacco, 'till_to_bank', { account: '1100', amount_minor: AMOUNT }),
  'another banking': ({ sacco }) => bank(sacco, 'till_to_bank', { account: '1100', amount_minor: AMOUNT }),
  float: ({ sacco, other_till }) => openSession(sacco.admin, other_till, AMOUNT),
  'till transfer': ({ sacco, till }) =>
    sacco.maker.post(
      '/api/v1/sacco/till-transfers',
      moving(AMOUNT, { from: 'vault', to: till, memo: 'change' }),
    ),
  'cash counted out': ({ sacco }) =>
    sacco.admin.post('/api/v1/sacco/cash-adjustments', moving(AMOUNT, { direction: 'out', memo: 'counted' })),
  'reversal of a banking': ({ sacco, banking }) =>
    sacco.maker.post(`/api/v1/sacco/entries/${banking}/reverse`, {
      memo: 'by mistake',
      idempotency_key: crypto.randomUUID(),
    }),
};

/** Decides both at once. @returns the entries */
async function decideTogether(sacco: Sacco, asked: readonly Reply[]): Promise<Reply['body'][]> {
  const replies = await Promise.all(asked.map((reply) => decide(sacco, must(reply).body.approval_id)));
  return replies.map((reply) => must(reply).body.entry);
}

function expectOneBooked(entries: readonly Reply['body'][], error: string): void {
  expect(new Set(entries.map(({ status }) => status))).toEqual(new Set(['failed', 'posted']));
  expect(entries.find(({ status }) => status === 'failed').error).toBe(error);
}

describe.each(BOOKINGS)('%s', (how) => {
  test.each(pairsOf(Object.keys(TAKERS)))(
    '%s and %s at once: one is booked, the other lacks money',
    async (one, other) => {
      const restore = bookAs(how, service.ctx.ledger);
      try {
        const world = await withBank();
        const { sacco } = world;
        const asked: Reply[] = [];
        for (const name of [one, other]) asked.push((await TAKERS[name]?.(world)) as Reply);
        expectOneBooked(await decideTogether(sacco, asked), 'insufficient_bank');
        expect(await chartBalances(sacco)).toMatchObject({ 1100: 0 });
        const { integrity } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
        expect(integrity.balanced).toBe(true);
      } finally {
        restore();
      }
    },
  );

  test.each(pairsOf(Object.keys(VAULT_TAKERS)))(
    'of the vault, %s and %s at once: one is booked, the other lacks cash',
    async (one, other) => {
      const restore = bookAs(how, service.ctx.ledger);
      try {
        const world = await withVault();
        const asked: Reply[] = [];
        for (const name of [one, other]) asked.push((await VAULT_TAKERS[name]?.(world)) as Reply);
        expectOneBooked(await decideTogether(world.sacco, asked), 'insufficient_cash');
        const { cash_on_hand_parts } = must(await world.sacco.maker.get('/api/v1/sacco/treasury')).body;
        expect(cash_on_hand_parts[0]).toMatchObject({ till: null, balance: '0.00' });
      } finally {
        restore();
      }
    },
  );

  test('a deposit and the end of its account at once: it is booked, or refused', async () => {
    const restore = bookAs(how, service.ctx.ledger);
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
