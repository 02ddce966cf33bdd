/**
 * Random histories of batches and remittances, of loans that fall due and members who leave in between, compared with a naive
 * cooperative answer by answer. Processes die while they book.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postBatch } from '../../domain/batches/index.ts';
import {
  askBatch,
  BATCHES,
  chartBalances,
  compareHistories,
  createSacco,
  csvTable,
  decide,
  dieAtNextBooking,
  finishEntries,
  getLoan,
  lend,
  letDaysPass,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
  setTestClock,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { NaiveCheckOff, TERMS, type BatchRow, type RemittedRow } from './naive-check-off.ts';

const MEMBERS = 3;
const RUNS = 5;
const BEGIN = '2031-01-10';

type Dies = 'before' | 'after' | null;

type Event =
  | { what: 'pass'; days: number }
  | { what: 'save' | 'withdraw'; member: number; amount: bigint }
  | { what: 'agree'; member: number; amount: bigint }
  | { what: 'borrow'; member: number; amount: bigint; term: number }
  | { what: 'leave'; member: number }
  | { what: 'split'; rows: BatchRow[]; off: bigint }
  | { what: 'remit'; rows: RemittedRow[] }
  | { what: 'approve' | 'reject'; index: number; dies: Dies };

const member = fc.nat(MEMBERS - 1);
const amount = fc.bigInt({ min: 1n, max: 9_000n });

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    arbitrary: fc.record({ what: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 6 }) }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ what: fc.constantFrom<'save' | 'withdraw'>('save', 'withdraw'), member, amount }),
    weight: 3,
  },
  { arbitrary: fc.record({ what: fc.constant('agree' as const), member, amount }), weight: 2 },
  {
    arbitrary: fc.record({
      what: fc.constant('borrow' as const),
      member,
      amount: fc.bigInt({ min: 1_000n, max: 30_000n }),
      term: fc.integer({ min: 1, max: 6 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ what: fc.constant('leave' as const), member }), weight: 1 },
  {
    arbitrary: fc.record({
      what: fc.constant('split' as const),
      rows: fc.array(
        fc.record({
          member,
          kind: fc.constantFrom<BatchRow['kind']>('deposit', 'share_purchase', 'fee', 'loan_repayment'),
          amount,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      off: fc.constantFrom(0n, 0n, 0n, 0n, 1n),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      what: fc.constant('remit' as const),
      rows: fc.uniqueArray(fc.record({ member: fc.option(member, { freq: 6 }), amount }), {
        minLength: 1,
        maxLength: 3,
        selector: (row) => row.member,
      }),
    }),
    weight: 7,
  },
  {
    arbitrary: fc.record({
      what: fc.constantFrom<'approve' | 'reject'>('approve', 'approve', 'approve', 'reject'),
      index: fc.nat(9),
      dies: fc.constantFrom<Dies>(null, null, 'before', 'after'),
    }),
    weight: 12,
  },
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
  // Nobody works on the queue: what is approved is booked here.
  service.ctx.import_answer_ms = 0;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Real {
  sacco: Sacco;
  members: { id: string; member_no: string; loan: string | null }[];
  product_id: string;
  employer: string;
  requests: { id: string; approval_id: string }[];
  month: string;
  now: Date;
}

interface Pair {
  real: Real;
  naive: NaiveCheckOff;
}

async function open(): Promise<Pair> {
  const sacco = await createSacco(service, { utc_offset_minutes: 0 });
  await setTestClock(sacco.project, `${BEGIN}T09:00:00Z`);
  await newAccount(sacco, '1100');
  const terms = { rate_bps: Number(TERMS.rate_bps), method: TERMS.method, frequency: TERMS.frequency };
  const product_id = await newProduct(sacco, { ...terms, fee_bps: 0, penalty_bps: 0, grace_days: 0 });
  const factory = { name: 'Tea Factory', code: 'TEA', pay_day: 28 };
  const employer = must(await sacco.maker.post('/api/v1/sacco/employers', factory)).body.id;
  const members: Real['members'] = [];
  for (let no = 0; no < MEMBERS; no += 1) {
    const id = await newMember(sacco);
    const employment = { employer_id: employer, payroll_no: `P-${no}` };
    const { member_no } = must(await sacco.maker.patch(`/api/v1/sacco/members/${id}`, employment)).body;
    members.push({ id, member_no, loan: null });
  }
  const now = new Date(`${BEGIN}T09:00:00Z`);
  const real = { sacco, members, product_id, employer, requests: [], month: BEGIN.slice(0, 7), now };
  return { real, naive: new NaiveCheckOff(MEMBERS, Math.floor(now.getTime() / 86_400_000)) };
}

const reasonOf = ({ body }: Reply): string => body.error.reason ?? body.error.code;
const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
const sumOf = (rows: readonly { amount: bigint }[]): bigint =>
  rows.reduce((sum, row) => sum + row.amount, 0n);

function moved(reply: Reply): string {
  if (reply.status >= 400) return reasonOf(reply);
  const { status, error } = reply.body;
  return status === 'failed' ? `failed ${error}` : status;
}

function remember({ requests }: Real, reply: Reply): string {
  if (reply.status >= 400) return reasonOf(reply);
  requests.push({ id: reply.body.id, approval_id: reply.body.approval_id });
  return reply.body.status;
}

async function applyToReal(real: Real, happens: Event): Promise<string> {
  const { sacco, members, employer } = real;
  const path = (what: string): string => {
    const no = 'member' in happens ? happens.member : 0;
    return `/api/v1/sacco/members/${members[no]?.id}${what}`;
  };
  switch (happens.what) {
    case 'pass': {
      await letDaysPass(service, sacco, happens.days);
      real.now = new Date(real.now.getTime() + happens.days * 86_400_000);
      real.month = real.now.toISOString().slice(0, 7);
      return real.now.toISOString().slice(0, 10);
    }
    case 'save':
      return moved(await sacco.maker.post(path('/deposits'), moving(Number(happens.amount))));
    case 'withdraw':
      return moved(await sacco.maker.post(path('/withdrawals'), moving(Number(happens.amount))));
    case 'agree':
      must(await sacco.maker.patch(path(''), { contribution_minor: Number(happens.amount) }));
      return 'agreed';
    case 'borrow':
      return borrow(real, happens);
    case 'leave': {
      const asked = { memo: 'moves away', idempotency_key: crypto.randomUUID() };
      const reply = await sacco.maker.post(path('/exit'), asked);
      if (reply.status >= 400) return reasonOf(reply);
      const decided = await decide(sacco, reply.body.approval_id);
      return decided.status >= 400 ? reasonOf(decided) : moved({ ...decided, body: decided.body.entry });
    }
    case 'split': {
      const rows = happens.rows.map((row) => ({
        member_no: members[row.member]?.member_no as string,
        kind: row.kind,
        amount: decimal(row.amount),
      }));
      return remember(real, await askBatch(sacco, rows, Number(sumOf(happens.rows) + happens.off)));
    }
    case 'remit':
      return remember(
        real,
        await sacco.maker.post(`/api/v1/sacco/employers/${employer}/remittances`, {
          month: real.month,
          csv: csvTable(
            happens.rows.map((row) => ({ payroll_no: `P-${row.member ?? 99}`, amount: decimal(row.amount) })),
          ),
          account: '1100',
          total_minor: Number(sumOf(happens.rows)),
          memo: 'pay day',
          idempotency_key: crypto.randomUUID(),
        }),
      );
    case 'approve':
    case 'reject':
    default:
      return decideRequest(real, happens);
  }
}

async function borrow(
  { sacco, members, product_id }: Real,
  { member: no, amount: principal, term }: Extract<Event, { what: 'borrow' }>,
): Promise<string> {
  const borrower = members[no] as Real['members'][number];
  const { status } = must(await sacco.maker.get(`/api/v1/sacco/members/${borrower.id}`)).body;
  if (status !== 'active') return 'member_not_active';
  if (borrower.loan && (await getLoan(sacco, borrower.loan)).status === 'open') return 'has one';
  const loan = await lend(sacco, {
    product_id,
    member_id: borrower.id,
    amount_minor: Number(principal),
    term,
  });
  borrower.loan = loan.id;
  return loan.status;
}

async function decideRequest(
  { sacco, requests }: Real,
  { what, index, dies }: Extract<Event, { index: number }>,
): Promise<string> {
  const request = requests[index];
  if (!request) return 'none';
  const { id, approval_id } = request;
  const decided = await decide(sacco, approval_id, what, { note: 'so be it' });
  if (decided.status >= 400) return reasonOf(decided);
  if (what === 'reject') return must(await sacco.maker.get(`${BATCHES}/${id}`)).body.status;
  await dieAtNextBooking(service.ctx.ledger, dies, () => postBatch(service.ctx, id)).catch(() => undefined);
  return until('the batch has ended', async () => {
    await finishEntries(service);
    await postBatch(service.ctx, id);
    const { status } = must(await sacco.maker.get(`${BATCHES}/${id}`)).body;
    return status !== 'posting' && status;
  });
}

function applyToNaive(naive: NaiveCheckOff, happens: Event): string {
  switch (happens.what) {
    case 'pass':
      return naive.pass(happens.days);
    case 'save':
      return naive.save(happens.member, happens.amount);
    case 'withdraw':
      return naive.withdraw(happens.member, happens.amount);
    case 'agree':
      return naive.agree(happens.member, happens.amount);
    case 'borrow':
      return naive.borrow(happens.member, happens.amount, happens.term);
    case 'leave':
      return naive.leave(happens.member);
    case 'split':
      return naive.split(happens.rows, happens.off);
    case 'remit':
      return naive.remit(happens.rows);
    case 'approve':
    case 'reject':
    default:
      return naive.decide(happens.index, happens.what);
  }
}

const split = (rows: BatchRow[], off = 0n): Event => ({ what: 'split', rows, off });
const remit = (...rows: [number | null, bigint][]): Event => ({
  what: 'remit',
  rows: rows.map(([of, comes]) => ({ member: of, amount: comes })),
});
const next = (what: 'approve' | 'reject', index: number, dies: Dies = null): Event => ({ what, index, dies });
const line = (of: number, kind: BatchRow['kind'], comes: bigint): BatchRow => ({
  member: of,
  kind,
  amount: comes,
});

/** Leads to every answer. */
const EVERY_ANSWER: Event[] = [
  { what: 'save', member: 0, amount: 5_000n },
  { what: 'borrow', member: 0, amount: 20_000n, term: 3 },
  { what: 'agree', member: 0, amount: 500n },
  { what: 'agree', member: 1, amount: 700n },
  { what: 'pass', days: 6 },
  { what: 'leave', member: 0 },
  split([line(0, 'loan_repayment', 3_000n), line(1, 'deposit', 100n), line(2, 'fee', 10n)]),
  split([line(1, 'loan_repayment', 3_000n)]),
  split([line(1, 'deposit', 3_000n)], 1n),
  next('approve', 0, 'after'),
  next('approve', 0),
  remit([0, 9_000n], [1, 400n], [null, 50n]),
  remit([0, 9_000n], [1, 400n], [null, 50n]),
  remit([0, 8_000n], [1, 500n]),
  next('reject', 1),
  next('approve', 2, 'before'),
  remit([0, 900n]),
  next('approve', 3, 'after'),
  { what: 'pass', days: 6 },
  split([
    line(0, 'loan_repayment', 9_000n),
    line(0, 'loan_repayment', 9_000n),
    line(0, 'loan_repayment', 1n),
  ]),
  next('approve', 4, 'after'),
  split([line(2, 'deposit', 40n), line(1, 'share_purchase', 60n)]),
  { what: 'leave', member: 2 },
  next('approve', 5, 'before'),
  { what: 'withdraw', member: 1, amount: 9_000n },
  { what: 'withdraw', member: 2, amount: 1n },
  remit([2, 30n], [1, 30n]),
  next('approve', 6),
  { what: 'pass', days: 6 },
  { what: 'pass', days: 6 },
  remit([0, 9_000n], [2, 20n]),
  next('approve', 7, 'after'),
];

test('whatever happens, it is as with a naive one', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(event, { minLength: 30, maxLength: 50, size: 'max' }),
    examples: [EVERY_ANSWER],
    runs: RUNS,
    open,
    apply: async ({ real, naive }, happens) => [
      await applyToReal(real, happens),
      applyToNaive(naive, happens),
    ],
    sweep: async () => undefined,
    states: async ({ real, naive }) => [await stateOf(real), naive.state()],
    async finish() {
      expect(await verifyAll(service.ctx)).toEqual([]);
    },
  });
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'awaiting_approval',
      'posted',
      'posted_with_failures',
      'rejected',
      'already_decided',
      'already_imported',
      'batch_refused',
      'total_mismatch',
      'not_closable',
      'member_not_active',
    ]),
  );
});

async function stateOf({ sacco, members, requests }: Real): Promise<unknown> {
  const found = [];
  const loans = [];
  for (const { id, loan } of members) {
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${id}`));
    found.push([body.savings_minor, body.shares_minor, body.status]);
    const owed = loan === null ? null : await getLoan(sacco, loan);
    loans.push(owed && [owed.status, owed.outstanding_minor, owed.charges_due_minor]);
  }
  const statuses = [];
  for (const { id } of requests) statuses.push(must(await sacco.maker.get(`${BATCHES}/${id}`)).body.status);
  const balances = (await chartBalances(sacco)) as Record<string, number>;
  const codes = ['1000', '1100', '2500', '4000', '4100'];
  return {
    members: found,
    loans,
    requests: statuses,
    balances: Object.fromEntries(codes.map((code) => [code, balances[code] ?? 0])),
  };
}
