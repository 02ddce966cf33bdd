/** Random payouts, decisions, settings and waits, compared with a naive model after every step. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';
import {
  must,
  scopeNow,
  setTestClock,
  startService,
  verifyAll,
  type Client,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import {
  colleague,
  moneyOf,
  newPayer,
  NO_RESULT,
  PAID,
  pay,
  PAYOUTS,
  REFUSED,
  setTerms,
  watchSandbox,
  type Payer,
} from './payer.ts';

const RUNS = 25;
const FUNDS = 100_000;
const TERMS = { max_minor: 60_000, approval_above_minor: 30_000 };
const PHONES = { paid: PAID, refused: REFUSED, silent: NO_RESULT };

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

type End = keyof typeof PHONES;
type Event =
  | { do: 'pay'; amount_minor: number; end: End }
  | { do: 'work' | 'lose' | 'wait' | 'turn' }
  | { do: 'cancel' | 'approve' | 'reject'; no: number }
  | { do: 'mark'; no: number; status: 'succeeded' | 'failed' };

const no = fc.nat(5);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amount_minor: fc.constantFrom(1_000, 29_999, 30_000, 30_001, 60_000, 60_001),
      end: fc.constantFrom<End>('paid', 'refused', 'silent'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('work' as const, 'work' as const, 'lose' as const, 'wait' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'approve' as const, 'reject' as const),
      no,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      no,
      status: fc.constantFrom('succeeded' as const, 'failed' as const),
    }),
  },
);

interface NaivePayout {
  amount_minor: number;
  end: End;
  status: string;
  had_approval: boolean;
  /** It was sent, and the answer was lost. */
  is_lost?: boolean;
}

/** Everything in one place, one after the other. */
class NaivePayer {
  available = FUNDS;
  held = 0;
  clearing = FUNDS;
  enabled = true;
  readonly payouts: NaivePayout[] = [];

  pay(amount_minor: number, end: End): string {
    if (!this.enabled) return 'payouts_disabled';
    if (amount_minor > TERMS.max_minor) return 'payout_limit_exceeded';
    if (amount_minor > this.available) return 'insufficient_funds';
    this.available -= amount_minor;
    this.held += amount_minor;
    const had_approval = amount_minor > TERMS.approval_above_minor;
    const status = had_approval ? 'awaiting_approval' : 'held';
    this.payouts.push({ amount_minor, end, status, had_approval });
    return status;
  }

  work(): void {
    for (const payout of this.payouts) {
      const is_sent = payout.status === 'held' && this.enabled;
      if (is_sent) payout.status = 'sending';
      if (is_sent || payout.is_lost) this.hear(payout);
    }
  }

  /** Every answer to what is sent now is lost; what was sent before is asked for. */
  lose(): void {
    for (const payout of this.payouts) {
      if (payout.is_lost) this.hear(payout);
      if (payout.status !== 'held' || !this.enabled) continue;
      payout.status = 'sending';
      payout.is_lost = true;
    }
  }

  private hear(payout: NaivePayout): void {
    payout.is_lost = false;
    if (payout.end !== 'silent') this.end(payout, payout.end === 'paid' ? 'succeeded' : 'failed');
  }

  /** More than the minute after which it is not known how one ended. */
  wait(): void {
    this.work();
    for (const payout of this.payouts) if (payout.status === 'sending') payout.status = 'unknown';
  }

  end(payout: NaivePayout, status: 'succeeded' | 'failed' | 'cancelled'): void {
    payout.status = status;
    this.held -= payout.amount_minor;
    if (status === 'succeeded') this.clearing -= payout.amount_minor;
    else this.available += payout.amount_minor;
  }

  cancel(at: number): string {
    const payout = this.payouts[at] as NaivePayout;
    if (!['held', 'awaiting_approval'].includes(payout.status)) return 'not_cancellable';
    this.end(payout, 'cancelled');
    return 'done';
  }

  decide(at: number, verb: 'approve' | 'reject'): string {
    const payout = this.payouts[at] as NaivePayout;
    if (payout.status !== 'awaiting_approval') return 'already_decided';
    if (verb === 'reject') this.end(payout, 'cancelled');
    else if (this.enabled) payout.status = 'held';
    else return 'payouts_disabled';
    return 'done';
  }

  mark(at: number, status: 'succeeded' | 'failed'): string {
    const payout = this.payouts[at] as NaivePayout;
    if (['succeeded', 'failed', 'cancelled'].includes(payout.status)) return 'already_decided';
    if (payout.status !== 'unknown') return 'invalid_state';
    this.end(payout, status);
    return 'done';
  }
}

class RealPayer {
  readonly payer: Payer;
  readonly checker: Client;
  readonly ids: { id: string; approval_id: string | null }[] = [];

  constructor(payer: Payer, checker: Client) {
    this.payer = payer;
    this.checker = checker;
  }

  static async open(): Promise<RealPayer> {
    const payer = await newPayer(service, FUNDS / 100, TERMS);
    return new RealPayer(payer, (await colleague(payer, 'checker')).session);
  }

  async pay(amount_minor: number, end: End): Promise<string> {
    const reply = await pay(this.payer, (amount_minor / 100).toFixed(2), { to: { phone: PHONES[end] } });
    if (reply.status >= 300) return reply.body.error.reason;
    const { id, approval_id } = reply.body;
    this.ids.push({ id, approval_id });
    return reply.body.status;
  }

  async work(): Promise<void> {
    const { db } = service.ctx;
    const { clock } = await scopeNow(service, this.payer);
    for (const { id } of this.ids) {
      // Sent just now: however long the history takes, only a wait makes it unknown how one ended.
      await db('payouts')
        .where({ id, status: 'sending' })
        .whereNotNull('next_attempt_at')
        .update({ next_attempt_at: new Date(0), sent_at: clock.now() });
      await payouts.process(service.ctx, id);
    }
  }

  async lose(): Promise<void> {
    watchSandbox().send.mockRejectedValue(new ProviderUnavailable('no answer'));
    try {
      await this.work();
    } finally {
      vi.restoreAllMocks();
    }
  }

  async wait(): Promise<void> {
    await this.work();
    const { clock } = await scopeNow(service, this.payer);
    await setTestClock(this.payer.project, new Date(clock.now().getTime() + 61_000).toISOString());
    const { body } = must(await this.payer.key.get(`${PAYOUTS}?status=sending`));
    for (const { id } of body.payouts) must(await this.payer.key.post(`${PAYOUTS}/${id}/sync`));
  }

  cancel(at: number): Promise<string> {
    return outcome(this.payer.key.post(`${PAYOUTS}/${this.ids[at]?.id}/cancel`));
  }

  async decide(at: number, verb: 'approve' | 'reject'): Promise<string> {
    const { id, approval_id } = this.ids[at] as (typeof this.ids)[number];
    const path = `/api/v1/approvals/${approval_id}/${verb}`;
    const decided = await outcome(this.checker.post(path, verb === 'reject' ? { note: 'no' } : {}));
    // What was rejected is paid back by a job; one that was approved before stays for the next work.
    if (verb === 'reject' && decided === 'done') await payouts.process(service.ctx, id);
    return decided;
  }

  async mark(at: number, status: string): Promise<string> {
    const reply = await this.payer.project.session.post(`${PAYOUTS}/${this.ids[at]?.id}/mark`, {
      status,
      note: 'as seen',
    });
    if (reply.status !== 202) return reply.body.error.reason;
    return outcome(this.checker.post(`/api/v1/approvals/${reply.body.approval_id}/approve`));
  }
}

async function outcome(replying: Promise<Reply>): Promise<string> {
  const reply = await replying;
  return reply.status < 300 ? 'done' : reply.body.error.reason;
}

/** @returns what each side answered */
async function apply(event: Event, naive: NaivePayer, real: RealPayer): Promise<[unknown, unknown]> {
  switch (event.do) {
    case 'pay':
      return [naive.pay(event.amount_minor, event.end), await real.pay(event.amount_minor, event.end)];
    case 'work':
      return [naive.work(), await real.work()];
    case 'lose':
      return [naive.lose(), await real.lose()];
    case 'wait':
      return [naive.wait(), await real.wait()];
    case 'turn':
      naive.enabled = !naive.enabled;
      return [200, (await setTerms(real.payer, { ...TERMS, enabled: naive.enabled })).status];
    case 'cancel':
    case 'approve':
    case 'reject':
    case 'mark':
    default:
      return applyToOne(event, naive, real);
  }
}

async function applyToOne(
  event: Extract<Event, { no: number }>,
  naive: NaivePayer,
  real: RealPayer,
): Promise<[unknown, unknown]> {
  const payout = naive.payouts[event.no];
  if (!payout) return ['', ''];
  if (event.do === 'cancel') return [naive.cancel(event.no), await real.cancel(event.no)];
  if (event.do === 'mark')
    return [naive.mark(event.no, event.status), await real.mark(event.no, event.status)];
  if (!payout.had_approval) return ['', ''];
  return [naive.decide(event.no, event.do), await real.decide(event.no, event.do)];
}

test('every history comes out as a naive model says', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const naive = new NaivePayer();
      const real = await RealPayer.open();
      for (const each of events) {
        const [expected, answered] = await apply(each, naive, real);
        expect([each, answered]).toEqual([each, expected]);
        const { body } = must(await real.payer.key.get(`${PAYOUTS}?limit=100`));
        const statuses = body.payouts.map(({ status }: { status: string }) => status).toReversed();
        expect(statuses).toEqual(naive.payouts.map(({ status }) => status));
        const { available, held, clearing } = naive;
        expect(await moneyOf(real.payer)).toEqual({ available, held, clearing });
      }
    }),
    { numRuns: RUNS },
  );
});
