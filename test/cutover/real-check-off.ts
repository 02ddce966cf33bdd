/** The real cooperative of the histories of batches and remittances: what happens to it, and what it then looks like. */
import { postBatch } from '../../domain/batches/index.ts';
import {
  askBatch,
  BATCHES,
  chartBalances,
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
  until,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { TERMS, type BatchRow, type RemittedRow } from './naive-check-off.ts';

export type Dies = 'before' | 'after' | null;

export type Event =
  | { what: 'pass'; days: number }
  | { what: 'save' | 'withdraw'; member: number; amount: bigint }
  | { what: 'agree'; member: number; amount: bigint }
  | { what: 'borrow'; member: number; amount: bigint; term: number }
  | { what: 'leave'; member: number }
  | { what: 'split'; rows: BatchRow[]; off: bigint }
  | { what: 'remit'; rows: RemittedRow[] }
  | { what: 'approve' | 'reject'; index: number; dies: Dies };

export interface Real {
  sacco: Sacco;
  members: { id: string; member_no: string; loan: string | null }[];
  product_id: string;
  employer: string;
  requests: { id: string; approval_id: string }[];
  month: string;
  now: Date;
}

/** With an employer of all members, and the bank account 1100. */
export async function openReal(
  service: TestService,
  { members: count, begin }: { members: number; begin: string },
): Promise<Real> {
  const sacco = await createSacco(service, { utc_offset_minutes: 0 });
  await setTestClock(sacco.project, `${begin}T09:00:00Z`);
  await newAccount(sacco, '1100');
  const terms = { rate_bps: Number(TERMS.rate_bps), method: TERMS.method, frequency: TERMS.frequency };
  const product_id = await newProduct(sacco, { ...terms, fee_bps: 0, penalty_bps: 0, grace_days: 0 });
  const factory = { name: 'Tea Factory', code: 'TEA', pay_day: 28 };
  const employer = must(await sacco.maker.post('/api/v1/sacco/employers', factory)).body.id;
  const members: Real['members'] = [];
  for (let no = 0; no < count; no += 1) {
    const id = await newMember(sacco);
    const employment = { employer_id: employer, payroll_no: `P-${no}` };
    const { member_no } = must(await sacco.maker.patch(`/api/v1/sacco/members/${id}`, employment)).body;
    members.push({ id, member_no, loan: null });
  }
  const now = new Date(`${begin}T09:00:00Z`);
  return { sacco, members, product_id, employer, requests: [], month: begin.slice(0, 7), now };
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

export async function applyToReal(service: TestService, real: Real, happens: Event): Promise<string> {
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
    case 'agree': {
      const reply = await sacco.maker.patch(path(''), { contribution_minor: Number(happens.amount) });
      return reply.status >= 400 ? reasonOf(reply) : 'agreed';
    }
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
      return decideRequest(service, real, happens);
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
  service: TestService,
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

export async function stateOf({ sacco, members, requests }: Real): Promise<unknown> {
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
  const balances = await chartBalances(sacco);
  const codes = ['1000', '1100', '2500', '4000', '4100'];
  return {
    members: found,
    loans,
    requests: statuses,
    balances: Object.fromEntries(codes.map((code) => [code, balances[code] ?? 0])),
  };
}
