/** The loans and repayments of a month: most members pay in time, some late, a few not at all. */
import {
  listLoans,
  loanApplications,
  loanProducts,
  readLoan,
  repayLoan,
  requestWriteOff,
  UNPAID,
  type LoanSummaryView,
} from '../loans/index.ts';
import { readMember } from '../members/index.ts';
import { approveAs, attempt, forEach, rejectAs, units, type Filling } from './filling.ts';
import { chance } from './people.rules.ts';

/** The demonstration never has more open loans. */
const MAX_LOANS = 200;
const APPLICATIONS_A_MONTH = 5;
/** One borrower in so many never pays, and one so often pays a month late. */
const ONE_NEVER_PAYS_IN = 9;
const ONE_PAYS_LATE_IN = 6;
const ONE_IS_REJECTED_IN = 8;
/** One of so many applications is allowed by the rules. */
const TRIES = 8;
/** Loans this late are written off. */
const GIVEN_UP_AFTER_DAYS = 100;

/** @param members ids, in their order */
export async function lendMonth(filling: Filling, members: readonly string[], month: number): Promise<void> {
  const { ctx, scope } = filling;
  const { items: open } = await listLoans(ctx.db, scope, { status: 'open', limit: MAX_LOANS });
  await forEach(open, (open_loan) =>
    repay(filling, members.indexOf(open_loan.loan.member_id), open_loan, month),
  );
  const applications = Array.from({ length: month === 0 ? 0 : APPLICATIONS_A_MONTH }, (_each, i) => i);
  for (const no of applications) await lend(filling, members, `${month} ${no}`);
}

/** @param no of the borrower among the members */
async function repay(
  filling: Filling,
  no: number,
  { loan, standing }: LoanSummaryView,
  month: number,
): Promise<void> {
  const { ctx, scope, caller } = filling;
  if (chance(`pays ${no}`, ONE_NEVER_PAYS_IN) === 0) {
    if (standing.days_past_due > GIVEN_UP_AFTER_DAYS) await giveUp(filling, loan.id);
    return;
  }
  if (chance(`late ${no} ${month}`, ONE_PAYS_LATE_IN) === 0) return;
  const { installments, today } = await readLoan(ctx.db, scope, loan.id);
  const due_minor = installments
    .filter(({ due_on }) => due_on <= today)
    .reduce((sum, line) => sum + UNPAID.of(line), 0n);
  if (due_minor === 0n) return;
  await attempt(() =>
    repayLoan(caller, loan.id, {
      amount_minor: due_minor,
      from: 'cash',
      idempotency_key: `demo-${month}-repayment-${loan.id}`,
    }),
  );
}

async function giveUp(filling: Filling, loan_id: string): Promise<void> {
  const { caller } = filling;
  const asked = await attempt(() =>
    requestWriteOff(caller, loan_id, {
      memo: 'Moved away; letters came back',
      idempotency_key: `demo-write-off-${loan_id}`,
    }),
  );
  await approveAs(filling, asked?.entry.approval_id ?? null);
}

/** An application and its decision. @param at identifies it */
async function lend(filling: Filling, members: readonly string[], at: string): Promise<void> {
  const approval_id = await applyAs(filling, members, at);
  if (chance(`rejected ${at}`, ONE_IS_REJECTED_IN) === 0)
    await rejectAs(filling, approval_id, 'The purpose is not clear; please come with a quotation');
  else await approveAs(filling, approval_id);
}

/**
 * An application of one of the members, guaranteed by the next ones.
 * @returns the approval that it waits for; null where the rules refused it
 */
async function applyAs(
  { ctx, scope, caller }: Filling,
  members: readonly string[],
  at: string,
  /** Default: one of the two newest products. */
  product_name?: string,
): Promise<string | null> {
  const first = chance(`borrower ${at}`, members.length);
  const memberAt = (no: number): string => members[(first + no) % members.length] as string;
  const products =
    product_name === undefined
      ? (await loanProducts.list(ctx.db, scope, { status: 'active', limit: 2 })).items
      : await loanProducts.named(ctx.db, scope, [product_name]);
  const product = products[chance(`product ${at}`, products.length)];
  if (!product) throw new Error('the demonstration has no loan product');
  const { savings_minor } = await readMember(caller, memberAt(0));
  const amount_minor = (savings_minor / units(1_000) + 2n) * units(1_000);
  const pledge_minor = (amount_minor * 3n) / 10n;
  const applied = await attempt(() =>
    loanApplications.submit(caller, {
      member_id: memberAt(0),
      product_id: product.id,
      amount_minor: amount_minor < product.min_amount_minor ? product.min_amount_minor : amount_minor,
      term: 3 + chance(`term ${at}`, 8),
      purpose: PURPOSES[chance(`purpose ${at}`, PURPOSES.length)] ?? null,
      guarantors: [1, 2].map((no) => ({ member_id: memberAt(no), amount_minor: pledge_minor })),
      idempotency_key: `demo-loan-${at}`,
    }),
  );
  return applied?.loan.loan.approval_id ?? null;
}

/** @returns the approval that the first possible of some applications waits for; null where the rules refused them all */
export async function applyFirstPossible(
  filling: Filling,
  members: readonly string[],
  what: string,
  product_name?: string,
): Promise<string | null> {
  for (let no = 0; no < TRIES; no += 1) {
    const approval_id = await applyAs(filling, members, `${what} ${no}`, product_name);
    if (approval_id !== null) return approval_id;
  }
  return null;
}

const PURPOSES = [
  'School fees',
  'A dairy cow',
  'Stock for the shop',
  'A water tank',
  'Seed and fertiliser',
  'A motorbike for deliveries',
  'A new roof',
];
