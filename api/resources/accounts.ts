/** Ledger accounts and their balances. */
import joi from 'joi';
import { parseId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { string, type Wire } from '../../core/schema.ts';
import { environmentSchema } from '../../core/common-schemas.ts';
import type { PageRequest } from '../../db/page.ts';
import { accountSummaries } from '../../domain/chart/index.ts';
import { ACCOUNT_KIND_NAMES, type AccountKind, accounts, transfers } from '../../domain/ledger/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { currency, instant, pageFields, text } from '../fields.ts';
import { SCOPED, createdOnce, listOf, ok, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Ledger';

type Account = Awaited<ReturnType<typeof accounts.read>>;

interface OpenAccountBody {
  kind: AccountKind;
  currency: Currency;
  subaccount_id?: string;
}

export const accountRoutes = [
  route({
    operation_id: 'ledger.accounts.list',
    method: 'GET',
    path: '/api/v1/ledger/accounts',
    tag,
    summary: 'Accounts of the generic kinds, or of one kind',
    access: SCOPED,
    query: joi.object<PageRequest & { kind?: AccountKind; currency?: Currency }>({
      ...pageFields('account'),
      kind: joi.string().valid(...ACCOUNT_KIND_NAMES),
      currency,
    }),
    responses: {
      200: {
        description: 'Accounts',
        schema: pageOf('accounts', accounts.schema, { backend: string, environment: environmentSchema }),
      },
    },
    handle: async ({ caller, query }) => {
      const { ctx, scope } = caller;
      const found = await accounts.list(caller, query);
      return ok({
        backend: ctx.ledger.name,
        environment: scope.environment,
        accounts: await presentNamed(ctx, found.items),
        next_after: found.next_after,
      });
    },
  }),
  route({
    operation_id: 'ledger.accounts.open',
    method: 'POST',
    path: '/api/v1/ledger/accounts',
    tag,
    summary: 'Open an account, or return it if it is already open',
    access: SCOPED,
    body: joi.object<OpenAccountBody>({
      kind: joi
        .string()
        .valid(...accounts.GENERIC_KINDS)
        .required(),
      currency: currency.required(),
      subaccount_id: text(100)
        .when('kind', {
          is: 'subaccount',
          then: joi.required(),
          otherwise: joi.forbidden(),
        })
        .meta({
          openapi: {
            type: 'string',
            maxLength: 100,
            description: 'Required for a subaccount, forbidden otherwise',
          },
        }),
    }),
    responses: {
      200: { description: 'It was already open', schema: accounts.schema },
      201: { description: 'Opened', schema: accounts.schema },
    },
    handle: async ({ caller, body }) => {
      const key = { kind: body.kind, currency: body.currency, owner: body.subaccount_id ?? '' };
      const { account, replayed } = await accounts.open(caller, key);
      return createdOnce(accounts.present(account), replayed);
    },
  }),
  route({
    operation_id: 'ledger.accounts.get',
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}',
    tag,
    summary: 'One account, of any kind',
    access: SCOPED,
    responses: { 200: { description: 'The account, with its current balance', schema: accounts.schema } },
    handle: async ({ ctx, caller, params }) => {
      const [presented] = await presentNamed(ctx, [await accounts.read(caller, accountUuid(params))]);
      return ok(presented as Wire<typeof accounts.schema>);
    },
  }),
  route({
    operation_id: 'ledger.accounts.listTransfers',
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/transfers',
    tag,
    summary: "An account's transfers, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('number')),
    responses: { 200: { description: 'Transfers', schema: pageOf('transfers', transfers.schema) } },
    handle: async ({ caller, params, query }) => {
      const found = await accounts.readHistory(caller, accountUuid(params), query);
      return listOf('transfers', found.transfers, (each) => transfers.present(each, found.account.currency));
    },
  }),
  route({
    operation_id: 'ledger.accounts.balance',
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/balance',
    tag,
    summary: "An account's balance at a past moment",
    access: SCOPED,
    query: joi.object<{ at: Date }>({ at: instant.required() }),
    responses: {
      200: {
        description: 'The balances after the last transfer up to and including that millisecond',
        schema: accounts.balanceSchema,
      },
    },
    handle: async ({ caller, params, query }) => {
      const { account, balances } = await accounts.readBalanceAt(caller, accountUuid(params), query.at);
      return ok(accounts.presentBalance(account, query.at, balances));
    },
  }),
];

/** Bank and general accounts have their names in the chart. */
async function presentNamed({ db }: Context, found: Account[]): Promise<Wire<typeof accounts.schema>[]> {
  const defined = found.filter(({ kind }) => accounts.isDefinedKind(kind));
  const named = await accountSummaries(db, defined);
  return found.map((account) =>
    accounts.present(account, accounts.isDefinedKind(account.kind) ? named(account) : null),
  );
}

function accountUuid({ account }: { account: string }): string {
  return parseId('account', account) as string;
}
