/** Sums for many members: files of batches, what an employer has deducted, and members who are brought along. Each line is booked once. */
import { csvTable } from '../../harness/csv-table.ts';
import type { Reply } from '../caller.ts';
import type { Cooperative, Member } from '../cooperative.ts';
import type { Place, Verb } from '../place.ts';
import type { Flow } from './flow.ts';
import { bookRepayment } from './loans.ts';
import { payerPhone } from './payments.ts';
import { anyone, BANK_CODE, MEMBERS, newMember, someVerb } from './savings.ts';
import { morningOf } from './week.ts';

export const BATCH_FLOWS: Flow<Cooperative>[] = [
  { name: 'batch', share: 3, run: splitSum },
  { name: 'remittance', share: 2, run: remit },
  { name: 'import', share: 1, run: bringAlong },
];

const BATCHES = '/api/v1/sacco/movement-batches';
const IMPORTS = '/api/v1/sacco/imports';
const EMPLOYERS = '/api/v1/sacco/employers';
/** More members take longer to pay interest to, and prove no more. */
const MOST_MEMBERS = 40;
const LINES = 12;
const FINISHED = new Set(['posted', 'posted_with_failures', 'rejected', 'cancelled']);

type Row = Record<string, string>;

const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;

function someAmount({ place }: Cooperative, most = 2_000): bigint {
  return BigInt(1 + place.random.below(most));
}

/** Deposits, shares and fees of several members, and a repayment of which what is above the payoff is saved. */
async function splitSum(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const loan = sacco.takeLoan(() => true);
  try {
    const parts = Array.from({ length: 1 + place.random.below(LINES) }, () => ({
      member: anyone(sacco),
      kind: place.random.pick(['deposit', 'deposit', 'share_purchase', 'fee'] as const),
      amount: someAmount(sacco),
    }));
    const repaid = loan ? someAmount(sacco, Number(loan.model.payoff) + 500) : 0n;
    const rows: Row[] = parts.map(({ member, kind, amount }) => {
      return { member_no: member.member_no, kind, amount: decimal(amount), loan_id: '' };
    });
    if (loan)
      rows.push({
        member_no: loan.member.member_no,
        kind: 'loan_repayment',
        amount: decimal(repaid),
        loan_id: loan.id,
      });
    const total = parts.reduce((sum, { amount }) => sum + amount, repaid);
    const source = place.random.pick(['cash', 'bank'] as const);
    const body = {
      csv: csvTable(rows),
      source,
      ...(source === 'bank' ? { account: BANK_CODE, reference: 'TT' } : {}),
      total_minor: Number(total),
    };
    if (!(await isPosted(place, { flow: 'batch', path: BATCHES, body, verb: someVerb(sacco) }))) return;
    place.books.add(source === 'bank' ? 'bank' : 'cash_on_hand', total);
    for (const { member, kind, amount } of parts) place.books.add(accountOf(kind, member), amount);
    if (!loan) return;
    const { payoff } = loan.model;
    const paid = repaid < payoff ? repaid : payoff;
    place.books.add(`savings ${loan.member.id}`, repaid - paid);
    bookRepayment(sacco, loan, paid);
  } finally {
    if (loan) loan.busy = false;
  }
}

function accountOf(kind: 'deposit' | 'share_purchase' | 'fee', { id }: Member): string {
  if (kind === 'fee') return 'fee_income';
  return kind === 'deposit' ? `savings ${id}` : `shares ${id}`;
}

/** An employer of its own with one member, who owes nothing: all is saved but for what came under a number that nobody has. */
async function remit(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  if (sacco.members.length >= MOST_MEMBERS) return;
  const member = await newMember(sacco);
  try {
    const [contribution, saved, lost] = [someAmount(sacco), someAmount(sacco), someAmount(sacco)];
    const code = `E${place.number()}`;
    const employer = await employerOf(place, code);
    await place.must('PATCH', `${MEMBERS}/${member.id}`, {
      employer_id: employer,
      payroll_no: 'P-1',
      contribution_minor: Number(contribution),
    });
    const total = saved + lost;
    const body = {
      month: morningOf(sacco.day).slice(0, 7),
      csv: csvTable([
        { payroll_no: 'P-1', amount: decimal(saved) },
        { payroll_no: 'P-9', amount: decimal(lost) },
      ]),
      account: BANK_CODE,
      reference: code,
      total_minor: Number(total),
    };
    const path = `${EMPLOYERS}/${employer}/remittances`;
    if (!(await isPosted(place, { flow: 'remittance', path, body, verb: someVerb(sacco) }))) return;
    place.books.add('bank', total);
    place.books.add(`savings ${member.id}`, saved);
    place.books.add('unallocated', lost);
  } finally {
    // From now on others use it, too.
    sacco.members.push(member);
  }
}

/** Whoever repeats the request is told that the code is taken. @returns its id */
async function employerOf(place: Place, code: string): Promise<string> {
  const request = { name: `Employer ${code}`, code, pay_day: 28 };
  const made = await place.must('POST', EMPLOYERS, request, { refusals: ['employer_code_taken'] });
  if (made) return made.id;
  const employers = await place.list(EMPLOYERS, 'employers');
  return employers.find((each) => each.code === code).id;
}

/** @returns whether it was booked, with which its event comes */
async function isPosted(
  place: Place,
  { flow, path, body, verb }: { flow: string; path: string; body: object; verb: Verb },
): Promise<boolean> {
  const { id, approval_id } = await place.ask({
    flow,
    as: 'maker',
    path,
    body: (token) => ({ ...body, memo: token, idempotency_key: token }),
  });
  await place.decide(approval_id, verb, { waits_for_job: true });
  const { status } = await place.waitFor(`${BATCHES}/${id}`, (batch) => FINISHED.has(batch.status));
  if (!status.startsWith('posted')) return false;
  place.events.add(['approval.decided', approval_id], ['batch.finished', id]);
  return true;
}

/** Two members with what they hold, one of whom owes something that is overdue, and cash. */
async function bringAlong(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  if (sacco.members.length >= MOST_MEMBERS) return;
  const holding = [0, 1].map(() => ({
    member_no: `CO-${place.number()}`,
    external_ref: place.token('imported customer'),
    savings: someAmount(sacco),
    shares: someAmount(sacco),
  }));
  const [owed, cash] = [someAmount(sacco), someAmount(sacco)];
  const [borrower] = holding;
  const body = {
    cut_over_date: morningOf(sacco.day - 40).slice(0, 10),
    members_csv: csvTable(
      holding.map(({ member_no, external_ref, savings, shares }) => ({
        member_no,
        full_name: `Member ${member_no}`,
        phone: payerPhone(place, '789'),
        external_ref,
        savings: decimal(savings),
        shares: decimal(shares),
      })),
    ),
    loans_csv: csvTable([
      {
        member_no: borrower?.member_no ?? '',
        product: sacco.products.usual,
        outstanding: decimal(owed),
        arrears_principal: decimal(owed),
        term_left: '0',
      },
    ]),
    cash_on_hand_minor: Number(cash),
  };
  const { id } = await place.ask({
    flow: 'import',
    as: 'owner',
    path: IMPORTS,
    body: (token) => ({ ...body, memo: token, idempotency_key: token }),
    waits_for_job: true,
  });
  const path = `${IMPORTS}/${id}`;
  const { approval_id } = await place.waitFor(path, ({ status }) => status === 'awaiting_approval');
  const verb = place.random.pick(['approve', 'approve', 'approve', 'reject'] as const);
  await place.decide(approval_id, verb, { waits_for_job: true });
  const { status } = await place.waitFor(path, (now: Reply['body']) =>
    ['imported', 'refused', 'rejected'].includes(now.status),
  );
  if (status !== (verb === 'approve' ? 'imported' : 'rejected'))
    throw new Error(`the import ${id} ended as ${status} after ${verb}`);
  if (status === 'rejected') return;
  place.events.add(['approval.decided', approval_id], ['import.finished', id]);
  place.books.add('cash_on_hand', cash);
  place.books.add('loan_principal', owed);
  place.books.add('opening_balances', cash + owed);
  for (const { member_no, external_ref, savings, shares } of holding) {
    const { id: member_id, customer_id } = await place.get(`${MEMBERS}/${member_no}`);
    const stored = { answer: 'stored', requests: 1 } as const;
    Object.assign(place.operations.begin('imported customer', external_ref), { ...stored, id: customer_id });
    Object.assign(place.operations.begin('imported member', customer_id), { ...stored, id: member_id });
    place.books.add(`savings ${member_id}`, savings);
    place.books.add(`shares ${member_id}`, shares);
    place.books.add('opening_balances', -savings - shares);
    sacco.members.push({ id: member_id, member_no, pledged: 0n });
  }
}
