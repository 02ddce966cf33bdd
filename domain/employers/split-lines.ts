/**
 * The lines of a remittance: what came for each member, split by what is still missing of the advice. That is known for certain when
 * it is approved, so it is split again then: others of the month may have been booked since it was requested. Those that still wait
 * are split again with it, so that their lines are what approving them would book.
 */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import {
  approveBatch,
  batchApproval,
  batchLines,
  changesOf,
  MovementBatch,
  type BatchLineRow,
  type BatchRow,
  type NewLine,
} from '../batches/index.ts';
import { serializeOnSettings } from '../cooperative/index.ts';
import type { approvals } from '../movements/index.ts';
import { audit } from '../platform/audit/audit.ts';
import type { CallerUnit } from '../platform/unit.ts';
import { splitRemittance, type Asked } from './advice.rules.ts';
import { sumPaidOnLoans } from './advice.sql.ts';
import { RemittanceMember } from './employer.model.ts';

/** Of remittances whose money has come in. */
export const BOOKED = ['posting', 'posted', 'posted_with_failures'] as const;

/** A line of the file, and who is meant by it. */
interface NamedLine {
  line_no: number;
  named: string;
  member: (Asked & { member_id: string }) | undefined;
  amount_minor: bigint;
}

/**
 * Numbers that no member has are lines without one: their money becomes unallocated.
 * @param paid_before what others of the month bring to each loan
 */
export function splitLines(
  file: readonly NamedLine[],
  paid_before: ReadonlyMap<string, bigint>,
): { lines: NewLine[]; remitted: Map<string, bigint> } {
  const remitted = new Map<string, bigint>();
  // Two numbers of the file may be those of one member, who has got another since.
  const paid = new Map(paid_before);
  const lines = file.flatMap(({ member, amount_minor, ...named }): NewLine[] => {
    const line = { ...named, loan_id: null, savings_account_id: null, reference: null };
    if (!member) return [{ ...line, member_id: null, kind: 'unallocated', amount_minor }];
    const { member_id } = member;
    remitted.set(member_id, (remitted.get(member_id) ?? 0n) + amount_minor);
    const { loans, savings_minor } = splitRemittance(member, paid, amount_minor);
    for (const [loan_id, amount] of loans) paid.set(loan_id, (paid.get(loan_id) ?? 0n) + amount);
    return [
      ...[...loans].map(([loan_id, amount]): NewLine => ({
        ...line,
        member_id,
        kind: 'loan_repayment',
        loan_id,
        amount_minor: amount,
      })),
      ...(savings_minor > 0n
        ? [{ ...line, member_id, kind: 'deposit' as const, amount_minor: savings_minor }]
        : []),
    ];
  });
  return { lines, remitted };
}

/** What remittances of a month that were approved bring to each loan: less than was meant for it where lines failed. */
export async function paidOnLoans(
  db: Queryable,
  scope: Scope,
  { employer_id, month }: { employer_id: string; month: string },
): Promise<Map<string, bigint>> {
  const rows = await sumPaidOnLoans(db, { ...scopeColumns(scope), employer_id, month, statuses: BOOKED });
  return new Map(rows.map(({ loan_id, paid }) => [loan_id, BigInt(paid)]));
}

interface Split {
  stored: BatchLineRow[];
  lines: NewLine[];
}

/** @returns the lines as they are split now; null where nothing else came for the month */
async function splitAgain(db: Queryable, scope: Scope, batch: BatchRow): Promise<Split | null> {
  const { id, employer_id, month } = batch;
  if (employer_id === null || month === null) return null;
  const other = await MovementBatch.query(db)
    .inScope(scope)
    .where({ employer_id, month })
    .whereNot({ id })
    .first();
  if (!other) return null;
  const advised = await RemittanceMember.query(db).inScope(scope).where({ batch_id: id });
  const members = new Map(advised.map((member) => [member.member_id, member]));
  const stored = await batchLines.read(db, scope, id);
  const file = fileOf(stored).map(({ member_id, ...line }) => ({
    ...line,
    member: member_id === null ? undefined : members.get(member_id),
  }));
  return { stored, lines: splitLines(file, await paidOnLoans(db, scope, { employer_id, month })).lines };
}

/** By what came for its month until now. */
async function storeSplitAgain(unit: CallerUnit, batch: BatchRow): Promise<void> {
  const split = await splitAgain(unit.trx, unit.scope, batch);
  if (split === null) return;
  await batchLines.replace(unit, batch.id, split.lines);
  await audit(unit, 'sacco.remittance_split_again', batch.id, {
    before_minor: sumsByKind(split.stored),
    after_minor: sumsByKind(split.lines),
  });
}

function sumsByKind(lines: readonly Pick<NewLine, 'kind' | 'amount_minor'>[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { kind, amount_minor } of lines) sums[kind] = (sums[kind] ?? 0n) + amount_minor;
  return sums;
}

type FileLine = Omit<NamedLine, 'member'> & Pick<BatchLineRow, 'member_id'>;

/** The lines of the file, of which each may be split into several. */
function fileOf(lines: readonly BatchLineRow[]): FileLine[] {
  const file = new Map<number, FileLine>();
  for (const { line_no, named, member_id, amount_minor } of lines) {
    const known = file.get(line_no);
    if (known) known.amount_minor += amount_minor;
    else file.set(line_no, { line_no, named, member_id, amount_minor });
  }
  return [...file.values()];
}

/** Of batches, of which remittances are split again. */
export const remittanceApproval: approvals.MoneyAction = {
  ...batchApproval,

  async moves(reader, request) {
    const { db, scope } = reader;
    const batch: BatchRow = await MovementBatch.query(db).findInScope(scope, request.subject_id);
    const split = await splitAgain(db, scope, batch);
    return split === null ? batchApproval.moves(reader, request) : changesOf(batch, split.lines);
  },

  async onApproved(unit, request) {
    const { trx, scope } = unit;
    const batch: BatchRow = await MovementBatch.query(trx).findInScope(scope, request.subject_id);
    if (batch.employer_id === null) return approveBatch(unit, request);
    // One remittance at a time.
    await serializeOnSettings(unit);
    await storeSplitAgain(unit, batch);
    await approveBatch(unit, request);
    const { id, employer_id, month } = batch;
    const waiting: BatchRow[] = await MovementBatch.query(trx)
      .inScope(scope)
      .where({ employer_id, month, status: 'awaiting_approval' })
      .whereNot({ id })
      .orderBy('id');
    for (const other of waiting) await storeSplitAgain(unit, other);
  },
};
