/** Movements of the SACCO's money, at the counter and of the tills, and their outcomes. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { buyShares, deposit, requestExit, withdraw, type ExitRequest } from '../../domain/members/index.ts';
import { entries } from '../../domain/movements/index.ts';
import {
  readReceipt,
  RECEIPT_SIZES,
  receiptPdf,
  receiptSchema,
  type ReceiptSize,
} from '../../domain/papers/index.ts';
import { adjustCash } from '../../domain/tills/index.ts';
import { localDate, withOneAmount } from '../fields.ts';
import { PDF, SCOPED, jsonOrPdf, ok, pageOfPresented, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { bankFields } from '../requests/bank-money.ts';
import { mobileFields } from '../requests/mobile-money.ts';
import { language, PAPER_HINT, paperOf, type InLanguage } from '../requests/paper.ts';
import { byActor, me, type RequestedByMe } from '../requests/requested-by.ts';
import {
  answerEntry,
  movementFields,
  movementOf,
  movementResponses,
  cashBodyWithMemo,
  fieldsWithMemo,
  requiredMemo,
  fromSourceBody,
  savings_account_id,
  till,
  type MovementBody,
} from '../requests/movement.ts';

const tag = 'SACCO';
const ofMember = '/api/v1/sacco/members/{member}';

const filters = {
  ...listFields('entry'),
  status: joi.string().valid(...entries.STATUSES),
  kind: joi.string().valid(...entries.KINDS),
  from: localDate.description('First local date of requests'),
  to: localDate.description('Last local date of requests'),
  requested_by: me,
};

type EntriesQuery = Omit<entries.EntryFilter, 'requested_by'> & RequestedByMe;

export const entryRoutes = [
  route({
    operation_id: 'sacco.members.deposit',
    method: 'POST',
    path: `${ofMember}/deposits`,
    tag,
    summary: 'Deposit cash, or money that came into the bank, into savings',
    access: SCOPED,
    body: withOneAmount<MovementBody & { from?: 'cash' | 'bank' }>({
      ...movementFields,
      from: joi.string().valid('cash', 'bank').description('By default cash'),
      ...bankFields('from'),
      savings_account_id,
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(
        ctx,
        await deposit(caller, params.member, {
          ...movementOf(body),
          ...(body.from ? { from: body.from } : {}),
        }),
      ),
  }),
  route({
    operation_id: 'sacco.members.withdraw',
    method: 'POST',
    path: `${ofMember}/withdrawals`,
    tag,
    summary:
      "Withdraw savings in cash, to the member's phone or by the bank; above the day's threshold, and by the bank, a checker decides",
    description:
      'With `to: "mobile"` the money is held and the entry `paying` until the provider has paid it out: then it is posted, or has failed with `failure_code` and the savings are back.',
    access: SCOPED,
    body: withOneAmount<MovementBody & { to?: 'cash' | 'bank' | 'mobile' }>({
      ...movementFields,
      memo: movementFields.memo
        .when('to', { is: 'bank', then: joi.required() })
        .meta({ openapi: { type: 'string', maxLength: 500, description: 'Required with `to: "bank"`' } }),
      to: joi.string().valid('cash', 'bank', 'mobile').description('By default cash'),
      ...bankFields('to'),
      ...mobileFields('to'),
      savings_account_id,
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(
        ctx,
        await withdraw(caller, params.member, {
          ...movementOf(body),
          ...(body.to ? { to: body.to } : {}),
        }),
      ),
  }),
  route({
    operation_id: 'sacco.members.buyShares',
    method: 'POST',
    path: `${ofMember}/shares`,
    tag,
    summary: 'Buy shares from cash, from savings, or from money that came into the bank',
    access: SCOPED,
    body: fromSourceBody,
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) => {
      const request = { ...movementOf(body), from: body.from };
      return answerEntry(ctx, await buyShares(caller, params.member, request));
    },
  }),
  route({
    operation_id: 'sacco.members.exit',
    method: 'POST',
    path: `${ofMember}/exit`,
    tag,
    summary: 'Request the exit of a member; a checker decides',
    access: SCOPED,
    body: joi.object<ExitRequest>({
      ...fieldsWithMemo,
      till,
      to: joi.string().valid('cash', 'bank', 'mobile').description('By default cash'),
      ...bankFields('to'),
      ...mobileFields('to'),
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(ctx, await requestExit(caller, params.member, body)),
  }),
  route({
    operation_id: 'sacco.cashAdjustments.create',
    method: 'POST',
    path: '/api/v1/sacco/cash-adjustments',
    tag,
    summary: 'Book the difference between counted cash and the ledger; a checker decides',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<MovementBody & { direction: entries.Direction; memo: string }>({
      ...movementFields,
      direction: joi
        .string()
        .valid(...entries.DIRECTIONS)
        .required(),
      memo: requiredMemo,
    }),
    responses: movementResponses,
    handle: async ({ ctx, caller, body }) => {
      const { direction, memo } = body;
      return answerEntry(ctx, await adjustCash(caller, { ...movementOf(body), direction, memo }));
    },
  }),
  route({
    operation_id: 'sacco.members.listEntries',
    method: 'GET',
    path: `${ofMember}/entries`,
    tag,
    summary: "A member's movements",
    description:
      "Includes write-offs of other members' loans for which a guarantee of this member was called.",
    access: SCOPED,
    query: joi.object<Omit<EntriesQuery, 'short_no'>>(filters),
    responses: { 200: { description: 'Entries', schema: listPageOf('entries', entries.schema) } },
    handle: async ({ ctx, caller, params, query }) =>
      pageOfPresented(
        'entries',
        await entries.list(caller, params.member, byActor(query, caller.actor)),
        (rows) => entries.presentAllInFull(ctx, rows),
      ),
  }),
  route({
    operation_id: 'sacco.entries.list',
    method: 'GET',
    path: '/api/v1/sacco/entries',
    tag,
    summary: 'All movements',
    access: SCOPED,
    query: joi.object<EntriesQuery>({
      ...filters,
      short_no: worded(joi.string().pattern(entries.SHORT_NUMBER), {
        'string.pattern.base': '{{#label}} must be the six characters that the receipt has after "No."',
      }).description(
        'The number that the receipt prints: the last six characters of the id. Case does not matter, `O` is read as `0`, `I` and `L` as `1`',
      ),
    }),
    responses: { 200: { description: 'Entries', schema: listPageOf('entries', entries.schema) } },
    handle: async ({ ctx, caller, query }) =>
      pageOfPresented('entries', await entries.list(caller, null, byActor(query, caller.actor)), (rows) =>
        entries.presentAll(ctx, rows),
      ),
  }),
  route({
    operation_id: 'sacco.entries.get',
    method: 'GET',
    path: '/api/v1/sacco/entries/{entry}',
    tag,
    summary: 'One movement',
    access: SCOPED,
    responses: { 200: { description: 'The entry', schema: entries.schema } },
    handle: async ({ ctx, scope, params }) =>
      ok(await entries.present(ctx, await entries.get(ctx.db, scope, params.entry))),
  }),
  route({
    operation_id: 'sacco.entries.receipt',
    method: 'GET',
    path: '/api/v1/sacco/entries/{entry}/receipt',
    tag,
    summary: 'The receipt of a posted movement; as PDF if the Accept header asks for it',
    description: PAPER_HINT,
    access: SCOPED,
    errors: ['CONFLICT'],
    query: joi.object<InLanguage & { size?: ReceiptSize }>({
      size: joi
        .string()
        .valid(...RECEIPT_SIZES)
        .description('Of the PDF: a roll, which is the default, or a page'),
      language,
    }),
    reads_many: false,
    responses: { 200: { description: 'The receipt', schema: receiptSchema, also_as: [PDF] } },
    handle: async ({ caller, params, query, accepts, server_url }) => {
      const request = paperOf(query, server_url);
      return jsonOrPdf(accepts, () => readReceipt(caller, params.entry, request), {
        name: `receipt-${params.entry}`,
        make: () => receiptPdf(caller, params.entry, { ...request, size: query.size ?? '80mm' }),
      });
    },
  }),
  route({
    operation_id: 'sacco.entries.reverse',
    method: 'POST',
    path: '/api/v1/sacco/entries/{entry}/reverse',
    tag,
    summary: 'Reverse a movement that was posted by mistake; a checker decides',
    access: SCOPED,
    body: cashBodyWithMemo,
    responses: movementResponses,
    handle: async ({ ctx, caller, params, body }) =>
      answerEntry(ctx, await entries.reverse(caller, params.entry, body)),
  }),
];
