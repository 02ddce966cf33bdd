/**
 * Under strict approvals a statement alone completes no payment: a second person decides on lines whose payment the provider has
 * not confirmed.
 */
import { isUnavailable } from '../../../core/errors.ts';
import { textArray } from '../../../db/array-literal.ts';
import { approvals } from '../../movements/index.ts';
import type { SubjectAction } from '../../platform/second-person.port.ts';
import type { CallerUnit } from '../../platform/unit.ts';
import { strictApprovals } from '../../staff/index.ts';
import { lockOpenRun, markResolving, readDecidableRun, type DecidableRun } from '../runs/decidable-run.ts';
import { carryOut } from './carry-out.ts';
import { findUnconfirmed, listAwaiting } from './claim-lines.sql.ts';
import { ReconciliationLine, type LineRow } from './line.model.ts';
import { OPEN } from './record-resolutions.ts';

/** The lines that wait, and for which approval. */
interface Waiting {
  ids: ReadonlySet<string>;
  approval_id: string | null;
}

/** Payments that are listed before the decision; the amount is that of all. */
const MAX_LISTED = 100;

export const NONE_WAIT: Waiting = { ids: new Set(), approval_id: null };

/** Requests, once for all, the completion of the payments of those lines that need it. @param lines of a locked run */
export async function requestSettlement(
  unit: CallerUnit,
  { id, provider, currency }: DecidableRun,
  lines: readonly LineRow[],
  note: string | null,
): Promise<Waiting> {
  const { trx, scope } = unit;
  if (lines.length === 0 || !(await strictApprovals.areOn(trx, scope))) return NONE_WAIT;
  const unconfirmed = await findUnconfirmed(trx, { ids: textArray(lines.map((line) => line.id)) });
  const ids = new Set(unconfirmed.map((line) => line.id));
  if (ids.size === 0) return NONE_WAIT;
  const amount_minor = lines.reduce((sum, line) => (ids.has(line.id) ? sum + line.amount_minor : sum), 0n);
  const approval_id = await approvals.request(unit, {
    kind: 'statement_settlement',
    subject: { type: 'run', id },
    summary: `Complete ${ids.size === 1 ? 'a payment' : `${ids.size} payments`} by a statement of ${provider}`,
    ...(note === null ? {} : { memo: note }),
    amount: { amount_minor, currency },
  });
  return { ids, approval_id };
}

/** The request to complete payments by lines of a statement. */
export const statementSettlement: SubjectAction = {
  kind: 'statement_settlement',
  subject_type: 'run',

  async changes({ db }, { subject_id: run_id, approval_id }) {
    const payments = await listAwaiting(db, { run_id, approval_id, limit: MAX_LISTED });
    return payments.map(({ payment_id, status }) => ({ field: payment_id, from: status, to: 'completed' }));
  },

  async onApproved(unit, { subject_id, approval_id }) {
    const run = await lockOpenRun(unit, subject_id);
    await markResolving(unit.trx, run);
    await linesOf(unit, { run_id: run.id, approval_id }).patch({
      status: 'resolving',
      decided_at: unit.scope.clock.now(),
    });
  },

  async onDropped(unit, { subject_id: run_id, approval_id }) {
    await linesOf(unit, { run_id, approval_id }).patch(OPEN);
  },

  /** A line that cannot be carried out is open again; where the ledger or a provider does not answer, a sweep goes on. */
  async afterApproval(base, { subject_id, approval_id }) {
    const run = await readDecidableRun(base, subject_id);
    const lines = await ReconciliationLine.query(base.ctx.db)
      .where({ run_id: run.id, approval_id, status: 'resolving' })
      .orderBy('line_no');
    try {
      await carryOut(base, run, lines);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  },
};

function linesOf({ trx }: CallerUnit, lines: Pick<LineRow, 'run_id' | 'approval_id'>) {
  return ReconciliationLine.query(trx).where({ ...lines, status: 'awaiting_approval' });
}
