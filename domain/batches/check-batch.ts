/** Checks the file of a batch against members and loans: its lines, or what is wrong with each. Only reads. */
import { readTable, type TableError } from '../../core/csv-table.ts';
import { AppError, refusal, type ErrorDetail } from '../../core/errors.ts';
import { mapInChunks } from '../../core/in-chunks.ts';
import { formatMoney, type Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, memberRefusal } from '../cooperative/index.ts';
import { savingsProducts } from '../savings/index.ts';
import type { NewLine } from './batch.model.ts';
import { findNamedMembers, findOpenLoans, findSavingsAccounts } from './check-batch.sql.ts';
import {
  BATCH_FILE,
  MAX_BATCH_BYTES,
  MAX_BATCH_ROWS,
  readBatchLine,
  type BatchFileLine,
} from './read-lines.rules.ts';

export interface CheckedLines {
  lines: NewLine[];
  sum_minor: bigint;
  errors: TableError[];
}

/** @throws AppError PAYLOAD_TOO_LARGE above the limits */
export async function checkLines(db: Queryable, scope: Scope, csv: string): Promise<CheckedLines> {
  const limits = { max_bytes: MAX_BATCH_BYTES, max_rows: MAX_BATCH_ROWS };
  const table = readTable(csv, BATCH_FILE, limits);
  const read = await mapInChunks(table.rows, readBatchLine);
  const errors = [...table.errors, ...read.flatMap(({ cells }) => cells.errors)];
  const file = read.map(({ line }) => line);
  if (file.length === 0 && errors.length === 0)
    errors.push({ line_no: 1, column: null, message: 'The file has no lines.' });
  const resolve = await memberResolver(db, scope, file);
  const loanOf = await loanResolver(db, scope, file);
  const accountOf = await accountResolver(db, scope, file);
  const lines = file.map((line): NewLine => {
    const refuse = (column: string, message: string) =>
      void errors.push({ line_no: line.line_no, column, message: `"${column}" ${message}` });
    const member = resolve(line.member_no);
    const named: NewLine = {
      line_no: line.line_no,
      named: line.member_no,
      member_id: null,
      kind: line.kind,
      loan_id: null,
      savings_account_id: null,
      amount_minor: line.amount_minor,
      reference: line.reference,
    };
    if (line.member_no === '') return named;
    if (typeof member === 'string') {
      refuse('member_no', member);
      return named;
    }
    if (line.kind !== 'loan_repayment') {
      const account = accountOf(line, member.id);
      if (account !== null && 'problem' in account) refuse('savings_product', account.problem);
      else return { ...named, member_id: member.id, savings_account_id: account?.id ?? null };
      return named;
    }
    const loan = loanOf(line, member.id);
    if ('problem' in loan) refuse('loan_id', loan.problem);
    else return { ...named, member_id: member.id, loan_id: loan.id };
    return named;
  });
  return {
    lines,
    sum_minor: file.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    errors: errors.toSorted((a, b) => a.line_no - b.line_no),
  };
}

type NamedMember = Awaited<ReturnType<typeof findNamedMembers>>[number];

/** @returns a member by the number, or what is wrong with it */
async function memberResolver(
  db: Queryable,
  scope: Scope,
  lines: readonly BatchFileLine[],
): Promise<(number: string) => NamedMember | string> {
  const numbers = [...new Set(lines.map(({ member_no }) => member_no.toUpperCase()))];
  const rows = await findNamedMembers(db, { ...scopeColumns(scope), numbers });
  const members = new Map(rows.map((row) => [row.member_no.toUpperCase(), row]));
  return (number) => {
    const member = members.get(number.toUpperCase());
    if (!member) return 'is the number of no member';
    const refused = memberRefusal('pay_in', member);
    return refused ? `is that of a member who is ${member.status}` : member;
  };
}

/** @returns the loan that a line repays: the one that it names, or the only open one of the member */
async function loanResolver(
  db: Queryable,
  scope: Scope,
  lines: readonly BatchFileLine[],
): Promise<(line: BatchFileLine, member_id: string) => { id: string } | { problem: string }> {
  const numbers = lines.flatMap(({ kind, member_no }) =>
    kind === 'loan_repayment' ? [member_no.toUpperCase()] : [],
  );
  const rows =
    numbers.length === 0
      ? []
      : await findOpenLoans(db, { ...scopeColumns(scope), numbers: [...new Set(numbers)] });
  const of_member = new Map<string, string[]>();
  for (const { id, member_id } of rows) of_member.set(member_id, [...(of_member.get(member_id) ?? []), id]);
  return ({ loan_id }, member_id) => {
    const open = of_member.get(member_id) ?? [];
    if (loan_id !== null)
      return open.includes(loan_id) ? { id: loan_id } : { problem: 'is no open loan of the member' };
    const [only] = open;
    if (open.length === 1 && only) return { id: only };
    return {
      problem:
        open.length === 0
          ? 'cannot be found: the member has no open loan'
          : 'is required: the member has several open loans',
    };
  };
}

/** @returns the savings account that a line is paid into: the member's of the product that it names; null: the default one */
async function accountResolver(
  db: Queryable,
  scope: Scope,
  lines: readonly BatchFileLine[],
): Promise<(line: BatchFileLine, member_id: string) => { id: string } | { problem: string } | null> {
  const naming = lines.filter(({ savings_product }) => savings_product !== null);
  if (naming.length === 0) return () => null;
  const names = [...new Set(naming.flatMap(({ savings_product }) => savings_product ?? []))];
  const numbers = [...new Set(naming.map(({ member_no }) => member_no.toUpperCase()))];
  const { savings_product_id } = await getSettings(db, scope);
  const products = await savingsProducts.named(db, scope, names);
  const rows = await findSavingsAccounts(db, { ...scopeColumns(scope), numbers });
  return ({ savings_product: name }, member_id) => {
    if (name === null) return null;
    const ids = products.flatMap(({ id, name: called }) => (id === name || called === name ? [id] : []));
    if (ids.length === 0) return { problem: 'is no savings product' };
    if (savings_product_id !== null && ids.includes(savings_product_id)) return null;
    const found = rows.filter((row) => row.member_id === member_id && ids.includes(row.product_id));
    const [only] = found;
    if (found.length === 1 && only) return { id: only.id };
    return {
      problem:
        found.length === 0 ? 'is none on which the member saves' : 'names several accounts of the member',
    };
  };
}

/** Errors that an answer names. */
const NAMED_ERRORS = 100;

export function namedErrors(errors: readonly TableError[]): ErrorDetail[] {
  return errors.slice(0, NAMED_ERRORS);
}

/** @throws AppError `batch_refused` with the first errors, `total_mismatch` */
export function requireBookable(
  { sum_minor, errors }: Pick<CheckedLines, 'sum_minor' | 'errors'>,
  { total_minor, currency }: { total_minor: bigint; currency: Currency },
): void {
  if (errors.length > 0)
    throw new AppError(
      'UNPROCESSABLE',
      errors.length === 1
        ? 'The file has an error; nothing was stored. See details.'
        : `The file has ${errors.length} errors; nothing was stored. See details.`,
      {
        reason: 'batch_refused',
        details: namedErrors(errors),
        details_omitted: Math.max(0, errors.length - NAMED_ERRORS),
      },
    );
  const mismatch = mismatchOf(sum_minor, total_minor, currency);
  if (mismatch !== null)
    throw refusal('total_mismatch', mismatch, [{ path: 'total_minor', message: mismatch }]);
}

/** @returns null where they are equal */
export function mismatchOf(sum_minor: bigint, total_minor: bigint, currency: Currency): string | null {
  return sum_minor === total_minor
    ? null
    : `The lines come to ${formatMoney(sum_minor, currency)}, and the total is ${formatMoney(total_minor, currency)}.`;
}
