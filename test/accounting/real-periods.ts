/** The accounting periods of a project in a random history: asked for through the use cases, and read from their table. */
import { newUuid } from '../../core/ids.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import { requestClose, requestReopen } from '../../domain/accounting/index.ts';
import type { Context } from '../../domain/platform/context.ts';

const DAY_MS = 86_400_000;

const asking = (): { memo: string; idempotency_key: string } => ({
  memo: 'the days are over',
  idempotency_key: newUuid(),
});

/** Rows of a trial balance: kind, opening balance, debits, credits and closing balance in minor units. */
export type Figures = [kind: string, opening: number, debits: number, credits: number, closing: number][];

export interface PeriodState {
  /** Days since 1970, both included. */
  first: number;
  last: number;
  status: string;
  figures: Figures | null;
}

export interface PeriodsOf {
  ctx: Context;
  scope: Scope;
}

/** @param last_day since 1970 @returns the period's status */
export async function closeDays({ ctx, scope }: PeriodsOf, actor: Actor, last_day: number): Promise<string> {
  const end_date = new Date(last_day * DAY_MS).toISOString().slice(0, 10);
  return (await requestClose({ ctx, scope, actor }, { ...asking(), end_date })).period.status;
}

/** @param ago so many periods before the newest @returns its status */
export async function reopenPeriod(of: PeriodsOf, actor: Actor, ago: number): Promise<string> {
  const { ctx, scope } = of;
  const row = (await periodRows(of)).at(-1 - ago);
  return row ? (await requestReopen({ ctx, scope, actor }, row.id, asking())).period.status : 'none';
}

/** Oldest first. @param kinds of accounts, of which the figures are read; those that are not open stand as 0 */
export async function periodStates(of: PeriodsOf, kinds: readonly string[]): Promise<PeriodState[]> {
  const dayOf = (local_date: string): number => new Date(local_date).getTime() / DAY_MS;
  return (await periodRows(of)).map(({ start_date, end_date, status, trial_balance }) => ({
    first: dayOf(start_date),
    last: dayOf(end_date),
    status,
    figures: trial_balance === null ? null : figuresIn(trial_balance, kinds),
  }));
}

interface PeriodRow {
  id: string;
  start_date: string;
  end_date: string;
  status: string;
  trial_balance: string | null;
}

async function periodRows({ ctx, scope }: PeriodsOf): Promise<PeriodRow[]> {
  const { project_id } = scope;
  return ctx.db('accounting_periods').where({ project_id }).orderBy('id');
}

function figuresIn(trial_balance: string, kinds: readonly string[]): Figures {
  const { currencies } = JSON.parse(trial_balance) as {
    currencies: { balanced: boolean; rows: Record<string, number | string>[] }[];
  };
  if (currencies.some(({ balanced }) => !balanced)) throw new Error('closed figures do not balance');
  const rows = currencies.flatMap((each) => each.rows);
  return kinds.map((kind) => {
    const row = rows.find((each) => each['kind'] === kind);
    const of = (name: string): number => Number(row?.[`${name}_minor`] ?? 0);
    return [kind, of('opening_balance'), of('debits'), of('credits'), of('closing_balance')];
  });
}
