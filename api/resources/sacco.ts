/** The SACCO: settings, members, their money, the tills. */
import joi from 'joi';
import { CURRENCY_CODES, MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { MAX_LIMIT, type PageRequest } from '../../db/page.ts';
import {
  adjustCash,
  buyShares,
  deposit,
  ENTRY_KINDS,
  ENTRY_STATUSES,
  getEntry,
  getSettings,
  joinMember,
  listEntries,
  listMembers,
  MEMBER_STATUSES,
  presentEntry,
  presentMember,
  presentSettings,
  presentStatement,
  presentSummary,
  presentTreasury,
  putSettings,
  readMember,
  readStatement,
  readSummary,
  readTreasury,
  requestExit,
  setMemberStatus,
  statementCsv,
  withdraw,
  type Direction,
  type EntryRow,
  type EntryStatus,
  type JoinRequest,
  type MemberFilter,
  type SettingsChange,
  type StatementRequest,
} from '../../domain/sacco/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import {
  amountFields,
  amountOf,
  currency,
  id,
  idempotencyKey,
  limit,
  localDate,
  pageFields,
  text,
  type AmountBody,
} from '../fields.ts';
import { BOOK, created, listOf, ok, route, type Answer } from '../route.ts';
import {
  arrayOf,
  boolean,
  dateTime,
  integer,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../schemas.ts';

const tag = 'SACCO';

const settings = object({
  currency: oneOf(CURRENCY_CODES),
  min_kyc_tier: integer,
  ...moneyFields('entrance_fee', 'min_share_capital'),
  utc_offset_minutes: integer,
  withdrawal_approval: nullable(string),
  withdrawal_approval_minor: nullable(integer),
  updated_at: dateTime,
});
const memberShape = {
  id: string,
  member_no: string,
  customer_id: string,
  full_name: string,
  phone: nullable(string),
  status: oneOf(MEMBER_STATUSES),
  ...moneyFields('shares', 'savings', 'savings_available'),
  entrance_fee_paid: boolean,
  joined_at: dateTime,
};
const member = object(memberShape);
const joined = object({ ...memberShape, replayed: boolean });
const actor = object({ type: oneOf(['user', 'api_key', 'system']), id: string });
export const entry = object({
  id: string,
  kind: oneOf(ENTRY_KINDS),
  member_id: nullable(string),
  loan_id: nullable(string),
  dividend_id: nullable(string),
  payment_id: nullable(string),
  source: nullable(oneOf(['cash', 'savings', 'payment'])),
  direction: nullable(oneOf(['in', 'out'])),
  ...moneyFields('amount', 'fee'),
  currency: string,
  status: oneOf(ENTRY_STATUSES),
  error: nullable(string),
  reason: nullable(string),
  memo: nullable(string),
  requested_by: actor,
  approval_id: nullable(string),
  created_at: dateTime,
  posted_at: nullable(dateTime),
  replayed: boolean,
});
const statement = object({
  member_id: string,
  member_no: string,
  from: string,
  to: string,
  currency: string,
  accounts: arrayOf(
    object({
      kind: string,
      ...moneyFields('opening_balance'),
      movements: arrayOf(
        object({
          date: string,
          entry_id: string,
          kind: string,
          description: string,
          ...moneyFields('amount', 'balance_after'),
        }),
      ),
      ...moneyFields('closing_balance'),
    }),
  ),
  next_after: nullable(string),
});
const balances = { type: 'object', additionalProperties: integer };
const portfolio = object({
  active_loans: integer,
  ...moneyFields('principal_outstanding', 'charges_due', 'par30'),
  par30_bps: integer,
  ...moneyFields('par90'),
  par90_bps: integer,
});
const summary = object({
  members: object(Object.fromEntries(MEMBER_STATUSES.map((status) => [status, integer]))),
  balances,
  portfolio,
  integrity: object({
    total_debit_balances_minor: integer,
    total_credit_balances_minor: integer,
    balanced: boolean,
  }),
});

const movementResponses = {
  200: { description: 'The same request came before', schema: entry },
  201: { description: 'Booked; or failed, with the reason', schema: entry },
  202: { description: 'It waits for a checker', schema: entry },
};
/** What a movement is asked with. */
const movementFields = { ...amountFields, idempotency_key: idempotencyKey.required() };
const memo = text(500).required();

interface MovementBody extends AmountBody {
  idempotency_key: string;
}

function movementOf(body: MovementBody): { amount_minor: bigint; idempotency_key: string } {
  return { ...(amountOf(body) as { amount_minor: bigint }), idempotency_key: body.idempotency_key };
}

/** A repeat is answered 200, what waits for a checker 202, what was booked or failed 201. */
function answerEntry({ entry: row, replayed }: { entry: EntryRow; replayed: boolean }): Answer {
  const status = replayed ? 200 : row.status === 'awaiting_approval' ? 202 : 201;
  return { status, body: presentEntry(row, replayed) };
}

const feeMinor = joi
  .number()
  .integer()
  .min(0)
  .max(Number(MAX_AMOUNT_MINOR))
  .custom((value: number) => BigInt(value));
const memberParams = { member: 'member' } as const;

export const saccoRoutes = [
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/settings',
    tag,
    summary: "The SACCO's settings",
    access: BOOK,
    responses: { 200: { description: 'Settings', schema: settings } },
    handle: async ({ ctx, scope }) => ok(presentSettings(await getSettings(ctx.db, scope))),
  }),
  route<'staff', object, SettingsChange>({
    method: 'PUT',
    path: '/api/v1/sacco/settings',
    tag,
    summary: 'Change settings; what is left out keeps its value. The currency is needed the first time',
    access: { kind: 'staff', roles: MANAGERS },
    body: joi.object({
      currency,
      min_kyc_tier: joi.number().integer().min(0).max(3),
      entrance_fee_minor: feeMinor,
      min_share_capital_minor: feeMinor,
      utc_offset_minutes: joi.number().integer().min(-720).max(840),
      withdrawal_approval_minor: feeMinor.allow(null),
    }),
    responses: { 200: { description: 'Settings', schema: settings } },
    handle: async ({ ctx, scope, actor: by, body }) =>
      ok(presentSettings(await putSettings(ctx, scope, by, body))),
  }),
  route<'book', object, JoinRequest>({
    method: 'POST',
    path: '/api/v1/sacco/members',
    tag,
    summary: 'A customer becomes a member',
    access: BOOK,
    body: joi.object({
      customer_id: id('customer').required(),
      pay_entrance_fee: joi.boolean().default(false),
      member_no: joi
        .string()
        .pattern(/^[A-Za-z0-9][A-Za-z0-9/_-]{0,31}$/)
        .messages({
          'string.pattern.base': '{{#label}} must be 1 to 32 letters, digits, "-", "_" or "/"',
        }),
    }),
    responses: {
      200: { description: 'The customer is a member already', schema: joined },
      201: { description: 'The member', schema: joined },
    },
    handle: async ({ ctx, scope, actor: by, body }) => {
      const { member: row, replayed } = await joinMember(ctx, scope, by, body);
      const shown = { ...presentMember(row), replayed };
      return replayed ? ok(shown) : created(shown);
    },
  }),
  route<'book', MemberFilter>({
    method: 'GET',
    path: '/api/v1/sacco/members',
    tag,
    summary: 'Members; q is looked for in number, name and phone',
    access: BOOK,
    query: joi.object({
      ...pageFields('member'),
      status: joi.string().valid(...MEMBER_STATUSES),
      q: text(100),
    }),
    responses: { 200: { description: 'Members', schema: pageOf('members', member) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('members', await listMembers(ctx, scope, query), presentMember),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}',
    tag,
    summary: 'One member',
    access: BOOK,
    params: memberParams,
    responses: { 200: { description: 'The member', schema: member } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentMember(await readMember(ctx, scope, params['member'] as string))),
  }),
  ...(['suspend', 'reactivate'] as const).map((verb) =>
    route<'book'>({
      method: 'POST',
      path: `/api/v1/sacco/members/{member}/${verb}`,
      tag,
      summary: verb === 'suspend' ? 'Stop what is paid out to a member' : 'Make a suspended member active',
      access: BOOK,
      params: memberParams,
      responses: { 200: { description: 'The member', schema: member } },
      handle: async ({ ctx, scope, actor: by, params }) => {
        const to = verb === 'suspend' ? 'suspended' : 'active';
        return ok(presentMember(await setMemberStatus(ctx, scope, by, params['member'] as string, to)));
      },
    }),
  ),
  movementRoute('deposits', 'Cash into savings', deposit),
  movementRoute('withdrawals', "Savings out in cash; above the day's threshold a checker decides", withdraw),
  route<'book', object, MovementBody & { from: 'cash' | 'savings' }>({
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/shares',
    tag,
    summary: 'Shares from cash or from savings',
    access: BOOK,
    params: memberParams,
    body: joi
      .object({ ...movementFields, from: joi.string().valid('cash', 'savings').required() })
      .xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(
        await buyShares(ctx, scope, by, params['member'] as string, {
          ...movementOf(body),
          from: body.from,
        }),
      ),
  }),
  route<'book', object, { idempotency_key: string; memo: string }>({
    method: 'POST',
    path: '/api/v1/sacco/members/{member}/exit',
    tag,
    summary: 'A member leaves; a checker decides',
    access: BOOK,
    params: memberParams,
    body: joi.object({ idempotency_key: idempotencyKey.required(), memo }),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(await requestExit(ctx, scope, by, params['member'] as string, body)),
  }),
  route<'book', PageRequest & { status?: EntryStatus }>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/entries',
    tag,
    summary: "A member's movements",
    access: BOOK,
    params: memberParams,
    query: joi.object({ ...pageFields('entry'), status: joi.string().valid(...ENTRY_STATUSES) }),
    responses: { 200: { description: 'Entries', schema: pageOf('entries', entry) } },
    handle: async ({ ctx, scope, params, query }) =>
      listOf('entries', await listEntries(ctx.db, scope, params['member'] as string, query), (row) =>
        presentEntry(row),
      ),
  }),
  route<'book', StatementRequest>({
    method: 'GET',
    path: '/api/v1/sacco/members/{member}/statement',
    tag,
    summary: "A member's statement; as CSV where the Accept header asks for text/csv",
    access: BOOK,
    params: memberParams,
    headers: { accept: joi.string() },
    query: joi.object({
      from: localDate.required(),
      to: localDate.required(),
      limit: limit.default(MAX_LIMIT),
      after: joi.string().max(100),
    }),
    responses: { 200: { description: 'The statement', schema: statement } },
    handle: async ({ ctx, scope, params, query, headers }) => {
      const found = await readStatement(ctx, scope, params['member'] as string, query);
      if (!/\btext\/csv\b/.test(headers['accept'] ?? '')) return ok(presentStatement(found));
      return {
        status: 200,
        text: { type: 'text/csv', content: statementCsv(found) },
        headers: found.next_after === null ? {} : { 'X-Next-After': found.next_after },
      };
    },
  }),
  route<'book', PageRequest & { status?: EntryStatus }>({
    method: 'GET',
    path: '/api/v1/sacco/entries',
    tag,
    summary: 'All movements',
    access: BOOK,
    query: joi.object({ ...pageFields('entry'), status: joi.string().valid(...ENTRY_STATUSES) }),
    responses: { 200: { description: 'Entries', schema: pageOf('entries', entry) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('entries', await listEntries(ctx.db, scope, null, query), (row) => presentEntry(row)),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/entries/{entry}',
    tag,
    summary: 'One movement',
    access: BOOK,
    params: { entry: 'entry' },
    responses: { 200: { description: 'The entry', schema: entry } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentEntry(await getEntry(ctx.db, scope, params['entry'] as string))),
  }),
  route<'book', object, MovementBody & { direction: Direction; memo: string }>({
    method: 'POST',
    path: '/api/v1/sacco/cash-adjustments',
    tag,
    summary: 'Cash that was counted and is not what the books say; a checker decides',
    access: BOOK,
    body: joi
      .object({ ...movementFields, direction: joi.string().valid('in', 'out').required(), memo })
      .xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, body }) =>
      answerEntry(
        await adjustCash(ctx, scope, by, {
          ...movementOf(body),
          direction: body.direction,
          memo: body.memo,
        }),
      ),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/treasury',
    tag,
    summary: 'Cash on hand, and what was earned',
    access: BOOK,
    responses: {
      200: {
        description: 'The treasury',
        schema: object({ currency: string, ...moneyFields('cash_on_hand', 'fee_income', 'interest_income') }),
      },
    },
    handle: async ({ ctx, scope }) => ok(presentTreasury(await readTreasury(ctx, scope))),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/summary',
    tag,
    summary: 'Members by status, balances by account kind, and whether the books balance',
    access: BOOK,
    responses: { 200: { description: 'The summary', schema: summary } },
    handle: async ({ ctx, scope }) => ok(presentSummary(await readSummary(ctx, scope))),
  }),
];

function movementRoute(name: 'deposits' | 'withdrawals', summaryText: string, move: typeof deposit) {
  return route<'book', object, MovementBody>({
    method: 'POST',
    path: `/api/v1/sacco/members/{member}/${name}`,
    tag,
    summary: summaryText,
    access: BOOK,
    params: memberParams,
    body: joi.object(movementFields).xor('amount', 'amount_minor'),
    responses: movementResponses,
    handle: async ({ ctx, scope, actor: by, params, body }) =>
      answerEntry(await move(ctx, scope, by, params['member'] as string, movementOf(body))),
  });
}
