/** Imports at cut-over: a cooperative's present members, loans and balances, from files. */
import joi from 'joi';
import { toCsv } from '../../core/csv.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  FILE_NAMES,
  getImport,
  importErrorsCsv,
  importSchema,
  listImports,
  MAX_FILE_BYTES,
  presentImport,
  presentImports,
  requestImport,
  templateOf,
  type FileName,
} from '../../domain/cutover/index.ts';
import { idempotencyKey, localDate, minorFromZero, text } from '../fields.ts';
import { CSV, ok, pageOfPresented, route, SCOPED } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';

const tag = 'SACCO';
const path = '/api/v1/sacco/imports';
const IMPORT_ID = { import_id: 'import' } as const;
const MANAGERS = { kind: 'staff', roles: ['owner', 'admin'] } as const;

/** All files together, with what JSON escapes in them. */
const BODY_BYTES = 4 * MAX_FILE_BYTES + 2 * 1024 * 1024;

interface ImportBody {
  cut_over_date: string;
  members_csv: string;
  loans_csv?: string;
  accounts_csv?: string;
  guarantors_csv?: string;
  cash_on_hand_minor?: bigint;
  dry_run: boolean;
  memo?: string;
  idempotency_key?: string;
}

const file = joi.string().allow('');
const unlessDry = (field: joi.StringSchema): joi.StringSchema =>
  field.when('dry_run', { is: true, then: joi.optional(), otherwise: joi.required() });

const importBody = joi.object<ImportBody>({
  cut_over_date: localDate.required().description('The local day whose balances the files have'),
  members_csv: file.required().description('CSV; the columns are those of the template'),
  loans_csv: file,
  accounts_csv: file.description('Banks and general accounts: `code`, and `debit` or `credit`'),
  guarantors_csv: file,
  cash_on_hand_minor: minorFromZero,
  dry_run: joi.boolean().default(false).description('Only checks the files'),
  memo: unlessDry(text(500)).meta({
    openapi: { type: 'string', maxLength: 500, description: 'Required unless it is a dry run' },
  }),
  idempotency_key: unlessDry(idempotencyKey).meta({
    openapi: { type: 'string', pattern: '^[ -~]{1,255}$', description: 'Required unless it is a dry run' },
  }),
});

export const importRoutes = [
  route({
    operation_id: 'sacco.imports.create',
    method: 'POST',
    path,
    tag,
    summary: 'Import present members, loans and balances; a second person decides',
    description:
      'All or nothing: if lines cannot be read, the error names them. The files are checked again when it is approved. A check that takes longer than 30 seconds is answered 202 `checking`; then poll the import.',
    access: MANAGERS,
    body: importBody,
    body_bytes: BODY_BYTES,
    responses: {
      200: { description: 'A dry run, or a repeat of an earlier request', schema: importSchema },
      202: { description: 'It waits for a second person, or is still being checked', schema: importSchema },
    },
    handle: async ({ ctx, caller, body }) => {
      const { members_csv, loans_csv, accounts_csv, guarantors_csv } = body;
      const found = await requestImport(caller, {
        cut_over_date: body.cut_over_date,
        cash_on_hand_minor: body.cash_on_hand_minor ?? 0n,
        dry_run: body.dry_run,
        memo: body.memo ?? null,
        idempotency_key: body.idempotency_key ?? null,
        files: {
          members: members_csv,
          loans: loans_csv ?? null,
          accounts: accounts_csv ?? null,
          guarantors: guarantors_csv ?? null,
        },
      });
      const { import: row, replayed } = found;
      const is_answered = replayed || (row.dry_run && row.status !== 'checking');
      return {
        status: is_answered ? 200 : 202,
        body: { ...(await presentImport(ctx.db, row)), replayed },
      };
    },
  }),
  route({
    operation_id: 'sacco.imports.list',
    method: 'GET',
    path,
    tag,
    summary: 'Imports, newest first; without dry runs',
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('import')),
    responses: { 200: { description: 'Imports', schema: listPageOf('imports', importSchema) } },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('imports', await listImports(ctx.db, scope, query), (rows) =>
        presentImports(ctx.db, rows),
      ),
  }),
  route({
    operation_id: 'sacco.imports.template',
    method: 'GET',
    path: `${path}/template`,
    tag,
    summary: 'The header of a file with an example, as CSV',
    access: SCOPED,
    query: joi.object<{ file: FileName }>({
      file: joi
        .string()
        .valid(...FILE_NAMES)
        .required(),
    }),
    responses: { 200: { description: 'CSV', also_as: [CSV] } },
    handle: ({ query }) =>
      Promise.resolve({ status: 200, text: { type: CSV, content: toCsv(templateOf(query.file)) } }),
  }),
  route({
    operation_id: 'sacco.imports.get',
    method: 'GET',
    path: `${path}/{import_id}`,
    params: IMPORT_ID,
    tag,
    summary: 'One import with its first 100 errors, also a dry run of the last 7 days',
    access: SCOPED,
    responses: { 200: { description: 'The import', schema: importSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await presentImport(ctx.db, await getImport(ctx.db, scope, params.import_id))),
  }),
  route({
    operation_id: 'sacco.imports.errors',
    method: 'GET',
    path: `${path}/{import_id}/errors`,
    params: IMPORT_ID,
    tag,
    summary: 'All errors of an import, as CSV',
    access: SCOPED,
    responses: { 200: { description: 'CSV', also_as: [CSV] } },
    handle: async ({ ctx, scope, params }) => {
      const { id } = await getImport(ctx.db, scope, params.import_id);
      return { status: 200, stream: { type: CSV, chunks: importErrorsCsv(ctx.db, id) } };
    },
  }),
];
