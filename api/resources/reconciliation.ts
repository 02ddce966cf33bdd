/** Providers' statements: import, comparison with our records, resolution line by line, closing. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { arrayOf, object } from '../../core/schema.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  AMOUNT_UNITS,
  CARRIED_OUT_ACTIONS,
  closeRun,
  DECIMAL_SEPARATORS,
  DELIMITERS,
  importStatement,
  LINE_KINDS,
  lineSchema,
  listLines,
  listRuns,
  MAPPED_KINDS,
  MATCH_STATUSES,
  MAX_STATEMENT_BYTES,
  presentComparedLines,
  presentLine,
  presentPreset,
  presentResults,
  presentRun,
  presentRuns,
  PRESET_NAMES,
  PRESETS,
  presetSchema,
  previewImport,
  readRun,
  RESOLUTION_ACTIONS,
  resolveAll,
  resolveLine,
  resultsSchema,
  runSchema,
  type CarriedOutAction,
  type LineFilter,
  type RequestedDecision,
  type StatementImport,
} from '../../domain/reconciliation/index.ts';
import { currency, idempotencyKeyHeader, localDate, pageFields, providerName, text } from '../fields.ts';
import { replayHeaders } from '../http/answer-once.ts';
import { SCOPED, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf, pageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { accountName } from '../requests/bank-money.ts';

const tag = 'Reconciliation';
const path = '/api/v1/reconciliation/runs';
const params = { run: 'reconciliation_run' } as const;

/** JSON escapes quotes and line breaks, and some encoders all non-ASCII characters. */
const BODY_BYTES = 2 * MAX_STATEMENT_BYTES + 1024 * 1024;

/** A line's id, or its number in the file. */
const LINE_NAME = /^(rln_[0-7][0-9A-HJKMNP-TV-Z]{25}|[1-9]\d{0,8})$/;
const lineName = joi
  .string()
  .pattern(LINE_NAME)
  .meta({
    openapi: {
      type: ['string', 'integer'],
      pattern: LINE_NAME.source,
      minimum: 1,
      description: 'Its id, or its number in the file',
    },
  });

/** Where a payout or fee is booked to instead of the merchant's balance. */
const bookedTo = {
  bank_account: worded(
    accountName.when('action', { is: 'book_payout', then: joi.optional(), otherwise: joi.forbidden() }),
    { 'any.unknown': '{{#label}} is for payouts alone' },
  ).meta({
    openapi: {
      type: 'string',
      description:
        "Of a payout: code or id of the bank account that received it, instead of the merchant's balance",
    },
  }),
  as: worded(
    joi
      .string()
      .valid('expense')
      .when('action', { is: 'book_fee', then: joi.optional(), otherwise: joi.forbidden() }),
    { 'any.unknown': '{{#label}} is for fees alone' },
  ).meta({
    openapi: {
      type: 'string',
      enum: ['expense'],
      description: "Of a fee: the SACCO bears it, instead of the merchant's balance",
    },
  }),
};

const header = text(200);
const kindValues = joi.array().items(text(200)).max(100);

const importBody = joi.object<StatementImport & { dry_run: boolean }>({
  provider: providerName.required(),
  currency: currency.required(),
  period_start: localDate.required(),
  period_end: localDate.required().description('Inclusive'),
  utc_offset: worded(joi.string().pattern(/^[+-]\d{2}:\d{2}$/), {
    'string.pattern.base': '{{#label}} must be like +03:00, up to 14 hours',
  }).description('Determines which payments fall in the period; by default `+00:00`'),
  source_name: text(255).description('The name of the file'),
  csv: joi.string().allow('').required().description('The text of the statement'),
  preset: joi
    .string()
    .valid(...PRESET_NAMES)
    .description('Supplies the format of the statement; fields sent with it override it'),
  columns: joi
    .object({
      amount: header,
      credit: header,
      debit: header,
      reference: header,
      provider_txn_id: header,
      date: header,
      kind: header,
      description: header,
    })
    .meta({ openapi: { 'x-map': true } })
    .description('Column names in the header: `amount`, or `credit` and `debit`, and optional columns'),
  kinds: joi
    .object(Object.fromEntries(MAPPED_KINDS.map((kind) => [kind, kindValues])))
    .description(
      'Values of the kind column; a `*` at the end matches all values with that prefix. Any other value is `other`',
    )
    .meta({ openapi: { 'x-map': true } }),
  default_kind: joi
    .string()
    .valid(...LINE_KINDS)
    .description('Kind of every line if there is no kind column; by default `payment`'),
  amount_unit: joi.string().valid(...AMOUNT_UNITS),
  decimal_separator: joi.string().valid(...DECIMAL_SEPARATORS),
  delimiter: joi.string().valid(...DELIMITERS),
  date_format: text(40).description('Tokens: YYYY YY MM MMM DD HH hh mm ss A'),
  skip_rows: joi.number().integer().min(0).max(1_000).description('Number of lines before the header'),
  status_column: header,
  ok_statuses: joi
    .array()
    .items(text(200))
    .min(1)
    .max(100)
    .description('Rows with another status are skipped'),
  reference_after: joi
    .string()
    .min(1)
    .max(100)
    .description('The reference is the part after this text in its column'),
  dry_run: joi.boolean().default(false).description('Returns the run and stores nothing'),
});

export const reconciliationRoutes = [
  route({
    operation_id: 'reconciliation.runs.import',
    method: 'POST',
    path,
    tag,
    summary: 'Import a statement',
    description:
      'All or nothing: if lines cannot be read, the error names them, and nothing is stored. An import that takes longer than 30 seconds is answered 202; then poll the run until its status is `open` or `failed`.',
    access: SCOPED,
    headers: { 'idempotency-key': idempotencyKeyHeader },
    body: importBody,
    body_bytes: BODY_BYTES,
    responses: {
      200: { description: 'A dry run', schema: runSchema },
      201: { description: 'The run, also for a repeat of the request', schema: runSchema },
      202: { description: 'It is still being imported', schema: runSchema },
    },
    handle: async ({ ctx, caller, body: { dry_run, ...request }, headers }) => {
      if (dry_run)
        return ok({ ...(await presentRun(ctx.db, await previewImport(caller, request))), dry_run });
      const key = headers['idempotency-key'] ?? null;
      const { view, replayed } = await importStatement(caller, request, key);
      const importing = view.run.status === 'importing';
      return {
        status: importing ? 202 : 201,
        body: { ...(await presentRun(ctx.db, view)), replayed },
        ...replayHeaders(replayed),
      };
    },
  }),
  route({
    operation_id: 'reconciliation.runs.list',
    method: 'GET',
    path,
    tag,
    summary: 'Runs, without figures that change from day to day',
    access: SCOPED,
    query: joi.object<PageRequest>(listFields('reconciliation_run')),
    responses: { 200: { description: 'Runs', schema: listPageOf('runs', runSchema) } },
    handle: async ({ ctx, scope, query }) =>
      pageOfPresented('runs', await listRuns(ctx.db, scope, query), (runs) => presentRuns(ctx.db, runs)),
  }),
  route({
    operation_id: 'reconciliation.presets',
    method: 'GET',
    path: '/api/v1/reconciliation/presets',
    tag,
    summary: "The formats of some providers' exports",
    access: SCOPED,
    responses: { 200: { description: 'Presets', schema: object({ presets: arrayOf(presetSchema) }) } },
    handle: () => Promise.resolve(ok({ presets: PRESETS.map(presentPreset) })),
  }),
  route({
    operation_id: 'reconciliation.runs.get',
    method: 'GET',
    path: `${path}/{run}`,
    params,
    tag,
    summary: 'One run: its figures, and the payments that the statement does not list',
    access: SCOPED,
    responses: { 200: { description: 'The run', schema: runSchema } },
    handle: async ({ ctx, scope, params: { run } }) =>
      ok(await presentRun(ctx.db, await readRun(ctx.db, scope, run))),
  }),
  route({
    operation_id: 'reconciliation.lines.list',
    method: 'GET',
    path: `${path}/{run}/lines`,
    params,
    tag,
    summary: 'Lines of a run, in the order of the file, beside what our books have',
    access: SCOPED,
    query: joi.object<PageRequest & LineFilter>({
      ...pageFields('number'),
      match_status: joi.string().valid(...MATCH_STATUSES),
      done: joi
        .boolean()
        .description(
          '`false`: what is left to do. A line is done when it is resolved, or matches what is completed already',
        ),
    }),
    responses: { 200: { description: 'Lines', schema: pageOf('lines', lineSchema) } },
    handle: async ({ ctx, scope, params: { run }, query }) => {
      const lines = await listLines(ctx.db, scope, run, query);
      return pageOfPresented('lines', lines, (items) => presentComparedLines(ctx.db, items, lines.run));
    },
  }),
  route({
    operation_id: 'reconciliation.runs.close',
    method: 'POST',
    path: `${path}/{run}/close`,
    params,
    tag,
    summary: 'Close a run: it becomes read-only',
    access: SCOPED,
    responses: { 200: { description: 'The closed run', schema: runSchema } },
    handle: async ({ ctx, caller, params: { run } }) =>
      ok(await presentRun(ctx.db, await closeRun(caller, run))),
  }),
  route({
    operation_id: 'reconciliation.lines.resolve',
    method: 'POST',
    path: `${path}/{run}/lines/{line}/resolve`,
    params: { ...params, line: lineName },
    tag,
    summary: 'Resolve one line',
    description:
      'The line is identified by its id or its number in the file. A line is resolved once; repeating the same decision finishes an interrupted one. With strict approvals `settle_payment` waits for a second person, unless the payment is completed already.',
    access: SCOPED,
    body: joi.object<RequestedDecision>({
      action: joi
        .string()
        .valid(...RESOLUTION_ACTIONS)
        .required(),
      ...bookedTo,
      note: worded(
        text(500).when('action', {
          is: 'ignore',
          then: joi.required(),
          otherwise: joi.allow(null).default(null),
        }),
        { 'any.required': '{{#label}} is required to ignore a line: it gives the reason' },
      ).meta({
        openapi: { type: ['string', 'null'], maxLength: 500, description: 'Required to ignore a line' },
      }),
    }),
    responses: {
      200: { description: 'The resolved line', schema: lineSchema },
      202: { description: 'It waits for a second person', schema: lineSchema },
    },
    handle: async ({ ctx, caller, params: { run, line }, body }) => {
      const resolved = await resolveLine(caller, { run_id: run, name: line }, body);
      const status = resolved.line.status === 'awaiting_approval' ? 202 : 200;
      return { status, body: await presentLine(ctx.db, resolved.line, resolved.currency) };
    },
  }),
  route({
    operation_id: 'reconciliation.runs.resolveAll',
    method: 'POST',
    path: `${path}/{run}/resolve-all`,
    params,
    tag,
    summary: 'Resolve all lines that an action applies to',
    description:
      'Also finishes interrupted decisions of the same action. A line that cannot be resolved does not stop the others: its result gives the reason.',
    access: SCOPED,
    body: joi.object<RequestedDecision<CarriedOutAction>>({
      action: joi
        .string()
        .valid(...CARRIED_OUT_ACTIONS)
        .required(),
      ...bookedTo,
      note: text(500).allow(null).default(null),
    }),
    responses: {
      200: { description: 'The result of each line', schema: resultsSchema },
      202: { description: 'The same, where lines wait for a second person', schema: resultsSchema },
    },
    handle: async ({ caller, params: { run }, body }) => {
      const results = presentResults(await resolveAll(caller, run, body));
      return { status: results.results.some(({ approval_id }) => approval_id) ? 202 : 200, body: results };
    },
  }),
];
