/** The end of the demonstration's year: a dividend, loans in the remaining states, and pending requests. */
import { addDays, addMonths, localDateAt } from '../../core/local-date.ts';
import { declareDividend } from '../dividends/index.ts';
import { declareInterest } from '../interest/index.ts';
import { listLoans, requestWriteOff } from '../loans/index.ts';
import { readMember, requestExit, setMemberStatus, withdraw } from '../members/index.ts';
import { approvals } from '../movements/index.ts';
import { requestBanking, requestJournal } from '../banks/index.ts';
import { adjustCash, requestExpense } from '../tills/index.ts';
import { approveAs, attempt, units, type Filling } from './filling.ts';
import { BANK_CODE, UTC_OFFSET_MINUTES } from './found-sacco.ts';
import { applyFirstPossible } from './lend-month.ts';
import { remitWithheldTax } from './pay-tax.ts';

/** Loans that are searched for one to write off. */
const OPEN_LOANS = 200;

/** @param members ids, in their order */
export async function leaveWaiting(filling: Filling, members: readonly string[]): Promise<void> {
  await useBank(filling);
  await remitWithheldTax(filling);
  await payDividends(filling);
  await payInterest(filling);
  await endSomeLoans(filling, members);
  await changeSomeMembers(filling, members);
  await requestSome(filling, members);
}

/** Cash that was banked, what the bank paid, and a banking that waits. */
async function useBank(filling: Filling): Promise<void> {
  const { caller } = filling;
  const banking = (amount_minor: bigint, reference: string) =>
    requestBanking(caller, {
      direction: 'till_to_bank',
      account: BANK_CODE,
      reference,
      memo: 'Cash above the limit of the safe',
      amount_minor,
      idempotency_key: `demo-${reference}`,
    });
  const banked = await banking(units(100_000), 'slip-0412');
  await approveAs(filling, banked.entry.approval_id);
  const safe = await requestJournal(caller, {
    lines: [
      { account: '1500', side: 'debit', amount_minor: units(45_000) },
      { account: BANK_CODE, side: 'credit', amount_minor: units(45_000) },
    ],
    memo: 'A safe for the office',
    reference: 'Invoice 2291',
    idempotency_key: 'demo-journal',
  });
  await approveAs(filling, safe.entry.approval_id);
  const rent = await requestExpense(caller, {
    paid_from: 'bank',
    account: BANK_CODE,
    reference: 'Cheque 000117',
    category: 'Rent',
    memo: 'Office rent of the quarter',
    amount_minor: units(18_000),
    idempotency_key: 'demo-rent',
  });
  await approveAs(filling, rent.entry.approval_id);
  await banking(units(20_000), 'slip-0413');
}

async function payDividends(filling: Filling): Promise<void> {
  const { scope, caller, begins_at } = filling;
  const declared = await attempt(() =>
    declareDividend(caller, {
      label: 'Dividend of the first year',
      period_start: localDateAt(begins_at, UTC_OFFSET_MINUTES),
      period_end: localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES),
      share_rate_bps: 200,
      interest_rebate_bps: 500,
      paid_from: 'interest_income',
      idempotency_key: 'demo-dividend',
    }),
  );
  await approveAs(filling, declared?.dividend.dividend.approval_id ?? null);
}

/** Interest for two months that are over, by the rate of tax of the settings. */
async function payInterest(filling: Filling): Promise<void> {
  const { scope, caller } = filling;
  const today = localDateAt(scope.clock.now(), UTC_OFFSET_MINUTES);
  const last_month = addMonths(`${today.slice(0, 7)}-01`, -1);
  const terms = {
    rate_bps: 500,
    basis: 'minimum_monthly_balance',
    counting: null,
    credit_to: 'same_account',
  } as const;
  const months = { before: addMonths(last_month, -1), last: last_month };
  for (const [name, period_start] of Object.entries(months)) {
    const declared = await attempt(() =>
      declareInterest(caller, {
        ...terms,
        label: `Interest ${period_start.slice(0, 7)}`,
        period_start,
        period_end: addDays(addMonths(period_start, 1), -1),
        idempotency_key: `demo-interest-${name}`,
      }),
    );
    // The last one waits for a second person.
    if (name === 'before') await approveAs(filling, declared?.view.run.approval_id ?? null);
  }
}

/** One cancelled loan, and one that failed because its borrower was suspended between request and decision. */
async function endSomeLoans(filling: Filling, members: readonly string[]): Promise<void> {
  const { ctx, scope, caller } = filling;
  const cancelled = await applyFirstPossible(filling, members, 'cancelled');
  if (cancelled !== null) await attempt(() => approvals.cancel(caller, cancelled));
  const failed = await applyFirstPossible(filling, members, 'failed');
  if (failed === null) return;
  const { items } = await listLoans(ctx.db, scope, { status: 'applied', limit: OPEN_LOANS });
  const borrower = items.find(({ loan }) => loan.approval_id === failed)?.loan.member_id;
  if (borrower === undefined) return;
  await setMemberStatus(caller, borrower, 'suspended');
  await approveAs(filling, failed);
  await setMemberStatus(caller, borrower, 'active');
}

/** Members who are tried until one may leave: borrowers and guarantors may not. */
const MAX_ASKED = 20;

async function changeSomeMembers(filling: Filling, members: readonly string[]): Promise<void> {
  const { caller } = filling;
  await setMemberStatus(caller, memberAt(members, 11), 'suspended');
  await approveAs(filling, await requestSomeExit(filling, members, 25));
}

/** Borrowers and guarantors cannot leave: the next member is tried. @returns the approval that the exit waits for */
async function requestSomeExit(
  { caller }: Filling,
  members: readonly string[],
  first: number,
): Promise<string | null> {
  for (let no = first; no < first + MAX_ASKED; no += 1) {
    const left = await attempt(() =>
      requestExit(caller, memberAt(members, no), {
        memo: 'Moves to another county',
        idempotency_key: `demo-exit-${no}`,
      }),
    );
    if (left) return left.entry.approval_id;
  }
  return null;
}

/** Requests that a second person finds after signing in. */
async function requestSome(filling: Filling, members: readonly string[]): Promise<void> {
  const { ctx, scope, caller } = filling;
  await adjustCash(caller, {
    direction: 'out',
    amount_minor: units(350),
    memo: 'Evening count: short by one note and some coins',
    idempotency_key: 'demo-count',
  });
  for (const no of [3, 40, 77]) {
    const { savings_available_minor } = await readMember(caller, memberAt(members, no));
    if (savings_available_minor <= units(20_000)) continue;
    await attempt(() =>
      withdraw(caller, memberAt(members, no), {
        amount_minor: units(20_500),
        memo: 'Hospital bill',
        idempotency_key: `demo-large-withdrawal-${no}`,
      }),
    );
  }
  await requestSomeExit(filling, members, 150);
  await applyFirstPossible(filling, members, 'waiting');
  await applyFirstPossible(filling, members, 'waiting too');
  const { items } = await listLoans(ctx.db, scope, { status: 'open', limit: OPEN_LOANS });
  const [latest] = items.toSorted((a, b) => b.standing.days_past_due - a.standing.days_past_due);
  if (latest && latest.standing.days_past_due > 0)
    await attempt(() =>
      requestWriteOff(caller, latest.loan.id, {
        memo: 'The business has closed, and the borrower cannot be reached',
        idempotency_key: 'demo-write-off-waiting',
      }),
    );
}

function memberAt(members: readonly string[], no: number): string {
  return members[no % members.length] as string;
}
