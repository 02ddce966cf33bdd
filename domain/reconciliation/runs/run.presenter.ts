/** Runs as clients see them. */
import {
  actorSchema,
  currencySchema,
  errorSchema,
  presentError,
  movementMoneyFields,
} from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import {
  arrayOf,
  bigInteger,
  boolean,
  date,
  dateTime,
  integer,
  map,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import { presentComparedLines } from '../comparison/compared-line.presenter.ts';
import { lineSchema } from '../resolutions/line.presenter.ts';
import { MATCH_STATUSES } from '../matching/match.rules.ts';
import { LINE_KINDS } from '../parsing/statement.rules.ts';
import type { RunFigures, RunView } from './run.ts';
import { RUN_STATUSES } from './run.model.ts';

const { request_id: _of_an_answer, ...importErrorFields } = errorSchema.fields.error.fields;

export const runSchema = resource('Run', 'A statement of a provider, compared with our books line by line', {
  id: string,
  status: oneOf(RUN_STATUSES),
  provider: string.optional(),
  currency: currencySchema.optional(),
  period_start: date.optional(),
  period_end: date.optional(),
  utc_offset: string.describe('Which days the period has').optional(),
  source_name: string.nullable().optional(),
  lines: integer.describe('Entries of the statement').optional(),
  counts: map(integer).describe('Lines by match status').optional(),
  totals: map(bigInteger).describe('Signed sums by kind, as `<kind>_minor`').optional(),
  skipped_rows: integer.describe('Rows that are no entries').optional(),
  actionable: integer
    .describe('Unresolved lines that some action other than ignore fits; not in lists')
    .optional(),
  resolved: integer.describe('Not in lists').optional(),
  done: integer
    .describe('Lines that are resolved, or match what is completed already; not in lists')
    .optional(),
  missing_on_statement: arrayOf(
    object({
      payment_id: string,
      reference: string,
      ...movementMoneyFields('amount'),
      completed_at: dateTime,
    }),
  )
    .describe(
      'Payments completed in the period that the statement does not list: the first 500; not in lists',
    )
    .optional(),
  missing_on_statement_count: integer.describe('Not in lists').optional(),
  error: object(importErrorFields).describe('Why nothing was imported').optional(),
  imported_by: actorSchema.optional(),
  created_at: dateTime.optional(),
  closed_at: dateTime.nullable().optional(),
  dry_run: boolean.describe('Nothing was stored').optional(),
  preview: arrayOf(lineSchema)
    .describe('Of a dry run: its first 20 lines; their ids name nothing')
    .optional(),
  replayed: boolean.optional(),
});

type RunWire = Wire<typeof runSchema>;

export async function presentRun(db: Queryable, view: RunView): Promise<RunWire> {
  const [presented] = await presentRuns(db, [view]);
  const { preview, run } = view;
  return {
    ...(presented as RunWire),
    ...(preview ? { preview: await presentComparedLines(db, preview, run) } : {}),
  };
}

export async function presentRuns(db: Queryable, views: readonly RunView[]): Promise<RunWire[]> {
  const importers = views.map(({ run: { project_id, actor_type: type, actor_id: id } }) => ({
    project_id,
    type,
    id,
  }));
  const actors = await actorPresenter(db, importers);
  return views.map((view) => withActors(view, actors));
}

function withActors({ run, figures }: RunView, actors: ActorPresenter): RunWire {
  const { id, status, provider, currency, period_start, period_end, source_name, created_at } = run;
  const utc_offset = formatOffset(run.utc_offset_minutes);
  const imported_by = actors.present(run.actor_type, run.actor_id);
  const period = { period_start, period_end, utc_offset };
  const about = { id, status, provider, currency, ...period, source_name, imported_by, created_at };
  if (status === 'importing') return about;
  if (run.error) return { ...about, error: presentError(run.error) };
  return {
    ...about,
    lines: run.lines,
    counts: Object.fromEntries(MATCH_STATUSES.map((match) => [match, run.counts[match] ?? 0])),
    totals: Object.fromEntries(LINE_KINDS.map((kind) => [`${kind}_minor`, BigInt(run.totals[kind] ?? 0)])),
    skipped_rows: run.skipped_rows,
    ...(figures ? presentFigures(figures) : {}),
    closed_at: run.closed_at,
  };
}

function presentFigures({
  resolved,
  done,
  actionable,
  missing,
  missing_count,
}: RunFigures): Partial<RunWire> {
  return {
    done,
    actionable,
    resolved,
    missing_on_statement: missing.map(({ amount_minor, ...payment }) => ({
      ...payment,
      ...money('amount', amount_minor),
    })),
    missing_on_statement_count: missing_count,
  };
}

/** 180 → `+03:00` */
function formatOffset(utc_offset_minutes: number): string {
  const east = Math.abs(utc_offset_minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${utc_offset_minutes < 0 ? '-' : '+'}${two(Math.floor(east / 60))}:${two(east % 60)}`;
}
