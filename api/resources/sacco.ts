/** The SACCO as a whole: settings, treasury, summary. */
import joi from 'joi';
import { CURRENCY_CODES, MAX_AMOUNT_MINOR } from '../../core/money.ts';
import {
  getSettings,
  MEMBER_STATUSES,
  presentSettings,
  presentSummary,
  presentTreasury,
  putSettings,
  readSummary,
  readTreasury,
  type SettingsChange,
} from '../../domain/sacco/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { currency } from '../fields.ts';
import { SCOPED, ok, route } from '../http/route.ts';
import {
  boolean,
  dateTime,
  integer,
  moneyFields,
  nullable,
  object,
  oneOf,
  string,
} from '../openapi/schemas.ts';

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
    ...moneyFields('total_debit_balances', 'total_credit_balances'),
    balanced: boolean,
  }),
});

const feeMinor = joi
  .number()
  .integer()
  .min(0)
  .max(Number(MAX_AMOUNT_MINOR))
  .custom((value: number) => BigInt(value));

export const saccoRoutes = [
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/settings',
    tag,
    summary: "The SACCO's settings",
    access: SCOPED,
    errors: ['NOT_FOUND'],
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
  route<'book'>({
    method: 'GET',
    path: '/api/v1/sacco/treasury',
    tag,
    summary: 'Cash on hand, and what was earned',
    access: SCOPED,
    errors: ['NOT_FOUND'],
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
    access: SCOPED,
    errors: ['NOT_FOUND'],
    responses: { 200: { description: 'The summary', schema: summary } },
    handle: async ({ ctx, scope }) => ok(presentSummary(await readSummary(ctx, scope))),
  }),
];
