/** Wallets and requested wallet movements. */
import joi from 'joi';
import type { Currency } from '../../core/money.ts';
import type { PageRequest } from '../../db/page.ts';
import { transfers } from '../../domain/ledger/index.ts';
import {
  depositIntoWallet,
  listWallets,
  openWallet,
  presentWallet,
  transferBetweenWallets,
  walletSchema,
  withdrawFromWallet,
  type MoneyRequest,
  type Moved,
} from '../../domain/wallets/index.ts';
import {
  amountFields,
  amountOf,
  currency,
  id,
  idempotencyKey,
  pageFields,
  withOneAmount,
  type AmountBody,
} from '../fields.ts';
import { SCOPED, createdOnce, listOf, route } from '../http/route.ts';
import { pageOf } from '../openapi/page-schema.ts';

const tag = 'Wallets';
const path = '/api/v1/customers/{customer}/wallets';

type MoneyBody = AmountBody & { currency: Currency; idempotency_key: string };

const moneyFields = {
  currency: currency.required(),
  ...amountFields,
  idempotency_key: idempotencyKey.required(),
};

function moneyOf({ currency: its, idempotency_key, ...amount }: MoneyBody): MoneyRequest {
  return { currency: its, idempotency_key, amount_minor: amountOf(amount).amount_minor as bigint };
}

const movedResponses = {
  200: { description: 'A repeat: the original transfer', schema: transfers.schema },
  201: { description: 'The transfer', schema: transfers.schema },
};

function answerMoved({ transfer, currency: its, replayed }: Moved) {
  return { status: replayed ? 200 : 201, body: transfers.present(transfer, its, replayed) };
}

export const walletRoutes = [
  route({
    operation_id: 'customers.wallets.open',
    method: 'POST',
    path,
    tag,
    summary: 'Open a wallet, one per currency; needs an active customer of KYC tier 1 or above',
    access: SCOPED,
    body: joi.object<{ currency: Currency }>({ currency: currency.required() }),
    responses: {
      200: { description: 'It was already open', schema: walletSchema },
      201: { description: 'Opened', schema: walletSchema },
    },
    handle: async ({ caller, params, body }) => {
      const { wallet, replayed } = await openWallet(caller, { customer_id: params.customer, ...body });
      return createdOnce(presentWallet(wallet), replayed);
    },
  }),
  route({
    operation_id: 'customers.wallets.list',
    method: 'GET',
    path,
    tag,
    summary: "A customer's wallets, newest first",
    access: SCOPED,
    query: joi.object<PageRequest>(pageFields('wallet')),
    responses: { 200: { description: 'Wallets', schema: pageOf('wallets', walletSchema) } },
    handle: async ({ caller, params, query }) =>
      listOf('wallets', await listWallets(caller, params.customer, query), presentWallet),
  }),
  route({
    operation_id: 'customers.wallets.deposit',
    method: 'POST',
    path: `${path}/deposit`,
    tag,
    summary: "Move money from the merchant's balance into the wallet",
    access: SCOPED,
    body: withOneAmount<MoneyBody>(moneyFields),
    responses: movedResponses,
    handle: async ({ caller, params, body }) =>
      answerMoved(await depositIntoWallet(caller, params.customer, moneyOf(body))),
  }),
  route({
    operation_id: 'customers.wallets.withdraw',
    method: 'POST',
    path: `${path}/withdraw`,
    tag,
    summary: "Move money from the wallet into the merchant's balance",
    access: SCOPED,
    body: withOneAmount<MoneyBody>(moneyFields),
    responses: movedResponses,
    handle: async ({ caller, params, body }) =>
      answerMoved(await withdrawFromWallet(caller, params.customer, moneyOf(body))),
  }),
  route({
    operation_id: 'walletTransfers.create',
    method: 'POST',
    path: '/api/v1/wallet-transfers',
    tag,
    summary: "Move money from one customer's wallet into another's",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<MoneyBody & { from_customer_id: string; to_customer_id: string }>({
      from_customer_id: id('customer').required(),
      to_customer_id: id('customer').required(),
      ...moneyFields,
    }),
    responses: movedResponses,
    handle: async ({ caller, body: { from_customer_id, to_customer_id, ...money } }) => {
      const request = { from_customer_id, to_customer_id, ...moneyOf(money) };
      return answerMoved(await transferBetweenWallets(caller, request));
    },
  }),
];
