/** Shared by the routes that move the SACCO's money: request fields, and the answer with the entry. */
import joi from 'joi';
import { given } from '../../core/given.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  type savingsMoves,
  entries,
  type bankMoney,
  type mobileMoney,
  type MovementRequest,
  type RequestedEntry,
} from '../../domain/movements/index.ts';
import {
  amountFields,
  amountOf,
  id,
  idempotencyKey,
  text,
  withOneAmount,
  type AmountBody,
} from '../fields.ts';
import { bankFields } from './bank-money.ts';

export const movementResponses = {
  200: { description: 'A repeat of an earlier request', schema: entries.schema },
  201: { description: 'Posted, or being paid out; or failed, with the reason', schema: entries.schema },
  202: { description: 'It waits for a checker', schema: entries.schema },
};

/** Where the cooperative has tills. */
export const till = id('till').description(
  'The till whose cash it moves, where the cooperative has tills: needed with an API key; a person uses the till of their open session',
);

/** By default the one that every member has. */
export const savings_account_id = id('savings_account').description(
  'Which savings account of the member; by default the default one',
);

/** Of a movement that may come from savings. */
const fromSavingsAccount = savings_account_id
  .when('from', { not: 'savings', then: joi.forbidden() })
  .messages({ 'any.unknown': '{{#label}} is only for money from savings' })
  .meta({
    openapi: {
      type: 'string',
      description: 'With `from: "savings"`: which savings account; by default the default one',
    },
  });

/** Of a loan, which may be disbursed into savings. */
export const intoSavingsAccount = savings_account_id
  .when('disburse_to', { is: 'mobile', then: joi.forbidden() })
  .messages({ 'any.unknown': '{{#label}} is only for a loan that goes into savings' })
  .meta({
    openapi: {
      type: 'string',
      description: "Into savings: which of the member's accounts; by default the default one",
    },
  });

const memo = text(500).description("What the movement is about, such as a slip's number");

/** Of a movement that moves no cash of a till. Exactly one of the two amounts is required. */
export const fieldsWithoutTill = {
  ...amountFields,
  memo,
  idempotency_key: idempotencyKey.required(),
};

export const movementFields = { ...fieldsWithoutTill, till };

/** The reason, for the checker. */
export const requiredMemo = text(500).required();

/** Of a request without an amount, which follows from its subject. */
export const fieldsWithMemo = {
  idempotency_key: idempotencyKey.required(),
  memo: requiredMemo,
};

export const bodyWithMemo = joi.object<{ idempotency_key: string; memo: string }>(fieldsWithMemo);

/** The same for one that moves cash. */
export const cashBodyWithMemo = joi.object<{ idempotency_key: string; memo: string; till?: string }>({
  ...fieldsWithMemo,
  till,
});

export interface MovementBody extends AmountBody, bankMoney.BankMoney, mobileMoney.MobileMoney {
  memo?: string;
  till?: string;
  savings_account_id?: string;
  idempotency_key: string;
}

export function movementOf(
  body: MovementBody,
): MovementRequest & savingsMoves.NamesAccount & bankMoney.BankMoney & mobileMoney.MobileMoney {
  const { memo: note, till: till_id, account, reference, provider, phone, idempotency_key } = body;
  const { savings_account_id: savings } = body;
  const { amount_minor } = amountOf(body) as { amount_minor: bigint };
  return {
    amount_minor,
    idempotency_key,
    ...given({
      memo: note,
      till: till_id,
      savings_account_id: savings,
      account,
      reference,
      provider,
      phone,
    }),
  };
}

/** Of money from cash, from savings, or that came into the bank. */
export const fromSourceBody = withOneAmount<MovementBody & { from: 'cash' | 'savings' | 'bank' }>({
  ...movementFields,
  from: joi.string().valid('cash', 'savings', 'bank').required(),
  ...bankFields('from'),
  savings_account_id: fromSavingsAccount,
});

/** A repeat is answered 200, an entry that waits for a checker 202, a posted or failed entry 201. */
export async function answerEntry(ctx: Context, { entry, replayed }: RequestedEntry) {
  const status = replayed ? 200 : entry.status === 'awaiting_approval' ? 202 : 201;
  return { status, body: await entries.present(ctx, entry, replayed) };
}
