/** Ledger accounts, their transfers, and the postings that book payments. */
import joi from 'joi';
import { uuidOf } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  ACCOUNT_KIND_NAMES,
  accountHistory,
  GENERIC_KINDS,
  listAccounts,
  openAccount,
  presentAccount,
  presentTransfer,
  type AccountKind,
} from '../../domain/ledger/index.ts';
import { listPostings, presentPosting, retryPosting } from '../../domain/payments/index.ts';
import { currency, pageFields, text } from '../fields.ts';
import { BOOK, listOf, ok, route } from '../route.ts';
import {
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

const tag = 'Ledger';
const POSTING_STATUSES = ['pending', 'posted', 'failed'] as const;

const account = object(
  {
    id: string,
    kind: oneOf(ACCOUNT_KIND_NAMES),
    currency: string,
    name: string,
    subaccount_id: string,
    ...moneyFields(
      'debits_posted',
      'credits_posted',
      'debits_pending',
      'credits_pending',
      'balance',
      'available',
    ),
    created_at: dateTime,
  },
  ['subaccount_id'],
);
const transfer = object(
  {
    id: string,
    kind: string,
    phase: nullable(oneOf(['pending', 'post', 'void'])),
    debit_account_id: string,
    credit_account_id: string,
    ...moneyFields('amount'),
    currency: string,
    reference: string,
    memo: nullable(string),
    hold_id: string,
    created_at: dateTime,
    replayed: boolean,
  },
  ['hold_id'],
);
const posting = object({
  payment_id: string,
  transaction_id: string,
  status: oneOf(POSTING_STATUSES),
  attempts: integer,
  error: nullable(string),
  created_at: dateTime,
  posted_at: nullable(dateTime),
});

interface OpenAccountBody {
  kind: AccountKind;
  currency: Currency;
  subaccount_id?: string;
}

export const ledgerRoutes = [
  route<'book', PageRequest & { kind?: AccountKind; currency?: Currency }>({
    method: 'GET',
    path: '/api/v1/ledger/accounts',
    tag,
    summary: 'Accounts: the generic kinds, or one kind',
    access: BOOK,
    query: joi.object({
      ...pageFields('account'),
      kind: joi.string().valid(...ACCOUNT_KIND_NAMES),
      currency,
    }),
    responses: {
      200: {
        description: 'Accounts',
        schema: pageOf('accounts', account, { backend: string, environment: string }),
      },
    },
    handle: async ({ ctx, scope, query }) => {
      const found = await listAccounts(ctx.db, ctx.ledger, scope, query);
      return ok({
        backend: ctx.ledger.name,
        environment: scope.environment,
        accounts: found.items.map(presentAccount),
        next_after: found.next_after,
      });
    },
  }),
  route<'book', object, OpenAccountBody>({
    method: 'POST',
    path: '/api/v1/ledger/accounts',
    tag,
    summary: 'Open an account once; afterwards it is returned',
    access: BOOK,
    body: joi.object({
      kind: joi
        .string()
        .valid(...GENERIC_KINDS)
        .required(),
      currency: currency.required(),
      subaccount_id: text(100).when('kind', {
        is: 'subaccount',
        then: joi.required(),
        otherwise: joi.forbidden(),
      }),
    }),
    responses: {
      200: { description: 'It was open already', schema: account },
      201: { description: 'Opened', schema: account },
    },
    handle: async ({ ctx, scope, body }) => {
      const key = { kind: body.kind, currency: body.currency, owner: body.subaccount_id ?? '' };
      const { account: opened, replayed } = await openAccount(ctx.db, ctx.ledger, scope, key);
      return { status: replayed ? 200 : 201, body: { ...presentAccount(opened), replayed } };
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/transfers',
    tag,
    summary: "An account's transfers, newest first",
    access: BOOK,
    params: { account: 'account' },
    query: joi.object(pageFields('number')),
    responses: { 200: { description: 'Transfers', schema: pageOf('transfers', transfer) } },
    handle: async ({ ctx, scope, params, query }) => {
      const id = uuidOf('account', params['account'] as string) as string;
      const { account: owner, transfers } = await accountHistory(ctx, scope, id, query);
      return listOf('transfers', transfers, (each) => presentTransfer(each, owner.currency));
    },
  }),
  route<'book', PageRequest & { status?: (typeof POSTING_STATUSES)[number] }>({
    method: 'GET',
    path: '/api/v1/ledger/postings',
    tag,
    summary: 'Postings of completed payments, newest payment first',
    access: BOOK,
    query: joi.object({ ...pageFields('payment'), status: joi.string().valid(...POSTING_STATUSES) }),
    responses: { 200: { description: 'Postings', schema: pageOf('postings', posting) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('postings', await listPostings(ctx.db, scope, query), presentPosting),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/ledger/postings/{payment}/retry',
    tag,
    summary: 'Try a failed posting again',
    access: BOOK,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The posting, pending again', schema: posting } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPosting(await retryPosting(ctx, scope, params['payment'] as string))),
  }),
];
