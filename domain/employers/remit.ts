/** Remittances: what an employer has deducted, split among its members by the advice, as a batch that a second person decides on. */
import { Cells } from '../../core/csv-cells.ts';
import { readTable, type TableError, type TableLayout } from '../../core/csv-table.ts';
import { sha256Hex } from '../../core/digest.ts';
import { refusal } from '../../core/errors.ts';
import { mapInChunks } from '../../core/in-chunks.ts';
import type { Scope } from '../../core/scope.ts';
import { insertAll } from '../../db/insert-many.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { batchLines, MovementBatch, type BatchRow } from '../batches/index.ts';
import { findActiveBank } from '../chart/index.ts';
import { getSettings, serializeOnSettings } from '../cooperative/index.ts';
import { claimKey, findKey, refuseReservedKey } from '../platform/idempotency.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { adviceOfNow, storedAdvice, type AdvisedMember } from './advice.ts';
import { daysOf } from './advice.rules.ts';
import { RemittanceMember, type RemittanceMemberRow } from './employer.model.ts';
import { getEmployer } from './employers.ts';
import { paidOnLoans, splitLines } from './split-lines.ts';

export interface RemittanceRequest {
  /** YYYY-MM */
  month: string;
  /** `payroll_no, amount` */
  csv: string;
  /** Code or id of the bank account that the money came into. */
  account: string;
  reference?: string;
  total_minor: bigint;
  memo: string;
  idempotency_key: string;
}

export interface Remittance {
  batch: BatchRow;
  members: RemittanceMemberRow[];
}

const FILE = {
  columns: ['payroll_no', 'amount'],
  required: ['payroll_no', 'amount'],
} as const satisfies TableLayout<string>;

/** Remittances that were not dropped. */
const LIVE = ['awaiting_approval', 'posting', 'posted', 'posted_with_failures'] as const;

/** @throws AppError NOT_FOUND, `already_imported`, `batch_refused`, `total_mismatch`, `account_not_found`, `account_refused`, `account_inactive` */
export async function requestRemittance(
  caller: Caller,
  employer_id: string,
  request: RemittanceRequest,
): Promise<Remittance & { replayed: boolean }> {
  const { ctx, scope } = caller;
  const { idempotency_key: key, ...content } = request;
  refuseReservedKey(key);
  const idempotency = { key, request: ['POST sacco employers remittances', employer_id, content] };
  const earlier = await findKey(ctx.db, scope, idempotency);
  if (earlier)
    return {
      ...(await readRemittance(ctx.db, scope, { employer_id, id: earlier.subject_id })),
      replayed: true,
    };
  const employer = await getEmployer(ctx.db, scope, employer_id);
  const { currency } = await getSettings(ctx.db, scope);
  const bank = await findActiveBank(ctx.db, scope, { name: request.account, currency, path: 'account' });
  const file = await readFile(request.csv);
  batchLines.requireBookable(file, { total_minor: request.total_minor, currency });
  const month = daysOf(request.month).first;
  const content_sha256 = contentOf(file.lines);
  const id = batchLines.newId();
  return inTransaction(caller, async (unit) => {
    const { trx } = unit;
    const repeated = await claimKey(unit, idempotency, id);
    if (repeated)
      return {
        ...(await readRemittance(trx, scope, { employer_id, id: repeated.subject_id })),
        replayed: true,
      };
    // One remittance at a time: each is split by what was booked before.
    await serializeOnSettings(unit);
    await refuseSameContent(trx, { employer_id, month, content_sha256 });
    const paid = await paidOnLoans(trx, scope, { employer_id, month });
    const advised = await adviceFor(trx, scope, { employer_id, month: request.month });
    const named = file.lines.map(({ payroll_no, ...line }) => {
      return { ...line, named: payroll_no, member: advised.memberOf(payroll_no) };
    });
    const { lines, remitted } = splitLines(named, paid);
    const members = advised.members.filter(({ member_id, is_new }) => !is_new || remitted.has(member_id));
    const batch = await batchLines.store(unit, {
      id,
      source: 'bank',
      bank,
      reference: request.reference ?? null,
      currency,
      total_minor: request.total_minor,
      memo: request.memo,
      lines,
      remittance: { employer: employer.name, employer_id, month, content_sha256 },
    });
    await storeAdvice(trx, scope, { batch_id: id, members, remitted });
    return { ...(await readRemittance(trx, scope, { employer_id, id })), batch, replayed: false };
  });
}

interface FileLine {
  line_no: number;
  payroll_no: string;
  amount_minor: bigint;
}

/** @throws AppError PAYLOAD_TOO_LARGE */
async function readFile(
  csv: string,
): Promise<{ lines: FileLine[]; sum_minor: bigint; errors: TableError[] }> {
  const table = readTable(csv, FILE, batchLines.LIMITS);
  const errors = [...table.errors];
  const seen = new Map<string, number>();
  const lines = await mapInChunks(table.rows, (row): FileLine => {
    const cells = new Cells(row);
    const { line_no } = row;
    const payroll_no = cells.text('payroll_no', 60) ?? '';
    const first = seen.get(payroll_no.toUpperCase());
    if (first !== undefined && payroll_no !== '')
      cells.refuse('payroll_no', `is that of line ${first}, too: write one line for each`);
    seen.set(payroll_no.toUpperCase(), line_no);
    const line = { line_no, payroll_no, amount_minor: cells.amount('amount') };
    errors.push(...cells.errors);
    return line;
  });
  if (lines.length === 0 && errors.length === 0)
    errors.push({ line_no: 1, column: null, message: 'The file has no lines.' });
  const sum_minor = lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
  return { lines, sum_minor, errors };
}

/** The same lines in another order, or spelling of the file, are the same content. */
function contentOf(lines: readonly FileLine[]): string {
  const written = lines.map(({ payroll_no, amount_minor }) => `${payroll_no.toUpperCase()} ${amount_minor}`);
  return sha256Hex(written.toSorted().join('\n'));
}

async function refuseSameContent(
  trx: Transaction,
  same: Pick<BatchRow, 'employer_id' | 'month' | 'content_sha256'>,
): Promise<void> {
  const found = await MovementBatch.query(trx)
    .where(same)
    .whereIn('status', [...LIVE])
    .first();
  if (found) throw refusal('already_imported', `This file came for the same month before, as ${found.id}.`);
}

interface AdviceForRemittance {
  /** Those of the stored advice, and whoever is employed now; `is_new` where the month has an advice without them. */
  members: (AdvisedMember & { is_new: boolean })[];
  memberOf: (payroll_no: string) => AdvisedMember | undefined;
}

/** Who is meant by a number is known by the numbers of now, and by those of the month's first remittance. */
async function adviceFor(
  trx: Transaction,
  scope: Scope,
  { employer_id, month }: { employer_id: string; month: string },
): Promise<AdviceForRemittance> {
  const of_month = { employer_ids: [employer_id], month };
  const stored = await storedAdvice(trx, scope, of_month);
  const now = await adviceOfNow(trx, scope, of_month);
  const known = new Map(stored.map((member) => [member.member_id, member]));
  const by_number = new Map<string | undefined, AdvisedMember>();
  for (const member of [...stored, ...now])
    by_number.set(member.payroll_no?.toUpperCase(), known.get(member.member_id) ?? member);
  const newcomers = now.filter(({ member_id }) => !known.has(member_id));
  return {
    members: [
      ...stored.map((member) => ({ ...member, is_new: false })),
      ...newcomers.map((member) => ({ ...member, is_new: stored.length > 0 })),
    ],
    memberOf: (payroll_no) => by_number.get(payroll_no.toUpperCase()),
  };
}

/** Rows that one statement inserts. */
const ROWS_PER_INSERT = 5_000;

async function storeAdvice(
  trx: Transaction,
  scope: Scope,
  {
    batch_id,
    members,
    remitted,
  }: { batch_id: string; members: readonly AdvisedMember[]; remitted: ReadonlyMap<string, bigint> },
): Promise<void> {
  const rows = members.map(({ member_id, payroll_no, contribution_minor, loans, total_minor }) => ({
    batch_id,
    member_id,
    ...scopeColumns(scope),
    payroll_no,
    contribution_minor,
    loans: JSON.stringify(loans),
    expected_minor: total_minor,
    remitted_minor: remitted.get(member_id) ?? 0n,
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
    await insertAll(trx, RemittanceMember.tableName, rows.slice(at, at + ROWS_PER_INSERT));
}

/** Members that one answer names as short. */
const NAMED_SHORT = 100;

/** With the first members of whom less came than was asked for. @throws AppError NOT_FOUND */
export async function readRemittance(
  db: Queryable,
  scope: Scope,
  { employer_id, id }: { employer_id: string; id: string },
): Promise<Remittance> {
  const batch: BatchRow = await MovementBatch.query(db).where({ employer_id }).findInScope(scope, id);
  const members = await RemittanceMember.query(db)
    .where({ batch_id: id })
    .whereColumn('remitted_minor', '<', 'expected_minor')
    .orderBy(['payroll_no', 'member_id'])
    .limit(NAMED_SHORT);
  return { batch, members };
}

/** Newest first. @throws AppError NOT_FOUND */
export async function listRemittances(
  db: Queryable,
  scope: Scope,
  employer_id: string,
  request: PageRequest,
): Promise<Page<BatchRow>> {
  await getEmployer(db, scope, employer_id);
  return MovementBatch.query(db).inScope(scope).where({ employer_id }).paginate(request);
}
