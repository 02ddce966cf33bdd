/**
 * Tells borrowers of installments: three days before each is due, and on the day after, when it is overdue. Each is told once, because
 * its message has the installment as its cause; the day is stored when all its messages are queued, so that a day whose job died is
 * gone through again.
 */
import { addDays } from '../../../core/local-date.ts';
import { scopeOf, type Scope } from '../../../core/scope.ts';
import { scopeColumns } from '../../../db/model.ts';
import { amountText, queueMessages } from '../../messages/index.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/unit.ts';
import { findBooksToRemind, findUnpaidLines, storeReminderDay } from './remind-borrowers.sql.ts';

const DAYS_BEFORE = 3;
/** Days that are made up for after a time without the job: what is older is no news. */
const MAX_DAYS_BACK = 7;
/** Installments of one transaction. */
const MAX_LINES = 500;
/** Cooperatives of one run; the next takes the rest. */
const MAX_BOOKS = 200;

interface Book {
  scope: Scope;
  /** The cooperative's local date, and the last one that it was reminded on. */
  today: string;
  reminded_on: string;
}

/**
 * A fault with one cooperative keeps no other one waiting.
 * @returns how many cooperatives were found @throws the first fault, at the end
 */
export async function remindBorrowers(ctx: Context): Promise<number> {
  const found = await findBooksToRemind(ctx.db, { limit: MAX_BOOKS });
  const faults: unknown[] = [];
  for (const { project_id, environment, test_clock_offset_ms, today, reminded_on } of found) {
    if (ctx.closing?.aborted) break;
    const scope = scopeOf(project_id, environment, test_clock_offset_ms);
    const earliest = addDays(today, -MAX_DAYS_BACK);
    // Whoever begins today is not told of what was overdue before.
    const since = reminded_on ?? addDays(today, -1);
    try {
      await remindBook(ctx, { scope, today, reminded_on: since < earliest ? earliest : since });
    } catch (error) {
      ctx.log.error({ err: error, ...scopeColumns(scope) }, 'borrowers could not be reminded');
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return found.length;
}

async function remindBook(ctx: Context, book: Book): Promise<void> {
  const { scope, today, reminded_on } = book;
  const soon = addDays(reminded_on, DAYS_BEFORE + 1);
  const due = { from: soon < today ? today : soon, to: addDays(today, DAYS_BEFORE) };
  await tellOf(ctx, book, { template: 'installment_due', ...due });
  const overdue = { from: reminded_on, to: addDays(today, -1) };
  await tellOf(ctx, book, { template: 'installment_overdue', ...overdue });
  await storeReminderDay(ctx.db, { ...scopeColumns(scope), today });
}

interface Days {
  template: 'installment_due' | 'installment_overdue';
  from: string;
  to: string;
}

async function tellOf(ctx: Context, { scope }: Book, { template, from, to }: Days): Promise<void> {
  let after = { after_due_on: from, after_loan_id: '', after_no: 0 };
  for (let is_full = true; is_full;) {
    const lines = await inTransaction({ ctx }, async (unit) => {
      const page = await findUnpaidLines(unit.trx, {
        ...scopeColumns(scope),
        from,
        to,
        ...after,
        limit: MAX_LINES,
      });
      await queueMessages(
        unit,
        page.map(({ loan_id, no, due_on: due_date, member_id, currency, unpaid_minor }) => ({
          scope,
          member_id,
          template,
          cause: `${loan_id}/${no}`,
          variables: { amount: amountText(unpaid_minor, currency), due_date },
        })),
      );
      return page;
    });
    const last = lines.at(-1);
    if (last) after = { after_due_on: last.due_on, after_loan_id: last.loan_id, after_no: last.no };
    is_full = lines.length === MAX_LINES;
  }
}
