/** The loan book: the provisioning table, and reports over all open loans. */
import joi from 'joi';
import { loanBook, provisioning } from '../../domain/loans/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { id, localDate, optionalLimit, pageFields, text } from '../fields.ts';
import { CSV, SCOPED, jsonOrCsv, ok, route } from '../http/route.ts';
import { answerEntry, movementResponses, bodyWithMemo } from '../requests/movement.ts';

const tag = 'Loan book';
const reports = '/api/v1/sacco/reports';
const table = '/api/v1/sacco/provisioning-table';

/** A hundred years. */
const MAX_DAYS = 36_500;

const loanClass = joi.object<provisioning.LoanClass>({
  name: text(60).required(),
  from_days: joi.number().integer().min(0).max(MAX_DAYS).required(),
  rate_bps: joi.number().integer().min(0).max(10_000).required(),
});

export const loanBookRoutes = [
  route({
    operation_id: 'sacco.provisioningTable.get',
    method: 'GET',
    path: table,
    tag,
    summary: 'The provisioning classes of loans and their rates',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The table', schema: provisioning.tableSchema } },
    handle: async ({ ctx, scope }) =>
      ok(provisioning.presentTable(await provisioning.getTable(ctx.db, scope))),
  }),
  route({
    operation_id: 'sacco.provisioningTable.put',
    method: 'PUT',
    path: table,
    tag,
    summary: 'Replace the provisioning classes of loans and their rates',
    description: 'Days increase from 0; rates never decrease.',
    second_factor: true,
    access: { kind: 'staff', roles: MANAGERS },
    errors: ['NOT_FOUND'],
    body: joi.object<{ classes: provisioning.LoanClass[] }>({
      classes: joi
        .array()
        .items(loanClass)
        .min(provisioning.MIN_CLASSES)
        .max(provisioning.MAX_CLASSES)
        .required(),
    }),
    responses: { 200: { description: 'The table', schema: provisioning.tableSchema } },
    handle: async ({ caller, body }) =>
      ok(provisioning.presentTable(await provisioning.putTable(caller, body.classes))),
  }),
  route({
    operation_id: 'sacco.provisions.create',
    method: 'POST',
    path: '/api/v1/sacco/provisions',
    tag,
    summary: 'Adjust the allowance for loan losses to what the loan book requires; a checker decides',
    description:
      'The required provision less the current allowance is computed on approval: `direction` is `in` for an increase, `out` for a release.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: bodyWithMemo,
    responses: {
      200: movementResponses[200],
      202: movementResponses[202],
    },
    handle: async ({ ctx, caller, body }) => answerEntry(ctx, await provisioning.request(caller, body)),
  }),
  route({
    operation_id: 'sacco.reports.ageing',
    method: 'GET',
    path: `${reports}/ageing`,
    tag,
    summary: 'Open loans by days past due, and the required provision, as of now',
    description:
      "A loan's days past due determine its class; the class includes its whole outstanding principal. CSV has one line per class.",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The ageing', schema: loanBook.ageingSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, accepts }) => {
      const ageing = await loanBook.readAgeing(ctx, scope);
      return jsonOrCsv(
        accepts,
        () => loanBook.presentAgeing(ageing),
        () => loanBook.ageingCsv(ageing),
      );
    },
  }),
  route({
    operation_id: 'sacco.reports.arrears',
    method: 'GET',
    path: `${reports}/arrears`,
    tag,
    summary: 'Loans in arrears, the longest overdue first',
    description: 'Overdue is the unpaid part of installments that were due before today.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<loanBook.ArrearsFilter>({
      min_days: joi
        .number()
        .integer()
        .min(0)
        .max(MAX_DAYS)
        .default(1)
        .description('Only loans with at least this many days past due'),
      product_id: id('loan_product'),
      officer_user_id: id('user').description('Only loans of this officer'),
    }),
    responses: { 200: { description: 'The arrears', schema: loanBook.arrearsSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const arrears = loanBook.readArrears(ctx.db, scope, query);
      return jsonOrCsv(
        accepts,
        () => loanBook.presentArrears(arrears),
        () => loanBook.arrearsCsv(arrears),
      );
    },
  }),
  route({
    operation_id: 'sacco.reports.collectionSheet',
    method: 'GET',
    path: `${reports}/collection-sheet`,
    tag,
    summary: 'Amounts to collect on a day, loan by loan',
    description:
      'For a future day: the amounts to collect if nothing is paid until then. By member number: all loans, or with `limit` page by page.',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ date?: string } & loanBook.CollectionFilter>({
      date: localDate.description('By default today; at most 366 days ahead'),
      officer_user_id: id('user').description('Only loans of this officer'),
      ...pageFields('loan'),
      limit: optionalLimit.description('All by default'),
    }),
    responses: { 200: { description: 'The sheet', schema: loanBook.collectionSheetSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query: { date: asked, ...filter }, accepts }) => {
      const date = await loanBook.collectionDate(ctx.db, scope, asked);
      return jsonOrCsv(
        accepts,
        async () =>
          loanBook.presentCollectionSheet(
            date,
            await loanBook.readCollectionPage(ctx.db, scope, date, filter),
          ),
        () => loanBook.collectionSheetCsv(loanBook.readCollections(ctx.db, scope, date, filter)),
      );
    },
  }),
  route({
    operation_id: 'sacco.reports.portfolio',
    method: 'GET',
    path: `${reports}/portfolio`,
    tag,
    summary: 'Open loans by product, by officer, or by class',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    query: joi.object<{ group_by: loanBook.PortfolioGrouping }>({
      group_by: joi
        .string()
        .valid(...loanBook.GROUPINGS)
        .required(),
    }),
    responses: { 200: { description: 'The groups', schema: loanBook.groupsSchema, also_as: [CSV] } },
    handle: async ({ ctx, scope, query, accepts }) => {
      const groups = await loanBook.readGroups(ctx.db, scope, query.group_by);
      return jsonOrCsv(
        accepts,
        () => loanBook.presentGroups(groups),
        () => loanBook.groupsCsv(groups),
      );
    },
  }),
];
