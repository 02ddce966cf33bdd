/**
 * The lines of a remittance: what came for each member, split by what is still missing of the advice. That is known for certain when
 * it is approved, so it is split again then: others of the month may have been booked, or dropped, since it was requested.
 */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import {
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
import { splitRemittance, type Asked } from './advice.rules.ts';
import { sumRemitted } from './advice.sql.ts';
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

/** Numbers that no member has are lines without one: their money becomes unallocated. */
export function splitLines(
  file: readonly NamedLine[],
  before: ReadonlyMap<string, bigint>,
): { lines: NewLine[]; remitted: Map<string, bigint> } {
  const remitted = new Map<string, bigint>();
  const lines = file.flatMap(({ member, amount_minor, ...named }): NewLine[] => {
    const line = { ...named, loan_id: null, savings_account_id: null, reference: null };
    if (!member) return [{ ...line, member_id: null, kind: 'unallocated', amount_minor }];
    const { member_id } = member;
    // Two numbers of the file may be those of one member, who has got another since.
    const came = remitted.get(member_id) ?? 0n;
    remitted.set(member_id, came + amount_minor);
    const earlier = (before.get(member_id) ?? 0n) + came;
    const { loans, savings_minor } = splitRemittance(member, earlier, amount_minor);
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

/** What was booked for each member in a month. */
export async function bookedBefore(
  db: Queryable,
  scope: Scope,
  { employer_id, month }: { employer_id: string; month: string },
): Promise<Map<string, bigint>> {
  const rows = await sumRemitted(db, {
    ...scopeColumns(scope),
    employer_ids: [employer_id],
    month,
    statuses: BOOKED,
  });
  return new Map(rows.map(({ member_id, remitted }) => [member_id, BigInt(remitted)]));
}

/** @returns the lines as they are split now; null where nothing else came for the month */
async function splitAgain(db: Queryable, scope: Scope, batch: BatchRow): Promise<NewLine[] | null> {
  const { id, employer_id, month } = batch;
  if (employer_id === null || month === null) return null;
  const others = await MovementBatch.query(db).inScope(scope).where({ employer_id, month }).whereNot({ id });
  if (others.length === 0) return null;
  const advised = await RemittanceMember.query(db).inScope(scope).where({ batch_id: id });
  const members = new Map(advised.map((member) => [member.member_id, member]));
  const file = fileOf(await batchLines.read(db, scope, id)).map(({ member_id, ...line }) => ({
    ...line,
    member: member_id === null ? undefined : members.get(member_id),
  }));
  return splitLines(file, await bookedBefore(db, scope, { employer_id, month })).lines;
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
    const lines = await splitAgain(db, scope, batch);
    return lines === null ? batchApproval.moves(reader, request) : changesOf(batch, lines);
  },

  async onApproved(unit, request) {
    const { trx, scope } = unit;
    const batch: BatchRow = await MovementBatch.query(trx).findInScope(scope, request.subject_id);
    if (batch.employer_id !== null) {
      // One remittance at a time.
      await serializeOnSettings(unit);
      const lines = await splitAgain(trx, scope, batch);
      if (lines !== null) await batchLines.replace(unit, batch.id, lines);
    }
    await batchApproval.onApproved(unit, request);
  },
};
