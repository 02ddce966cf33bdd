/** The decision on a batch: approved, its money comes in and a job books its lines. */
import { systemTimeIn } from '../../core/clock.ts';
import { scopeColumns } from '../../db/model.ts';
import { inactiveRefusal, readChartAccounts } from '../chart/index.ts';
import { getSettings } from '../cooperative/index.ts';
import type { AccountKind } from '../ledger/index.ts';
import { checkEntries, insertEntries, newEntry, type approvals } from '../movements/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { pollRow } from '../platform/poll-row.ts';
import { approvedBy, type SubjectRequest } from '../platform/second-person.port.ts';
import type { CallerUnit } from '../platform/unit.ts';
import { MovementBatch, type BatchLineRow, type BatchRow } from './batch.model.ts';
import { type LineKind } from './batch.rules.ts';
import { sumByKind } from './batch-lines.sql.ts';
import { POSTED_WITHIN_MS } from './post-batch.ts';
import { getBatch } from './read-batches.ts';

/** What a line of each kind brings its money to, as far as is known before its loan is locked. */
const MOVED: Record<LineKind, AccountKind> = {
  deposit: 'member_savings',
  share_purchase: 'member_shares',
  loan_repayment: 'loan_principal',
  fee: 'fee_income',
  unallocated: 'unallocated',
};

/** Repayments are shown as principal: what of them is interest follows when they are booked. */
export function changesOf(
  { source, total_minor }: BatchRow,
  lines: readonly Pick<BatchLineRow, 'kind' | 'amount_minor'>[],
): Map<AccountKind, bigint> {
  const changes = new Map<AccountKind, bigint>([[source === 'bank' ? 'bank' : 'cash_on_hand', total_minor]]);
  for (const { kind, amount_minor } of lines) {
    const account = MOVED[kind];
    const change = kind === 'loan_repayment' ? -amount_minor : amount_minor;
    changes.set(account, (changes.get(account) ?? 0n) + change);
  }
  return changes;
}

/** Its money comes in, and a job is to book its lines. */
export async function approveBatch(unit: CallerUnit, request: SubjectRequest): Promise<void> {
  const { trx, scope, enqueue } = unit;
  const batch_id = request.subject_id;
  const batch: BatchRow = await MovementBatch.query(trx).forUpdate().findInScope(scope, batch_id);
  const settings = await getSettings(trx, scope);
  const { source, bank_account_id, currency, total_minor: amount_minor, memo, reference } = batch;
  const actor = request.requested_by;
  const entry = newEntry({ scope, actor }, settings, {
    kind: 'batch_receipt',
    source,
    member_id: null,
    bank_account_id,
    currency,
    amount_minor,
    memo,
    reference,
  });
  const [checked] = await checkEntries(unit, [{ scope, entry }], 'share');
  if (!checked || checked instanceof Error) throw checked;
  await insertEntries(trx, [checked.entry]);
  await MovementBatch.query(trx)
    .where({ id: batch_id })
    .patch({ status: 'posting', entry_id: entry.id, due_at: systemTimeIn(POSTED_WITHIN_MS) });
  await audit({ ...unit, actor }, 'sacco.batch_approved', batch_id, {
    source,
    total_minor: amount_minor,
    lines: batch.lines,
    ...approvedBy(unit, request),
  });
  enqueue('post-batch', { batch_id });
}

export const batchApproval: approvals.MoneyAction = {
  kind: 'movement_batch',
  subject_type: 'batch',

  async refusal({ db, scope }, { subject_id }) {
    const { bank_account_id } = await getBatch(db, scope, subject_id);
    if (bank_account_id === null) return null;
    const named = [{ ...scopeColumns(scope), id: bank_account_id, path: null }];
    return inactiveRefusal(await readChartAccounts(db, named), named);
  },

  async moves({ db, scope }, { subject_id }) {
    const sums = await sumByKind(db, { batch_id: subject_id });
    return changesOf(
      await getBatch(db, scope, subject_id),
      sums.map(({ kind, sum }) => ({ kind: kind as LineKind, amount_minor: BigInt(sum) })),
    );
  },

  onApproved: approveBatch,

  async onDropped({ trx, scope }, { subject_id: id }, status) {
    await MovementBatch.query(trx).inScope(scope).where({ id }).patch({ status });
  },

  /** Most are posted by the time at which the decision is answered. */
  async afterApproval({ ctx, scope }, { subject_id: id }) {
    let is_too_long = false;
    await pollRow<Pick<BatchRow, 'status'>>({
      read: () => MovementBatch.query(ctx.db).inScope(scope).findById(id).select('status'),
      isOver: ({ status }) => status !== 'posting' || is_too_long,
      onTooLong: () => Promise.resolve((is_too_long = true)),
      started: performance.now(),
      within_ms: ctx.import_answer_ms,
    });
  },
};
