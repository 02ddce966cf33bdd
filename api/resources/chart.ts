/** The chart of accounts. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import type { Currency } from '../../core/money.ts';
import {
  changeAccount,
  changeSystemAccount,
  chartAccountSchema,
  chartSchema,
  CODE,
  CODE_LENGTH,
  defineAccount,
  presentChartAccount,
  readChart,
  readSystemAccount,
  withBalance,
  type AccountChange,
  type AccountRequest,
  type CodeAndName,
} from '../../domain/chart/index.ts';
import { accounts } from '../../domain/ledger/index.ts';
import { MANAGERS } from '../../domain/staff/index.ts';
import { currency, text } from '../fields.ts';
import { created, ok, route, SCOPED } from '../http/route.ts';
import { accountName } from '../requests/bank-money.ts';

const tag = 'Accounting';
const path = '/api/v1/accounting';
const managers = { kind: 'staff', roles: MANAGERS } as const;

const code = worded(joi.string().min(CODE_LENGTH.min).max(CODE_LENGTH.max).pattern(CODE), {
  'string.pattern.base':
    '{{#label}} must be digits, capital letters, dots or hyphens, with at least one digit or letter',
}).meta({ openapi: { pattern: CODE.source } });
const name = text(60);

export const chartRoutes = [
  route({
    operation_id: 'accounting.chart.get',
    method: 'GET',
    path: `${path}/chart`,
    tag,
    summary: 'The chart of accounts, with what the accounts hold now',
    access: SCOPED,
    query: joi.object<{ currency?: Currency }>({ currency }),
    reads_many: true,
    responses: { 200: { description: 'The chart', schema: chartSchema } },
    handle: async ({ caller, query }) =>
      ok({ accounts: (await readChart(caller, query.currency)).map(presentChartAccount) }),
  }),
  route({
    operation_id: 'accounting.chart.update',
    method: 'PATCH',
    path: `${path}/chart/{current_code}`,
    params: { current_code: code },
    tag,
    summary: "Change the code or the name of one of the system's accounts",
    description:
      "The answer is the account in the cooperative's currency. Of a kind that is used in several currencies, all rows of the chart change.",
    access: managers,
    body: joi.object<Partial<CodeAndName>>({ code, name }).min(1),
    responses: { 200: { description: 'The account', schema: chartAccountSchema } },
    handle: async ({ caller, params, body }) =>
      ok(
        presentChartAccount(
          await readSystemAccount(caller, await changeSystemAccount(caller, params.current_code, body)),
        ),
      ),
  }),
  route({
    operation_id: 'accounting.accounts.create',
    method: 'POST',
    path: `${path}/accounts`,
    tag,
    summary: 'Define a bank account or a general account',
    access: managers,
    errors: ['NOT_FOUND'],
    body: joi.object<AccountRequest>({
      code: code.required(),
      name: name.required(),
      kind: joi
        .string()
        .valid(...accounts.DEFINED_KINDS)
        .required(),
      currency: currency.required(),
    }),
    responses: { 201: { description: 'The account', schema: chartAccountSchema } },
    handle: async ({ caller, body }) =>
      created(presentChartAccount(await withBalance(caller, await defineAccount(caller, body)))),
  }),
  route({
    operation_id: 'accounting.accounts.update',
    method: 'PATCH',
    path: `${path}/accounts/{chart_account}`,
    params: { chart_account: accountName },
    tag,
    summary: 'Change the code or the name of an account that was defined, or make it inactive or active',
    description:
      'Only an account that holds nothing can be made inactive. An inactive account takes no money.',
    access: managers,
    body: joi.object<AccountChange>({ code, name, active: joi.boolean() }).min(1),
    responses: { 200: { description: 'The account', schema: chartAccountSchema } },
    handle: async ({ caller, params, body }) =>
      ok(
        presentChartAccount(
          await withBalance(caller, await changeAccount(caller, params.chart_account, body)),
        ),
      ),
  }),
];
