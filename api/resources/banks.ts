/** Bankings, and journals between accounts of the chart. */
import joi from 'joi';
import { worded } from '../../core/field-messages.ts';
import { requestBanking, requestJournal } from '../../domain/banks/index.ts';
import { entries } from '../../domain/movements/index.ts';
import { ANY_STAFF } from '../../domain/staff/index.ts';
import { amountFields, idempotencyKey, text, withOneAmount } from '../fields.ts';
import { SCOPED, route } from '../http/route.ts';
import { accountName } from '../requests/bank-money.ts';
import {
  answerEntry,
  fieldsWithoutTill,
  movementOf,
  movementResponses,
  requiredMemo,
  type MovementBody,
} from '../requests/movement.ts';

const MIN_LINES = 2;
const MAX_LINES = 100;

interface LineBody {
  account: string;
  debit?: bigint;
  debit_minor?: bigint;
  credit?: bigint;
  credit_minor?: bigint;
}

interface JournalBody {
  lines: LineBody[];
  memo: string;
  reference?: string;
  idempotency_key: string;
}

interface BankingBody extends Omit<MovementBody, 'till'> {
  direction: entries.BankingDirection;
  account: string;
  reference: string;
  memo: string;
}

const ONE_AMOUNT = '{{#label}} must have either a debit or a credit, once';

const line = worded(
  joi
    .object<LineBody>({
      account: accountName.required(),
      debit: amountFields.amount,
      debit_minor: amountFields.amount_minor,
      credit: amountFields.amount,
      credit_minor: amountFields.amount_minor,
    })
    .xor('debit', 'debit_minor', 'credit', 'credit_minor'),
  { 'object.xor': ONE_AMOUNT, 'object.missing': ONE_AMOUNT },
);

export const bankRoutes = [
  route({
    operation_id: 'sacco.bankings.create',
    method: 'POST',
    path: '/api/v1/sacco/bankings',
    tag: 'SACCO',
    summary: "Move money between a bank account and the tills, or the providers' clearing; a checker decides",
    access: SCOPED,
    errors: ['NOT_FOUND'],
    body: withOneAmount<BankingBody>({
      ...fieldsWithoutTill,
      direction: joi
        .string()
        .valid(...entries.BANKING_DIRECTIONS)
        .required(),
      account: accountName.required().description('Code or id of a bank account'),
      reference: text(100).required().description("Of the bank's slip"),
      memo: requiredMemo,
    }),
    responses: { 200: movementResponses[200], 202: movementResponses[202] },
    handle: async ({ ctx, caller, body }) => {
      const { direction, account, reference, memo } = body;
      const request = { ...movementOf(body), direction, account, reference, memo };
      return answerEntry(ctx, await requestBanking(caller, request));
    },
  }),
  route({
    operation_id: 'accounting.journals.create',
    method: 'POST',
    path: '/api/v1/accounting/journals',
    tag: 'Accounting',
    summary: 'Move money between accounts of the chart, all lines or none; a checker decides',
    description:
      'Lines name bank and general accounts, operating expenses, opening balances and tax payable. The accounts of members, loans, wallets, merchants, tills and providers, and the income from loans and fees, are moved by their own movements alone.',
    access: { kind: 'staff', roles: ANY_STAFF },
    errors: ['NOT_FOUND'],
    body: joi.object<JournalBody>({
      lines: joi.array().items(line).min(MIN_LINES).max(MAX_LINES).required(),
      memo: requiredMemo,
      reference: text(100).description('Of a document'),
      idempotency_key: idempotencyKey.required(),
    }),
    responses: { 200: movementResponses[200], 202: movementResponses[202] },
    handle: async ({ ctx, caller, body }) => {
      const lines = body.lines.map(({ account, debit, debit_minor, credit, credit_minor }) => ({
        account,
        side: (debit ?? debit_minor) === undefined ? ('credit' as const) : ('debit' as const),
        amount_minor: (debit ?? debit_minor ?? credit ?? credit_minor) as bigint,
      }));
      return answerEntry(ctx, await requestJournal(caller, { ...body, lines }));
    },
  }),
];
