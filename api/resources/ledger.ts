/** Ledger accounts, their transfers, and the postings that book payments. */
import joi from 'joi';
import { encodeId, parseId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import {
  ACCOUNT_KIND_NAMES,
  accountHistory,
  balanceAt,
  captureHold,
  createHold,
  createManualTransfer,
  findHold,
  GENERIC_KINDS,
  HOLD_STATUSES,
  ledgerReport,
  listAccounts,
  listHolds,
  openAccount,
  presentAccount,
  presentBalanceAt,
  presentHold,
  presentReport,
  presentTransfer,
  voidHold,
  type AccountKind,
  type HoldStatus,
} from '../../domain/ledger/index.ts';
import { listPostings, presentPosting, retryPosting } from '../../domain/payments/index.ts';
import {
  amountMinor,
  currency,
  id,
  idempotencyKey,
  instant,
  localDate,
  pageFields,
  text,
} from '../fields.ts';
import { SCOPED, listOf, ok, route } from '../http/route.ts';
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
} from '../openapi/schemas.ts';

const tag = 'Ledger';
const POSTING_STATUSES = ['pending', 'posted', 'failed'] as const;

const counters = moneyFields(
  'debits_posted',
  'credits_posted',
  'debits_pending',
  'credits_pending',
  'balance',
  'available',
);
const accountShape = {
  id: string,
  kind: oneOf(ACCOUNT_KIND_NAMES),
  currency: string,
  name: string,
  subaccount_id: string,
  ...counters,
  created_at: dateTime,
};
const account = object(accountShape, ['subaccount_id']);
const opened = object({ ...accountShape, replayed: boolean }, ['subaccount_id']);
export const transfer = object(
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

const hold = object(
  {
    id: string,
    status: oneOf(HOLD_STATUSES),
    debit_account_id: string,
    credit_account_id: string,
    ...moneyFields('amount', 'captured'),
    currency: string,
    reference: string,
    memo: nullable(string),
    timeout_secs: nullable(integer),
    expires_at: nullable(dateTime),
    created_at: dateTime,
    replayed: boolean,
  },
  ['replayed'],
);

/** Holds last at most 90 days. */
const MAX_TIMEOUT_S = 7_776_000;

const movement = {
  debit_account_id: id('account').required(),
  credit_account_id: id('account').required(),
  amount_minor: amountMinor.required(),
  idempotency_key: idempotencyKey.required(),
  memo: text(500),
};

interface MovementBody {
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  idempotency_key: string;
  memo?: string;
}

function movementOf(body: MovementBody) {
  return {
    debit_account_id: parseId('account', body.debit_account_id) as string,
    credit_account_id: parseId('account', body.credit_account_id) as string,
    amount_minor: body.amount_minor,
    idempotency_key: body.idempotency_key,
    memo: body.memo ?? null,
  };
}

function holdId(params: Record<string, string>): string {
  return parseId('hold', params['hold'] as string) as string;
}

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
    access: SCOPED,
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
    access: SCOPED,
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
      200: { description: 'It was open already', schema: opened },
      201: { description: 'Opened', schema: opened },
    },
    handle: async ({ ctx, scope, body }) => {
      const key = { kind: body.kind, currency: body.currency, owner: body.subaccount_id ?? '' };
      const { account: found, replayed } = await openAccount(ctx.db, ctx.ledger, scope, key);
      return { status: replayed ? 200 : 201, body: { ...presentAccount(found), replayed } };
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/transfers',
    tag,
    summary: "An account's transfers, newest first",
    access: SCOPED,
    params: { account: 'account' },
    query: joi.object(pageFields('number')),
    responses: { 200: { description: 'Transfers', schema: pageOf('transfers', transfer) } },
    handle: async ({ ctx, scope, params, query }) => {
      const id = parseId('account', params['account'] as string) as string;
      const { account: owner, transfers } = await accountHistory(ctx, scope, id, query);
      return listOf('transfers', transfers, (each) => presentTransfer(each, owner.currency));
    },
  }),
  route<'book', { at: Date }>({
    method: 'GET',
    path: '/api/v1/ledger/accounts/{account}/balance',
    tag,
    summary: "An account's balance at a past moment",
    access: SCOPED,
    params: { account: 'account' },
    query: joi.object({ at: instant.required() }),
    responses: {
      200: {
        description: 'The counters after the last transfer up to that millisecond',
        schema: object({ account_id: string, currency: string, at: dateTime, ...counters }),
      },
    },
    handle: async ({ ctx, scope, params, query }) => {
      const account_id = parseId('account', params['account'] as string) as string;
      const found = await balanceAt(ctx, scope, account_id, query.at);
      return ok(presentBalanceAt(found.account, query.at, found.balances));
    },
  }),
  route<'book', object, MovementBody>({
    method: 'POST',
    path: '/api/v1/ledger/transfers',
    tag,
    summary: 'Move money between generic accounts',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object(movement),
    responses: {
      200: { description: 'A repeat: the original transfer', schema: transfer },
      201: { description: 'The transfer', schema: transfer },
    },
    handle: async ({ ctx, scope, actor, body }) => {
      const {
        transfer: booked,
        currency: its,
        replayed,
      } = await createManualTransfer(ctx, scope, actor, movementOf(body));
      return { status: replayed ? 200 : 201, body: presentTransfer(booked, its, replayed) };
    },
  }),
  route<'book', object, MovementBody & { timeout_secs?: number }>({
    method: 'POST',
    path: '/api/v1/ledger/holds',
    tag,
    summary: 'Hold money until it is captured, voided or expired',
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi.object({ ...movement, timeout_secs: joi.number().integer().min(1).max(MAX_TIMEOUT_S) }),
    responses: {
      200: { description: 'A repeat: the hold as it stands', schema: hold },
      201: { description: 'The hold', schema: hold },
    },
    handle: async ({ ctx, scope, body }) => {
      const request = { ...movementOf(body), timeout_s: body.timeout_secs ?? 0 };
      const { hold: held, replayed } = await createHold(ctx, scope, request);
      return { status: replayed ? 200 : 201, body: { ...presentHold(held), replayed } };
    },
  }),
  route<'book', PageRequest & { status?: HoldStatus }>({
    method: 'GET',
    path: '/api/v1/ledger/holds',
    tag,
    summary: 'Holds, newest first',
    access: SCOPED,
    query: joi.object({ ...pageFields('hold'), status: joi.string().valid(...HOLD_STATUSES) }),
    responses: { 200: { description: 'Holds', schema: pageOf('holds', hold) } },
    handle: async ({ ctx, scope, query }) => {
      const after = query.after && (parseId('hold', query.after) as string);
      const found = await listHolds(ctx.db, scope, { ...query, after });
      const next_after = found.next_after && encodeId('hold', found.next_after);
      return listOf('holds', { items: found.items, next_after }, presentHold);
    },
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/ledger/holds/{hold}',
    tag,
    summary: 'One hold',
    access: SCOPED,
    params: { hold: 'hold' },
    responses: { 200: { description: 'The hold', schema: hold } },
    handle: async ({ ctx, scope, params }) => ok(presentHold(await findHold(ctx.db, scope, holdId(params)))),
  }),
  route<'book', object, { amount_minor?: bigint }>({
    method: 'POST',
    path: '/api/v1/ledger/holds/{hold}/capture',
    tag,
    summary: 'Capture all or part of a hold; the remainder is released',
    access: SCOPED,
    params: { hold: 'hold' },
    body: joi.object({ amount_minor: amountMinor }),
    responses: { 200: { description: 'The captured hold; `replayed` on an identical repeat', schema: hold } },
    handle: async ({ ctx, scope, params, body }) => {
      const { hold: captured, replayed } = await captureHold(ctx, scope, holdId(params), body.amount_minor);
      return ok({ ...presentHold(captured), replayed });
    },
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/ledger/holds/{hold}/void',
    tag,
    summary: 'Release a hold',
    access: SCOPED,
    params: { hold: 'hold' },
    responses: { 200: { description: 'The voided hold', schema: hold } },
    handle: async ({ ctx, scope, params }) => ok(presentHold(await voidHold(ctx, scope, holdId(params)))),
  }),
  route<'book', { from: string; to: string }>({
    method: 'GET',
    path: '/api/v1/ledger/report',
    tag,
    summary: 'What came in, went back and was kept, per currency; at most 366 days, UTC, inclusive',
    access: SCOPED,
    query: joi.object({ from: localDate.required(), to: localDate.required() }),
    responses: {
      200: {
        description: 'The report',
        schema: object({
          from: string,
          to: string,
          currencies: {
            type: 'array',
            items: object({
              currency: string,
              payments: integer,
              refunds: integer,
              ...moneyFields('collected', 'refunded', 'provider_fees', 'vendor_splits', 'net', 'paid_out'),
            }),
          },
        }),
      },
    },
    handle: async ({ ctx, scope, query: { from, to } }) =>
      ok(presentReport(from, to, await ledgerReport(ctx.db, scope, from, to))),
  }),
  route<'book', PageRequest & { status?: (typeof POSTING_STATUSES)[number] }>({
    method: 'GET',
    path: '/api/v1/ledger/postings',
    tag,
    summary: 'Postings of completed payments, newest payment first',
    access: SCOPED,
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
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The posting, pending again', schema: posting } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentPosting(await retryPosting(ctx, scope, params['payment'] as string))),
  }),
];
