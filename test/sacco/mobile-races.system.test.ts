/**
 * Every pair of what takes a member's savings, or what providers hold, at once over money for one of them: one gets it, and what is
 * sent to a phone is paid once, however the other ends. Then what happens to a payout while its end is recorded.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import {
  allowPayouts,
  applyFor,
  approvedMovement,
  bank,
  BOOKINGS,
  bookAs,
  decide,
  floatOf,
  fund,
  markPayout,
  moving,
  must,
  newPayee,
  newProduct,
  openLoan,
  repay,
  sendingSacco,
  startService,
  UNALLOCATED,
  unallocatedReceipt,
  verifyAll,
  withdrawToPhone,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const AMOUNT = 10_000;
const A_THIRD = 3_300;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface World {
  sacco: Sacco;
  /** Has AMOUNT in savings. */
  member: string;
  product_id: string;
}

interface FloatWorld extends World {
  /** Of unallocated money. */
  receipt: string;
}

/** @returns how it ended, or why not */
type Taker<Of = World> = (world: Of) => Promise<string>;

const takerOf = <Of>(takers: Record<string, Taker<Of>>, name: string): Taker<Of> => takers[name] as Taker<Of>;

async function approved(sacco: Sacco, asked: Reply): Promise<string> {
  const { status, body } = asked;
  if (status >= 400) return body.error.reason ?? body.error.code;
  const decided = await decide(sacco, body.approval_id);
  return decided.status >= 400 ? decided.body.error.reason : outcome(decided.body.entry);
}

function outcome({ status, error }: Reply['body']): string {
  return status === 'failed' ? error : status;
}

function answerOf({ status, body }: Reply): string {
  return status >= 400 ? (body.error.reason ?? body.error.code) : outcome(body);
}

const exit = ({ sacco, member }: World, to: object): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/members/${member}/exit`, {
    ...to,
    memo: 'leaves',
    idempotency_key: crypto.randomUUID(),
  });

/** Each would take all that the member has; `paying`, `posted`, or why not. */
const SAVINGS_TAKERS: Record<string, Taker> = {
  'a withdrawal to the phone': async ({ sacco, member }) =>
    answerOf(await withdrawToPhone(sacco, member, AMOUNT)),
  'another one': async ({ sacco, member }) =>
    answerOf(await withdrawToPhone(sacco, member, AMOUNT, { provider: 'manual' })),
  'a withdrawal in cash': async ({ sacco, member }) =>
    answerOf(await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(AMOUNT))),
  'shares from savings': async ({ sacco, member }) =>
    answerOf(
      await sacco.maker.post(`/api/v1/sacco/members/${member}/shares`, moving(AMOUNT, { from: 'savings' })),
    ),
  'a reversal of the deposit': async ({ sacco, member }) => {
    const { entries } = must(
      await sacco.maker.get(`/api/v1/sacco/members/${member}/entries?kind=deposit`),
    ).body;
    const body = { memo: 'typed twice', idempotency_key: crypto.randomUUID() };
    return approved(sacco, await sacco.maker.post(`/api/v1/sacco/entries/${entries[0].id}/reverse`, body));
  },
  'an exit in cash': async (world) => approved(world.sacco, await exit(world, {})),
  'an exit to the phone': async (world) =>
    approved(world.sacco, await exit(world, { to: 'mobile', provider: 'sandbox' })),
};

/** An exit takes what is left, be it nothing; no other movement finds the savings again. */
const isExit = (name: string): boolean => name.startsWith('an exit');

const LOSES = ['insufficient_savings', 'member_not_active', 'not_closable', 'busy'];

function pairsOf(names: string[]): (readonly [string, string])[] {
  return names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));
}

async function withMember(float_minor = 100_000): Promise<World> {
  const sacco = await sendingSacco(service, { float_minor });
  const member = await newPayee(sacco, AMOUNT);
  // The till can pay, too.
  await newPayee(sacco, 100_000);
  return { sacco, member, product_id: await newProduct(sacco, { fee_bps: 0, savings_multiple_bps: null }) };
}

/** Lets every payout of the cooperative end. @returns how many were paid */
async function finishPayouts(sacco: Sacco): Promise<number> {
  const { maker } = sacco;
  const listed = must(await maker.get('/api/v1/payouts?limit=100')).body.payouts;
  for (const { id, provider } of listed) {
    await payouts.process(service.ctx, id);
    if (provider === 'manual') await markPayout(sacco, id, 'succeeded');
  }
  const { body } = must(await maker.get('/api/v1/payouts?status=succeeded'));
  return body.payouts.length;
}

async function savingsOf({ sacco, member }: World): Promise<number> {
  return must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.savings_minor;
}

async function expectSound(sacco: Sacco): Promise<void> {
  const { integrity } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
  expect(integrity.balanced).toBe(true);
}

describe.each(BOOKINGS)('%s', (how) => {
  const booked = async (act: () => Promise<void>): Promise<void> => {
    const restore = bookAs(how, service.ctx.ledger);
    try {
      await act();
    } finally {
      restore();
    }
  };

  test.each(pairsOf(Object.keys(SAVINGS_TAKERS)))('of savings, %s and %s at once', async (one, other) =>
    booked(async () => {
      const world = await withMember();
      const answers = await Promise.all([one, other].map((name) => takerOf(SAVINGS_TAKERS, name)(world)));
      const won = answers.filter((answer) => answer === 'paying' || answer === 'posted');
      if (!isExit(one) && !isExit(other)) expect(won).toHaveLength(1);
      for (const answer of answers) if (!won.some((each) => each === answer)) expect(LOSES).toContain(answer);
      const paid = await finishPayouts(world.sacco);
      expect(paid).toBe(answers.filter((answer) => answer === 'paying').length);
      expect(await savingsOf(world)).toBe(won.length > 0 ? 0 : AMOUNT);
      await expectSound(world.sacco);
    }),
  );

  test('of savings, a withdrawal to the phone and a repayment at once', async () =>
    booked(async () => {
      const world = await withMember();
      const { sacco, member, product_id } = world;
      const loan = await openLoan(sacco, { product_id, member_id: member, amount_minor: AMOUNT });
      // The loan was paid into savings.
      const [sent, repaid] = await Promise.all([
        withdrawToPhone(sacco, member, 2 * AMOUNT),
        repay(sacco, loan, AMOUNT, 'savings'),
      ]);
      const answers = [answerOf(sent), answerOf(repaid)];
      expect([
        ['paying', 'insufficient_savings'],
        ['insufficient_savings', 'posted'],
      ]).toContainEqual(answers);
      await finishPayouts(sacco);
      expect(await savingsOf(world)).toBe(answers[0] === 'paying' ? 0 : AMOUNT);
      await expectSound(sacco);
    }));

  test('a withdrawal to the phone and a suspension at once: refused, sent or given back', async () =>
    booked(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const world = await withMember();
        const { sacco, member } = world;
        const [sent] = await Promise.all([
          withdrawToPhone(sacco, member, AMOUNT),
          sacco.admin.post(`/api/v1/sacco/members/${member}/suspend`),
        ]);
        expect(['paying', 'member_not_active']).toContain(answerOf(sent));
        const paid = await finishPayouts(sacco);
        // It was suspended before anything was sent.
        expect([paid, await savingsOf(world)]).toEqual([0, AMOUNT]);
        await expectSound(sacco);
      }
    }));

  /** What providers hold came without a prompt, and the merchant has as much. */
  const withFloat = async (): Promise<FloatWorld> => {
    const world = await withMember(0);
    const { key } = world.sacco.project;
    await fund(service, world.sacco.project, AMOUNT / 100);
    const banked = { account: '1100', amount_minor: AMOUNT };
    await approvedMovement(world.sacco, bank(world.sacco, 'provider_to_bank', banked));
    const receipt = await unallocatedReceipt(service.ctx, key, '100.00', { phone: '+254712345789' });
    return { ...world, receipt };
  };

  /** Each would take all that the providers hold. */
  const FLOAT_TAKERS: Record<string, Taker<FloatWorld>> = {
    'a withdrawal': async ({ sacco, member }) => answerOf(await withdrawToPhone(sacco, member, AMOUNT)),
    'that of another member': async ({ sacco }) =>
      answerOf(await withdrawToPhone(sacco, await newPayee(sacco, AMOUNT), AMOUNT)),
    'a loan': async ({ sacco, product_id }) =>
      approved(
        sacco,
        await applyFor(sacco, {
          product_id,
          member_id: await newPayee(sacco, 1),
          amount_minor: AMOUNT,
          disburse_to: 'mobile',
          provider: 'sandbox',
        }),
      ),
    'a banking': async ({ sacco }) =>
      approved(sacco, await bank(sacco, 'provider_to_bank', { account: '1100', amount_minor: AMOUNT })),
    'a payout of the merchant': async ({ sacco }) => {
      const to = { phone: '+254712345789' };
      const body = { provider: 'sandbox', amount_minor: AMOUNT, currency: 'KES', to, reference: 'rent' };
      const reply = await sacco.maker.post('/api/v1/payouts', body);
      return reply.status >= 400 ? reply.body.error.reason : 'paying';
    },
    'a refund of unallocated money': async ({ sacco, receipt }) => {
      const body = { memo: 'not ours', idempotency_key: crypto.randomUUID() };
      const { body: asked } = must(await sacco.maker.post(`${UNALLOCATED}/${receipt}/refund`, body));
      const { body: decided } = must(await decide(sacco, asked.approval_id));
      const { payout_id } = decided.receipt;
      await payouts.process(service.ctx, payout_id);
      const payout = must(await sacco.maker.get(`/api/v1/payouts/${payout_id}`)).body;
      return payout.status === 'failed' ? payout.failure_code : 'paying';
    },
  };

  test.each(pairsOf(Object.keys(FLOAT_TAKERS)))(
    'of the float, %s and %s at once: one gets it',
    async (one, other) =>
      booked(async () => {
        const world = await withFloat();
        const answers = await Promise.all([one, other].map((name) => takerOf(FLOAT_TAKERS, name)(world)));
        const won = answers.filter((answer) => answer === 'paying' || answer === 'posted');
        expect(won).toHaveLength(1);
        expect(['insufficient_float', 'insufficient_clearing']).toContain(
          answers.find((answer) => answer !== 'paying' && answer !== 'posted'),
        );
        await finishPayouts(world.sacco);
        expect(await floatOf(world.sacco)).toEqual({ held: 0, available: 0 });
        await expectSound(world.sacco);
      }),
  );

  test('ten requests under ten keys over money for three, of which each is processed four times at once', async () =>
    booked(async () => {
      const world = await withMember();
      const { sacco, member } = world;
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => withdrawToPhone(sacco, member, A_THIRD)),
      );
      const paying = asked.filter((reply) => answerOf(reply) === 'paying').map(({ body }) => body.payout_id);
      expect(paying).toHaveLength(3);
      await Promise.all(
        [...paying, ...paying, ...paying, ...paying].map((id) => payouts.process(service.ctx, id)),
      );
      expect(await finishPayouts(sacco)).toBe(3);
      expect(await savingsOf(world)).toBe(AMOUNT - 3 * A_THIRD);
      await expectSound(sacco);
    }));

  test('the end of a payout, its cancellation and the kill switch at once: paid once or given back', async () =>
    booked(async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const world = await withMember();
        const { sacco, member } = world;
        const { body: entry } = must(await withdrawToPhone(sacco, member, AMOUNT));
        await Promise.all([
          payouts.process(service.ctx, entry.payout_id),
          sacco.project.session.post(`/api/v1/payouts/${entry.payout_id}/cancel`),
          allowPayouts(sacco.project, 'sandbox', { enabled: false }),
          payouts.process(service.ctx, entry.payout_id),
        ]);
        await allowPayouts(sacco.project, 'sandbox');
        const paid = await finishPayouts(sacco);
        const ended = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry.id}`)).body;
        expect(ended.status).toBe(paid === 1 ? 'posted' : 'failed');
        expect(await savingsOf(world)).toBe(paid === 1 ? 0 : AMOUNT);
        await expectSound(sacco);
      }
    }));
});
