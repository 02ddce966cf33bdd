/** Loans from the application to the last repayment or the write-off. A naive model says what is owed. */
import { NaiveLoan, type NaiveTerms } from '../../loans/naive-loan.ts';
import type { Cooperative, Guarantee, Loan, Member, Product } from '../cooperative.ts';
import type { Verb } from '../place.ts';
import type { Flow } from './flow.ts';

export const LOANS = '/api/v1/sacco/loans';
const FEE_BPS = 100n;
/** More open loans take longer to charge, and prove no more. */
const MOST_OPEN = 30;

export const LOAN_FLOWS: Flow<Cooperative>[] = [
  { name: 'loan', share: 3, run: borrow },
  { name: 'repayment', share: 4, run: repay },
  { name: 'write-off', share: 1, run: writeOff },
];

type Terms = Omit<NaiveTerms, 'principal' | 'term'>;

/** Each takes a week; the interest of a week is 1 % of what it is counted on. */
const USUAL: Terms = {
  rate_bps: 5_200n,
  method: 'declining',
  frequency: 'weekly',
  penalty_bps: 0n,
  grace_days: 0,
};
export const PRODUCTS: Record<Product, Terms> = {
  usual: USUAL,
  strict: { ...USUAL, method: 'flat', penalty_bps: 500n },
  guaranteed: USUAL,
};

/** As the API takes it. */
export function productBody(product: Product): object {
  const { rate_bps, penalty_bps, ...terms } = PRODUCTS[product];
  return {
    name: `Loan, ${product}`,
    ...terms,
    rate_bps: Number(rate_bps),
    penalty_bps: Number(penalty_bps),
    min_amount_minor: 1_000,
    max_amount_minor: 1_000_000,
    min_term: 1,
    max_term: 12,
    fee_bps: Number(FEE_BPS),
    guarantor_consent: product === 'guaranteed' ? 'required' : 'none',
  };
}

async function borrow(sacco: Cooperative): Promise<void> {
  const { random } = sacco.place;
  const borrowing = someBorrowing(sacco, random.pick(['usual', 'strict'] as const));
  if (!borrowing) return;
  const member = borrowing.member;
  const guarantee = random.below(3) > 0 ? pledge(sacco, member, BigInt(borrowing.amount_minor) / 2n) : null;
  const application = { ...borrowing, guarantee, sent: random.below(3) === 0 };
  const verb = random.pick(['approve', 'approve', 'approve', 'approve', 'reject', 'cancel'] as const);
  const applied = await applyFor(sacco, application);
  if (applied) await decideOn(sacco, application, { applied, verb });
}

interface Borrowing {
  member: Member;
  product: Product;
  amount_minor: number;
  term: number;
}

/** What somebody wants to borrow; null where there are loans enough. */
export function someBorrowing({ place, loans, members }: Cooperative, product: Product): Borrowing | null {
  if (loans.filter(({ model }) => model.status === 'open').length >= MOST_OPEN) return null;
  const { random } = place;
  return {
    member: random.pick(members),
    product,
    amount_minor: 100 * (100 + random.below(900)),
    term: 2 + random.below(3),
  };
}

export interface Application extends Borrowing {
  guarantee: Guarantee | null;
  /** To the borrower's phone. */
  sent: boolean;
}

export interface Applied {
  id: string;
  entry_id: string;
  approval_id: string;
}

/** @returns null where it was refused; then nothing is pledged */
export async function applyFor(sacco: Cooperative, application: Application): Promise<Applied | null> {
  const { member, product, amount_minor, term, guarantee, sent } = application;
  const applied = await sacco.place.ask({
    flow: product === 'guaranteed' ? 'loan with consent' : 'loan',
    as: 'maker',
    path: LOANS,
    body: (token) => ({
      member_id: member.id,
      product_id: sacco.products[product],
      amount_minor,
      term,
      purpose: token,
      idempotency_key: token,
      ...(sent ? { disburse_to: 'mobile', provider: 'sandbox' } : {}),
      ...(guarantee
        ? { guarantors: [{ member_id: guarantee.member.id, amount_minor: Number(guarantee.amount) }] }
        : {}),
    }),
    refusals: ['guarantee_unavailable', 'payouts_disabled'],
  });
  if (!applied) release(guarantee);
  return applied;
}

/** Decides about an application, and books what follows. */
export async function decideOn(
  sacco: Cooperative,
  { member, product, amount_minor, term, guarantee, sent }: Application,
  { applied, verb }: { applied: Applied; verb: Verb },
): Promise<void> {
  const { place } = sacco;
  await place.decide(applied.approval_id, verb);
  const ending = await sacco.endingOf(applied.entry_id, applied.approval_id);
  if (ending !== 'posted') return release(guarantee);
  const principal = BigInt(amount_minor);
  const model = new NaiveLoan({ ...PRODUCTS[product], principal, term }, sacco.day);
  const fee = (principal * FEE_BPS + 5_000n) / 10_000n;
  place.books.add('loan_principal', principal);
  place.books.add('fee_income', fee);
  if (sent) place.books.add('provider_clearing', fee - principal);
  else place.books.add(`savings ${member.id}`, principal - fee);
  place.events.add(['approval.decided', applied.approval_id], ['loan.disbursed', applied.id]);
  sacco.loans.push({ id: applied.id, member, model, guarantee, busy: false, charges: 0 });
}

/** Somebody else's savings, as far as they are free; null when nobody has them. */
export function pledge(sacco: Cooperative, borrower: Member, amount: bigint): Guarantee | null {
  const able = sacco.members.filter((each) => each !== borrower && sacco.free(each) > 4n * amount);
  if (able.length === 0) return null;
  const member = sacco.place.random.pick(able);
  member.pledged += amount;
  return { member, amount };
}

function release(guarantee: Guarantee | null): void {
  if (guarantee) guarantee.member.pledged -= guarantee.amount;
}

async function repay(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const loan = sacco.takeLoan(() => true);
  if (!loan) return;
  try {
    const { payoff } = loan.model;
    const all = place.random.below(3) === 0;
    const amount = all ? payoff : 1n + BigInt(place.random.below(Number(payoff)));
    const from = place.random.pick(['cash', 'savings'] as const);
    const made = await sacco.move('repayment', `${LOANS}/${loan.id}/repayments`, {
      from,
      amount_minor: Number(amount),
    });
    if (made?.ending !== 'posted') return;
    if (from === 'cash') place.books.add('cash_on_hand', amount);
    else place.books.add(`savings ${loan.member.id}`, -amount);
    bookRepayment(sacco, loan, amount);
  } finally {
    loan.busy = false;
  }
}

/** What a repayment does to the loan; where the money came from is the caller's. */
export function bookRepayment({ place }: Cooperative, loan: Loan, amount: bigint): void {
  const paid = loan.model.repay(amount);
  place.books.add('interest_receivable', -paid.penalty - paid.interest);
  place.books.add('loan_principal', -paid.principal);
  if (loan.model.payoff > 0n) return;
  release(loan.guarantee);
  place.events.add(['loan.disbursed', loan.id], ['loan.closed', loan.id]);
}

async function writeOff(sacco: Cooperative): Promise<void> {
  const { place } = sacco;
  const loan = sacco.takeLoan(({ charges }) => charges > 0);
  if (!loan) return;
  try {
    const made = await sacco.move('write-off', `${LOANS}/${loan.id}/write-off`, {});
    if (made?.ending !== 'posted') throw new Error(`a write-off ended as ${JSON.stringify(made)}`);
    const { principal, penalty, interest } = loan.model.writeOff();
    const owed = principal + penalty + interest;
    const called = loan.guarantee ? min(loan.guarantee.amount, owed) : 0n;
    release(loan.guarantee);
    if (loan.guarantee) place.books.add(`savings ${loan.guarantee.member.id}`, -called);
    place.books.add('loan_losses', owed - called);
    place.books.add('interest_receivable', -penalty - interest);
    place.books.add('loan_principal', -principal);
    place.events.add(['loan.disbursed', loan.id], ['loan.written_off', loan.id]);
  } finally {
    loan.busy = false;
  }
}

/** Charges what fell due by the day of the clock. */
export function chargeLoans({ loans, day, place: { books } }: Cooperative): void {
  for (const loan of loans) {
    for (const charge of loan.model.due(day)) {
      loan.model.charge(charge);
      if (charge.amount === 0n) continue;
      loan.charges += 1;
      books.add('interest_receivable', charge.amount);
      books.add(charge.income, charge.amount);
    }
  }
}

/** What a loan owes by the model, to be compared with the service's. */
export function owedOn({ model }: Loan): object {
  return {
    status: model.status,
    outstanding_minor: Number(model.outstanding),
    charges_due_minor: Number(model.charges_due),
  };
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
