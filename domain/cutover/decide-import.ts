/** The decision on an import: approved, its files are checked again and booked by a job. */
import { systemTimeIn } from '../../core/clock.ts';
import { AppError, refusal } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { AccountKind } from '../ledger/index.ts';
import type { approvals } from '../movements/index.ts';
import { audit } from '../platform/audit/audit.ts';
import type { Context } from '../platform/context.ts';
import { pollRow } from '../platform/poll-row.ts';
import { approvedBy } from '../platform/second-person.port.ts';
import type { CallerUnit } from '../platform/unit.ts';
import { checkImport, type ImportContent } from './check-import.ts';
import { SaccoImport, type ImportRow } from './import.model.ts';
import { getImport } from './read-imports.ts';

/** An import whose job has not begun by then has lost it. */
const BEGUN_WITHIN_MS = 60_000;

/** @returns the id of the approval */
export function requestApproval(
  unit: CallerUnit,
  { id, members, loans, totals, currency, cut_over_date, memo }: ImportRow,
): Promise<string> {
  const held = BigInt(totals['member_savings'] ?? 0) + BigInt(totals['member_shares'] ?? 0);
  return unit.ctx.second_person.request(unit, {
    kind: 'import',
    subject: { type: 'import', id },
    summary:
      `Import of ${members} members with ${formatMoney(held, currency)} of savings and shares,` +
      ` and ${loans} loans, as of ${cut_over_date}`,
    ...(memo === null ? {} : { memo }),
  });
}

async function closedRefusal(
  { ctx, db, scope }: { ctx: Pick<Context, 'closed_periods'>; db: Queryable; scope: Scope },
  { cut_over_date }: ImportRow,
): Promise<AppError | null> {
  return (await ctx.closed_periods.contain(db, scope, cut_over_date)) ? refusal('period_closed') : null;
}

export const importApproval: approvals.MoneyAction = {
  kind: 'import',
  subject_type: 'import',

  async refusal(reader, { subject_id }) {
    const { db, scope } = reader;
    const row = await getImport(db, scope, subject_id);
    const closed = await closedRefusal(reader, row);
    if (closed || row.files === null) return closed;
    try {
      const { errors } = await checkImport(reader, row as ImportContent);
      const [first] = errors;
      return first
        ? refusal(
            'import_refused',
            `${errors.length} errors since it was checked, the first in line ${first.line_no} of "${first.file}": ${first.message}`,
          )
        : null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  },

  async moves({ db, scope }, { subject_id }) {
    const { totals } = await getImport(db, scope, subject_id);
    return new Map(Object.entries(totals).map(([kind, amount]) => [kind as AccountKind, BigInt(amount)]));
  },

  async onApproved(unit, request) {
    const { trx, scope, actor, enqueue } = unit;
    const import_id = request.subject_id;
    const row = await SaccoImport.query(trx).forUpdate().findInScope(scope, import_id);
    const closed = await closedRefusal({ ...unit, db: trx }, row);
    if (closed) throw closed;
    await SaccoImport.query(trx)
      .where({ id: import_id })
      .patch({
        status: 'importing',
        approved_by_type: actor.type,
        approved_by_id: actor.id,
        due_at: systemTimeIn(BEGUN_WITHIN_MS),
      });
    await audit({ ...unit, actor: request.requested_by }, 'sacco.import_approved', import_id, {
      cut_over_date: row.cut_over_date,
      members: row.members,
      loans: row.loans,
      totals: row.totals,
      ...approvedBy(unit, request),
    });
    enqueue('run-import', { import_id });
  },

  async onDropped({ trx, scope }, { subject_id: id }, status) {
    await SaccoImport.query(trx).inScope(scope).where({ id }).patch({ status, files: null });
  },

  /** Most are imported by the time at which the decision is answered. */
  async afterApproval({ ctx, scope }, { subject_id: id }) {
    let is_too_long = false;
    await pollRow<Pick<ImportRow, 'status'>>({
      read: () => SaccoImport.query(ctx.db).inScope(scope).findById(id).select('status'),
      isOver: ({ status }) => status !== 'importing' || is_too_long,
      onTooLong: async () => {
        is_too_long = true;
        return Promise.resolve();
      },
      started: performance.now(),
      within_ms: ctx.import_answer_ms,
    });
  },
};
