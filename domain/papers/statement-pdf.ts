/** A member's statement as PDF: every movement of the period. */
import type { Block, Table } from '../../core/pdf/paper.ts';
import { invalidField, refusal } from '../../core/errors.ts';
import { localToday } from '../cooperative/index.ts';
import { readStatement, type Statement, type StatementRequest } from '../members/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { makePdf, MAX_MOVEMENTS, type PaperRequest } from './make-pdf.ts';
import { groupMinor, named, signed } from './texts.rules.ts';
import type { Words } from './words/words.ts';

/**
 * A paper says nothing of days to come: it ends today at the latest.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, `too_many_movements`, and as `makePdf`
 */
export function statementPdf(
  base: ScopedContext,
  member_id: string,
  asked: Pick<StatementRequest, 'from' | 'to' | 'savings_account_id'>,
  request: PaperRequest,
): Promise<Uint8Array> {
  return makePdf(base, request, async (words) => {
    const { savings_account_id } = asked;
    const today = await localToday(base.ctx.db, base.scope);
    if (asked.from > today) throw invalidField('from', '"from" must not be after today');
    const period = { ...asked, to: asked.to < today ? asked.to : today };
    const statement = await readStatement(base, member_id, { ...period, limit: MAX_MOVEMENTS });
    const count = statement.accounts.reduce((sum, { movements }) => sum + movements.length, 0);
    if (statement.next_after !== null || count > MAX_MOVEMENTS) throw refusal('too_many_movements');
    const { member, from, to, currency, accounts } = statement;
    const savings_minor = accounts
      .filter(({ kind }) => kind === 'member_savings')
      .reduce((sum, { closing_balance_minor }) => sum + closing_balance_minor, 0n);
    return {
      facts: {
        kind: 'statement',
        subject: [member.id, from, to, ...(savings_account_id === undefined ? [] : [savings_account_id])],
        member_no: member.member_no,
        amount_minor: savings_minor,
        currency,
        dated_on: to,
      },
      size: 'a4',
      about: `${member.member_no} · ${from} – ${to}`,
      blocks: [headOf(statement, words), ...accounts.map((account) => tableOf(statement, account, words))],
    };
  });
}

function headOf({ member, from, to, currency }: Statement, words: Words): Block {
  return {
    kind: 'fields',
    fields: [
      { name: words.member, value: named(member) },
      { name: words.period, value: `${from} – ${to}` },
      { name: words.currency, value: currency },
    ],
  };
}

function tableOf({ from, to }: Statement, account: Statement['accounts'][number], words: Words): Table {
  const balanceRow = (date: string, name: string, balance_minor: bigint) => ({
    cells: [date, name, '', groupMinor(balance_minor)],
    is_strong: true,
  });
  return {
    kind: 'table',
    title: titleOf(account, words),
    columns: [
      { header: words.date, width: 'narrow' },
      { header: words.movement },
      { header: words.amount, width: 'figure' },
      { header: words.balance, width: 'figure' },
    ],
    rows: [
      balanceRow(from, words.opening, account.opening_balance_minor),
      ...account.movements.map(({ date, entry, amount_minor, balance_after_minor }) => ({
        cells: [date, words.movements[entry.kind], signed(amount_minor), groupMinor(balance_after_minor)],
      })),
      balanceRow(to, words.closing, account.closing_balance_minor),
    ],
  };
}

function titleOf({ kind, loan_id, product_name }: Statement['accounts'][number], words: Words): string {
  if (loan_id !== null) return `${words.loan} · ${loan_id}`;
  if (kind === 'member_shares') return words.shares;
  return product_name === null ? words.savings : `${words.savings} · ${product_name}`;
}
