/** Wallets, the movements that people ask for, and top-ups. */
import joi from 'joi';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import { presentTransfer } from '../../domain/ledger/index.ts';
import {
  deposit,
  getTopup,
  listTopups,
  listWallets,
  openWallet,
  presentTopup,
  presentWallet,
  retryTopup,
  reverseTopup,
  TOPUP_STATUSES,
  transferBetweenWallets,
  withdraw,
  type MoneyRequest,
  type Moved,
  type TopupStatus,
} from '../../domain/wallets/index.ts';
import {
  amountFields,
  amountOf,
  currency,
  id,
  idempotencyKey,
  pageFields,
  type AmountBody,
} from '../fields.ts';
import { SCOPED, listOf, ok, route, type Answer } from '../http/route.ts';
import {
  boolean,
  dateTime,
  moneyFields,
  nullable,
  object,
  oneOf,
  pageOf,
  string,
} from '../openapi/schemas.ts';
import { transfer } from './ledger.ts';

const tag = 'Wallets';

const wallet = object(
  {
    id: string,
    customer_id: string,
    account_id: string,
    currency: string,
    ...moneyFields('balance', 'available'),
    created_at: dateTime,
    replayed: boolean,
  },
  ['replayed'],
);
const topup = object(
  {
    payment_id: string,
    customer_id: string,
    wallet_id: string,
    ...moneyFields('amount'),
    currency: string,
    status: oneOf(TOPUP_STATUSES),
    reason: nullable(string),
    created_at: dateTime,
    updated_at: dateTime,
    credited_at: nullable(dateTime),
    replayed: boolean,
  },
  ['replayed'],
);

type MoneyBody = AmountBody & { currency: Currency; idempotency_key: string };

const moneyFieldsOfBody = {
  currency: currency.required(),
  ...amountFields,
  idempotency_key: idempotencyKey.required(),
};

function moneyOf({ currency: its, idempotency_key, ...amount }: MoneyBody): MoneyRequest {
  return { currency: its, idempotency_key, amount_minor: amountOf(amount).amount_minor as bigint };
}

const moved = {
  200: { description: 'A repeat: the original transfer', schema: transfer },
  201: { description: 'The transfer', schema: transfer },
};

function answerMoved({ transfer: booked, currency: its, replayed }: Moved): Answer {
  return { status: replayed ? 200 : 201, body: presentTransfer(booked, its, replayed) };
}

const customer = (params: Record<string, string>): string => params['customer'] as string;
const payment = (params: Record<string, string>): string => params['payment'] as string;

export const walletRoutes = [
  route<'book', object, { currency: Currency }>({
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets',
    tag,
    summary: 'Open a wallet, one per currency; needs an active customer of KYC tier 1 or above',
    access: SCOPED,
    params: { customer: 'customer' },
    body: joi.object({ currency: currency.required() }),
    responses: {
      200: { description: 'It was open already', schema: wallet },
      201: { description: 'Opened', schema: wallet },
    },
    handle: async ({ ctx, scope, actor, params, body }) => {
      const opened = await openWallet(ctx, scope, actor, customer(params), body.currency);
      return {
        status: opened.replayed ? 200 : 201,
        body: { ...presentWallet(opened.wallet), replayed: opened.replayed },
      };
    },
  }),
  route<'book', PageRequest>({
    method: 'GET',
    path: '/api/v1/customers/{customer}/wallets',
    tag,
    summary: "A customer's wallets, newest first",
    access: SCOPED,
    params: { customer: 'customer' },
    query: joi.object(pageFields('wallet')),
    responses: { 200: { description: 'Wallets', schema: pageOf('wallets', wallet) } },
    handle: async ({ ctx, scope, params, query }) =>
      listOf('wallets', await listWallets(ctx, scope, customer(params), query), presentWallet),
  }),
  route<'book', object, MoneyBody>({
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets/deposit',
    tag,
    summary: "Move money from the merchant's balance into the wallet",
    access: SCOPED,
    params: { customer: 'customer' },
    body: joi.object(moneyFieldsOfBody).xor('amount', 'amount_minor'),
    responses: moved,
    handle: async ({ ctx, scope, actor, params, body }) =>
      answerMoved(await deposit(ctx, scope, actor, customer(params), moneyOf(body))),
  }),
  route<'book', object, MoneyBody>({
    method: 'POST',
    path: '/api/v1/customers/{customer}/wallets/withdraw',
    tag,
    summary: "Move money from the wallet into the merchant's balance",
    access: SCOPED,
    params: { customer: 'customer' },
    body: joi.object(moneyFieldsOfBody).xor('amount', 'amount_minor'),
    responses: moved,
    handle: async ({ ctx, scope, actor, params, body }) =>
      answerMoved(await withdraw(ctx, scope, actor, customer(params), moneyOf(body))),
  }),
  route<'book', object, MoneyBody & { from_customer_id: string; to_customer_id: string }>({
    method: 'POST',
    path: '/api/v1/wallet-transfers',
    tag,
    summary: "Move money from one customer's wallet into another's",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: joi
      .object({
        from_customer_id: id('customer').required(),
        to_customer_id: id('customer').required(),
        ...moneyFieldsOfBody,
      })
      .xor('amount', 'amount_minor'),
    responses: moved,
    handle: async ({ ctx, scope, actor, body: { from_customer_id, to_customer_id, ...money } }) => {
      const request = { from_customer_id, to_customer_id, ...moneyOf(money) };
      return answerMoved(await transferBetweenWallets(ctx, scope, actor, request));
    },
  }),
  route<'book', PageRequest & { status?: TopupStatus }>({
    method: 'GET',
    path: '/api/v1/wallet-topups',
    tag,
    summary: 'Top-ups, newest payment first',
    access: SCOPED,
    query: joi.object({ ...pageFields('payment'), status: joi.string().valid(...TOPUP_STATUSES) }),
    responses: { 200: { description: 'Top-ups', schema: pageOf('topups', topup) } },
    handle: async ({ ctx, scope, query }) =>
      listOf('topups', await listTopups(ctx.db, scope, query), presentTopup),
  }),
  route<'book'>({
    method: 'GET',
    path: '/api/v1/wallet-topups/{payment}',
    tag,
    summary: 'The top-up by one payment',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The top-up', schema: topup } },
    handle: async ({ ctx, scope, params }) =>
      ok(presentTopup(await getTopup(ctx.db, scope, payment(params)))),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/wallet-topups/{payment}/retry',
    tag,
    summary: 'Try a blocked top-up again',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The top-up as it then stands', schema: topup } },
    handle: async ({ ctx, scope, actor, params }) =>
      ok(presentTopup(await retryTopup(ctx, scope, actor, payment(params)))),
  }),
  route<'book'>({
    method: 'POST',
    path: '/api/v1/wallet-topups/{payment}/reverse',
    tag,
    summary: 'Take a credited top-up back out of the wallet, so that its payment can be refunded',
    access: SCOPED,
    params: { payment: 'payment' },
    responses: { 200: { description: 'The reversed top-up; `replayed` on a repeat', schema: topup } },
    handle: async ({ ctx, scope, actor, params }) => {
      const reversed = await reverseTopup(ctx, scope, actor, payment(params));
      return ok({ ...presentTopup(reversed.topup), replayed: reversed.replayed });
    },
  }),
];
