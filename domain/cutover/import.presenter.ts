/** Imports as clients and webhooks see them. */
import { actorSchema, currencySchema } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
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
} from '../../core/schema.ts';
import type { Db, Queryable } from '../../db/connection.ts';
import { actorPresenter } from '../staff/index.ts';
import { FILE_NAMES } from './files.rules.ts';
import { IMPORT_STATUSES, type ImportRow } from './import.model.ts';
import { everyError, firstErrors } from './read-imports.ts';

const errorSchema = object({
  file: oneOf(FILE_NAMES),
  line_no: integer.describe('The header is line 1'),
  column: string.nullable().describe('Null: the line as a whole'),
  message: string,
});

export const importSchema = resource('CutOverImport', "A cooperative's present members, loans and balances", {
  id: string,
  status: oneOf(IMPORT_STATUSES).describe(
    '`checking`: poll it; `checked`: a dry run without errors; `refused`: nothing was, or will be, imported',
  ),
  dry_run: boolean,
  cut_over_date: date,
  currency: currencySchema,
  members: integer,
  loans: integer,
  totals: map(bigInteger).describe(
    'What it brings to all accounts of a kind together, as `<account kind>_minor`; opening balances take the difference',
  ),
  error_count: integer,
  errors: arrayOf(errorSchema).describe('The first 100; not in lists'),
  memo: string.nullable(),
  requested_by: actorSchema,
  approval_id: string.nullable(),
  created_at: dateTime,
  finished_at: dateTime.nullable().describe('When all of it was booked'),
  replayed: boolean.optional(),
});

type ImportWire = Wire<typeof importSchema>;

export async function presentImports(db: Queryable, rows: readonly ImportRow[]): Promise<ImportWire[]> {
  const { present } = await actorPresenter(
    db,
    rows.map(({ project_id, requested_by_type: type, requested_by_id: id }) => ({ project_id, type, id })),
  );
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    dry_run: row.dry_run,
    cut_over_date: row.cut_over_date,
    currency: row.currency,
    members: row.members,
    loans: row.loans,
    totals: presentTotals(row.totals),
    error_count: row.error_count,
    errors: [],
    memo: row.memo,
    requested_by: present(row.requested_by_type, row.requested_by_id),
    approval_id: row.approval_id,
    created_at: row.created_at,
    finished_at: row.finished_at,
  }));
}

function presentTotals(totals: ImportRow['totals']): Record<string, bigint> {
  return Object.fromEntries(
    Object.entries(totals).map(([kind, amount]) => [`${kind}_minor`, BigInt(amount)]),
  );
}

/** With its first errors. */
export async function presentImport(db: Queryable, row: ImportRow): Promise<ImportWire> {
  const [presented] = await presentImports(db, [row]);
  return {
    ...(presented as ImportWire),
    errors: (await firstErrors(db, row.id)) as Wire<typeof errorSchema>[],
  };
}

/** All errors of an import. */
export function importErrorsCsv(db: Db, import_id: string): AsyncGenerator<string, void, undefined> {
  return csvOf(errorSchema, everyError(db, import_id) as AsyncGenerator<Wire<typeof errorSchema>>);
}
