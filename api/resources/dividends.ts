/** Dividends: declared for all members, approved by a checker, paid line by line. */
import joi from 'joi';
import { either } from '../../core/schema.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  chooseDividendAccount,
  declareDividend,
  DIVIDEND_SOURCES,
  dividendAccountSchema,
  dividendPreviewSchema,
  dividendSchema,
  dividendSummarySchema,
  getDividendAccount,
  listDividends,
  memberDividendSchema,
  presentDividend,
  presentDividendAccount,
  presentDividendLine,
  presentDividendPreview,
  presentDividendSummary,
  previewDividend,
  readDividend,
  readDividendLine,
  retryDividend,
  type DividendRequest,
} from '../../domain/dividends/index.ts';
import { STATUSES, type Status } from '../../domain/distributions/index.ts';
import { dividendAdvicePdf } from '../../domain/papers/index.ts';
import { id, idempotencyKeyUnlessDry, localDate, text } from '../fields.ts';
import { taxRate } from '../requests/interest.ts';
import { PDF, SCOPED, jsonOrPdf, listOf, ok, route } from '../http/route.ts';
import { listPageOf } from '../openapi/page-schema.ts';
import { listFields } from '../requests/list.ts';
import { language, PAPER_HINT, paperOf, type InLanguage } from '../requests/paper.ts';

const tag = 'Dividends';
const path = '/api/v1/sacco/dividends';
const of_member = '/api/v1/sacco/members/{member}/dividend-account';

interface DeclarationBody extends Omit<DividendRequest, 'idempotency_key'> {
  /** Required unless `dry_run`. */
  idempotency_key?: string;
  dry_run: boolean;
}

/** A dividend, or its preview with `dry_run`. */
const declarationSchema = either(dividendSchema, dividendPreviewSchema);

const rate = joi.number().integer().min(0).max(100_000).required();

export const dividendRoutes = [
  route({
    operation_id: 'sacco.dividends.declare',
    method: 'POST',
    path,
    tag,
    summary: 'Declare a dividend, with a line for every member; a checker decides',
    description:
      'With `dry_run` nothing is stored, and the answer says what it would come to (`DividendPreview`).',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object<DeclarationBody>({
      label: text(100).required(),
      period_start: localDate.required(),
      period_end: localDate.required(),
      share_rate_bps: rate,
      interest_rebate_bps: rate,
      paid_from: joi
        .string()
        .valid(...DIVIDEND_SOURCES)
        .required(),
      withholding_tax_bps: taxRate,
      dry_run: joi.boolean().default(false).description('Returns a preview and stores nothing'),
      idempotency_key: idempotencyKeyUnlessDry,
    }),
    responses: {
      200: { description: 'A repeat of an earlier request, or a preview', schema: declarationSchema },
      202: { description: 'It waits for a checker', schema: declarationSchema },
    },
    handle: async ({ caller, body: { dry_run, idempotency_key = '', ...declaration } }) => {
      if (dry_run) return ok(presentDividendPreview(await previewDividend(caller, declaration)));
      const { dividend, replayed } = await declareDividend(caller, { ...declaration, idempotency_key });
      return { status: replayed ? 200 : 202, body: presentDividend(dividend, replayed) };
    },
  }),
  route({
    operation_id: 'sacco.dividends.list',
    method: 'GET',
    path,
    tag,
    summary: 'Dividends, without their lines',
    access: SCOPED,
    query: joi.object<PageRequest & { status?: Status }>({
      ...listFields('dividend'),
      status: joi.string().valid(...STATUSES),
    }),
    responses: { 200: { description: 'Dividends', schema: listPageOf('dividends', dividendSummarySchema) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('dividends', await listDividends(ctx.db, scope, query), presentDividendSummary),
  }),
  route({
    operation_id: 'sacco.dividends.get',
    method: 'GET',
    path: `${path}/{dividend}`,
    tag,
    summary: 'One dividend with every line',
    access: SCOPED,
    responses: { 200: { description: 'The dividend', schema: dividendSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentDividend(await readDividend(ctx.db, scope, params.dividend))),
  }),
  route({
    operation_id: 'sacco.dividends.line',
    method: 'GET',
    path: `${path}/{dividend}/lines/{member}`,
    tag,
    summary: "One member's line of a dividend; as PDF the advice of what was paid",
    description: `${PAPER_HINT} Only a line that is paid has an advice (409 \`not_posted\`).`,
    access: SCOPED,
    errors: ['CONFLICT'],
    query: joi.object<InLanguage>({ language }),
    reads_many: false,
    responses: { 200: { description: 'The line', schema: memberDividendSchema, also_as: [PDF] } },
    handle: async ({ caller, ctx, scope, params, query, accepts, server_url }) => {
      const which = { dividend_id: params.dividend, member_id: params.member };
      return jsonOrPdf(
        accepts,
        async () => presentDividendLine(await readDividendLine(ctx.db, scope, which)),
        {
          name: `dividend-${params.dividend}-${params.member}`,
          make: () => dividendAdvicePdf(caller, which, paperOf(query, server_url)),
        },
      );
    },
  }),
  route({
    operation_id: 'sacco.dividends.retry',
    method: 'POST',
    path: `${path}/{dividend}/retry`,
    tag,
    summary: 'Retry only the failed lines',
    access: SCOPED,
    responses: { 202: { description: 'The lines are being paid', schema: dividendSchema } },
    handle: async ({ caller, params }) => ({
      status: 202,
      body: presentDividend(await retryDividend(caller, params.dividend)),
    }),
  }),
  route({
    operation_id: 'sacco.members.dividendAccount.get',
    method: 'GET',
    path: of_member,
    tag,
    summary: 'The savings account that the dividends of a member are paid into',
    access: SCOPED,
    responses: { 200: { description: 'The account', schema: dividendAccountSchema } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentDividendAccount(await getDividendAccount(ctx.db, scope, params.member))),
  }),
  route({
    operation_id: 'sacco.members.dividendAccount.put',
    method: 'PUT',
    path: of_member,
    tag,
    summary: 'Choose the savings account that the dividends of a member are paid into',
    description:
      'Lines that are declared already stay as they are. A fixed account takes no dividends (422 `savings_account_fixed`).',
    access: SCOPED,
    body: joi.object<{ savings_account_id: string }>({
      savings_account_id: id('savings_account').required(),
    }),
    responses: { 200: { description: 'The account', schema: dividendAccountSchema } },
    handle: async ({ caller, params, body }) =>
      ok(presentDividendAccount(await chooseDividendAccount(caller, params.member, body.savings_account_id))),
  }),
];
