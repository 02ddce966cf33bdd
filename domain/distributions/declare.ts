/** Declares a distribution: a line for everybody whom it pays, fixed now and paid once a checker agrees. */
import { invalidField, refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { formatMoney } from '../../core/money.ts';
import { scopeColumns } from '../../db/model.ts';
import { getSettings, serializeOnSettings, type SettingsRow } from '../cooperative/index.ts';
import { requestEntry, type EntryRow } from '../movements/index.ts';
import type { Caller, ScopedUnit } from '../platform/unit.ts';
import type { Distribution } from './distribution.ts';
import { ENDED_WITHOUT_PAYMENT, type RunRow } from './distribution.model.ts';

export interface Sums {
  lines: number;
  total_minor: bigint;
  tax_minor: bigint;
}

interface Terms {
  label: string;
  period_start: string;
  period_end: string;
}

interface Declaration<Body extends Terms & { idempotency_key: string }> {
  operation: string;
  body: Body;
  /** Refuses a period or an account that does not allow it, under the lock of all declarations. */
  check: (unit: ScopedUnit, settings: SettingsRow) => Promise<void>;
  /** Works out the lines by what holds now. @param id the run's */
  fixLines: (unit: ScopedUnit, settings: SettingsRow, id: string) => Promise<Sums>;
  /** Stores the run, and the lines that are not stored yet. */
  store: (unit: ScopedUnit, run: NewRun) => Promise<void>;
}

export type NewRun = Pick<
  RunRow,
  | 'id'
  | 'project_id'
  | 'environment'
  | 'currency'
  | 'total_minor'
  | 'tax_minor'
  | 'entry_id'
  | 'approval_id'
  | 'created_at'
>;

/**
 * One declaration of a scope at a time: its lines follow from what holds then. Declaring reserves nothing.
 * @returns the id of the run
 * @throws AppError VALIDATION_ERROR, `label_taken`, and what `check` and `fixLines` throw
 */
export async function declare<Body extends Terms & { idempotency_key: string }>(
  caller: Caller,
  { name, kind, run, model }: Pick<Distribution, 'name' | 'kind' | 'run' | 'model'>,
  { operation, body, check, fixLines, store }: Declaration<Body>,
): Promise<{ id: string; replayed: boolean }> {
  const id = newId(kind);
  let sums: Sums = { lines: 0, total_minor: 0n, tax_minor: 0n };
  const { entry, replayed } = await requestEntry(caller, {
    operation: [operation],
    body,
    entry() {
      if (body.period_end < body.period_start)
        throw invalidField('period_end', '"period_end" must not be before "period_start"');
      return Promise.resolve({ kind, member_id: null, [run]: id, amount_minor: 0n });
    },
    summary: ({ entry: { amount_minor }, currency }) =>
      `${name} ${body.label}: ${formatMoney(amount_minor, currency)} to ${sums.lines} members`,
    async prepare(unit) {
      await serializeOnSettings(unit);
      const settings = await getSettings(unit.trx, unit.scope);
      await requireNewLabel(unit, model, { name, label: body.label });
      await check(unit, settings);
      sums = await fixLines(unit, settings, id);
      return { amount_minor: sums.total_minor };
    },
    onWaiting: (unit, waiting) => store(unit, newRun(waiting, id, sums)),
  });
  return { id: entry[run] as string, replayed };
}

function newRun(entry: EntryRow, id: string, { total_minor, tax_minor }: Sums): NewRun {
  return {
    id,
    ...scopeColumns(entry),
    currency: entry.currency,
    total_minor,
    tax_minor,
    entry_id: entry.id,
    approval_id: entry.approval_id,
    created_at: entry.created_at,
  };
}

/** Declarations are made one after the other, so a label that is free now is free when this one is stored. */
async function requireNewLabel(
  { trx, scope }: ScopedUnit,
  model: Distribution['model'],
  { name, label }: { name: string; label: string },
): Promise<void> {
  const taken = await model
    .query(trx)
    .inScope(scope)
    .where({ label })
    .whereNotIn('status', ENDED_WITHOUT_PAYMENT)
    .first();
  if (taken) throw refusal('label_taken', `${name} ${label} was declared before: choose another label.`);
}
